"""One subject of several verbs is one choice, and whoever was named once is not chosen again."""

import pytest

from tests.engine.bos.ability_examples import played, word

ONE_CHOICE = [
    word("A summon you control gains 2 strength and becomes ready.", "A b x 2b; C Word -> b",
         {"1b": 3, "1b lies": "ready", "2b": None}),
    word("An opponent's summon acts and cannot ready until your next turn.", "C Word -> 2a", {"2a lies": "acted"}),
    word("Two of your summons gain 1 strength and cannot be attacked until your next turn.",
         "C Word -> a, b; E; T4 P2; A a x 1a", "10.7"),
    word("Until the end of the turn, a summon gains 2 strength and cannot attack.", "C Word -> a; A a x 2a", "10.7"),
    word("Until the end of the turn, a summon gains 2 strength and cannot attack.", "C Word -> a", {"1a": 7}),
    word("Each acted summon you control readies and gains 1 strength.", "A b x 2b; C Word",
         {"1b": 2, "1b lies": "ready", "1a": 5}),
    word("An opponent loses 2 life and discards a spell.", "C Word -> Straw1", {"P2 life": 28, "P2 graveyard": 1}),
    word("Choose an opponent. They lose 2 life and 1 vim.", "C Word", {"P2 life": 28, "P2 vim": 1}),
    word("Deal 2 damage to a summon and 1 damage to an opponent.", "C Word -> 2a", {"2a": 2, "P2 life": 29}),
    word("You gain 2 life and 1 vim.", "C Word", {"P1 life": 32, "P1 vim": 5}),
    word("Deal 2 damage to a summon if you control a boss.", "C Word; BOSS", {"P1 graveyard": 1, "2a": 4}),
    word("Deal 2 damage to a summon if you control a boss.", "BOSS; C Word -> 2a", {"2a": 2}),
]  # fmt: skip


@pytest.mark.parametrize("scene", ONE_CHOICE, ids=str)
def test_it_is_played_on_what_was_chosen_first(scene):
    assert played(scene) == []
