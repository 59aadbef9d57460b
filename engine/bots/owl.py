"""Owl thinks about the answer: it searches its own turn as Magpie does, and plays on from the best ends of it.

What the other seat may summon is not known; the game guesses something plain in its place (`guessed`). A turn that is
played on takes what looks best line by line, and the positions after each of these turns count alike: after a turn of
one seat only, whoever had it looks better than they are.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.bots.look import Look, Written, lines_of
from engine.bots.turn_search import Way, ends_of_turn
from engine.contract import WON
from engine.replay_state import Replay, ReplayStep

BEAM: Final = 6
"""So many positions of its own turn are gone on from, each time that a line is added."""
OWN_SHARE: Final = 0.35
"""At most so much of what may be tried goes to the search of its own turn."""
ENDS: Final = 6
"""From so many ends of it at most the game is played on."""
TURNS: Final = 3
"""So many turns are played on: the answer, its own next turn and the answer to that."""
AT_ONCE: Final = 0.2
"""What the position at the end of its own turn counts beside each of those after it."""
SOONER: Final = 1.0
"""A win, or a defeat that is put off, is worth so much more for each turn."""
MOOD: Final = 0.1
"""Up to so much is added by chance to what an end is worth, so that games differ."""


def owl(look: Look) -> list[Written]:
    """What begins the way to the end of its turn from which the game goes on best; then what begins the others."""
    look.run, look.estimate = _guessed(look), look.game.prospect
    ends = _different(look, _own_ends(look))
    if ends and ends[0].worth >= WON:
        return [ends[0].first]
    best, others = ends[:ENDS], ends[ENDS:]
    if len({end.first for end in best}) > 1:
        best = [
            end._replace(worth=_played_on(look, end.run, look.left // (len(best) - number)))
            for number, end in enumerate(best)
        ]
    ranked = [*_by_worth(look, best), *_by_worth(look, others)]
    return list(dict.fromkeys(ranked))


def _guessed(look: Look) -> Replay:
    last = look.run.steps[-1]
    step = ReplayStep(last.line, look.game.guessed(last.own_state, look.seat), last.events)
    return Replay(look.game, [*look.run.steps[:-1], step], duties=look.run.duties)


def _own_ends(look: Look) -> list[Way]:
    """What the seat may bring about in its turn, for its share of what may be tried."""
    share = int(look.left * OWN_SHARE)
    rest, look.left = look.left - share, share
    ends = ends_of_turn(look, beam=BEAM)
    look.left = max(look.left, 0) + rest
    return ends


def _different(look: Look, ends: Iterable[Way]) -> list[Way]:
    """The ends, the best first, one to each position."""
    kept: dict[str, Way] = {}
    for end in sorted(ends, key=lambda end: -end.worth):
        kept.setdefault(look.game.state_id(end.run.own_state), end)
    return list(kept.values())


def _by_worth(look: Look, ends: Iterable[Way]) -> list[Written]:
    return [end.first for end in sorted(ends, key=lambda end: -end.worth - MOOD * look.chance(end.first))]


def _played_on(look: Look, run: Replay, share: int) -> float:
    """What the positions are worth on average that come of a position, if so many lines may be tried."""
    worths, counts = AT_ONCE * look.worth(run), AT_ONCE
    until = look.left - share
    for turn in range(TURNS):
        after = _after_turn(look, run, look.left - until)
        if after is None:
            break
        run, worth = after, look.worth(after)
        if abs(worth) >= WON:
            return worth - SOONER * turn if worth > 0 else worth + SOONER * turn
        worths, counts = worths + worth, counts + 1
    return worths / counts


def _after_turn(look: Look, run: Replay, share: int) -> Replay | None:
    """The position after the turn of the seat that is asked, or after what it answers in another's; None where the game
    is over or no line may be tried any more."""
    asked = look.game.asked_seat(run.own_state)
    if asked is None or share <= 0:
        return None
    theirs = Look(look.game, asked, run, lines_of(look.game, run, asked)[0], False, share, look.luck, look.estimate)
    ends = ends_of_turn(theirs, beam=1)
    look.left -= share - max(theirs.left, 0)
    return max(ends, key=lambda end: end.worth).run if ends else None
