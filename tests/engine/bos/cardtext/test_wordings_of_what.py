"""Other wordings of what happens to whom: each is read, and printed back as the one sentence of the house."""

import pytest

from engine.bos.cardtext.printer import print_text
from engine.bos.cardtext.reader import read_text
from engine.bos.model.card_pool import sample_pool
from engine.bos.model.cards import Ability, Card, CardType

JOINED = [
    ("You gain 2 life and 1 vim.", "You gain 2 life. You gain 1 vim."),
    ("Each opponent loses 2 life, 1 vim and 1 ether.",
     "Each opponent loses 2 life. Each opponent loses 1 vim. Each opponent loses 1 ether."),
    ("Deal 2 damage to a summon and 1 damage to a player.", "Deal 2 damage to a summon. Deal 1 damage to a player."),
    ("Deal 2 damage to a summon and 1 to an opponent.", "Deal 2 damage to a summon. Deal 1 damage to an opponent."),
    ("Deal 2 damage to a boss and to an opponent.", "Deal 2 damage to a boss and an opponent."),
    ("Give a summon you control 2 strength.", "A summon you control gains 2 strength."),
    ("Ready your boss and you gain 1 life.", "Ready a boss you control. You gain 1 life."),
]  # fmt: skip
POSSESSIVES = [
    ("an opponent's summon", "a summon an opponent controls"),
    ("your opponent's boss", "a boss an opponent controls"),
    ("one of an opponent's summons", "a summon an opponent controls"),
    ("your boss", "a boss you control"),
    ("your summons", "each summon you control"),
    ("all of your wizards", "each wizard you control"),
    ("each of your other summons", "each other summon you control"),
    ("another of your summons", "another summon you control"),
    ("two of your summons", "two summons you control"),
    ("up to two of your opponent's summons", "up to two summons an opponent controls"),
    ("any number of your wizards", "any number of wizards you control"),
    ("all your opponents' summons", "each summon each opponent controls"),
    ("each opponent's boss", "each boss each opponent controls"),
    ("this and another summon you control", "this and another summon you control"),
]
PLAYERS = [
    ("Choose an opponent. They lose 2 life and 1 vim.",
     "Choose an opponent. That player loses 2 life. That player loses 1 vim."),
    ("Choose an opponent. Act their summons.", "Choose an opponent. Act each summon that player controls."),
    ("Choose an opponent. Deal 2 damage to that opponent.", "Choose an opponent. Deal 2 damage to that player."),
    ("An opponent loses 2 life and discards a spell.",
     "An opponent loses 2 life. That player discards a spell in their spellbook."),
    ("Discard a summon.", "Discard a summon in your castle."),
    ("Both players gain 2 vim.", "Each player gains 2 vim."),
    ("Each other player loses 2 life.", "Each opponent loses 2 life."),
    ("Return a summon in an opponent's graveyard to that player's castle.",
     "Return a summon in an opponent's graveyard to its owner's castle."),
    ("You gain 1 life for each of your summons.", "You gain 1 life for each summon you control."),
    ("You gain life equal to the number of an opponent's wizards.",
     "You gain life equal to the number of wizards an opponent controls."),
]  # fmt: skip
ONE_SUBJECT = [
    ("A summon you control gains 2 strength and becomes ready.", "A summon you control gains 2 strength. Ready it."),
    ("A summon you control gains 2 strength, then readies.", "A summon you control gains 2 strength. Ready it."),
    ("Two of your summons ready and gain 1 strength.", "Ready two summons you control. They gain 1 strength."),
    ("Each acted summon readies and gains 1 strength.", "Ready each acted summon. They gain 1 strength."),
    ("A summon gains 2 strength and cannot block until the end of the turn.",
     "A summon gains 2 strength until the end of the turn. It cannot block until the end of the turn."),
    ("Until the end of the turn, a summon gains 2 strength and cannot block.",
     "A summon gains 2 strength until the end of the turn. It cannot block until the end of the turn."),
    ("An opponent's summon acts and cannot ready until your next turn.",
     "Act a summon an opponent controls. It cannot ready until the start of your next turn."),
    ("A summon gains 1 strength, readies and cannot be attacked this turn.",
     "A summon gains 1 strength until the end of the turn. Ready it. It cannot be attacked until the end of the turn."),
]  # fmt: skip
BEHIND = [
    ("This has 2 more strength while it is enchanted.", "While this is enchanted, this has 2 more strength."),
    ("This cannot attack if you control a boss.", "While you control a boss, this cannot attack."),
    ("This has 2 more strength as long as you control a boss.", "While you control a boss, this has 2 more strength."),
    ("Your summons have 1 more strength during your turn.",
     "During your turn, each summon you control has 1 more strength."),
    ("Your spells cost 1 less vim.", "Spells you cast cost 1 less vim."),
    ("This cannot attack, block or act.", "This cannot attack. This cannot block. This cannot act."),
]  # fmt: skip
COPIED = [
    ("Choose a spell in an opponent's graveyard and use its ability as if it were yours.",
     "Choose a spell in an opponent's graveyard. Copy it."),
    ("When you cast a spell, [act]: Use that spell's ability again.", "When you cast a spell, [act]: Copy it."),
    ("Use the ability of a spell in your graveyard.", "Copy a spell in your graveyard."),
]  # fmt: skip
PASSIVE = [
    ("A summon you control is readied.", "Ready a summon you control."),
    ("Each wizard you control becomes ready.", "Ready each wizard you control."),
    ("A summon an opponent controls is acted.", "Act a summon an opponent controls."),
    ("A wizard an opponent controls is turned face-down.", "Turn a wizard an opponent controls face-down."),
    ("Your boss is turned face-up.", "Turn a boss you control face-up."),
    ("Turn your boss face-up, whether its condition is met or not.", "Turn a boss you control face-up."),
    ("Each summon is sent to its owner's castle.", "Return each summon to its owner's castle."),
    ("2 damage is dealt to a summon.", "Deal 2 damage to a summon."),
    ("Choose a summon in an opponent's castle. It is put into its owner's graveyard.",
     "Choose a summon in an opponent's castle. Put it into its owner's graveyard."),
    ("Two adjacent summons an opponent controls swap places.", "Swap two adjacent summons an opponent controls."),
]  # fmt: skip


