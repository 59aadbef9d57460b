"""Half the field is forbidden to itself: no avoidable meeting is let through, and the answer says how good it is."""

from dataclasses import replace
from functools import cache
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bos_tournament.pairing import local_repair
from bos_tournament.pairing.event import Event, Pairing, Player, Unplayed
from bos_tournament.pairing.event_check import price_of
from bos_tournament.pairing.greedy_pairing import bye_candidate, cost_of
from bos_tournament.pairing.lower_bound import FEWEST, crowds_of, least_gaps
from bos_tournament.pairing.optimal_matching import match_all
from bos_tournament.pairing.round_field import field_of
from bos_tournament.pairing.swiss import pair_round


@cache
def played(many, rounds, seed):
    """Won by skill with some luck."""
    luck = Random(seed)
    event = Event(tuple(Player(f"P{number}") for number in range(1, many + 1)))
    for _ in range(rounds):
        proposal = pair_round(event, seed)
        tables = [Pairing(pair.players, luck.choice(((2, 0, 0), (2, 1, 0), (1, 2, 0)))) for pair in proposal.pairs]
        byes = [Pairing((bye.player,), unplayed=Unplayed.BYE) for bye in proposal.byes]
        event = replace(event, rounds=(*event.rounds, (*tables, *byes)))
    return event


def club(event, members, *, of="forbidden"):
    """The first so many are forbidden to meet each other."""
    ids = [player.id for player in event.players][:members]
    return replace(event, **{of: (*event.forbidden, *combinations(ids, 2))})


@given(many=st.integers(16, 30), rounds=st.integers(1, 5), share=st.floats(0.3, 0.5), seed=st.integers(0, 999))
@settings(max_examples=30, deadline=None)
def test_no_round_costs_less_than_the_bound_of_crowds(many, rounds, share, seed):
    field = field_of(club(played(many, rounds, seed), int(many * share)), seed)
    pairs, _ = match_all(field)
    price, best = price_of(field, pairs), bye_candidate(field)

    if not price.forbidden and (not many % 2 or price.bye_points == field.scores[best]):
        assert least_gaps(field) <= price.gaps


def test_the_bound_is_reached_where_half_the_field_may_meet_only_the_other_half():
    field = field_of(club(played(60, 5, seed=1), 30), 0)
    pairs, proved = match_all(field)

    assert proved
    assert least_gaps(field) == cost_of(field, pairs) > 0


def test_two_clubs_bound_more_than_one():
    event = club(played(40, 4, seed=3), 20)
    ids = [player.id for player in event.players]
    both = replace(event, forbidden=(*event.forbidden, *combinations(ids[20:], 2)))

    assert [len(crowd) for crowd in crowds_of(field_of(event, 0))] == [20]
    assert [len(crowd) for crowd in crowds_of(field_of(both, 0))] == [20, 20]
    assert least_gaps(field_of(both, 0)) >= least_gaps(field_of(event, 0))


def test_a_wish_makes_no_crowd_and_a_few_people_neither():
    event = played(20, 2, seed=2)

    assert crowds_of(field_of(club(event, 10, of="avoided"), 0)) == []
    assert crowds_of(field_of(club(event, FEWEST - 1), 0)) == []


def test_who_must_meet_a_clubmate_bounds_nothing():
    assert least_gaps(field_of(club(played(20, 3, seed=2), 14), 0)) == 0


@pytest.mark.parametrize("many", [340, 341])
def test_a_club_of_half_of_a_large_field_is_paired_with_proof(many):
    event = club(played(many, 4, 4), many // 2)
    proposal = pair_round(event, 4)

    apart = set(map(frozenset, event.forbidden))
    assert not [pair for pair in proposal.pairs if frozenset(pair.players) in apart]
    assert proposal.proof.optimal
    assert proposal.proof.cost == proposal.proof.bound


def test_too_many_to_match_at_once_are_matched_among_the_nearest_and_bounded(monkeypatch):
    event = club(played(340, 4, 4), 170)
    field = field_of(event, 4)
    exact, _, proved = local_repair.best_pairs(field)
    monkeypatch.setattr(local_repair, "LARGEST_FIELD", 100)

    pairs, bound, claimed = local_repair.best_pairs(field)

    assert (proved, claimed) == (True, False)
    assert price_of(field, pairs)[:7] == price_of(field, exact)[:7]
    assert sorted(one for pair in pairs for one in pair) == list(range(340))
    assert bound == cost_of(field, exact)


def test_beyond_that_the_walk_stands_with_its_bound(monkeypatch):
    field = field_of(club(played(340, 4, 4), 170), 4)
    exact, _, _ = local_repair.best_pairs(field)
    monkeypatch.setattr(local_repair, "LARGEST_FIELD", 100)
    monkeypatch.setattr(local_repair, "MOST_NEAR", 100)

    pairs, bound, claimed = local_repair.best_pairs(field)

    assert not claimed
    assert bound <= cost_of(field, exact)
    assert sorted(one for pair in pairs for one in pair) == list(range(340))
