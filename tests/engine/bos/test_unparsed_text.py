"""Texts that are not read never lead to a wrong "legal": from when on each shape of text makes a game uncertain.

They copy cards or quote abilities, which the reader of cards leaves for later.
"""

from dataclasses import replace

import pytest

from engine.bos.model.card_pool import Pool
from engine.bos.model.cards import Ability
from tests.engine.bos.duel import Duel, spell, summon
from tests.engine.bos.simple_cards import POOL, told

GAME = """
    T1 P1
    S a Lava Hound
    S b Cinder Imp
    E
    T2 P2
    S b Granite Ox
    E
    T3 P1
    A a P2
    > B b
    E
    T4 P2
    E
    X P1 concedes
"""


def with_text(name, text, *, mandatory=False):
    """The pool in which one card has that text."""
    return Pool(tuple(replace(c, abilities=(Ability(text, mandatory),)) if c.name == name else c for c in POOL.cards))


def line_of(name, text, **more):
    """The line from which that text on that card makes the game uncertain; None where it does not."""
    finding, line, _ = told(GAME, pool=with_text(name, text, **more))
    assert finding in ("legal", "unproven")
    return line


def test_the_game_is_legal_when_no_card_says_anything():
    assert told(GAME) == ("legal", None, None)


@pytest.mark.parametrize(
    "text",
    [
        "During your main phase, [act]: Copy a spell.",
        "When this attacks: Copy the target.",
        "When this attacks, you may copy the target.",
        "[act]: Copy a summon.",
        "During your main phase, pay 2 vim: Copy this.",
        "At the start of your startup phase, you may copy this.",
        "During your main phase, [act]: Another summon you control gains 2 strength.",
        "When this attacks, you may ready this.",
    ],
)
def test_an_optional_ability_that_nobody_used_is_no_reason(text):
    assert line_of("Lava Hound", text) is None
    assert line_of("Ember Adept", text) is None


@pytest.mark.parametrize(
    "text",
    [
        "Summons you control copy the summon that faces them.",
        "This may block two attacks at once.",
        "While you control another summon, this is a copy of it.",
        "If you control no boss, copy one.",
        "During your turn, this has the name of each summon.",
        "When this attacks, you may gain 1 vim. Your summons block as one.",
    ],
)
def test_a_text_that_is_always_active_counts_from_when_its_card_is_face_up(text):
    assert line_of("Lava Hound", text) == 2
    assert line_of("Ember Adept", text) == 1
    assert line_of("Dawn Herald", text) == 5
    assert line_of("Furnace Tyrant", text) is None
    assert line_of("Ambercrest Stag", text) is None


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("Lava Hound", "When this is summoned, you must copy it.", 2),
        ("Lava Hound", "When this attacks: You must copy it.", 9),
        ("Lava Hound", "When this attacks a player: You must copy this.", 9),
        ("Cinder Imp", "When this attacks: You must copy it.", None),
        ("Lava Hound", "When this is blocked, you must copy the blocker.", 10),
        ("Granite Ox", "When this blocks: This must copy the attacker.", 10),
        ("Lava Hound", "When this is defeated, you must copy it.", 10),
        ("Cinder Imp", "When this is defeated, you must copy it.", None),
        ("Granite Ox", "When this defeats a summon: You must copy it.", 10),
        ("Lava Hound", "When this defeats a summon: You must copy it.", None),
        ("Granite Ox", "When this takes damage, you must copy it.", 10),
        ("Cinder Imp", "When a summon you control is defeated, you must copy it.", 10),
        ("Meadow Warden", "When another summon is defeated, you must copy it.", None),
        ("Dawn Herald", "When a summon is defeated, you must copy it.", 10),
        ("Dawn Herald", "When a summon attacks, you must copy it.", 9),
        ("Cinder Imp", "At the start of your ending phase: You must copy this.", 4),
        ("Cinder Imp", "At the start of your startup phase: You must copy this.", 8),
        ("Flint Novice", "At the start of your startup phase: You must copy this.", 8),
        ("Cinder Imp", "At the start of your main phase: You must copy this.", 4),
        ("Cinder Imp", "During your main phase, [1 vim]: You must copy this.", 4),
        ("Cinder Imp", "When somebody sneezes, you must gain 1 vim.", 3),
    ],
)
def test_a_mandatory_text_counts_from_the_first_moment_it_could_apply(name, text, line):
    assert line_of(name, text, mandatory=True) == line


