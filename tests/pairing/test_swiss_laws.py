"""Laws of the Swiss round, held against every round of small fields and against an exact matching of larger ones."""

from random import Random

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from bos_tournament.pairing import local_repair as mending
from bos_tournament.pairing.event import Event, Pairing, Points, Unplayed
from bos_tournament.pairing.greedy_pairing import badly_placed, cuts_of, groups_of, walk
from bos_tournament.pairing.player_totals import tally
from bos_tournament.pairing.round_field import field_of
from bos_tournament.pairing.swiss import pair_round
from tests.pairing.brute_force_rounds import Prices, all_rounds, least_price, seated, tables_of
from tests.pairing.event_notation import players
from tests.pairing.event_strategies import events, some_event


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
@example(some_event(Random(9003763), 26, 60, 5, False))  # margins had to grow twice before anybody was taken along
@settings(max_examples=150, deadline=None)
def test_mending_the_walk_finds_what_matching_everybody_finds(event):
    """Also for fields that are small enough to be matched at once."""
    assume(len(seated(event)) > 1)
    field = field_of(event, seed=3)
    groups = groups_of(field)
    pairs, cuts = walk(field, groups), cuts_of(field, groups)

    mended, bound, proved = mending.repair_pairs(field, pairs, groups, cuts, badly_placed(field, pairs, cuts))
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
