"""How many rounds and what cut are suggested."""

import pytest

from bos_tournament.pairing.round_count import Suggestion, least_rounds, suggest


@pytest.mark.parametrize(
    ("entrants", "rounds", "cut"),
    [
        (2, 1, 0), (3, 2, 0), (4, 2, 0), (5, 3, 0), (8, 3, 0), (9, 5, 4), (16, 5, 4), (17, 5, 8), (32, 5, 8),
        (33, 6, 8), (64, 6, 8), (65, 7, 8), (128, 7, 8), (129, 8, 8), (226, 8, 8), (227, 9, 8), (409, 9, 8),
        (410, 10, 8), (5000, 10, 8),
    ],
)  # fmt: skip
def test_the_suggestion_follows_the_table(entrants, rounds, cut):
    assert suggest(entrants) == Suggestion(rounds, cut)


def test_the_least_rounds_leave_at_most_one_unbeaten():
    assert all(2 ** (least_rounds(n) - 1) < n <= 2 ** least_rounds(n) for n in range(2, 300))


def test_one_entrant_makes_no_tournament():
    with pytest.raises(ValueError, match="at least two"):
        suggest(1)
