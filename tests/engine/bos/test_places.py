"""Cards that speak of columns, neighbours and places in other words than the page does, and do what they say."""

import pytest

from engine.bos.cardtext.printer import print_text
from engine.bos.cardtext.reader import read_text
from tests.engine.bos.ability_examples import fox, played, sage, word
from tests.engine.bos.place_scenes import ALONE, THREE

BENS = "T1 P1; S c Fox; E; T2 P2"
PAIR = "Deal 2 damage to a summon and each summon adjacent to it."
BOTH = "Defeat a summon and the summon facing it."
CHAIN = "Each summon you control has 1 more strength for each summon adjacent to it."
ALARM = "When a summon is summoned facing this: This gains 1 strength."
REVENGE = "When this is defeated: Deal 2 damage to the summon facing it."
LEGACY = "When this is defeated: Each summon adjacent to it gains 2 strength."
GRIEF = "When a summon adjacent to this is defeated: This gains 2 strength."
SHOT = "During your main phase, [act]: Deal 2 damage to the summon facing the summon in front of this."

SCENES = [
    word(PAIR, "C Word -> 2b", {"2a": 2, "2b": None, "2c": 7, "1a": 5}, before=THREE),
    word(BOTH, "C Word -> a", {"1a": None, "2a": None, "1b": 3}),
    word(BOTH, "C Word -> 2b", {"2b": None, "1a": 5, "2a": 4}, before=ALONE),
    fox(CHAIN, "S a Fox; S c Imp2", {"1a": 6, "1b": 5, "1c": 3}, before="T1 P1; S b Imp3"),
    fox(ALARM, "S c Elk1; + 1c", {"1c": 6}, before=BENS),
    fox(ALARM, "S b Elk1; + 1c", "10.1.1", before=BENS),
    fox(REVENGE, "A a x 2a; + a", {"2a": None, "1a": None}, strength=2),
    fox(LEGACY, "A a x 2a; + a", {"2a": 2, "1a": None, "1b": 5}, strength=2),
    fox(GRIEF, "A b x 2a; + a", {"1a": 7, "1b": None}),
    sage(SHOT, "U wa", {"2a": 2}),
]


@pytest.mark.parametrize("scene", SCENES, ids=str)
def test_a_card_finds_those_it_speaks_of(scene):
    assert played(scene) == []


ALIKE = [
    ("Each summon in a column of your choice takes 2 damage.",
     "Choose a column. Each summon in that column takes 2 damage."),
    ("Gain control of an opponent's summon. Move it to your side of its column.",
     "Gain control of a summon an opponent controls to the same column."),
    ("Gain control of an opponent's summon. Move it to an empty place on your side.",
     "Gain control of a summon an opponent controls to any open column."),
    ("Put a summon from your castle into an empty place in front of a wizard you control. That wizard stays face-up.",
     "Put a summon in your castle onto the battlefield in front of a wizard you control."),
    ("Two summons you control swap places.", "Swap two summons you control."),
    ("Switch the strengths of two summons.", "Exchange the strengths of two summons."),
    ("Exchange life with an opponent.", "Exchange your life with an opponent's life."),
    ("Choose a column. Defeat all summons in it.", "Choose a column. Defeat each summon in that column."),
    ("Deal 1 damage to each summon next to a boss's summon.", None),
    ("Defeat a summon that is facing one of your summons.", "Defeat a summon facing a summon you control."),
    ("Move a summon you control to another column.", "Move a summon you control to an open column."),
]  # fmt: skip


@pytest.mark.parametrize(("typed", "printed"), ALIKE)
def test_other_words_for_a_place_are_read_as_the_plain_ones(typed, printed):
    read = read_text(typed)

    assert (print_text(read.text) if read.text else None) == printed


def test_a_column_that_nobody_chooses_is_no_place():
    problems = read_text("When a summon in a column of your choice attacks: You gain 1 life.").problems

    assert "Nobody chooses a column there" in str(problems[0].message)


def test_only_what_changes_sides_moves_to_the_other_side():
    problems = read_text("Ready a summon you control. Move it to the opposite place.").problems

    assert "Only a summon that changes sides" in str(problems[0].message)
