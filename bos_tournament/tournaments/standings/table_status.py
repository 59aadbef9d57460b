"""The room at a glance: every table's state, what waits for somebody, and what one player does next."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Exists, OuterRef, Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from bos_tournament.accounts.handles import bidi_isolated
from bos_tournament.accounts.requests import Viewer
from bos_tournament.matches.models import Match, Seat
from bos_tournament.matches.new_phones import waiting_at
from bos_tournament.operations.db_clock import db_now
from bos_tournament.tournaments.access.tournament_access import describe_phone_deciders, who_decides_on_phones
from bos_tournament.tournaments.models import Entrant, Pairing, Round, Sitting, Tournament
from bos_tournament.tournaments.structure import judge_work
from bos_tournament.tournaments.structure.judge_work import Waiting
from bos_tournament.tournaments.structure.stages import position

Step = Match.Step
LATE_TO_END = timedelta(minutes=60)

ICONS = {"done": "check", "now": "now", "late": "clock", "calls": "flag", "off": "cross"}
ENDED = ("done", "off")
STEPS = {
    Step.BOSSES: gettext_lazy("bosses"),
    Step.BIDDING: gettext_lazy("bidding"),
    Step.CHOICE: gettext_lazy("choosing"),
    Step.SWAPPING: gettext_lazy("swapping"),
    Step.PLAYING: gettext_lazy("playing"),
    Step.REPORTED: gettext_lazy("reported"),
    Step.DIFFERING: gettext_lazy("reports differ"),
}


@dataclass(frozen=True)
class Table:
    """A table on the desk's grid: `state` is done, now, late, calls or off; `said` is the word for it."""

    pairing: Pairing
    """With its round and players loaded."""
    match: Match
    """That of the pairing."""
    state: str
    said: str
    names: tuple[str, ...]
    """Handles in seat order."""
    differing: bool
    """Whether the two reports differ."""
    missing: tuple[str, ...] = ()
    """Handles of those who have not come long after the round began."""

    @property
    def icon(self) -> str:
        return ICONS[self.state]

    @property
    def who(self) -> str:
        return " – ".join(map(bidi_isolated, self.names))


@dataclass(frozen=True)
class Forecast:
    """The latest moment at which a table that still plays may end by its time; `extra` are its minutes beyond the
    round's."""

    at: datetime
    """When its time is up."""
    table: int | None
    """The number of the table with the most time."""
    extra: int


@dataclass(frozen=True)
class OwnPairing:
    """What a player sees of the round that is on: their pairing, and whom they meet."""

    entrant: Entrant
    """The player."""
    round: Round | None
    """The round that is on; None between rounds."""
    pairing: Pairing | None
    """Theirs in that round, a bye too; None without one."""
    opponent: str
    """The opponent's handle; empty without a match."""
    late: bool
    """Whether others ended long ago and this table has no result."""


def tables(tournament: Tournament, pairings: Iterable[Pairing], now: datetime) -> list[Table]:
    """The tables of a round, byes apart. Asks nothing of pairings from `stages.tables_of` with their `extensions`."""
    played = [(pairing, pairing.match) for pairing in pairings if pairing.match]
    due = results_due((match for pairing, match in played), tournament.late_after_others)
    return [_table(tournament, pairing, match, now, due) for pairing, match in played]


def results_due(matches: Iterable[Match], late_after: timedelta) -> datetime | None:
    """When a table of this round without a result is late beside the others: so long after half of them had one.
    Unknown until then."""
    matches = list(matches)
    ended = sorted(match.finished_at for match in matches if match.finished_at)
    half = (len(matches) + 1) // 2
    return ended[half - 1] + late_after if len(ended) >= half > 0 else None


def latest_end(all_tables: Iterable[Table], now: datetime) -> Forecast | None:
    """When the time of every table that still plays is up, and which one has longest. Unknown without a round's time,
    while it is paused, and once it is up everywhere."""
    playing = [
        (left, table.pairing.table)
        for table in all_tables
        if table.state not in ENDED and (left := table.pairing.remaining)
    ]
    if not playing:
        return None
    last, table = max(playing, key=lambda pair: pair[0].extra)
    return None if last.until is None or last.is_up(now) else Forecast(last.until, table, last.extra)


def byes(pairings: Iterable[Pairing]) -> list[Pairing]:
    """The pairings without a match."""
    return [pairing for pairing in pairings if pairing.match is None]


