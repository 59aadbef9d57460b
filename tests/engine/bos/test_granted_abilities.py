"""What a card has from another one works like what is printed on it, also as it falls (G-390)."""

import pytest

from tests.engine.bos.ability_examples import played
from tests.engine.bos.copy_scenes import FACING, REPEAT
from tests.engine.bos.duel import YELLOW, Duel, spell, summon, wizard
from tests.engine.bos.grant_scenes import THEIR_OWN_END


@pytest.mark.parametrize("scene", THEIR_OWN_END, ids=str)
def test_a_card_has_what_it_was_given_to_its_end(scene):
    assert played(scene) == []


RIDDLE = summon("Riddle", 2, "During your main phase: Dance with a summon.", color=YELLOW)
BESIDE = "T1 P1; S a Fox; E; T2 P2; S b Riddle"


def test_nothing_is_certain_once_a_card_has_a_text_from_another_one_that_cannot_be_read():
    duel = Duel(summon("Fox", 5, FACING), RIDDLE)

    assert duel.judged(BESIDE)["finding"] == "unfinished"
    assert duel.judged(BESIDE.replace("b Riddle", "a Riddle"))["finding"] == "unproven"


def test_a_card_does_not_have_what_another_one_has_from_others():
    drum = summon("Drum", 3, "When this attacks: You must gain 4 life.", color=YELLOW)
    duel = Duel(summon("Fox", 5, FACING), summon("Cub", 2, FACING, color=YELLOW), drum)

    table = duel.table("T1 P1; S a Fox; S b Imp3; E; T2 P2; S a Cub; S b Drum; E; T3 P1; A a x 2b")

    assert table.life == (30, 30)


def test_an_effect_that_is_copied_is_no_spell_that_was_cast():
    hears = wizard("Sage", "When you cast a spell: You must gain 1 life.")
    duel = Duel(hears, spell("Bolt", 0, "Deal 1 damage to an opponent."), spell("Word", 0, REPEAT))

    table = duel.table("T1 P1; E; T2 P2; E; T3 P1; C Bolt; C Word")

    assert table.life == (32, 28)


def test_two_spells_that_copy_each_other_come_to_an_end():
    bolt = spell("Bolt", 0, "Deal 1 damage to an opponent.")
    duel = Duel(spell("Word", 0, REPEAT), spell("Again", 0, REPEAT), bolt)

    table = duel.table("T1 P1; E; T2 P2; E; T3 P1; C Bolt; C Word -> Bolt; C Again -> Word; C Word -> Bolt")

    assert table.life == (30, 27)
