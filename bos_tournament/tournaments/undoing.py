"""Deeds of the desk taken back: first what that would do, in sentences, then exactly that.

Each of them either can be taken back now, or says what stands in its way. What is taken back stays in the trail.
"""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.db.models import Count, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from bos_tournament.errors import Refused
from bos_tournament.history.moments import db_now
from bos_tournament.matches import starting
from bos_tournament.matches.models import Game, Match
from bos_tournament.tournaments import joining, round_names, rounds
from bos_tournament.tournaments.kept_words import LEFT_OUT, NOT_ANSWERED
from bos_tournament.tournaments.models import Entrant, Pairing, Round, Snapshot, Stage, Timer, Tournament
from bos_tournament.tournaments.stages import Position, position, rounds_of
from bos_tournament.tournaments.versions import locked, touch

State, Entry = Tournament.State, Entrant.State
OUT = {"place": None, "dropped_after": None, "fixed_table": None, "seeding": None, "earned_byes": 0}


@dataclass(frozen=True)
class Undo:
    """A deed that was done and what taking it back would do now; `refusal` says why it cannot be, if it cannot."""

    key: str
    title: str
    consequences: tuple[str, ...]
    refusal: str
    token: str


@dataclass(frozen=True)
class Deed:
    """How a deed is taken back: was it done at all, what would follow (or a refusal), and doing it."""

    title: Promise
    was_done: Callable[[Position], bool]
    foresee: Callable[[Position], list[str]]
    take_back: Callable[[Position], None]


def offers(tournament: Tournament) -> list[Undo]:
    """Every deed that was done and is not taken back yet, the latest first. Changes nothing."""
    at = position(tournament)
    return [_offer(at, key, deed) for key, deed in DEEDS.items() if deed.was_done(at)]


def offer(tournament: Tournament, key: str) -> Undo:
    """What taking this deed back would do now. Raises Refused (`nothing_to_undo`) when it was not done."""
    found = next((one for one in offers(tournament) if one.key == key), None)
    if found is None:
        raise Refused(_("There is nothing of this kind to take back now."), code="nothing_to_undo")
    return found


@transaction.atomic
def undo(tournament: Tournament, key: str, *, token: str) -> Tournament:
    """Does what the offer with this token said. Raises Refused: `nothing_to_undo`, `undo_outdated`, `cannot_undo`."""
    tournament = locked(tournament)
    found = offer(tournament, key)
    if found.refusal:
        raise Refused(found.refusal, code="cannot_undo")
    if found.token != token:
        raise Refused(_("Something changed since you looked. Look again, then take it back."), code="undo_outdated")
    DEEDS[key].take_back(position(tournament))
    touch(tournament)
    return tournament


def _offer(at: Position, key: str, deed: Deed) -> Undo:
    try:
        told, refusal = deed.foresee(at), ""
    except Refused as refused:
        told, refusal = [], str(refused)
    said = f"{at.tournament.pk}/{at.tournament.version}/{key}/{told}"
    return Undo(key, str(deed.title), tuple(told), refusal, sha256(said.encode()).hexdigest()[:32])


def _cannot(why: str) -> Refused:
    return Refused(why, code="cannot_undo")


# --- the cancellation ---


def _before_the_end(tournament: Tournament) -> str:
    """The state before it was cancelled, as the trail has it."""
    kept = tournament.events.exclude(state=State.CANCELLED).order_by("-pgh_id").first()  # type: ignore[attr-defined]
    return kept.state if kept else State.DRAFT


def _called_off_at_the_end(tournament: Tournament) -> list[Match]:
    """The matches that ended with the cancellation: their pairings stand."""
    found = Match.objects.filter(pairing__round__stage__tournament=tournament, called_off_at__isnull=False)
    return list(found.order_by("pk"))


def _foresee_uncancel(at: Position) -> list[str]:
    matches = _called_off_at_the_end(at.tournament)
    told = [_("The tournament is %(state)s again.") % {"state": State(_before_the_end(at.tournament)).label}]
    if matches:
        told.append(
            _count(
                ngettext(
                    "%(number)s match that ended with it can be played on.",
                    "%(number)s matches that ended with it can be played on.",
                    len(matches),
                ),
                len(matches),
            )
        )
        told.append(_("Bids that were sealed and not opened are void; their players bid again."))
    return told


def _uncancel(at: Position) -> None:
    tournament = at.tournament
    for match in _called_off_at_the_end(tournament):
        starting.call_on(match)
    tournament.state, tournament.finished_at = _before_the_end(tournament), None
    tournament.save(update_fields=["state", "finished_at"])


# --- the end ---


