"""A result was wrong, and the next round is paired: first everything that changes, then the ways to mend it."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bos_tournament.pairing.bracket import bracket
from bos_tournament.pairing.bracket_play import advance_what_stands, undone
from bos_tournament.pairing.event import Event, EventProblem, Pairing, Unplayed
from bos_tournament.pairing.repair import Mending, Moved, SeatedTable, consequences
from bos_tournament.pairing.standings import standings
from bos_tournament.pairing.swiss import pair_round
from bos_tournament.pairing.top_cut import cut_seeds
from tests.pairing.event_notation import event_of, players
from tests.pairing.test_bracket import played

WRITTEN = "Anna 2-0 Ben · Cleo 2-0 Dora · Emil 2-0 Finn · Gita 2-0 Hugo"
CORRECTED = "Ben 2-0 Anna · Cleo 2-0 Dora · Emil 2-0 Finn · Gita 2-0 Hugo"


def tables(*pairs, started=()):
    return [SeatedTable(tuple(pair.split("-")), started=pair in started) for pair in pairs]


SECOND = ("Anna-Cleo", "Emil-Gita", "Ben-Dora", "Finn-Hugo")


def by_mending(told):
    return {remedy.mending: remedy for remedy in told.remedies}


def opponents(remedy):
    return {one.player: (one.before, one.after) for one in remedy.changes}


def test_everybody_whose_rank_changes_is_named_with_both_ranks():
    told = consequences(event_of(WRITTEN), event_of(CORRECTED))

    assert told.moved == (Moved("Ben", 5, 1, 0, 3), Moved("Anna", 1, 5, 3, 0))
    assert told.remedies == ()


def test_leaving_it_moves_nobody_and_swapping_two_tables_moves_four():
    told = by_mending(consequences(event_of(WRITTEN), event_of(CORRECTED), tables=tables(*SECOND)))

    assert told[Mending.LEAVE].changes == ()
    assert told[Mending.LEAVE].cost == 18
    assert told[Mending.SWAP].cost == 0
    assert len(told[Mending.SWAP].changes) == 4
    assert set(opponents(told[Mending.SWAP])) == {"Anna", "Cleo", "Ben", "Dora"}
    assert opponents(told[Mending.SWAP])["Ben"] in {("Dora", "Cleo")}


def test_a_table_where_something_is_decided_stays_when_the_others_are_paired_again():
    rounds = "Anna 2-0 Ben · Cleo 2-0 Dora · Emil 2-0 Finn · Gita 2-0 Hugo · Ida 2-0 Jon · Kim 2-0 Lea\n"
    wrong = "Ben 2-0 Anna · Dora 2-0 Cleo · Emil 2-0 Finn · Gita 2-0 Hugo · Ida 2-0 Jon · Kim 2-0 Lea\n"
    seated = tables("Anna-Cleo", "Emil-Gita", "Ida-Kim", "Ben-Jon", "Dora-Lea", "Finn-Hugo", started=("Ida-Kim",))
    told = by_mending(consequences(event_of(rounds), event_of(wrong), tables=seated))

    assert not {"Ida", "Kim"} & set(opponents(told[Mending.UNPLAYED]))
    assert told[Mending.UNPLAYED].lost == 0
    assert told[Mending.UNPLAYED].cost == 0
    assert ("Ida", "Kim") in told[Mending.UNPLAYED].pairs


def test_nobody_meets_again_by_a_swap():
    before = event_of("Anna 2-0 Ben · Cleo 2-0 Dora\nAnna 2-0 Cleo · Ben 2-0 Dora")
    after = event_of("Anna 2-0 Ben · Cleo 2-0 Dora\nAnna 0-2 Cleo · Ben 2-0 Dora")
    told = consequences(before, after, tables=tables("Anna-Dora", "Ben-Cleo"))

    assert [remedy.mending for remedy in told.remedies] == [Mending.LEAVE]


def test_seats_of_the_cut_are_told_as_entering_leaving_and_seeded_anew():
    told = consequences(event_of(WRITTEN), event_of(CORRECTED), cut=4, seed=5).cut

    assert (told.entering, told.leaving) == (("Ben",), ("Anna",))
    before, after = (cut_seeds(event_of(text), 4, seed=5) for text in (WRITTEN, CORRECTED))
    assert {name for name, _, _ in told.reseeded} == {
        name for name in set(before) & set(after) if before.index(name) != after.index(name)
    }


def test_two_different_tournaments_are_no_correction():
    with pytest.raises(EventProblem, match="different players"):
        consequences(event_of("Anna 2-0 Ben"), event_of("Anna 2-0 Cleo"))


@st.composite
def wrong_results(draw):
    """A Swiss tournament of a few rounds, one of whose results was wrong, and the round that was paired from it."""
    luck, count = Random(draw(st.integers(0, 10_000))), draw(st.integers(6, 21))
    event = Event(players(*(f"P{number}" for number in range(1, count + 1))))
    for _ in range(draw(st.integers(1, 4))):
        proposal = pair_round(event, seed=7)
        told = [
            Pairing(pair.players, luck.choice([(2, 0, 0), (0, 2, 0), (2, 1, 0), (1, 1, 0)])) for pair in proposal.pairs
        ]
        told += [Pairing((bye.player,), unplayed=Unplayed.BYE) for bye in proposal.byes]
        event = Event(event.players, (*event.rounds, tuple(told)))
    number = luck.randrange(len(event.rounds))
    at = next(at for at, one in enumerate(event.rounds[number]) if one.games)
    wrong = event.rounds[number][at]
    mended = list(event.rounds[number])
    mended[at] = (
        Pairing(wrong.players[::-1], wrong.games)
        if wrong.games[0] != wrong.games[1]
        else replace(wrong, games=(2, 0, 0))
    )
    after = Event(event.players, (*event.rounds[:number], tuple(mended), *event.rounds[number + 1 :]))
    proposal = pair_round(event, seed=7)
    seated = [SeatedTable(pair.players, started=luck.random() < 0.3) for pair in proposal.pairs]
    return event, after, [*seated, *(SeatedTable((bye.player,)) for bye in proposal.byes)]


@given(wrong_results())
@settings(max_examples=60, deadline=None)
def test_every_way_of_mending_seats_everybody_once_and_names_whoever_meets_somebody_else(case):
    before, after, seated = case
    told = consequences(before, after, tables=seated, seed=7)
    entered = sorted(player.id for player in before.players)
    was = {name: set(table.players) - {name} for table in seated for name in table.players}
    ranks = [{line.id: (line.rank, line.points) for line in standings(event)} for event in (before, after)]

    assert {one.player for one in told.moved} == {name for name in entered if ranks[0][name] != ranks[1][name]}
    for remedy in told.remedies:
        assert sorted([name for pair in remedy.pairs for name in pair] + list(remedy.byes)) == entered
        now = {name: set(pair) - {name} for pair in [*remedy.pairs, *((bye,) for bye in remedy.byes)] for name in pair}
        assert {one.player for one in remedy.changes} == {name for name in entered if was[name] != now[name]}


@given(wrong_results())
@settings(max_examples=60, deadline=None)
def test_the_gentler_way_loses_less_and_the_harder_one_pairs_no_worse(case):
    before, after, seated = case
    told = by_mending(consequences(before, after, tables=seated, seed=7))
    leave = told[Mending.LEAVE]
    started = {frozenset(table.players) for table in seated if table.started}

    assert (leave.changes, leave.lost) == ((), 0)
    for mending in (Mending.SWAP, Mending.UNPLAYED):
        if remedy := told.get(mending):
            assert remedy.lost == 0
            assert started <= {frozenset(pair) for pair in remedy.pairs}
            assert remedy.byes == leave.byes
    if swap := told.get(Mending.SWAP):
        assert len(swap.changes) == 4
        assert (swap.rematches, swap.cost) < (leave.rematches, leave.cost)
    if (again := told.get(Mending.ROUND)) and again.byes == leave.byes:
        assert (again.rematches, again.cost) <= min((one.rematches, one.cost) for one in told.values())


def test_another_winner_in_a_bracket_names_the_matches_that_get_other_players():
    table = bracket(8)
    results = {"W1-1": 1, "W1-2": 4, "W1-3": 2, "W1-4": 3, "W2-1": 1, "W2-2": 2}
    told = undone(table, results, {"W1-1": 8})

    assert [(one.id, one.before, one.after, one.void) for one in told] == [
        ("W2-1", (1, 4), (8, 4), True),
        ("F1", (1, 2), (None, 2), False),
    ]


def test_a_correction_that_nobody_feels_undoes_nothing():
    assert undone(bracket(4), {"W1-1": 1}, {"W1-1": 1}) == ()


@given(st.integers(4, 40), st.booleans(), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_after_a_correction_the_results_that_still_hold_are_the_ones_that_count(entrants, double, luck):
    table = bracket(entrants, double=double)
    standing = played(table, lambda _, one, other: luck.choice((one, other)))
    results = {name: one.winner for name, one in standing.items() if one.status.value == "played"}
    name = luck.choice(sorted(results))
    corrected = {name: next(seed for seed in standing[name].seeds if seed != results[name])}
    told = {one.id: one for one in undone(table, results, corrected)}
    now, void = advance_what_stands(table, {**results, **corrected})

    assert set(void) == {one.id for one in told.values() if one.void}
    for match, one in now.items():
        if match not in told and match != name:
            assert (one.seeds, one.winner) == (standing[match].seeds, standing[match].winner)
