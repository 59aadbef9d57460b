"""Nobody meets somebody again in a bracket if another bracket of that size could have avoided it."""

from collections import defaultdict
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bos_tournament.pairing.bracket import BracketMatch, LoserOf, Side, WinnerOf, bracket
from bos_tournament.pairing.bracket_groups import seeds_from_groups, snake
from bos_tournament.pairing.bracket_play import Status, bracket_places
from tests.pairing.test_bracket import played


def possible_rematches(matches):
    """The matches of the losers' side whose two players can have met before.

    Two meet there again if one of them lost to the other: so if the match one lost is on the other's way to the match
    they lost.
    """
    below, lost, found = {}, {}, []
    for match in matches:
        sources = [slot.match for slot in match.slots if isinstance(slot, (WinnerOf, LoserOf))]
        if match.side is Side.WINNERS:
            below[match.id] = {match.id}.union(*(below[source] for source in sources))
        elif match.side is Side.LOSERS:
            one, other = ({slot.match} if isinstance(slot, LoserOf) else lost[slot.match] for slot in match.slots)
            lost[match.id] = one | other
            if any(first in below[second] or second in below[first] for first in one for second in other):
                found.append(match.id)
    return found


def by_round(matches):
    """How many matches of each round of the losers' side can be a rematch, from the first round."""
    possible = set(possible_rematches(matches))
    counts = defaultdict(int)
    for match in matches:
        if match.side is Side.LOSERS:
            counts[match.round] += match.id in possible
    return [counts[number] for number in sorted(counts)]


def other_ways(table):
    """Every way of dropping the losers of each round after the first."""
    dropping = defaultdict(list)
    for match in table.matches:
        for at, slot in enumerate(match.slots):
            if match.side is Side.LOSERS and isinstance(slot, LoserOf) and not slot.match.startswith("W1-"):
                dropping[slot.match.split("-")[0]].append((match.id, at, slot))
    seats = list(dropping.values())
    for turned in product(*(permutations([slot for _, _, slot in one]) for one in seats)):
        new = {
            (name, at): slot
            for one, slots in zip(seats, turned)
            for (name, at, _), slot in zip(one, slots)
        }  # fmt: skip
        yield [
            with_slots(one, [new.get((one.id, at), slot) for at, slot in enumerate(one.slots)]) for one in table.matches
        ]


def with_slots(match, slots):
    return BracketMatch(match.id, match.round, match.side, tuple(slots))


@pytest.mark.parametrize("entrants", range(3, 17))
def test_no_other_way_of_dropping_losers_lets_rematches_come_later(entrants):
    table = bracket(entrants, double=True)

    assert by_round(table.matches) == min(by_round(matches) for matches in other_ways(table))


def pairs_of(standing):
    return [(name, frozenset(one.seeds)) for name, one in standing.items() if one.status is Status.PLAYED]


@given(st.integers(2, 130), st.booleans(), st.randoms(use_true_random=False))
@settings(max_examples=100, deadline=None)
def test_a_bracket_played_at_random_has_rematches_only_where_none_can_be_avoided(entrants, double, luck):
    table = bracket(entrants, double=double)
    standing = played(table, lambda _, one, other: luck.choice((one, other)))
    met, again = set(), []
    for name, pair in pairs_of(standing):
        if pair in met:
            again.append(name)
        met.add(pair)

    finals = {"F1", "F2"} if double else set()
    assert set(again) <= {*possible_rematches(table.matches), *finals}
    assert len(bracket_places(table, standing)) == entrants


SHAPES = [(groups, each) for groups in range(2, 17) for each in range(1, 9) if 2 <= groups * each <= 48]


@pytest.mark.parametrize(("groups", "each"), SHAPES)
def test_people_of_one_group_are_as_far_apart_as_any_bracket_can_keep_them(groups, each):
    names = [chr(65 + at) for at in range(groups)]
    tiers = [[(f"{name}{place}", name) for name in names] for place in range(1, each + 1)]
    seeds = seeds_from_groups(tiers)

    assert seeds.together == seeds.least
    for place in range(each):  # every winner of a group is seeded before every second place, and so on
        assert {name[1] for name in seeds.players[place * groups : (place + 1) * groups]} == {str(place + 1)}


def test_two_of_one_group_meet_again_in_the_final_at_the_earliest():
    seeds = seeds_from_groups([[(f"{name}{place}", name) for name in "ABCD"] for place in (1, 2)]).players
    table = bracket(8)

    for winner in "ABCD":
        standing = played(
            table, lambda _, one, other, winner=winner: min((one, other), key=lambda seed: seeds[seed - 1][0] != winner)
        )
        assert {seeds[seed - 1][0] for seed in standing["F1"].seeds} == {winner}


def test_winners_of_groups_keep_the_order_they_were_given_in():
    tiers = [[("Anna", "A"), ("Ben", "B"), ("Cleo", "C")], [("Dora", "A"), ("Emil", "B"), ("Finn", "C")]]

    assert seeds_from_groups(tiers).players[:3] == ("Anna", "Ben", "Cleo")


def test_players_are_dealt_into_groups_there_and_back():
    assert snake(["1", "2", "3", "4", "5", "6", "7"], 3) == (("1", "6", "7"), ("2", "5"), ("3", "4"))


@pytest.mark.parametrize(
    ("tiers", "sentence"),
    [
        ([[("Anna", "A")]], "2 to 256 players can go on from groups, not 1."),
        (
            [[("Anna", "A"), ("Ben", "B")], [("Anna", "B")]],
            "Somebody goes on twice; each player has one place in one group.",
        ),
        ([[("Anna", "A"), ("Ben", "A")]], "A group has two players on place 1; settle that first."),
    ],
)  # fmt: skip
def test_seeds_nobody_can_play_with_are_refused(tiers, sentence):
    with pytest.raises(ValueError) as refusal:
        seeds_from_groups(tiers)

    assert str(refusal.value) == sentence


def test_groups_need_two_players_each():
    with pytest.raises(ValueError, match="3 groups need at least 6 players"):
        snake(["1", "2", "3", "4"], 3)
