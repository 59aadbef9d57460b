"""Carrying out an ability: what is said to "you may", what follows from it, choices, numbers, and summons conducted."""

import pytest

from engine.bos import game as bos
from engine.bos.board.next_lines import continuations
from engine.bos.records.record_setup import open_game
from engine.bos.rules.game_loop import apply
from engine.contract import Given
from engine.log import read
from engine.replay import replay
from tests.engine.bos.answer_keys import by_key
from tests.engine.bos.duel import YELLOW, Duel, boss, spell, summon, wizard


def opened(duel, lines):
    """The record and its setup, to be replayed."""
    log = read(duel.log(lines))
    return log, open_game(log, Given(duel.lists, duel.pool, duel.edition)).setup


# You may


def test_using_an_ability_answers_its_first_you_may():
    duel = Duel(summon("Deal", 3, "When this is summoned: You may lose 2 life. If you do, gain 1 vim."))

    for written, life, vim in (("", 30, 2), ("; + a", 28, 3), ("; + a = 1", 28, 3)):
        table = duel.table(f"T1 P1; S a Deal{written}; E")
        assert (table.life[0], table.vim[0]) == (life, vim)


def test_a_spell_may_be_cast_and_what_it_allows_left_undone():
    duel = Duel(spell("Perhaps", 1, "You gain 1 life. You may lose 1 vim. If you do, you gain 5 life."))

    assert duel.table("T1 P1; C Perhaps; E").life == (31, 30)
    assert duel.table("T1 P1; C Perhaps = 1; E").life == (36, 30)
    assert duel.told("T1 P1; C Spark1 = 4") == ("illegal", 2, "10.1.1")


def test_a_duty_may_hold_something_optional():
    duel = Duel(
        summon("Duty", 3, "When this is summoned: You must gain 1 life. You may lose 1 vim. If you do, gain 2 life.")
    )

    assert duel.table("T1 P1; S a Duty; E").life == (31, 30)
    assert duel.table("T1 P1; S a Duty; ! a = 1; E").life == (33, 30)


def test_what_follows_in_one_sentence_asks_no_second_time():
    duel = Duel(summon("Eager", 3, "When this is summoned: You may gain 1 vim and gain 1 life."))

    table = duel.table("T1 P1; S a Eager; + a; E")
    assert (table.vim[0], table.life[0]) == (3, 31)


def test_otherwise_looks_at_what_was_offered_and_not_at_what_came_of_it():
    text = "When this is summoned: You must gain 1 life. You may defeat another summon you control. {}"
    duel = Duel(summon("Cruel", 3, text.format("If you do, ready this. Otherwise, lose 5 life.")))

    assert duel.table("T1 P1; S b Imp2; S a Cruel; ! a -> b; E").life == (31, 30)
    assert duel.table("T1 P1; S b Imp2; S a Cruel; E").life == (26, 30)


# If, otherwise, instead


def test_a_condition_is_looked_at_once_for_all_that_hangs_on_it():
    split = Duel(spell("Edge", 1, "If you have 30 or more life, you lose 5 life. Otherwise, you gain 20 life."))
    both = Duel(spell("Both", 1, "If you have 30 or more life, you lose 5 life and gain 1 vim."))

    assert split.table("T1 P1; C Edge; E").life == (25, 30)
    table = both.table("T1 P1; C Both; E")
    assert (table.life[0], table.vim[0]) == (25, 2)


def test_what_happens_instead_takes_the_place_of_the_sentence_before():
    duel = Duel(spell("Twist", 1, "You gain 1 life. If you control a boss, you gain 4 life instead."))

    assert duel.table("T1 P1; C Twist; E").life == (31, 30)
    assert duel.table("T1 P1; BOSS; C Twist; E").life == (34, 30)


# Choices

FORK = spell("Fork", 1, "Choose one: • You gain 3 life. • Deal 2 damage to a summon.")


def test_one_of_several_ways_is_named_by_its_number():
    duel = Duel(FORK)

    assert duel.table("T1 P1; C Fork = 1; E").life == (33, 30)
    assert duel.table("T1 P1; S a Imp5; C Fork -> a = 2; E")["1a"] == 3
    assert duel.told("T1 P1; C Fork = 3") == ("illegal", 2, "10.3.2")
    assert duel.told("T1 P1; S a Imp5; C Fork") == ("unproven", 3, "6.1.4")


