"""When abilities are set off: phases, attacks, defeats, and whose card can still speak (10.1)."""

import pytest

from tests.engine.bos.duel import YELLOW, Duel, boss, spell, summon, wizard

# Startup


def test_what_begins_the_startup_finds_wizards_still_asleep():
    duel = Duel(wizard("Dawn", "At the start of your startup phase: You must gain 2 life."))

    assert duel.table("T1 P1").life == (30, 30)
    assert duel.table("T1 P1; S a Imp2; E; T2 P2; E; T3 P1").life == (30, 30)
    assert duel.table("T1 P1; S b Imp2; E; T2 P2; E; T3 P1").life == (32, 30)


def test_what_ends_the_startup_comes_after_doubling_and_decay():
    vim = Duel(wizard("Noon", "At the end of your startup phase, you must gain 3 vim."))
    life = Duel(wizard("Noon", "At the end of your startup phase, you must gain 10 life."))
    twenty = "; ".join(f"T{number} P{2 - number % 2}; E" for number in range(1, 21))

    assert vim.table("T1 P1; E; T2 P2; E; T3 P1").vim == (13, 2)
    assert life.table(f"{twenty}; T21 P1").life[0] == 130 // 2 + 10


def test_decay_counts_as_losing_life():
    duel = Duel(wizard("Thorn", "When you lose life: You must gain 1 vim."))
    twenty = "; ".join(f"T{number} P{2 - number % 2}; E" for number in range(1, 21))

    assert duel.table(f"{twenty}; T21 P1").vim[0] == 2**11 // 2 + 1


ORDER = (
    wizard("Count", "When a wizard you control turns face-up: You must gain 1 vim."),
    wizard("Twice", "When a wizard you control turns face-up: You must double your vim."),
)


def test_the_order_of_readying_is_written_where_cards_listen():
    """Ada's side begins with 1 vim; it doubles at last, after all are up."""
    duel = Duel(*ORDER)

    assert duel.told("T1 P1; E") == ("unproven", 2, "4.1.1")
    assert duel.table("T1 P1; R wa; R wb; ! wb; R wc; ! wa; E").vim[0] == 24
    assert duel.table("T1 P1; R wa wb; ! wb; R wc; ! wb; E").vim[0] == 22
    assert duel.told("T1 P1; R wa wa wc; E") == ("illegal", 2, "4.1.2")
    assert duel.told("T1 P1; R wa wb wc; E") == ("unproven", 2, "10.4.1")


def test_the_order_of_readying_is_not_asked_where_it_makes_no_difference():
    duel = Duel(
        summon("Tired", 3, "When a wizard you control turns face-up: You may act this."),
        spell("Rust", 1, "Enchant a summon. The enchanted summon cannot become ready."),
    )

    assert duel.table("T1 P1; S a Tired; S b Imp2; E; T2 P2; E; T3 P1; E").card("1a").acted is False


def test_all_that_becomes_ready_may_be_written_in_one_line():
    duel = Duel(wizard("Count", "When a wizard you control turns face-up: You must gain 1 vim."))

    assert duel.table("T1 P1; R wa wb wc; E").vim[0] == duel.table("T1 P1; R wa; E").vim[0] == 8


def test_a_card_that_acts_while_others_become_ready_is_made_ready_too():
    duel = Duel(summon("Tired", 3, "When a wizard you control turns face-up: You must act this."))

    assert duel.table("T1 P1; S a Tired; E; T2 P2; E; T3 P1").card("1a").acted is False


# Phases


def test_a_duty_of_a_phase_is_owed_before_the_phase_is_left():
    duel = Duel(wizard("Owe", "During your main phase: You must gain 1 life."))

    assert duel.told("T1 P1; E") == ("illegal", 2, "10.3.2")
    assert duel.table("T1 P1; U wa; E").life == (31, 30)
    assert duel.table("T1 P1; U wa; U wa; E").life == (32, 30)
    assert duel.told("T1 P1; U wa; E; T2 P2; E; T3 P1; E") == ("illegal", 7, "10.3.2")


def test_a_duty_with_a_price_is_owed_as_long_as_it_can_be_paid_with_ether_too():
    duel = Duel(wizard("Toll", "During your main phase, [3 vim]: You must gain 1 life."))

    assert duel.told("T1 P1; U wa; E") == ("illegal", 3, "10.3.2")
    assert duel.table("T1 P1; U wa; U wa; E").life == (32, 30)


def test_a_duty_of_the_summoning_phase_is_owed_before_the_main_phase():
    duel = Duel(wizard("Call", "During your summoning phase: You must gain 1 vim."))

    assert duel.told("T1 P1; C Spark1") == ("illegal", 2, "10.3.2")
    assert duel.table("T1 P1; U wa; E").vim[0] == 3


