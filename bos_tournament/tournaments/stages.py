"""Where a running tournament stands: its stage, its round, and the one deed that comes next."""

from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet, Subquery, Sum
from django.utils.translation import ngettext

from bos_tournament.matches.models import Match
from bos_tournament.tournaments.models import Pairing, Round, Sitting, Stage, Tournament


class Next(StrEnum):
    """What the organizer does next."""

    START = "start"
    DRAW = "draw"
    PUBLISH = "publish"
    CLOSE = "close"
    CUT = "cut"
    FINISH = "finish"
    NOTHING = "nothing"


@dataclass(frozen=True)
class Position:
    """How far a tournament is: its last stage and round, if any, and the last round whose results count."""

    tournament: Tournament
    stage: Stage | None
    round: Round | None
    last_closed: Round | None
    in_stage: int  # rounds of the last stage, drafts too

    @property
    def closed(self) -> int:
        """The number of the last round whose results count, or 0."""
        return self.last_closed.number if self.last_closed else 0

    @property
    def draft(self) -> Round | None:
        return self.round if self.round and self.round.state == Round.State.DRAFT else None

    @property
    def open(self) -> Round | None:
        """The round that is being played."""
        published = self.round and self.round.state == Round.State.PUBLISHED and self.round.closed_at is None
        return self.round if published else None

    @property
    def next_number(self) -> int:
        """The number of the round that has not been published yet."""
        if self.draft:
            return self.draft.number
        return self.round.number + 1 if self.round else 1

    @property
    def played_until(self) -> int:
        """The last published round: whoever leaves now has still played it."""
        return self.next_number - 1


@dataclass(frozen=True)
class Pulse:
    """What moves at the tables: `moves` grows with every deed on a match."""

    moves: int
    unreported: int
    disputed: int
    called: int  # tables to which a judge is called and nobody goes yet

    @property
    def missing(self) -> list[str]:
        """What keeps the tournament from going on, as sentences."""
        unreported, disputed = self.unreported, self.disputed
        missing = []
        if unreported:
            said = ngettext("%(number)s table has no result.", "%(number)s tables have no result.", unreported)
            missing.append(said % {"number": unreported})
        if disputed:
            said = ngettext(
                "%(number)s table has a dispute that waits.", "%(number)s tables have a dispute that waits.", disputed
            )
            missing.append(said % {"number": disputed})
        return missing


def position(tournament: Tournament) -> Position:
    """Asks two queries."""
    stage = tournament.stages.order_by("-number").first()
    rounds = list(rounds_of(tournament))
    last = rounds[-1] if rounds else None
    last_closed = next((one for one in reversed(rounds) if one.closed_at), None)
    in_stage = last.in_stage if last and stage and last.stage_id == stage.pk else 0
    return Position(tournament, stage, last, last_closed, in_stage)


def rounds_of(tournament: Tournament) -> QuerySet[Round]:
    """All rounds in order, drafts too, each knowing which of its stage it is."""
    found = Round.objects.filter(stage__tournament=tournament).select_related("stage", "timer").order_by("number")
    until = Round.objects.filter(stage=OuterRef("stage"), number__lte=OuterRef("number")).order_by().values("stage")
    in_stage = Subquery(until.annotate(rounds=Count("pk")).values("rounds"))
    return found.annotate(in_stage=in_stage)  # type: ignore[no-redef]  # spares the property its query


def seed_of(tournament: Tournament) -> int:
    """The published seed as the number that draws every lot."""
    return int(tournament.seed, 16)


def tables_of(round_: Round) -> QuerySet[Pairing]:
    """The pairings of a round with what their tables show: people, match, and whether a dispute waits."""
    return (
        with_disputes(Pairing.objects.filter(round=round_))
        .select_related("match", "round__timer")
        .prefetch_related(Prefetch("sittings", Sitting.objects.select_related("entrant__user")))
        .prefetch_related("match__seats")
        .order_by("table", "pk")
    )


def open_tables() -> QuerySet[Pairing]:
    """Tables of every tournament whose match goes on: neither over nor called off."""
    return Pairing.objects.filter(match__isnull=False, match__finished_at=None, match__called_off_at=None)


def tables_found(round_: Round, words: str) -> QuerySet[Pairing]:
    """By table, then who has none; with words only tables of this number or with this in a name."""
    found = tables_of(round_)
    if not words:
        return found
    named = Sitting.objects.filter(round=round_, entrant__user__handle__icontains=words)
    number = Q(table=int(words)) if words.isascii() and words.isdigit() and len(words) < 6 else Q()
    return found.filter(Q(pk__in=named.values("pairing")) | number)


def with_disputes(pairings: QuerySet[Pairing]) -> QuerySet[Pairing]:
    """Each with `disputed`: does a dispute wait for a judge? And `called`: is one called to the table?"""
    waiting = Match.objects.filter(pk=OuterRef("match_id"), games__disputes__state="waiting")
    called = Match.objects.filter(pk=OuterRef("match_id"), calls__isnull=False, calls__ended_at=None)
    return pairings.annotate(disputed=Exists(waiting), called=Exists(called))


def pulse(tournament: Tournament) -> Pulse:
    """All published rounds count, since a ruling may have an earlier match played on. One query."""
    disputed = Match.objects.filter(pk=OuterRef("pk"), games__disputes__state="waiting")
    called = Match.objects.filter(pk=OuterRef("pk"), calls__state="waiting", called_off_at=None)
    matches = Match.objects.filter(pairing__round__stage__tournament=tournament)
    matches = matches.annotate(disputed=Exists(disputed), called=Exists(called))
    found = matches.aggregate(
        moves=Sum("version"),
        unreported=Count("pk", filter=Q(finished_at=None)),
        disputes=Count("pk", filter=Q(disputed=True)),
        calls=Count("pk", filter=Q(called=True)),
    )
    return Pulse(found["moves"] or 0, found["unreported"], found["disputes"], found["calls"])
