"""Groups before a bracket: dealt, played after the Berger tables, ranked by themselves, and who goes on."""

import json
from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bos_tournament.pairing.__main__ import main
from bos_tournament.pairing.bracket_groups import snake
from bos_tournament.pairing.event import Event, EventProblem, Pairing, Unplayed
from bos_tournament.pairing.event_check import Verdict, check_rounds
from bos_tournament.pairing.event_file import read_event, write_event
from bos_tournament.pairing.groups import (
    MOST_GOING_ON,
    GroupPlan,
    going_on,
    group_name,
    group_standings,
    plan_problem,
    rounds_needed,
    schedule,
    suggest_groups,
)
from tests.pairing.event_notation import players


def names(many):
    return tuple(f"P{number}" for number in range(1, many + 1))


def cup(many, groups, *, seed=3, twice=False, **fields):
    """All rounds of the groups, with results by luck."""
    luck, dealt = Random(seed), snake(names(many), groups)
    rounds = [
        tuple(Pairing(pair, luck.choice(((2, 0, 0), (1, 2, 0), (1, 1, 1)))) for pairs in tables for pair in pairs)
        for tables in schedule(dealt, twice=twice)
    ]
    event = Event(players(*names(many)), tuple(rounds), groups=dealt, twice=twice, seed=seed)
    return replace(event, **fields)


@pytest.mark.parametrize(
    ("many", "plan"),
    [
        (4, (2, 1)), (6, (2, 2)), (8, (2, 2)), (11, (2, 2)), (12, (4, 2)), (16, (4, 2)), (22, (4, 2)), (23, (8, 1)),
        (24, (8, 2)), (32, (8, 2)), (64, (16, 2)), (128, (32, 2)), (400, (32, 2)),
    ],
)  # fmt: skip
def test_what_suits_a_field(many, plan):
    suggested = suggest_groups(many)

    assert (suggested.groups, suggested.go_on) == plan
    assert plan_problem(many, suggested) is None


@given(st.integers(4, 700), st.integers(3, 20) | st.none())
def test_a_suggestion_can_always_be_played(many, size):
    suggested = suggest_groups(many, size=size)

    assert plan_problem(many, suggested) is None
    if size and suggested.groups < 32:
        assert max(map(len, snake(names(many), suggested.groups))) <= size or suggested.groups == many // 2


@pytest.mark.parametrize(
    ("many", "plan", "said"),
    [
        (7, GroupPlan(0, 1), "Choose between 1 and 32 groups."),
        (7, GroupPlan(4, 1), "4 groups need at least 8 players, two in each; choose fewer groups."),
        (7, GroupPlan(2, 3), "1 to 2 players can advance from each group, since the smallest has 3 players."),
        (7, GroupPlan(1, 1), f"2 to {MOST_GOING_ON} players can advance to the bracket, not 1."),
        (200, GroupPlan(32, 3), f"2 to {MOST_GOING_ON} players can advance to the bracket, not 96."),
    ],
)
def test_groups_that_cannot_be_are_refused_with_what_to_do(many, plan, said):
    assert str(plan_problem(many, plan)) == said


def test_groups_have_letters():
    assert [group_name(at) for at in (0, 1, 25, 26, 27, 31)] == ["A", "B", "Z", "AA", "AB", "AF"]