def test_a_way_that_finds_nothing_to_choose_is_not_chosen():
    duel = Duel(FORK, spell("Either", 1, "Choose one: • Defeat a boss. • Deal 2 damage to a summon."))

    assert duel.told("T1 P1; C Fork = 2") == ("illegal", 2, "6.1.9")
    assert duel.table("T1 P1; C Fork; E").life == (33, 30)
    assert duel.told("T1 P1; C Either = 1") == ("illegal", 2, "6.1.9")
    assert duel.table("T1 P1; S a Imp5; C Either -> a; E")["1a"] == 3
    assert duel.told("T1 P1; S a Imp5; C Either = 1") == ("illegal", 3, "6.1.9")


def test_x_is_named_or_told_by_what_is_paid():
    duel = Duel(wizard("Forge", "During your main phase, [X vim]: A summon you control gains X strength."))

    table = duel.table("T1 P1; S b Imp4; U wa -> b = 2; E")
    assert (table["1b"], table.vim[0]) == (6, 0)
    table = duel.table("T1 P1; S b Imp4; U wa -> b {2v+3e}; E")
    assert (table["1b"], table.vim[0], table.ether[0]) == (9, 0, 1)
    assert duel.table("T1 P1; S b Imp4; U wa -> b = 5 {1v+4e}; E")["1b"] == 9


@pytest.mark.parametrize(
    ("said", "finding", "rule"),
    [("= 7", "illegal", "10.2.1"), ("= 4 {2v+3e}", "illegal", "10.2.1"), ("", "unproven", "10.3.1")],
)
def test_an_x_that_cannot_be_paid_or_is_not_named(said, finding, rule):
    duel = Duel(wizard("Forge", "During your main phase, [X vim]: A summon you control gains X strength."))

    assert duel.told(f"T1 P1; S b Imp4; U wa -> b {said}; E") == (finding, 3, rule)


def test_a_column_is_chosen_where_several_are_open():
    duel = Duel(
        spell("Walk", 1, "Move a summon you control to an adjacent column."),
        summon("Hop", 2, "When this is summoned: You may move this to an open column."),
    )

    assert duel.told("T1 P1; S b Imp3; C Walk -> b; E") == ("unproven", 3, "6.1.4")
    assert duel.table("T1 P1; S b Imp3; C Walk -> b, c; E")["1c"] == 3
    assert duel.table("T1 P1; S a Imp3; C Walk -> a; E")["1b"] == 3
    assert duel.table("T1 P1; S a Hop; + a -> c; E")["1c"] == 2


def test_an_opponent_may_be_named_though_there_is_only_one():
    duel = Duel(spell("Bolt", 1, "Deal 2 damage to an opponent."), spell("Jab", 1, "Deal 1 damage to a player."))
    started = "T1 P1; E; T2 P2; E; T3 P1"

    assert duel.table(f"{started}; C Bolt; E").life == duel.table(f"{started}; C Bolt -> P2; E").life == (30, 28)
    assert duel.told(f"{started}; C Bolt -> P1") == ("illegal", 6, "10.1.1")
    assert duel.table("T1 P1; C Jab -> P1; E").life == (29, 30)


# Summons conducted by an effect

GATE = summon("Gate", 2, "When this is summoned: You must conduct a summon.")
HOST = wizard("Host", "During your main phase, [act]: Conduct a summon with a wizard in an adjacent column.")


def test_a_summon_is_conducted_outside_its_phase_with_the_wizard_the_text_names():
    duel = Duel(HOST, wizard("Guest"))

    table = duel.table("T1 P1; U wa; S b Imp3; A b P1; > no; E")
    assert (table["1b"], table.card("1wb").up, table.life[0]) == (3, False, 27)
    assert duel.told("T1 P1; U wa; S c Imp3") == ("illegal", 3, "5.1.2")
    assert duel.told("T1 P1; S b Imp3; E; T2 P2; E; T3 P1; A b x b")[0] == "illegal"
    assert duel.told("T1 P1; C Spark1; S b Imp3") == ("illegal", 3, "5.1.1")


def test_a_summon_that_must_be_conducted_is_owed_as_long_as_one_can_be():
    duel = Duel(GATE)

    assert duel.told("T1 P1; S a Gate; E") == ("illegal", 3, "10.3.2")
    assert duel.table("T1 P1; S a Gate; S b Imp4; E")["1b"] == 4
    full = duel.table("T1 P1; S b Imp4; S c Imp5; S a Gate; E")
    assert full["1a"] == 2


# Who is meant


