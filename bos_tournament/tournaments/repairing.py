"""Mending a published Swiss round that was paired from a result corrected since. Nobody's opponent changes silently."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from bos_tournament.errors import Refused
from bos_tournament.history import jobs
from bos_tournament.matches import starting
from bos_tournament.matches.models import Game
from bos_tournament.pairing.event import EventProblem
from bos_tournament.pairing.repair import Mending, Remedy, SeatedTable, remedies
from bos_tournament.pairing.tally import match_points
from bos_tournament.tournaments import kept_words, rounds, standings, webhooks
from bos_tournament.tournaments.models import Entrant, Pairing, Round, Sitting, Tournament
from bos_tournament.tournaments.stages import seed_of
from bos_tournament.tournaments.versions import touch


@dataclass(frozen=True)
class Corrected:
    """A player who has other points than the round was paired with."""

    entrant: Entrant
    before: int
    after: int


@dataclass(frozen=True)
class Change:
    """Whom somebody would meet instead; None is a bye."""

    entrant: Entrant
    before: Entrant | None
    after: Entrant | None


@dataclass(frozen=True)
class Offer:
    """One way of mending, and everybody who would meet somebody else."""

    remedy: Remedy
    changes: tuple[Change, ...]

    @property
    def mending(self) -> Mending:
        return self.remedy.mending


@dataclass(frozen=True)
class Repair:
    """A round that no longer fits its results, and how it can be mended. `token` names exactly this."""

    round: Round
    corrected: tuple[Corrected, ...]
    offers: tuple[Offer, ...]

    @property
    def token(self) -> str:
        said = [f"{offer.mending}:{sorted(offer.remedy.pairs)}" for offer in self.offers]
        return sha256("/".join([str(self.round.pk), *said]).encode()).hexdigest()[:32]


def repair_of(round_: Round) -> Repair | None:
    """What can be mended in a round that is being played; None while it fits its results."""
    if not round_.stage.is_swiss or round_.state != Round.State.PUBLISHED or round_.closed_at:
        return None
    tournament = round_.stage.tournament
    entrants = {standings.player_id(one): one for one in standings.field(tournament)}
    event = standings.event_of(tournament, list(entrants.values()), before=round_.number)
    points = match_points(event)
    ids = {entrant.pk: name for name, entrant in entrants.items()}
    drawn = {ids[pk]: had for pk, had in round_.sittings.values_list("entrant", "points") if had is not None}
    corrected = [name for name, had in drawn.items() if points[name] != had]
    if not corrected:
        return None
    tables = [_table(one, ids) for one in _pairings(round_)]
    try:
        found = remedies(event, tables, corrected=corrected, seed=seed_of(tournament))
    except EventProblem:  # too few are left to pair anew
        return None
    offered = [one for one in found if not one.lost]
    return Repair(
        round=round_,
        corrected=tuple(Corrected(entrants[name], drawn[name], points[name]) for name in corrected),
        offers=tuple(Offer(one, tuple(_changes(one, entrants))) for one in offered),
    )


def keep_corrections(tournament: Tournament, *, after: int) -> None:
    """At the tables of later Swiss rounds: the points that their players should have been drawn with."""
    published = Round.objects.filter(stage__tournament=tournament, state=Round.State.PUBLISHED, number__gt=after)
    for round_ in published.select_related("stage__tournament"):
        if round_.stage.is_swiss:
            _keep_corrected_points(round_)


@transaction.atomic
def mend(round_: Round, *, mending: Mending, token: str, why: str) -> Round:
    """Does what the offer of this repair said; the reason is public at every table it touches.

    Raises Refused without a reason, when something changed since one looked, and when nothing is to be mended.
    """
    tournament, round_ = rounds.held(round_)
    if not (why := " ".join(why.split())[:300]):
        raise Refused(_("Give the reason; everybody can read it."), code="reason_missing")
    repair = repair_of(round_)
    if repair is None:
        raise Refused(_("This round fits its results; there is nothing to mend."), code="nothing_to_mend")
    offer = next((one for one in repair.offers if one.mending == mending), None)
    if repair.token != token or offer is None:
        raise Refused(_("Something changed since you looked. Look again, then choose."), code="repair_outdated")
    if offer.changes:
        _seat_anew(tournament, round_, offer.remedy, why)
        for change in offer.changes:
            jobs.enqueue("tournaments.tell_new_opponent", change.entrant.pk)
        webhooks.tell_mended(tournament, number=round_.number)
    else:
        round_.note = why
        round_.save(update_fields=["note"])
    _remember_points(round_)
    touch(tournament)
    return round_


def _pairings(round_: Round) -> list[Pairing]:
    """The pairings that were drawn, each with `started`: is a game decided there?"""
    decided = Game.objects.filter(match=OuterRef("match_id")).exclude(outcome=Game.Outcome.OPEN)
    missed = (Pairing.Unplayed.LATE, Pairing.Unplayed.ABSENT)
    found = Pairing.objects.filter(round=round_).exclude(unplayed__in=missed)
    return list(found.annotate(started=Exists(decided)).select_related("match").prefetch_related("sittings"))


def _table(pairing: Pairing, ids: Mapping[UUID, str]) -> SeatedTable:
    over = pairing.match is not None and pairing.match.finished_at is not None
    players = tuple(ids[sitting.entrant_id] for sitting in pairing.sittings.all())
    return SeatedTable(players, started=over or getattr(pairing, "started", False))


def _changes(remedy: Remedy, entrants: Mapping[str, Entrant]) -> Iterable[Change]:
    for one in remedy.changes:
        before, after = (entrants[name] if name else None for name in (one.before, one.after))
        yield Change(entrants[one.player], before, after)


def _seat_anew(tournament: Tournament, round_: Round, remedy: Remedy, why: str) -> None:
    """Calls off the tables that go, and seats their people at the same tables, from the top."""
    entrants = {standings.player_id(one): one for one in standings.field(tournament)}
    ids = {entrant.pk: name for name, entrant in entrants.items()}
    wanted: list[tuple[str, ...]] = [*remedy.pairs, *((one,) for one in remedy.byes)]
    stays = {frozenset(players) for players in wanted}
    free, kept = [], set()
    for pairing in _pairings(round_):
        here = frozenset(ids[sitting.entrant_id] for sitting in pairing.sittings.all())
        if here in stays:
            kept.add(here)
            continue
        if pairing.match:
            starting.call_off(pairing.match)
        free.append(pairing.table)
        pairing.delete()
    anew = [[entrants[name] for name in players] for players in wanted if frozenset(players) not in kept]
    tables = _tables([people for people in anew if len(people) == 2], sorted(table for table in free if table))
    for people in anew:
        _seat(tournament, round_, people, next(tables, None) if len(people) == 2 else None, why)


def _tables(pairs: list[list[Entrant]], free: list[int]) -> Iterator[int | None]:
    """A table for each pair: whoever has a fixed one that is free sits there, the others follow from the top."""
    left = list(free)
    kept: list[int | None] = []
    for people in pairs:
        table = min((one.fixed_table for one in people if one.fixed_table in left), default=None)
        if table:
            left.remove(table)
        kept.append(table)
    rest = iter(left)
    return (table or next(rest, None) for table in kept)


def _seat(tournament: Tournament, round_: Round, people: list[Entrant], table: int | None, why: str) -> None:
    unplayed = "" if len(people) == 2 else Pairing.Unplayed.BYE
    pairing = round_.pairings.create(table=table, why=kept_words.PAIRED_AGAIN, by_hand=why, unplayed=unplayed)
    for number, entrant in enumerate(people, start=1):
        Sitting.objects.create(pairing=pairing, round=round_, entrant=entrant, number=number, points=0)
    rounds.start_matches_at(Pairing.objects.filter(pk=pairing.pk), tournament, round_.stage)


def _remember_points(round_: Round) -> None:
    """From now on the round counts as paired with the points there are now. Tables that stay keep the true reason."""
    points = _points_before(round_)
    sittings = [one for one in round_.sittings.all() if one.points is not None and one.points != points[one.entrant_id]]
    tables = round_.pairings.filter(by_hand="", sittings__in=[one.pk for one in sittings])
    round_.pairings.filter(pk__in=tables.values("pk")).update(why=kept_words.DRAWN_BEFORE_CORRECTION)
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
    entrants = standings.field(round_.stage.tournament)
    points = match_points(standings.event_of(round_.stage.tournament, entrants, before=round_.number))
    return {one.pk: points[standings.player_id(one)] for one in entrants}
