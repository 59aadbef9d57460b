"""What is printed is read as it was meant: every tree of the language, every example of the docs, every sample card."""

import pytest
from hypothesis import given

from engine.bos import cardtext
from engine.bos.cardtext.printer import print_boss_condition, print_summoning_condition, print_text
from engine.bos.model import syntax
from engine.bos.model.card_pool import sample_pool
from engine.bos.model.cards import Ability, Card, CardType, Color
from tests.engine.bos.cardtext.specimens import SPECIMENS
from tests.engine.bos.cardtext.tree_forms import card_type
from tests.engine.bos.cardtext.trees import boss_conditions, summoning_conditions, texts

LONGEST = 600
POOL = sample_pool()
ON_CARDS = [(card, ability) for card in POOL.cards for ability in card.abilities]


def printed(made):
    if isinstance(made, syntax.Text):
        return print_text(made, card_type=card_type(made))
    return (
        print_summoning_condition(made) if isinstance(made, syntax.SummoningCondition) else print_boss_condition(made)
    )


def card_with(made, sentence):
    """An invented card that says this; what speaks of the enchanted card follows the sentence that enchants."""
    lines = [sentence] if made.enchant else ["Enchant a summon.", sentence]
    abilities = lines if "the enchanted" in sentence else [sentence]
    return Card("Somebody", card_type(made), Color.RED, abilities=tuple(map(Ability, abilities)))


def read(made, sentence):
    """The sentence read as what it is, and what is wrong with it."""
    if isinstance(made, syntax.Text):
        found = cardtext.read_text(sentence, mandatory=made.must, card=card_with(made, sentence), pool=POOL)
        return found.text, found.problems
    if isinstance(made, syntax.SummoningCondition):
        called = cardtext.read_summoning_condition(sentence, POOL)
        return called.condition, called.problems
    rises = cardtext.read_boss_condition(sentence)
    return rises.condition, rises.problems


def errors(problems):
    return [problem for problem in problems if problem.severity == "error"]


@given(texts | summoning_conditions | boss_conditions)
def test_every_tree_of_the_language_is_read_back_from_its_sentence(made):
    sentence = printed(made)
    if len(sentence) > LONGEST:
        return

    found, problems = read(made, sentence)

    assert errors(problems) == [], sentence
    assert found == made, sentence


@pytest.mark.parametrize("made", SPECIMENS, ids=printed)
def test_every_example_of_the_docs_is_read_and_printed_back_unchanged(made):
    found, problems = read(made, printed(made))

    assert (found, errors(problems)) == (made, [])
    assert printed(found) == printed(made)


@pytest.mark.parametrize(("card", "ability"), ON_CARDS, ids=lambda given: getattr(given, "text", None))
def test_an_ability_of_the_pool_stays_the_same_when_its_newest_wording_is_read(card, ability):
    first = cardtext.read_text(ability.text, mandatory=ability.mandatory, card=card, pool=POOL).text
    sentence = print_text(first, card_type=card.type)

    again = cardtext.read_text(sentence, mandatory=first.must, card=card, pool=POOL).text

    assert (again, print_text(again, card_type=card.type)) == (first, sentence)


@pytest.mark.parametrize("card", [card for card in POOL.cards if card.condition], ids=lambda card: card.name)
def test_a_condition_of_the_pool_stays_the_same_when_its_newest_wording_is_read(card):
    if card.type is CardType.SUMMON:
        first = cardtext.read_summoning_condition(card.condition, POOL).condition
        assert cardtext.read_summoning_condition(print_summoning_condition(first), POOL).condition == first
    else:
        rises = cardtext.read_boss_condition(card.condition).condition
        assert cardtext.read_boss_condition(print_boss_condition(rises)).condition == rises