def printed(text, kind=CardType.SPELL):
    card = Card("Somebody", kind, None, abilities=(Ability(text, False),))
    read = read_text(text, card=card, pool=sample_pool())
    assert read.problems == ()
    return print_text(read.text, card_type=card.type)


@pytest.mark.parametrize(("text", "house"), JOINED)
def test_amounts_and_damages_can_be_joined(text, house):
    assert printed(text) == house


@pytest.mark.parametrize(("whom", "house"), POSSESSIVES)
def test_whose_cards_they_are_can_be_said_in_front(whom, house):
    assert printed(f"Ready {whom}.") == f"Ready {house}."


@pytest.mark.parametrize(("text", "house"), PLAYERS)
def test_a_player_is_named_once(text, house):
    assert printed(text) == house


@pytest.mark.parametrize(("text", "house"), ONE_SUBJECT)
def test_one_subject_of_several_verbs_is_one_choice(text, house):
    assert printed(text) == house


@pytest.mark.parametrize(("text", "house"), BEHIND)
def test_when_something_holds_can_be_said_behind(text, house):
    assert printed(text, CardType.SUMMON) == house


def test_what_must_hold_for_the_first_effect_of_a_spell_is_no_condition_for_casting_it():
    text = "Deal 2 damage to a summon if you control a boss."

    assert printed(text) == text
    assert printed("If you control a boss, deal 2 damage to a summon.") == text
    assert printed("If you control a boss: Deal 2 damage to a summon.") != text


def test_only_what_holds_all_the_time_can_be_held_so_long():
    card = Card("Somebody", CardType.SUMMON, None)

    assert read_text("You gain 2 life while you control a boss.", card=card).text is None


@pytest.mark.parametrize(("text", "house"), PASSIVE)
def test_what_is_done_can_be_said_of_what_it_is_done_to(text, house):
    assert printed(text) == house


def test_two_cards_in_a_column_adjacent_to_this_are_not_two_that_are_adjacent_to_each_other():
    assert read_text("Act two summons an opponent controls in an adjacent column.").text is None


@pytest.mark.parametrize(("text", "house"), COPIED)
def test_the_ability_of_a_spell_that_is_used_again_is_its_effect(text, house):
    assert printed(text) == house
