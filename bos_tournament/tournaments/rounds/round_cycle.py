"""Rounds: drawn as a draft that staff look at, published to everybody, played, closed."""

from collections.abc import Collection, Iterable
from typing import NamedTuple
from uuid import UUID

from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from bos_tournament.errors import Refused
from bos_tournament.matches import match_start
from bos_tournament.matches.clock_state import Setting
from bos_tournament.matches.models import Game, Match
from bos_tournament.operations.db_clock import db_now
from bos_tournament.operations.jobs import enqueue
from bos_tournament.tournaments.entrants import participation
from bos_tournament.tournaments.models import Entrant, Pairing, Round, Sitting, Stage, Timer, Tournament
from bos_tournament.tournaments.models.remaining_time import Extension
from bos_tournament.tournaments.rounds import round_draw
from bos_tournament.tournaments.rounds.draw_inputs import draw_inputs
from bos_tournament.tournaments.standings import leaderboard
from bos_tournament.tournaments.structure.locking import bump_version, lock_tournament
from bos_tournament.tournaments.structure.next_step import next_deed
from bos_tournament.tournaments.structure.participants import Participant
from bos_tournament.tournaments.structure.stages import Next, Pulse, position, pulse, rounds_of

MOST_NAMED = 5


class Seated(NamedTuple):
    """Who sits where in a draft."""

    tables: set[tuple[int | None, frozenset[UUID]]]
    """The number of each table (None: a bye) with the ids of its entrants."""
    entrants: set[UUID]
    """The ids of all of them."""
    by_hand: bool
    """Whether any of it was set by hand."""


@transaction.atomic
def create_draft_round(tournament: Tournament, *, number: int) -> Round:
    """Draws round `number` for staff to look at. Asked twice, by two people at once too, it is the same round.

    Raises Refused while the round before is not closed, after the last one, and when nobody is left to pair.
    """
    tournament = lock_tournament(tournament)
    there = Round.objects.filter(stage__tournament=tournament, number=number).select_related("stage").first()
    if there:
        return there
    at = position(tournament)
    if at.stage is None or next_deed(at) != Next.DRAW or number != at.next_number:
        raise Refused(
            _("This round cannot be drawn now. Check the desk for the next step."),
            code="not_next",
        )
    now = refuse_unsettled(tournament)
    participation.record_missed(at.stage)
    drawn = round_draw.draw_round(at.stage, number)
    round_ = at.stage.rounds.create(number=number, made_at=db_now())
    round_draw.fill(round_, drawn, drawn_from=draw_inputs(tournament, now))
    bump_version(tournament)
    return round_


@transaction.atomic
def close_and_start_next(tournament: Tournament, *, number: int) -> Round:
    """Closes the round that is played, draws round `number` and publishes it: all of it or nothing. Twice is once.

    Raises Refused: `results_missing` while a table has no result or a dispute waits, `not_next` after the last round.
    """
    tournament = lock_tournament(tournament)
    at = position(tournament)
    if at.round and at.round.number >= number and at.round.state == Round.State.PUBLISHED:
        return rounds_of(tournament).get(number=number)
    if at.open:
        close(at.open)
    return publish(create_draft_round(tournament, number=number))


@transaction.atomic
def redraw_round(round_: Round) -> Round:
    """Draws a draft anew from what is true now; pairs set by hand are lost. The same facts give the same draft."""
    tournament, round_ = lock_round(round_)
    refuse_published(round_)
    round_.pairings.all().delete()
    participation.record_missed(round_.stage)
    drawn = round_draw.draw_round(round_.stage, round_.number)
    round_draw.fill(round_, drawn, drawn_from=draw_inputs(tournament, pulse(tournament)))
    round_.made_at = db_now()
    round_.save(update_fields=["made_at"])
    bump_version(tournament)
    return round_


@transaction.atomic
def discard(round_: Round) -> None:
    """Throws a draft away."""
    tournament, round_ = lock_round(round_)
    refuse_published(round_)
    round_.delete()
    bump_version(tournament)


