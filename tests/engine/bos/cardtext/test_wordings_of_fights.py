"""Other wordings of who fights whom and whose things are: each is read, and printed back as one of the house."""

import pytest

from engine.bos.cardtext.printer import print_text
from engine.bos.cardtext.reader import read_text
from engine.bos.model.card_pool import sample_pool
from engine.bos.model.cards import Ability, Card, CardType

SIDES = [
    ("When a summon you control is attacked: The attacker's controller loses 1 life.",
     "When a summon you control is attacked: The attacker's controller loses 1 life."),
    ("When this is blocked: Act a summon the blocker's controller controls.",
     "When this is blocked: Act a summon the blocker's controller controls."),
    ("When this attacks a summon: The target's controller loses 1 life.",
     "When this attacks a summon: The target's controller loses 1 life."),
    ("When this attacks a summon: The defending summon gains 1 strength and this gains 3.",
     "When this attacks a summon: The target gains 1 strength. This gains 3 strength."),
    ("When this is defeated by an attacker: Act that summon.",
     "When an attacking summon or boss defeats this: Act it."),
    ("When a summon of yours is defeated while blocking: The attacker is defeated too.",
     "When a summon you control is defeated, if it is blocking: Defeat each attacking summon or boss."),
    ("When this falls while attacking: You gain 1 life.",
     "When this is defeated, if this is attacking: You gain 1 life."),
    ("Whenever one of your summons damages an opponent, you gain 1 life.",
     "When a summon you control deals damage to an opponent: You gain 1 life."),
    ("When this moves to another column: It gains 2 strength.", "When this moves: This gains 2 strength."),
    ("After this card's first attack each turn, ready it.",
     "When this has attacked: Ready this. Use this ability only once per turn."),
    ("When a summon is defeated: Its controller's opponent gains 1 life.",
     "When a summon is defeated: You gain 1 life unless it is a card you control. "
     "If it is a card you control, an opponent gains 1 life."),
]  # fmt: skip
ATTACKS = [
    ("Attacks made by your summons in the middle column cannot be blocked.",
     "Each summon you control in the middle column cannot be blocked."),
    ("This takes no damage from summons with less strength than it has.",
     "This cannot be dealt damage by summons with strength less than the strength of this."),
    ("Each summon that deals damage to you is defeated.", "When a summon deals damage to you: Defeat it."),
    ("The first summon you conduct each turn gains 2 strength.",
     "When you summon your first summon each turn: It gains 2 strength."),
    ("When this would take damage: It is dealt to you instead.",
     "When this would take damage: You take that much damage instead."),
    ("During your main phase, if you have no summons, [act]: You gain 1 life.",
     "During your main phase, if you control no summons, [act]: You gain 1 life."),
    ("During your main phase, if you have declared two attacks this turn, [act]: You gain 1 life.",
     "During your main phase, if the number of attacks you declared this turn is 2 or more, [act]: You gain 1 life."),
    ("During your main phase, [act], [1 vim]: You gain 1 life.",
     "During your main phase, [act and 1 vim]: You gain 1 life."),
]  # fmt: skip
CAST = [
    ("Turn a face-down wizard face-up, whoever controls it.", "Turn a face-down wizard face-up."),
    ("Deal 1 damage to an opponent for each attack you have declared this turn.",
     "Deal 1 damage to an opponent for each attack you declared this turn."),
    ("You gain life equal to the number of attacks an opponent made this turn.",
     "You gain life equal to the number of attacks an opponent declared this turn."),
    ("You gain life equal to the combined strength of the summons in the middle column.",
     "You gain life equal to the total strength of summons in the middle column."),
    ("A summon you control gains 1 strength for every 2 vim you have.",
     "A summon you control gains strength equal to half your vim."),
    ("You gain 2 life for each ether an opponent has.", "You gain life equal to twice an opponent's ether."),
    ("The strongest summon loses half its strength, rounded up.",
     "A summon with the most strength loses strength equal to half its strength rounded up."),
    ("A summon you control and the summon facing it exchange their strengths.",
     "Exchange the strength of a summon you control with the strength of each summon facing that summon."),
    ("Each opponent chooses one of their summons. Defeat it.",
     "Each opponent chooses a summon they control. Defeat them."),
    ("Put a spell of your choice from an opponent's spellbook into their graveyard.",
     "Put a spell in an opponent's spellbook into its owner's graveyard."),
    ("Defeat two summons of your choice.", "Defeat two summons."),
    ("Move an opponent's summon to their empty place in the middle column.",
     "Move a summon an opponent controls to the middle column."),
    ("Take control of an opponent's summon and move it to your empty place in the same column.",
     "Gain control of a summon an opponent controls to the same column."),
    ("The next time you would be dealt damage, it is dealt to an opponent instead.",
     "The next time you would take damage, an opponent takes that much damage instead."),
    ("Choose a summon. All damage that would be dealt to it this turn is dealt to its controller instead.",
     "Choose a summon. "
     "Until the end of the turn, when it would take damage, its controller takes that much damage instead."),
    ("Until the start of your next turn, each summon that deals damage to you is defeated.",
     "Until the start of your next turn, when a summon deals damage to you, defeat it."),
    ("Enchant a summon. Its attacks can't be blocked.", "Enchant a summon. The enchanted summon cannot be blocked."),
    ("Enchant a boss. It has 2 more strength while its controller has no summons.",
     "Enchant a boss. While its controller controls no summons, the enchanted boss has 2 more strength."),
    ("Enchant a summon. It cannot attack or block while you control a boss.",
     "Enchant a summon. While you control a boss, the enchanted summon cannot attack. "
     "While you control a boss, the enchanted summon cannot block."),
]  # fmt: skip
REFUSED = [
    ("When this is blocked: The defending summon gains 1 strength.", CardType.SUMMON),
    ("When this is defeated: Defeat the attacker.", CardType.SUMMON),
    ("When this would deal damage to a player: It is dealt to you instead.", CardType.SUMMON),
    ("After a summon you control's first attack each turn, ready it.", CardType.WIZARD),
    ("During your main phase, if you have two spells: You gain 1 life.", CardType.WIZARD),
    ("Defeat a summon you control, whoever controls it.", CardType.SPELL),
    ("An opponent discards a spell of your choice.", CardType.SPELL),
    ("Each player chooses one of their summons. Defeat it.", CardType.SPELL),
    ("Move an opponent's summon to your empty place in the middle column.", CardType.SPELL),
    ("A summon gains 2 strength for every 2 vim you have.", CardType.SPELL),
    ("The next time you would gain life, it is dealt to an opponent instead.", CardType.SPELL),
    ("Ready a summon and it gains 3.", CardType.SPELL),
    ("Enchant a summon. When it attacks, its controller's opponent gains 1 life.", CardType.SPELL),
]


def printed(text, kind=CardType.SUMMON):
    card = Card("Somebody", kind, None, abilities=(Ability(text, False),))
    read = read_text(text, card=card, pool=sample_pool())
    assert read.problems == ()
    return print_text(read.text, card_type=card.type)


@pytest.mark.parametrize(("text", "house"), SIDES)
def test_sides_of_a_fight_have_several_names(text, house):
    assert printed(text) == house
    assert printed(house) == house


@pytest.mark.parametrize(("text", "house"), ATTACKS)
def test_what_holds_of_attacks_and_players_can_be_said_in_several_ways(text, house):
    assert printed(text) == house
    assert printed(house) == house


@pytest.mark.parametrize(("text", "house"), CAST)
def test_what_a_spell_does_can_be_said_in_several_ways(text, house):
    assert printed(text, CardType.SPELL) == house
    assert printed(house, CardType.SPELL) == house


@pytest.mark.parametrize(("text", "kind"), REFUSED)
def test_what_could_be_meant_otherwise_is_refused(text, kind):
    card = Card("Somebody", kind, None, abilities=(Ability(text, False),))

    assert read_text(text, card=card, pool=sample_pool()).text is None