def test_how_often_an_ability_may_be_used_is_kept():
    duel = Duel(
        wizard("Turn", "During your main phase: You gain 1 life. Once per turn."),
        wizard("Game", "During your main phase: You gain 1 life. Once per game."),
    )

    assert duel.told("T1 P1; U wa; U wa") == ("illegal", 3, "10.1.1")
    assert duel.table("T1 P1; U wa; U wb; E; T2 P2; E; T3 P1; U wa; E").life == (33, 30)
    assert duel.told("T1 P1; U wb; E; T2 P2; E; T3 P1; U wb") == ("illegal", 7, "10.1.1")


# Attacks


def test_what_an_attack_sets_off_comes_before_the_block_and_before_damage():
    duel = Duel(
        summon("Pike", 4, "When this attacks: This must gain 1 strength."),
        summon("Wall", 3, "When this blocks: You must gain 1 life.", color=YELLOW),
    )
    before = "T1 P1; S a Pike; E; T2 P2; S b Wall; E; T3 P1; A a P2"

    table = duel.table(f"{before}; > B b; E")
    assert (table["1a"], table.life) == (2, (30, 31))
    assert duel.table(f"{before}; > no; E").life == (30, 25)


def test_an_attacker_that_is_gone_is_not_blocked_and_deals_nothing():
    duel = Duel(summon("Coward", 2, "When this attacks: You must defeat this."))
    before = "T1 P1; S a Coward; E; T2 P2; S b Elk3; E; T3 P1"

    assert duel.table(f"{before}; A a P2; E").life == (30, 30)
    table = duel.table(f"{before}; A a x 2b; E")
    assert (table["2b"], table.state.attacks[0]) == (3, 1)


def test_a_target_or_blocker_that_is_gone_ends_the_attack():
    away = "You must return this to its owner's castle."
    duel = Duel(
        summon("Ghost", 2, f"When this is attacked: {away}", color=YELLOW),
        summon("Mist", 3, f"When this blocks: {away}", color=YELLOW),
    )

    table = duel.table("T1 P1; S a Imp5; E; T2 P2; S b Ghost; E; T3 P1; A a x 2b; E")
    assert (table["1a"], table.card("1a").acted, table.state.attacks[0]) == (5, True, 1)
    assert "Ghost" in table.pile("castle", 1)
    table = duel.table("T1 P1; S a Imp5; E; T2 P2; S b Mist; E; T3 P1; A a P2; > B b; E")
    assert (table.life, table["1a"]) == ((30, 30), 5)


PYRO = boss(
    "Pyro-Maniac",
    5,
    "When this attacks: Remove all enchantments from the target, then defeat it.",
    condition="If you have declared attacks 3 or more times.",
)
THREE_ATTACKS = "T1 P1; S a Imp5; S b Imp4; S c Imp3; A a x b; E; T2 P2; {}E; T3 P1; S b Imp2; A b x a; A c x b; BOSS"


def test_attacks_are_counted_whatever_becomes_of_them():
    duel = Duel(PYRO)

    assert duel.told("T1 P1; S a Imp5; S b Imp4; A a x b; BOSS") == ("illegal", 5, "9.1.2")
    assert duel.table(THREE_ATTACKS.format("")).card("1*").up


def test_a_player_who_is_the_target_is_defeated_outright():
    found = Duel(PYRO).judged(THREE_ATTACKS.format("") + "; A * P2; + *")

    assert (found["finding"], found["winner"], found["reason"]) == ("legal", "P1", "ability")


def test_an_attack_whose_ability_is_not_used_is_an_attack_and_the_note_tells_what_was_left():
    found = Duel(PYRO).judged(THREE_ATTACKS.format("") + "; A * P2; E; = L30/25")

    assert (found["finding"], found["line"]) == ("unfinished", None)
    assert any("would have ended the game" in note for note in found["notes"])


def test_enchantments_leave_their_target_before_it_is_defeated():
    duel = Duel(PYRO, spell("Glue", 1, "Enchant a summon. The enchanted summon has 2 more strength.", color=YELLOW))
    table = duel.table(THREE_ATTACKS.format("S a Elk4; C Glue -> a; ") + "; A * x 2a; + *; E")

    assert (table["1*"], table["2a"], table.pile("graveyard", 1)) == (5, None, ["Elk4", "Glue"])


