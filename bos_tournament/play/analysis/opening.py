"""Analyses begin: from a record, a practice game, two lists and an empty table, or another analysis."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.utils.translation import gettext as _

from bos_tournament.accounts import rate_limits
from bos_tournament.accounts.models import User
from bos_tournament.accounts.rate_limits import Rate
from bos_tournament.accounts.requests import Viewer
from bos_tournament.cards import catalogue
from bos_tournament.errors import Refused
from bos_tournament.matches.access import sits_at_open_match
from bos_tournament.messages import localize
from bos_tournament.play.analysis.branching import given_of, tree_of
from bos_tournament.play.analysis.models import LONGEST_COMMENT, LONGEST_NAME, AnalysisLine, AnalysisTree
from bos_tournament.play.models import LONGEST_LINE, PracticeGame
from bos_tournament.play.positions import known_opening, names_in, record_text, wizards_in
from bos_tournament.play.practice_games import refuse_illegal_lists
from engine.bos import game as bos
from engine.hosting import Track, other_comments, read_branches, track

MOST_TREES = 100
"""So many analyses of one account are kept."""
MOST_LINES = 1_000
"""So many lines one analysis holds, those of its record and those of all branches."""
STRANGERS_ANALYSES = Rate(600, 60 * 60)
"""So many analyses are begun without an account, by all visitors together."""


def refuse_during_a_match(user: Viewer) -> None:
    """Raises Refused (`running`) while the user sits at a match that is not over: nobody gets advice about it."""
    if user.is_authenticated and sits_at_open_match(user):
        raise Refused(_("You are playing a match. Analysis opens when it is over."), code="running")


def open_from_decks(
    user: Viewer, *, deck_one: tuple[str, str], deck_two: tuple[str, str], record: str = "", name: str = ""
) -> AnalysisTree:
    """A new analysis with these decks, each its name and its list: of a record, its branches too, or of an empty table.

    Raises Refused as `open_analysis` does, and for a deck that is not legal (`illegal_list`).
    """
    refuse_illegal_lists(deck_one, deck_two)
    row = AnalysisTree(deck_one=deck_one[1], deck_two=deck_two[1], pool=catalogue.pin())
    text = record if record.strip() else _empty_record(row, (deck_one[0], deck_two[0]))
    return open_analysis(user, row, text=text, name=name or f"{deck_one[0]} – {deck_two[0]}")


def open_practice_game(user: Viewer, game: PracticeGame) -> AnalysisTree:
    """A new analysis of a practice game. Raises Refused as `open_analysis` does, and while it is on (`running`);
    one against a friend is not opened, since their list is their own (`private_lists`)."""
    if game.over_at is None:
        raise Refused(_("This game is not over yet."), code="running")
    if not game.bot:
        raise Refused(_("Your friend's deck is part of this game, so it cannot be analysed."), code="private_lists")
    row = AnalysisTree(deck_one=game.deck, deck_two=game.bot_deck, pool_id=game.pool_id, edition=game.edition)
    if known := known_opening(game):
        row.opening = {"first": known.first, "ether": list(known.ether or ())}
    name = " – ".join(names_in(game))
    return open_analysis(user, row, text=record_text(game, game.lines.all()), name=name)


@transaction.atomic
def open_analysis(user: Viewer, row: AnalysisTree, *, text: str, name: str) -> AnalysisTree:
    """Keeps an analysis of a record, with the branches that are written in it. `row` has the lists, the cards and the
    edition, and is not saved yet.

    Raises Refused for a record that cannot be read or played at all (`unreadable`) or is too long (`too_long`), when
    there are too many (`too_many`), and while the user plays a match (`running`).
    """
    _refuse_too_many(user)
    played = track(bos, text, given_of(row))
    if played.problem:
        raise Refused(localize(played.problem), code="unreadable")
    row.headers = "\n".join(f"[{header.word} {header.text}]" for header in played.log.headers)
    row.owner, row.name = (user if user.is_authenticated else None), " ".join(name.split())[:LONGEST_NAME]
    lines = list(_lines_of(row, played))
    if len(lines) > MOST_LINES:
        raise Refused(_("An analysis holds %(number)s lines at most.") % {"number": f"{MOST_LINES:,}"}, code="too_long")
    row.save()
    AnalysisLine.objects.bulk_create(lines)
    return row


@transaction.atomic
def copy_analysis(user: User, row: AnalysisTree) -> AnalysisTree:
    """A copy of one's own of an analysis that the user may read, not shared. Raises Refused (`too_many`)."""
    _refuse_too_many(user)
    lines = list(tree_of(row).lines.values())
    ids = {line.pk: uuid4() for line in lines}
    sealed = {name: getattr(row, name) for name in ("headers", "deck_one", "deck_two")}
    fields = {name: getattr(row, name) for name in ("name", "pool", "edition", "opening", "private_lists")}
    copied = AnalysisTree.objects.create(owner=user, **sealed, **fields)
    for line in lines:
        line.pk, line.tree, line.asked_at = ids[line.pk], copied, None
        line.parent_id = ids[line.parent_id] if line.parent_id else None
    AnalysisLine.objects.bulk_create(lines)
    return copied


