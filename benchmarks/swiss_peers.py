"""Two others who pair Swiss rounds, for comparison: the same fields, their own way of pairing.

cardarena-tournament-core goes down the list and takes the first opponent who was not met. rustworkx is given, for each
player, the next dozen in order whom they have not met, and matches exactly among these pairs.
"""

from collections.abc import Callable

import cardarena_tournament_core as cardarena
import rustworkx

from bos_tournament.pairing.event import Event
from bos_tournament.pairing.round_field import Field

NEAREST = 12

Tables = list[tuple[str, str]]


def greedy(event: Event) -> Callable[[], Tables]:
    """Pairing by cardarena-tournament-core, the history read beforehand."""
    people = {player.id: cardarena.Player(id=player.id, name=player.id) for player in event.players}
    outcome = cardarena.MatchupOutcome
    rounds = []
    for number, tables in enumerate(event.rounds, start=1):
        matchups = []
        for one in tables:
            won, lost, _ = one.games or (0, 0, 0)
            ended = outcome.PLAYER1_WINS if won > lost else outcome.PLAYER2_WINS if won < lost else outcome.DRAW
            matchups.append(cardarena.Matchup(*(people[name] for name in one.players), outcome=ended))
        rounds.append(cardarena.Round(round_number=number, matchups=matchups))
    swiss = cardarena.Swiss.from_history(list(people.values()), rounds, set(people))

    def pair() -> Tables:
        return [(one.player1.id, one.player2.id) for one in swiss.pair().matchups if one.player2]

    return pair


def nearest(field: Field) -> Callable[[], Tables]:
    """Matching by rustworkx among the nearest in order who have not met."""

    def pair() -> Tables:
        graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph()
        graph.add_nodes_from([None] * len(field.names))
        graph.extend_from_weighted_edge_list(_edges(field))
        found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        return [(field.names[min(ends)], field.names[max(ends)]) for ends in found]

    return pair


def _edges(field: Field) -> list[tuple[int, int, int]]:
    edges = []
    for one, score in enumerate(field.scores):
        taken = 0
        for other in range(one + 1, len(field.scores)):
            if other not in field.met[one]:
                edges.append((one, other, -((score - field.scores[other]) ** 2)))
                taken += 1
                if taken == NEAREST:
                    break
    return edges


def judged(field: Field, tables: Tables) -> str:
    """What is wrong with the tables of an even field: rematches, people left out, and the squared gaps."""
    places = {name: place for place, name in enumerate(field.names)}
    pairs = [(places[one], places[other]) for one, other in tables]
    rematches = sum(other in field.met[one] for one, other in pairs)
    cost = sum((field.scores[one] - field.scores[other]) ** 2 for one, other in pairs)
    left_out = len(field.names) - 2 * len(pairs)
    faults = [f"{rematches} rematches"] * bool(rematches) + [f"{left_out} without a table"] * bool(left_out)
    return ", ".join([f"squared gaps {cost}", *faults])
