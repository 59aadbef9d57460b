"""What comes of a score sheet line by line: the positions, where they end, and what is noted on the way."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from engine.choice import Event
from engine.contract import Game, OwnState, State, Stop
from engine.log import Line
from engine.messages import Message, Note


class ReplayStep:
    """What one line did: the number of the `line`, the `state` after it, and the `events`."""

    __slots__ = ("events", "line", "state")

    def __init__(self, line: int, state: State, events: tuple[Event, ...]) -> None:
        self.line: Final = line
        self.state: Final = state
        self.events: Final = events

    @property
    def own_state(self) -> OwnState:
        """The same position, for the game that made it."""
        return self.state


@dataclass(slots=True)
class Replay:
    """What a record of a `game` plays out to, up to a `stop` if there is one, with `notes` for the reader. `steps`
    begins with the set-up as line 0; `wrong` holds lines of totals that disagree, and `doubted` the table that each of
    them disagrees with; `agreed` is the last line whose totals were right, `played` how many lines were accepted,
    `duties` how many steps there were, and at which place, when a duty was written down; `rest` is how many steps at
    the end happened by themselves, after the last line."""

    game: Game
    steps: list[ReplayStep]
    stop: Stop | None = None
    wrong: list[Stop] = field(default_factory=list)
    doubted: list[State] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    agreed: int = 0
    played: int = 0
    duties: list[tuple[int, int]] = field(default_factory=list)
    rest: int = 0

    @property
    def state(self) -> State:
        """The position after the last line that was accepted."""
        return self.steps[-1].state

    @property
    def own_state(self) -> OwnState:
        """The same position, for the game that made it."""
        return self.steps[-1].own_state

    @property
    def upto(self) -> int:
        """The number of the last line that was accepted."""
        return self.steps[-1].line


def stop_at(line: Line, finding: str, rule: str | None, message: Message, column: int = 0, ruling: str = "") -> Stop:
    """A stop at a line; `column` counts from the beginning of what the line says."""
    return Stop(finding, line.number, rule, message, line.column + column, line.body, ruling)
