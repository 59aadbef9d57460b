"""The top cut: who goes on from the standings, and in which order they are seeded."""

from bos_tournament.pairing.event import Event, Unplayed
from bos_tournament.pairing.field import draw_lots
from bos_tournament.pairing.standings import standings


def cut_seeds(event: Event, size: int, *, seed: int = 0) -> tuple[str, ...]:
    """The players who go on, the first seed first; players with equal figures are ordered by lot from the seed.

    Whoever dropped or was disqualified does not go on, and the next takes the place. Raises `ValueError` if fewer
    than `size` players are left.
    """
    number = event.next_round
    out = {pairing.players[0] for pairing in event.pairings() if pairing.unplayed is Unplayed.DISQUALIFIED}
    out |= {player.id for player in event.players if player.dropped_after is not None and player.dropped_after < number}
    lots = draw_lots(sorted(player.id for player in event.players), seed=seed, round_number=number)
    staying = [line for line in standings(event) if line.id not in out]
    if len(staying) < size:
        raise ValueError(f"A top {size} needs {size} players; only {len(staying)} are left.")
    staying.sort(key=lambda line: (line.rank, lots[line.id]))
    return tuple(line.id for line in staying[:size])
