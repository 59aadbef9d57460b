"""Cards that come to the battlefield, each as a new card (2.1.8)."""

from __future__ import annotations

from typing import Final

from engine.bos.model.state import Draft, Frame

GONE: Final = -9
"""In an attack: a card that left the battlefield and came back as another one, which does not fight (G-66, G-88)."""
_FIGHTERS: Final = (0, 1, 3)
"""Which values of an attack are numbers of cards: attacker, target and blocker."""


def come(draft: Draft, number: int, place: int) -> None:
    """A card comes to a place from outside the battlefield: whatever it fought in before, it does so no more, and it
    has yet to become ready in this turn (4.1.1)."""
    draft.move(number, place)
    if number in draft.readied:
        draft.readied = tuple([one for one in draft.readied if one != number])
    for index, frame in enumerate(draft.frames):
        if frame.routine == "attack" and number in frame.values:
            draft.frames[index] = _without(frame, number)


def _without(frame: Frame, number: int) -> Frame:
    values = [GONE if value == number and which in _FIGHTERS else value for which, value in enumerate(frame.values)]
    return frame._replace(values=tuple(values))
