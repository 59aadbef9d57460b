"""The cut, a closed and a published round taken back: what that would do, or why it cannot be, and doing it."""

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from bos_tournament.errors import Refused
from bos_tournament.matches.models import Match
from bos_tournament.pairing.event import AWAY
from bos_tournament.tournaments.models import Round, Snapshot, Stage, Timer
from bos_tournament.tournaments.rounds import round_cycle
from bos_tournament.tournaments.structure import round_names
from bos_tournament.tournaments.structure.stages import Position, rounds_of


def cannot(why: str) -> Refused:
    return Refused(why, code="cannot_undo")


def preview_uncut(at: Position) -> list[str]:
    refuse_published(at, stage=at.stage)
    consequences = [_("The bracket is discarded; the rounds before it still count.")]
    return [
        *consequences,
        *describe_removed_closings(Snapshot.objects.filter(stage=at.stage)),
        *describe_discarded_draft(at),
    ]


def uncut(at: Position) -> None:
    stage = at.stage
    assert stage is not None  # was_done
    stage.delete()
    at.tournament.stages.filter(number=stage.number - 1).update(finished_at=None)


def preview_open_round(at: Position) -> list[str]:
    closed = at.last_closed
    assert closed is not None  # was_done
    if at.open:
        raise cannot(
            _("Unpublish %(round)s first, or correct a single result.") % {"round": round_names.called(at.open)}
        )
    if at.stage is not None and closed.stage_id != at.stage.pk:
        raise cannot(_("The bracket was drawn from this round; undo the cut first."))
    consequences = [
        _("The results of %(round)s no longer count until you close it again.") % {"round": round_names.called(closed)},
        *describe_discarded_draft(at),
    ]
    return [*consequences, _("Its tables can be corrected or played on, and penalties there can take effect.")]


def open_round(at: Position) -> None:
    closed = at.last_closed
    assert closed is not None  # was_done
    if at.draft:
        at.draft.delete()
    missed = closed.pairings.filter(unplayed__in=AWAY)
    for pairing in missed:  # written down anew when it closes
        pairing.sittings.all().delete()
        pairing.delete()
    closed.closed_at = None
    closed.save(update_fields=["closed_at"])


def preview_unpublish(at: Position) -> list[str]:
    round_ = at.open
    assert round_ is not None  # was_done
    matches = Match.objects.filter(pairing__round=round_)
    if number := round_cycle.decided(round_).count():
        sentence = ngettext(
            "%(number)s table has a decided game, so the pairings stay. Correct the results, or fix "
            "the round on its page.",
            "%(number)s tables have a decided game, so the pairings stay. Correct the results, or fix"
            " the round on its page.",
            number,
        )
        raise cannot(counted(sentence, number))
    number = matches.count()
    sentence = ngettext(
        "%(number)s match is cancelled; its bids and reports are lost.",
        "%(number)s matches are cancelled; their bids and reports are lost.",
        number,
    )
    consequences = [counted(sentence, number)]
    if Timer.objects.filter(round=round_).exists() or round_cycle.extensions_of(round_).exists():
        consequences.append(_("The round timer is reset, including the extra minutes of tables."))
    if gone := round_cycle.left_since(round_).count():
        sentence = ngettext(
            "%(number)s player who left since it was published is no longer paired.",
            "%(number)s players who left since it was published are no longer paired.",
            gone,
        )
        consequences.append(counted(sentence, gone))
    return [*consequences, _("The round is a draft again: set pairings by hand, draw it again, or discard it.")]


def undo_publishing(at: Position) -> None:
    assert at.open is not None  # was_done
    round_cycle.unpublish(at.open)


def refuse_published(at: Position, *, stage: Stage | None = None) -> None:
    published = rounds_of(at.tournament).filter(state=Round.State.PUBLISHED)
    if round_ := (published.filter(stage=stage) if stage else published).last():
        sentence = _("Unpublish %(round)s first.")
        if round_.closed_at:
            sentence = _("Reopen %(round)s first, then unpublish the round.")
        raise cannot(sentence % {"round": round_names.called(round_)})


def describe_removed_closings(closings: QuerySet[Snapshot]) -> list[str]:
    if not (number := closings.count()):
        return []
    sentence = ngettext(
        "Standings that were closed %(number)s time are discarded; the activity log keeps their ranks.",
        "Standings that were closed %(number)s times are discarded; the activity log keeps their ranks.",
        number,
    )
    return [counted(sentence, number)]


def describe_discarded_draft(at: Position) -> list[str]:
    sentence = _("Draft discarded: %(round)s.")
    return [sentence % {"round": round_names.title(at.draft)}] if at.draft else []


def counted(sentence: str, number: int) -> str:
    return sentence % {"number": number}
