"""The games that can be hosted, and what every host needs to have their records refereed: besides a game's own
`game.py` the one door into the engine."""

from __future__ import annotations

from importlib import import_module
from typing import Final, cast

from engine.best_lines import BestLine, BestLines
from engine.bots.bids import bid_of
from engine.bots.self_play import SelfPlay, self_play
from engine.branches import Branch, BranchLine, other_comments, read_branches, with_branches
from engine.choice import Outcome, Violation
from engine.compare import compare_text, record_of
from engine.contract import Game, Given, Problem, Told
from engine.lessons import LANGUAGES, LEARNER, Lesson, LessonStep, learner_lines, lesson
from engine.lines import Ask, Change, Half, NextLine, Outlook
from engine.log import MAX_BYTES, MAX_NUMBER, Log, uncommented
from engine.log import read as read_log
from engine.messages import Arg, Message, Note, code_json, from_json, in_a_row, phrases, sentences, spoken
from engine.proved_wins import ProvedWin
from engine.record_growth import Grown, grow
from engine.record_viewer import MAX_TRIED, Track, TrackLine, track, unplayed
from engine.repair import repair_text
from engine.verdict import judge_text

RULESETS: Final = {"BOS": "engine.bos.game"}
"""Games that can be judged: the name in a record's `[Game …]` header, and the module that is the game."""
DEFAULT: Final = "BOS"
"""The game of a record that names none."""


def hosted(name: str) -> Game:
    """The game of that name, loaded at its first use. Raises KeyError if there is none."""
    return cast(Game, import_module(RULESETS[name]))


def named_in(log: Log) -> str | None:
    """The game that a record names, compared without regard to case, spaces and hyphens; None for none we know."""
    written = _plain(log.header("Game") or "")
    return next((name for name in RULESETS if _plain(name) == written), None)


def _plain(name: str) -> str:
    return name.casefold().replace(" ", "").replace("-", "")


__all__ = [
    "DEFAULT",
    "LANGUAGES",
    "LEARNER",
    "MAX_BYTES",
    "MAX_NUMBER",
    "MAX_TRIED",
    "RULESETS",
    "Arg",
    "Ask",
    "BestLine",
    "BestLines",
    "Branch",
    "BranchLine",
    "Change",
    "Game",
    "Given",
    "Grown",
    "Half",
    "Lesson",
    "LessonStep",
    "Log",
    "Message",
    "NextLine",
    "Note",
    "Outcome",
    "Outlook",
    "Problem",
    "ProvedWin",
    "SelfPlay",
    "Told",
    "Track",
    "TrackLine",
    "Violation",
    "bid_of",
    "code_json",
    "compare_text",
    "from_json",
    "grow",
    "hosted",
    "in_a_row",
    "judge_text",
    "learner_lines",
    "lesson",
    "named_in",
    "other_comments",
    "phrases",
    "read_branches",
    "read_log",
    "record_of",
    "repair_text",
    "self_play",
    "sentences",
    "spoken",
    "track",
    "uncommented",
    "unplayed",
    "with_branches",
]
