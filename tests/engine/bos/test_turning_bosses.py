"""Bosses and wizards that effects turn, and those that come back: what the rules allow (G-264, G-265)."""

import pytest

from engine.bos.cardtext.reader import read_text
from tests.engine.bos.duel import YELLOW, Duel, boss, spell, summon, wizard

NEVER = "If you have declared attacks 90 or more times."
UP = spell("Rise", 0, "Turn a boss you control face-up.")
DOWN = spell("Sleep", 0, "Turn a boss face-down.")


# Face-up


@pytest.mark.parametrize(
    "text",
    ["Turn a boss you control face-up.", "Turn your boss face-up.", "Turn each boss you control face-up.",
     "Your boss turns face-up.", "Turn a face-down boss you control face-up."],
)  # fmt: skip
def test_an_effect_turns_a_boss_up_whatever_its_condition_asks(text):
    duel = Duel(boss("Sleeper", 6, condition=NEVER), spell("Rise", 0, text))

    assert duel.told("T1 P1; BOSS") == ("illegal", 2, "9.1.2")
    table = duel.table("T1 P1; S a Imp1; C Rise; A * x a; E")
    assert (table["1*"], table["1a"]) == (5, None)


def test_a_boss_that_an_effect_turns_up_is_summoned():
    duel = Duel(boss("Herald", 6, "When this is summoned: You must gain 2 life.", condition=NEVER), UP)

    assert duel.table("T1 P1; S a Imp1; C Rise; E").life == (32, 30)


def test_a_boss_that_is_face_up_cannot_be_turned_up_again():
    assert Duel(UP).told("T1 P1; BOSS; C Rise")[:2] == ("illegal", 3)


def test_an_opponents_boss_is_turned_up_once_that_player_has_begun():
    duel = Duel(spell("Drag", 0, "Turn a boss an opponent controls face-up."))

    assert duel.told("T1 P1; C Drag") == ("illegal", 2, "10.5.1")
    assert duel.table("T1 P1; E; T2 P2; E; T3 P1; C Drag; E").card("2*").up


# Face-down


def test_a_boss_turned_down_is_out_of_the_game_until_it_is_turned_up_again():
    duel = Duel(DOWN, spell("Hail", 0, "Deal 1 damage to each boss."))
    before = "T1 P1; S b Imp9; E; T2 P2; BOSS; E; T3 P1; C Sleep -> 2*"

    assert duel.told(f"{before}; A b x 2*")[0] == "illegal"
    assert duel.table(f"{before}; C Hail; E")["2*"] == 7
    table = duel.table(f"{before}; A b P2; E; = L30/21; T4 P2; BOSS; A * x 1b; E")
    assert (table["1b"], table["2*"]) == (2, None)


def test_a_boss_turned_down_keeps_its_strength_and_stands_ready_when_it_comes_up():
    duel = Duel(DOWN, UP, spell("Bolt", 0, "Deal 3 damage to a boss."))
    table = duel.table("T1 P1; S a Imp1; BOSS; A * x a; C Bolt -> *; C Sleep -> *; C Rise; E")

    assert (table["1*"], table.card("1*").acted) == (3, False)


def test_turning_a_boss_down_is_heard_and_is_no_defeat():
    duel = Duel(
        DOWN,
        summon("Owl", 3, "When a boss is turned face-down: You must gain 2 life."),
        wizard("Cat", "When a boss is defeated or leaves the battlefield: You must gain 9 life."),
    )

    assert duel.table("T1 P1; S c Owl; BOSS; C Sleep; E").life == (32, 30)


def test_a_boss_turned_down_in_the_middle_of_an_attack_neither_fights_nor_is_fought():
    hide = "You must turn this face-down."
    duel = Duel(
        boss("Shy", 6, f"When this attacks: {hide}"), boss("Coy", 5, f"When this is attacked: {hide}", color=YELLOW)
    )

    assert duel.table("T1 P1; S a Imp1; BOSS; A * x a; E")["1a"] == 1
    table = duel.table("T1 P1; S a Imp9; E; T2 P2; BOSS; E; T3 P1; A a x 2*; E")
    assert (table["1a"], table["2*"], table.card("2*").up) == (9, 5, False)


def test_what_is_done_to_a_boss_ends_when_it_is_turned_down():
    duel = Duel(spell("Bury", 0, "Choose a boss. Turn it face-down. Deal 4 damage to it."))

    assert duel.table("T1 P1; S a Imp1; BOSS; C Bury; E")["1*"] == 7


# Coming back


def test_a_defeated_boss_comes_back_by_an_effect_as_it_was_printed():
    duel = Duel(
        boss("Phoenix", 6, "When this is summoned: You must gain 2 life.", condition=NEVER),
        UP,
        spell("Ash", 0, "Defeat a boss."),
        spell("Egg", 0, "Put a boss in your graveyard onto the battlefield."),
    )
    before = "T1 P1; S a Imp1; C Rise; C Ash"

    assert duel.table(f"{before}; E")["1*"] is None
    table = duel.table(f"{before}; C Egg -> Phoenix; A * P1; E")
    assert (table["1*"], table.life) == (6, (28, 30))
    assert duel.told("T1 P1; S a Imp1; C Rise; C Egg")[:2] == ("illegal", 4)


def test_a_wizard_comes_back_to_an_open_place_for_wizards():
    duel = Duel(
        spell("Fall", 0, "Put two wizards you control into their owner's graveyard."),
        spell("Back", 0, "Put a wizard in your graveyard onto the battlefield."),
        spell("Late", 0, "Return a wizard from your graveyard to the battlefield acted."),
    )
    before = "T1 P1; S a Imp1; C Fall -> wa, wb"

    table = duel.table(f"{before}; C Back -> Ada, wb; E")
    assert (table.card("1wb").face.name, table.card("1wb").up, table.card("1wa")) == ("Ada", True, None)
    assert table["1a"] == 1
    assert duel.table(f"{before}; C Late -> Ada, wb; E").card("1wb").acted
    assert duel.table(f"{before}; C Back -> Bea, wa; C Late -> Ada; E").card("1wb").face.name == "Ada"


# What no rule allows


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("Return a boss to its owner's castle.", "boss"),
        ("Return a wizard to its owner's castle.", "wizard"),
        ("Return a wizard or boss to its owner's spellbook.", "wizard"),
        ("Return a summon to its owner's spellbook.", "summon"),
        ("Return a spell in your graveyard to your castle.", "spell"),
        ("During your main phase, [return a wizard you control to its owner's castle]: You gain 1 life.", "wizard"),
        ("Turn a summon face-down.", "summon"),
        ("Turn each summon you control face-up.", "summon"),
    ],
)
def test_what_no_rule_allows_is_refused_with_a_sentence(text, about):
    found = read_text(text)

    assert found.text is None
    assert about in str(found.problems[0].message)


@pytest.mark.parametrize("paid", ["BOSS", "BOSS {1v}", "BOSS; + * {1v}"])
def test_an_aim_behind_a_boss_with_a_price_is_that_of_its_ability(paid):
    heard = boss("Priced", 7, "When this is summoned: A summon you control gains 2 strength.", condition="[1 vim].")

    table = Duel(heard).table(f"T1 P1; S a Imp3; {paid}; + * -> a")

    assert (table["1a"], table.vim[0]) == (5, 1)
