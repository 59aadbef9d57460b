"""The marks that hold how the clocks of a match stand: read, made, and the one that a game's end makes."""

from bos_tournament.accounts.models import User
from bos_tournament.matches.clock_state import Clocks, Setting
from bos_tournament.matches.models import ClockMark, Game, Match
from bos_tournament.operations.db_clock import db_now

Deed = ClockMark.Deed


def setting_of(match: Match) -> Setting | None:
    """The clocks of a match; None where time is not counted."""
    if match.clock_minutes is None:
        return None
    return Setting(match.clock_minutes, match.clock_delay, match.clock_per_game)


def last(match: Match) -> ClockMark | None:
    return match.marks.select_related("by").order_by("-number").first()


def clocks_at(mark: ClockMark) -> Clocks:
    """How the clocks stood when the mark was made."""
    left = {int(seat): milliseconds for seat, milliseconds in mark.left.items()}
    return Clocks(mark.at, mark.turn, mark.runs, left, mark.delay, mark.out, mark.out_at)


def make(match: Match, game: Game, deed: Deed, clocks: Clocks, *, by: User | None, why: str = "") -> ClockMark:
    """Writes down what was done and how the clocks stand. The caller holds the match and saves it."""
    before = last(match)
    match.flag_seat, match.flag_at = clocks.runs_out, clocks.runs_out_at
    return ClockMark.objects.create(
        match=match,
        game=game,
        number=before.number + 1 if before else 1,
        deed=deed,
        by=by,
        at=clocks.at,
        turn=clocks.turn,
        runs=clocks.runs,
        left={str(seat): left for seat, left in clocks.left.items()},
        delay=clocks.delay,
        out=clocks.out,
        out_at=clocks.out_at,
        why=why,
    )


def stop(*matches: Match) -> None:
    """No clock runs but while a game is played (G-152). The caller holds the matches and saves them."""
    stopped = {match.pk: match for match in matches if match.clock_minutes is not None and not _plays(match)}
    if not stopped:
        return
    marks = ClockMark.objects.filter(match__in=stopped).order_by("match", "-number").distinct("match")
    for mark in marks.select_related("game"):
        match = stopped[mark.match_id]
        if mark.runs:
            make(match, mark.game, Deed.STOP, clocks_at(mark).seen(db_now()).stopped(), by=None)
        if match.clock_per_game and mark.game.outcome != Game.Outcome.OPEN:
            match.flag_seat = match.flag_at = None  # a time of its own ended with its game (G-149)


def _plays(match: Match) -> bool:
    return match.step == Match.Step.PLAYING and match.called_off_at is None
