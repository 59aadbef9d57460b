"""The next Swiss round: who meets whom, who has a bye, at which table, and what everyone is told about it."""

from itertools import combinations
from random import Random

import pytest

from bos_tournament.pairing import local_repair as mending
from bos_tournament.pairing.event import Event, EventProblem, FirstRound, Pairing, Player, Points, Unplayed
from bos_tournament.pairing.player_totals import tally
from bos_tournament.pairing.swiss import Proof, pair_round
from tests.pairing.brute_force_rounds import Prices, all_rounds, tables_of
from tests.pairing.event_notation import event_of, players


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
    assert {str(pair.reason) for pair in drawn[0].pairs} == {"first round: drawn at random"}


def test_a_seed_gives_the_same_round_on_every_machine():
    event = event_of("Anna 2-0 Ben · Cleo 2-1 Dora · Emil 2-0 Finn · Gita 2-0 Hugo")

    assert [pair.players for pair in pair_round(event, seed=2026).pairs] == [
        ("Anna", "Gita"),
        ("Cleo", "Emil"),
        ("Dora", "Ben"),
        ("Finn", "Hugo"),
    ]


def test_the_seed_written_in_the_event_is_used_unless_another_is_given():
    event = Event(players(*(f"P{number}" for number in range(1, 33))), seed=41)

    assert pair_round(event) == pair_round(event, seed=41)
    assert pair_round(event, seed=42).pairs != pair_round(event).pairs


def test_winners_meet_winners_and_everyone_hears_why():
    event = event_of("Anna 2-0 Ben · Cleo 2-1 Dora")
    proposal = pair_round(event)

    assert {frozenset(pair.players) for pair in proposal.pairs} == {
        frozenset(("Anna", "Cleo")),
        frozenset(("Ben", "Dora")),
    }
    assert {str(pair.reason) for pair in proposal.pairs} == {"same points, never met"}
    assert proposal.proof == Proof(cost=0, bound=0, optimal=True)


def test_an_odd_group_sends_one_player_down_and_the_lowest_has_the_bye():
    event = event_of("Anna 2-0 Ben · Cleo 2-1 Dora · Emil 2-0 Finn", more=("Gita",))
    proposal = pair_round(event, seed=1)

    assert [str(bye.reason) for bye in proposal.byes] == [
        "odd number of players: fewest points among players without a bye"
    ]
    assert sorted(str(pair.reason) for pair in proposal.pairs) == [
        "paired down: odd score group; never met",
        "same points, never met",
        "same points, never met",
    ]
    assert proposal.proof.cost == 9


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Anna 2-0 Ben · Cleo 1-1 Dora", "paired down: alone on these points; never met"),
        ("Anna 1-1 Ben · Cleo double_no_show Dora", "paired down: had met everyone on the same points; never met"),
        (
            "P2 1-2 P4 · P1 2-1 P5 · P3 1-1 P6\nP1 2-1 P4 · P6 1-2 P5 · P3 0-2 P2",
            "paired down: so that everyone can be paired without a rematch; never met",
        ),
    ],
)
def test_whoever_plays_somebody_on_fewer_points_hears_why(text, reason):
    assert reason in {str(pair.reason) for pair in pair_round(event_of(text)).pairs}


def test_a_forced_rematch_is_called_one():
    event = event_of("Anna 2-0 Ben")

    assert str(pair_round(event).pairs[0].reason) == "met before: no round is possible with fewer than one rematch"


def test_players_to_be_kept_apart_meet_only_when_nobody_else_is_left():
    text = "Anna 2-0 Ben · Cleo 2-1 Dora"
    apart = pair_round(event_of(text, forbidden=(("Cleo", "Anna"),)))
    cornered = pair_round(Event(players("Anna", "Ben"), forbidden=(("Anna", "Ben"),)))

    assert {frozenset(pair.players) for pair in apart.pairs} == {
        frozenset(("Anna", "Dora")),
        frozenset(("Ben", "Cleo")),
    }
    assert str(cornered.pairs[0].reason) == "on the do-not-pair list, but no other pairing of the round is possible"