def _foresee_reopen(at: Position) -> list[str]:
    told = [_("The tournament runs again; its standings are not final and nobody is champion yet.")]
    if at.tournament.publish_lists:
        told.append(_("Lists that everybody could read since the end are closed again."))
    return told


def _reopen(at: Position) -> None:
    if at.stage is not None:
        at.stage.finished_at = None
        at.stage.save(update_fields=["finished_at"])
    at.tournament.state, at.tournament.finished_at = State.RUNNING, None
    at.tournament.save(update_fields=["state", "finished_at"])


# --- the cut ---


def _foresee_uncut(at: Position) -> list[str]:
    _refuse_published(at, stage=at.stage)
    told = [_("The bracket is thrown away; the rounds before it go on counting as they do.")]
    return [*told, *_closings_go(Snapshot.objects.filter(stage=at.stage)), *_draft_goes(at)]


def _uncut(at: Position) -> None:
    stage = at.stage
    assert stage is not None  # was_done
    stage.delete()
    at.tournament.stages.filter(number=stage.number - 1).update(finished_at=None)


# --- a closed round ---


def _foresee_open_round(at: Position) -> list[str]:
    closed = at.last_closed
    assert closed is not None  # was_done
    if at.open:
        raise _cannot(
            _("Published: %(round)s. Take it back first, or correct a single result.")
            % {"round": round_names.title(at.open)}
        )
    if at.stage is not None and closed.stage_id != at.stage.pk:
        raise _cannot(_("The bracket is drawn from this round; take the cut back first."))
    told = [
        _("The results of %(round)s no longer count until you close it again.") % {"round": round_names.called(closed)},
        *_draft_goes(at),
    ]
    return [*told, _("Its tables can be corrected or played on, and penalties there can take effect.")]


def _open_round(at: Position) -> None:
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


# --- a published round ---


def _foresee_unpublish(at: Position) -> list[str]:
    round_ = at.open
    assert round_ is not None  # was_done
    matches = Match.objects.filter(pairing__round=round_)
    decided = matches.filter(finished_at__isnull=False) | matches.filter(
        games__in=Game.objects.exclude(outcome=Game.Outcome.OPEN)
    )
    if number := decided.distinct().count():
        said = ngettext(
            "%(number)s table has a decided game, so the pairings stay. Correct the results, or mend the round from "
            "its page.",
            "%(number)s tables have a decided game, so the pairings stay. Correct the results, or mend the round from "
            "its page.",
            number,
        )
        raise _cannot(_count(said, number))
    number = matches.count()
    said = ngettext(
        "%(number)s match is called off; bids and reports in them are lost.",
        "%(number)s matches are called off; bids and reports in them are lost.",
        number,
    )
    told = [_count(said, number)]
    if Timer.objects.filter(round=round_).exists() or rounds.extensions_of(round_).exists():
        told.append(_("The time of the round is gone, with the minutes that tables had beyond it."))
    if gone := rounds.left_since(round_).count():
        said = ngettext(
            "%(number)s player who left since it was published is no longer to be paired.",
            "%(number)s players who left since it was published are no longer to be paired.",
            gone,
        )
        told.append(_count(said, gone))
    return [*told, _("The round is a draft again: set pairs by hand, draw it anew, or throw it away.")]


def _unpublish(at: Position) -> None:
    assert at.open is not None  # was_done
    rounds.unpublish(at.open)


# --- the start ---


def _foresee_unstart(at: Position) -> list[str]:
    _refuse_published(at)
    if at.stage is not None and at.stage.number > 1:
        raise _cannot(_("The cut is drawn; take it back first."))
    entrants = at.tournament.entrants
    waiting = entrants.filter(state=Entry.PLAYING).count()
    said = ngettext("%(number)s player waits for the start.", "%(number)s players wait for the start.", waiting)
    told = [_count(said, waiting)]
    if left_out := _left_out(at.tournament):
        said = ngettext(
            "%(number)s player left out at the start is in again, or on the waitlist, with seeding, fixed table and "
            "earned byes as before.",
            "%(number)s players left out at the start are in again, or on the waitlist, with seeding, fixed tables and "
            "earned byes as before.",
            len(left_out),
        )
        told.append(_count(said, len(left_out)))
        told += _tables_lost(at.tournament, left_out)
    if gone := entrants.filter(state=Entry.DROPPED).count():
        said = ngettext(
            "%(number)s player who dropped since then has withdrawn, and may join again.",
            "%(number)s players who dropped since then have withdrawn, and may join again.",
            gone,
        )
        told.append(_count(said, gone))
    if removed := _removed_since(at.tournament).count():
        said = ngettext(
            "%(number)s player removed since then stays out, and the place is free.",
            "%(number)s players removed since then stay out, and their places are free.",
            removed,
        )
        told.append(_count(said, removed))
    if asking := entrants.filter(state=Entry.REFUSED, note=NOT_ANSWERED).count():
        said = ngettext(
            "%(number)s request to join can be answered again.",
            "%(number)s requests to join can be answered again.",
            asking,
        )
        told.append(_count(said, asking))
    told.append(_("The cards stay pinned. Registration and lists follow their deadlines."))
    return [*told, *_closings_go(Snapshot.objects.filter(stage__tournament=at.tournament)), *_draft_goes(at)]


