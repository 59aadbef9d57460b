"""How the clocks of a match stand, as values: whose turn it is, what each player has left, what of it is free.

Time is in milliseconds. A turn begins with a delay that costs nothing, anew each time; what is not used of it is lost
(G-150). A pause stops time and delay and starts no other clock (G-151).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

SECOND = 1_000
TICK = timedelta(milliseconds=1)


@dataclass(frozen=True)
class Setting:
    """The minutes of each player, for the match or for each game (G-149), and the seconds of a turn's delay."""

    minutes: int
    """Thinking time of each player."""
    delay: int
    """Seconds at the start of each turn that cost nothing."""
    per_game: bool
    """Whether the time is for each game, not for the whole match."""

    @property
    def whole(self) -> int:
        """A player's time, in milliseconds."""
        return self.minutes * 60 * SECOND

    @property
    def free(self) -> int:
        """The delay of a turn, in milliseconds."""
        return self.delay * SECOND


@dataclass(frozen=True)
class Clocks:
    """The clocks at a moment. `out` is the seat whose time ran out first, which ends nothing by itself."""

    at: datetime
    """The moment they stand like this."""
    turn: int
    """The number of the seat whose turn it is."""
    runs: bool
    """Whether time passes; False while paused."""
    left: Mapping[int, int]
    """Milliseconds left, by the number of the seat."""
    delay: int
    """Milliseconds of this turn's delay that are left."""
    out: int | None = None
    out_at: datetime | None = None
    """When that time ran out; None while both have some."""

    @property
    def runs_out_at(self) -> datetime | None:
        """When somebody's time ran out, or will if nobody touches the clocks."""
        if self.out_at or not self.runs:
            return self.out_at
        return self.at + (self.delay + self.left[self.turn]) * TICK

    @property
    def runs_out(self) -> int | None:
        """Whose time that is."""
        return self.out or (self.turn if self.runs else None)

    def seen(self, now: datetime) -> "Clocks":
        """The same clocks later on."""
        if not self.runs or now <= self.at:
            return replace(self, at=max(now, self.at))
        passed = (now - self.at) // TICK
        left = self.left[self.turn] - max(passed - self.delay, 0)
        flag = self.out is None and left <= 0
        return replace(
            self,
            at=now,
            left={**self.left, self.turn: max(left, 0)},
            delay=max(self.delay - passed, 0),
            out=self.turn if flag else self.out,
            out_at=self.runs_out_at if flag else self.out_at,
        )

    def passed_on(self, setting: Setting) -> "Clocks":
        """The turn has ended: the next seat's begins, with its whole delay."""
        following = next(seat for seat in sorted(self.left) if seat != self.turn)
        return replace(self, turn=following, delay=setting.free)

    def stopped(self) -> "Clocks":
        return replace(self, runs=False)

    def going(self) -> "Clocks":
        return replace(self, runs=True)


def begun(now: datetime, *, first: int, setting: Setting, before: Clocks | None, seats: tuple[int, ...]) -> Clocks:
    """The clocks as the first turn of a game begins; `before` are those of the game before it, if any."""
    if before is None or setting.per_game:
        return Clocks(now, first, runs=True, left=dict.fromkeys(seats, setting.whole), delay=setting.free)
    return replace(before, at=now, turn=first, runs=True, delay=setting.free)


def face(milliseconds: int) -> str:
    """As a clock shows it: whole seconds that are not used up yet."""
    seconds = -(-max(milliseconds, 0) // SECOND)
    return f"{seconds // 60}:{seconds % 60:02}"
