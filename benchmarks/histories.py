"""Swiss tournaments to measure with: paired by ourselves, won by skill with some luck, four matches in a hundred drawn.

The same number gives the same tournament on every machine.
"""

from random import Random

from bos_tournament.pairing.event import Event, Pairing, Player, Unplayed
from bos_tournament.pairing.local_repair import best_pairs
from bos_tournament.pairing.round_field import NOBODY, Field

WIN, DRAW = 3, 1
DRAWN = 0.04
WON, LOST, EVEN = (2, 0, 0), (1, 2, 0), (1, 1, 1)


class Tour:
    """A tournament kept by position, which is quick enough to play a hundred thousand players."""

    def __init__(self, entrants: int, number: int) -> None:
        self.luck = Random(number)
        self.skill = [self.luck.gauss(0, 1.7) for _ in range(entrants)]
        self.points, self.byes, self.downs, self.ups = ([0] * entrants for _ in range(4))
        self.met: list[dict[int, int]] = [{} for _ in range(entrants)]
        self.names = [f"P{number}" for number in range(1, entrants + 1)]
        self.rounds: list[tuple[Pairing, ...]] = []

    def field(self) -> tuple[Field, list[int]]:
        """The next round, and who is at each position of it."""
        lots = [self.luck.getrandbits(64) for _ in self.names]
        order = sorted(range(len(lots)), key=lambda one: (-self.points[one], lots[one]))
        places = [0] * len(order)
        for place, one in enumerate(order):
            places[one] = place

        def of(values: list[int]) -> tuple[int, ...]:
            return tuple([values[one] for one in order])

        field = Field(
            names=tuple([self.names[one] for one in order]),
            scores=of(self.points),
            lots=of(lots),
            met=tuple([{places[other]: 1 for other in self.met[one]} for one in order]),
            apart=(NOBODY,) * len(order),
            byes_had=of(self.byes),
            downs=of(self.downs),
            ups=of(self.ups),
            rounds=len(self.rounds),
        )
        return field, order

    def play(self) -> None:
        """One more round."""
        field, order = self.field()
        pairs, _, _ = best_pairs(field)
        self.rounds.append(
            tuple(
                self._bye(order[one]) if other == field.bye else self._match(order[one], order[other])
                for one, other in pairs
            )
        )

    def _bye(self, one: int) -> Pairing:
        self.points[one] += WIN
        self.byes[one] += 1
        return Pairing((self.names[one],), unplayed=Unplayed.BYE)

    def _match(self, one: int, other: int) -> Pairing:
        self.met[one][other] = self.met[other][one] = 1
        if self.points[one] != self.points[other]:
            self.downs[one] += 1
            self.ups[other] += 1
        chance = 1 / (1 + 10 ** ((self.skill[other] - self.skill[one]) / 2.3))
        games = EVEN if self.luck.random() < DRAWN else WON if self.luck.random() < chance else LOST
        self.points[one] += DRAW if games is EVEN else WIN if games is WON else 0
        self.points[other] += DRAW if games is EVEN else WIN if games is LOST else 0
        return Pairing((self.names[one], self.names[other]), games)


def played(entrants: int, rounds: int, number: int = 1) -> Event:
    """A tournament after that many rounds."""
    tour = toured(entrants, rounds, number)
    return Event(tuple(map(Player, tour.names)), tuple(tour.rounds))


def toured(entrants: int, rounds: int, number: int = 1) -> Tour:
    """The same, kept by position."""
    tour = Tour(entrants, number)
    for _ in range(rounds):
        tour.play()
    return tour