def test_a_boss_that_feeds_on_what_it_defeats_does_so_in_battle_and_by_its_ability():
    duel = Duel(
        boss(
            "Inevitable Plague",
            5,
            "During your main phase, [2 vim]: All summons and all other bosses take 1 damage.",
            "When a summon or boss is defeated by this, either by battle or ability: "
            "This gains strength equal to the defeated's base strength.",
        )
    )

    table = duel.table("T1 P1; S a Imp1; S b Imp4; BOSS; U *.1; + *.2; E")
    assert (table["1*"], table["1a"], table["1b"]) == (6, None, 3)
    assert duel.table("T1 P1; S a Imp1; S b Imp1; BOSS; U *; + *; + *; U * {0v+2e}; E")["1*"] == 7
    tie = duel.table("T1 P1; S b Imp4; BOSS; E; T2 P2; S a Elk5; A a x 1*; + 1*; E")
    assert (tie["1*"], tie["2a"]) == (None, None)


# Spells at events


def test_a_spell_that_waits_for_an_event_is_cast_when_it_happens_and_not_later():
    duel = Duel(spell("Avenge", 1, "When a summon you control is defeated: Deal 2 damage to a summon."))
    fall = "T1 P1; S a Imp2; E; T2 P2; S a Elk9; A a x 1a"

    assert duel.table(f"{fall}; > C Avenge -> 2a; E")["2a"] == 5
    assert duel.told(f"{fall}; E; > C Avenge -> 2a")[:2] == ("illegal", 8)
    assert duel.told("T1 P1; S a Imp2; C Avenge -> a") == ("illegal", 3, "6.1.3")


def test_a_spell_with_a_condition_is_cast_whenever_it_holds():
    duel = Duel(spell("Tide", 2, "If an opponent has more life than you: You gain 5 life."))
    before = "T1 P1; S a Imp2; E; T2 P2; S b Elk9; S c Elk3; A b P1"

    assert duel.told(f"{before}; > C Tide; > no") == ("illegal", 8, "6.1.3")
    assert duel.table(f"{before}; > no; > C Tide; E").life == (26, 30)
    assert duel.table(f"{before}; > no; A c P1; > C Tide {{0v+2e}}; E").ether[0] == 2


def test_a_spell_is_offered_for_each_copy_in_the_spellbook():
    duel = Duel(*[spell("Avenge", 1, "When a summon you control is defeated: Deal 2 damage to a summon.")] * 2)
    table = duel.table("T1 P1; S a Imp2; E; T2 P2; S a Elk9; A a x 1a; > C Avenge -> 2a; > C Avenge -> 2a; E")

    assert (table["2a"], table.vim[0]) == (3, 0)


# The first turn


def test_in_the_first_turn_there_is_no_opponent():
    duel = Duel(
        spell("Bolt", 1, "Deal 2 damage to an opponent."),
        spell("Jab", 1, "Deal 1 damage to a summon an opponent controls."),
        spell("Halt", 1, "Act a wizard an opponent controls."),
        spell("Rain", 1, "Each player gains 2 life."),
        spell("Hail", 1, "Deal 1 damage to each summon."),
    )

    for line in ("C Bolt", "C Jab", "C Halt -> 2wa"):
        assert duel.told(f"T1 P1; {line}") == ("illegal", 2, "10.5.1")
    assert duel.table("T1 P1; C Rain; E").life == (32, 30)
    assert duel.table("T1 P1; S a Imp3; C Hail; E")["1a"] == 2


# Phases in which little else happens


def test_a_spell_of_a_quiet_phase_is_cast_there_and_nowhere_else():
    duel = Duel(
        spell("Vesper", 1, "During your ending phase: You gain 3 life."),
        spell("Matins", 1, "During your startup phase: You gain 2 life."),
        spell("Alms", 1, "During an opponent's ending phase: You gain 4 life.", color=YELLOW),
    )

    assert duel.table("T1 P1; E; C Vesper; T2 P2").life == (33, 30)
    assert duel.table("T1 P1; C Matins; S a Imp1; E; C Vesper; = L35/30 V0/1; T2 P2").life == (35, 30)
    assert duel.table("T1 P1; E; T2 P2; E; T3 P1; E; > C Alms; T4 P2").life == (30, 34)
    assert duel.table("T1 P1; S a Imp1; E; T2 P2; E").life == (30, 30)
    assert duel.told("T1 P1; S a Imp1; C Vesper") == ("illegal", 3, "6.1.3")
    assert duel.told("T1 P1; S a Imp1; C Matins") == ("illegal", 3, "6.1.3")


