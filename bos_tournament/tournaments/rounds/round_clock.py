"""The time of a round: started, paused, lengthened for all tables or for one. It ends nothing by itself.

A timer holds moments, not ticks: while it runs, when it ends; while it is paused, what is left. So it survives any
restart, and every screen computes the same.
"""

from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from bos_tournament.accounts.models import User
from bos_tournament.errors import Refused
from bos_tournament.matches.models import Match
from bos_tournament.messages import Words, words
from bos_tournament.operations.db_clock import db_now
from bos_tournament.tournaments.models import Pairing, Round, Timer, Tournament
from bos_tournament.tournaments.models.remaining_time import Extension
from bos_tournament.tournaments.planning.tournament_settings import MOST_ROUND_MINUTES
from bos_tournament.tournaments.structure.locking import bump_version, lock_tournament

MOST_EXTENSION = 120  # minutes


@transaction.atomic
def start_round_clock(round_: Round, *, minutes: int | None = None) -> Timer:
    """Starts the time of a published round, with the tournament's minutes unless told. Twice is once.

    Raises Refused: `round_closed`, `not_published`, `minutes_missing`, `minutes_wrong`.
    """
    tournament, round_ = _held(round_)
    if timer := _timer(round_):
        return timer
    minutes = tournament.round_minutes if minutes is None else minutes
    if minutes is None:
        raise Refused(_("Set how many minutes the round has."), code="minutes_missing")
    seconds = _minutes(minutes, most=MOST_ROUND_MINUTES) * 60
    timer = Timer.objects.create(round=round_, seconds=seconds, ends_at=db_now() + timedelta(seconds=seconds))
    _show(tournament, round_)
    return timer


@transaction.atomic
def pause_round_clock(round_: Round) -> Timer:
    """Stops the time of all tables. Twice is once. Raises Refused: `round_closed`, `not_published`, `no_timer`."""
    tournament, round_ = _held(round_)
    timer = _started(round_)
    if timer.ends_at is not None:
        timer.left, timer.ends_at = round((timer.ends_at - db_now()).total_seconds()), None
        _keep(timer, tournament)
    return timer


@transaction.atomic
def resume_round_clock(round_: Round) -> Timer:
    """Lets a paused time run again. Twice is once. Raises Refused: `round_closed`, `not_published`, `no_timer`."""
    tournament, round_ = _held(round_)
    timer = _started(round_)
    if timer.left is not None:
        timer.ends_at, timer.left = db_now() + timedelta(seconds=timer.left), None
        _keep(timer, tournament)
    return timer


@transaction.atomic
def lengthen_round_clock(round_: Round, *, minutes: int) -> Timer:
    """Gives all tables more minutes, or fewer below 0, but never less than nothing.

    Raises Refused: `round_closed`, `not_published`, `no_timer`, `minutes_wrong`.
    """
    tournament, round_ = _held(round_)
    timer = _started(round_)
    if not minutes or abs(minutes) > MOST_EXTENSION:
        raise Refused(
            _("Enter 1 to %(most)s minutes, or a negative number to take time away.") % {"most": MOST_EXTENSION},
            code="minutes_wrong",
        )
    if timer.seconds + minutes * 60 < 0:
        raise Refused(_("That would leave the round no time."), code="minutes_wrong")
    timer.seconds += minutes * 60
    if timer.ends_at is not None:
        timer.ends_at += timedelta(minutes=minutes)
    else:
        timer.left = (timer.left or 0) + minutes * 60
    _keep(timer, tournament)
    return timer


@transaction.atomic
def extend(pairing: Pairing, *, minutes: int, why: Words, by: User) -> Extension:
    """Gives one table more minutes, also before the time is started; everybody reads why.

    Raises Refused: `round_closed`, `not_published`, `no_match`, `minutes_wrong`, `reason_missing`.
    """
    tournament, round_ = _held(pairing.round)
    if pairing.match_id is None:
        raise Refused(_("This pairing is not played."), code="no_match")
    if isinstance(why, str) and not (why := " ".join(why.split())[:200]):
        raise Refused(_("Give a reason; it is public."), code="reason_missing")
    minutes = _minutes(minutes, most=MOST_EXTENSION)
    extension = pairing.extensions.create(minutes=minutes, **words("why", why), by=by, made_at=db_now())
    _show(tournament, round_, match=pairing.match_id)
    return extension


@transaction.atomic
def withdraw_extension(extension: Extension) -> Extension:
    """Takes minutes back that were given by mistake. Twice is once. Raises Refused: `round_closed`."""
    tournament, round_ = _held(extension.pairing.round)
    extension = Extension.objects.select_related("pairing").get(pk=extension.pk)
    if extension.withdrawn_at is None:
        extension.withdrawn_at = db_now()
        extension.save(update_fields=["withdrawn_at"])
        _show(tournament, round_, match=extension.pairing.match_id)
    return extension


def _held(round_: Round) -> tuple[Tournament, Round]:
    tournament = lock_tournament(round_.stage.tournament)
    fresh = Round.objects.get(pk=round_.pk)
    if fresh.closed_at:
        raise Refused(_("This round is closed; its time is over."), code="round_closed")
    if fresh.state != Round.State.PUBLISHED:
        raise Refused(_("Publish the round first; then you can start its timer."), code="not_published")
    return tournament, fresh


def _timer(round_: Round) -> Timer | None:
    return Timer.objects.filter(round=round_).first()


def _started(round_: Round) -> Timer:
    timer = _timer(round_)
    if timer is None:
        raise Refused(_("The timer of this round has not been started."), code="no_timer")
    return timer


def _minutes(minutes: int, *, most: int) -> int:
    if not 1 <= minutes <= most:
        raise Refused(_("Enter 1 to %(most)s minutes.") % {"most": most}, code="minutes_wrong")
    return minutes


def _keep(timer: Timer, tournament: Tournament) -> None:
    timer.save()
    _show(tournament, timer.round)


def _show(tournament: Tournament, round_: Round, *, match: UUID | None = None) -> None:
    """Open pages of the tournament and of the matches that are on learn that there is something new."""
    playing = Match.objects.filter(pairing__round=round_, finished_at=None)
    (playing if match is None else playing.filter(pk=match)).update(version=F("version") + 1)
    bump_version(tournament)
