"""Other wordings of where cards stand and whose they are: each is printed as the one sentence of the house."""

import pytest

from engine.bos.cardtext.printer import print_text
from engine.bos.cardtext.reader import read_text

SAID = [
    ("Move a summon you control to an adjacent empty column.", "Move a summon you control to an adjacent column."),
    (
        "Move a summon you control to an adjacent empty place on your side.",
        "Move a summon you control to an adjacent column.",
    ),
    (
        "All summons in this wizard's column have 1 more strength.",
        "Each summon in this column has 1 more strength.",
    ),
    (
        "You gain 1 life for each wizard you control that is face-down.",
        "You gain 1 life for each face-down wizard you control.",
    ),
    ("All summons your opponents control lose 1 strength.", "Each summon each opponent controls loses 1 strength."),
    ("Spells your opponents cast cost 1 more vim.", "Spells each opponent casts cost 1 more vim."),
    (
        "When the summon opposite this is defeated: Ready this.",
        "When a summon facing this is defeated: Ready this.",
    ),
    ("Two different summons you control gain 2 strength.", "Two summons you control gain 2 strength."),
    (
        "Your opponent chooses a summon they control and defeats it.",
        "An opponent chooses a summon they control. Defeat it.",
    ),
    (
        "An opponent chooses a spell in their spellbook and puts it into their graveyard.",
        "An opponent chooses a spell in their spellbook. Put it into its owner's graveyard.",
    ),
    (
        "A summon takes 1 damage. If that defeats it, you gain 1 life.",
        "A summon takes 1 damage. If it was defeated this turn, you gain 1 life.",
    ),
    ("Enchant an opponent's summon.", "Enchant a summon an opponent controls."),
    ("Enchant your face-up boss.", "Enchant a face-up boss you control."),
    (
        "For the rest of this turn, your summons cannot attack.",
        "Each summon you control cannot attack until the end of the turn.",
    ),
    (
        "At the end of your turn, if you declared no attacks this turn: You gain 2 vim.",
        "At the end of your turn, if no summon or boss you control attacked this turn: You gain 2 vim.",
    ),
]


@pytest.mark.parametrize(("typed", "printed"), SAID)
def test_it_is_read_and_printed_in_the_style_of_the_house(typed, printed):
    text = read_text(typed).text

    assert text is not None
    assert print_text(text) == printed