def test_players_better_kept_apart_meet_only_to_save_a_rematch():
    text = "Anna 2-0 Ben · Cleo 2-1 Dora"
    apart = pair_round(event_of(text, avoided=(("Cleo", "Anna"),)))
    cornered = pair_round(event_of(text + "\nAnna 2-0 Dora · Cleo 2-0 Ben", avoided=(("Cleo", "Anna"),)))

    assert {frozenset(pair.players) for pair in apart.pairs} == {
        frozenset(("Anna", "Dora")),
        frozenset(("Ben", "Cleo")),
    }
    assert cornered.pairs[0].players == ("Anna", "Cleo")
    assert str(cornered.pairs[0].reason) == ("to be avoided, but every other round has rematches or forbidden pairs")


def test_a_forbidden_pair_is_kept_apart_at_the_price_of_a_rematch():
    text = "Anna 2-0 Ben · Cleo 2-1 Dora\nAnna 2-0 Dora · Cleo 2-0 Ben"
    proposal = pair_round(event_of(text, forbidden=(("Cleo", "Anna"),)))

    assert frozenset(("Anna", "Cleo")) not in {frozenset(pair.players) for pair in proposal.pairs}
    assert {str(pair.reason) for pair in proposal.pairs} == {
        "met before: no round is possible with fewer than 2 rematches"
    }


def test_whoever_moved_down_once_stays_when_somebody_else_can_move():
    """Anna, Emil and Gita lead. Anna moved down before, Cleo up, and Gita has met Hugo: so Emil goes down to Hugo."""
    text = "Anna 2-0 Ben · Cleo 1-1 Dora · Emil 1-1 Finn · Gita 1-1 Hugo\n"
    text += "Anna 1-1 Cleo · Emil 2-0 Dora · Gita 2-0 Finn · Hugo 1-1 Ben"
    rounds = [pair_round(event_of(text), seed=seed) for seed in range(20)]
    movers = {next(pair.players[0] for pair in one.pairs if "paired down" in str(pair.reason)) for one in rounds}

    assert movers == {"Emil"}


def test_the_only_leader_moves_down_again_and_hears_so():
    text = "Anna 2-0 Ben · Cleo 2-0 Dora · Emil 1-1 Finn\nAnna 2-0 Cleo · Emil 2-0 Dora · Finn 1-1 Ben"
    text += "\nAnna 2-0 Emil · Finn 2-1 Cleo · Ben 2-0 Dora"

    assert str(pair_round(event_of(text)).pairs[0].reason) == "paired down again: alone on these points; never met"


def seeded(many, first_round, **fields):
    return Event(
        tuple(Player(f"P{number}", seeding=number) for number in range(1, many + 1)), first_round=first_round, **fields
    )


def test_in_a_cross_the_upper_half_of_the_seeding_meets_the_lower():
    proposal = pair_round(seeded(9, FirstRound.CROSS), seed=3)

    assert [pair.players for pair in proposal.pairs] == [("P1", "P5"), ("P2", "P6"), ("P3", "P7"), ("P4", "P8")]
    assert [(bye.player, str(bye.reason)) for bye in proposal.byes] == [("P9", "odd number of players: lowest seed")]
    assert [str(pair.reason) for pair in proposal.pairs[:2]] == [
        "first round: seed 1 of each half",
        "first round: seed 2 of each half",
    ]
    assert proposal.proof == Proof(cost=0, bound=0, optimal=True)


def test_at_the_top_table_the_best_two_meet():
    proposal = pair_round(seeded(7, FirstRound.TOP_TABLE), seed=3)

    assert [pair.players for pair in proposal.pairs] == [("P1", "P2"), ("P3", "P4"), ("P5", "P6")]
    assert {str(pair.reason) for pair in proposal.pairs} == {"first round: neighbours in the seeding"}
    assert [bye.player for bye in proposal.byes] == ["P7"]


def test_whoever_has_no_place_in_the_seeding_follows_by_lot():
    entered = tuple(Player(name, seeding={"Anna": 5, "Ben": 9}.get(name)) for name in ("Dora", "Ben", "Cleo", "Anna"))
    drawn = {pair_round(Event(entered, first_round=FirstRound.CROSS), seed=seed).pairs[0].players for seed in range(9)}

    assert drawn == {("Anna", "Cleo"), ("Anna", "Dora")}


