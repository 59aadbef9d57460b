"""What a card has from another one works like what is printed on it, also as it falls (G-390)."""

import pytest

from tests.engine.bos.ability_examples import played
from tests.engine.bos.copy_scenes import FACING, REPEAT, RISE
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


def test_a_copy_does_not_hear_of_its_own_going_by_what_is_printed_on_it():
    vet = summon("Vet", 2, "When this leaves the battlefield: You must gain 9 life.")
    home = spell("Home", 0, "Return a summon to its owner's castle.")
    duel = Duel(vet, spell("Word", 0, RISE), home, spell("Kill", 0, "Defeat a summon."))
    begun = "T1 P1; S a Vet; S b Imp3; E; T2 P2; E; T3 P1; C Kill -> b"

    assert duel.table(f"{begun}; C Home -> a; E").life == (39, 30)
    assert duel.table(f"{begun}; C Word -> a; C Home -> a; E").life == (30, 30)


def test_the_latest_copy_counts_and_at_the_end_everything_is_as_it_was():
    vet = summon("Vet", 2, "When this attacks: You must gain 9 life.")
    mirror = spell("Mirror", 0, "A summon you control becomes a copy of a summon an opponent controls.")
    drum = summon("Drum", 3, "When this attacks: You must gain 4 life.", color=YELLOW)
    duel = Duel(vet, mirror, spell("Word", 0, RISE), spell("Kill", 0, "Defeat a summon."), drum)
    begun = "T1 P1; S a Vet; S b Imp9; E; T2 P2; S b Drum; E; T3 P1; C Kill -> 1b; C Word -> a"

    assert duel.table(begun).card("1a").strength == 9
    assert duel.table(f"{begun}; E").card("1a").strength == 2
    assert duel.table(f"{begun}; C Mirror -> a").card("1a").strength == 3
    assert duel.table(f"{begun}; C Mirror -> a; E; T4 P2; E; T5 P1; A a x 2b; E").life == (34, 30)
