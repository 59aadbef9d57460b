"""Wordings that people bring from other card games: each is read, and printed back as the one sentence of the house."""

import pytest

from engine.bos.cardtext.printer import print_text
from engine.bos.cardtext.reader import read_text
from engine.bos.model.cards import Ability, Card, CardType, Color

TIME_BEHIND = [
    ("Gain 1 life at the end of your turn.", "At the end of your turn: You gain 1 life."),
    ("This gains 1 strength at the start of each turn.", "At the start of each turn: This gains 1 strength."),
    ("You may gain 2 life at the start of your turn.", "At the start of your turn: You may gain 2 life."),
]
ONE_MORE = [
    (
        "Once per turn, when you gain vim, you gain 1 additional vim.",
        "Once per turn, when you gain vim: You gain 1 vim.",
    ),
    ("When you gain life, you gain 1 more.", "When you gain life: You gain 1 life."),
]
GETS = [
    ("When this attacks: A summon gets 2 less strength until the end of the turn.",
     "When this attacks: A summon loses 2 strength until the end of the turn."),
    ("When this attacks: It gains 1 more strength until the end of the turn.",
     "When this attacks: This gains 1 strength until the end of the turn."),
]  # fmt: skip
SHORT = [
    ("Your spells cost 1 less.", "Your spells cost 1 less vim."),
    ("During your main phase: A summon an opponent controls must attack this turn.",
     "During your main phase: A summon an opponent controls must attack this turn if able."),
    ("When this attacks: If you have fewer summons than an opponent, gain 2 life; otherwise, gain 2 vim.",
     "When this attacks: If an opponent controls more summons than you, you gain 2 life. Otherwise, you gain 2 vim."),
]  # fmt: skip
TAKEN_INSTEAD = [
    ("When you would take damage, this takes it instead.", "When you would take damage: It is dealt to this instead."),
    ("When your boss would take damage: This takes that damage instead.",
     "When your boss would take damage: It is dealt to this instead."),
]  # fmt: skip
ACTED_AT_ONCE = [
    ("This arrives acted.", "When this is summoned -> Act this."),
    ("Summons an opponent controls enter acted.", "When a summon an opponent controls is summoned -> Act it."),
]
BY_ITSELF = [
    ("When you summon another summon: This loses half its strength.",
     "When you summon another summon: This loses strength equal to half the strength of this."),
    ("When you summon another summon: Double the strength of this until the end of the turn.",
     "When you summon another summon: This gains strength equal to its own strength until the end of the turn."),
    ("When this attacks: Each other summon loses half its strength.",
     "When this attacks: Each other summon loses strength equal to half its own strength."),
]  # fmt: skip
BY_NAME = [
    ("When you summon another summon: This and that summon gain 1 strength.",
     "When you summon another summon: This and it gain 1 strength."),
    ("When this attacks: If your boss has more strength than an opponent's boss, gain 2 vim.",
     "When this attacks: If the strength of your boss is more than the strength of an opponent's boss, gain 2 vim."),
]  # fmt: skip
GIVEN_UP = [
    ("During your main phase, [defeat a summon you control]: You gain life equal to the sacrificed summon's strength.",
     "During your main phase, [defeat a summon you control]: You gain life equal to its strength."),
    ("During your main phase, [defeat a summon you control]: You gain life equal to the defeated summon's strength.",
     "During your main phase, [defeat a summon you control]: You gain life equal to its strength."),
]  # fmt: skip


def on_a_summon(text):
    card = Card("Zeal", CardType.SUMMON, Color.RED, condition="Conduct a summon with any wizard.", strength=3,
                abilities=(Ability(text, False),))  # fmt: skip
    read = read_text(text, card=card)
    return read.text and print_text(read.text, card_type=CardType.SUMMON)


@pytest.mark.parametrize(
    ("text", "printed"),
    [*TIME_BEHIND, *ONE_MORE, *GETS, *SHORT, *TAKEN_INSTEAD, *ACTED_AT_ONCE, *BY_NAME, *BY_ITSELF, *GIVEN_UP],
)
def test_it_is_read_as_the_house_writes_it(text, printed):
    assert on_a_summon(text) == on_a_summon(printed)
    assert on_a_summon(printed) is not None


@pytest.mark.parametrize("event", ["When this defeats a summon", "When a summon you control is defeated"])
def test_a_card_that_gains_its_strength_gains_that_of_the_other_one(event):
    said = read_text(f"{event}: This gains strength equal to its strength.").text

    assert said == read_text(f"{event}: This gains strength equal to the defeated summon's strength.").text


def test_where_no_other_card_is_named_it_is_this_one():
    said = read_text("When this attacks: This gains strength equal to its strength.").text

    assert said == read_text("When this attacks: This gains strength equal to the strength of this.").text


def test_a_spell_says_in_front_at_what_time_it_is_cast():
    spell = Card("Zeal", CardType.SPELL, Color.RED, cost=0, abilities=(Ability("", False),))

    read = read_text("Gain 1 life at the end of your turn.", card=spell)

    assert [problem.message.code for problem in read.problems] == ["bos.card_text.time_behind"]


@pytest.mark.parametrize("each", ["Each summon you control gains", "Your other summons gain"])
def test_whose_strength_it_is_is_asked_where_it_could_be_each_ones_own_or_that_of_a_card_before(each):
    read = read_text(f"When this is defeated: {each} strength equal to its strength.")

    assert [problem.message.code for problem in read.problems] == ["bos.card_text.two_its"]


def test_the_next_damage_to_a_boss_can_be_prevented():
    said = "The next time your boss would take damage this turn, prevent it."
    printed = "Prevent the next damage that would be dealt to a boss you control until the end of the turn."

    assert print_text(read_text(f"When this attacks: {said}").text) == f"When this attacks: {printed}"
