"""What is left of the time of a round, or of one table that has more."""

from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(frozen=True)
class Remaining:
    """What is left of a round: the moment of its end while the time runs, or the seconds that are left while it is
    paused (below 0: it was up); `extra` are minutes of one table beyond its round, counted in already."""

    until: datetime | None
    left: int | None
    extra: int = 0

    @property
    def face(self) -> str:
        """A paused time as a clock shows it."""
        seconds = max(self.left or 0, 0)
        return f"{seconds // 60}:{seconds % 60:02}"

    def is_up(self, now: datetime) -> bool:
        return self.until <= now if self.until else (self.left or 0) <= 0

    def extended(self, minutes: int) -> "Remaining":
        """That of a table which has so many minutes more."""
        until = self.until and self.until + timedelta(minutes=minutes)
        return Remaining(until, None if self.left is None else self.left + minutes * 60, self.extra + minutes)
