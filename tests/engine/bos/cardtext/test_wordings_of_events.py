"""Other wordings of attacks, of turns to come and of what takes the place of something: printed as in the house."""

import pytest

from engine.bos.cardtext.printer import print_text
from engine.bos.cardtext.reader import read_text
from engine.bos.model.cards import Ability, Card, CardType

SUMMONS = {
    "When one of your attacks is blocked: You gain 1 life.": (
        "When a summon or boss you control is blocked: You gain 1 life."
    ),
    "When a summon blocks one of your attacks: You gain 1 life.": (
        "When a summon blocks a summon or boss you control: You gain 1 life."
    ),
    "When an opponent attacks you with a summon and it is not blocked: You gain 1 life.": (
        "When a summon an opponent controls attacks you and is not blocked: You gain 1 life."
    ),
    "When this survives an attack by a summon: Ready this.": (
        "When this survives a battle with a summon, if this is not attacking and this is not blocking: Ready this."
    ),
    "This cannot attack during the turn it was summoned.": "While this was summoned this turn, this cannot attack.",
    "A summon cannot attack during the turn it was summoned.": (
        "Each summon that was summoned this turn cannot attack."
    ),
    "The first time each turn a summon you control is defeated: Return it from your graveyard to your castle.": (
        "When a summon you control is defeated: Return it to its owner's castle. Use this ability only once per turn."
    ),
    "The first summon you control that attacks each turn has 2 more strength until the end of the turn.": (
        "When a summon you control attacks: It gains 2 strength until the end of the turn. "
        "Use this ability only once per turn."
    ),
    "This can attack players even if there is a summon facing it.": (
        "This can attack opponents even if they control summons."
    ),
    "As long as no summon faces this, it has 3 more strength.": (
        "While there are no summons facing this, this has 3 more strength."
    ),
    "When this attacks: Deal 2 damage to the opposing summon in this column.": (
        "When this attacks: Deal 2 damage to a summon facing this."
    ),
    "Your opponents' wizards are not turned face-up in their startup phase.": (
        "Each wizard each opponent controls cannot ready during its controller's startup phase."
    ),
    "When your life would become 0: It becomes 5 instead and turn this face-down.": (
        "When your life would become 0: Your life becomes 5 instead. Turn this face-down."
    ),
    "When this attacks: An opponent loses 1 life. If they control no summons, they lose 3 life instead.": (
        "When this attacks: Choose an opponent. That player loses 1 life unless that player controls no summons. "
        "If that player controls no summons, that player loses 3 life."
    ),
}
WIZARDS = {
    "When you conduct a summon with this wizard: You gain 2 life.": "When this conducts a summon: You gain 2 life.",
    "When you conduct a summon with another wizard: The summoned card gains 1 strength.": (
        "When another wizard you control conducts a summon: It gains 1 strength."
    ),
    "When an opponent conducts a summon with a wizard: You gain 1 life.": (
        "When a wizard an opponent controls conducts a summon: You gain 1 life."
    ),
    "When you conduct a summon: The summoned card gains 1 strength.": "When you summon a summon: It gains 1 strength.",
}
SPELLS = {
    "Enchant a wizard you control. When it conducts a summon: Turn it face-up.": (
        "Enchant a wizard you control. When the enchanted wizard conducts a summon: Turn the enchanted wizard face-up."
    ),
    "Defeat a summon an opponent controls at the end of their next turn.": (
        "Choose a summon an opponent controls. At the end of that player's next turn, defeat it."
    ),
    "During your next turn, summons you control have 2 more strength.": (
        "At the start of your next turn, each summon you control gains 2 strength until the end of the turn."
    ),
    "A summon an opponent controls cannot attack during their next turn.": (
        "Choose a summon an opponent controls. "
        "At the start of that player's next turn, it cannot attack until the end of the turn."
    ),
    "As an additional cost to cast this, defeat a summon you control. You gain 6 life.": (
        "[defeat a summon you control]: You gain 6 life."
    ),
    "An opponent does not double their vim in their next startup phase.": (
        "The next time an opponent's vim would double, nothing happens instead."
    ),
    "If an opponent would gain life before your next turn, they lose that much life instead.": (
        "Until the start of your next turn, when an opponent would gain life, that player loses that much life instead."
    ),
    "Gain control of a summon an opponent controls. Put it into an empty column of your choice on your side.": (
        "Gain control of a summon an opponent controls to any open column."
    ),
    "Until the end of the turn, gain control of an opponent's summon. It moves to the place opposite and readies.": (
        "Gain control of a summon an opponent controls until the end of the turn to the same column. Ready it."
    ),
}


def read(text, kind):
    return read_text(text, card=Card("Somebody", kind, None, abilities=(Ability(text, False),)))


@pytest.mark.parametrize(("said", "printed"), SUMMONS.items())
def test_a_summon_can_be_worded_otherwise(said, printed):
    found = read(said, CardType.WIZARD if "face-down" in printed else CardType.SUMMON)

    assert found.problems == ()
    assert print_text(found.text) == printed


@pytest.mark.parametrize(("said", "printed"), WIZARDS.items())
def test_what_a_wizard_conducts_can_be_worded_otherwise(said, printed):
    found = read(said, CardType.WIZARD)

    assert found.problems == ()
    assert print_text(found.text) == printed


@pytest.mark.parametrize(("said", "printed"), SPELLS.items())
def test_a_spell_can_be_worded_otherwise(said, printed):
    found = read(said, CardType.SPELL)

    assert found.problems == ()
    assert print_text(found.text) == printed


@pytest.mark.parametrize(
    "said",
    [
        "While a summon faces this, it has 3 more strength.",
        "Your opponents' summons are not turned face-up in their startup phase.",
        "When this attacks: Choose a summon. The summoned card gains 1 strength.",
        "When an opponent conducts a summon with this: You gain 1 life.",
        "When this attacks: During your next turn, you gain 2 life.",
        "The first summon you control that attacks each turn has 2 more strength.",
    ],
)
def test_what_could_be_meant_in_two_ways_is_refused(said):
    assert read(said, CardType.SUMMON).text is None
