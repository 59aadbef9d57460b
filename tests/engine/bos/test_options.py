"""Options are exactly what `check` allows, and every line that is offered may be written."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import log
from engine.bos import game as bos
from engine.bos.board.next_lines import continuations, nearest
from engine.bos.game import options
from engine.log import Line
from engine.replay import replay
from engine.replay_step import advance
from tests.engine.bos.answer_keys import key_of
from tests.engine.bos.brute_force_moves import misjudged
from tests.engine.bos.random_players import answers_of, game, tables, up_to_a_line
from tests.engine.bos.simple_cards import at_the_start

TABLES = st.integers(0, len(tables()) - 1).map(lambda number: tables()[number])
LUCK = st.lists(st.integers(0, 65_535), max_size=60)


@settings(max_examples=60, deadline=None)
@given(TABLES, LUCK)
def test_options_are_exactly_what_brute_force_finds_legal(table, luck):
    state = table.start()
    for _, _, step in game(state, luck):
        state = step.state

    if state.outcome:
        assert options(state) == ()
    else:
        assert misjudged(state) == []


@settings(max_examples=30, deadline=None)
@given(TABLES, LUCK)
def test_every_line_that_is_offered_is_lawful(table, luck):
    steps = up_to_a_line(game(table.start(), luck))
    state = steps[-1][2].state if steps else table.start()
    run = replay(bos, log.read(table.record(answers_of(steps))), table.opened(answers_of(steps)))
    assert run.stop is None

    offered = continuations(state)

    assert len(offered) == len(set(offered))
    for body in offered[:25]:
        assert advance(run, Line(999, body)).stop is None, body


def test_a_seat_that_is_not_asked_has_no_choice():
    assert options(at_the_start(), 1) == ()
    assert [key_of(option) for option in options(at_the_start(), 0)[0].options] == ["begin"]


@pytest.mark.parametrize(("written", "meant"), [("S a Lava Hond", "S a Lava Hound"), ("T1 P2", "T1 P1")])
def test_the_nearest_lines_are_of_the_kind_that_was_written(written, meant):
    state = at_the_start() if written[0] == "T" else summoning()

    assert nearest(state, written, 3)[0] == meant


def summoning():
    """Anna's first summoning phase."""
    [(_, _, step)] = game(at_the_start(), [0])
    return step.state
