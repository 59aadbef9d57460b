"""Brackets against published maps, and played at random to the end."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bos_tournament.pairing.bracket import LoserOf, Seed, Side, WinnerOf, bracket, seed_order
from bos_tournament.pairing.bracket_play import Status, advance, bracket_places


def drawn(table, side):
    """The matches of a side in words: seeds as numbers, w and l before the match a player comes from."""
    return [" ".join(word(slot) for slot in match.slots) for match in table.matches if match.side in (side, Side.FINAL)]


def word(slot):
    match slot:
        case Seed(number):
            return str(number)
        case WinnerOf(name):
            return f"w{name}"
        case LoserOf(name):
            return f"l{name}"


def played(table, decide, *, out=(), results=None):
    """The bracket after `decide(match, one, other)` named a winner for every match that came up."""
    results = dict(results or {})
    while True:
        standing = advance(table, results, out=out)
        ready = [stands for stands in standing.values() if stands.status is Status.READY]
        if not ready:
            return standing
        for stands in ready:
            results[stands.match.id] = decide(stands.match.id, *stands.seeds)


def test_seeds_meet_as_late_as_possible():
    assert seed_order(8) == (1, 8, 4, 5, 2, 7, 3, 6)
    assert seed_order(16) == (1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11)


def test_six_entrants_give_the_two_best_seeds_a_bye():
    assert drawn(bracket(6), Side.WINNERS) == ["4 5", "3 6", "1 wW1-1", "2 wW1-2", "wW2-1 wW2-2"]


def test_twelve_entrants_give_the_four_best_seeds_a_bye():
    assert drawn(bracket(12), Side.WINNERS)[:8] == [
        "8 9",
        "5 12",
        "7 10",
        "6 11",
        "1 wW1-1",
        "4 wW1-2",
        "2 wW1-3",
        "3 wW1-4",
    ]


def test_the_losers_of_the_semi_finals_can_play_for_third_place():
    table = bracket(8, third_place=True)
    standing = played(table, lambda _, one, other: min(one, other))

    assert drawn(table, Side.LOSERS) == ["lW2-1 lW2-2", "wW2-1 wW2-2"]
    assert bracket_places(table, standing) == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (5, 6), (5, 7), (5, 8)]


def test_double_elimination_of_six_follows_the_published_map():
    lower = [match for match in bracket(6, double=True).matches if match.side is Side.LOSERS]

    assert [" ".join(word(slot) for slot in match.slots) for match in lower] == [
        "lW1-1 lW2-2",
        "lW1-2 lW2-1",
        "wL1-1 wL1-2",
        "wL2-1 lW3-1",
    ]


def test_double_elimination_of_twelve_follows_the_published_map():
    lower = [match for match in bracket(12, double=True).matches if match.side is Side.LOSERS]

    assert [" ".join(word(slot) for slot in match.slots) for match in lower] == [
        "lW1-1 lW2-4", "lW1-2 lW2-3", "lW1-3 lW2-2", "lW1-4 lW2-1",
        "wL1-1 wL1-2", "wL1-3 wL1-4",
        "wL2-1 lW3-1", "wL2-2 lW3-2",
        "wL3-1 wL3-2",
        "wL4-1 lW4-1",
    ]  # fmt: skip


def test_double_elimination_of_sixteen_drops_losers_where_rematches_are_rarest():
    lower = {match.id: match for match in bracket(16, double=True).matches if match.side is Side.LOSERS}

    assert [word(lower[f"L2-{at}"].slots[1]) for at in (1, 2, 3, 4)] == ["lW2-4", "lW2-3", "lW2-2", "lW2-1"]
    assert [word(lower[f"L4-{at}"].slots[1]) for at in (1, 2)] == ["lW3-1", "lW3-2"]


@pytest.mark.parametrize(("reset", "order"), [("B", "BACDEFGH"), ("A", "ABCDEFGH")])
def test_a_published_top_eight_ends_as_published(reset, order):
    table = bracket(8, double=True)
    loses = {("A", "B"): iter(["A", "B", reset])}  # the winners' final, the final, the second final

    def decide(_, one, other):
        pair = tuple(sorted(("ABCDEFGH"[one - 1], "ABCDEFGH"[other - 1])))
        return "ABCDEFGH".index(next(loses[pair]) if pair in loses else pair[0]) + 1

    standing = played(table, decide)

    assert "".join("ABCDEFGH"[seed - 1] for _, seed in bracket_places(table, standing)) == order
    assert [place for place, _ in bracket_places(table, standing)] == [1, 2, 3, 4, 5, 5, 7, 7]


def test_before_the_second_final_first_and_second_place_are_open():
    table = bracket(2, double=True)

    assert bracket_places(table, advance(table, {"W1-1": 1, "F1": 2})) == []
    assert advance(table, {"W1-1": 1, "F1": 1})["F2"].status is Status.NOT_NEEDED
    assert bracket_places(table, advance(table, {"W1-1": 1, "F1": 1})) == [(1, 1), (2, 2)]


@given(st.integers(2, 130), st.booleans(), st.booleans(), st.randoms(use_true_random=False))
@settings(max_examples=120, deadline=None)
def test_a_bracket_played_at_random_gives_everyone_one_place(entrants, double, third_place, luck):
    table = bracket(entrants, double=double, third_place=third_place and not double)
    standing = played(table, lambda _, one, other: luck.choice((one, other)))
    placed = bracket_places(table, standing)
    needed = sum(stands.status is Status.PLAYED for stands in standing.values())
    reset = double and standing["F2"].status is Status.PLAYED

    assert sorted(seed for _, seed in placed) == list(range(1, entrants + 1))
    assert needed == (2 * entrants - 2 + reset if double else entrants - 1 + (third_place and entrants > 3))
    assert all(place == 1 + sum(other < place for other, _ in placed) for place, _ in placed)
    defeats = Counter(stands.loser for stands in standing.values() if stands.status is Status.PLAYED)
    champion = placed[0][1]
    if double:
        assert defeats[champion] <= 1
        assert {defeats[seed] for _, seed in placed[1:]} == {2}


@given(st.integers(2, 40), st.booleans(), st.randoms(use_true_random=False))
@settings(max_examples=80, deadline=None)
def test_whoever_drops_loses_by_walkover_and_the_bracket_still_ends(entrants, double, luck):
    table = bracket(entrants, double=double)
    gone = {seed for seed in range(1, entrants + 1) if luck.random() < 0.3}
    absent = luck.random() < 0.5
    standing = played(table, lambda _, one, other: None if absent else luck.choice((one, other)), out=gone)

    assert all(stands.decided for stands in standing.values())
    assert sorted(seed for _, seed in bracket_places(table, standing)) == list(range(1, entrants + 1))


def test_two_who_both_stay_away_send_the_next_opponent_on():
    table = bracket(4)
    standing = advance(table, {"W1-1": None, "W1-2": 2})

    assert standing["F1"].status is Status.WALKOVER
    assert bracket_places(table, standing) == [(1, 2), (3, 1), (3, 3), (3, 4)]


@pytest.mark.parametrize(
    ("results", "sentence"),
    [
        ({"W9-1": 1}, "There is no match W9-1 in this bracket."),
        ({"F1": 1}, "Match F1 cannot have a result: its players are not known yet."),
        ({"W1-1": 3}, "Seed 3 does not play in match W1-1; 1 and 4 do."),
        ({"W1-1": None, "W1-2": 2, "F1": 3}, "Match F1 is not played, so it cannot have that result."),
    ],
)
def test_a_result_that_cannot_be_is_refused(results, sentence):
    with pytest.raises(ValueError) as refusal:
        advance(bracket(4), results)

    assert str(refusal.value) == sentence


@pytest.mark.parametrize("entrants", [0, 1, 4097])
def test_a_bracket_nobody_can_play_is_refused(entrants):
    with pytest.raises(ValueError, match="2 to 4096 entrants"):
        bracket(entrants)


def test_double_elimination_needs_no_match_for_third_place():
    with pytest.raises(ValueError, match="third place by itself"):
        bracket(8, double=True, third_place=True)


@pytest.mark.parametrize(("entrants", "share"), [(16, 0.375), (32, 0.36), (64, 0.34), (128, 0.35)])
def test_tossed_up_double_eliminations_have_few_rematches_before_the_losers_final(entrants, share):
    table, luck = bracket(entrants, double=True), Random(16)
    before = [match for match in table.matches if match.side is not Side.FINAL][:-1]
    rematches = sum(tossed_up_with_a_rematch(before, luck) for _ in range(2000))

    assert rematches / 2000 == pytest.approx(share, abs=0.03)


def tossed_up_with_a_rematch(matches, luck):
    ended, met = {}, set()
    for match in matches:
        pair = [
            slot.number if isinstance(slot, Seed) else ended[slot.match][isinstance(slot, LoserOf)]
            for slot in match.slots
        ]
        if frozenset(pair) in met:
            return True
        met.add(frozenset(pair))
        luck.shuffle(pair)
        ended[match.id] = pair
    return False
