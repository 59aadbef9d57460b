"""Newt plays by chance, but not blindly: a beginner's bot."""

from __future__ import annotations

from typing import Final

from engine.bots.look import Look, Written
from engine.contract import WON

SLIP: Final = 1.0
"""By so much a line may be worse than the best one, or than nothing, before it counts as hurting oneself."""
KEEN: Final = 6
"""So many times as likely as ending its turn, or keeping silent, Newt does something else."""


def newt(look: Look) -> list[Written]:
    """A win at once if there is one; otherwise by chance, mostly something that is done, and nothing that only hurts
    itself while there is anything else."""
    before = look.worth(look.run)
    gains: dict[Written, float] = {None: 0.0} if look.may_be_silent else {}
    for body in look.own:
        after = look.tried(look.run, body)
        if after is not None:
            gains[body] = look.worth(after) - before
    best = max(gains.values(), default=0.0)
    if best + before >= WON:
        return [body for body, gain in gains.items() if gain == best]
    least = min(best, 0.0) - SLIP
    return sorted(gains, key=lambda body: (gains[body] < least, -_eagerness(look, body)))


def _eagerness(look: Look, body: Written) -> float:
    """A number from 0 to 1 by chance, mostly greater for what is done than for what is left."""
    is_idle = body is None or body == look.game.ENDS
    drawn = look.chance(body)
    return drawn if is_idle else drawn ** (1 / KEEN)
