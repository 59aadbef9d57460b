"""What a card that is gone had: measured by what its going sets off (G-266)."""

import pytest

from tests.engine.bos.duel import YELLOW, Duel, spell, summon, wizard

BOLT = spell("Bolt", 0, "Deal 9 damage to a summon.")
SLAY = spell("Slay", 0, "Defeat a summon.")
HOME = spell("Home", 0, "Return a summon to its owner's castle.")
GOES = "return a summon you control to its owner's castle"
GROW = spell("Grow", 0, "A summon gains 2 strength.")


@pytest.mark.parametrize(
    "text",
    [
        "When this is defeated: You must gain life equal to its strength.",
        "When this is defeated: You must gain life equal to the strength of this.",
        "When this leaves the battlefield: You must gain life equal to its strength.",
        "When a summon you control is defeated: You must gain life equal to its strength.",
    ],
)
@pytest.mark.parametrize("end", ["C Bolt -> a", "C Slay -> a"])
def test_a_card_that_falls_is_measured_as_it_stood_before(text, end):
    duel = Duel(summon("Fox", 5, text), summon("Owl", 5), BOLT, SLAY, GROW)

    assert duel.table(f"T1 P1; S a Fox; S b Imp1; C Grow -> a; {end}; E").life == (37, 30)


def test_what_damage_took_before_the_blow_is_gone():
    duel = Duel(
        summon("Fox", 5, "When this is defeated: You must gain life equal to its strength."),
        spell("Sting", 0, "Deal 2 damage to a summon."), BOLT,
    )  # fmt: skip

    assert duel.table("T1 P1; S a Fox; C Sting -> a; C Bolt -> a; E").life == (33, 30)


def test_who_defeats_a_card_gains_what_it_had():
    text = "When this defeats a summon: This must gain strength equal to the strength of the defeated card."
    duel = Duel(summon("Wolf", 9, text))

    assert duel.table("T1 P1; S a Wolf; E; T2 P2; S a Elk4; E; T3 P1; A a x 2a; E")["1a"] == 9


@pytest.mark.parametrize(
    "event", ["this is returned", "this leaves the battlefield", "a summon you control is returned"]
)
def test_a_card_that_returns_is_measured_as_it_was_on_the_battlefield(event):
    duel = Duel(summon("Fox", 5, f"When {event}: You must gain life equal to its strength."), HOME, GROW)

    assert duel.table("T1 P1; S a Fox; C Grow -> a; C Home -> a; E").life == (37, 30)


def test_both_fall_and_each_measures_the_other():
    text = "When this defeats a summon: You must gain life equal to the strength of the defeated card."
    duel = Duel(summon("Fox", 5, text), summon("Owl", 5, text, color=YELLOW))

    assert duel.table("T1 P1; S a Fox; E; T2 P2; S a Owl; A a x 1a; E").life == (35, 35)


@pytest.mark.parametrize(
    "text",
    [
        f"[{GOES}]: You gain life equal to the strength of this.",
        "[X vim]: Return this to its owner's castle. You gain life equal to the strength of this.",
        "[X vim]: Return this to its owner's castle. If this has 4 or less strength, you gain 3 life.",
        "[X vim]: This gains 1 strength. Return this to its owner's castle. You gain life equal to half its strength.",
        f"[{GOES}]: If this has 4 or less strength, you gain 3 life.",
    ],
)
def test_a_card_that_its_own_ability_takes_away_is_measured_as_it_went(text):
    sting = spell("Sting", 0, "Deal 2 damage to a summon.")
    duel = Duel(summon("Fox", 5, f"During your main phase, {text}"), sting)
    gained = 2 if "half" in text else 3

    assert duel.table(f"T1 P1; S a Fox; C Sting -> a; U a{' = 0' * ('X' in text)}; E").life == (30 + gained, 30)


def test_what_a_text_chooses_by_the_strength_of_a_card_that_has_gone_is_as_strong_as_that_was():
    text = "You may pay 9 vim. If you do, you gain 1 life. Otherwise, defeat a summon with strength less than the "
    fox = summon("Fox", 6, f"During your main phase, [{GOES}]: {text}strength of this.")
    duel = Duel(fox, spell("Sting", 0, "Deal 3 damage to a summon."))
    scene = "T1 P1; S a Fox; S b Imp2; S c Imp5; C Sting -> a; U a -> a, {}; E"

    assert duel.table(scene.format("b"))["1b"] is None
    assert duel.judged(scene.format("c"))["finding"] == "illegal"


@pytest.mark.parametrize("goes", ["Defeat", "Deal 9 damage to", "Return"])
@pytest.mark.parametrize(("bounds", "more"), [("5 or more", 0), ("4 or less", 1), ("4", 1)])
def test_a_card_that_has_just_gone_is_asked_for_the_strength_that_it_last_had(goes, bounds, more):
    where = " to its owner's castle" * (goes == "Return")
    word = spell("Word", 0, f"{goes} a summon{where}. If it has {bounds} strength, you gain 1 life.")
    duel = Duel(summon("Fox", 5), spell("Sting", 0, "Deal 1 damage to a summon."), word)

    assert duel.table("T1 P1; S a Fox; C Sting -> a; C Word -> a; E").life == (30 + more, 30)


def test_a_card_that_grew_before_it_went_is_measured_as_it_went():
    text = "A summon gains 2 strength. {} it{}. You gain life equal to its strength."
    for goes, where in (("Defeat", ""), ("Return", " to its owner's castle")):
        duel = Duel(summon("Fox", 5), spell("Word", 0, text.format(goes, where)))

        assert duel.table("T1 P1; S a Fox; C Word -> a; E").life == (37, 30)


def test_what_damage_leaves_of_a_card_is_asked_before_it_falls():
    ann = "When a summon takes damage: You must gain 1 life if it has 1 or more strength."
    duel = Duel(wizard("Ann", ann), spell("Sting", 0, "Deal 3 damage to a summon."))

    assert duel.table("T1 P1; S b Imp3; S c Imp5; C Sting -> b; E").life == (30, 30)
    assert duel.table("T1 P1; S b Imp3; S c Imp5; C Sting -> c; E").life == (31, 30)


@pytest.mark.parametrize(("event", "used"), [("is defeated", "+ a"), ("leaves the battlefield", "C Fox")])
def test_what_a_card_that_has_gone_left_for_later_measures_it_as_it_went(event, used):
    text = f"When this {event}: At the end of the turn, you gain life equal to the strength of this."
    duel = Duel(summon("Fox", 5, text), BOLT, GROW)

    assert duel.table(f"T1 P1; S a Fox; C Grow -> a; C Bolt -> a; {used}; E; T2 P2; E").life == (37, 30)
