"""Abilities that wait together: duties first, in the active player's order, each looked at again (10.4)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.bos import game as bos
from engine.bos.records.record_setup import open_game
from engine.contract import Given
from engine.log import read
from engine.replay import replay
from tests.engine.bos.duel import YELLOW, Duel, boss, spell, summon, wizard

BEN_TAKES_A = "T1 P1; S a Imp3; S c Imp2; E; T2 P2; S a Elk9; A a x 1a"


# Optional and mandatory


def test_a_duty_without_a_choice_happens_without_being_written():
    duel = Duel(wizard("Loam", "When a summon you control is defeated, you must gain 2 life."))

    assert duel.table("T1 P1; S b Imp3; E; T2 P2; S a Elk9; A a x 1b; E").life == (32, 30)


def test_a_face_down_wizard_does_nothing():
    duel = Duel(wizard("Loam", "When a summon you control is defeated, you must gain 2 life."))

    assert duel.table("T1 P1; S a Imp3; E; T2 P2; S a Elk9; A a x 1a; E").life == (30, 30)


def test_what_is_optional_is_used_only_when_it_is_written():
    duel = Duel(summon("Giant", 4, "When this is summoned: You may gain 1 vim."))

    assert duel.table("T1 P1; S a Giant; S b Imp2; E").vim == (2, 1)
    assert duel.table("T1 P1; S a Giant; - a; S b Imp2; E").vim == (2, 1)
    assert duel.table("T1 P1; S a Giant; + a; S b Imp2; E").vim == (3, 1)


def test_an_optional_ability_is_used_once_for_its_event_and_not_later():
    duel = Duel(summon("Giant", 4, "When this is summoned: You may gain 1 vim."))

    assert duel.told("T1 P1; S a Giant; + a; + a") == ("illegal", 4, "10.1.1")
    assert duel.told("T1 P1; S a Giant; S b Imp2; + a") == ("illegal", 4, "10.1.1")


def test_a_duty_with_a_choice_must_be_written():
    duel = Duel(summon("Hound", 4, "When this is summoned: You must deal 2 damage to a summon."))

    assert duel.told("T1 P1; S a Imp3; S b Hound; E") == ("illegal", 4, "10.3.2")
    assert duel.told("T1 P1; S a Imp3; S b Hound") == ("unfinished", None, None)
    assert duel.table("T1 P1; S a Imp3; S b Hound; ! b -> a; E")["1a"] == 1
    assert duel.table("T1 P1; S a Imp3; S b Hound -> a; E")["1a"] == 1


def test_a_choice_that_leaves_no_choice_may_be_left_out():
    duel = Duel(summon("Hound", 4, "When this is summoned: You must deal 2 damage to a summon."))

    assert duel.table("T1 P1; S b Hound; E")["1b"] == 2


def test_a_target_behind_a_summon_uses_its_optional_ability():
    duel = Duel(
        summon("Kid", 1, "When this is summoned: You may deal 1 damage to a summon an opponent controls."),
        wizard("Host", "When a summon you control is summoned: You must gain 1 life."),
    )

    table = duel.table("T1 P1; E; T2 P2; S a Elk3; E; T3 P1; S b Kid -> 2a; E")
    assert (table["2a"], table.life) == (2, (31, 30))


# Several at once

CROWD = (
    wizard("Adder", "When a summon is defeated, you must gain 2 life."),
    wizard("Doubler", "When a summon is defeated, you must double your life."),
    wizard("Calm", "When a summon is defeated, you must gain 3 life.", color=YELLOW),
)


def test_the_active_player_orders_duties_of_both_sides_where_the_order_matters():
    duel = Duel(*CROWD)
    fall = "T1 P1; S c Imp3; E; T2 P2; S c Elk9; A c x 1c"

    assert duel.told(f"{fall}; E") == ("unproven", 7, "10.4.1")
    assert duel.table(f"{fall}; ! 1wa; E").life == (64, 33)
    assert duel.table(f"{fall}; ! 1wb; E").life == (62, 33)


def test_all_duties_may_be_written_but_each_only_once():
    duel = Duel(*CROWD)
    fall = "T1 P1; S c Imp3; E; T2 P2; S c Elk9; A c x 1c"

    assert duel.table(f"{fall}; ! 1wb; ! 1wa; ! 2wa; E").life == (62, 33)
    assert duel.told(f"{fall}; ! 1wb; ! 1wb; E") == ("illegal", 8, "10.1.1")


def test_an_order_that_makes_no_difference_is_not_asked_of_the_record():
    six = [wizard(f"Sage{number}", "When a summon is defeated, you must gain 1 life.") for number in range(3)]
    others = [
        wizard(f"Monk{number}", "When a summon is defeated, you must gain 1 life.", color=YELLOW) for number in range(3)
    ]
    duel = Duel(*six, *others)

    assert duel.table("T1 P1; S c Imp3; E; T2 P2; S c Elk9; A c x 1c; E").life == (32, 32)


@settings(max_examples=20, deadline=None)
@given(st.lists(st.integers(1, 9), min_size=3, max_size=3), st.permutations(["1wa", "1wb", "1*"]))
def test_the_order_of_gains_never_matters(gains, order):
    gain = "When a summon is defeated, you must gain {} life."
    first, second, third = (gain.format(number) for number in gains)
    duel = Duel(wizard("One", first), wizard("Two", second), boss("Three", 6, third))
    fall = "T1 P1; S c Imp3; BOSS; E; T2 P2; S c Elk9; A c x 1c"
    written = "; ".join(f"! {place}" for place in order)

    assert duel.table(f"{fall}; {written}; E").life == duel.table(f"{fall}; E").life == (30 + sum(gains), 30)


def test_duties_of_both_come_before_anything_optional():
    duel = Duel(
        wizard("Chance", "When a summon you control is defeated: You may double your life."),
        wizard("Alms", "When a summon an opponent controls is defeated, you must gain 1 life.", color=YELLOW),
        wizard("Debt", "When a summon you control is defeated, you must lose 10 life."),
    )
    fall = "T1 P1; S c Imp3; E; T2 P2; S c Elk9; A c x 1c"

    assert duel.table(f"{fall}; + 1wa; E").life == (40, 31)


def test_a_condition_that_is_no_longer_met_when_its_turn_comes_is_passed_over():
    fall = "T1 P1; S b Imp1; C Cheer; E; T2 P2; S c Elk9; A c x 1b"
    duel = Duel(
        wizard("Proud", "When a summon is defeated, if you have 31 or more life: You must gain 5 life."),
        wizard("Blow", "When a summon is defeated: You must deal 1 damage to an opponent.", color=YELLOW),
        spell("Cheer", 1, "You gain 1 life."),
    )

    assert duel.told(f"{fall}; E") == ("unproven", 8, "10.4.1")
    assert duel.table(f"{fall}; ! 1wa; E").life == (35, 30)
    assert duel.table(f"{fall}; ! 2wa; E").life == (30, 30)


def test_a_duty_that_finds_nothing_yet_keeps_its_place_in_the_order():
    duel = Duel(
        wizard("Nurse", "When a summon you control is defeated: You must ready an acted summon you control."),
        boss("Smith", 6, "When a summon you control is defeated: You must act a summon you control."),
    )
    fall = "T1 P1; S b Imp3; S c Imp4; BOSS; E; T2 P2; S b Elk9; A b x 1b"

    assert duel.told(f"{fall}; E") == ("unproven", 9, "10.4.1")
    assert duel.table(f"{fall}; ! 1*; ! 1wa; E").card("1c").acted is False
    assert duel.table(f"{fall}; ! 1wa; ! 1*; E").card("1c").acted is True


# Raised meanwhile


def test_what_is_set_off_meanwhile_joins_those_that_wait():
    """Were it nested, life would be taxed before it is doubled, and 47 be left (G-133)."""
    duel = Duel(
        wizard("Tax", "When you gain life: You must lose 5 life."),
        summon("Twin", 2, "When this is defeated: You must gain 1 life. Double your life."),
    )

    assert duel.table("T1 P1; S c Twin; E; T2 P2; S c Elk9; A c x 1c; E").life == (52, 30)


def test_duties_that_set_each_other_off_for_ever_draw_the_game():
    same = Duel(
        wizard("Ping", "When you gain life: You must lose 1 life."),
        wizard("Pong", "When you lose life: You must gain 1 life."),
        spell("Kick", 1, "You gain 1 life."),
    )
    growing = Duel(
        wizard("Ping", "When you gain life: You must gain 1 vim."),
        wizard("Pong", "When you gain vim: You must gain 1 life."),
    )

    for found in (same.judged("T1 P1; C Kick"), growing.judged("T1 P1; C Spark1")):
        assert (found["finding"], found["winner"], found["reason"]) == ("legal", None, "draw")
        assert any("G-128" in note for note in found["notes"])


# The defeated


def test_both_fall_and_both_have_defeated_and_strength_gained_saves_nobody():
    duel = Duel(
        summon(
            "Twin",
            4,
            "When this is defeated: You must gain 3 life.",
            "When this defeats a summon: This must gain 9 strength.",
        ),
        summon(
            "Foe",
            4,
            "When this is defeated, you must gain 1 life.",
            "When this defeats a summon: You must gain 1 vim.",
            color=YELLOW,
        ),
    )

    table = duel.table("T1 P1; S a Twin; E; T2 P2; S a Foe; A a x 1a; E")
    assert (table.life, table.vim, table["1a"], table["2a"]) == ((33, 31), (2, 3), None, None)
    assert (table.pile("graveyard", 0), table.pile("graveyard", 1)) == (["Twin"], ["Foe"])


def test_a_defeated_card_cannot_be_chosen():
    duel = Duel(summon("Bomb", 2, "When this is defeated: You must deal 3 damage to a summon."))
    fall = "T1 P1; S a Bomb; S b Imp5; E; T2 P2; S a Elk9; A a x 1a"

    assert duel.told(f"{fall}; ! 1a -> 1a") == ("illegal", 8, "7.4.2")
    assert duel.table(f"{fall}; ! 1a -> 1b; E")["1b"] == 2


def test_a_defeated_card_is_not_counted_and_lends_no_strength():
    duel = Duel(
        summon("Captain", 3, "Other summons you control have 2 more strength."),
        wizard("Census", "When a summon is defeated: You must gain 1 life for each summon."),
    )

    table = duel.table("T1 P1; S b Captain; S c Imp4; E; T2 P2; S a Elk9; A a x 1b; E")
    assert (table.life, table["1c"], table["2a"]) == ((32, 30), 4, 6)


def test_abilities_of_a_defeated_card_about_others_are_over():
    duel = Duel(summon("Mourner", 2, "When another summon is defeated: You must gain 5 life."))

    table = duel.table("T1 P1; S a Mourner; E; T2 P2; S a Elk2; A a x 1a; E")
    assert table.life == (30, 30)


def test_a_card_that_falls_with_its_captain_did_not_fall_in_battle():
    duel = Duel(
        summon("Captain", 3, "Other summons you control have 2 more strength."),
        spell("Frost", 0, "A summon loses 3 strength.", color=YELLOW),
        summon("Keen", 9, "When this defeats a summon in battle: You must gain 1 life.", color=YELLOW),
    )

    table = duel.table("T1 P1; S b Captain; S c Imp2; E; T2 P2; S a Keen; C Frost -> 1c; A a x 1b; E")
    assert (table["1c"], table.life) == (None, (30, 31))


def test_the_game_ends_in_the_middle_of_an_ability():
    duel = Duel(spell("Last", 1, "Each player loses 30 life. You gain 50 life."))
    found = duel.judged("T1 P1; E; T2 P2; E; T3 P1; C Last")

    assert (found["finding"], found["reason"], found["winner"]) == ("legal", "draw", None)


def test_a_player_may_lose_without_losing_life():
    duel = Duel(spell("Kill", 1, "An opponent loses the game."))
    found = duel.judged("T1 P1; E; T2 P2; E; T3 P1; C Kill")

    assert (found["finding"], found["reason"], found["winner"]) == ("legal", "ability", "P1")
    assert duel.told("T1 P1; E; T2 P2; E; T3 P1; C Kill; E") == ("illegal", 7, "11.1.2")


@pytest.mark.parametrize(("strength", "acts_again"), [(3, True), (4, False)])
def test_a_summon_readies_itself_only_if_it_is_still_there(strength, acts_again):
    duel = Duel(summon("Rager", 4, "When this defeats a summon in battle: Ready this."))
    lines = f"T1 P1; S a Rager; E; T2 P2; S a Elk{strength}; E; T3 P1; A a x 2a; + a; A a P2"

    assert (duel.told(lines)[0] == "unfinished") is acts_again


def test_a_summon_that_defeats_a_boss_has_not_defeated_a_summon():
    duel = Duel(summon("Rager", 4, "When this defeats a summon in battle: Ready this."), boss("Small", 3, color=YELLOW))

    assert duel.told("T1 P1; S a Rager; E; T2 P2; BOSS; E; T3 P1; A a x 2*; + a") == ("illegal", 9, "10.1.1")


def test_a_line_of_readying_leaves_unused_what_waited_before_it():
    patient = summon("Fox", 5, "At the start of your startup phase: You gain 1 vim.")
    watchful = wizard("Sage", "When this is turned face-up: You gain 1 life.")
    lines = "T1 P1; S a Fox; S b Imp3; E; T2 P2; E; T3 P1; R wb wa"

    assert Duel(patient, watchful).judged(lines)["finding"] == "unfinished"


def test_a_duty_that_is_written_leaves_unused_what_waited_before_it():
    vengeful = summon("Fox", 3, "When this is defeated: You must deal 1 damage to a summon.")
    greedy = summon("Wolf", 4, "When this attacks: You gain 1 life.", color=YELLOW)
    lines = "T1 P1; S a Fox; E; T2 P2; S a Wolf; S b Elk4; E; T3 P1; E; T4 P2; A a x 1a; ! 1a -> 2b"

    assert Duel(vengeful, greedy).judged(lines)["finding"] == "unfinished"


# Many at once


def test_many_duties_that_only_add_need_no_order_however_many_they_are():
    gains = "When a summon attacks: You must gain 1 {}."
    crowd = [wizard(name, gains.format("life")) for name in ("Ann", "Bet", "Cat")]
    crowd += [wizard(name, gains.format("vim"), color=YELLOW) for name in ("Don", "Edd", "Fay")]
    duel = Duel(*crowd, summon("Drum", 5, gains.format("vim")), summon("Horn", 5, gains.format("life"), color=YELLOW))
    before = "T1 P1; S a Drum; E; T2 P2; S a Horn; E; T3 P1; E; T4 P2; E; T5 P1"

    assert duel.table(f"{before}; A a x 2a; E").life == (33, 31)
    assert duel.table(f"{before}; A a x 2a; ! 2wb; ! wa; E").life == (33, 31)


def test_what_is_known_of_one_position_is_not_taken_for_another():
    duel = Duel(
        wizard("Give", "When a summon attacks: You must gain 1 life."),
        wizard("Take", "When a summon attacks: If you have 31 or more life, you must lose 5 life."),
    )
    attack = "A c x 2c; E"
    before = "T1 P1; S c Imp9; E; T2 P2; S c Elk9; E; T3 P1"

    log = read(duel.log(f"{before}; {attack}"))
    setup = open_game(log, Given(duel.lists, duel.pool, duel.edition)).setup
    once, again = replay(bos, log, setup), replay(bos, log, setup)
    assert once.stop == again.stop
    assert (once.stop.finding, once.stop.rule) == ("unproven", "10.4.1")
    for first, life in (("wa", 26), ("wb", 31)):
        assert replay(bos, read(duel.log(f"{before}; A c x 2c; ! {first}; E")), setup).state.life[0] == life


def test_who_lived_on_lent_strength_falls_as_the_phase_begins_that_ends_it():
    word = spell("Word", 0, "A summon you control gains 3 strength until an opponent's next summoning phase.")
    duel = Duel(word, spell("Bolt", 0, "Deal 6 damage to a summon."))
    lines = "T1 P1; S a Imp5; C Word -> a; C Bolt -> a; E"

    assert duel.table(lines)["1a"] == 2
    assert duel.table(f"{lines}; T2 P2")["1a"] is None


def test_what_waits_for_the_end_of_the_turn_comes_after_what_the_ending_phase_still_allows():
    duel = Duel(
        wizard("Sage", "At the end of your turn: You may gain 1 life."), wizard("Loam", "[act]: You gain 1 vim.")
    )
    lines = "T1 P1; S c Imp3; E"

    assert duel.table(f"{lines}; + wa").life == (31, 30)
    assert duel.table(f"{lines}; U wb; + wa").vim == (3, 1)


def test_what_a_line_aims_at_is_not_taken_for_a_duty_of_the_silence_before_it():
    sage = wizard("Sage", "At the end of your turn: A summon you control gains 1 strength.")
    lily = summon("Lily", 4, "At the end of your turn: You must gain 1 life.")
    duel = Duel(sage, lily, wizard("Loam", "[act]: You gain 1 vim."))

    seen = duel.table("T1 P1; S c Lily; E; + wa -> c")
    assert (seen.life, seen["1c"]) == ((31, 30), 5)


def test_a_card_that_comes_back_still_tells_that_it_was_put_into_the_graveyard():
    crow = summon("Crow", 3, "When this is put into a graveyard: You gain 1 life.")
    again = "Discard a summon on the battlefield. Put a summon in your graveyard onto the battlefield."
    duel, scene = Duel(crow, spell("Word", 0, again)), "T1 P1; S a Crow; S b Imp5; C Word -> a, Crow, c"

    assert "C Crow" in bos.continuations(duel.table(scene).state)
    assert duel.table(f"{scene}; C Crow; E").life[0] == 31


def test_an_enchantment_that_comes_back_still_tells_that_it_was_removed():
    charm = spell("Charm", 0, "Enchant a summon.", "When this is removed: You gain 3 life.")
    again = "Remove all enchantments from a summon. Return a spell in your graveyard to your spellbook. Cast a spell."
    duel = Duel(charm, spell("Word", 0, again))
    scene = "T1 P1; S a Imp3; S b Imp5; C Charm -> a; C Word -> a, Charm, Charm; C Charm -> b; C Charm; E"

    assert duel.table(scene).life[0] == 33
