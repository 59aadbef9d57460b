"""A record that grows by a line at a time is played on from where it was, and not from its beginning each time.

What comes of it is the same as of `track`: the game goes on only where it began alike, by the same lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from engine import log as record
from engine.contract import Game, Given, Problem, Setup
from engine.log import Line, Log
from engine.record_viewer import Track, TrackLine, track, tracked
from engine.replay import begin_replay
from engine.replay_state import Replay
from engine.replay_step import copied


class Grown(NamedTuple):
    """A record that was played, and from where a longer one goes on."""

    track: Track
    """The record, as `track` gives it."""
    kept: Replay | None
    """The game before its last line, which the next one may complete; None for a record that cannot go on."""


def grow(game: Game, text: str, given: Given, before: Grown | None = None) -> Grown:
    """Play a record, as far as it can be from where `before` has come to, and else from its beginning. What comes of it
    does not depend on `before`. Never raises for what is written."""
    log = record.read(text, game.acts)
    setup = _only_setup(game, log, given)
    if setup is None or not log.lines:
        return Grown(track(game, text, given), None)
    known = before if before and _goes_on(before, log, setup) else None
    run = copied(known.kept) if known and known.kept else begin_replay(game, setup)
    if not _play(run, log.lines, len(log.lines) - 1):
        return Grown(track(game, text, given), None)
    kept = copied(run)
    if not _play(run, log.lines, len(log.lines)):
        return Grown(track(game, text, given), None)
    written = len(run.steps)
    game.play_rest(run)
    run.rest = len(run.steps) - written
    return Grown(tracked(log, run, _rows(known, log, run)), kept)


def _only_setup(game: Game, log: Log, given: Given) -> Setup | None:
    """How the game began, where there is only one way."""
    opening = None if log.fault else game.open_game(log, given)
    if opening is None or isinstance(opening, Problem):
        return None
    setups = list(islice(opening.placements(), 2))
    return setups[0] if len(setups) == 1 else None


def _goes_on(before: Grown, log: Log, setup: Setup) -> bool:
    """Whether a record begins with all that was played before, but perhaps for its last line."""
    if before.kept is None or before.kept.state.setup != setup:
        return False
    played = before.kept.played
    return len(log.lines) > played and log.lines[:played] == before.track.log.lines[:played]


def _rows(before: Grown | None, log: Log, run: Replay) -> Sequence[TrackLine]:
    """What is known of the first lines already, and cannot have changed by those that were played now."""
    if before is None or before.kept is None or log.notes:
        return ()
    kept = before.kept
    if run.notes[: len(kept.notes)] != kept.notes or run.wrong[: len(kept.wrong)] != kept.wrong:
        return ()
    first = log.lines[kept.played].number
    return [row for row in before.track.lines[: kept.played + 1] if row.number < first]


def _play(run: Replay, lines: Sequence[Line], upto: int) -> bool:
    """Play so many of the lines; whether nothing stopped the game."""
    while run.played < upto:
        later = lines[run.played + 1] if run.played + 1 < len(lines) else None
        if run.game.play_line(run, lines[run.played], later):
            return False
        run.played += 1
    return True
