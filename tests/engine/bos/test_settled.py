"""Where it makes no difference what is answered, the board need not ask: one line stands for all of them."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.bos import game as bos
from engine.bos.board.next_lines import next_lines
from engine.bos.notation.canonical_state import canonical
from engine.bos.records.implied_answers import ABILITIES
from engine.bos.rules.options import legal
from tests.engine.bos.duel import Duel, summon, wizard
from tests.engine.bos.random_players import game, tables

FALLEN = "T1 P1; S a Imp3; E; T2 P2; S a Elk9; A a x 1a"


def duel(*said):
    """Anna's two wizards on the left, who both say something when her summon falls; the third one has summoned it."""
    one, two = said
    return Duel(wizard("Cora"), wizard("Loam", one), wizard("Reed", two))


@pytest.mark.parametrize(
    ("one", "two", "is_settled"),
    [
        ("you must gain 2 life.", "you must gain 1 vim.", True),
        ("you must gain 1 vim.", "you must double your vim.", False),
    ],
)
def test_in_which_order_two_duties_are_done_matters_or_not(one, two, is_settled):
    when = "When a summon you control is defeated, "
    state = duel(when + one, when + two).table(FALLEN).state
    assert state.question.kind == "order"

    written = bos.settled(state)

    assert (written is not None) == is_settled
    assert written is None or written in [line.written for line in next_lines(state).lines]


def test_a_block_an_own_turn_and_a_game_that_is_over_are_never_settled():
    plain = Duel(summon("Giant", 4))

    for lines in (
        "T1 P1",
        "T1 P1; E",
        "T1 P1; S a Giant; E; T2 P2; S b Elk9; E; T3 P1; A a P2",
        "T1 P1; X P2 concedes",
    ):
        assert bos.settled(plain.table(lines).state) is None


TABLES = st.integers(0, len(tables()) - 1).map(lambda number: tables()[number])
LUCK = st.lists(st.integers(0, 65_535), min_size=20, max_size=90)


@settings(max_examples=30, deadline=None)
@given(TABLES, LUCK)
def test_what_is_settled_leads_to_one_table_by_each_of_its_answers(table, numbers):
    asked = [step.state for _, _, step in game(table.start(), numbers)]
    found = [state for state in asked if state.question and state.question.kind in ABILITIES and bos.settled(state)]
    assume(found)

    for state in found:
        after = [bos.apply(state, answer).state for answer in legal(state)]
        if all(each.question is None or each.question.kind not in ABILITIES for each in after):
            assert len({canonical(each) for each in after}) == 1
