"""Laws of the Swiss round, held against every round of small fields and against an exact matching of larger ones."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bos_tournament.pairing import mend as mending
from bos_tournament.pairing.event import Event, Pairing, Player, Points, Unplayed, check_event
from bos_tournament.pairing.field import field_of
from bos_tournament.pairing.standings import tally
from bos_tournament.pairing.swiss import pair_round
from bos_tournament.pairing.walk import groups_of, walk
from tests.pairing.every_round import Prices, all_rounds, least_price, seated, tables_of
from tests.pairing.writing import players

RESULTS = ((2, 0, 0), (2, 1, 0), (0, 2, 0), (1, 2, 0), (1, 1, 1))
MISSED = (Unplayed.LATE, Unplayed.ABSENT, Unplayed.FORFEIT)
FAULTS = (Unplayed.NO_SHOW, Unplayed.DOUBLE_NO_SHOW, Unplayed.FORFEIT)


def events(fewest=3, most=9, most_rounds=9, our_own=True):
    """Tournaments mid-way: odd fields, byes, drops, returns, late entrants, earned byes, pairs to be kept apart.

    All is drawn from one number, so that middling fields come up as often as the smallest.
    """
    return st.integers(0, 2**32).map(lambda number: some_event(Random(number), fewest, most, most_rounds, our_own))


def some_event(luck, fewest, most, most_rounds, our_own):
    names = [f"P{number}" for number in range(1, luck.randint(fewest, most) + 1)]
    late = set(luck.sample(names, luck.choice((0, 0, 1, 2))))
    pairs = list(combinations(names, 2))
    forbidden, avoided = (tuple(luck.sample(pairs, min(len(pairs), luck.choice((0, 0, 2, 6))))) for _ in "12")
    restless, strange = luck.choice((0, 0, 0.1, 0.3)), luck.choice((0, 0, 0.2))
    event = Event(players(*names), forbidden=forbidden, avoided=avoided)
    for _ in range(luck.randint(0, most_rounds)):
        number = event.next_round
        away = {name for name in names if luck.random() < restless or (name in late and number < 3)}
        field = tuple(Player(name, absent=(number,) if name in away else ()) for name in names)
        event = Event(field, event.rounds, forbidden, avoided=avoided)
        if len(seated(event)) > 1:
            tables = tables_of(pair_round(event, seed=number)) if our_own else any_tables(seated(event), luck)
            event = Event(field, (*event.rounds, played(tables, away, luck, strange)), forbidden, avoided=avoided)
    number = event.next_round
    kinds = [luck.choices(("in", "dropped", "absent", "earned"), (1, restless, restless, restless))[0] for _ in names]
    entered = tuple(map(entry, names, kinds, [number] * len(names)))
    return check_event(Event(entered, event.rounds, forbidden, avoided=avoided))


def any_tables(names, luck):
    mixed = luck.sample(names, len(names))
    return [tuple(mixed[at : at + 2]) for at in range(0, len(mixed), 2)]


def played(tables, away, luck, strange):
    """Results for the tables, and rows for some of those who were not there."""
    missed = [Pairing((name,), unplayed=luck.choice(MISSED)) for name in sorted(away) if luck.random() < 0.5]
    return (*(result(table, luck, strange) for table in tables), *missed)


def result(table, luck, strange):
    if len(table) == 1:
        return Pairing(table, unplayed=luck.choice((Unplayed.BYE, Unplayed.BYE, Unplayed.EARNED_BYE)))
    if luck.random() < strange:
        return Pairing(table, unplayed=luck.choice(FAULTS))
    return Pairing(table, games=luck.choice(RESULTS))


def entry(name, kind, number):
    """Who takes part in that round, and how."""
    return Player(
        name,
        dropped_after=number - 1 if kind == "dropped" else None,
        absent=(number,) if kind == "absent" else (),
        earned_byes=(number,) if kind == "earned" else (),
    )


def held_against(event, least, seed=7):
    """The proposal seats everyone once, costs the least, and says so."""
    proposal = pair_round(event, seed=seed)
    tables = tables_of(proposal)

    assert sorted(name for table in tables for name in table) == sorted(seated(event))
    assert Prices(event).of_round(tables) == least
    if event.rounds:
        assert (proposal.proof.cost, proposal.proof.bound, proposal.proof.optimal) == (least[5], least[5], True)
    return proposal


@given(events() | events(our_own=False, most_rounds=5))
@settings(max_examples=250, deadline=None)
def test_no_possible_round_is_better(event):
    assume(len(seated(event)) > 1)
    prices = Prices(event)

    held_against(event, min(map(prices.of_round, all_rounds(seated(event)))))


@given(events(fewest=10, most=60, most_rounds=8) | events(fewest=26, most=60, most_rounds=4, our_own=False))
@settings(max_examples=80, deadline=None)
def test_no_round_of_a_larger_field_is_better_by_an_exact_matching(event):
    assume(len(seated(event)) > 1)

    held_against(event, least_price(event))


@given(events(fewest=4, most=40, most_rounds=8) | events(fewest=4, most=30, most_rounds=4, our_own=False))
@settings(max_examples=150, deadline=None)
def test_mending_the_walk_finds_what_matching_everybody_finds(event):
    """Also for fields that are small enough to be matched at once."""
    assume(len(seated(event)) > 1)
    field = field_of(event, seed=3)
    groups = groups_of(field)

    mended, bound, proved = mending.mend(field, walk(field, groups), groups)
    tables = [tuple(field.names[one] for one in pair if one != field.bye) for pair in mended]

    least = least_price(event)
    assert Prices(event).of_round(tables) == least
    assert (bound, proved) == (least[5], True)


@pytest.mark.parametrize("entered", [4, 5, 6, 9, 12, 16, 17, 20, 23, 24])
@pytest.mark.parametrize("skilled", [True, False])
def test_a_field_is_paired_best_until_almost_everybody_has_met(entered, skilled):
    luck = Random(entered)
    event = Event(players(*(f"P{number}" for number in range(1, entered + 1))))
    for number in range(1, entered - 1):
        proposal = held_against(event, least_price(event), seed=number)
        tables = [Pairing(pair.players, outcome(pair.players, luck, skilled)) for pair in proposal.pairs]
        byes = [Pairing((bye.player,), unplayed=Unplayed.BYE) for bye in proposal.byes]
        event = Event(event.players, (*event.rounds, (*tables, *byes)))

    had = [pairing.players[0] for pairing in event.pairings() if pairing.unplayed]
    assert len(had) == len(set(had))


def outcome(names, luck, skilled):
    """By skill, the lower number wins four times in five."""
    one, other = (int(name[1:]) for name in names)
    first = luck.random() < (0.8 if one < other else 0.2) if skilled else luck.random() < 0.5
    return (2, 0, 0) if first else (1, 2, 0)


@given(events(most=30, most_rounds=6), st.randoms(use_true_random=False))
@settings(max_examples=80, deadline=None)
def test_the_order_of_input_never_matters(event, shuffle):
    assume(len(seated(event)) > 1)
    mixed_players, mixed_rounds = list(event.players), [list(tables) for tables in event.rounds]
    forbidden, avoided = ([pair[::-1] for pair in pairs] for pairs in (event.forbidden, event.avoided))
    for part in (mixed_players, forbidden, avoided, *mixed_rounds):
        shuffle.shuffle(part)
    mixed = Event(tuple(mixed_players), tuple(map(tuple, mixed_rounds)), tuple(forbidden), avoided=tuple(avoided))

    assert pair_round(mixed, seed=5) == pair_round(event, seed=5)


@given(events(most=12, our_own=False), st.builds(Points, st.just(5), st.integers(1, 4), st.integers(0, 1)))
@settings(max_examples=80, deadline=None)
def test_a_pairing_is_worth_what_the_standings_count(event, points):
    event = Event(event.players, event.rounds, points=points)
    gathered = {player.id: 0 for player in event.players}
    for pairing in event.pairings():
        for name, worth in zip(pairing.players, points.worth(pairing), strict=False):
            gathered[name] += worth

    assert gathered == {name: mine.points for name, mine in tally(event).items()}
