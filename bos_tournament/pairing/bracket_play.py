"""A bracket being played: who sits where now, walkovers, and the places that are decided."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum

from bos_tournament.pairing.bracket import Bracket, BracketMatch, LoserOf, Seed, Slot

Results = Mapping[str, int | None]  # by match: the winner's seed, None if neither goes on


class Status(StrEnum):
    """How far a match is."""

    WAITING = "waiting"  # for a player from an earlier match
    READY = "ready"  # both are known
    PLAYED = "played"
    WALKOVER = "walkover"  # only one is there and goes on, or nobody is there
    NOT_NEEDED = "not_needed"  # the final decided already


@dataclass(frozen=True, slots=True)
class Standing:
    """One match as it stands: seeds in both slots (None: nobody, or nobody yet) and who won and lost, if known."""

    match: BracketMatch
    """The match of the bracket."""
    seeds: tuple[int | None, int | None]
    """The seeds in its two slots, from 1."""
    status: Status
    """How far it is."""
    winner: int | None = None
    """The seed that goes on from here; None as long as nobody does."""
    loser: int | None = None
    """The seed that was beaten; None as long as nobody was."""

    @property
    def decided(self) -> bool:
        """Whether it is known who goes on from here, if anybody."""
        return self.status not in (Status.WAITING, Status.READY)


def advance(bracket: Bracket, results: Results, *, out: Collection[int] = ()) -> dict[str, Standing]:
    """Every match as it stands after the results; whoever is `out` loses each match that has no result.

    Raises `ValueError` for a result of a match that does not exist or cannot be played yet, or for a winner who is
    not in it.
    """
    standing: dict[str, Standing] = {}
    for match in bracket.matches:
        standing[match.id] = _stand(match, standing, results, out)
    for name in results:
        if name not in standing:
            raise ValueError(f"There is no match {name} in this bracket.")
    return standing


def advance_what_stands(
    bracket: Bracket, results: Results, *, out: Collection[int] = ()
) -> tuple[dict[str, Standing], tuple[str, ...]]:
    """Like `advance`, but a result that cannot be any more, after an earlier one was corrected, does not count.

    Returns the matches as they stand, and the results that do not count, in the order of play.
    """
    standing: dict[str, Standing] = {}
    void: list[str] = []
    for match in bracket.matches:
        try:
            standing[match.id] = _stand(match, standing, results, out)
        except ValueError:
            void.append(match.id)
            standing[match.id] = _stand(match, standing, {}, out)
    return standing, tuple(void)


@dataclass(frozen=True, slots=True)
class Undone:
    """A match that has other players, or one more or fewer, after a correction. `void`: it had a result."""

    id: str
    """The id of the match."""
    before: tuple[int | None, int | None]
    """The seeds in its two slots before the correction."""
    after: tuple[int | None, int | None]
    """The seeds in them after it."""
    void: bool


def undone(bracket: Bracket, results: Results, corrected: Results, *, out: Collection[int] = ()) -> tuple[Undone, ...]:
    """What correcting results changes further on, in the order of play: which matches get other players."""
    was = advance(bracket, results, out=out)
    now, void = advance_what_stands(bracket, {**results, **corrected}, out=out)
    return tuple(
        Undone(name, was[name].seeds, now[name].seeds, name in void)
        for name in was
        if was[name].seeds != now[name].seeds or name in void
    )


def bracket_places(bracket: Bracket, standing: Mapping[str, Standing]) -> list[tuple[int, int]]:
    """(place, seed) of everyone whose place is decided, best first; equals share a place in the order of seeds."""
    placed: list[tuple[int, int]] = []
    next_of = {slot.match: match for match in bracket.matches for slot in match.slots if isinstance(slot, LoserOf)}
    for stands in standing.values():
        if not stands.decided:
            continue
        match = stands.match
        if stands.winner is not None and match.winner_place is not None:
            placed.append((match.winner_place, stands.winner))
        if stands.winner is None:
            while match.loser_place is None:  # both went out: they end where the loser's next defeat would have
                match = next_of[match.id]
            placed += [(match.loser_place, seed) for seed in stands.seeds if seed is not None]
        elif stands.loser is not None and match.loser_place is not None:
            placed.append((match.loser_place, stands.loser))
    return sorted(placed)


def _stand(match: BracketMatch, standing: Mapping[str, Standing], results: Results, out: Collection[int]) -> Standing:
    arrivals = [_arrival(slot, standing) for slot in match.slots]
    first, second = (seed for _, seed in arrivals)
    if not all(arrived for arrived, _ in arrivals):
        if match.id in results:
            raise ValueError(f"Match {match.id} cannot have a result: its players are not known yet.")
        return Standing(match, (first, second), Status.WAITING)
    if match.reset_of is not None and standing[match.reset_of].seeds[1] != first:
        return _without_result(Standing(match, (first, second), Status.NOT_NEEDED, first, second), results)
    if first is None or second is None:
        return _without_result(Standing(match, (first, second), Status.WALKOVER, first or second), results)
    if match.id in results:
        return _with_result(match, first, second, results[match.id])
    if first in out or second in out:
        winner = None if first in out and second in out else second if first in out else first
        return _with_result(match, first, second, winner)
    return Standing(match, (first, second), Status.READY)


def _arrival(slot: Slot, standing: Mapping[str, Standing]) -> tuple[bool, int | None]:
    """Whether it is known who comes, and who (None: nobody)."""
    if isinstance(slot, Seed):
        return True, slot.number
    source = standing[slot.match]
    return source.decided, source.loser if isinstance(slot, LoserOf) else source.winner


def _with_result(match: BracketMatch, first: int, second: int, winner: int | None) -> Standing:
    if winner not in (first, second, None):
        raise ValueError(f"Seed {winner} does not play in match {match.id}; {first} and {second} do.")
    loser = None if winner is None else second if winner == first else first
    return Standing(match, (first, second), Status.PLAYED, winner, loser)


def _without_result(stands: Standing, results: Results) -> Standing:
    if stands.match.id in results and results[stands.match.id] != stands.winner:
        raise ValueError(f"Match {stands.match.id} is not played, so it cannot have that result.")
    return stands