@transaction.atomic
def publish(round_: Round) -> Round:
    """Shows a draft to everybody and starts its matches with the pinned lists. Twice is once.

    Raises Refused when somebody left or came, or a result changed, after it was drawn.
    """
    tournament, round_ = lock_round(round_)
    if round_.state == Round.State.PUBLISHED:
        return round_
    if changed := outdated(round_, refuse_unsettled(tournament)):
        raise Refused(" ".join([*changed, _("Draw the round again.")]), code="draft_outdated")
    start_matches_at(round_.pairings.all(), tournament, round_.stage)
    round_.state, round_.published_at = Round.State.PUBLISHED, db_now()
    round_.save(update_fields=["state", "published_at"])
    if round_.sittings.filter(entrant__user__mails_tables=True).exists():
        enqueue("tournaments.tell_tables", round_.pk)
    bump_version(tournament)
    return round_


@transaction.atomic
def unpublish(round_: Round) -> Round:
    """Takes a round back into the draft and calls its matches off. Refused once a game is decided."""
    tournament, round_ = lock_round(round_)
    if round_.state == Round.State.DRAFT:
        return round_
    if round_.closed_at:
        raise Refused(_("This round is closed; its results count."), code="round_closed")
    for match in Match.objects.filter(pairing__round=round_).order_by("pk"):
        match_start.withdraw_match(match)
    round_.pairings.update(match=None)
    Timer.objects.filter(round=round_).delete()
    extensions_of(round_).update(withdrawn_at=db_now())
    left_since(round_).update(dropped_after=round_.number - 1)
    round_.state, round_.published_at = Round.State.DRAFT, None
    round_.save(update_fields=["state", "published_at"])
    bump_version(tournament)
    return round_


def decided(round_: Round) -> QuerySet[Match]:
    """Its matches with a result, or with a game that has one: these keep it published."""
    games = Game.objects.exclude(outcome=Game.Outcome.OPEN)
    matches = Match.objects.filter(pairing__round=round_)
    return (matches.filter(finished_at__isnull=False) | matches.filter(games__in=games)).distinct()


@transaction.atomic
def close(round_: Round) -> Round:
    """Makes the results of a round count; the standings stand from now on. Twice is once.

    Raises Refused while a table has no result or a dispute waits.
    """
    tournament, round_ = lock_round(round_)
    if round_.closed_at:
        return round_
    if round_.state == Round.State.DRAFT:
        raise Refused(_("This round is not published yet."), code="not_published")
    list(Match.objects.select_for_update().filter(pk__in=round_.pairings.values("match")).order_by("pk"))
    refuse_unsettled(tournament)
    round_.closed_at = db_now()
    round_.save(update_fields=["closed_at"])
    participation.record_missed(round_.stage)
    leaderboard.renew_standings(tournament)
    bump_version(tournament)
    return round_


def outdated(round_: Round, now: Pulse) -> list[str]:
    """Why a draft does not fit any more, as sentences. Empty while it does; one query while nothing at all changed."""
    if round_.drawn_from == draw_inputs(round_.stage.tournament, now):
        return []
    try:
        due = round_draw.draw_round(round_.stage, round_.number)
    except Refused as refusal:
        return [str(refusal)]
    seated = _seated(round_)
    drawn = {_key(pair.entrants, table) for pair, table in _with_tables(due)}
    expected = [entrant.pk for pair in due for entrant in pair.entrants]
    gone, new = seated.entrants.difference(expected), [pk for pk in expected if pk not in seated.entrants]
    if gone or new:
        return [
            *_named(gone, _("%(player)s is no longer to be paired.")),
            *_named(new, _("%(player)s is to be paired too.")),
        ]
    if not seated.by_hand and seated.tables != drawn:
        return [_("A result or a fixed table changed after this was drawn.")]
    return []


def left_since(round_: Round) -> QuerySet[Entrant]:
    """Whoever left since it was published: taken back, it is no round that they played."""
    return round_.stage.tournament.entrants.filter(state__in=participation.GONE, dropped_after=round_.number)