def _unstart(at: Position) -> None:
    tournament = at.tournament
    tournament.stages.all().delete()
    tournament.state, tournament.started_at = State.OPEN, None
    tournament.save(update_fields=["state", "started_at"])
    tournament.entrants.filter(state=Entry.PLAYING).update(state=Entry.REGISTERED, dropped_after=None)
    tournament.entrants.filter(state=Entry.DROPPED).update(state=Entry.WITHDRAWN, checked_in_at=None, **OUT)
    _removed_since(tournament).update(**OUT)
    tournament.entrants.filter(state=Entry.REFUSED, note=NOT_ANSWERED).update(state=Entry.ASKED, note="")
    for entrant in _left_out(tournament):
        entrant.note = ""
        _give_back(entrant)
        joining.let_in(tournament, entrant, since=entrant.waits_since)
    joining.promote(tournament)


def _removed_since(tournament: Tournament) -> QuerySet[Entrant]:
    return tournament.entrants.filter(state=Entry.REMOVED).exclude(place=None)


def _left_out(tournament: Tournament) -> list[Entrant]:
    found = tournament.entrants.filter(state=Entry.REMOVED, note__in=LEFT_OUT.values())
    return list(found.select_related("user").order_by("waits_since", "pk"))


def _give_back(entrant: Entrant) -> None:
    """What the start took from somebody it left out, as the trail has it; not what somebody else has by now."""
    kept = _before_the_start(entrant)
    if kept is None:
        return
    others = Entrant.objects.filter(tournament=entrant.tournament_id).exclude(pk=entrant.pk)
    entrant.earned_byes = kept.earned_byes
    entrant.seeding = None if others.filter(seeding=kept.seeding).exists() else kept.seeding
    entrant.fixed_table = None if others.filter(fixed_table=kept.fixed_table).exists() else kept.fixed_table


def _before_the_start(entrant: Entrant) -> Any:
    """Their row as it was when the start came, if the trail has it still."""
    return entrant.events.exclude(state=Entry.REMOVED).order_by("-pgh_id").first()  # type: ignore[attr-defined]


def _tables_lost(tournament: Tournament, left_out: list[Entrant]) -> list[str]:
    """Fixed tables that were given to somebody else since the start."""
    taken = set(tournament.entrants.exclude(fixed_table=None).values_list("fixed_table", flat=True))
    said = _("Table %(table)s is fixed for somebody else by now, so %(player)s does not get it back.")
    before = ((entrant, _before_the_start(entrant)) for entrant in left_out)
    return [
        said % {"table": kept.fixed_table, "player": entrant.user}
        for entrant, kept in before
        if kept is not None and kept.fixed_table in taken
    ]


# --- before the start ---


def _check_in_is_over(at: Position) -> bool:
    tournament = at.tournament
    closes = tournament.check_in_closes_at
    return tournament.state == State.OPEN and closes is not None and closes <= db_now()


def _foresee_check_in(at: Position) -> list[str]:
    there = at.tournament.entrants.filter(checked_in_at__isnull=False).count()
    said = ngettext("%(number)s player marked as there stay so.", "%(number)s players marked as there stay so.", there)
    return [_("Players check themselves in again, until the start."), _count(said, there)]


def _open_check_in(at: Position) -> None:
    at.tournament.check_in_closes_at = None
    at.tournament.save(update_fields=["check_in_closes_at"])


def _checked_in_together(at: Position) -> QuerySet[Entrant]:
    """Whom staff checked in all at once, the last time that they did."""
    there = at.tournament.entrants.exclude(checked_in_at=None)
    moments = there.order_by().values("checked_in_at").annotate(together=Count("pk")).filter(together__gt=1)
    last = moments.order_by("-checked_in_at").values_list("checked_in_at", flat=True).first()
    return there.filter(checked_in_at=last)


def _foresee_uncheck(at: Position) -> list[str]:
    number = _checked_in_together(at).count()
    said = ngettext(
        "%(number)s player who was checked in with the others is not checked in any more.",
        "%(number)s players who were checked in together are not checked in any more.",
        number,
    )
    return [_count(said, number)]


