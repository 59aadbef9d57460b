"""What a seat may bring about in its turn: a beam of positions, longer by one line each time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from engine.bots.look import Look, Written, lines_of
from engine.contract import WON
from engine.replay_state import Replay

DEEPEST: Final = 14
"""So many lines ahead it looks."""
REPLIES: Final = 4
"""So many answers of others in a row are looked at."""


class Way(NamedTuple):
    """Lines that may be written one after the other."""

    first: Written
    """The first of them; None for silence."""
    run: Replay
    """The game after them."""
    worth: float
    """What that is worth."""


def ends_of_turn(look: Look, *, beam: int) -> list[Way]:
    """Ways to ends of the seat's turn, or of its answer in the turn of another seat. Each time that a line is added,
    `beam` positions are gone on from; where the search ends before the turn does, those are ends too."""
    ends = [Way(None, look.run, look.worth(look.run))] if look.may_be_silent else []
    ways = _longer(look, [Way(None, look.run, 0.0)], ends)
    for _ in range(DEEPEST):
        ways = _best(look, ways, beam)
        if not ways or look.left <= 0 or any(end.worth >= WON for end in ends):
            break
        ways = _longer(look, ways, ends)
    return [*ends, *ways]


def _longer(look: Look, ways: Iterable[Way], ends: list[Way]) -> list[Way]:
    """These ways with one line more, and what others answer; those that have come to their end are added to `ends`."""
    found: list[Way] = []
    for way in ways:
        bodies = look.own if way.run is look.run else lines_of(look.game, way.run, look.seat)[0]
        for body in bodies:
            after = look.tried(way.run, body)
            if after is None:
                continue
            is_over = body == look.game.ENDS
            if not is_over:
                after, is_over = _answered(look, after)
            longer = Way(way.first or body, after, look.worth(after))
            (ends if is_over else found).append(longer)
    return found


def _answered(look: Look, run: Replay) -> tuple[Replay, bool]:
    """The game after what others answer, each time what is worst for the seat, silence too; and whether the seat has
    nothing more to write then."""
    for _ in range(REPLIES):
        asked = look.game.asked_seat(run.own_state)
        if asked is None or asked == look.seat:
            return run, asked is None
        replies, others = lines_of(look.game, run, asked)
        if look.game.ENDS in replies or not replies:
            return run, True
        is_next = any(line.begun_by == look.seat for line in others)
        tried = [after for body in replies if (after := look.tried(run, body)) is not None]
        worst = min([*tried, *([run] if is_next else [])], key=look.worth, default=run)
        if worst is run:
            return run, not is_next
        run = worst
    return run, False


def _best(look: Look, ways: Iterable[Way], beam: int) -> list[Way]:
    """The ways to the best positions, one to each."""
    kept: dict[str, Way] = {}
    for way in sorted(ways, key=lambda way: -way.worth):
        kept.setdefault(look.game.state_id(way.run.own_state), way)
        if len(kept) == beam:
            break
    return list(kept.values())
