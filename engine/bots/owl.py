"""Owl thinks about the answer: it searches its own turn as Magpie does, and then the turn of whoever comes next."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.bots.look import Look, Written, lines_of
from engine.bots.turn_search import Way, ends_of_turn
from engine.contract import WON
from engine.replay_state import Replay

BEAM: Final = 8
"""So many positions of its own turn are gone on from, each time that a line is added."""
REPLY_BEAM: Final = 2
"""So many of the turn that answers."""
OWN_SHARE: Final = 0.4
"""At most so much of what it may try goes to its own turn."""
ENDS: Final = 24
"""So many ends of its own turn at most are answered."""
MOOD: Final = 0.1
"""Up to so much is added by chance to what an end is worth, so that games differ."""


def owl(look: Look) -> list[Written]:
    """What begins the way to the end of its turn that is worth most after the best answer to it which is found; ends
    that were not answered come after those that were."""
    most = look.left
    look.left = int(most * OWN_SHARE)
    ends = _different(look, ends_of_turn(look, beam=BEAM))
    look.left = max(look.left, 0) + most - int(most * OWN_SHARE)
    answered: dict[Written, float] = {}
    others: dict[Written, float] = {}
    for number, end in enumerate(ends):
        if number >= ENDS or look.left <= 0 or end.worth >= WON:
            _note(answered if end.worth >= WON else others, end.first, end.worth)
            continue
        share = max(look.left // (min(len(ends), ENDS) - number), 60)
        _note(answered, end.first, look.worth(_after_reply(look, end.run, share)))
    return [*_by_worth(look, answered), *(body for body in _by_worth(look, others) if body not in answered)]


def _note(worths: dict[Written, float], body: Written, worth: float) -> None:
    worths[body] = max(worth, worths.get(body, worth))


def _by_worth(look: Look, worths: dict[Written, float]) -> list[Written]:
    return sorted(worths, key=lambda body: -worths[body] - MOOD * look.chance(body))


def _different(look: Look, ends: list[Way]) -> list[Way]:
    """The ends, the best first, one to each position."""
    kept: dict[str, Way] = {}
    for end in sorted(ends, key=lambda end: -end.worth):
        kept.setdefault(look.game.state_id(end.run.own_state), end)
    return list(kept.values())


def _after_reply(look: Look, run: Replay, share: int) -> Replay:
    """The game after the best turn of whoever writes next, as far as the seat may know it and `share` reaches."""
    others = lines_of(look.game, run, look.seat)[1]
    if not others:
        return run
    mover = others[0].begun_by
    most = min(share, look.left)
    theirs = replace(look, seat=mover, run=run, own=lines_of(look.game, run, mover)[0], may_be_silent=False, left=most)
    ends = ends_of_turn(theirs, beam=REPLY_BEAM)
    look.left -= most - max(theirs.left, 0)
    return max(ends, key=lambda end: end.worth).run if ends else run
