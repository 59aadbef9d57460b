"""Nobody chooses for a text that applies all the time: what it says of "a summon" it says of every such summon."""

from dataclasses import replace

import pytest

from engine.bos.cardtext.printer import print_text
from engine.bos.cardtext.reader import read_text
from engine.bos.model.cards import Ability, Card, CardType, Color

SAID = [
    ("The summon facing this has 2 less strength.", "Each summon facing this has 2 less strength."),
    ("The summon in front of this cannot be attacked.", "Each summon in front of this cannot be attacked."),
    ("A summon with 2 or less strength cannot block.", "Each summon with 2 or less strength cannot block."),
    ("A summon or a boss cannot attack.", "Each summon or boss cannot attack."),
    (
        "Prevent all damage that would be dealt to a summon you control.",
        "Prevent all damage that would be dealt to each summon you control.",
    ),
    (
        "Enchant a wizard. A summon you control gains 1 strength.",
        "Enchant a wizard. Each summon you control gains 1 strength.",
    ),
]


@pytest.mark.parametrize(("typed", "printed"), SAID)
def test_a_card_in_a_continuous_text_is_each_of_them(typed, printed):
    text = read_text(typed).text

    assert text is not None
    assert print_text(text) == printed


def test_so_many_of_them_are_refused_since_nobody_chooses_which():
    read = read_text("Two summons you control cannot attack.")

    assert read.text is None
    assert [problem.message.code for problem in read.problems] == ["bos.card_text.nobody_chooses"]


def test_what_is_used_at_a_time_still_lets_choose():
    text = read_text("When this attacks: A summon facing this loses 1 strength.").text

    assert text is not None
    assert print_text(text) == "When this attacks: A summon facing this loses 1 strength."


def test_a_spell_can_wait_in_the_spellbook_for_what_it_takes_the_place_of():
    sentence = "When a summon you control would be defeated: Return it to its owner's castle instead."
    waiting = Card("Word", CardType.SPELL, Color.RED, cost=0, abilities=(Ability(sentence),))
    lying = replace(waiting, abilities=(Ability("Enchant a summon."), Ability(sentence)))

    assert read_text(sentence, card=waiting).text is not None
    assert read_text(sentence, card=lying).text is not None
