"""A stage of single elimination: its bracket as it stands, who is to meet next, and the places."""

from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from bos_tournament.matches import results
from bos_tournament.matches.models import Match
from bos_tournament.pairing import bracket as plain
from bos_tournament.pairing import bracket_play
from bos_tournament.pairing.bracket_play import Standing
from bos_tournament.tournaments.models import Entrant, Pairing, Stage


@dataclass(frozen=True)
class Bracket:
    """The bracket of a stage with the results so far. Seeds count from 1. Asks four queries, once."""

    stage: Stage
    closed_only: bool = False  # only results of closed rounds count

    @cached_property
    def entrants(self) -> dict[int, Entrant]:
        """By seed."""
        rows = Entrant.objects.filter(pk__in=self.stage.seeds).select_related("user")
        known = {str(entrant.pk): entrant for entrant in rows}
        return {seed: known[pk] for seed, pk in enumerate(self.stage.seeds, start=1)}

    @cached_property
    def seeds(self) -> dict[object, int]:
        """The seed of each entrant, by id."""
        return {entrant.pk: seed for seed, entrant in self.entrants.items()}

    @cached_property
    def plan(self) -> plain.Bracket:
        return plain.bracket(len(self.stage.seeds))

    @cached_property
    def pairings(self) -> dict[str, Pairing]:
        """Published pairings by the bracket's match."""
        rows = Pairing.objects.filter(round__stage=self.stage, round__state="published").exclude(bracket_id="")
        if self.closed_only:
            rows = rows.filter(round__closed_at__isnull=False)
        rows = rows.select_related("match", "round").prefetch_related("sittings", "match__seats")
        return {pairing.bracket_id: pairing for pairing in rows}

    @cached_property
    def standing(self) -> dict[str, Standing]:
        """Every match as it stands; who left loses what has no result yet."""
        decided = {name: self._winner(one) for name, one in self.pairings.items() if _is_decided(one)}
        try:
            return bracket_play.advance(self.plan, decided, out=self.out)
        except ValueError:
            return self._without_contradictions(decided)

    @cached_property
    def out(self) -> frozenset[int]:
        """Seeds of who left and has no match any more that is still being played."""
        busy = {
            sitting.entrant_id
            for pairing in self.pairings.values()
            if not _is_decided(pairing)
            for sitting in pairing.sittings.all()
        }
        left = {seed for seed, entrant in self.entrants.items() if entrant.state != Entrant.State.PLAYING}
        return frozenset(seed for seed in left if self.entrants[seed].pk not in busy)

    @property
    def is_decided(self) -> bool:
        return self.standing["F1"].decided

    @property
    def champion(self) -> Entrant | None:
        final = self.standing["F1"]
        return self.entrants[final.winner] if final.decided and final.winner else None

    def places(self) -> list[tuple[int, Entrant]]:
        """Place and entrant of everybody whose place is decided, best first."""
        return [(place, self.entrants[seed]) for place, seed in bracket_play.places(self.plan, self.standing)]

    def round_names(self) -> list[str]:
        """What the rounds of the bracket are called, from its first."""
        return [_name(at, self.rounds) for at in range(1, self.rounds + 1)]

    @property
    def rounds(self) -> int:
        return max(match.round for match in self.plan.matches)

    def due(self, number: int) -> list[Standing]:
        """The matches of that round of the bracket (from 1), in their order."""
        return [one for one in self.standing.values() if one.match.round == number]

    def byes(self) -> list[int]:
        """Seeds that have nobody to play in the first round."""
        seated = {slot.number for match in self._first() for slot in match.slots if isinstance(slot, plain.Seed)}
        return [seed for seed in self.entrants if seed not in seated]

    def _without_contradictions(self, decided: dict[str, int | None]) -> dict[str, Standing]:
        """After a late correction somebody may have played on who had lost: such results do not count."""
        kept: dict[str, int | None] = {}
        for match in self.plan.matches:
            if match.id in decided:
                with suppress(ValueError):
                    bracket_play.advance(self.plan, kept | {match.id: decided[match.id]}, out=self.out)
                    kept[match.id] = decided[match.id]
        return bracket_play.advance(self.plan, kept, out=self.out)

    def _first(self) -> list[plain.BracketMatch]:
        return [match for match in self.plan.matches if match.round == 1]

    def _winner(self, pairing: Pairing) -> int | None:
        sittings = list(pairing.sittings.all())
        if pairing.match is None:
            return self.seeds[sittings[0].entrant_id]
        number = results.score(pairing.match).winner
        return next((self.seeds[one.entrant_id] for one in sittings if one.number == number), None)


def _is_decided(pairing: Pairing) -> bool:
    return pairing.match is None or pairing.match.step == Match.Step.FINISHED


def _name(at: int, rounds: int) -> str:
    left = rounds - at
    return {0: "Final", 1: "Semi-finals", 2: "Quarter-finals"}.get(left, f"Round of {2 ** (left + 1)}")
