"""Wordings of cards, battles and arrivals that say the same as those of the house, and what they cannot say."""

import pytest

from engine.bos.cardtext.printer import print_text
from engine.bos.cardtext.reader import read_text
from engine.bos.model.card_pool import sample_pool
from engine.bos.model.cards import Ability, Card, CardType

CARDS = [
    ("Act an enemy summon.", "Act a summon an opponent controls."),
    ("Defeat the strongest enemy summon.", "Defeat a summon an opponent controls with the most strength."),
    ("Ready each friendly summon.", "Ready each summon you control."),
    ("Ready a summon of yours.", "Ready a summon you control."),
    ("Act each enemy summon that didn't attack this turn.",
     "Act each summon an opponent controls that did not attack this turn."),
    ("Deal 2 damage to each of up to two summons.", "Deal 2 damage to up to two summons."),
    ("Deal 2 damage to each of two summons.", "Deal 2 damage to two summons."),
    ("Defeat each summon weaker than this.", "Defeat each summon with strength less than the strength of this."),
    ("Two summons you control trade columns.", "Swap two summons you control."),
    ("Set aside a summon you control. At the end of the turn, return it to the battlefield in the same column.",
     "Remove a summon you control from the battlefield. At the end of the turn, put it onto the battlefield in the "
     "column of that summon."),
    ("Put a summon from your graveyard onto an empty place on your side. It arrives acted.",
     "Put a summon in your graveyard onto the battlefield acted."),
    ("Discard a spell. You gain life equal to the discarded spell's cost.",
     "Discard a spell in your spellbook. You gain life equal to its cost."),
    ("Sacrifice a summon. If you control none, you lose 5 life instead.",
     "Defeat a summon you control unless you control no summons. If you control no summons, you lose 5 life."),
    ("The strongest enemy summon becomes acted.", "Act a summon an opponent controls with the most strength."),
    ("Enchant a summon you control. It has 2 more strength, and when it is defeated, you gain 3 life.",
     "Enchant a summon you control. The enchanted summon gains 2 strength. When the enchanted summon is defeated, you "
     "gain 3 life."),
]  # fmt: skip
STANDING = [
    ("Summons with base strength 2 or less can't attack.", "Each summon with 2 or less base strength cannot attack."),
    ("Summons with a base strength of 3 have 1 more strength.",
     "Each summon with exactly 3 base strength has 1 more strength."),
    ("While this is on the battlefield, no player can gain life.", "Each player cannot gain life."),
    ("As long as it faces an enemy summon, this has 2 more strength.",
     "While there are 1 or more summons facing this, this has 2 more strength."),
    ("While blocking, this has 2 additional strength.", "While this is blocking, this has 2 more strength."),
    ("Summons of yours have 1 additional strength.", "Each summon you control has 1 more strength."),
    ("For every other summon you control, this has 1 more strength.",
     "This has 1 more strength for each other summon you control."),
    ("While this faces an enemy summon, this has 2 more strength.",
     "While there are 1 or more summons facing this, this has 2 more strength."),
    ("Your summons in columns adjacent to this have 1 more strength.",
     "Each summon you control in an adjacent column has 1 more strength."),
    ("Enemy summons standing in this column have 1 less strength.",
     "Each summon an opponent controls in this column has 1 less strength."),
    ("Summons you control can't be attacked by weaker summons.",
     "Each summon you control cannot be attacked by summons with strength less than its strength."),
    ("This must attack each turn if it can.", "This must attack each turn if able."),
    ("This can block from any column, not just an adjacent one.", "This can block attacks in any column."),
    ("Your opponents can't block with acted summons.", "Each acted summon each opponent controls cannot block."),
    ("Spells cast by opponents cost 1 additional vim.", "Spells each opponent casts cost 1 more vim."),
    ("Your summons may attack a player even if a summon faces them.",
     "Each summon you control can attack opponents even if they control summons."),
]  # fmt: skip
EVENTS = [
    ("As you summon this, each opponent loses 2 life and you gain as much life as was lost.",
     "When you summon this: Each opponent loses 2 life. You gain that much life."),
    ("When this arrives, move an enemy summon into an empty column on its controller's side.",
     "When this is summoned: Move a summon an opponent controls to an open column."),
    ("When this attacks a summon stronger than itself, it gains 3 strength.",
     "When this attacks a summon with strength more than the strength of this: This gains 3 strength."),
    ("When this is defeated in battle, the summon it was battling takes 2 damage.",
     "When this is defeated in battle: The other card takes 2 damage."),
    ("When a summon you control attacks, [pay 1 vim]: That attack can't be blocked.",
     "When a summon you control attacks, [1 vim]: It cannot be blocked until the end of the attack."),
    ("When you are attacked: Prevent all damage that attack would deal to you.",
     "When a summon or boss attacks you: You cannot be dealt damage in battle until the end of the attack."),
    ("If this survives a battle in which it blocked, it moves back to the column from which it came.",
     "When this has blocked, if this was not defeated this turn: Move this to the column it came from."),
    ("If you would be dealt 4 or more damage at once, you are dealt 3 instead.",
     "When you would take 4 or more damage: Deal 3 damage to you instead."),
    ("At the start of your turn, before your vim doubles, you gain 1 vim.",
     "At the start of your turn: You gain 1 vim."),
    ("At the end of each turn in which no attack was declared, this gains 1 strength.",
     "At the end of each player's turn, if no summon or boss attacked this turn: This gains 1 strength."),
    ("During your main phase, [act], [pay 2 vim]: Ready a summon.", "During your main phase, [act and 2 vim]: "
     "Ready a summon."),
    ("During your main phase, [sacrifice a summon]: Ready a summon. It gains strength equal to the sacrificed summon's "
     "strength.", "During your main phase, [defeat a summon you control]: Ready a summon. It gains strength equal to "
     "the strength of the sacrificed summon."),
    ("During your main phase, [sacrifice a summon]: You gain life equal to the sacrificed summon's strength.",
     "During your main phase, [defeat a summon you control]: You gain life equal to its strength."),
]  # fmt: skip
REFUSED = [
    ("When a summon attacks a summon stronger than itself: You gain 1 life.", CardType.BOSS),
    ("During your main phase, [sacrifice a summon]: Defeat a summon. You gain life equal to the sacrificed summon's "
     "strength.", CardType.BOSS),
    ("You gain 1 life. It arrives acted.", CardType.SPELL),
    ("While this is on the battlefield, you gain 1 life.", CardType.SUMMON),
    ("Put a summon from an opponent's graveyard onto an empty place on its side.", CardType.SPELL),
    ("Defeat a summon. If you control none, you lose 5 life instead.", CardType.SPELL),
    ("When this is summoned: That attack can't be blocked.", CardType.SUMMON),
    ("At the end of your turn, before your vim doubles, you gain 1 vim.", CardType.SUMMON),
    ("That player also has 1 more strength.", CardType.SUMMON),
]  # fmt: skip


