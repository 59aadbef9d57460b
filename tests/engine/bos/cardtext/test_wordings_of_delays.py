"""Other wordings of what waits, of prices for a while and of control: each is read and printed in the house style."""

import pytest

from engine.bos.cardtext.printer import print_text
from engine.bos.cardtext.reader import read_text

WAITS = {
    "Act a summon. It is defeated at the end of the turn.": "Act a summon. At the end of the turn, defeat it.",
    "Act a summon. Ready it at the start of your next turn.": "Act a summon. At the start of your next turn, ready it.",
    "When this attacks, defeat it at end of turn.": "When this attacks: At the end of the turn, defeat this.",
    "You lose 3 vim at the start of your next turn.": "At the start of your next turn, you lose 3 vim.",
    "At the beginning of your next main phase, you gain 2 vim.": (
        "At the start of your next main phase, you gain 2 vim."
    ),
    "At the end of your opponent's next turn, you gain 1 life.": (
        "At the end of an opponent's next turn, you gain 1 life."
    ),
    "This turn, each time you cast a spell, you gain 1 life.": (
        "Until the end of the turn, when you cast a spell, you gain 1 life."
    ),
    "Whenever you cast a spell this turn, you gain 1 life.": (
        "Until the end of the turn, when you cast a spell, you gain 1 life."
    ),
    "Deal 2 damage to a summon. If it is defeated this turn, you gain 2 vim.": (
        "Deal 2 damage to a summon. Until the end of the turn, when it is defeated, you gain 2 vim."
    ),
    "When this is summoned: The next time this is attacked, the attacker loses 1 strength.": (
        "When this is summoned: The next time this is attacked, the attacker loses 1 strength."
    ),
    "The next summon you summon this turn gains 2 strength.": (
        "Until the end of the turn, the next time you summon a summon, it gains 2 strength."
    ),
}
PRICES = {
    "Your next spell this turn costs 2 less vim.": (
        "The next spell you cast costs 2 less vim until the end of the turn."
    ),
    "The next spell you cast this turn costs 2 vim less.": (
        "The next spell you cast costs 2 less vim until the end of the turn."
    ),
    "Until the end of the turn, spells you cast cost 1 less vim.": (
        "Spells you cast cost 1 less vim until the end of the turn."
    ),
    "The next time you would take damage this turn, prevent it.": (
        "Prevent the next damage that would be dealt to you until the end of the turn."
    ),
    "Prevent the next damage you would take this turn.": (
        "Prevent the next damage that would be dealt to you until the end of the turn."
    ),
}
SIDES = {
    "Take control of an opponent's summon until end of turn.": (
        "Gain control of a summon an opponent controls until the end of the turn."
    ),
    "Search your castle for a summon and put it onto the battlefield.": (
        "Choose a summon in your castle. Put it onto the battlefield."
    ),
}


@pytest.mark.parametrize(("said", "printed"), [*WAITS.items(), *PRICES.items(), *SIDES.items()])
def test_another_wording_is_printed_in_the_house_style(said, printed):
    read = read_text(said)

    assert read.problems == ()
    assert print_text(read.text) == printed


@pytest.mark.parametrize(
    "said",
    [
        "Gain control of a boss an opponent controls.",
        "Gain control of a summon while this is on the battlefield.",
        "The next time a summon you control would take damage, prevent it.",
        "At the end of the turn, if you do, you gain 1 life.",
    ],
)
def test_what_cannot_wait_or_change_sides_is_refused(said):
    assert read_text(said).text is None
