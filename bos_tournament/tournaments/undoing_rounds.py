"""The cut, a closed and a published round taken back: what that would do, or why it cannot be, and doing it."""

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from bos_tournament.errors import Refused
from bos_tournament.matches.models import Match
from bos_tournament.tournaments import round_names, rounds
from bos_tournament.tournaments.models import Pairing, Round, Snapshot, Stage, Timer
from bos_tournament.tournaments.stages import Position, rounds_of


def cannot(why: str) -> Refused:
    return Refused(why, code="cannot_undo")


def foresee_uncut(at: Position) -> list[str]:
    refuse_published(at, stage=at.stage)
    told = [_("The bracket is thrown away; the rounds before it go on counting as they do.")]
    return [*told, *closings_go(Snapshot.objects.filter(stage=at.stage)), *draft_goes(at)]


def uncut(at: Position) -> None:
    stage = at.stage
    assert stage is not None  # was_done
    stage.delete()
    at.tournament.stages.filter(number=stage.number - 1).update(finished_at=None)


def foresee_open_round(at: Position) -> list[str]:
    closed = at.last_closed
    assert closed is not None  # was_done
    if at.open:
        raise cannot(
            _("Take %(round)s back first, or correct a single result.") % {"round": round_names.called(at.open)}
        )
    if at.stage is not None and closed.stage_id != at.stage.pk:
        raise cannot(_("The bracket is drawn from this round; take the cut back first."))
    told = [
        _("The results of %(round)s no longer count until you close it again.") % {"round": round_names.called(closed)},
        *draft_goes(at),
    ]
    return [*told, _("Its tables can be corrected or played on, and penalties there can take effect.")]


def open_round(at: Position) -> None:
    closed = at.last_closed
    assert closed is not None  # was_done
    if at.draft:
        at.draft.delete()
    missed = closed.pairings.filter(unplayed__in=(Pairing.Unplayed.LATE, Pairing.Unplayed.ABSENT))
    for pairing in missed:  # written down anew when it closes
        pairing.sittings.all().delete()
        pairing.delete()
    closed.closed_at = None
    closed.save(update_fields=["closed_at"])


def foresee_unpublish(at: Position) -> list[str]:
    round_ = at.open
    assert round_ is not None  # was_done
    matches = Match.objects.filter(pairing__round=round_)
    if number := rounds.decided(round_).count():
        said = ngettext(
            "%(number)s table has a decided game, so the pairings stay. Correct the results, or mend the round from "
            "its page.",
            "%(number)s tables have a decided game, so the pairings stay. Correct the results, or mend the round from "
            "its page.",
            number,
        )
        raise cannot(counted(said, number))
    number = matches.count()
    said = ngettext(
        "%(number)s match is called off; bids and reports in them are lost.",
        "%(number)s matches are called off; bids and reports in them are lost.",
        number,
    )
    told = [counted(said, number)]
    if Timer.objects.filter(round=round_).exists() or rounds.extensions_of(round_).exists():
        told.append(_("The time of the round is gone, with the minutes that tables had beyond it."))
    if gone := rounds.left_since(round_).count():
        said = ngettext(
            "%(number)s player who left since it was published is no longer to be paired.",
            "%(number)s players who left since it was published are no longer to be paired.",
            gone,
        )
        told.append(counted(said, gone))
    return [*told, _("The round is a draft again: set pairs by hand, draw it anew, or throw it away.")]


def unpublish(at: Position) -> None:
    assert at.open is not None  # was_done
    rounds.unpublish(at.open)


def refuse_published(at: Position, *, stage: Stage | None = None) -> None:
    published = rounds_of(at.tournament).filter(state=Round.State.PUBLISHED)
    if found := (published.filter(stage=stage) if stage else published).last():
        said = _("Take %(round)s back first.")
        if found.closed_at:
            said = _("Open %(round)s again first, then take the round back.")
        raise cannot(said % {"round": round_names.called(found)})


def closings_go(closings: QuerySet[Snapshot]) -> list[str]:
    if not (number := closings.count()):
        return []
    said = ngettext(
        "Standings that were closed %(number)s time are thrown away; the trail keeps their ranks.",
        "Standings that were closed %(number)s times are thrown away; the trail keeps their ranks.",
        number,
    )
    return [counted(said, number)]


def draft_goes(at: Position) -> list[str]:
    said = _("The draft is thrown away: %(round)s.")
    return [said % {"round": round_names.title(at.draft)}] if at.draft else []


def counted(said: str, number: int) -> str:
    return said % {"number": number}