def test_a_text_that_works_from_a_pile_makes_the_whole_game_uncertain():
    assert line_of("Smoke Runner", "While this is in your graveyard, your summons have 1 more strength.") == 1


def test_a_card_that_changes_its_own_cost_is_not_called_illegal():
    pool = with_text("Stoked Fury", "This costs 1 less for each summon you control. Ready a summon.")

    assert told("T1 P1;C Stoked Fury {1v+0e}", pool=pool) == ("unproven", 2, "6.1.2")


def test_what_breaks_a_rule_before_any_text_could_act_is_illegal():
    pool = with_text("Lava Hound", "When this attacks: You must copy it.", mandatory=True)

    assert told("T1 P1;S a Lava Hound;S b Lava Hound;A a x b", pool=pool) == ("illegal", 3, "5.1.2")


def test_what_comes_after_an_unread_text_is_not_called_illegal():
    pool = with_text("Bellows", "Copy a summon an opponent controls.")

    assert told("T1 P1;S a Lava Hound;C Bellows -> 1a;A a P2;A a P2", pool=pool) == ("unproven", 3, "6.1.4")


def test_totals_after_an_unread_text_are_not_compared():
    pool = with_text("Bellows", "Copy a summon in your graveyard.")

    assert told("T1 P1;C Bellows;E;= L12/99", pool=pool) == ("unproven", 2, "6.1.4")


def test_a_boss_whose_condition_nobody_reads_leaves_the_game_open_once_it_is_turned_up():
    pool = Pool(
        tuple(
            replace(c, condition="If you copied a summon this turn.") if c.name == "Furnace Tyrant" else c
            for c in POOL.cards
        )
    )

    assert told("T1 P1;BOSS;E", pool=pool) == ("unproven", 2, "9.1.2")


# Conditions of arrival


def with_condition(name, condition):
    """The pool in which one card asks for that before it arrives."""
    return Pool(tuple(replace(c, condition=condition) if c.name == name else c for c in POOL.cards))


@pytest.mark.parametrize(
    ("lines", "rule"),
    [
        ("S a Lava Hound", "5.1.2"),
        ("S a Lava Hound (wa wb)", "5.1.2"),
        ("S Lava Hound", "5.1.5"),
        ("S a Cinder Imp;S a Lava Hound", "5.1.2"),
        ("S a Cinder Imp;S b Lava Hound (wb wa)", "5.1.2"),
        ("S a Cinder Imp;S b Cinder Imp;S c Cinder Imp;S Lava Hound", "5.1.5"),
        ("BOSS;S a Lava Hound", "5.1.1"),
    ],
)
def test_a_summon_whose_condition_nobody_reads_is_never_illegal(lines, rule):
    pool = with_condition("Lava Hound", "Conduct a summon with a wizard that was copied.")

    assert told(f"T1 P1;{lines}", pool=pool) == ("unproven", 2 + lines.count(";"), rule)


def test_a_card_that_is_not_there_does_not_arrive_whatever_it_asks_for():
    pool = with_condition("Lava Hound", "Conduct a summon with a wizard that was copied.")

    assert told("T1 P1;S a Stoked Fury", pool=pool) == ("illegal", 2, "5.1.6")
    assert told("T1 P1;E;T2 P2;S a Lava Hound", pool=pool)[0] == "illegal"


def test_a_boss_whose_condition_nobody_reads_is_never_illegal_to_turn_up():
    pool = with_condition("Furnace Tyrant", "If you copied a summon this turn.")

    assert told("T1 P1;S a Lava Hound;BOSS", pool=pool) == ("unproven", 3, "9.1.2")


def test_a_card_that_an_effect_brings_asks_for_nothing():
    unread = "Conduct a summon with a wizard that was copied."
    duel = Duel(
        summon("Fox", 3, condition=unread), spell("Call", 0, "Put a summon in your castle onto the battlefield.")
    )

    assert duel.table("T1 P1; C Call -> Fox, a; E")["1a"] == 3
