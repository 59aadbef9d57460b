"""Summons that change sides, played: where they come to stand, when they go back, and what stops them."""

from tests.engine.bos.ability_examples import word
from tests.engine.bos.duel import spell

GIFT = "An opponent gains control of a summon you control."
SWAY = "Gain control of a summon an opponent controls until the end of the turn."
ALONE = "T1 P1; S a Imp3; E; T2 P2; S b Elk4; E; T3 P1"
CROWD = "T1 P1; S a Imp3; S b Imp4; S c Imp5; E; T2 P2; S a Elk4; E; T3 P1"
THREE = "T1 P1; S a Fox; S b Imp3; E; T2 P2; S a Elk4; S b Elk2; S c Elk1; E; T3 P1"
SENT = spell("Sent", 0, GIFT)

SIDES = [
    word(SWAY, "C Word -> 2b", {"1c is": "Elk2", "2b": None, "1c lies": "ready"}),
    word(SWAY, "C Word -> 2b; A b x 1a", {"1a": None, "1b": 1}, before=ALONE),
    word(SWAY, "C Word -> 2c; C Sent -> b; E", {"2c is": "Imp3", "1c": None, "Elk1 is in": "castle"}, SENT,
         before=THREE),
    word(SWAY, "C Word -> 2a; A c x 2b; E", {"2c is": "Elk4", "2c": 2, "1c": None}),
    word(SWAY, "C Word -> 2a; E; T4 P2; A c x 1b", {"2c": 1, "1b": None}),
    word(SWAY, "C Word -> 2a; A a x 2a", {"2a": 1, "1a": None}, before=CROWD),
    word(GIFT, "C Word -> a", {"2c is": "Fox", "1a": None}),
    word(GIFT, "C Word -> a; E; T4 P2; E; T5 P1", {"2c is": "Fox", "1a": None}),
]  # fmt: skip
