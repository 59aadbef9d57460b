"""What arrives is heard, and hears only what happens from then on; who falls still speaks of the blow."""

import pytest

from tests.engine.bos.duel import YELLOW, Duel, boss, spell, summon, wizard

# The arrival of a boss


@pytest.mark.parametrize(
    "event", ["this is summoned", "this is turned face-up", "this turns face-up", "a boss you control is summoned"]
)
def test_a_boss_hears_that_it_is_turned_up(event):
    duel = Duel(boss("Herald", 6, f"When {event}: You must gain 2 life."))

    assert duel.table("T1 P1; S a Imp1; BOSS; E").life == (32, 30)


@pytest.mark.parametrize(
    "event",
    ["a boss is turned face-up", "a boss is summoned", "a summon or boss is summoned", "a player summons a boss",
     "you summon a boss", "a card is summoned", "a boss you control is summoned"],
)  # fmt: skip
def test_others_hear_that_a_boss_is_turned_up(event):
    duel = Duel(summon("Page", 3, f"When {event}: You must gain 2 life."))

    assert duel.table("T1 P1; S a Page; BOSS; E").life[0] in (32, 34)
    assert duel.table("T1 P1; S a Page; BOSS; E").life[0] - duel.table("T1 P1; S a Page; E").life[0] == 2


@pytest.mark.parametrize("event", ["an opponent summons a boss", "a boss an opponent controls is summoned"])
def test_the_opponents_boss_is_heard_too(event):
    duel = Duel(summon("Page", 3, f"When {event}: You must gain 2 life."))

    assert duel.table("T1 P1; S a Page; BOSS; E; T2 P2; BOSS; E").life == (32, 30)


@pytest.mark.parametrize(
    "event", ["a summon is summoned", "you summon a summon", "another summon is summoned", "a wizard is turned face-up"]
)
def test_a_boss_is_no_summon_that_is_summoned(event):
    duel = Duel(summon("Page", 3, f"When {event}: You must gain 2 life."))

    assert duel.table("T1 P1; S a Page; BOSS; E").life == duel.table("T1 P1; S a Page; E").life


def test_a_boss_that_was_turned_up_was_summoned_this_turn():
    duel = Duel(spell("Feast", 1, "If a boss was summoned this turn, you gain 5 life."))

    assert duel.table("T1 P1; S a Imp1; BOSS; C Feast; E").life == (35, 30)
    assert duel.table("T1 P1; S a Imp1; C Feast; E").life == (30, 30)


def test_one_arrival_that_is_two_events_sets_an_ability_off_once():
    duel = Duel(boss("Herald", 6, "When this is summoned or turns face-up: You must gain 2 life."))

    assert duel.table("T1 P1; S a Imp1; BOSS; E").life == (32, 30)


# What was before


def test_a_summon_does_not_hear_how_it_was_conducted():
    duel = Duel(summon("Fox", 3, "When a wizard you control is turned face-down: You must gain 1 vim."))

    assert duel.table("T1 P1; S a Fox; S b Imp1; E").vim[0] == 3
    assert duel.table("T1 P1; S a Fox; E").vim[0] == 2


def test_two_that_come_together_hear_each_other():
    duel = Duel(
        summon("Abel", 3, "When another summon is summoned: You must gain 1 life."),
        summon("Cain", 3, "When another summon is summoned: You must gain 1 vim."),
        spell("Waste", 0, "Put each summon in your castle with exactly 3 strength into your graveyard."),
        spell("Rise", 0, "Put each summon in your graveyard onto the battlefield."),
    )

    table = duel.table("T1 P1; S a Imp1; C Waste; C Rise; E")
    assert (table.life[0], table.vim[0]) == (31, 3)


def test_what_a_card_heard_is_over_for_it_when_it_comes_back():
    duel = Duel(
        summon("Fox", 3, "When a summon is defeated: You must gain 5 life."),
        wizard("Wind", "When a summon is defeated: You must return each summon named Fox to its owner's castle."),
        wizard(
            "Tide", "When a summon you control is returned: You must put a summon named Fox in your castle onto the "
            "battlefield."
        ),
    )  # fmt: skip
    lines = "T1 P1; S c Fox; E; T2 P2; S a Elk1; E; T3 P1; BOSS; A * x 2a; {}; ! wb -> Fox, a; E"

    assert duel.table(lines.format("! c")).life == (35, 30)
    assert duel.table(lines.format("! wa")).life == (30, 30)


