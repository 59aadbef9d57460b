"""The next Swiss round, held against every possible round of small fields."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bos_tournament.pairing import mend as mending
from bos_tournament.pairing.event import BYES, Event, EventProblem, Pairing, Player, Points, Unplayed
from bos_tournament.pairing.exact import match_all
from bos_tournament.pairing.field import field_of
from bos_tournament.pairing.standings import tally
from bos_tournament.pairing.swiss import Proof, pair_round
from bos_tournament.pairing.walk import walk
from tests.pairing.writing import event_of, players

RESULTS = ((2, 0, 0), (2, 1, 0), (0, 2, 0), (1, 2, 0), (1, 1, 1))


def all_rounds(names):
    """Every way to seat the names once; with an odd number one of them stays alone."""
    if len(names) < 2:
        yield [tuple(names)] if names else []
        return
    first, rest = names[0], names[1:]
    for at, other in enumerate(rest):
        for others in all_rounds(rest[:at] + rest[at + 1 :]):
            yield [(first, other), *others]
    if len(names) % 2:
        for others in all_rounds(rest):
            yield [(first,), *others]


def price(event, tables):
    """What the module promises to keep least, in order of weight."""
    counted = tally(event)
    barred = {frozenset(pair) for pair in event.forbidden}
    two = [table for table in tables if len(table) == 2]
    alone = [table[0] for table in tables if len(table) == 1]
    byes = [pairing.players[0] for pairing in event.pairings() if pairing.unplayed in BYES]
    return (
        sum(frozenset(table) in barred for table in two),
        sum(second in counted[first].faced for first, second in two),
        sum(byes.count(name) for name in alone),
        sum(counted[name].points for name in alone),
        sum((counted[first].points - counted[second].points) ** 2 for first, second in two),
    )


def tables_of(proposal):
    return [pair.players for pair in proposal.pairs] + [(bye.player,) for bye in proposal.byes if not bye.earned]


def seated(event):
    number = event.next_round
    return [player.id for player in event.players if player.plays_in(number) and number not in player.earned_byes]


@st.composite
def events(draw, most_players=8, most_rounds=9):
    """A tournament with drops, returns, absences, late entrants, earned byes and players to be kept apart, mid-way."""
    names = [f"P{number}" for number in range(1, draw(st.integers(3, most_players)) + 1)]
    pairs = list(combinations(names, 2))
    forbidden = tuple(draw(st.lists(st.sampled_from(pairs), max_size=draw(st.sampled_from((0, 0, 3, 6))), unique=True)))
    event = Event(players(*names), forbidden=forbidden)
    for number in range(1, draw(st.integers(0, most_rounds)) + 1):
        away = draw(st.lists(st.sampled_from(names), max_size=2)) if draw(st.booleans()) else []
        event = Event(tuple(Player(name, absent=(number,) * (name in away)) for name in names), event.rounds, forbidden)
        if len(seated(event)) > 1:
            event = Event(event.players, (*event.rounds, draw(finished(event, number))), forbidden)
    return Event(draw(entries(names, event.next_round)), event.rounds, forbidden)


@st.composite
def finished(draw, event, seed):
    """The next round as proposed, with results."""
    proposal = pair_round(event, seed=seed)
    tables = [Pairing(pair.players, games=draw(st.sampled_from(RESULTS))) for pair in proposal.pairs]
    return (*tables, *(Pairing((bye.player,), unplayed=Unplayed.BYE) for bye in proposal.byes))


@st.composite
def entries(draw, names, number):
    """Who takes part in that round, and how."""
    kinds = [draw(st.sampled_from(("in", "in", "in", "in", "dropped", "absent", "earned"))) for _ in names]
    return tuple(
        Player(
            name,
            dropped_after=number - 1 if kind == "dropped" else None,
            absent=(number,) if kind == "absent" else (),
            earned_byes=(number,) if kind == "earned" else (),
        )
        for name, kind in zip(names, kinds, strict=True)
    )


@given(events())
@settings(max_examples=150, deadline=None)
def test_no_possible_round_is_better(event):
    names = seated(event)
    if len(names) < 2:
        return

    proposal = pair_round(event, seed=7)
    best = min(price(event, tables) for tables in all_rounds(names))

    assert sorted(name for table in tables_of(proposal) for name in table) == sorted(names)
    assert price(event, tables_of(proposal)) == best
    assert (proposal.proof.cost, proposal.proof.bound, proposal.proof.optimal) == (best[-1], best[-1], True)


@given(events(), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_the_order_of_input_never_matters(event, shuffle):
    if len(seated(event)) < 2:
        return
    mixed_players, mixed_forbidden = list(event.players), [pair[::-1] for pair in event.forbidden]
    mixed_rounds = [list(tables) for tables in event.rounds]
    for part in (mixed_players, mixed_forbidden, *mixed_rounds):
        shuffle.shuffle(part)
    mixed = Event(tuple(mixed_players), tuple(map(tuple, mixed_rounds)), tuple(mixed_forbidden))

    assert pair_round(mixed, seed=5) == pair_round(event, seed=5)


@given(events(most_players=30, most_rounds=6))
@settings(max_examples=60, deadline=None)
def test_mending_the_walk_and_matching_the_whole_field_agree(event):
    if len(seated(event)) < 2:
        return
    field = field_of(event, seed=3)
    whole, _ = match_all(field)
    mended, bound, optimal = mending.mend(field, walk(field))

    def named(pairs):
        return [tuple(field.names[one] for one in pair if one != field.bye) for pair in pairs]

    assert price(event, named(mended)) == price(event, named(whole))
    assert (bound, optimal) == (price(event, named(whole))[-1], True)


@pytest.mark.parametrize("entered", [9, 16, 24, 25, 40])
def test_a_dense_event_is_paired_without_a_rematch_as_long_as_one_exists(entered):
    event = Event(players(*(f"P{number}" for number in range(1, entered + 1))))
    for number in range(1, min(entered - 2, 14) + 1):
        proposal = pair_round(event, seed=number)
        assert proposal.proof.optimal
        tables = [Pairing(pair.players, (2, 0, 0) if at % 3 else (1, 2, 0)) for at, pair in enumerate(proposal.pairs)]
        byes = [Pairing((bye.player,), unplayed=Unplayed.BYE) for bye in proposal.byes]
        event = Event(event.players, (*event.rounds, (*tables, *byes)))

    met = [frozenset(pairing.players) for pairing in event.pairings() if len(pairing.players) == 2]
    had = [pairing.players[0] for pairing in event.pairings() if pairing.unplayed]
    assert len(met) == len(set(met))
    assert len(had) == len(set(had))


def test_the_first_round_is_drawn_by_lot_from_the_seed():
    event = Event(players(*(f"P{number}" for number in range(1, 33))))
    drawn = [pair_round(event, seed=seed) for seed in (1, 2, 1)]

    assert drawn[0] == drawn[2]
    assert drawn[0].pairs != drawn[1].pairs
    assert {pair.reason for pair in drawn[0].pairs} == {"first round: drawn by lot"}


def test_a_seed_gives_the_same_round_on_every_machine():
    event = event_of("Anna 2-0 Ben · Cleo 2-1 Dora · Emil 2-0 Finn · Gita 2-0 Hugo")

    assert [pair.players for pair in pair_round(event, seed=2026).pairs] == [
        ("Anna", "Cleo"),
        ("Emil", "Gita"),
        ("Dora", "Finn"),
        ("Hugo", "Ben"),
    ]


def test_winners_meet_winners_and_everyone_hears_why():
    event = event_of("Anna 2-0 Ben · Cleo 2-1 Dora")
    proposal = pair_round(event)

    assert {frozenset(pair.players) for pair in proposal.pairs} == {
        frozenset(("Anna", "Cleo")),
        frozenset(("Ben", "Dora")),
    }
    assert {pair.reason for pair in proposal.pairs} == {"same points, never met"}
    assert proposal.proof == Proof(cost=0, bound=0, optimal=True)


def test_an_odd_group_sends_one_player_down_and_the_lowest_has_the_bye():
    event = event_of("Anna 2-0 Ben · Cleo 2-1 Dora · Emil 2-0 Finn", more=("Gita",))
    proposal = pair_round(event, seed=1)

    assert [bye.reason for bye in proposal.byes] == ["odd number: fewest points of those without a bye"]
    assert sorted(pair.reason for pair in proposal.pairs) == [
        "moved down: odd group; never met",
        "same points, never met",
        "same points, never met",
    ]
    assert proposal.proof.cost == 9


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Anna 2-0 Ben · Cleo 1-1 Dora", "moved down: alone on these points; never met"),
        ("Anna 1-1 Ben · Cleo double_no_show Dora", "moved down: had met everyone on the same points; never met"),
        (
            "P2 1-2 P4 · P1 2-1 P5 · P3 1-1 P6\nP1 2-1 P4 · P6 1-2 P5 · P3 0-2 P2",
            "moved down: so that everyone can be seated without a rematch; never met",
        ),
    ],
)
def test_whoever_plays_somebody_on_fewer_points_hears_why(text, reason):
    assert reason in {pair.reason for pair in pair_round(event_of(text)).pairs}


def test_a_forced_rematch_is_called_one():
    event = event_of("Anna 2-0 Ben")

    assert pair_round(event).pairs[0].reason == "met before: no round is possible with fewer than one rematch"


def test_players_to_be_kept_apart_meet_only_when_nobody_else_is_left():
    text = "Anna 2-0 Ben · Cleo 2-1 Dora"
    apart = pair_round(event_of(text, forbidden=(("Cleo", "Anna"),)))
    cornered = pair_round(Event(players("Anna", "Ben"), forbidden=(("Anna", "Ben"),)))

    assert {frozenset(pair.players) for pair in apart.pairs} == {
        frozenset(("Anna", "Dora")),
        frozenset(("Ben", "Cleo")),
    }
    assert cornered.pairs[0].reason == "meant to be kept apart, but no other seating of the round is possible"


def test_the_bye_goes_higher_when_the_rest_could_not_be_paired_otherwise():
    event = event_of("Anna 2-0 Ben · Cleo bye", forbidden=(("Anna", "Cleo"),))
    proposal = pair_round(event)

    assert proposal.byes[0].player == "Anna"
    assert proposal.byes[0].reason.startswith("odd number: with a bye for anyone lower")


def test_nobody_has_a_second_bye_while_someone_has_had_none():
    event = event_of("Anna 2-0 Ben · Cleo bye\nAnna 2-0 Cleo · Ben bye")

    assert pair_round(event).byes[0].player == "Anna"


def test_dropped_and_absent_players_are_left_out_and_earned_byes_are_given():
    event = Event(
        (
            Player("Anna"),
            Player("Ben"),
            Player("Cleo", dropped_after=0),
            Player("Dora", absent=(1,)),
            Player("Emil", earned_byes=(1,)),
        )
    )
    proposal = pair_round(event)

    assert {frozenset(pair.players) for pair in proposal.pairs} == {frozenset(("Anna", "Ben"))}
    assert [(bye.player, bye.earned) for bye in proposal.byes] == [("Emil", True)]


def test_whoever_is_alone_beside_earned_byes_has_a_bye_too():
    proposal = pair_round(Event((Player("Anna"), Player("Ben", earned_byes=(1,)))))

    assert [(bye.player, bye.earned) for bye in proposal.byes] == [("Ben", True), ("Anna", False)]


def test_a_field_too_large_to_match_at_once_is_seated_without_a_claim_of_proof(monkeypatch):
    monkeypatch.setattr(mending, "LARGEST_STRETCH", 60)
    names = [f"P{number}" for number in range(1, 101)]
    shunned = tuple(("P1", name) for name in names[1:])
    proposal = pair_round(Event(players(*names), forbidden=shunned))

    assert sorted(name for pair in proposal.pairs for name in pair.players) == sorted(names)
    assert not proposal.proof.optimal
    assert proposal.proof.bound <= proposal.proof.cost


def test_someone_who_comes_late_is_paired_with_the_points_they_have():
    event = event_of("Anna 2-0 Ben · Cleo 2-0 Dora", more=("Emil", "Finn"))
    proposal = pair_round(event)

    assert sorted(name for pair in proposal.pairs for name in pair.players) == [
        "Anna",
        "Ben",
        "Cleo",
        "Dora",
        "Emil",
        "Finn",
    ]
    assert frozenset(("Anna", "Cleo")) in {frozenset(pair.players) for pair in proposal.pairs}


@pytest.mark.parametrize(
    ("entered", "sentence"),
    [
        ((), "Nobody is left to pair in round 1; bring players back or end the Swiss rounds."),
        ((Player("Ben", earned_byes=(1,)),), "Only Ben is left to pair in round 1; a round needs two players."),
        ((Player("Anna"),), "Only Anna is left to pair in round 1; a round needs two players."),
    ],
)
def test_fewer_than_two_players_cannot_be_paired(entered, sentence):
    with pytest.raises(EventProblem) as problem:
        pair_round(Event(entered))

    assert str(problem.value) == sentence


def test_the_matching_stays_exact_with_the_largest_points():
    largest = Points(win=1000, draw=333)
    rounds = event_of("\n".join("Anna 2-0 Ben · Cleo 1-1 Dora · Emil 0-2 Finn · Gita bye" for _ in range(30))).rounds
    event = Event(players("Anna", "Ben", "Cleo", "Dora", "Emil", "Finn", "Gita", "Hugo"), rounds, points=largest)
    proposal = pair_round(event)
    scores = {name: mine.points for name, mine in tally(event).items()}

    assert proposal.proof.cost == min(
        sum((scores[one] - scores[other]) ** 2 for one, other in tables)
        for tables in all_rounds([player.id for player in event.players])
        if not any(other in tally(event)[one].faced for one, other in tables)
    )
