"""Playing a written game again, line by line, up to the first line that cannot stand or cannot be told."""

from __future__ import annotations

from engine.contract import Game, Opening, Setup, State
from engine.log import Line, Log
from engine.messages import Message, Note
from engine.replay_state import Replay, ReplayStep


def begin_replay(game: Game, setup: Setup) -> Replay:
    """A game before its first line."""
    return Replay(game, [ReplayStep(0, game.start(setup), ())])


def replay(game: Game, log: Log, setup: Setup) -> Replay:
    """Play the record from this setup as far as it goes."""
    return continue_replay(begin_replay(game, setup), log)


def furthest(game: Game, log: Log, opening: Opening) -> Replay:
    """The replay that comes furthest among those that fit what was written about the opening."""
    return max((replay(game, log, setup) for setup in opening.placements()), key=lambda run: run.played)


def continue_replay(run: Replay, log: Log) -> Replay:
    """Play the record on from where `run` is."""
    while run.played < len(log.lines):
        later = log.lines[run.played + 1] if run.played + 1 < len(log.lines) else None
        run.stop = run.game.play_line(run, log.lines[run.played], later)
        if run.stop:
            run.stop = run.game.in_hindsight(run.stop, log.lines[run.played + 1 :])
        if run.stop and not _stands(run, log):
            return run
        run.played += 1
    run.stop = None
    written = len(run.steps)
    run.game.play_rest(run)
    run.rest = len(run.steps) - written
    return run


# What was played although it broke a rule


def _stands(run: Replay, log: Log) -> bool:
    """Whether a judge let the illegal line stand that `run` stopped at; then it was done as it is written."""
    stop = run.stop
    assert stop is not None
    if stop.finding != "illegal" or not _let_stand(run.game, log.lines[run.played + 1 :], log.mode):
        return False
    step = _as_written(run.game, run.state, log.lines[run.played])
    if step is None:
        return False
    run.steps.append(step)
    run.notes.append(Note(Message("record.stands", rule=stop.rule or "", said=stop.message), stop.line))
    return True


def _let_stand(game: Game, later: tuple[Line, ...], mode: str | None) -> bool:
    """Whether the next judge's line that decides anything lets the play before it stand."""
    words = (game.judges_word(line.body, mode) for line in later)
    return next((word for word in words if word in DECIDING), "") == "stands"


DECIDING = ("stands", "undo", "set", "?")
"""What a judge's line may do about the play before it; "?" is one that cannot be read."""


def as_played(log: Log, run: Replay) -> list[ReplayStep]:
    """The positions that people played on from after an illegal line, as far as they can be followed.

    Every one of them is tainted: the illegal line was done as it is written, and so was every later one. A line that
    cannot be done on the table is passed over.
    """
    if run.stop is None or run.stop.finding != "illegal":
        return []
    steps: list[ReplayStep] = []
    state = run.state
    for line in log.lines[run.played :]:
        step = _as_written(run.game, state, line)
        if step is not None:
            steps.append(step)
            state = step.state
    return steps


def _as_written(game: Game, state: State, line: Line) -> ReplayStep | None:
    """A line done on the table whether it is lawful or not."""
    if not line.body:
        return None
    single = Replay(game, [ReplayStep(0, state, ())])
    if game.play_line(single, line) is None:
        last = single.steps[-1]
        return ReplayStep(line.number, last.state, last.events) if len(single.steps) > 1 else None
    forced = game.force_line(state, line.body)
    return ReplayStep(line.number, *forced) if forced else None