@pytest.mark.parametrize("many", [6, 7, 40, 3_001])
def test_pairs_to_be_kept_apart_change_a_seeded_round_as_little_as_possible(many):
    half = many // 2
    forbidden = (("P2", f"P{half + 2}"),)
    proposal = pair_round(seeded(many, FirstRound.CROSS, forbidden=forbidden))
    swapped = [pair.players for pair in proposal.pairs if "as close to the seeding" in str(pair.reason)]

    assert len(swapped) == 2
    assert swapped in (
        [("P1", f"P{half + 2}"), ("P2", f"P{half + 1}")],
        [("P2", f"P{half + 3}"), ("P3", f"P{half + 2}")],
    )
    assert proposal.proof == Proof(cost=0, bound=0, optimal=True)


@pytest.mark.parametrize("many", [8, 9])
@pytest.mark.parametrize("first_round", [FirstRound.CROSS, FirstRound.TOP_TABLE])
def test_a_seeded_round_is_as_near_to_the_seeding_as_any_that_keeps_pairs_apart(many, first_round):
    luck = Random(many)
    names = [f"P{number}" for number in range(1, many + 1)]
    for _ in range(25):
        pairs = list(combinations(names, 2))
        forbidden, avoided = tuple(luck.sample(pairs, luck.randint(0, 12))), tuple(luck.sample(pairs, 3))
        event = seeded(many, first_round, forbidden=forbidden, avoided=avoided)

        def price(tables, event=event):
            return Prices(event).of_round(tables)[:3], distance(tables, many, first_round)

        assert price(tables_of(pair_round(event))) == min(map(price, all_rounds(names)))


def distance(tables, many, first_round):
    """How high the bye stands, pairs inside one half, and squared steps away from the opponent that was meant."""
    half = many // 2
    alone = sum(many - int(table[0][1:]) for table in tables if len(table) == 1)
    places = [sorted(int(name[1:]) for name in table) for table in tables if len(table) == 2]
    if first_round is FirstRound.TOP_TABLE:
        return alone, sum((low - high) ** 2 for high, low in places)
    foot = [0 if number == 2 * half + 1 else half - (number - 1) % half for number in range(many + 1)]
    inside = sum((high > half) == (low > half) for high, low in places)
    return alone > 0, alone, inside, sum((foot[high] - foot[low]) ** 2 for high, low in places)


def test_fixed_tables_are_kept_and_the_others_follow_from_the_top():
    entered = tuple(Player(f"P{at}", seeding=at, fixed_table={3: 2, 7: 1, 6: 9, 5: 2}.get(at)) for at in range(1, 11))
    proposal = pair_round(Event(entered, first_round=FirstRound.TOP_TABLE))

    assert [(pair.players, pair.table) for pair in proposal.pairs] == [
        (("P1", "P2"), 3),
        (("P3", "P4"), 2),
        (("P5", "P6"), 9),
        (("P7", "P8"), 1),
        (("P9", "P10"), 4),
    ]


def test_the_bye_goes_higher_when_the_rest_could_not_be_paired_otherwise():
    event = event_of("Anna 2-0 Ben · Cleo bye", forbidden=(("Anna", "Cleo"),))
    proposal = pair_round(event)

    assert proposal.byes[0].player == "Anna"
    assert str(proposal.byes[0].reason).startswith("odd number of players: a bye for anyone ranked lower")


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
    monkeypatch.setattr(mending, "LARGEST_FIELD", 60)
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


def test_whoever_left_and_returned_is_paired_with_the_points_they_kept_and_meets_nobody_again():
    """Ben missed the second round, told nobody, and is back for the third."""
    event = event_of("Anna 2-0 Ben · Cleo 2-0 Dora\nAnna 2-0 Cleo · Dora bye")
    proposal = pair_round(event)

    assert {frozenset(pair.players) for pair in proposal.pairs} == {
        frozenset(("Anna", "Dora")),
        frozenset(("Ben", "Cleo")),
    }


@pytest.mark.parametrize(
    ("entered", "sentence"),
    [
        ((), "No players are left to pair in round 1. Reinstate players or end the Swiss rounds."),
        ((Player("Ben", earned_byes=(1,)),), "Only Ben is left to pair in round 1. A round needs two players."),
        ((Player("Anna"),), "Only Anna is left to pair in round 1. A round needs two players."),
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