def test_it_is_the_card_of_the_event_unless_another_one_is_named():
    back = Duel(summon("Phoenix", 2, "When this attacks: It must gain 3 strength."))
    other = Duel(summon("Bane", 2, "When this attacks a summon: That summon must lose 1 strength."))

    assert back.table("T1 P1; S a Phoenix; S b Imp1; A a x b; E")["1a"] == 4
    assert other.table("T1 P1; S a Bane; S b Imp5; A a x b; E")["1b"] == 2


def test_that_player_is_who_is_attacked():
    duel = Duel(summon("Thief", 2, "When this attacks a player: That player must lose 1 vim."))

    assert duel.table("T1 P1; S a Thief; E; T2 P2; E; T3 P1; A a P2; E").vim == (4, 1)


def test_a_spell_cast_at_an_event_knows_whose_card_it_was():
    duel = Duel(spell("Lend", 1, "When a summon is defeated: Its controller gains 2 life."))

    table = duel.table("T1 P1; S a Imp2; E; T2 P2; S a Elk9; A a x 1a; > C Lend; E")
    assert table.life == (32, 30)


def test_what_was_given_up_for_the_cost_can_be_measured():
    duel = Duel(
        wizard("Altar", "During your main phase, [defeat a summon you control]: Gain life equal to its strength.")
    )

    assert duel.table("T1 P1; S b Imp4; U wa -> b; E").life == (34, 30)


def test_a_boss_is_paid_with_what_its_line_names():
    duel = Duel(boss("Idol", 6, condition="[defeat two summons you control]"))
    three = "T1 P1; S a Imp3; S b Imp2; S c Imp4"

    for line in ("BOSS -> b, c", "BOSS; + * -> b, c"):
        table = duel.table(f"{three}; {line}; E")
        assert (table["1a"], table["1b"], table["1c"], table["1*"]) == (3, None, None, 6)
    assert duel.told(f"{three}; BOSS; E")[::2] == ("unproven", "10.3.1")
    assert duel.table("T1 P1; S a Imp3; S b Imp2; BOSS; E")["1*"] == 6
    assert duel.told("T1 P1; S a Imp3; BOSS") == ("illegal", 3, "9.1.2")


def test_a_summon_of_two_wizards_stands_before_the_one_named_first():
    duel = Duel(summon("Pair", 6, condition="Conduct a summon with two red wizards."))

    table = duel.table("T1 P1; S a Pair (wa wb); S c Imp3; E")
    assert (table["1a"], table.card("1wb").up) == (6, False)
    assert duel.told("T1 P1; S a Pair") == ("unproven", 2, "5.1.2")
    assert duel.told("T1 P1; S b Pair (wa wb)") == ("illegal", 2, "5.1.5")
    assert duel.told("T1 P1; S a Pair (wa wb); S b Imp3") == ("illegal", 3, "5.1.2")


def test_an_ability_of_the_other_player_is_used_in_the_turn_it_speaks_of():
    duel = Duel(
        wizard("Aid", "During an opponent's main phase, [act]: A summon you control gains 2 strength.", color=YELLOW)
    )
    before = "T1 P1; S a Imp4; E; T2 P2; S b Elk3"

    table = duel.table(f"{before}; E; T3 P1; > U wa -> b; A a x 2b; E")
    assert (table["1a"], table["2b"]) == (None, 1)
    table = duel.table(f"{before}; E; T3 P1; A a P2; > U wa -> b; > B b; E")
    assert (table["1a"], table["2a"]) == (None, 1)
    assert duel.told(f"{before}; U wa -> b") == ("illegal", 6, "10.1.1")


def test_a_summon_that_comes_back_has_done_nothing_yet():
    duel = Duel(
        spell("Recall", 0, "Return a summon you control to its owner's castle."),
        spell("Crown", 0, "Each summon you control that attacked this turn gains 3 strength."),
        wizard("Host", "During your main phase: Conduct a summon."),
    )

    table = duel.table("T1 P1; S b Imp3; S c Imp1; A b P1; A c P1; C Recall -> c; U wa; S a Imp1; C Crown; E")
    assert (table["1a"], table["1b"]) == (1, 6)


# Choices of each player

BOTH = "T1 P1; S a Imp2; S b Imp3; E; T2 P2; S a Elk4; S b Elk5; E; T3 P1"


