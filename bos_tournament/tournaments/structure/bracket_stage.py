"""A stage of single or double elimination: its bracket as it stands, who is to meet next, and the places."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

from django.utils.translation import gettext as _

from bos_tournament.matches import staff_results
from bos_tournament.matches.models import Match
from bos_tournament.pairing import bracket as plain
from bos_tournament.pairing import bracket_play
from bos_tournament.pairing.bracket import BracketMatch, Seed, Side
from bos_tournament.pairing.bracket_play import Standing, Status
from bos_tournament.tournaments.models import Entrant, Pairing, Round, Stage, Tournament
from bos_tournament.tournaments.structure import round_names


def open_bracket(tournament: Tournament, number: int, format_: str, seeds: Sequence[UUID]) -> Stage:
    """The stage with its bracket; a match for third place is played if the tournament wants one and four take part."""
    third = tournament.third_place and format_ == Stage.Format.SINGLE and len(seeds) > 3
    return tournament.stages.create(
        number=number,
        format=format_,
        rounds_planned=rounds_of(format_, len(seeds)),
        size=len(seeds),
        seeds=[str(pk) for pk in seeds],
        third_place=third,
    )


def rounds_of(format_: str, players: int) -> int:
    """In how many rounds a bracket of so many is over at the latest."""
    return max(waves(plain.bracket(players, double=format_ == Stage.Format.DOUBLE)).values())


def waves(plan: plain.Bracket) -> dict[str, int]:
    """By match: the round of the stage it is played in, as early as both its players can be there."""
    when: dict[str, int] = {}
    for match in plan.matches:
        before = max((when[slot.match] for slot in match.slots if not isinstance(slot, Seed)), default=0)
        when[match.id] = max(before + 1, match.round if match.side == Side.WINNERS else 0)
    return when


@dataclass(frozen=True)
class Bracket:
    """The bracket of a stage with the results so far. Seeds count from 1. Asks four queries, once."""

    stage: Stage
    """Of single or double elimination."""
    closed_only: bool = False
    """Whether only results of closed rounds count."""

    @cached_property
    def entrants(self) -> dict[int, Entrant]:
        """By seed."""
        rows = Entrant.objects.filter(pk__in=self.stage.seeds).select_related("user")
        by_id = {str(entrant.pk): entrant for entrant in rows}
        return {seed: by_id[pk] for seed, pk in enumerate(self.stage.seeds, start=1)}

    @cached_property
    def seeds(self) -> dict[object, int]:
        """The seed of each entrant, by id."""
        return {entrant.pk: seed for seed, entrant in self.entrants.items()}

    @cached_property
    def plan(self) -> plain.Bracket:
        return plain.bracket(len(self.stage.seeds), double=self.is_double, third_place=self.stage.third_place)

    @property
    def is_double(self) -> bool:
        return self.stage.format == Stage.Format.DOUBLE

    @cached_property
    def waves(self) -> dict[str, int]:
        """By match: the round of this stage it is played in."""
        return waves(self.plan)

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
        return bracket_play.advance_what_stands(self.plan, self.results, out=self.out)[0]

    @cached_property
    def results(self) -> dict[str, int | None]:
        """By match, the seed that won it. After a late correction some of them may not count any more."""
        return {name: self._winner(pairing) for name, pairing in self.pairings.items() if _is_decided(pairing)}

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
        return all(standing.decided for standing in self.standing.values())

    def goes_on_after(self, round_: Round) -> bool:
        """Is a match of a later round sure to be played? A second final is, once the first one was lost."""
        later = (standing for name, standing in self.standing.items() if not self._is_in(round_, name))
        return any(not standing.decided and not self.may_be_spared(standing) for standing in later)

    def may_be_spared(self, standing: Standing) -> bool:
        """Is it a second final that nobody knows yet to be needed?"""
        return standing.match.reset_of is not None and standing.status == Status.WAITING

    def _is_in(self, round_: Round, name: str) -> bool:
        return name in self.pairings and self.pairings[name].round_id == round_.pk

    @property
    def champion(self) -> Entrant | None:
        final = self.standing[self.plan.matches[-1].id]
        winner = self.entrants[final.winner] if final.decided and final.winner else None
        return None if winner and _is_disqualified(winner) else winner

    def places(self) -> list[tuple[int | None, Entrant]]:
        """Place and entrant of everybody whose place is decided, best first; last, without one, the disqualified."""
        decided = [
            (place, self.entrants[seed]) for place, seed in bracket_play.bracket_places(self.plan, self.standing)
        ]
        placed: list[tuple[int | None, Entrant]] = [*(ranked for ranked in decided if not _is_disqualified(ranked[1]))]
        return [*placed, *((None, entrant) for place, entrant in decided if _is_disqualified(entrant))]

    @property
    def rounds(self) -> int:
        """Rounds of the winners' side, the final among them."""
        return max(match.round for match in self.plan.matches if not match.reset_of)

    def title(self, match: BracketMatch) -> str:
        """What a match is part of: `Semi-finals`, `Losers' side, round 2`."""
        if match.id == plain.THIRD_PLACE:
            return _("Third place")
        if match.reset_of:
            spared = self.may_be_spared(self.standing[match.id])
            return _("Second final, if needed") if spared else _("Second final")
        if match.side == Side.FINAL:
            return round_names.knock_out(0)
        if match.side == Side.LOSERS:
            return _("Losers' side, round %(round)s") % {"round": match.round}
        if self.is_double and match.side == Side.WINNERS:
            return _("Winners' side, round %(round)s") % {"round": match.round}
        return round_names.knock_out(self.rounds - match.round)

    def due(self, number: int) -> list[Standing]:
        """The matches of that round of the stage (from 1), in their order."""
        return [standing for name, standing in self.standing.items() if self.waves[name] == number]

    def byes(self) -> list[int]:
        """Seeds that have nobody to play in the first round."""
        seated = {slot.number for match in self._first() for slot in match.slots if isinstance(slot, plain.Seed)}
        return [seed for seed in self.entrants if seed not in seated]

    def _first(self) -> list[plain.BracketMatch]:
        return [match for match in self.plan.matches if match.round == 1 and match.side != Side.LOSERS]

    def _winner(self, pairing: Pairing) -> int | None:
        sittings = list(pairing.sittings.all())
        if pairing.match is None:
            return self.seeds[sittings[0].entrant_id]
        number = staff_results.score(pairing.match).winner
        return next((self.seeds[sitting.entrant_id] for sitting in sittings if sitting.number == number), None)


def _is_disqualified(entrant: Entrant) -> bool:
    return entrant.state == Entrant.State.DISQUALIFIED


def _is_decided(pairing: Pairing) -> bool:
    return pairing.match is None or pairing.match.step == Match.Step.FINISHED
