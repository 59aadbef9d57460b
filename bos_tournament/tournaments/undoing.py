"""Deeds of the desk taken back: first what that would do, in sentences, then exactly that.

Each of them either can be taken back now, or says what stands in its way. What is taken back stays in the trail.
"""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256

from django.db import transaction
from django.db.models import Count, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from bos_tournament.errors import Refused
from bos_tournament.history.moments import db_now
from bos_tournament.matches import starting
from bos_tournament.matches.models import Match
from bos_tournament.tournaments.models import Entrant, Tournament
from bos_tournament.tournaments.stages import Position, position
from bos_tournament.tournaments.undoing_rounds import (
    cannot,
    counted,
    foresee_open_round,
    foresee_uncut,
    foresee_unpublish,
    open_round,
    uncut,
    unpublish,
)
from bos_tournament.tournaments.undoing_start import foresee_unstart, unstart
from bos_tournament.tournaments.versions import locked, touch

State = Tournament.State


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
            counted(
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


# --- before the start ---


def _check_in_is_over(at: Position) -> bool:
    tournament = at.tournament
    closes = tournament.check_in_closes_at
    return tournament.state == State.OPEN and closes is not None and closes <= db_now()


def _foresee_check_in(at: Position) -> list[str]:
    there = at.tournament.entrants.filter(checked_in_at__isnull=False).count()
    said = ngettext("%(number)s player marked as there stay so.", "%(number)s players marked as there stay so.", there)
    return [_("Players check themselves in again, until the start."), counted(said, there)]


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
    return [counted(said, number)]


def _uncheck(at: Position) -> None:
    _checked_in_together(at).update(checked_in_at=None)


def _foresee_unopen(at: Position) -> list[str]:
    if entered := at.tournament.entrants.count():
        said = ngettext(
            "%(number)s person has entered already; cancel it instead.",
            "%(number)s people have entered already; cancel it instead.",
            entered,
        )
        raise cannot(counted(said, entered))
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
        foresee_unpublish,
        unpublish,
    ),
    "close": Deed(
        gettext_lazy("Open the last round again"),
        lambda at: at.tournament.state == State.RUNNING and at.closed > 0,
        foresee_open_round,
        open_round,
    ),
    "cut": Deed(gettext_lazy("Take the cut back"), _cut_stands, foresee_uncut, uncut),
    "start": Deed(
        gettext_lazy("Take the start back"), lambda at: at.tournament.state == State.RUNNING, foresee_unstart, unstart
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
