"""Bots that play a whole game against each other, from its beginning or from any line that was written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from engine.bots import NODES, choose_line
from engine.contract import Game, Given, Problem
from engine.log import Line, read
from engine.replay import begin_replay
from engine.replay_state import Replay
from engine.replay_step import advance

LONGEST: Final = 2_000
"""So many lines end every game: decay takes all life before."""


class Decision(NamedTuple):
    """What a bot did that was asked, or might do something."""

    before: Replay
    """The game before it."""
    seat: int
    """Whose it is, from 0."""
    line: str | None
    """What was written; None for silence."""
    after: Replay
    """The game after it."""
    nodes: int
    """How many lines were tried for it."""


class SelfPlay(NamedTuple):
    """A game between bots, as far as it has come."""

    run: Replay
    """The game."""
    lines: tuple[str, ...]
    """All that was written in it."""
    is_over: bool
    """Whether nothing follows: it has ended, or nobody writes any more."""
    nodes: int
    """How many lines were tried for what is new in it."""


def self_play(
    game: Game,
    given: Given,
    bots: Sequence[str],
    lines: Sequence[str] = (),
    *,
    salt: str,
    nodes: int = NODES,
    headers: str = "",
    pauses: Callable[[int], bool] = lambda tried: False,
) -> SelfPlay:
    """The game that the bots, by seat, play, gone on with behind these lines; each tries at most so many lines before
    it writes one. `headers` are those of its record, as `[Mode free-for-all]`.

    `pauses` is asked behind each line, and told how many lines have been tried: where it says so, the game stops to be
    gone on with later. It comes to the same end wherever it stopped. Raises ValueError for what cannot be played.
    """
    opening = game.open_game(read(headers, game.acts), given)
    if isinstance(opening, Problem):
        raise ValueError(f"This game cannot begin: {opening.message}")
    run, written = begin_replay(game, next(iter(opening.placements()))), list[str]()
    for line in lines:
        run = _after(run, line)
        written.append(line)
    tried = 0
    for decision in decisions(game, run, bots, salt=salt, nodes=nodes):
        run, tried = decision.after, tried + decision.nodes
        if decision.line is not None:
            written.append(decision.line)
            if pauses(tried):
                return SelfPlay(run, tuple(written), False, tried)
    return SelfPlay(run, tuple(written), True, tried)


def decisions(game: Game, run: Replay, bots: Sequence[str], *, salt: str, nodes: int = NODES) -> Iterator[Decision]:
    """What bots decide, one after the other, from there to the end of the game. Who is asked writes first, and where
    they keep silent the seats behind them may."""
    silent = 0
    while (asked := game.asked_seat(run.own_state)) is not None and silent < len(bots) and run.upto < LONGEST:
        seat = (asked + silent) % len(bots)
        line, tried = choose_line(game, run, bots[seat], salt=salt, nodes=nodes, seat=seat)
        after = run if line is None else _after(run, line)
        yield Decision(run, seat, line, after, tried)
        run, silent = after, silent + 1 if line is None else 0


def _after(run: Replay, line: str) -> Replay:
    after = advance(run, Line(run.upto + 1, line))
    if after.stop is not None:
        raise ValueError(f"{line} cannot stand: {after.stop.message}")
    return after