def _uncheck(at: Position) -> None:
    _checked_in_together(at).update(checked_in_at=None)


def _foresee_unopen(at: Position) -> list[str]:
    if entered := at.tournament.entrants.count():
        said = ngettext(
            "%(number)s person has entered already; cancel it instead.",
            "%(number)s people have entered already; cancel it instead.",
            entered,
        )
        raise _cannot(_count(said, entered))
    return [_("Only staff see the tournament, and its join code opens nothing, until registration is opened again.")]


def _unopen(at: Position) -> None:
    at.tournament.state, at.tournament.opened_at = State.DRAFT, None
    at.tournament.save(update_fields=["state", "opened_at"])


# --- the announcement ---


def _former_announcement(at: Position) -> str:
    """What was announced before the present words, as the trail has it."""
    events = at.tournament.events.exclude(announcement=at.tournament.announcement)  # type: ignore[attr-defined]
    kept = events.order_by("-pgh_id").first()
    return kept.announcement if kept else ""


def _foresee_announcement(at: Position) -> list[str]:
    former = _former_announcement(at)
    now = (
        _("“%(announcement)s” is taken down.") % {"announcement": at.tournament.announcement}
        if at.tournament.announcement
        else _("Nothing stands there now.")
    )
    return [
        now,
        _("“%(announcement)s” is shown again.") % {"announcement": former}
        if former
        else _("No announcement is shown then."),
    ]


def _former_words(at: Position) -> None:
    at.tournament.announcement = _former_announcement(at)
    at.tournament.save(update_fields=["announcement"])


def _refuse_published(at: Position, *, stage: Stage | None = None) -> None:
    published = rounds_of(at.tournament).filter(state=Round.State.PUBLISHED)
    if found := (published.filter(stage=stage) if stage else published).last():
        said = _("Published: %(round)s. Take it back first.")
        if found.closed_at:
            said = _("Published: %(round)s. Open it again and take it back first.")
        raise _cannot(said % {"round": round_names.title(found)})


def _closings_go(closings: QuerySet[Snapshot]) -> list[str]:
    if not (number := closings.count()):
        return []
    said = ngettext(
        "Standings that were closed %(number)s time are thrown away; the trail keeps their ranks.",
        "Standings that were closed %(number)s times are thrown away; the trail keeps their ranks.",
        number,
    )
    return [_count(said, number)]


def _draft_goes(at: Position) -> list[str]:
    said = _("The draft is thrown away: %(round)s.")
    return [said % {"round": round_names.title(at.draft)}] if at.draft else []


def _count(said: str, number: int) -> str:
    return said % {"number": number}


def _cut_stands(at: Position) -> bool:
    running = at.tournament.state == State.RUNNING
    return running and at.stage is not None and at.stage.number > 1


# The latest deed first.
DEEDS: dict[str, Deed] = {
    "cancel": Deed(
        gettext_lazy("Take the cancellation back"),
        lambda at: at.tournament.state == State.CANCELLED,
        _foresee_uncancel,
        _uncancel,
    ),
    "finish": Deed(
        gettext_lazy("Take the end back"), lambda at: at.tournament.state == State.FINISHED, _foresee_reopen, _reopen
    ),
    "publish": Deed(
        gettext_lazy("Take the published round back"),
        lambda at: at.tournament.state == State.RUNNING and at.open is not None,
        _foresee_unpublish,
        _unpublish,
    ),
    "close": Deed(
        gettext_lazy("Open the last round again"),
        lambda at: at.tournament.state == State.RUNNING and at.closed > 0,
        _foresee_open_round,
        _open_round,
    ),
    "cut": Deed(gettext_lazy("Take the cut back"), _cut_stands, _foresee_uncut, _uncut),
    "start": Deed(
        gettext_lazy("Take the start back"), lambda at: at.tournament.state == State.RUNNING, _foresee_unstart, _unstart
    ),
    "check-in": Deed(gettext_lazy("Open check-in again"), _check_in_is_over, _foresee_check_in, _open_check_in),
    "check-in-all": Deed(
        gettext_lazy("Undo checking everybody in"),
        lambda at: at.tournament.state == State.OPEN and _checked_in_together(at).exists(),
        _foresee_uncheck,
        _uncheck,
    ),
    "open": Deed(
        gettext_lazy("Take the tournament back into a draft"),
        lambda at: at.tournament.state == State.OPEN,
        _foresee_unopen,
        _unopen,
    ),
    "announcement": Deed(
        gettext_lazy("Put the former announcement back"),
        lambda at: bool(at.tournament.announcement or _former_announcement(at)),
        _foresee_announcement,
        _former_words,
    ),
}
