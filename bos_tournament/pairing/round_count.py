"""How many Swiss rounds and what top cut suit a field (field rules C2), as a table."""

from dataclasses import dataclass

ROUNDS_AND_CUTS = (  # up to this many entrants: rounds, players in the cut (0: none)
    (8, None, 0),  # as many rounds as leave at most one unbeaten
    (16, 5, 4),
    (32, 5, 8),
    (64, 6, 8),
    (128, 7, 8),
    (226, 8, 8),
    (409, 9, 8),
    (None, 10, 8),
)
CUTS = (2, 4, 8, 16)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Swiss rounds, and how many go on to an elimination stage (0: nobody)."""

    rounds: int
    """The number of Swiss rounds."""
    cut: int
    """How many go on; 0: nobody."""


def suggest(entrants: int) -> Suggestion:
    """What suits that many entrants. Raises `ValueError` below two."""
    if entrants < 2:
        raise ValueError("A tournament needs at least two entrants.")
    rounds, cut = next((rounds, cut) for most, rounds, cut in ROUNDS_AND_CUTS if most is None or entrants <= most)
    return Suggestion(least_rounds(entrants) if rounds is None else rounds, cut)


def least_rounds(entrants: int) -> int:
    """The fewest rounds after which at most one of that many can be unbeaten."""
    return (entrants - 1).bit_length()
