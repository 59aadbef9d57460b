"""The clock of a match: its time and delay, and what earlier games leave of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from engine.log import Log

Scope = Literal["match", "game"]
_SPEC = re.compile(r"([0-9]{1,3}):([0-5][0-9])\s+([0-9]{1,4})(?:\s+(match|game))?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ClockSpec:
    """Time of a player (`main`) and `delay` of a turn, in seconds; `scope`: for the match, or each game (13.1.4)."""

    main: int = 900
    delay: int = 30
    scope: Scope = "match"

    def __post_init__(self) -> None:
        if self.main < 1 or self.delay < 0:
            raise ValueError("A clock has at least one second, and its delay is not negative.")


@dataclass(frozen=True, slots=True)
class ClockCarryOver:
    """What the games before this one leave to it: their clock (`spec`), for a record that names none, the seconds per
    seat that are `used` for certain, and whether these are the `whole` of what was used (13.1.4). A clock that is
    `settled` counts whatever a record names."""

    spec: ClockSpec = ClockSpec()
    used: tuple[int, ...] = (0, 0)
    whole: bool = True
    settled: bool = False

    def spec_for(self, log: Log) -> ClockSpec:
        """The clock that counts for a record."""
        return self.spec if self.settled else spec_of(log, self.spec)


def read_spec(text: str, scope: Scope = "match") -> ClockSpec | None:
    """The clock of a `[Clock 15:00 30]` or `[Clock 15:00 30 game]`; `scope` counts where none is written."""
    match = _SPEC.fullmatch(text)
    if not match:
        return None
    main = int(match.group(1)) * 60 + int(match.group(2))
    written_scope = (match.group(4) or scope).casefold()
    return ClockSpec(main, int(match.group(3)), "game" if written_scope == "game" else "match") if main else None


def spec_of(log: Log, default: ClockSpec) -> ClockSpec:
    """The clock that the record's header names, else the default."""
    return read_spec(log.header("Clock") or "", default.scope) or default
