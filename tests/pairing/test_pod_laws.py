"""Laws of pods, held against every draft of small fields and against counts of larger ones."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bos_tournament.pairing.event import Event, EventProblem, Pairing, check_event
from bos_tournament.pairing.event_check import Verdict, check_rounds
from bos_tournament.pairing.event_file import read_event, write_event
from bos_tournament.pairing.pod_field import pod_sizes
from bos_tournament.pairing.pod_totals import points_gained, points_of_places
from bos_tournament.pairing.pods import draft_pods
from bos_tournament.pairing.standings import standings
from tests.pairing.brute_force_pods import PodPrices, all_pods
from tests.pairing.event_notation import players
from tests.pairing.pod_strategies import places_of, played_on, pod_events


def at_tables(event):
    number = event.next_round
    return [player.id for player in event.players if player.plays_in(number) and number not in player.earned_byes]


def drafted(event):
    """The draft, unless nobody is left."""
    assume(any(player.plays_in(event.next_round) for player in event.players))
    return draft_pods(event)


def tables_of(draft):
    return [pod.players for pod in draft.pods]


@given(pod_events(most=40, most_rounds=2))
@settings(max_examples=50, deadline=None)
def test_everybody_sits_once_and_nobody_has_a_bye_while_a_table_of_three_is_possible(event):
    draft, field = drafted(event), at_tables(event)

    seated = [name for pod in draft.pods for name in pod.players]
    unpaid = [bye.player for bye in draft.byes if not bye.earned]
    assert sorted(seated + unpaid) == sorted(field)
    assert bool(unpaid) == (0 < len(field) < 3)
    assert sorted(map(len, tables_of(draft)), reverse=True) == list(pod_sizes(len(field), event.table_size))
    assert sorted(pod.table for pod in draft.pods) == list(range(1, len(draft.pods) + 1))


@given(st.integers(0, 300), st.integers(3, 6))
def test_tables_add_up_differ_by_one_and_are_as_few_as_can_be(entered, size):
    sizes = pod_sizes(entered, size)

    assert sum(sizes) == (entered if entered >= 3 else 0)
    assert all(count >= 3 for count in sizes)
    assert not sizes or max(sizes) - min(sizes) <= 1
    fewest = -(-entered // size)
    if entered >= 3 * fewest > 0:
        assert len(sizes) == fewest
        assert max(sizes) <= size
    elif sizes:
        assert len(sizes) == entered // 3  # else somebody would sit at a table of two


def test_a_pod_of_four_suits_every_number_but_one_two_and_five():
    fit = [entered for entered in range(1, 100) if set(pod_sizes(entered, 4)) <= {3, 4} and pod_sizes(entered, 4)]

    assert sorted(set(range(1, 100)) - set(fit)) == [1, 2, 5]
    assert pod_sizes(5, 4) == (5,)
    assert pod_sizes(11, 4) == (4, 4, 3)
    assert pod_sizes(6, 5) == (3, 3)
    assert pod_sizes(4, 3) == (4,)


@given(pod_events(fewest=3, most=9) | pod_events(fewest=6, most=9, our_own=False))
@settings(max_examples=100, deadline=None)
def test_of_a_small_field_no_draft_is_better_in_anything(event):
    draft, field = drafted(event), at_tables(event)
    assume(draft.pods)
    prices = PodPrices(event)

    best = min(map(prices.of_tables, all_pods(field, pod_sizes(len(field), event.table_size))))

    proof = draft.proof
    assert prices.of_tables(tables_of(draft)) == best
    assert (proof.figure, proof.bound, proof.optimal, proof.gaps, proof.exact) == (
        best[1],
        best[1],
        True,
        best[3],
        True,
    )


@given(pod_events(fewest=10, most=12, sizes=(4, 5, 6), our_own=False))
@settings(max_examples=8, deadline=None)
def test_a_bound_is_never_above_what_some_draft_has(event):
    draft, field = drafted(event), at_tables(event)
    prices = PodPrices(event)

    least = min(map(prices.of_tables, all_pods(field, pod_sizes(len(field), event.table_size))))

    assert draft.proof.bound <= least[1] <= draft.proof.figure
    assert not draft.proof.optimal or draft.proof.figure == least[1]


@given(pod_events(fewest=12, most=48, most_rounds=3) | pod_events(fewest=12, most=30, most_rounds=3, our_own=False))
@settings(max_examples=20, deadline=None)
def test_the_figure_is_what_the_tables_have_and_not_below_the_bound(event):
    draft = drafted(event)
    prices = PodPrices(event).of_tables(tables_of(draft))

    assert (draft.proof.figure, draft.proof.gaps) == (prices[1], prices[3])
    assert draft.proof.figure >= draft.proof.bound
    assert draft.proof.optimal == (draft.proof.figure == draft.proof.bound)


@given(pod_events(most=12), st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_the_same_seed_gives_the_same_pods_whatever_the_order_of_input(event, shuffle):
    mixed_players, mixed_rounds = list(event.players), [list(tables) for tables in event.rounds]
    for part in (mixed_players, *mixed_rounds):
        shuffle.shuffle(part)
    mixed = replace(event, players=tuple(mixed_players), rounds=tuple(map(tuple, mixed_rounds)))

    assert drafted(mixed) == drafted(event)


def test_only_the_first_round_follows_the_seed():
    event = Event(players(*(f"P{number}" for number in range(1, 13))), table_size=4, tie_breaks=("omw",))

    assert draft_pods(event, seed=1) == draft_pods(event, seed=1)
    assert draft_pods(event, seed=1).pods != draft_pods(event, seed=2).pods
    event = played_on(event, Random(3))
    assert draft_pods(event, seed=1).pods == draft_pods(event, seed=2).pods


@given(st.integers(2, 6).flatmap(lambda size: st.tuples(st.just(size), st.randoms(use_true_random=False))))
def test_the_points_of_a_table_always_add_up_to_the_same(drawn):
    size, luck = drawn
    table = tuple(f"P{number}" for number in range(size))
    event = Event(players(*table), table_size=4)

    gained = points_gained(event, places_of(table, luck))

    assert sum(gained) == sum(points_of_places(event, size)) == Fraction(3 * size, 2)


@given(pod_events(fewest=3, most=14))
@settings(max_examples=80, deadline=None)
def test_points_of_the_standings_are_those_of_all_places_and_byes(event):
    gathered = Counter({player.id: Fraction() for player in event.players})
    for pairing in event.pairings():
        worth = points_gained(event, pairing.places) if pairing.places else (Fraction(event.points.win),)
        for name, points in zip(pairing.players, worth, strict=True):
            gathered[name] += points

    assert {line.id: line.exact_points for line in standings(event)} == dict(gathered)


@given(pod_events(fewest=3, most=12))
@settings(max_examples=60, deadline=None)
def test_opponents_averages_run_over_everybody_met(event):
    event = replace(event, tie_breaks=("sos", "buchholz"))
    lines = {line.id: line for line in standings(event)}
    rounds = Counter(name for pairing in event.pairings() for name in pairing.players)
    for name, line in lines.items():
        met = [
            other
            for pairing in event.pairings()
            if name in pairing.players
            for other in pairing.players
            if other != name
        ]
        shares = [lines[other].exact_points / rounds[other] for other in met]
        assert line.exact["buchholz"] == sum((lines[other].exact_points for other in met), Fraction())
        assert line.exact["sos"] == (sum(shares) / len(shares) if shares else 0)


@given(pod_events(fewest=3, most=12, most_rounds=6))
@settings(max_examples=60, deadline=None)
def test_a_seat_goes_to_those_who_had_it_least_often(event):
    draft = drafted(event)
    had = Counter(
        (name, at) for pairing in event.pairings() for at, name in enumerate(pairing.players) if pairing.places
    )

    for pod in draft.pods:
        costs = [sum(had[name, at] ** 2 for at, name in enumerate(order)) for order in permutations(pod.players)]
        assert sum(had[name, at] ** 2 for at, name in enumerate(pod.players)) == min(costs)


def test_over_as_many_rounds_as_seats_nobody_begins_twice_when_the_tables_allow_it():
    event = Event(players(*(f"P{number}" for number in range(1, 17))), table_size=4, tie_breaks=("omw",))
    for number in range(4):
        event = played_on(event, Random(number))

    began = Counter(pairing.players[0] for pairing in event.pairings())
    assert max(began.values()) <= 2


@given(pod_events(fewest=3, most=12))
@settings(max_examples=60, deadline=None)
def test_what_is_written_is_read_back_the_same(event):
    assert read_event(write_event(event)) == event


@given(pod_events(fewest=3, most=14))
@settings(max_examples=40, deadline=None)
def test_rounds_drawn_from_the_seed_come_out_the_same(event):
    event = replace(event, players=players(*(player.id for player in event.players)))
    away = [
        round_
        for round_, tables in enumerate(event.rounds, start=1)
        if len({name for table in tables for name in table.players}) < len(event.players)
    ]

    verdicts = {check.round: check.verdict for check in check_rounds(event)}
    assert set(verdicts.values()) <= {Verdict.SAME}
    assert set(away) <= set(verdicts)


@given(pod_events(fewest=6, most=12, our_own=False))
@settings(max_examples=40, deadline=None)
def test_tables_of_others_are_never_better(event):
    assert Verdict.BETTER not in {check.verdict for check in check_rounds(event)}


@pytest.mark.parametrize("size", [2, 7])
def test_a_size_that_no_pod_has_is_refused(size):
    with pytest.raises(ValueError, match="A pod has 3 to 6 seats"):
        pod_sizes(8, size)
    with pytest.raises(EventProblem, match="A pod has 3 to 6 seats"):
        check_event(Event(players("Anna", "Ben", "Cleo"), table_size=size))


def test_two_hundred_players_meet_nobody_twice_over_five_rounds():
    event = Event(players(*(f"P{number}" for number in range(1, 201))), table_size=4, tie_breaks=("omw",))
    for number in range(5):
        draft = draft_pods(event)
        assert (draft.proof.figure, draft.proof.optimal) == (0, True)
        event = played_on(event, Random(number))

    met = Counter(frozenset(pair) for pairing in event.pairings() for pair in combinations(pairing.players, 2))
    assert set(met.values()) == {1}
    assert all(isinstance(pairing, Pairing) and len(pairing.players) == 4 for pairing in event.pairings())
