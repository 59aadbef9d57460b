"""Who can still make the cut: what is said is true for every way the last round can end."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bos_tournament.pairing.event import Event, Pairing
from bos_tournament.pairing.forecast import Chance, forecast
from bos_tournament.pairing.standings import standings
from tests.pairing.event_notation import event_of, players

ENDS = ((2, 0, 0), (1, 1, 0), (0, 2, 0))


def told(event, size, **facts):
    return {one.player: one for one in forecast(event, size, **facts)}


def test_with_many_rounds_left_only_points_out_of_reach_are_certain():
    event = event_of("Anna 2-0 Ben · Cleo 2-0 Dora\nAnna 2-0 Cleo · Dora 2-0 Ben\nAnna 2-0 Dora · Cleo 2-0 Ben")
    outlook = told(event, 1, rounds_left=1)

    assert str(outlook["Anna"].needs) == "still in contention"
    assert str(outlook["Ben"].needs) == "eliminated"
    assert told(event, 1, rounds_left=0)["Anna"].chance is Chance.IN


def test_the_last_round_says_what_a_draw_is_worth():
    event = event_of("Anna 2-0 Ben · Cleo 2-0 Dora · Emil 2-0 Finn\nAnna 2-0 Cleo · Emil 2-0 Ben · Dora 2-0 Finn")
    outlook = told(event, 2, rounds_left=1, tables=[("Anna", "Emil"), ("Cleo", "Finn"), ("Dora", "Ben")])

    assert str(outlook["Anna"].needs) == "in with a draw"
    assert str(outlook["Finn"].needs) == "eliminated"
    assert str(outlook["Cleo"].needs) == "needs a win and other results"


def test_whoever_left_takes_no_seat():
    event = event_of("Anna 2-0 Ben", dropped={"Anna": 1})

    assert set(told(event, 1, rounds_left=1)) == {"Ben"}


@st.composite
def last_rounds(draw):
    count = draw(st.integers(2, 8))
    names = [f"P{number}" for number in range(count)]
    rounds = []
    for _ in range(draw(st.integers(0, 3))):
        order = draw(st.permutations(names))
        rounds.append(
            tuple(Pairing(tuple(order[at : at + 2]), draw(st.sampled_from(ENDS))) for at in range(0, count - 1, 2))
        )
    order = draw(st.permutations(names))
    tables = [tuple(order[at : at + 2]) for at in range(0, count - 1, 2)]
    return Event(players(*names), tuple(rounds)), tables, draw(st.integers(1, count))


@given(last_rounds())
@settings(deadline=None, max_examples=60)
def test_every_certainty_holds_however_the_last_round_ends(case):
    event, tables, size = case
    outlook = told(event, size, rounds_left=1, tables=tables)
    safe, hopeless = set(outlook), set(outlook)
    for ends in product(ENDS, repeat=len(tables)):
        last = tuple(Pairing(table, games) for table, games in zip(tables, ends))
        points = {line.id: line.points for line in standings(Event(event.players, (*event.rounds, last)))}
        safe &= {one for one in points if sum(points[other] >= points[one] for other in points if other != one) < size}
        hopeless &= {one for one in points if sum(points[other] > points[one] for other in points) >= size}

    assert {name for name, one in outlook.items() if one.chance is Chance.IN} == safe
    assert {name for name, one in outlook.items() if one.chance is Chance.OUT} == hopeless


def test_a_cut_of_nobody_is_refused():
    with pytest.raises(ValueError, match="at least one player"):
        forecast(event_of("Anna 2-0 Ben"), 0, rounds_left=1)