def needs_attention(
    tournament: Tournament,
    all_tables: Iterable[Table],
    now: datetime,
    *,
    pairings: Iterable[Pairing],
    may_pair: bool,
    disputes: bool,
    calls: bool,
    penalties: bool,
) -> list[Waiting]:
    """What waits for a decision, most pressing first. One query for each kind of which the caller says there is any;
    `pairings` are those of the last round."""
    all_tables = list(all_tables)
    phones = _phones(tournament, all_tables, now)
    all_tables = [table for table in all_tables if table.state in ("calls", "late")]
    judging = judge_work.judging
    disputed = judging.disputes_waiting(tournament) if disputes else []
    waiting_calls = judging.calls_waiting(tournament, now) if calls else []
    due = judging.penalties_waiting(tournament) if penalties else []
    differing = [_differing(tournament, table) for table in all_tables if table.differing]
    flags = [_flag(tournament, table) for table in all_tables if flag_fell(table.match, now)]
    late = [_late(tournament, table) for table in all_tables if table.state == "late"]
    corrected = _corrected(tournament, pairings, may_pair=may_pair)
    return [*waiting_calls, *disputed, *phones, *differing, *corrected, *flags, *due, *late]


def counts(tournament: Tournament) -> dict[str, int]:
    """Who is in, there, without a list, and for whom a penalty waits to be carried out."""
    before = Q(state__in=(Entrant.State.REGISTERED, Entrant.State.PLAYING))
    due = Exists(judge_work.judging.entrants_with_penalty_due().filter(pk=OuterRef("pk"), tournament=tournament))
    return tournament.entrants.annotate(due_penalty=due).aggregate(
        inside=Count("pk", filter=before),
        there=Count("pk", filter=before & Q(checked_in_at__isnull=False)),
        without_list=Count("pk", filter=before & Q(deck_version=None)),
        waiting=Count("pk", filter=Q(state=Entrant.State.WAITLISTED)),
        due=Count("pk", filter=Q(due_penalty=True)),
        dropped=Count(
            "pk", filter=Q(state__in=(Entrant.State.DROPPED, Entrant.State.REMOVED, Entrant.State.DISQUALIFIED))
        ),
    )


def my_pairing(tournament: Tournament, user: Viewer) -> Pairing | None:
    """Where the user sits in the last published round, a bye included."""
    if not user.is_authenticated:
        return None
    sitting = (
        Sitting.objects.filter(round__stage__tournament=tournament, round__state=Round.State.PUBLISHED)
        .filter(entrant__user=user)
        .select_related("pairing__match", "round", "entrant")
        .order_by("-round__number")
        .first()
    )
    return sitting.pairing if sitting else None


def own(tournament: Tournament, entrant: Entrant | None) -> OwnPairing | None:
    """What the tournament's page tells somebody who takes part in it while it runs."""
    if entrant is None or tournament.state != Tournament.State.RUNNING or entrant.place is None:
        return None
    at = position(tournament)
    pairing = my_pairing(tournament, entrant.user)
    current = pairing if pairing and at.open and pairing.round_id == at.open.pk else None
    return OwnPairing(
        entrant=entrant,
        round=at.open,
        pairing=current,
        opponent=_opponent(current, entrant),
        late=current is not None and is_late(tournament, current, db_now()),
    )


def is_late(tournament: Tournament, pairing: Pairing, now: datetime) -> bool:
    """Has this table no result long after others of its round? One query while it is being played."""
    if pairing.match is None or pairing.match.finished_at or pairing.match.called_off_at or pairing.round.closed_at:
        return False
    matches = Match.objects.filter(pairing__round=pairing.round_id).only("finished_at")
    due = results_due(matches, tournament.late_after_others)
    return due is not None and now >= due


def _opponent(pairing: Pairing | None, entrant: Entrant) -> str:
    if pairing is None or pairing.match_id is None:
        return ""
    other = pairing.sittings.exclude(entrant=entrant).select_related("entrant__user").first()
    return str(other.entrant.user) if other else ""


def missing(tournament: Tournament, pairing: Pairing, now: datetime) -> list[Seat]:
    """Who has not confirmed the bosses long after the round was published. Asks nothing with the match's `seats`."""
    match, since = pairing.match, pairing.round.published_at
    if match is None or match.step != Step.BOSSES or since is None or now - since <= tournament.late_to_sit:
        return []
    return [seat for seat in match.seats.all() if not seat.greeted]


def _table(tournament: Tournament, pairing: Pairing, match: Match, now: datetime, due: datetime | None) -> Table:
    names = tuple(str(sitting.entrant.user) for sitting in pairing.sittings.all())
    absent = {seat.number for seat in missing(tournament, pairing, now)}
    not_there = tuple(name for number, name in enumerate(names, start=1) if number in absent)
    state, sentence = _state(pairing, match, now, due, seated=not not_there)
    return Table(pairing, match, state, sentence, names, differing=match.step == Step.DIFFERING, missing=not_there)


