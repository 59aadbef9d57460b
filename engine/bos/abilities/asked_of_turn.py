"""What the texts of a card ask of the running turn, and of attacks, so that it is kept in games with that card."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.bos.cardtext.tree_walk import parts
from engine.bos.model.combat_deeds import DONE, Cannot
from engine.bos.model.syntax import Costs, Grant, When
from engine.bos.model.terms import Filter, Happened, Occurred, TurnTotal

OVER: Final = "attack over"
"""That something depends on when an attack is over."""


def asked(said: object) -> Iterator[str]:
    """The names under which `turn_memory` keeps it, and `OVER`."""
    for part in parts(said):
        if getattr(part, "until", "") == "end of the attack" or (
            isinstance(part, Filter) and ("attacking" in part.looks or "blocking" in part.looks)
        ):
            yield OVER
        if isinstance(part, Filter | Happened | Occurred) and part.past:
            yield part.past
        elif (isinstance(part, Costs) and part.nth) or (isinstance(part, When) and part.nth and part.verb == "casts"):
            yield "was cast"
        elif isinstance(part, Cannot) and part.most and part.what in DONE:
            yield DONE[part.what]
        elif isinstance(part, TurnTotal):
            yield f"{part.verb} {part.resource or 'damage'}"
        elif isinstance(part, Grant):
            yield from asked(part.text)
