"""Round robins after the Berger tables."""

from itertools import combinations

import pytest

from bos_tournament.pairing.round_robin import round_robin

SIX = "1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1"
EIGHT = (
    "1-8 2-7 3-6 4-5 | 8-5 6-4 7-3 1-2 | 2-8 3-1 4-7 5-6 | 8-6 7-5 1-4 2-3 | "
    "3-8 4-2 5-1 6-7 | 8-7 1-6 2-5 3-4 | 4-8 5-3 6-2 7-1"
)


def in_words(rounds):
    return " | ".join(" ".join(f"{first}-{second}" for first, second in pairs) for pairs in rounds)


@pytest.mark.parametrize(("entrants", "table"), [(4, "1-4 2-3 | 4-3 1-2 | 2-4 3-1"), (6, SIX), (8, EIGHT)])
def test_the_tables_are_the_published_ones(entrants, table):
    assert in_words(round_robin(entrants)) == table


@pytest.mark.parametrize("entrants", [2, 3, 5, 12, 31])
def test_everyone_meets_everyone_once_and_plays_at_most_once_a_round(entrants):
    rounds = round_robin(entrants)
    met = [tuple(sorted(pair)) for pairs in rounds for pair in pairs]

    assert sorted(met) == list(combinations(range(1, entrants + 1), 2))
    assert all(len({one for pair in pairs for one in pair}) == 2 * len(pairs) for pairs in rounds)
    assert len(rounds) == entrants - 1 + entrants % 2


def test_the_second_half_of_a_double_round_robin_turns_every_pair_round():
    rounds = round_robin(4, double=True)

    assert in_words(rounds[3:]) == "4-1 3-2 | 3-4 2-1 | 4-2 1-3"


@pytest.mark.parametrize("entrants", [1, 129])
def test_too_few_or_too_many_are_refused(entrants):
    with pytest.raises(ValueError, match="2 to 128"):
        round_robin(entrants)
