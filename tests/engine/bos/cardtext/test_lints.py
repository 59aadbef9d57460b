"""What is odd in a text that can be read: it is published all the same, but somebody should look."""

import pytest

from engine.bos.cardtext import read_boss_condition, read_summoning_condition, read_text
from engine.bos.model.card_pool import sample_pool
from engine.bos.model.cards import Card, CardType, Color

POOL = sample_pool()
BOSS = Card("Somebody", CardType.BOSS, Color.RED)
SUMMON = Card("Somebody", CardType.SUMMON, Color.RED)


def codes(text, *, card=SUMMON, mandatory=False):
    found = read_text(text, card=card, mandatory=mandatory, pool=POOL)
    assert found.text is not None
    assert all(problem.severity == "warning" for problem in found.problems)
    return [problem.code for problem in found.problems]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("During your main phase: You gain 1 vim.", ["W-FREE"]),
        ("During your main phase, [act]: You gain 1 vim.", []),
        ("During your main phase: You gain 1 vim. Use this ability only once per turn.", []),
        ("During your turn, this has 1 more strength.", []),
        ("When this attacks: You gain 1 vim.", []),
    ],
)
def test_what_costs_nothing_and_has_no_limit_can_be_used_without_end(text, found):
    assert codes(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("When you gain life: You must gain 1 life.", ["W-LOOP"]),
        ("When you gain life: You must gain 1 vim.", []),
        ("When you gain life: You must gain 1 life. Use this ability only once per turn.", []),
        ("When this takes damage: You must deal 1 damage to this.", ["W-LOOP"]),
        ("When this takes damage: You must deal 1 damage to a boss.", []),
        ("When this readies: You must ready this.", ["W-LOOP"]),
        ("When a summon is defeated: You must defeat each other summon.", ["W-LOOP"]),
    ],
)
def test_a_duty_that_sets_itself_off_goes_on_for_ever(text, found):
    assert codes(text, mandatory=True) == found


def test_what_somebody_may_leave_is_no_endless_chain():
    assert codes("When you gain life: You gain 1 life.") == []


@pytest.mark.parametrize(
    "text",
    [
        "When this attacks, if you control 4 or more summons: Ready this.",
        "When this attacks, if you control 2 or more bosses: Ready this.",
        "When this attacks: Ready a ready acted summon.",
        "When this attacks: Ready a blue summon you control.",
        "When this attacks: Ready a wizard with 2 or more strength.",
    ],
)
def test_what_no_table_can_show_never_holds(text):
    assert codes(text) == ["W-NEVER"]


def test_conditions_of_summons_and_bosses_are_looked_at_too():
    summoning_condition = read_summoning_condition("Conduct a summon with four red wizards.", POOL, card=SUMMON)
    boss_condition = read_boss_condition("If you control 4 or more summons.")

    assert [problem.code for problem in summoning_condition.problems] == ["W-NEVER"]
    assert summoning_condition.condition is not None
    assert [problem.code for problem in boss_condition.problems] == ["W-NEVER"]


def test_a_boss_is_never_called_a_summon():
    assert codes("When this summon attacks: Ready this.", card=BOSS) == ["W-BOSS"]
    assert codes("When this summon attacks: Ready this.") == []
    assert codes("When this attacks: Deal 1 damage to a summon or a player.") == ["W-BOSS"]
    assert codes("When this attacks: Deal 1 damage to a summon or boss or a player.") == []


def test_a_warning_stands_where_the_odd_word_is():
    problem = read_text("During your main phase: You gain 1 vim.", card=SUMMON, pool=POOL).problems[0]

    assert (problem.start, problem.end) == (0, 6)
