"""Mending a published Swiss round that was paired from a result corrected since. Nobody's opponent changes silently."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from bos_tournament.errors import Refused
from bos_tournament.matches import match_start
from bos_tournament.matches.models import Game
from bos_tournament.operations import jobs
from bos_tournament.pairing.event import AWAY, EventProblem, Unplayed
from bos_tournament.pairing.player_totals import match_points
from bos_tournament.pairing.repair import Mending, Remedy, SeatedTable, remedies
from bos_tournament.tournaments.models import Entrant, Pairing, Round, Sitting, Tournament
from bos_tournament.tournaments.rounds import round_cycle
from bos_tournament.tournaments.structure import stage_standings
from bos_tournament.tournaments.structure.locking import bump_version
from bos_tournament.tournaments.structure.stages import seed_of
from bos_tournament.tournaments.webhooks import subscriptions
from engine.hosting import Message, code_json


@dataclass(frozen=True)
class Corrected:
    """A player who has other points than the round was paired with."""

    entrant: Entrant
    """Who it is."""
    before: int
    """Match points the round was paired with."""
    after: int
    """Match points by the results that stand now."""


@dataclass(frozen=True)
class Change:
    """Whom somebody would meet instead; None is a bye."""

    entrant: Entrant
    """Who would move."""
    before: Entrant | None
    """Whom they meet as it is."""
    after: Entrant | None
    """Whom they would meet."""


@dataclass(frozen=True)
class Offer:
    """One way of mending, and everybody who would meet somebody else."""

    remedy: Remedy
    """What the pairing package proposes."""
    changes: tuple[Change, ...]
    """Empty where everybody stays."""

    @property
    def mending(self) -> Mending:
        return self.remedy.mending


@dataclass(frozen=True)
class Repair:
    """A round that no longer fits its results, and how it can be mended. `token` names exactly this."""

    round: Round
    """The published round, still open."""
    corrected: tuple[Corrected, ...]
    """Everybody with other points; never empty."""
    offers: tuple[Offer, ...]
    """At least to keep the tables."""

    @property
    def token(self) -> str:
        offers = [f"{offer.mending}:{sorted(offer.remedy.pairs)}" for offer in self.offers]
        return sha256("/".join([str(self.round.pk), *offers]).encode()).hexdigest()[:32]


def repair_of(round_: Round) -> Repair | None:
    """What can be mended in a round that is being played; None while it fits its results."""
    if not round_.stage.is_swiss or round_.state != Round.State.PUBLISHED or round_.closed_at:
        return None
    tournament = round_.stage.tournament
    entrants = {
        stage_standings.player_id(entrant): entrant for entrant in stage_standings.entrants_by_place(tournament)
    }
    event = stage_standings.build_event(tournament, list(entrants.values()), before=round_.number)
    points = match_points(event)
    ids = {entrant.pk: name for name, entrant in entrants.items()}
    drawn = {ids[pk]: had for pk, had in round_.sittings.values_list("entrant", "points") if had is not None}
    corrected = [name for name, had in drawn.items() if points[name] != had]
    if not corrected:
        return None
    tables = [_table(pairing, ids) for pairing in _pairings(round_)]
    try:
        all_remedies = remedies(event, tables, corrected=corrected, seed=seed_of(tournament))
    except EventProblem:  # too few are left to pair anew
        return None
    offered = [remedy for remedy in all_remedies if not remedy.lost]
    return Repair(
        round=round_,
        corrected=tuple(Corrected(entrants[name], drawn[name], points[name]) for name in corrected),
        offers=tuple(Offer(remedy, tuple(_changes(remedy, entrants))) for remedy in offered),
    )


def is_corrected(round_: Round) -> bool:
    """Has somebody here other points now than the round was paired with? One query."""
    return round_.sittings.exclude(corrected_points=None).exists()


def keep_corrections(tournament: Tournament, *, after: int) -> None:
    """At the tables of later Swiss rounds: the points that their players should have been drawn with."""
    published = Round.objects.filter(stage__tournament=tournament, state=Round.State.PUBLISHED, number__gt=after)
    for round_ in published.select_related("stage__tournament"):
        if round_.stage.is_swiss:
            _keep_corrected_points(round_)


@transaction.atomic
def repair_round(round_: Round, *, mending: Mending, token: str, why: str) -> Round:
    """Does what the offer of this repair said; the reason is public at every table it touches.

    Raises Refused without a reason, when something changed since one looked, and when nothing is to be mended.
    """
    tournament, round_ = round_cycle.lock_round(round_)
    if not (why := " ".join(why.split())[:300]):
        raise Refused(_("Give a reason; it is public."), code="reason_missing")
    repair = repair_of(round_)
    if repair is None:
        raise Refused(_("This round matches its results; there is nothing to fix."), code="nothing_to_mend")
    offer = next((candidate for candidate in repair.offers if candidate.mending == mending), None)
    if repair.token != token or offer is None:
        raise Refused(_("Something changed since you looked. Check again, then choose."), code="repair_outdated")
    if offer.changes:
        _seat_anew(tournament, round_, offer.remedy, why)
        for change in offer.changes:
            jobs.enqueue("tournaments.tell_new_opponent", change.entrant.pk)
        subscriptions.queue_repaired_round(tournament, number=round_.number)
    else:
        round_.note = why
        round_.save(update_fields=["note"])
    _remember_points(round_)
    bump_version(tournament)
    return round_


def _pairings(round_: Round) -> list[Pairing]:
    """The pairings that were drawn, each with `started`: is a game decided there?"""
    decided = Game.objects.filter(match=OuterRef("match_id")).exclude(outcome=Game.Outcome.OPEN)
    pairings = Pairing.objects.filter(round=round_).exclude(unplayed__in=AWAY)
    return list(pairings.annotate(started=Exists(decided)).select_related("match").prefetch_related("sittings"))


def _table(pairing: Pairing, ids: Mapping[UUID, str]) -> SeatedTable:
    over = pairing.match is not None and pairing.match.finished_at is not None
    players = tuple(ids[sitting.entrant_id] for sitting in pairing.sittings.all())
    return SeatedTable(players, started=over or getattr(pairing, "started", False))


def _changes(remedy: Remedy, entrants: Mapping[str, Entrant]) -> Iterable[Change]:
    for change in remedy.changes:
        before, after = (entrants[name] if name else None for name in (change.before, change.after))
        yield Change(entrants[change.player], before, after)


def _seat_anew(tournament: Tournament, round_: Round, remedy: Remedy, why: str) -> None:
    """Calls off the tables that go, and seats their people at the same tables, from the top."""
    entrants = {
        stage_standings.player_id(entrant): entrant for entrant in stage_standings.entrants_by_place(tournament)
    }
    ids = {entrant.pk: name for name, entrant in entrants.items()}
    seatings: list[tuple[str, ...]] = [*remedy.pairs, *((name,) for name in remedy.byes)]
    stays = {frozenset(players) for players in seatings}
    free, unmoved = [], set()
    for pairing in _pairings(round_):
        here = frozenset(ids[sitting.entrant_id] for sitting in pairing.sittings.all())
        if here in stays:
            unmoved.add(here)
            continue
        if pairing.match:
            match_start.withdraw_match(pairing.match)
        free.append(pairing.table)
        pairing.delete()
    anew = [[entrants[name] for name in players] for players in seatings if frozenset(players) not in unmoved]
    tables = _tables([people for people in anew if len(people) == 2], sorted(table for table in free if table))
    for people in anew:
        _seat(tournament, round_, people, next(tables, None) if len(people) == 2 else None, why)


def _tables(pairs: list[list[Entrant]], free: list[int]) -> Iterator[int | None]:
    """A table for each pair: whoever has a fixed one that is free sits there, the others follow from the top."""
    left = list(free)
    tables: list[int | None] = []
    for people in pairs:
        table = min((entrant.fixed_table for entrant in people if entrant.fixed_table in left), default=None)
        if table:
            left.remove(table)
        tables.append(table)
    rest = iter(left)
    return (table or next(rest, None) for table in tables)


def _seat(tournament: Tournament, round_: Round, people: list[Entrant], table: int | None, why: str) -> None:
    unplayed = "" if len(people) == 2 else Unplayed.BYE
    pairing = round_.pairings.create(
        table=table, why_message=code_json(Message("drawn.again")), by_hand=why, unplayed=unplayed
    )
    for number, entrant in enumerate(people, start=1):
        Sitting.objects.create(pairing=pairing, round=round_, entrant=entrant, number=number, points=0)
    round_cycle.start_matches_at(Pairing.objects.filter(pk=pairing.pk), tournament, round_.stage)


def _remember_points(round_: Round) -> None:
    """From now on the round counts as paired with the points there are now. Tables that stay keep the true reason."""
    points = _points_before(round_)
    sittings = [
        sitting
        for sitting in round_.sittings.all()
        if sitting.points is not None and sitting.points != points[sitting.entrant_id]
    ]
    tables = round_.pairings.filter(by_hand="", sittings__in=[sitting.pk for sitting in sittings])
    round_.pairings.filter(pk__in=tables.values("pk")).update(why_message=code_json(Message("drawn.before_correction")))
    for sitting in sittings:
        sitting.points, sitting.corrected_points = points[sitting.entrant_id], None
    Sitting.objects.bulk_update(sittings, ["points", "corrected_points"])


def _keep_corrected_points(round_: Round) -> None:
    points, changed = _points_before(round_), []
    for sitting in round_.sittings.exclude(points=None):
        now = points[sitting.entrant_id]
        corrected = None if now == sitting.points else now
        if corrected != sitting.corrected_points:
            sitting.corrected_points = corrected
            changed.append(sitting)
    Sitting.objects.bulk_update(changed, ["corrected_points"], batch_size=500)


def _points_before(round_: Round) -> dict[UUID, int]:
    """By entrant, the points that the results now give before the round."""
    entrants = stage_standings.entrants_by_place(round_.stage.tournament)
    points = match_points(stage_standings.build_event(round_.stage.tournament, entrants, before=round_.number))
    return {entrant.pk: points[stage_standings.player_id(entrant)] for entrant in entrants}
