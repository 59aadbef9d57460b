"""Which game of a test comes when: each opponent in turn, first or second in turn, then the games with ether."""

from typing import NamedTuple

GAMES = 200
"""So many games a test plays against each opponent."""
ETHER = (2, 5)
"""With so much ether for whoever goes second further games are played, to see how much makes it even."""


class Planned(NamedTuple):
    """A game of a test."""

    opponent: int
    """Which opponent, counted from 0."""
    number: int
    """Among the games against this opponent with this ether, counted from 0."""
    goes_first: bool
    """Whether the tested list goes first."""
    ether: int
    """What whoever goes second has."""


def games_with_ether(games: int) -> int:
    """How many games are played against each opponent with each amount of ether: a fifth of the others, and even."""
    return 2 * max(1, games // 10)


def all_games(opponents: int, games: int) -> int:
    """How many games the whole test has."""
    return opponents * (games + len(ETHER) * games_with_ether(games))


def game_at(at: int, opponents: int, games: int) -> Planned:
    """The game that comes after so many others."""
    ether, rest = 0, at
    if at >= opponents * games:
        step, rest = divmod(at - opponents * games, opponents * games_with_ether(games))
        ether = ETHER[step]
    number, opponent = divmod(rest, opponents)
    return Planned(opponent, number, number % 2 == 0, ether)
