"""From the Swiss rounds or the groups into a bracket: who plays on, seeded by their rank."""

from itertools import starmap
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext as _

from bos_tournament.errors import Refused
from bos_tournament.matches.models import Reason
from bos_tournament.operations.db_clock import db_now
from bos_tournament.pairing import groups
from bos_tournament.pairing.event import Event, Unplayed
from bos_tournament.pairing.top_cut import cut_seeds, ranked_seeds, staying
from bos_tournament.tournaments.models import Sitting, Stage, StandingsLine, Tournament
from bos_tournament.tournaments.rounds.round_cycle import refuse_unsettled
from bos_tournament.tournaments.standings import final_standings, leaderboard
from bos_tournament.tournaments.structure import stage_standings
from bos_tournament.tournaments.structure.bracket_stage import open_bracket
from bos_tournament.tournaments.structure.locking import bump_version, lock_tournament
from bos_tournament.tournaments.structure.next_step import next_deed
from bos_tournament.tournaments.structure.pairing_terms import LEFT, Terms, player_at
from bos_tournament.tournaments.structure.participants import participants
from bos_tournament.tournaments.structure.stages import Next, position, seed_of

RANKED = (
    "entrant",
    "entrant__user__handle",
    "entrant__place",
    "rank",
    "stays",
    "standings__closed",
    "standings__outdated",
)

CLOSELY = 4  # times the size of the cut: so many ranks hardly ever have too few who stay


class Advancing(NamedTuple):
    """Somebody who goes on into the bracket."""

    pk: UUID
    """The entrant's id."""
    handle: str
    """What everybody calls them."""


class _Ranked(NamedTuple):
    """A ranked line, as far as the cut asks."""

    pk: UUID
    """The entrant's id."""
    handle: str
    """What everybody calls them."""
    place: int
    """From 1; players are called by it in event files."""
    rank: int | None
    """None for who was disqualified."""
    stays: bool
    """Whether they go on if their rank is good enough."""
    closed: int
    """The number of the last closed round."""
    outdated: bool
    """Whether something changed since the lines were written."""


@transaction.atomic
def start_cut(tournament: Tournament) -> Stage:
    """Ends the Swiss rounds or the groups and draws the bracket of the best who still play. Twice is once.

    When fewer are left than the cut asks for, all of them play on. Raises Refused before the last round there closed.
    """
    tournament = lock_tournament(tournament)
    at = position(tournament)
    if tournament.has_cut and at.stage and at.stage.is_bracket:
        return at.stage
    if at.stage is None or next_deed(at) != Next.CUT:
        sentence = _("Close the last Swiss round before you draw the bracket.")
        if tournament.has_groups:
            sentence = _("Close the last group round before you draw the bracket.")
        raise Refused(sentence, code="swiss_not_over")
    refuse_unsettled(tournament)
    standings = leaderboard.renew_standings(tournament)  # and nobody changes them meanwhile
    seeds = advancing_entrants(tournament)
    at.stage.finished_at = db_now()
    at.stage.save(update_fields=["finished_at"])
    final_standings.freeze_rows(at.stage, standings)
    format_ = Stage.Format.DOUBLE if tournament.double_cut else Stage.Format.SINGLE
    stage = open_bracket(tournament, at.stage.number + 1, format_, [seed.pk for seed in seeds])
    leaderboard.keep_rows(standings)  # what was kept is what they say, and nobody has played in the bracket
    bump_version(tournament)
    return stage


def advancing_entrants(tournament: Tournament) -> list[Advancing]:
    """Who would play on now, first seed first; whoever left makes room for the next rank. One query of the ranks as
    they stand; where there are groups, four of all their results."""
    if tournament.has_groups:
        entrants = {stage_standings.player_id(entrant): entrant for entrant in participants(tournament)}
        event = stage_standings.build_event(tournament, list(entrants.values()), terms=Terms())
        return [Advancing(entrants[name].pk, entrants[name].handle) for name in seeds_of(tournament, event)]
    rows = _ranked_and_looked_up(tournament)
    by_id = {player_at(row.place): row for row in rows}
    left = [name for name, row in by_id.items() if row.stays]
    ranks, size = {name: row.rank for name, row in by_id.items()}, min(tournament.cut, len(left))
    seeds = ranked_seeds(ranks, left, size, seed=seed_of(tournament), next_round=rows[0].closed + 1) if rows else ()
    return [Advancing(by_id[name].pk, by_id[name].handle) for name in seeds]


def _ranked_and_looked_up(tournament: Tournament) -> list[_Ranked]:
    """Everybody who is ranked as the results are now, with who stays as far down as the cut reaches."""
    best = CLOSELY * tournament.cut
    rows = _ranked(tournament, best=best)
    if not rows or rows[0].outdated:
        leaderboard.renew_standings(tournament)
        rows = _ranked(tournament, best=best)
    staying = sum(row.stays and row.rank is not None and row.rank <= best for row in rows)
    return rows if staying >= tournament.cut or len(rows) <= best else _ranked(tournament, best=len(rows))


def _ranked(tournament: Tournament, *, best: int) -> list[_Ranked]:
    """Everybody who is ranked. Who was disqualified at a table does not stay, even if they take part again; that is
    looked up for the `best` ranks alone."""
    left = Q(entrant__state__in=LEFT, entrant__dropped_after__lte=F("standings__closed"))
    lines = StandingsLine.objects.filter(standings__tournament=tournament, position__isnull=False)
    here = _disqualified(tournament).filter(entrant=OuterRef("entrant")).order_by().values("entrant")
    lost = Subquery(here.annotate(tables=Count("pk")).values("tables"))
    lines = lines.annotate(lost_tables=lost, stays=~left & (Q(rank__gt=best) | Q(lost_tables__isnull=True)))
    return list(starmap(_Ranked, lines.order_by("position").values_list(*RANKED)))


def _disqualified(tournament: Tournament) -> QuerySet[Sitting]:
    """The seats of who lost a table of a closed round by that."""
    closed = Sitting.objects.filter(
        round__stage__tournament=tournament, round__stage__format__in=Stage.TABLES, round__closed_at__isnull=False
    )
    matches = Q(pairing__match__reason=Reason.DISQUALIFIED, pairing__match__finished_at__isnull=False)
    lost = Q(pairing__match__winner__isnull=False) & ~Q(pairing__match__winner__number=F("number"))
    return closed.filter(Q(pairing__unplayed=Unplayed.DISQUALIFIED) | (matches & lost))


def seeds_of(tournament: Tournament, event: Event) -> tuple[str, ...]:
    """Who would go on from these rounds, first seed first. Raises ValueError when nobody could play a bracket."""
    if tournament.has_groups:
        stage = tournament.stages.get(format=Stage.Format.GROUPS)
        return groups.going_on(event, stage.go_on or 1, seed=seed_of(tournament)).players
    return cut_seeds(event, min(tournament.cut, len(staying(event))), seed=seed_of(tournament))
