"""The players' clocks: begun, passed on with each turn, paused, set by staff. Nothing is lost by a clock alone.

Every deed names the last mark that was seen (`after`). A tap that comes twice, from two phones at once, or again after
its answer was lost finds the mark it has made already, and is answered alike. One that comes so late that another game
has begun or staff have set the clocks says nothing about them any more.
"""

from collections.abc import Mapping
from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext as _

from bos_tournament.accounts.models import User
from bos_tournament.errors import Refused
from bos_tournament.matches import match_steps
from bos_tournament.matches.clock_marks import clocks_at, last, make, setting_of
from bos_tournament.matches.clock_state import SECOND, Clocks, Setting, begun
from bos_tournament.matches.models import ClockMark, Game, Match, Seat
from bos_tournament.operations.db_clock import db_now

Deed = ClockMark.Deed
MOST_LEFT = 6 * 60 * 60  # seconds that staff may set


@transaction.atomic
def start_clocks(seat: Seat, *, after: int) -> ClockMark:
    """The first turn of the game begins, and with it the time of whoever goes first.

    Raises Refused: `no_clocks`, `not_now`, `clocks_begun`, `clocks_of_board`.
    """
    match, game, setting = _held(seat.match)
    _refuse_player(match, seat.user)
    if mark := match.marks.filter(number__gt=after, deed=Deed.START).first():
        return mark
    before = last(match)
    if before and before.game_id == game.pk:
        raise Refused(_("The clocks of this game have already started. Check again."), code="clocks_begun")
    if game.first is None:
        raise Refused(_("Decide who goes first before starting the clocks."), code="not_now")
    seats = tuple(match.seats.values_list("number", flat=True))
    earlier = clocks_at(before) if before else None
    clocks = begun(db_now(), first=game.first.number, setting=setting, before=earlier, seats=seats)
    return _keep(match, make(match, game, Deed.START, clocks, by=seat.user))


@transaction.atomic
def end_turn(seat: Seat, *, of: int, after: int) -> ClockMark:
    """The turn of seat `of` has ended, as either player says: whoever claims it of the other starts their own time.

    Raises Refused: `no_clocks`, `not_now`, `clocks_not_begun`, `clocks_paused`, `clock_moved`,
    `clocks_of_board`.
    """
    match, game, setting = _held(seat.match)
    _refuse_player(match, seat.user)
    mark = match.marks.filter(number__gt=after, deed=Deed.TURN).exclude(turn=of).first()
    if mark:
        return mark
    clocks = _begun(match, game)
    if not clocks.runs:
        raise Refused(_("The clocks are paused. Resume them first."), code="clocks_paused")
    if clocks.turn != of or _done_since(match, after, Deed.START, Deed.SET):
        raise Refused(_("The turn has already passed. Check again."), code="clock_moved")
    passed = clocks.seen(db_now()).passed_on(setting)
    return _keep(match, make(match, game, Deed.TURN, passed, by=seat.user))


@transaction.atomic
def pause_clocks(match: Match, *, by: User, after: int, why: str = "") -> ClockMark:
    """Stops time and delay; the other player's clock does not run (G-151).

    Raises Refused: `no_clocks`, `not_now`, `clocks_not_begun`, `clocks_of_board`.
    """
    match, game, _setting = _held(match)
    _refuse_player(match, by)
    if mark := _made(match, after, Deed.PAUSE, by):
        return mark
    clocks = _begun(match, game)
    if not clocks.runs:
        return _last(match)
    paused = clocks.seen(db_now()).stopped()
    return _keep(match, make(match, game, Deed.PAUSE, paused, by=by, why=" ".join(why.split())[:200]))


@transaction.atomic
def resume_clocks(match: Match, *, by: User, after: int) -> ClockMark:
    """Ends the pause that was seen.

    Raises Refused: `no_clocks`, `not_now`, `clocks_not_begun`, `clock_moved`, `clocks_of_board`.
    """
    match, game, _setting = _held(match)
    _refuse_player(match, by)
    if mark := _made(match, after, Deed.GO_ON, by):
        return mark
    clocks = _begun(match, game)
    if clocks.runs:
        return _last(match)
    if _done_since(match, after, Deed.PAUSE, Deed.SET, Deed.STOP):
        raise Refused(_("The clocks were stopped again. Check them."), code="clock_moved")
    return _keep(match, make(match, game, Deed.GO_ON, clocks.seen(db_now()).going(), by=by))


@transaction.atomic
def set_clocks(match: Match, *, by: User, left: Mapping[int, int], turn: int, why: str) -> ClockMark:
    """Staff set what each seat has left, in seconds, and whose turn it is; the clocks are paused then.

    A time that ran out counts no more once that seat has some again. Raises Refused: `no_clocks`, `not_now`,
    `clocks_not_begun`, `clocks_wrong`, `reason_missing`.
    """
    why = match_steps.reason_given(why)[:200]
    match, game, setting = _held(match)
    clocks = _begun(match, game).seen(db_now()).stopped()
    if (
        set(left) != set(clocks.left)
        or turn not in left
        or not all(0 <= seconds <= MOST_LEFT for seconds in left.values())
    ):
        raise Refused(_("Give each player between 0:00 and 360:00, and choose whose turn it is."), code="clocks_wrong")
    changed = replace(clocks, left={seat: seconds * SECOND for seat, seconds in left.items()}, turn=turn)
    if turn != clocks.turn:
        changed = replace(changed, delay=setting.free)
    if changed.out and changed.left[changed.out]:
        changed = replace(changed, out=None, out_at=None)
    return _keep(match, make(match, game, Deed.SET, changed, by=by, why=why))


def _held(match: Match) -> tuple[Match, Game, Setting]:
    """The held match, its open game and its clocks. Refuses unless a game is being played with clocks."""
    held = match_steps.lock(match)
    setting = setting_of(held)
    if setting is None:
        raise Refused(_("This match has no chess clocks."), code="no_clocks")
    if held.step != Match.Step.PLAYING:
        refusal = _("The clocks run only while a game is played: %(instead)s")
        instead = {"instead": match_steps.TO_DO[Match.Step(held.step)]}
        raise Refused(refusal % instead, code="not_now", step=held.step)
    return held, match_steps.open_game(held), setting


def _refuse_player(match: Match, by: User) -> None:
    """Online, the board passes the clocks on, and nobody but staff stops them (`clocks_of_board`)."""
    if match.plays_online and match.seats.filter(user=by).exists():
        raise Refused(
            _("In an online game, the board runs the clocks. Ask the desk to pause them."), code="clocks_of_board"
        )


def _made(match: Match, after: int, deed: Deed, by: User) -> ClockMark | None:
    """The mark that this tap has made already."""
    return match.marks.filter(number__gt=after, deed=deed, by=by).first()


def _done_since(match: Match, after: int, *deeds: Deed) -> bool:
    return match.marks.filter(number__gt=after, deed__in=deeds).exists()


def _begun(match: Match, game: Game) -> Clocks:
    mark = last(match)
    if mark is None or mark.game_id != game.pk:
        raise Refused(_("The clocks of this game have not started yet."), code="clocks_not_begun")
    return clocks_at(mark)


def _last(match: Match) -> ClockMark:
    return match.marks.order_by("-number")[0]


def _keep(match: Match, mark: ClockMark) -> ClockMark:
    match_steps.save(match)
    return mark
