"""Lines of a record as values: those that may follow, who is asked for them, and what a line is beside others."""

from __future__ import annotations

from typing import NamedTuple

from engine.messages import Message


class Half(NamedTuple):
    """A line as far as one seat writes it, where another one chooses what it ends with."""

    seat: int
    """Who writes it, from 0."""
    written: str
    """The line up to there."""
    path: tuple[str, ...]
    """What to tap on a board up to there."""


class NextLine(NamedTuple):
    """A line that may follow."""

    written: str
    """The line as the notation has it."""
    path: tuple[str, ...]
    """What to tap on a board for it: places, players, cards of piles and abilities, as the game writes them."""
    seat: int
    """Who writes its end, from 0."""
    halves: tuple[Half, ...] = ()
    """Where several seats choose for it: the line each time as it was before the next one chose."""
    odd: bool = False
    """Whether it is aimed at whoever writes it, which is lawful and hardly ever meant."""

    @property
    def begun_by(self) -> int:
        """Who begins it, from 0. It need not be the one that is asked, whose silence may come before."""
        return self.halves[0].seat if self.halves else self.seat


class NextLines(NamedTuple):
    """The lines that may follow a position."""

    lines: tuple[NextLine, ...]
    """In the order in which the game finds them."""
    whole: bool
    """Whether these are all; of a line with very many ways to choose for it only some are among them."""


class Ask(NamedTuple):
    """What one seat may write before the next line."""

    seat: int
    """Who is asked, from 0."""
    prompt: Message
    """For what, in a sentence."""
    lines: NextLines
    """What that seat may begin now."""
    may_pass: bool
    """Whether that seat may leave it at that, so that the next one is asked, or the game goes on by itself."""


class LineKind(NamedTuple):
    """What a line is beside others that are about the same moment of a game."""

    quiet: bool = False
    """Whether it changes nothing on the table."""
    silent: bool = False
    """Whether it may be left out where it changes nothing."""
    totals: str = ""
    """Which totals it states, which are compared and not played: "pools" of players, "strengths" of cards alone,
    "unreadable" ones, or none."""
    response: str = ""
    """Whether it answers what silence can answer: "no", "other", or nothing."""
