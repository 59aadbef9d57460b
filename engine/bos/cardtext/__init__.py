"""The language of cards: a printed sentence becomes a tree, and a tree one sentence of the house style."""

from engine.bos.cardtext.problems import Problem, problem_json
from engine.bos.cardtext.reader import (
    Read,
    ReadBossCondition,
    ReadSummoningCondition,
    read_boss_condition,
    read_summoning_condition,
    read_text,
    spoken,
)
from engine.bos.cardtext.report import report, told
from engine.bos.model.cards import Spoken

__all__ = [
    "Problem",
    "Read",
    "ReadBossCondition",
    "ReadSummoningCondition",
    "Spoken",
    "problem_json",
    "read_boss_condition",
    "read_summoning_condition",
    "read_text",
    "report",
    "spoken",
    "told",
]
