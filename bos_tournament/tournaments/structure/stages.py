"""Where a running tournament stands: its stage, its round, and the one deed that comes next."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils.translation import ngettext

from bos_tournament.matches.models import Match
from bos_tournament.tournaments.models import Entrant, Pairing, Round, Sitting, Stage, Tournament
from bos_tournament.tournaments.structure import judge_work


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
    """Which one it is."""
    stage: Stage | None
    """The last one; None before the start."""
    round: Round | None
    """The last one, drafts too; None before the first."""
    last_closed: Round | None
    """None before the first round is closed."""
    in_stage: int
    """Rounds of the last stage, drafts too."""
    playing: int
    """How many still play and have a list; 0 before the start."""

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

    matches: int
    """All that were published."""
    moves: int
    unreported: int
    """Matches without a result."""
    disputed: int
    """Matches of which a dispute waits for a judge."""
    called: int
    """Matches to which a judge is called and nobody goes yet."""

    @property
    def missing(self) -> list[str]:
        """What keeps the tournament from going on, as sentences."""
        unreported, disputed = self.unreported, self.disputed
        missing = []
        if unreported:
            sentence = ngettext("%(number)s table has no result.", "%(number)s tables have no result.", unreported)
            missing.append(sentence % {"number": unreported})
        if disputed:
            sentence = ngettext(
                "%(number)s table has an open dispute.", "%(number)s tables have an open dispute.", disputed
            )
            missing.append(sentence % {"number": disputed})
        return missing


def position(tournament: Tournament) -> Position:
    """Asks one query, two while the last stage has no round."""
    last_stage = Subquery(tournament.stages.order_by("-number").values("number")[:1])
    rounds = list(rounds_of(tournament).annotate(last_stage=last_stage, playing=_count_playing(tournament)))
    stage = rounds[-1].stage if rounds else None
    playing = rounds[-1].playing if rounds else 0
    if stage is None or stage.number != rounds[-1].last_stage:
        newest = tournament.stages.annotate(playing=_count_playing(tournament)).order_by("-number").first()
        stage, playing = newest, newest.playing if newest else 0
    for known in filter(None, (stage, *(round_.stage for round_ in rounds))):
        known.tournament = tournament
    last = rounds[-1] if rounds else None
    last_closed = next((round_ for round_ in reversed(rounds) if round_.closed_at), None)
    in_stage = last.in_stage if last and stage and last.stage_id == stage.pk else 0
    return Position(tournament, stage, last, last_closed, in_stage, playing)


def played_until(rounds: Sequence[Round]) -> int:
    """The last published round of all of `rounds_of`: whoever leaves now has still played it."""
    published = [round_.number for round_ in rounds if round_.state == Round.State.PUBLISHED]
    return published[-1] if published else 0


def _count_playing(tournament: Tournament) -> Coalesce:
    """How many still play and have a list; counted once, whatever the rows."""
    here = Entrant.objects.filter(tournament=tournament, state=Entrant.State.PLAYING)
    inside = here.exclude(deck_version=None).order_by().values("tournament")
    return Coalesce(Subquery(inside.annotate(number=Count("pk")).values("number")), 0)


def rounds_of(tournament: Tournament) -> QuerySet[Round]:
    """All rounds in order, drafts too, each knowing which of its stage it is: that spares its property a query."""
    rounds = Round.objects.filter(stage__tournament=tournament).select_related("stage", "timer").order_by("number")
    until = Round.objects.filter(stage=OuterRef("stage"), number__lte=OuterRef("number")).order_by().values("stage")
    counted: dict[str, Any] = {"in_stage": Subquery(until.annotate(rounds=Count("pk")).values("rounds"))}
    return rounds.annotate(**counted)


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
    pairings = tables_of(round_)
    if not words:
        return pairings
    sittings = Sitting.objects.filter(round=round_, entrant__user__handle__icontains=words)
    number = Q(table=int(words)) if words.isascii() and words.isdigit() and len(words) < 6 else Q()
    return pairings.filter(Q(pk__in=sittings.values("pairing")) | number)


def with_disputes(pairings: QuerySet[Pairing]) -> QuerySet[Pairing]:
    """Each with `disputed`: does a dispute wait for a judge? And `called`: is one called to the table?"""
    waiting = judge_work.judging.matches_in_dispute().filter(pk=OuterRef("match_id"))
    called = judge_work.judging.matches_with_call().filter(pk=OuterRef("match_id"))
    return pairings.annotate(disputed=Exists(waiting), called=Exists(called))


def pulse(tournament: Tournament) -> Pulse:
    """All published rounds count, since a ruling may have an earlier match played on. One query."""
    disputed = judge_work.judging.matches_in_dispute().filter(pk=OuterRef("pk"))
    called = judge_work.judging.matches_with_call_waiting().filter(pk=OuterRef("pk"))
    matches = Match.objects.filter(pairing__round__stage__tournament=tournament)
    matches = matches.annotate(disputed=Exists(disputed), called=Exists(called))
    counts = matches.aggregate(
        matches=Count("pk"),
        moves=Sum("version"),
        unreported=Count("pk", filter=Q(finished_at=None)),
        in_dispute=Count("pk", filter=Q(disputed=True)),
        with_call=Count("pk", filter=Q(called=True)),
    )
    return Pulse(
        matches=counts["matches"],
        moves=counts["moves"] or 0,
        unreported=counts["unreported"],
        disputed=counts["in_dispute"],
        called=counts["with_call"],
    )