def test_each_player_chooses_an_own_card_the_active_one_first():
    duel = Duel(spell("Cull", 1, "Each player defeats a summon they control."))

    table = duel.table(f"{BOTH}; C Cull -> a, 2b; E")
    assert (table["1a"], table["1b"], table["2a"], table["2b"]) == (None, 3, 4, None)
    assert duel.told(f"{BOTH}; C Cull; E") == duel.told(f"{BOTH}; C Cull -> a; E") == ("unproven", 10, "6.1.4")
    assert duel.told(f"{BOTH}; C Cull -> 2b, a") == ("illegal", 10, "6.1.4")


def test_who_has_nothing_to_choose_is_passed_over():
    duel = Duel(spell("Cull", 1, "Each player defeats a summon they control."))
    alone = "T1 P1; S a Imp2; E; T2 P2; S a Elk4; S b Elk5; E; T3 P1"

    assert duel.table(f"{alone}; C Cull -> 2b; E")["1a"] is None
    assert duel.table("T1 P1; S a Imp2; S b Imp3; C Cull -> a; E")["1a"] is None
    assert duel.told("T1 P1; C Cull") == ("illegal", 2, "6.1.9")


def test_what_each_player_may_do_each_of_them_may_leave():
    duel = Duel(spell("Vow", 1, "Each player may defeat a summon they control."))

    for said, fallen in (("", []), (" -> 2b", ["2b"]), (" -> a", ["1a"]), (" -> a, 2b", ["1a", "2b"])):
        table = duel.table(f"{BOTH}; C Vow{said}; E")
        assert [place for place in ("1a", "1b", "2a", "2b") if table[place] is None] == fallen


def test_an_opponent_who_may_do_something_is_the_one_who_is_asked():
    duel = Duel(spell("Gift", 1, "An opponent may gain 2 life."))

    main = apply(replay(bos, *opened(duel, BOTH)).state, by_key(0, "next")).state
    assert apply(main, by_key(0, "cast:v1e0:gift")).state.question == ("may", 1)
    assert duel.table(f"{BOTH}; C Gift = 1; E").life == (30, 32)


# How a price is paid


def test_a_duty_is_paid_with_vim_first_or_as_it_is_written():
    duel = Duel(summon("Levy", 3, "When this is summoned, [2 vim]: You must gain 3 life."))

    for said, vim, ether in (("", 0, 4), ("; ! a", 0, 4), ("; ! a {1v+1e}", 1, 3), ("; ! a {2e}", 2, 2)):
        table = duel.table(f"T1 P1; S a Levy{said}; E")
        assert (table.life[0], table.vim[0], table.ether[0]) == (33, vim, ether)
    assert duel.told("T1 P1; S a Levy; ! a {1v+2e}") == ("illegal", 3, "10.2.1")


def test_a_price_is_paid_by_whose_ability_it_is():
    duel = Duel(
        wizard("Toll", "When a summon is summoned, [1 vim]: You must gain 1 life.", color=YELLOW), ether="P1 7 P2 4"
    )
    before = "T1 P1; E; T2 P2; E; T3 P1; S a Imp1"

    state = replay(bos, *opened(duel, before)).state
    assert state.question == ("pay", 1)
    assert duel.table(f"{before}; ! 2wa {{1e}}; E").ether == (0, 3)


def test_nothing_is_paid_where_nothing_costs_anything():
    duel = Duel(summon("Alms", 3, "When this is summoned: You must gain 3 life."), spell("Spare", 1, "Gain 1 life."))

    assert duel.told("T1 P1; S a Alms; ! a {1v+1e}") == ("illegal", 3, "10.2.1")


def test_what_is_paid_for_x_and_for_a_boss_may_be_ether():
    forge = Duel(
        wizard("Forge", "During your main phase, [X vim]: A summon you control gains X strength."),
        boss("Idol", 6, condition="[2 vim]"),
    )

    table = forge.table("T1 P1; S b Imp4; U wa -> b = 3 {1v+2e}; E")
    assert (table["1b"], table.vim[0], table.ether[0]) == (7, 1, 2)
    offered = continuations(replay(bos, *opened(forge, "T1 P1; S b Imp4")).state)
    assert {"U wa -> b = 3", "U wa -> b = 3 {1v+2e}", "U wa -> b = 6"} <= set(offered)
    for line in ("BOSS {1v+1e}", "BOSS; + * {1v+1e}"):
        assert forge.table(f"T1 P1; {line}; E").ether[0] == 3
    assert forge.told("T1 P1; BOSS {1v+2e}") == ("illegal", 2, "10.2.1")