def test_an_enchantment_does_not_hear_the_casting_by_which_it_came():
    duel = Duel(
        spell("Vine", 0, "Enchant a summon.", "When you cast a spell: You must gain 3 life."),
        spell("Cheer", 0, "You gain 1 vim."),
    )

    assert duel.table("T1 P1; S a Imp1; C Vine; E").life == (30, 30)
    assert duel.table("T1 P1; S a Imp1; C Vine; C Cheer; E").life == (33, 30)


def test_a_spell_that_comes_into_the_spellbook_waits_for_the_next_event():
    duel = Duel(
        spell("Avenge", 0, "When a summon you control is defeated: You gain 5 life."),
        wizard("Nurse", "When a summon you control is defeated: You must return each spell in your graveyard to its "
               "owner's spellbook."),
        spell("Waste", 0, "Discard each spell named Avenge in your spellbook."),
        spell("Slay", 0, "Defeat a summon."),
        spell("Kill", 0, "Defeat a summon."),
    )  # fmt: skip
    before = "T1 P1; S b Imp1; S c Imp2; C Waste; C Slay -> b"

    assert duel.told(f"{before}; C Avenge")[0] == "illegal"
    assert duel.table(f"{before}; C Kill -> c; C Avenge; E").life == (35, 30)


def test_a_wizard_that_is_turned_up_does_not_hear_what_was_before():
    duel = Duel(
        wizard("Cook", "When a summon is defeated: You must gain 5 life."),
        spell("Wake", 0, "[defeat a summon you control]: Turn a wizard you control face-up."),
    )

    assert duel.table("T1 P1; S a Imp1; S b Imp2; C Wake -> b, wa; E").life == (30, 30)
    assert duel.table("T1 P1; S b Imp1; S c Imp2; C Wake -> b, wc; E").life == (35, 30)


# The blow that fells


def test_who_falls_by_a_blow_still_tells_of_the_damage():
    duel = Duel(
        summon("Martyr", 3, "When this takes damage: You must gain 2 life."),
        summon("Brute", 3, "When this deals damage: You must gain 4 life.", color=YELLOW),
    )
    table = duel.table("T1 P1; S a Martyr; E; T2 P2; S a Brute; A a x 1a; E")

    assert (table.life, table["1a"], table["2a"]) == ((32, 34), None, None)


def test_who_falls_by_an_ability_still_tells_of_the_damage():
    duel = Duel(
        summon("Martyr", 3, "When this takes damage: Deal that much damage to a player."),
        spell("Bolt", 1, "Deal 9 damage to a summon."),
    )

    assert duel.table("T1 P1; S a Martyr; C Bolt -> a; + a -> P1; E").life == (27, 30)


def test_who_falls_hears_the_damage_of_the_same_blow_to_others():
    duel = Duel(summon("Martyr", 3, "When a summon takes damage in battle: You must gain 1 life."))

    assert duel.table("T1 P1; S a Martyr; E; T2 P2; S a Elk3; A a x 1a; E").life == (32, 30)


def test_who_has_fallen_hears_no_later_damage():
    duel = Duel(
        summon("Martyr", 3, "When a summon takes damage: You must gain 1 life."),
        summon("Bomb", 9, "When a summon is defeated: You must deal 2 damage to this.", color=YELLOW),
    )

    assert duel.table("T1 P1; S a Martyr; E; T2 P2; S a Bomb; A a x 1a; E").life == (32, 30)


def test_strength_gained_by_the_damage_saves_nobody():
    duel = Duel(summon("Martyr", 3, "When this takes damage: This must gain that much strength."))

    assert duel.table("T1 P1; S a Martyr; E; T2 P2; S a Elk3; A a x 1a; E")["1a"] is None
    assert duel.table("T1 P1; S a Martyr; E; T2 P2; S a Elk2; A a x 1a; E")["1a"] == 3
