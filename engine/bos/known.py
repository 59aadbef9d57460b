"""What follows from the set-up of a game alone, kept with it so that it is worked out once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True, eq=False, weakref_slot=True)
class Known:
    """What follows from a setup alone, each worked out at its first use by the module named like it.

    All but `copies` and `spans` hangs on what the cards say, and is dropped when a card comes to say something else.
    """

    copies: dict[tuple[int, str], tuple[int, ...]] | None = None
    spans: tuple[slice, ...] | None = None
    standing: Any = None
    listeners: Any = None
    restless: frozenset[int] | None = None
    lenders: frozenset[int] | None = None
    marks: Mapping[str, int] | None = None
    steps: Mapping[str, tuple[int, ...]] | None = None
    unread: bool | None = None
    silence: dict[bytes, bytes] = field(default_factory=dict)

    def drop(self) -> None:
        """Forget whatever hangs on texts."""
        self.standing = self.restless = self.lenders = self.listeners = self.marks = self.steps = self.unread = None
        self.silence = {}
