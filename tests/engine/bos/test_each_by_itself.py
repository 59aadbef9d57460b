"""What a text says of several cards is measured by each of them: "summons facing it", "for each other summon"."""

import pytest

from engine.bos.model.cards import CardType
from tests.engine.bos.designer.report import outcome
from tests.engine.bos.designer.sentences import Scene, Sentence

FACING = "The summon in front of this wizard cannot be attacked by the summon facing it."
WEAKER = "Summons you control cannot be blocked by summons with less strength than them."
OWN_WIZARD = {"wizards": {"a": "THIS"}}
RECOVERY = (
    "At the end of your turn: Each summon you control with less than its base strength recovers to its base strength."
)
OTHERS = "Each summon you control gains 1 strength for each other summon you control."
SCENES = [
    (CardType.WIZARD, FACING, Scene(
        {"anna": {"a": "Imp 2", **OWN_WIZARD}, "ben": {"a": "Elk 3", "b": "Hare 3"}}, ("anna: end turn",),
        {"allowed": {"ben: attack a -> anna.a": False, "ben: attack b -> anna.a": True}})),
    (CardType.BOSS, WEAKER, Scene(
        {"anna": {"a": "Imp 4", "boss": "THIS 6"}, "ben": {"b": "Elk 3"}}, ("anna: attack a -> ben",),
        {"ben.life": 26, "ben.b": 3})),
    (CardType.BOSS, WEAKER, Scene(
        {"anna": {"a": "Imp 4", "boss": "THIS 6"}, "ben": {"b": "Elk 4"}}, ("anna: attack a -> ben", "ben: block b"),
        {"ben.life": 30, "anna.a": "gone", "ben.a": "gone"})),
    (CardType.BOSS, RECOVERY, Scene(
        {"anna": {"a": "Imp 5", "b": "Ox 3", "boss": "THIS 6"}, "ben": {"a": "Elk 2"}},
        ("anna: attack a -> ben.a", "anna: end turn"), {"anna.a": 5, "anna.b": 3})),
    (CardType.SPELL, OTHERS, Scene(
        {"anna": {"a": "Imp 3", "b": "Ox 2", "c": "Hare 1"}, "ben": {"a": "Elk 4"}}, ("anna: cast THIS",),
        {"anna.a": 5, "anna.b": 4, "anna.c": 3})),
]  # fmt: skip


@pytest.mark.parametrize(("on", "text", "scene"), SCENES)
def test_each_card_is_looked_at_by_itself(on, text, scene):
    found = outcome(Sentence("", on, False, text, "", (scene,)))

    assert (found.read, found.wrong) == (True, "")
