"""Other wordings of how much: each is read, and printed back as the one sentence of the house."""

import pytest

from engine.bos.cardtext.printer import print_text
from engine.bos.cardtext.reader import read_text
from engine.bos.model.card_pool import sample_pool
from engine.bos.model.cards import Ability, Card, CardType

APART = [
    ("You gain life equal to the difference between your life and an opponent's, up to 5.",
     "You gain life equal to the difference between your life and an opponent's life, up to a maximum of 5."),
    ("Choose an opponent. You gain life equal to the difference between your life and theirs.",
     "Choose an opponent. You gain life equal to the difference between your life and that player's life."),
    ("You gain vim equal to the amount by which an opponent's vim exceeds yours.",
     "You gain vim equal to an opponent's vim minus your vim."),
    ("You gain life equal to the amount by which the strength of this exceeds your vim.",
     "You gain life equal to the strength of this minus your vim."),
    ("You gain life equal to your life minus an opponent's life, up to 5.",
     "You gain life equal to your life minus an opponent's life, up to a maximum of 5."),
]  # fmt: skip
COUNTED = [
    ("You gain 1 life for every two cards in your graveyard.",
     "You gain life equal to half the number of cards in your graveyard."),
    ("This gains 1 strength for every two summons you control.",
     "This gains strength equal to half the number of summons you control."),
    ("An opponent's summon loses as much strength as you have summons.",
     "A summon an opponent controls loses strength equal to the number of summons you control."),
    ("You gain as much life as an opponent controls wizards.",
     "You gain life equal to the number of wizards an opponent controls."),
    ("This gains as much strength as there are summons in your graveyard.",
     "This gains strength equal to the number of summons in your graveyard."),
]  # fmt: skip
OF_ANOTHER = [
    ("A summon you control gains strength equal to that of the summon facing it.",
     "A summon you control gains strength equal to the strength of the summon facing that summon."),
    ("This gains strength equal to that of the weakest summon an opponent controls.",
     "This gains strength equal to the strength of the summon an opponent controls with the least strength."),
]  # fmt: skip
ROUNDED = [
    ("Each player loses half of their vim, rounded up.", "Each player loses vim equal to half their vim rounded up."),
    ("You lose half your life, rounding up.", "You lose life equal to half your life rounded up."),
    ("You lose half your vim, rounded up, and gain 1 life.",
     "You lose vim equal to half your vim rounded up. You gain 1 life."),
    ("Deal damage equal to half this card's base strength, rounded down, to a boss.",
     "Deal damage to a boss equal to half the base strength of this."),
]  # fmt: skip
EACH_SIDE = [
    ("Defeat each player's weakest summon.",
     "Defeat a summon you control with the least strength if you control a summon. "
     "If an opponent controls a summon, defeat a summon an opponent controls with the least strength."),
    ("Each opponent's weakest summon loses 1 strength.",
     "A summon an opponent controls with the least strength loses 1 strength."),
    ("An opponent discards all spells from their spellbook.", "Discard each spell in an opponent's spellbook."),
    ("An opponent discards all their spells.", "Discard each spell in an opponent's spellbook."),
    ("Each player readies all their summons.", "Ready each summon each player controls."),
    ("An opponent reveals a spell of their choice from their spellbook.",
     "An opponent reveals a spell in their spellbook."),
    ("An opponent discards a spell of their choice.", "An opponent discards a spell in their spellbook."),
    ("Choose an opponent. Defeat a summon of their choice.", "Choose an opponent. That player defeats a summon."),
    ("You gain 1 life for each spell left in your spellbook.", "You gain 1 life for each spell in your spellbook."),
]  # fmt: skip
SO_DOES = [
    ("When another summon you control attacks: This gains 1 strength, and so does the attacking summon.",
     "When another summon you control attacks: This gains 1 strength. That summon gains 1 strength."),
    ("When this attacks a summon: The two exchange their strengths.",
     "When this attacks a summon: Exchange the strengths of them."),
    ("When this attacks: You gain 2 life, and so does an opponent.",
     "When this attacks: You gain 2 life. An opponent gains 2 life."),
]  # fmt: skip
SCALED = [
    ("Double the strength of a summon until the end of the turn.",
     "A summon gains strength equal to its strength until the end of the turn."),
    ("Triple the strength of a summon until the end of the turn.",
     "A summon gains strength equal to twice its strength until the end of the turn."),
    ("Halve the strength of each summon an opponent controls, rounding up.",
     "Each summon an opponent controls loses strength equal to half its own strength."),
    ("Halve the strength of a summon until the end of the turn.",
     "A summon loses strength equal to half its strength rounded up until the end of the turn."),
    ("Halve your life, rounded up.", "You lose life equal to half your life."),
    ("Each summon you control with less than its base strength recovers to its base strength.",
     "Each summon you control gains strength equal to its own base strength minus its own strength."),
    ("A summon you control recovers to its base strength.",
     "A summon you control gains strength equal to its base strength minus its strength."),
]  # fmt: skip
DAMAGE = [
    ("Choose a summon. The next time it would take damage, it takes none.",
     "Choose a summon. Prevent the next damage that would be dealt to it until the end of the turn."),
    ("All damage dealt by summons this turn is doubled.", "Each summon deals double damage until the end of the turn."),
    ("Damage dealt by summons you control is halved this turn.",
     "Each summon you control deals half damage until the end of the turn."),
    ("Choose a summon an opponent controls. It loses 3 strength unless its controller loses 2 life.",
     "Choose a summon an opponent controls. That player may lose 2 life. Otherwise, it loses 3 strength."),
]  # fmt: skip
CAPS = [
    ("A single attack cannot deal more than 2 damage to you.", "You cannot take more than 2 damage in battle."),
    ("No attack can deal more than 3 damage to this.", "This cannot take more than 3 damage in battle."),
]  # fmt: skip
ASKED = [
    ("Return a spell from your graveyard to your spellbook. If there is none, you gain 3 life instead.",
     "Return a spell in your graveyard to your spellbook unless you have no spells left in your graveyard. "
     "If you have no spells left in your graveyard, you gain 3 life."),
    ("Defeat an acted summon. If there is none, you gain 1 life.",
     "Defeat an acted summon unless there are no acted summons. If there are no acted summons, you gain 1 life."),
    ("Each opponent who controls more summons than you loses 3 life.",
     "Each opponent loses 3 life if an opponent controls more summons than you."),
]  # fmt: skip
EVENTS = [
    ("When an opponent gains life: You gain the same amount.", "When an opponent gains life: You gain that much life."),
    ("When an opponent gains life: You lose that much.", "When an opponent gains life: You lose that much life."),
    ("Your summons' attacks cannot be blocked by summons with less strength than the attacker.",
     "Each summon you control cannot be blocked by summons with strength less than its strength."),
    ("This summon's attacks cannot be blocked.", "This cannot be blocked."),
    ("Damage that would be dealt to your boss is dealt to you instead.",
     "When a boss you control would take damage: You must take that much damage instead."),
]  # fmt: skip


