"""Magpie takes what looks best: it searches its own turn, and values what stands at the end of it."""

from __future__ import annotations

from typing import Final

from engine.bots.look import Look, Written
from engine.bots.turn_search import ends_of_turn

BEAM: Final = 6
"""So many positions are gone on from, each time that a line is added."""
MOOD: Final = 0.3
"""Up to so much is added by chance to what an end is worth, so that games differ."""


def magpie(look: Look) -> list[Written]:
    """What begins the way to the best end of its turn that is found, or the best answer in the turn of another seat."""
    worths: dict[Written, float] = {}
    for way in ends_of_turn(look, beam=BEAM):
        worths[way.first] = max(way.worth, worths.get(way.first, way.worth))
    return sorted(worths, key=lambda body: -worths[body] - MOOD * look.chance(body))
