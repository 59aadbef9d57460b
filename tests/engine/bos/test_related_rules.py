"""The rules beside a card: those of its type and of what its sentences say, each in the rulebook."""

import inspect
import re

from hypothesis import given

from engine.bos.abilities import related_rules
from engine.bos.abilities.related_rules import touched_by
from engine.bos.model.card_pool import sample_pool
from engine.bos.model.cards import Ability, Card, CardType, Color, Spoken
from engine.bos.model.rulebook import rulebook
from tests.engine.bos.cardtext import trees
from tests.engine.bos.cardtext.tree_forms import card_type

POOL = sample_pool()


def of(name):
    return touched_by(POOL.find(name), POOL)


def test_every_number_that_can_be_named_is_in_the_rulebook():
    named = set(re.findall(r'"(\d+(?:\.\d+)+)"', inspect.getsource(related_rules)))

    assert len(named) > 60
    assert named <= set(rulebook())


@given(trees.texts)
def test_whatever_a_text_says_it_touches_rules_that_exist_each_once(text):
    card = Card("Fox", card_type(text), Color.RED, abilities=(Ability("…"),), kept=Spoken((text,), None, None))

    found = touched_by(card)

    assert len(found) == len(set(found))
    assert set(found) <= set(rulebook())


def test_an_enchantment_that_forbids_touches_enchanting_and_prohibitions():
    assert {"6.2.1", "6.2.2", "10.7"} <= set(of("Still Water"))


def test_a_price_of_acting_touches_costs_and_a_choice_what_there_is_to_choose():
    assert {"10.2.1", "10.2.2", "6.1.9", "10.3.1"} <= set(of("Forest Sage"))


def test_a_duty_and_a_choice_touch_different_rules():
    assert "10.3.2" in of("Moon Lily")
    assert "10.3.1" not in of("Moon Lily")


def test_conditions_touch_their_own_rules():
    assert "9.1.6" in of("Drake of Cold Slag")
    assert "5.1.17" in of("Molten Herd")
    assert "5.1.12" in of("Cinder Imp")


def test_a_plain_card_touches_the_rules_of_its_type_only():
    assert of("Ember Adept") == related_rules.OF_TYPE[CardType.WIZARD]


def test_of_a_card_nobody_knows_there_is_one_rule():
    assert of("Hedera") == ("1.1.4",)