def extensions_of(round_: Round) -> QuerySet[Extension]:
    """The minutes that tables have beyond the round."""
    return Extension.objects.filter(pairing__round=round_, withdrawn_at=None)


def lock_round(round_: Round) -> tuple[Tournament, Round]:
    """The tournament, locked, and the round as it is now. Raises Refused when it was thrown away meanwhile."""
    tournament = lock_tournament(round_.stage.tournament)
    fresh = Round.objects.filter(pk=round_.pk).select_related("stage__tournament").first()
    if fresh is None:
        raise Refused(_("This draft was discarded in the meantime. Check the desk."), code="draft_gone")
    if tournament.state != Tournament.State.RUNNING:
        raise Refused(_("The tournament is not running."), code="not_running")
    return tournament, fresh


def refuse_published(round_: Round) -> None:
    if round_.state != Round.State.DRAFT:
        raise Refused(
            _("This round is published. Unpublish it first; that works until a game is decided."),
            code="round_published",
        )


def refuse_unsettled(tournament: Tournament) -> Pulse:
    """Nothing goes on while a table has no result or a dispute waits."""
    now = pulse(tournament)
    if now.missing:
        raise Refused(" ".join([_("Not yet."), *now.missing]), code="results_missing")
    return now


def start_matches_at(pairings: QuerySet[Pairing], tournament: Tournament, stage: Stage) -> None:
    """The matches of these pairings, with the pinned lists. A bye has none."""
    people = Sitting.objects.filter(pairing__in=pairings).order_by("pairing__table", "pairing", "number")
    tables: dict[UUID, list[tuple[UUID, UUID | None]]] = {}
    for pairing, user, version in people.values_list("pairing", "entrant__user", "entrant__deck_version"):
        tables.setdefault(pairing, []).append((user, version))
    paired = {pairing: seats for pairing, seats in tables.items() if len(seats) == 2}
    matches = match_start.start_matches(
        list(paired.values()),
        edition=tournament.edition,
        pool=tournament.pool,
        draws_allowed=not stage.is_bracket,
        bids_on_paper=tournament.bids_on_paper,
        clocks=clocks_of(tournament),
        online=tournament.online,
        take_backs=tournament.take_backs,
    )
    _give(dict(zip(paired, matches, strict=True)))


def _give(matches: dict[UUID, UUID]) -> None:
    """Each pairing its match, in one statement: a round may have thousands."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            UPDATE tournaments_pairing SET match_id = started.match
            FROM unnest(%s::uuid[], %s::uuid[]) AS started(pairing, match)
            WHERE tournaments_pairing.id = started.pairing
            """,
            [list(matches), list(matches.values())],
        )


def clocks_of(tournament: Tournament) -> Setting | None:
    """The time of each player in the tournament's matches, if it is counted."""
    if tournament.clock_minutes is None:
        return None
    return Setting(tournament.clock_minutes, tournament.clock_delay, tournament.clock_per_game)


def _named(entrants: Collection[UUID], sentence: str) -> list[str]:
    first = Entrant.objects.filter(pk__in=entrants).select_related("user").order_by("place")[:MOST_NAMED]
    return [sentence % {"player": entrant.user} for entrant in first]


def _seated(round_: Round) -> Seated:
    rows = round_.sittings.values_list("pairing", "pairing__table", "pairing__by_hand", "entrant")
    tables: dict[tuple[UUID, int | None], set[UUID]] = {}
    for pairing, table, _by_hand, entrant in rows:
        tables.setdefault((pairing, table), set()).add(entrant)
    return Seated(
        tables={(table, frozenset(people)) for (pairing, table), people in tables.items()},
        entrants={entrant for people in tables.values() for entrant in people},
        by_hand=any(by_hand for pairing, table, by_hand, entrant in rows),
    )


def _key(entrants: Iterable[Entrant | Participant], table: int | None) -> tuple:
    return table, frozenset(entrant.pk for entrant in entrants)


def _with_tables(due: list[round_draw.Drawn]) -> zip:
    return zip(due, round_draw.seat(due), strict=True)
