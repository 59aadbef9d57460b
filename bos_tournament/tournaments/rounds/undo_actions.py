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

from bos_tournament.audit.tracking import states_of
from bos_tournament.errors import Refused
from bos_tournament.matches import match_start
from bos_tournament.matches.models import Match
from bos_tournament.operations.db_clock import db_now
from bos_tournament.tournaments.models import Entrant, Tournament
from bos_tournament.tournaments.rounds.undo_rounds import (
    cannot,
    counted,
    open_round,
    preview_open_round,
    preview_uncut,
    preview_unpublish,
    uncut,
    undo_publishing,
)
from bos_tournament.tournaments.rounds.undo_start import preview_unstart, unstart
from bos_tournament.tournaments.standings import leaderboard
from bos_tournament.tournaments.structure.locking import bump_version, lock_tournament
from bos_tournament.tournaments.structure.stages import Position, position

State = Tournament.State


@dataclass(frozen=True)
class Undo:
    """A deed that was done and what taking it back would do now; `refusal` says why it cannot be, if it cannot."""

    key: str
    """Its key in DEEDS, by which it is asked for."""
    title: str
    """What the button says."""
    consequences: tuple[str, ...]
    """What would follow, a sentence each; empty where it is refused."""
    refusal: str
    token: str
    """Stands for exactly what is shown here."""


@dataclass(frozen=True)
class UndoableDeed:
    """How a deed is taken back: was it done at all, what would follow (or a refusal), and doing it."""

    title: Promise
    """What the button says."""
    was_done: Callable[[Position], bool]
    """Whether there is something to take back."""
    preview: Callable[[Position], list[str]]
    """Says what would follow, a sentence each; raises Refused."""
    take_back: Callable[[Position], None]
    """Does it; the caller holds the tournament."""


def preview_undos(tournament: Tournament) -> list[Undo]:
    """Every deed that was done and is not taken back yet, the latest first. Changes nothing."""
    at = position(tournament)
    return [_offer(at, key, deed) for key, deed in DEEDS.items() if deed.was_done(at)]


def preview_undo(tournament: Tournament, key: str) -> Undo:
    """What taking this deed back would do now. Raises Refused (`nothing_to_undo`) when it was not done."""
    offered = next((candidate for candidate in preview_undos(tournament) if candidate.key == key), None)
    if offered is None:
        raise Refused(_("There is nothing left to undo here."), code="nothing_to_undo")
    return offered


@transaction.atomic
def undo(tournament: Tournament, key: str, *, token: str) -> Tournament:
    """Does what the offer with this token said. Raises Refused: `nothing_to_undo`, `undo_outdated`, `cannot_undo`."""
    tournament = lock_tournament(tournament)
    offered = preview_undo(tournament, key)
    if offered.refusal:
        raise Refused(offered.refusal, code="cannot_undo")
    if offered.token != token:
        raise Refused(_("Something changed since you looked. Check again, then undo."), code="undo_outdated")
    DEEDS[key].take_back(position(tournament))
    leaderboard.renew_standings(tournament)
    bump_version(tournament)
    return tournament


def _offer(at: Position, key: str, deed: UndoableDeed) -> Undo:
    try:
        consequences, refusal = deed.preview(at), ""
    except Refused as refused:
        consequences, refusal = [], str(refused)
    text = f"{at.tournament.pk}/{at.tournament.version}/{key}/{consequences}"
    return Undo(key, str(deed.title), tuple(consequences), refusal, sha256(text.encode()).hexdigest()[:32])


# --- the cancellation ---


def _before_the_end(tournament: Tournament) -> str:
    """The state before it was cancelled, as the trail has it."""
    last_state = states_of(tournament).exclude(state=State.CANCELLED).first()
    return last_state.state if last_state else State.DRAFT


def _called_off_at_the_end(tournament: Tournament) -> list[Match]:
    """The matches that ended with the cancellation: their pairings stand."""
    matches = Match.objects.filter(pairing__round__stage__tournament=tournament, called_off_at__isnull=False)
    return list(matches.order_by("pk"))


def _preview_uncancel(at: Position) -> list[str]:
    matches = _called_off_at_the_end(at.tournament)
    consequences = [_("The tournament is %(state)s again.") % {"state": State(_before_the_end(at.tournament)).label}]
    if matches:
        consequences.append(
            counted(
                ngettext(
                    "%(number)s match that ended with it can continue.",
                    "%(number)s matches that ended with it can continue.",
                    len(matches),
                ),
                len(matches),
            )
        )
        consequences.append(_("Bids that were sealed and not opened are void; their players bid again."))
    return consequences


def _uncancel(at: Position) -> None:
    tournament = at.tournament
    for match in _called_off_at_the_end(tournament):
        match_start.reinstate_match(match)
    tournament.state, tournament.finished_at = _before_the_end(tournament), None
    tournament.save(update_fields=["state", "finished_at"])


