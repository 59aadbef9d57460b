"""The top cut: who goes on from the standings, and in which order they are seeded."""

from collections.abc import Collection, Mapping

from bos_tournament.pairing.event import Event, Unplayed
from bos_tournament.pairing.round_field import draw_lots
from bos_tournament.pairing.standings import standings


def cut_seeds(event: Event, size: int, *, seed: int = 0) -> tuple[str, ...]:
    """The players who go on, the first seed first; players with equal figures are ordered by lot from the seed.

    Whoever dropped or was disqualified does not go on, and the next takes the place. Raises `ValueError` if fewer
    than `size` players are left.
    """
    ranks = {line.id: line.rank for line in standings(event)}
    return ranked_seeds(ranks, staying(event), size, seed=seed, next_round=event.next_round)


def ranked_seeds(
    ranks: Mapping[str, int | None], left: Collection[str], size: int, *, seed: int, next_round: int
) -> tuple[str, ...]:
    """As `cut_seeds`, where the rank of every player is known already, and who of them is `left`."""
    if len(left) < size:
        raise ValueError(f"A top {size} needs {size} players; only {len(left)} are left.")
    lots = draw_lots(sorted(ranks), seed=seed, round_number=next_round)
    return tuple(sorted(left, key=lambda name: (ranks[name], lots[name]))[:size])


def staying(event: Event) -> frozenset[str]:
    """Everybody who neither dropped nor was disqualified."""
    number = event.next_round
    ids = {player.id for player in event.players if player.dropped_after is None or player.dropped_after >= number}
    return frozenset(
        ids - {pairing.players[0] for pairing in event.pairings() if pairing.unplayed is Unplayed.DISQUALIFIED}
    )
