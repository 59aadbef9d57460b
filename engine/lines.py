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


class Change(NamedTuple):
    """One thing that a line changes."""

    what: str
    """What changes, in a word that the game defines, such as "life", "strength" or "falls"."""
    seat: int
    """On whose side it is, from 0."""
    at: str
    """What one would tap on a board for it, as in `NextLine.path`."""
    before: str | int
    """How it was; empty where that says nothing."""
    after: str | int
    """How it will be; empty where that says nothing."""
    told: Message
    """The change in a few words, with whom it is about."""


class Outlook(NamedTuple):
    """What would come of a line, if everybody else kept silent."""

    changes: tuple[Change, ...]
    """What changes, in a fixed order."""
    said: Message | None
    """The same in a few words for the button of the line; None where the line itself says as much."""
    effect: Message | None
    """The same without what the line costs, for what it aims at on a board."""
    may_be_answered: bool
    """Whether another seat may answer it, so that it may come otherwise."""
    asked: int | None
    """Who has to choose something before it is all over, from 0; None where nothing is left open."""
    winners: tuple[int, ...] | None
    """Who wins by it, from 0; nobody in a draw, and None where the game goes on."""
    odd: bool
    """Whether it changes nothing, or only what its writer would rather keep, so that it is hardly ever meant."""


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
