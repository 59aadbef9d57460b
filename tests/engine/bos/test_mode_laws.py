"""Laws of random play at tables of more than two seats, in every mode (14.1 to 14.5)."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.bos import game as bos
from engine.bos.model import moves
from engine.bos.model.editions import DEFAULT_EDITION
from engine.bos.model.seating import COMBINED, DUEL, FREE_FOR_ALL, RAID, TEAMS, seating_of, usual_sides
from engine.bos.model.standings import places_reached
from engine.bos.notation.canonical_state import canonical, same
from engine.choice import Answer
from engine.contract import Given
from engine.verdict import judge
from tests.engine.bos.brute_force_moves import misjudged
from tests.engine.bos.invariants import broken, broken_step, impure
from tests.engine.bos.mode_tables import mode_tables
from tests.engine.bos.random_players import answers_of, game, luck, tables

TABLES = st.integers(0, len(mode_tables()) - 1).map(lambda number: mode_tables()[number])
LUCK = st.lists(st.integers(0, 65_535), max_size=160)
EACH = range(len(mode_tables()) // 2)
NAMES = [f"{table.mode} of {table.seats}" for table in mode_tables()]


def whole(number):
    """A table, and a game there that is played to its end."""
    table = mode_tables()[number]
    return table, list(game(table.start(), luck(f"modes/{number}", 2_000 * table.seats)))


@settings(max_examples=40, deadline=None)
@given(TABLES, LUCK)
def test_no_law_is_broken_by_any_step(table, numbers):
    for state, answer, step in game(table.start(), numbers):
        assert broken(step.state) == [], answer
        assert broken_step(state, answer, step) == [], answer


@pytest.mark.parametrize("number", EACH, ids=NAMES[: len(EACH)])
def test_a_game_comes_to_an_end_and_as_it_is_written_to_the_same_table(number):
    table, steps = whole(number)
    last = steps[-1][2].state

    assert last.outcome is not None
    found = judge(bos, table.record(answers_of(steps)), Given(table.decks, table.pool, DEFAULT_EDITION))
    assert (found.finding, found.message and None) == ("legal", None), (found.line, str(found.message))
    assert same(found.state, last)


@pytest.mark.parametrize("number", EACH, ids=NAMES[: len(EACH)])
def test_places_follow_from_who_fell_when(number):
    _, steps = whole(number)
    last = steps[-1][2].state
    reached = places_reached(last)

    assert {reached[seat] for seat in last.outcome.winners} == {1}
    assert all(len({reached[seat] for seat in side}) == 1 for side in last.setup.seating.sides)
    assert min(reached.values()) == 1


@settings(max_examples=10, deadline=None)
@given(TABLES, st.lists(st.integers(0, 65_535), min_size=30, max_size=200))
def test_options_are_all_that_is_lawful_and_looking_changes_nothing(table, numbers):
    steps = list(game(table.start(), numbers))
    state = next((step.state for _, _, step in reversed(steps) if step.state.question), table.start())

    assert misjudged(state) == []
    assert impure(state) == []


# The same game told otherwise


def test_a_free_for_all_of_two_is_a_duel():
    assert seating_of(FREE_FOR_ALL, usual_sides(FREE_FOR_ALL, 2)) == seating_of(DUEL, usual_sides(DUEL, 2))


@settings(max_examples=15, deadline=None)
@given(st.sampled_from([table for table in mode_tables() if table.mode == FREE_FOR_ALL]), LUCK)
def test_teams_of_one_are_a_free_for_all(table, numbers):
    alone = seating_of(TEAMS, usual_sides(FREE_FOR_ALL, table.seats))
    other = bos.start(replace(table.setup, seating=alone))

    for _, answer, step in game(table.start(), numbers):
        again = bos.apply(other, answer)
        assert again.events == step.events
        other = again.state
        assert canonical(other) == canonical(step.state)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, len(tables()) - 1), LUCK)
def test_a_raid_of_one_raider_without_early_attacks_is_a_duel_until_somebody_falls(number, numbers):
    table = tables()[number]
    raid = replace(seating_of(RAID, ((0,), (1,))), early=-1, stays=False)
    duel, other = bos.start(replace(table.setup, first=0)), bos.start(replace(table.setup, first=0, seating=raid))

    for _, answer, step in game(duel, numbers):
        again = bos.apply(other, answer)
        other = again.state
        if step.state.outcome:
            assert other.outcome is not None
            assert other.outcome.winners == step.state.outcome.winners
            return
        assert again.events == step.events
        assert canonical(other) == canonical(step.state)


def turned_move(move, seats):
    """The move of the seat that sits one further round the table."""

    def place(number):
        return number if number < 0 else (number + 7) % (7 * seats)

    def ability(ref):
        return ref._replace(place=place(ref.place))

    match move:
        case moves.Attack(attacker, target, player):
            other = player if player < 0 else (player + 1) % seats
            return moves.Attack(place(attacker), place(target), other)
        case moves.Block() | moves.Ready():
            return type(move)(place(move.place))
        case moves.Use():
            return replace(move, place=place(move.place))
        case moves.First() | moves.Take():
            return replace(move, ability=ability(move.ability))
        case moves.Pick(thing):
            seat = thing.seat if thing.seat < 0 else (thing.seat + 1) % seats
            return moves.Pick(thing._replace(place=place(thing.place), seat=seat))
    return move


@settings(max_examples=15, deadline=None)
@given(st.sampled_from([table for table in mode_tables() if table.mode == FREE_FOR_ALL]), LUCK)
def test_everybody_one_seat_further_is_the_same_game(table, numbers):
    seats = table.seats
    by_seat = ("names", "bosses", "wizards", "piles", "registered", "playing", "ether", "hidden_swap", "hidden")
    pushed = {name: (getattr(table.setup, name)[-1], *getattr(table.setup, name)[:-1]) for name in by_seat}
    other = bos.start(replace(table.setup, first=(table.setup.first + 1) % seats, **pushed))

    for _, answer, step in game(table.start(), numbers):
        turned = Answer((answer.seat + 1) % seats, turned_move(answer.move, seats))
        assert bos.check(other, turned) is None
        other = bos.apply(other, turned).state
        for name in ("life", "vim", "ether", "turns", "attacks"):
            amounts = getattr(other, name)
            assert (*amounts[1:], amounts[0]) == getattr(step.state, name)


def test_combined_tables_are_among_those_that_are_played():
    assert {table.mode for table in mode_tables()} == {FREE_FOR_ALL, TEAMS, COMBINED, RAID}