def printed(text, kind=CardType.SUMMON):
    card = Card("Somebody", kind, None, abilities=(Ability(text, False),))
    read = read_text(text, card=card, pool=sample_pool())
    assert read.problems == ()
    return print_text(read.text, card_type=card.type)


def used(sentence, kind=CardType.SUMMON):
    """What is printed of a sentence that happens when its card is used."""
    use = "During your main phase, [act]: "
    house = printed(use + sentence, kind)
    assert house.startswith(use)
    return house.removeprefix(use)


@pytest.mark.parametrize(("text", "house"), APART)
def test_how_far_two_amounts_are_apart_can_be_said_in_several_ways(text, house):
    assert used(text) == house


@pytest.mark.parametrize(("text", "house"), COUNTED)
def test_what_is_counted_can_be_said_in_several_ways(text, house):
    assert used(text) == house


def test_only_one_for_every_two_can_be_said():
    assert read_text("You gain 2 life for every two cards in your graveyard.").text is None


@pytest.mark.parametrize(("text", "house"), OF_ANOTHER)
def test_the_strength_of_another_card_is_that_of_it(text, house):
    assert used(text) == house


def test_only_strength_is_equal_to_that_of_a_card():
    assert read_text("You gain life equal to that of a summon.").text is None


@pytest.mark.parametrize(("text", "house"), ROUNDED)
def test_how_a_half_is_rounded_can_be_said_in_several_ways(text, house):
    assert used(text) == house


@pytest.mark.parametrize(("text", "house"), EACH_SIDE)
def test_what_is_done_to_each_player_needs_no_choice_of_theirs(text, house):
    assert printed(text, CardType.SPELL) == house


@pytest.mark.parametrize(("text", "house"), SO_DOES)
def test_a_second_subject_can_stand_behind(text, house):
    assert printed(text) == house


def test_what_another_player_does_to_all_cards_is_not_said():
    assert read_text("An opponent defeats all summons.").text is None
    assert read_text("Defeat a summon of their choice.").text is None


@pytest.mark.parametrize(("text", "house"), SCALED)
def test_what_is_doubled_or_halved_or_restored_is_gained_or_lost(text, house):
    assert used(text, CardType.WIZARD) == house


@pytest.mark.parametrize(
    "text",
    [
        "Double your life until the end of the turn.",
        "Halve an opponent's life, rounded up.",
        "A summon with less than its base strength recovers to its base strength.",
    ],
)
def test_what_has_no_such_amount_is_not_read(text):
    assert read_text(text).text is None


@pytest.mark.parametrize(("text", "house"), DAMAGE)
def test_changed_damage_can_be_said_in_several_ways(text, house):
    assert printed(text, CardType.SPELL) == house


@pytest.mark.parametrize(("text", "house"), CAPS)
def test_the_most_that_one_attack_deals_is_the_most_that_is_taken(text, house):
    assert printed(text) == house


@pytest.mark.parametrize(("text", "house"), ASKED)
def test_what_must_hold_can_be_said_of_what_was_just_named(text, house):
    assert printed(text, CardType.SPELL) == house
    assert printed(house, CardType.SPELL) == house


@pytest.mark.parametrize(("text", "house"), EVENTS)
def test_what_an_event_was_about_need_not_be_said_again(text, house):
    assert printed(text) == house


@pytest.mark.parametrize(
    "text",
    [
        "When an opponent gains life: You gain 1 vim. You gain the same amount.",
        "You may return a spell from your graveyard to your spellbook. If there is none, you gain 3 life instead.",
        "You gain 2 life. If there is none, you gain 3 life.",
        "Each player who controls a boss loses 1 life.",
    ],
)
def test_what_could_mean_two_things_is_not_read(text):
    assert read_text(text).text is None
