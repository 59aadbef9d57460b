"""What follows from the set-up of a game alone, kept with it so that it is worked out once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final


@dataclass(slots=True, eq=False)
class Texts:
    """What cards say, as a number that grows when one of them comes to say something else."""

    version: int = 0
    """How often one did."""


TEXTS: Final = Texts()


@dataclass(slots=True, eq=False)
class Known:
    """What follows from a setup alone, each worked out at its first use by the module named like it.

    All but `copies` and `spans` hangs on what the cards say, and is read by way of `fresh`.
    """

    copies: dict[tuple[int, str], tuple[int, ...]] | None = None
    """The ids of the cards of a seat with one identity, by seat and identity."""
    spans: tuple[slice, ...] | None = None
    """Where the cards that a seat owns stand among all copies, by seat."""
    standing: Any = None
    """What cards say that works without being used: a `standing_texts.Standing`."""
    listeners: Any = None
    """Who listens to each kind of event: a mapping of `triggers.Listeners`."""
    replaced: frozenset[str] | None = None
    """The verbs of all events that some text replaces."""
    castable: Any = None
    """The spells that are cast as something else happens instead: a `replaceable.Castable`."""
    restless: frozenset[int] | None = None
    """The ids of cards that lend strength by more than who is on the table."""
    lenders: frozenset[int] | None = None
    """The ids of cards that lend strength at all."""
    marks: dict[str, int] | None = None
    """What may follow from each kind of event, as bits that `trigger_queue` names."""
    memory: Any = None
    """What each kind of event leaves behind for the turn: a mapping of `turn_memory.Noted`."""
    steps: dict[str, tuple[int, ...]] | None = None
    """For each routine, by the number of each of its steps, the next step that has anything to do."""
    unread: bool | None = None
    """Whether a card of the game says something that nobody can read."""
    silence: dict[bytes, bytes] = field(default_factory=dict)
    """The position to which silence leads, by the position it begins in, both in canonical form; empty if to
    several."""

    version: int = 0
    """That of the texts from which all this follows."""

    def fresh(self) -> Known:
        """This, without what followed from texts that cards have no longer."""
        if self.version != TEXTS.version:
            self._drop()
            self.version = TEXTS.version
        return self

    def _drop(self) -> None:
        self.standing = self.restless = self.lenders = self.listeners = self.marks = self.steps = self.unread = None
        self.memory = self.replaced = self.castable = None
        self.silence = {}
