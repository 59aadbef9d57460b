"""What is done to an analysis: lines and remarks, which line is the main one, its name, and who may read it."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from bos_tournament.accounts.requests import Viewer
from bos_tournament.errors import Refused
from bos_tournament.messages import localize
from bos_tournament.play.analysis.branching import Tree, track_of, tree_of
from bos_tournament.play.analysis.models import LONGEST_COMMENT, LONGEST_NAME, AnalysisLine, AnalysisTree
from bos_tournament.play.analysis.opening import MOST_LINES, refuse_during_a_match
from bos_tournament.play.models import LONGEST_LINE
from engine.hosting import Track, code_json


@transaction.atomic
def add_line(row: AnalysisTree, at: AnalysisLine, written: str, *, by: Viewer) -> AnalysisLine:
    """The line that follows another one: the one that is there already, or a new one, which begins a branch where
    others follow.

    Raises Refused while the user plays a match (`running`), for a line that cannot stand (`illegal_line`), behind one
    that is not legal (`not_legal`), and where the analysis is full (`too_long`).
    """
    tree = _locked(row)
    tidy = " ".join(written.split())[:LONGEST_LINE]
    if known := _following(tree, at, tidy):
        return known
    refuse_during_a_match(by)
    way = [line.written for line in tree.way_to(at)]
    canonical = _lawful(track_of(row, way), tidy)
    if known := _following(tree, at, canonical):
        return known
    if len(tree.lines) >= MOST_LINES:
        raise Refused(_("An analysis holds %(number)s lines at most.") % {"number": f"{MOST_LINES:,}"}, code="too_long")
    played = track_of(row, [*way, canonical])
    worth = played.worths(0).get(played.lines[-1].key)
    order = max((line.order for line in tree.after(at)), default=-1) + 1
    author = by if by.is_authenticated else None
    _changed(row)
    return AnalysisLine.objects.create(tree=row, parent=at, written=canonical, by=author, worth=worth, order=order)


@transaction.atomic
def comment_on(row: AnalysisTree, at: AnalysisLine, comment: str) -> None:
    """Keeps a remark on a line instead of the one that it had; an empty one removes it."""
    _locked(row)
    AnalysisLine.objects.filter(pk=at.pk).update(comment=" ".join(comment.split())[:LONGEST_COMMENT])
    _changed(row)


@transaction.atomic
def make_main(row: AnalysisTree, at: AnalysisLine) -> None:
    """Makes the way to a line part of the main line; what stood there becomes a branch."""
    tree = _locked(row)
    moved = []
    for line in tree.way_to(at):
        siblings = tree.after(tree.lines[line.parent_id]) if line.parent_id else [line]
        if siblings[0].pk != line.pk:
            for order, sibling in enumerate([line, *(other for other in siblings if other.pk != line.pk)]):
                sibling.order = order
                moved.append(sibling)
    AnalysisLine.objects.bulk_update(moved, ["order"])
    _changed(row)


@transaction.atomic
def delete_branch(row: AnalysisTree, at: AnalysisLine) -> AnalysisLine:
    """Deletes a line and all that follows it; gives the line before. Raises Refused for the table before the first line
    (`nothing`)."""
    tree = _locked(row)
    if at.parent_id is None:
        raise Refused(_("There is no line here to delete."), code="nothing")
    AnalysisLine.objects.filter(pk__in=tree.all_after(tree.lines[at.pk])).delete()
    _changed(row)
    return tree.lines[at.parent_id]


@transaction.atomic
def rename_analysis(row: AnalysisTree, name: str) -> None:
    """Gives it another name; an empty one changes nothing."""
    tidy = " ".join(name.split())[:LONGEST_NAME]
    if tidy:
        _locked(row)
        _changed(row, name=tidy)


@transaction.atomic
def share(row: AnalysisTree, *, shared: bool) -> None:
    """Opens it to whoever has its link, or closes it again. Raises Refused where its deck lists are not for everybody
    (`private_lists`)."""
    _locked(row)
    if shared and row.private_lists:
        raise Refused(_("The deck lists of this game are private, so it cannot be shared."), code="private_lists")
    _changed(row, shared=shared)


def delete_analysis(row: AnalysisTree) -> None:
    """Deletes it with all its lines."""
    row.delete()


def _locked(row: AnalysisTree) -> Tree:
    """The analysis as it is now, for one who changes it alone."""
    AnalysisTree.objects.select_for_update().only("pk").get(pk=row.pk)
    return tree_of(row)


def _changed(row: AnalysisTree, **fields: str | bool) -> None:
    row.changed_at = timezone.now()
    AnalysisTree.objects.filter(pk=row.pk).update(changed_at=row.changed_at, **fields)


def _following(tree: Tree, at: AnalysisLine, written: str) -> AnalysisLine | None:
    return next((line for line in tree.after(at) if line.written == written), None)


def _lawful(played: Track, written: str) -> str:
    """The line as the notation has it. Raises Refused as `add_line` does."""
    if any(line.how != "played" for line in played.lines):
        sentence = _("A line before this one is not legal. Go back to the last legal line, then choose.")
        raise Refused(sentence, code="not_legal")
    trial = played.attempt(played.lines[-1].key, written)
    if trial.finding == "accepted":
        return trial.canonical
    sentence = localize(trial.message) if trial.message else _("You cannot do that now.")
    coded = code_json(trial.message) if trial.message else {}
    raise Refused(sentence, code="illegal_line", problems=[{"rule": trial.rule or "", "message": sentence, **coded}])
