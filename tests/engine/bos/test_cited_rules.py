"""The rule that is named for an illegal line is the one without which the line would be lawful."""

import pytest

from tests.engine.bos.duel import Duel, boss, spell, summon, wizard

RICH = "If an opponent has {} or more life"


@pytest.mark.parametrize(("least", "rules"), [(5, ["10.5.1"] * 4), (50, ["10.1.1", "6.1.3", "9.1.2", "5.1.2"])])
def test_before_there_is_an_opponent_the_first_turn_is_what_stands_in_the_way(least, rules):
    rich = RICH.format(least)
    duel = Duel(
        wizard("Sage", f"During your main phase, {rich.lower()}: You gain 1 life."),
        spell("Word", 0, f"{rich}: You gain 1 life."),
        boss("Chief", 7, condition=f"{rich}."),
        summon("Fox", 3, condition=f"Conduct a summon with any red wizard {rich.lower()}."),
    )

    for line, rule in zip(("U wa", "C Word", "BOSS", "S a Fox"), rules, strict=True):
        assert duel.told(f"T1 P1; {line}") == ("illegal", 2, rule)


def test_a_card_that_a_text_keeps_from_acting_could_pay_without_that_text():
    sage = wizard("Sage", "During your main phase, [act a wizard you control]: You gain 1 life.")
    duel = Duel(sage, boss("Idler", 7, "Each wizard you control cannot act."))

    assert duel.table("T1 P1; U wa -> wb; E").life == (31, 30)
    assert duel.told("T1 P1; BOSS; U wa -> wb") == ("illegal", 3, "10.7")
    assert Duel(sage).told("T1 P1; S a Imp1; S b Imp2; S c Imp3; U wa -> wb") == ("illegal", 5, "5.2.1")


def test_a_payer_that_a_text_protects_is_refused_by_that_text():
    one_rock = summon("Rock", 5, "This cannot be defeated.")
    offer = spell("Offer", 0, "During your main phase, [defeat a summon you control]: You gain 1 life.")
    duel = Duel(one_rock, offer, boss("Eater", 7, condition="[defeat a summon you control]."))

    assert duel.told("T1 P1; S a Rock; BOSS") == ("illegal", 3, "10.7")
    assert duel.told("T1 P1; S a Rock; C Offer") == ("illegal", 3, "10.7")
    assert duel.told("T1 P1; S a Rock; S b Imp2; S c Imp3; C Offer -> a") == ("illegal", 5, "10.7")
    assert duel.told("T1 P1; C Offer") == ("illegal", 2, "10.2.1")


def test_what_a_text_keeps_from_being_enchanted_is_refused_by_that_text():
    duel = Duel(boss("Pure", 7, "Each summon with 4 or more strength cannot be enchanted."), spell("Hex", 0,
        "Enchant a summon. The enchanted summon cannot attack."))  # fmt: skip

    assert duel.told("T1 P1; S a Imp5; BOSS; C Hex -> a") == ("illegal", 4, "10.7")
    assert duel.told("T1 P1; S a Imp5; S b Imp2; S c Imp3; BOSS; C Hex -> a") == ("illegal", 6, "10.7")
    assert duel.told("T1 P1; BOSS; C Hex") == ("illegal", 3, "6.1.9")
    assert duel.table("T1 P1; S a Imp5; S b Imp2; BOSS; C Hex -> b; E").pile("graveyard") == []