@given(st.integers(4, 40), st.integers(1, 8), st.booleans())
@settings(max_examples=60, deadline=None)
def test_everybody_meets_everybody_of_their_group_and_nobody_twice_a_round(many, count, twice):
    groups = snake(names(many), min(count, many // 2))
    rounds = schedule(groups, twice=twice)
    met = Counter(frozenset(pair) for tables in rounds for pairs in tables for pair in pairs)

    assert met == Counter({frozenset(pair): 1 + twice for group in groups for pair in combinations(group, 2)})
    assert len(rounds) == rounds_needed(groups, twice=twice)
    for tables in rounds:
        seated = [name for pairs in tables for pair in pairs for name in pair]
        assert len(seated) == len(set(seated))


def test_a_group_is_ranked_as_if_the_others_were_not_there():
    event = cup(9, 2)
    alone = [replace(cup(9, 2), groups=(group,)) for group in event.groups]

    assert group_standings(event) == tuple(group_standings(one)[0] for one in alone)
    assert [len(ranks) for ranks in group_standings(event)] == [5, 4]


@given(st.integers(6, 40), st.integers(1, 8), st.integers(0, 99))
@settings(max_examples=60, deadline=None)
def test_winners_of_groups_are_seeded_before_second_places_and_groups_are_kept_apart(many, count, seed):
    event = cup(many, min(count, many // 3), seed=seed)
    seeds = going_on(event, 2, seed=seed)
    ranks = [{line.id: line.rank for line in lines} for lines in group_standings(event)]
    rank_of = {name: rank for group in ranks for name, rank in group.items()}

    assert len(seeds.players) == 2 * len(event.groups)
    firsts = seeds.players[: len(event.groups)]
    assert all(rank_of[name] == 1 for name in firsts)
    if len(event.groups) > 1:
        assert seeds.together[0] == seeds.least[0] == 0


def test_whoever_left_makes_room_and_of_a_short_group_all_go_on():
    event = cup(6, 2)
    best, second, third = (line.id for line in group_standings(event)[0])
    gone = [replace(one, dropped_after=3) if one.id in (best, second) else one for one in event.players]
    seeds = going_on(replace(event, players=tuple(gone)), 2)

    assert third in seeds.players
    assert len(seeds.players) == 3
    pair = [one if one.id in (second, third) else replace(one, dropped_after=3) for one in event.players]
    assert going_on(replace(event, players=tuple(pair)), 1).players == (second, third)
    alone = [one if one.id == third else replace(one, dropped_after=3) for one in event.players]
    with pytest.raises(ValueError, match="2 to 256 players can go on from groups, not 1"):
        going_on(replace(event, players=tuple(alone)), 2)


def test_a_file_with_groups_is_read_back_and_checked(tmp_path, capsys):
    event = cup(9, 2)
    file = tmp_path / "cup.json"
    file.write_text(write_event(event))

    assert read_event(file.read_text()) == event
    assert main(["check", str(file)]) == 0
    assert "Round 1: same. Every table is as in the Berger tables." in capsys.readouterr().out
    assert main(["standings", str(file), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [line["group"] for line in told] == ["A"] * 5 + ["B"] * 4
    assert main(["standings", str(file), "--csv"]) == 0
    assert capsys.readouterr().out.splitlines()[0].startswith("group,rank,player,points")


def test_the_next_round_of_groups_follows_the_tables(tmp_path, capsys):
    event = cup(8, 2)
    file = tmp_path / "cup.json"
    file.write_text(write_event(replace(event, rounds=event.rounds[:1])))

    assert main(["pair", str(file), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {frozenset(one["players"]) for one in told["pairs"]} == {frozenset(one.players) for one in event.rounds[1]}
    file.write_text(write_event(event))
    assert main(["pair", str(file)]) == 1
    assert "All 3 rounds of the groups are played." in capsys.readouterr().err


def test_a_table_that_was_not_due_is_named():
    event = cup(8, 2)
    one, other = event.rounds[0][:2]
    crossed = (
        replace(one, players=(one.players[0], other.players[1])),
        replace(other, players=(other.players[0], one.players[1])),
    )
    found = check_rounds(replace(event, rounds=((*crossed, *event.rounds[0][2:]), *event.rounds[1:])))

    assert [check.verdict for check in found] == [Verdict.WORSE, Verdict.SAME, Verdict.SAME]
    assert found[0].sentence == "2 tables are not as in the Berger tables"
    assert {pair for pair, _ in found[0].drawn} == {one.players, other.players}


def test_whose_opponent_left_may_stand_alone():
    event = cup(8, 2)
    alone = Pairing((event.rounds[0][0].players[0],), unplayed=Unplayed.BYE)

    assert check_rounds(replace(event, rounds=((alone, *event.rounds[0][1:]),)))[0].verdict == Verdict.SAME


@pytest.mark.parametrize(
    ("groups", "said"),
    [
        ([["P1"], ["P2", "P3"]], "Group 1 has 1 players"),
        ([["P1", "P9"]], "P9 is not among the players"),
        ([["P1", "P2"], ["P2", "P3"]], "P2 is in a group already"),
        ("all", "groups: a list is needed"),
        ([["P1", 2]], "Group 1: a text is needed"),
    ],
)
def test_groups_that_contradict_themselves_are_refused(groups, said):
    text = json.dumps({"players": [{"id": name} for name in names(4)], "rounds": [], "groups": groups})

    with pytest.raises(EventProblem, match=said):
        read_event(text)