def printed(text, kind):
    card = Card("Somebody", kind, None, abilities=(Ability(text, False),))
    read = read_text(text, card=card, pool=sample_pool())
    assert [problem.message for problem in read.problems if not problem.code.startswith("W")] == []
    return print_text(read.text, card_type=card.type)


@pytest.mark.parametrize(("text", "house"), CARDS)
def test_cards_can_be_called_otherwise(text, house):
    assert printed(text, CardType.SPELL) == house


@pytest.mark.parametrize(("text", "house"), STANDING)
def test_what_holds_all_the_time_can_be_said_otherwise(text, house):
    assert printed(text, CardType.SUMMON) == house


@pytest.mark.parametrize(("text", "house"), EVENTS)
def test_when_and_what_happens_can_be_said_otherwise(text, house):
    assert printed(text, CardType.SUMMON) == house


@pytest.mark.parametrize(("text", "kind"), REFUSED)
def test_what_could_mean_something_else_is_refused(text, kind):
    assert read_text(text, card=Card("Somebody", kind, None)).text is None


BACK = "Move a summon you control to an adjacent column. At the end of the turn, move it to the column it came from."


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (BACK, CardType.SPELL),
        ("When this attacks: Move this to the column it came from.", CardType.SUMMON),
        ("When this blocks: Move another summon you control to the column it came from.", CardType.SUMMON),
    ],
)
def test_only_of_a_blocker_is_it_known_where_it_came_from(text, kind):
    read = read_text(text, card=Card("Somebody", kind, None))

    assert read.text is None
    assert [problem.message.code for problem in read.problems] == ["bos.card_text.came_from"]


def test_a_blocker_of_any_name_can_go_back_to_where_it_came_from():
    for text in (
        "When a summon you control blocks: Move it to the column it came from.",
        "When this is blocked: Move the blocker to the column it came from.",
        'Each other summon you control has "When this blocks: Move this to the column it came from."',
    ):
        assert printed(text, CardType.SUMMON) == text