def test_a_spell_whose_condition_is_no_phase_is_cast_in_a_quiet_one_too():
    duel = Duel(
        summon("Leech", 3, "At the start of your ending phase: You must lose 2 life."),
        spell("Low", 1, "If you have 29 or less life: You gain 5 life."),
    )

    assert duel.table("T1 P1; S a Leech; E; C Low; T2 P2").life == (33, 30)
    assert duel.table("T1 P1; S a Leech; E; T2 P2").life == (28, 30)
    assert duel.told("T1 P1; S a Leech; C Low; E") == ("illegal", 3, "6.1.3")


def test_an_ability_without_a_condition_is_used_in_a_quiet_phase_too():
    duel = Duel(wizard("Well", "[act]: Gain 1 life."))

    assert duel.table("T1 P1; U wa; E; T2 P2").life == duel.table("T1 P1; E; U wa; T2 P2").life == (31, 30)


def test_nobody_casts_before_their_first_turn():
    duel = Duel(spell("Alms", 1, "During an opponent's ending phase: You gain 4 life.", color=YELLOW))

    assert duel.told("T1 P1; > C Alms") == ("illegal", 2, "10.5.1")


def test_a_duty_in_the_other_players_phase_is_owed_before_it_is_left():
    duel = Duel(wizard("Watch", "During an opponent's main phase: You must gain 1 life.", color=YELLOW))
    before = "T1 P1; E; T2 P2; E; T3 P1; S a Imp1"

    assert duel.told(f"{before}; E; T4 P2") == ("illegal", 8, "10.3.2")
    assert duel.told(f"{before}; E; U a") == ("illegal", 8, "10.3.2")
    assert duel.table(f"{before}; E").asked == ("duty", 1)
    assert duel.table(f"{before}; > U wa; E").life == duel.table(f"{before}; E; > U wa; T4 P2").life == (30, 31)
    assert duel.table("T1 P1; E; T2 P2; S a Elk1; E; T3 P1; E").life == (30, 30)


# Battles


def test_what_waits_for_a_battle_comes_before_its_damage():
    duel = Duel(
        summon("Rage", 3, "When this battles: This must gain 2 strength."),
        summon("Vanish", 3, "When this battles: You must return this to its owner's castle."),
        wizard("Bard", "When a summon you control battles: You must gain 1 life.", color=YELLOW),
    )
    before = "T1 P1; S a Rage; S b Imp4; S c Vanish"

    table = duel.table(f"{before}; A a x b; E")
    assert (table["1a"], table["1b"]) == (1, None)
    table = duel.table(f"{before}; A b x a; E")
    assert (table["1a"], table["1b"]) == (1, None)
    table = duel.table(f"{before}; A c x b; E")
    assert (table["1c"], table["1b"]) == (None, 4)
    ended = duel.table("T1 P1; S a Rage; E; T2 P2; S b Elk4; E; T3 P1; A a P2; > B b; E")
    assert (ended["1a"], ended["2a"], ended.life) == (1, None, (30, 31))
    assert duel.table("T1 P1; S a Rage; E; T2 P2; E; T3 P1; A a P2; E").life == (30, 27)


def test_a_block_that_a_text_forbids_breaks_the_rule_of_prohibitions_though_nobody_asked():
    duel = Duel(summon("Meek", 3, "This cannot block."), summon("Ghost", 3, "This cannot be blocked."))
    attacked = "T1 P1; S a Meek; E; T2 P2; S b Elk4; A b P1"

    assert duel.told(f"{attacked}; > B a") == ("illegal", 7, "10.7")
    assert duel.told(f"{attacked}; > B c") == ("illegal", 7, "8.2.1")
    assert duel.table(f"{attacked}; > no; E").life == duel.table(f"{attacked}; E").life == (26, 30)
    assert duel.told("T1 P1; S b Ghost; E; T2 P2; S a Elk2; E; T3 P1; A b P2; > B a") == ("illegal", 9, "10.7")


@pytest.mark.parametrize(
    "said",
    ["At the start of each player's turn: That player must gain 2 life.",
     "At the start of each turn: The active player must gain 2 life.",
     "At the start of each player's turn: They must gain 2 life."],
)  # fmt: skip
def test_in_each_players_turn_that_player_is_whose_turn_it_is(said):
    duel = Duel(wizard("Bell", said))

    assert duel.table("T1 P1; E; T2 P2; E").life == (30, 32)
    assert duel.table("T1 P1; E; T2 P2; E; T3 P1; E").life == (32, 32)


def test_what_an_opponent_lost_in_somebodys_turn_is_still_said_of_that_opponent():
    duel = Duel(
        wizard(
            "Bell",
            "At the start of each player's turn: An opponent must lose 1 life, then that player must gain 1 vim.",
        )
    )

    assert duel.table("T1 P1; E; T2 P2; E; T3 P1; E").life == (30, 28)