def _refuse_too_many(user: Viewer) -> None:
    refuse_during_a_match(user)
    if not user.is_authenticated:
        if not rate_limits.take_from_bucket("analysis", STRANGERS_ANALYSES):
            raise Refused(_("Many analyses are starting right now. Try again in a few minutes."), code="too_many")
    elif AnalysisTree.objects.filter(owner=user).count() >= MOST_TREES:
        raise Refused(
            _("You have %(number)s analyses. Delete one to make room.") % {"number": MOST_TREES}, code="too_many"
        )


def _empty_record(row: AnalysisTree, names: Sequence[str]) -> str:
    """A record without lines, in which seat 1 goes first."""
    pool = catalogue.pinned(row.pool_id)
    tidy = [" ".join(name.replace("[", "(").replace("]", ")").split()) for name in names]
    wizards = [", ".join(wizards_in(text, pool)) for text in (row.deck_one, row.deck_two)]
    heads = [f"[Game BOS] [Rules {row.edition}] [First P1]", f"[P1 {tidy[0]}] [P2 {tidy[1]}]"]
    return "\n".join([*heads, *(f"[Wizards P{seat} {cards}]" for seat, cards in enumerate(wizards, 1)), ""])


def _lines_of(row: AnalysisTree, played: Track) -> Iterator[AnalysisLine]:
    """The lines of a record, and those of the branches that are written in it, as far as these are legal."""
    worths = played.worths(0)
    remark = " ".join(other_comments(played.log))[:LONGEST_COMMENT]
    start = AnalysisLine(tree=row, by=row.owner, comment=remark, worth=worths.get("0"))
    yield start
    last, rows = start, {"0": start}
    for line in played.lines[1:]:
        if line.canonical:
            comment = line.comment[:LONGEST_COMMENT]
            last = _line_after(last, line.canonical[:LONGEST_LINE], comment=comment, worth=worths.get(line.key))
            yield last
        rows[line.key] = last
    yield from _branch_lines(played, rows)


def _line_after(parent: AnalysisLine, written: str, **fields: Any) -> AnalysisLine:
    return AnalysisLine(tree=parent.tree, parent=parent, written=written, by=parent.by, **fields)


def _branch_lines(played: Track, rows: Mapping[str, AnalysisLine]) -> Iterator[AnalysisLine]:
    """The lines of branches that are not there yet, each behind what it follows."""
    ways: dict[str, tuple[str, tuple[str, ...]]] = {key: (key, ()) for key in rows}
    reached = dict(rows)
    following: dict[tuple[UUID, str], AnalysisLine] = {}
    for line in rows.values():
        if line.parent:
            following[line.parent.pk, line.written] = line
    for number, branch in enumerate(read_branches(played.log), 1):
        if branch.after not in ways:
            continue
        key, before = ways[branch.after]
        trial = played.attempt(key, *before, *(line.written for line in branch.lines))
        stand = [*trial.before, trial.canonical] if trial.finding == "accepted" else list(trial.before)
        here = reached[branch.after]
        for at, written in enumerate(stand[len(before) :], 1):
            known = following.get((here.pk, written))
            if known is None:
                known = _line_after(here, written, order=number, comment=branch.lines[at - 1].comment[:LONGEST_COMMENT])
                following[here.pk, written] = known
                yield known
            here = known
            name = f"{branch.name}.{at}"
            ways[name], reached[name] = (key, (*before, *stand[len(before) : len(before) + at])), here