def _state(pairing: Pairing, match: Match, now: datetime, due: datetime | None, *, seated: bool) -> tuple[str, str]:
    if match.called_off_at:
        return "off", _("cancelled")
    if getattr(pairing, "called", False):
        return "calls", _("judge called")
    if getattr(pairing, "disputed", False):
        return "calls", _("dispute")
    if match.step == Step.DIFFERING:
        return "calls", str(STEPS[Step.DIFFERING])
    if flag_fell(match, now):
        return "calls", _("clock ran out")
    if match.step == Step.FINISHED:
        return "done", result_of(match)
    since = now - pairing.round.published_at if pairing.round.published_at else timedelta()
    remaining = pairing.remaining
    if remaining and remaining.is_up(now):
        return "late", _("time is up")
    if not seated:
        return "late", _("not seated")
    if remaining is None and since > LATE_TO_END:
        return "late", _("late: %(step)s") % {"step": STEPS[Step(match.step)]}
    if due is not None and now >= due:
        return "late", _("others have finished")
    return "now", str(STEPS[Step(match.step)])


def flag_fell(match: Match, now: datetime) -> bool:
    """Is a player's time out in a match that goes on?"""
    goes_on = match.finished_at is None and match.called_off_at is None
    return goes_on and match.flag_at is not None and match.flag_at <= now


def result_of(match: Match) -> str:
    """The games won by each seat, in seat order. Asks nothing when `seats` are prefetched."""
    return "–".join(str(seat.games_won) for seat in match.seats.all())


def _phones(tournament: Tournament, tables: Iterable[Table], now: datetime) -> list[Waiting]:
    """Guests' new phones that are the desk's to decide on. Asks nothing while no guest sits at these tables."""
    at = {
        table.match.pk: table
        for table in tables
        if table.state not in ENDED and any(sitting.entrant.user.guest for sitting in table.pairing.sittings.all())
    }
    matches = Match.objects.filter(pk__in=at).prefetch_related("seats__user")
    phones = [phone for phone in waiting_at(matches) if phone.is_for_the_desk(now)]
    sentence = describe_phone_deciders(who_decides_on_phones(tournament)) if phones else ""
    return [
        Waiting(
            _("Table %(table)s: %(player)s has a new phone")
            % {"table": at[phone.seat.match_id].pairing.table, "player": phone.seat.user},
            sentence,
            _url(tournament, at[phone.seat.match_id]),
            _("Go to the table"),
        )
        for phone in phones
    ]


def _corrected(tournament: Tournament, pairings: Iterable[Pairing], *, may_pair: bool) -> list[Waiting]:
    """The round that is on was paired from a result that was corrected since."""
    pairings = list(pairings)
    moved = sum(sitting.corrected_points is not None for pairing in pairings for sitting in pairing.sittings.all())
    if not moved or pairings[0].round.closed_at:
        return []
    number = pairings[0].round.number
    sentence = ngettext(
        "Round %(round)s was paired on outdated scores for %(number)s player",
        "Round %(round)s was paired on outdated scores for %(number)s players",
        moved,
    )
    return [
        Waiting(
            sentence % {"round": number, "number": moved},
            _("An earlier result was corrected. Keep the tables or pair some of them again."),
            reverse("tournaments:repair" if may_pair else "tournaments:desk_round", args=[tournament.slug, number]),
            _("Fix pairings") if may_pair else _("Go to the round"),
        )
    ]


def _differing(tournament: Tournament, table: Table) -> Waiting:
    sentence = _("%(who)s report different results.") % {"who": table.who}
    return Waiting(
        _("Table %(table)s: reports differ") % {"table": table.pairing.table},
        sentence,
        _url(tournament, table),
        _("Resolve"),
    )


def _flag(tournament: Tournament, table: Table) -> Waiting:
    seats = {seat.number: name for seat, name in zip(table.match.seats.all(), table.names, strict=False)}
    name = seats.get(table.match.flag_seat or 0, _("someone"))
    sentence = _("%(who)s ran out of time. Nothing is lost by that alone; staff decide.") % {"who": name}
    return Waiting(
        _("Table %(table)s: clock ran out") % {"table": table.pairing.table},
        sentence,
        _url(tournament, table),
        _("Decide"),
    )


def _late(tournament: Tournament, table: Table) -> Waiting:
    text = table.who
    if table.missing:
        text = _("Bosses not confirmed: %(names)s.") % {"names": ", ".join(table.missing)}
    return Waiting(
        _("Table %(table)s: %(said)s") % {"table": table.pairing.table, "said": table.said},
        text,
        _url(tournament, table),
        _("Go to the table"),
    )


def _url(tournament: Tournament, table: Table) -> str:
    return reverse("tournaments:table", args=[tournament.slug, table.pairing.pk])
