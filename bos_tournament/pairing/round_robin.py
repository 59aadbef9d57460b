"""Round robin after the Berger tables: everyone meets everyone once, or twice with the order of the pair turned."""

Round = tuple[tuple[int, int], ...]  # pairs of seeds, the one named first in the table first

MAX_ENTRANTS = 128


def round_robin(entrants: int, *, double: bool = False) -> tuple[Round, ...]:
    """All rounds. With an odd number one is free in each round: their number is in none of its pairs.

    Raises `ValueError` unless 2 to 128 take part.
    """
    if not 2 <= entrants <= MAX_ENTRANTS:
        raise ValueError(f"A round robin has 2 to {MAX_ENTRANTS} entrants, not {entrants}.")
    even = entrants + entrants % 2
    once = [_berger(even, number) for number in range(even - 1)]
    rounds = [tuple(pair for pair in pairs if max(pair) <= entrants) for pairs in once]
    if double:
        rounds += [tuple((second, first) for first, second in pairs) for pairs in rounds]
    return tuple(rounds)


def _berger(even: int, number: int) -> Round:
    """One round: the last seed stays, the others turn by half a circle each round."""
    circle = even - 1
    turn = number * (even // 2)
    first = turn % circle + 1
    top = (even, first) if number % 2 else (first, even)
    rest = [((turn + step) % circle + 1, (turn - step) % circle + 1) for step in range(1, even // 2)]
    return (top, *rest)
