"""What to tap for a line: every line can be tapped, and what is tapped is there."""

from collections import defaultdict
from itertools import groupby

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.bos.board.next_lines import asks, continuations, next_lines
from engine.bos.board.why_not import why_not
from engine.bos.model.places import POSITIONS
from engine.bos.model.rulebook import rulebook
from tests.engine.bos.duel import Duel, spell
from tests.engine.bos.random_players import game, tables, up_to_a_line
from tests.engine.bos.simple_cards import at_the_start

TABLES = st.integers(0, len(tables()) - 1).map(lambda number: tables()[number])
LUCK = st.lists(st.integers(0, 65_535), max_size=90)


@settings(max_examples=60, deadline=None)
@given(TABLES, LUCK)
def test_every_line_is_tapped_on_what_is_there(table, luck):
    state = position(table, luck)
    cards = {f"={card.name}" for playing in state.setup.playing for card in playing.values()}

    for line in next_lines(state).lines:
        for token in line.path:
            place, _, number = token.partition(".")
            assert place in POSITIONS or token in ("P1", "P2") or token in cards, line
            assert number.isdigit() or not number


@settings(max_examples=60, deadline=None)
@given(TABLES, LUCK)
def test_lines_that_are_tapped_alike_do_one_thing_and_differ_in_price_or_number(table, luck):
    alike = defaultdict(list)
    for line in next_lines(position(table, luck)).lines:
        alike[line.path].append(line.written)

    for path, lines in alike.items():
        if path:
            assert len({act(line) for line in lines}) == 1, (path, lines)


@settings(max_examples=30, deadline=None)
@given(TABLES, LUCK)
def test_lines_without_what_to_tap_are_the_same_lines(table, luck):
    state = position(table, luck)

    assert [line.written for line in next_lines(state).lines] == continuations(state)


@settings(max_examples=60, deadline=None)
@given(TABLES, LUCK)
def test_a_line_says_whose_it_is_also_where_another_is_asked_first(table, luck):
    state = position(table, luck)

    for line in next_lines(state).lines:
        if line.written[0] in "ESAR":
            assert line.seat == state.active
        elif line.written[0] == ">":
            assert line.seat == 1 - state.active
        elif line.written[0] == "T":
            assert line.written.endswith(f"P{line.seat + 1}")


def test_before_the_first_turn_wizards_are_tapped_in_their_new_order():
    found = {line.written: line.path for line in next_lines(at_the_start()).lines}

    assert found["T1 P1"] == ()
    assert next_lines(at_the_start()).whole


def position(table, luck):
    """Where a random game is before a line."""
    steps = up_to_a_line(game(table.start(), luck))
    return steps[-1][2].state if steps else table.start()


def act(line):
    """What a line does: its letter, and for what waits or answers the sign before it."""
    return line.split()[0]


@settings(max_examples=60, deadline=None)
@given(TABLES, LUCK)
def test_a_card_that_no_line_names_has_a_reason_by_a_rule_and_no_other_has(table, luck):
    state = position(table, luck)
    named = {token for line in next_lines(state).lines for token in line.path}

    for place, violation in why_not(state).items():
        assert place in POSITIONS
        assert place not in named
        assert violation.rule in rulebook()


@settings(max_examples=60, deadline=None)
@given(TABLES, LUCK)
def test_whoever_is_asked_writes_only_lines_of_their_own_and_only_the_last_may_not_pass(table, luck):
    state = position(table, luck)
    asked = asks(state)

    assert [ask.seat for ask in asked] == [seat for seat, _ in groupby(ask.seat for ask in asked)]
    assert all(ask.may_pass for ask in asked[:-1])
    for ask in asked:
        for line in ask.lines.lines:
            assert (line.halves[0].seat if line.halves else line.seat) == ask.seat
            for half in line.halves:
                assert line.written.startswith(half.written)
                assert line.path[: len(half.path)] == half.path


def test_where_ben_chooses_for_anna_her_line_ends_before_his_choice():
    duel = Duel(spell("Toll", 0, "Each opponent defeats a summon that player controls."))
    state = duel.table("T1 P1; E; T2 P2; S a Elk3; S b Elk4; E; T3 P1").state

    told = [line for line in next_lines(state).lines if line.written.startswith("C Toll")]

    assert {line.written for line in told} == {"C Toll -> 2a", "C Toll -> 2b"}
    assert {(line.seat, line.halves[0].seat, line.halves[0].written) for line in told} == {(1, 0, "C Toll")}
