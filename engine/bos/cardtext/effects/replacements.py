"""What a replacement asks of its player before it takes the place of an event, and whether a spell can be one."""

from __future__ import annotations

from engine.bos.cardtext.tree_walk import parts
from engine.bos.model.syntax import Text
from engine.bos.model.terms import Choose, OneOf, This, X


def asks_first(text: Text) -> bool:
    """Whether somebody is asked before something else happens instead: for a price, a way or a choice."""
    if text.cost or text.modes or any(step.may for step in text.steps):
        return True
    return any(isinstance(part, Choose | OneOf | X) for part in parts(text.steps))


def is_cast_instead(text: Text) -> bool:
    """Whether a spell with that ability is cast as something else happens instead: its own going is no such event."""
    return text.instead is not None and not isinstance(text.instead.who, This)
