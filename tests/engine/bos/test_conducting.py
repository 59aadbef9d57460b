"""Wizards that conduct a summon, as an event (G-379): each of them, also the one that turns face-down by it."""

import pytest

from tests.engine.bos.ability_examples import played, sage
from tests.engine.bos.duel import summon

OWN = "When this conducts a summon: You gain 2 life."
OTHERS = "When another wizard you control conducts a summon: It gains 1 strength for each other summon you control."
PAIR = summon("Giant", 6, condition="Conduct a summon with any two wizards")
AT_FIRST = "T1 P1"


@pytest.mark.parametrize(
    "scene",
    [
        sage(OWN, "S a Imp1; + wa", {"P1 life": 32}, before=AT_FIRST),
        sage(OWN, "S b Imp1; + wa", "10.1.1", before=AT_FIRST),
        sage(OWN, "S b Giant (wb wa); + wa", {"P1 life": 32}, PAIR, before=AT_FIRST),
        sage(OTHERS, "S c Imp1; + wa", {"1c": 3}),
        sage(OTHERS, "S a Imp1; + wa", "10.1.1", before=AT_FIRST),
    ],
    ids=str,
)
def test_an_ability_is_set_off_by_the_wizard_that_conducts(scene):
    assert played(scene) == []
