"""Players for any game, who write lines of its notation: Newt acts like a beginner, Magpie takes what looks best, and
Owl thinks about the answer.

A bot knows what its seat may know (`as_seen`), and which lines may follow. It tries them, and looks at what they lead
to. The same position, bot, salt and number of nodes give the same line in every process: chance is a digest of them,
and what limits a search is how many lines it tries, never a clock. One node is one line tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from engine.bots.look import Bot, Look, Written, after_line, lines_of, look_at
from engine.bots.magpie import magpie
from engine.bots.newt import newt
from engine.bots.owl import owl
from engine.contract import Game
from engine.replay_state import Replay

NODES: Final = 5_000
"""So many lines are tried at most before one is written, where nobody says how many."""
LONGEST_TURN: Final = 60
"""After so many lines of its own in a row a bot ends its turn, if it may."""
BOTS: Final[Mapping[str, Bot]] = {"newt": newt, "magpie": magpie, "owl": owl}
"""The bots by name."""


class Decision(NamedTuple):
    """What a bot has decided."""

    line: Written
    """What it writes."""
    nodes: int
    """How many lines it tried for that."""


def best_line(
    game: Game, run: Replay, bot: str, *, salt: str, nodes: int = NODES, seat: int | None = None
) -> str | None:
    """The line that a bot, one of `BOTS`, writes at the end of `run` for a seat, which is the one that is asked where
    none is named. Lines that differ little are told apart by chance, which follows from `salt`.

    None when the game is over, and where the seat keeps silent: silence declines what may be left, and the next line is
    another seat's. Named, a seat writes as if whoever is asked kept silent.
    """
    return choose_line(game, run, bot, salt=salt, nodes=nodes, seat=seat).line


def choose_line(
    game: Game, run: Replay, bot: str, *, salt: str, nodes: int = NODES, seat: int | None = None
) -> Decision:
    """The same line, with what it took."""
    asked = game.asked_seat(run.own_state)
    if asked is None:
        return Decision(None, 0)
    look = look_at(game, run, asked if seat is None else seat, salt, nodes)
    line = _lawful(look, run, _ranked(look, BOTS[bot]))
    return Decision(line, nodes - max(look.left, 0))


def best_of(game: Game, run: Replay, lines: Sequence[str], seat: int) -> str | None:
    """Of these lines, by whomever they are begun, the one after which the position is worth most to the seat; None
    where none of them can stand."""
    worths = [(game.estimate(after.own_state, seat), body) for body in lines if (after := after_line(run, body))]
    return max(worths)[1] if worths else None


def _lawful(look: Look, run: Replay, ranked: Iterable[Written]) -> Written:
    """The first of these that stands on the real table; what unseen cards alone allow may be written by chance."""
    for line in ranked:
        if line is None or after_line(run, line):
            return line
    others = sorted(lines_of(look.game, run, look.seat)[0], key=look.chance)
    return next((line for line in others if after_line(run, line)), None)


def _ranked(look: Look, bot: Bot) -> list[Written]:
    """What the seat may write, the best first. What leaves nothing to choose needs no bot."""
    if len(look.own) + look.may_be_silent < 2:
        return [*look.own, *([None] if look.may_be_silent else [])]
    if look.game.ENDS in look.own and _goes_on_for_long(look):
        return [look.game.ENDS]
    return list(bot(look))


def _goes_on_for_long(look: Look) -> bool:
    """Whether the seat has written `LONGEST_TURN` lines since another one was asked twice in a row, which is when it
    has its turn."""
    count, others = 0, 0
    for step in reversed(look.run.steps):
        is_own = look.game.asked_seat(step.own_state) == look.seat
        count, others = count + is_own, 0 if is_own else others + 1
        if others == 2 or count > LONGEST_TURN:
            break
    return count > LONGEST_TURN