# --- the end ---


def _preview_reopen(at: Position) -> list[str]:
    consequences = [_("The tournament is running again; its standings are not final and there is no champion yet.")]
    if at.tournament.publish_lists:
        consequences.append(_("Deck lists that were public since the end are closed again."))
    return consequences


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


def _preview_check_in(at: Position) -> list[str]:
    there = at.tournament.entrants.filter(checked_in_at__isnull=False).count()
    sentence = ngettext(
        "%(number)s player marked as present stays so.", "%(number)s players marked as present stay so.", there
    )
    return [_("Players check themselves in again, until the start."), counted(sentence, there)]


def _open_check_in(at: Position) -> None:
    at.tournament.check_in_closes_at = None
    at.tournament.save(update_fields=["check_in_closes_at"])


def _checked_in_together(at: Position) -> QuerySet[Entrant]:
    """Whom staff checked in all at once, the last time that they did."""
    there = at.tournament.entrants.exclude(checked_in_at=None)
    moments = there.order_by().values("checked_in_at").annotate(together=Count("pk")).filter(together__gt=1)
    last = moments.order_by("-checked_in_at").values_list("checked_in_at", flat=True).first()
    return there.filter(checked_in_at=last)


def _preview_uncheck(at: Position) -> list[str]:
    number = _checked_in_together(at).count()
    sentence = ngettext(
        "%(number)s player who was checked in with the others is no longer checked in.",
        "%(number)s players who were checked in together are no longer checked in.",
        number,
    )
    return [counted(sentence, number)]


def _uncheck(at: Position) -> None:
    _checked_in_together(at).update(checked_in_at=None)


def _preview_unopen(at: Position) -> list[str]:
    if entered := at.tournament.entrants.count():
        sentence = ngettext(
            "%(number)s player has already entered; cancel it instead.",
            "%(number)s players have already entered; cancel it instead.",
            entered,
        )
        raise cannot(counted(sentence, entered))
    return [_("Until registration opens again, only staff see the tournament and its join code does not work.")]


def _unopen(at: Position) -> None:
    at.tournament.state, at.tournament.opened_at = State.DRAFT, None
    at.tournament.save(update_fields=["state", "opened_at"])


# --- the announcement ---


def _former_announcement(at: Position) -> str:
    """What was announced before the present words, as the trail has it."""
    earlier = states_of(at.tournament).exclude(announcement=at.tournament.announcement).first()
    return earlier.announcement if earlier else ""


def _preview_announcement(at: Position) -> list[str]:
    former = _former_announcement(at)
    now = (
        _("“%(announcement)s” is removed.") % {"announcement": at.tournament.announcement}
        if at.tournament.announcement
        else _("No announcement is shown now.")
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
DEEDS: dict[str, UndoableDeed] = {
    "cancel": UndoableDeed(
        gettext_lazy("Undo cancellation"),
        lambda at: at.tournament.state == State.CANCELLED,
        _preview_uncancel,
        _uncancel,
    ),
    "finish": UndoableDeed(
        gettext_lazy("Reopen tournament"), lambda at: at.tournament.state == State.FINISHED, _preview_reopen, _reopen
    ),
    "publish": UndoableDeed(
        gettext_lazy("Unpublish round"),
        lambda at: at.tournament.state == State.RUNNING and at.open is not None,
        preview_unpublish,
        undo_publishing,
    ),
    "close": UndoableDeed(
        gettext_lazy("Reopen last round"),
        lambda at: at.tournament.state == State.RUNNING and at.closed > 0,
        preview_open_round,
        open_round,
    ),
    "cut": UndoableDeed(gettext_lazy("Undo cut"), _cut_stands, preview_uncut, uncut),
    "start": UndoableDeed(
        gettext_lazy("Undo start"), lambda at: at.tournament.state == State.RUNNING, preview_unstart, unstart
    ),
    "check-in": UndoableDeed(gettext_lazy("Reopen check-in"), _check_in_is_over, _preview_check_in, _open_check_in),
    "check-in-all": UndoableDeed(
        gettext_lazy("Undo check-in for all"),
        lambda at: at.tournament.state == State.OPEN and _checked_in_together(at).exists(),
        _preview_uncheck,
        _uncheck,
    ),
    "open": UndoableDeed(
        gettext_lazy("Return to draft"),
        lambda at: at.tournament.state == State.OPEN,
        _preview_unopen,
        _unopen,
    ),
    "announcement": UndoableDeed(
        gettext_lazy("Restore previous announcement"),
        lambda at: bool(at.tournament.announcement or _former_announcement(at)),
        _preview_announcement,
        _former_words,
    ),
}
