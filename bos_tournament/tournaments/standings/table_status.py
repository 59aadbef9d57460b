"""The room at a glance: every table's state, what waits for somebody, and what one player does next."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, Q, Subquery
from django.urls import reverse
from django.utils.functional import lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from bos_tournament.accounts.handles import bidi_isolated
from bos_tournament.accounts.requests import Viewer
from bos_tournament.matches.models import Match, Seat
from bos_tournament.matches.new_phones import waiting_at
from bos_tournament.pairing.event import Unplayed
from bos_tournament.tournaments.access.tournament_access import describe_phone_deciders, who_decides_on_phones
from bos_tournament.tournaments.models import Entrant, Pairing, Round, Sitting, Tournament
from bos_tournament.tournaments.models.remaining_time import Extension, Remaining
from bos_tournament.tournaments.standings.table_rows import Present, TableRow, table_rows
from bos_tournament.tournaments.structure import judge_work
from bos_tournament.tournaments.structure.judge_work import Waiting

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

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
# Words that are said of few of the tables that have them: translated when shown.
CANCELLED, JUDGE_CALLED, DISPUTE = gettext_lazy("cancelled"), gettext_lazy("judge called"), gettext_lazy("dispute")
CLOCK_RAN_OUT, TIME_IS_UP = gettext_lazy("clock ran out"), gettext_lazy("time is up")
NOT_SEATED, OTHERS_HAVE_FINISHED = gettext_lazy("not seated"), gettext_lazy("others have finished")


@dataclass(frozen=True)
class Table:
    """A table on the desk's grid: `state` is done, now, late, calls or off; `said` is the word for it, in the language
    of whoever reads."""

    pairing: UUID
    """Its id."""
    number: int | None
    """By which players find it."""
    match: UUID
    """The id of the match there."""
    state: str
    said: "StrOrPromise"
    names: tuple[str, ...]
    """Handles in seat order."""
    differing: bool
    """Whether the two reports differ."""
    flag: int | None
    """The number of the seat whose time ran out while the match goes on."""
    remaining: Remaining | None
    """The time that is left; None where none is counted."""
    has_guest: bool
    """Whether one of the two is a guest."""
    missing: tuple[str, ...] = ()
    """Handles of those who have not come long after the round began."""

    @property
    def icon(self) -> str:
        return ICONS[self.state]

    @property
    def who(self) -> str:
        return " – ".join(map(bidi_isolated, self.names))


@dataclass(frozen=True)
class Bye:
    """Somebody without an opponent in a round."""

    name: str
    """The handle."""
    why: str
    """Such as that they have a bye."""


@dataclass(frozen=True)
class Room:
    """All of a round."""

    tables: list[Table]
    """By number."""
    byes: list[Bye]
    """Whoever has no table."""
    is_longer: bool = False
    """Whether a table has minutes beyond the round."""
    corrected: int = 0
    """How many players the round was paired with other points for than count now."""


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


class Attention(NamedTuple):
    """What waits for staff, most pressing first, and how many late tables come after that."""

    first: list[Waiting]
    """At most as many late tables as fit."""
    more: int
    """Late tables that did not fit."""


NO_ROOM = Room([], [])
"""Before the first round is published, and while the last one is a draft."""


def room(tournament: Tournament, round_: Round, now: datetime, *, only: Pairing | None = None) -> Room:
    """A published round, or one pairing of it. One query of plain rows, since a round may have thousands of tables."""
    pairings = Pairing.objects.filter(round=round_, pk=only.pk) if only else Pairing.objects.filter(round=round_)
    rows = table_rows(pairings)
    played = [row for row in rows if row.match]
    due = None if only else results_due((row.finished_at for row in played), tournament.late_after_others)
    present = Present(now, due, round_.published_at, round_.remaining, tournament.late_to_sit)
    return Room(
        tables=[_table(row, present) for row in played],
        byes=[Bye(row.names[0], _(Unplayed(row.unplayed).label)) for row in rows if not row.match],
        is_longer=any(row.extra for row in rows),
        corrected=sum(row.corrected for row in rows),
    )


def results_due(ends: Iterable[datetime | None], late_after: timedelta) -> datetime | None:
    """When a table of this round without a result is late beside the others: so long after half of them had one.
    Unknown until then. `ends` says when each match ended; None while it goes on."""
    ends = list(ends)
    ended = sorted(end for end in ends if end)
    half = (len(ends) + 1) // 2
    return ended[half - 1] + late_after if len(ended) >= half > 0 else None


def latest_end(all_tables: Iterable[Table], now: datetime) -> Forecast | None:
    """When the time of every table that still plays is up, and which one has longest. Unknown without a round's time,
    while it is paused, and once it is up everywhere."""
    playing = [(left, table.number) for table in all_tables if table.state not in ENDED and (left := table.remaining)]
    if not playing:
        return None
    last, table = max(playing, key=lambda pair: pair[0].extra)
    return None if last.until is None or last.is_up(now) else Forecast(last.until, table, last.extra)


def longer(round_: Round) -> list[Extension]:
    """What tables of a round have beyond it, by table. One query."""
    extensions = Extension.objects.filter(pairing__round=round_, withdrawn_at=None).select_related("pairing")
    return list(extensions.order_by("pairing__table", "made_at", "pk"))


def needs_attention(
    tournament: Tournament,
    round_: Round | None,
    here: Room,
    now: datetime,
    *,
    may_pair: bool,
    disputes: bool,
    calls: bool,
    penalties: bool,
    most: int | None = None,
) -> Attention:
    """What waits for a decision. One query for each kind of which the caller says there is any; `here` is the room of
    the last round, if any. No more late tables are told of than fit among the `most`, but all other things are."""
    phones = _phones(tournament, here.tables, now)
    pressing = [table for table in here.tables if table.state in ("calls", "late")]
    judging = judge_work.judging
    disputed = judging.disputes_waiting(tournament) if disputes else []
    waiting_calls = judging.calls_waiting(tournament, now) if calls else []
    due = judging.penalties_waiting(tournament) if penalties else []
    differing = [_differing(tournament, table) for table in pressing if table.differing]
    flags = [_flag(tournament, table) for table in pressing if table.flag]
    corrected = _corrected(tournament, round_, here.corrected, may_pair=may_pair) if round_ else []
    first = [*waiting_calls, *disputed, *phones, *differing, *corrected, *flags, *due]
    late = [table for table in pressing if table.state == "late"]
    fit = len(late) if most is None else max(most - len(first), 0)
    return Attention([*first, *(_late(tournament, table) for table in late[:fit])], len(late[fit:]))


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


def own(entrant: Entrant | None, rounds: Sequence[Round], *, late: bool) -> OwnPairing | None:
    """What the tournament's page tells somebody who takes part in it while it runs: `rounds` are all of `rounds_of`,
    `late` says whether the table has no result long after others. One query while a round is on."""
    if entrant is None or entrant.tournament.state != Tournament.State.RUNNING or entrant.place is None:
        return None
    open_round = rounds[-1] if rounds and rounds[-1].is_open else None
    others = Sitting.objects.filter(pairing=OuterRef("pairing")).exclude(entrant=entrant).order_by("number")
    here = Sitting.objects.filter(round=open_round, entrant=entrant).select_related("pairing__match")
    opponent = Subquery(others.values("entrant__user__handle")[:1])
    sitting = here.annotate(opponent=opponent).first() if open_round else None
    return OwnPairing(
        entrant=entrant,
        round=open_round,
        pairing=sitting.pairing if sitting else None,
        opponent=sitting.opponent or "" if sitting and sitting.pairing.match_id else "",
        late=sitting is not None and late,
    )


def is_late(tournament: Tournament, pairing: Pairing, now: datetime) -> bool:
    """Has this table no result long after others of its round? One query while it is being played."""
    if pairing.match is None or pairing.match.finished_at or pairing.match.called_off_at or pairing.round.closed_at:
        return False
    ends = Match.objects.filter(pairing__round=pairing.round_id).values_list("finished_at", flat=True)
    return is_due(tournament, ends, now)


def is_due(tournament: Tournament, ends: Iterable[datetime | None], now: datetime) -> bool:
    """Is a table without a result late by now beside these?"""
    due = results_due(ends, tournament.late_after_others)
    return due is not None and now >= due


def missing(tournament: Tournament, pairing: Pairing, now: datetime) -> list[Seat]:
    """Who has not confirmed the bosses long after the round was published. Asks nothing with the match's `seats`."""
    match, since = pairing.match, pairing.round.published_at
    if match is None or match.step != Step.BOSSES or since is None or now - since <= tournament.late_to_sit:
        return []
    return [seat for seat in match.seats.all() if not seat.greeted]


def _table(row: TableRow, present: Present) -> Table:
    missing = row.missing(present)
    remaining = present.remaining and present.remaining.extended(row.minutes) if row.minutes else present.remaining
    state, sentence = _state(row, present, remaining, seated=not missing)
    return Table(
        pairing=row.pairing,
        number=row.table,
        match=row.match,
        state=state,
        said=sentence,
        names=row.names,
        differing=row.step == Step.DIFFERING,
        flag=row.flag_seat if flag_fell(row, present.now) else None,
        remaining=remaining,
        has_guest=row.has_guest,
        missing=missing,
    )


def _state(row: TableRow, present: Present, remaining: Remaining | None, *, seated: bool) -> tuple[str, "StrOrPromise"]:
    if row.called_off_at:
        return "off", CANCELLED
    if row.called:
        return "calls", JUDGE_CALLED
    if row.disputed:
        return "calls", DISPUTE
    if row.step == Step.DIFFERING:
        return "calls", STEPS[Step.DIFFERING]
    if flag_fell(row, present.now):
        return "calls", CLOCK_RAN_OUT
    if row.step == Step.FINISHED:
        return "done", row.result
    if remaining and remaining.is_up(present.now):
        return "late", TIME_IS_UP
    if not seated:
        return "late", NOT_SEATED
    if remaining is None and present.since_published > LATE_TO_END:
        return "late", late_at(row.step)
    if present.due is not None and present.now >= present.due:
        return "late", OTHERS_HAVE_FINISHED
    return "now", STEPS[Step(row.step)]


def _late_at(step: str) -> str:
    """What is said of a table that is still at this step."""
    return _("late: %(step)s") % {"step": STEPS[Step(step)]}


late_at = lazy(_late_at, str)


def flag_fell(match: Match | TableRow, now: datetime) -> bool:
    """Is a player's time out in a match that goes on?"""
    goes_on = match.finished_at is None and match.called_off_at is None
    return goes_on and match.flag_at is not None and match.flag_at <= now


def result_of(match: Match) -> str:
    """The games won by each seat, in seat order. Asks nothing when `seats` are prefetched."""
    return "–".join(str(seat.games_won) for seat in match.seats.all())


def _phones(tournament: Tournament, tables: Iterable[Table], now: datetime) -> list[Waiting]:
    """Guests' new phones that are the desk's to decide on. Asks nothing while no guest sits at these tables."""
    at = {table.match: table for table in tables if table.state not in ENDED and table.has_guest}
    matches = Match.objects.filter(pk__in=at).prefetch_related("seats__user")
    phones = [phone for phone in waiting_at(matches) if phone.is_for_the_desk(now)]
    sentence = describe_phone_deciders(who_decides_on_phones(tournament)) if phones else ""
    return [
        Waiting(
            _("Table %(table)s: %(player)s has a new phone")
            % {"table": at[phone.seat.match_id].number, "player": phone.seat.user},
            sentence,
            _url(tournament, at[phone.seat.match_id]),
            _("Go to the table"),
        )
        for phone in phones
    ]


def _corrected(tournament: Tournament, round_: Round, moved: int, *, may_pair: bool) -> list[Waiting]:
    """The round that is on was paired from a result that was corrected since."""
    if not moved or round_.closed_at:
        return []
    sentence = ngettext(
        "Round %(round)s was paired on outdated scores for %(number)s player",
        "Round %(round)s was paired on outdated scores for %(number)s players",
        moved,
    )
    door = "tournaments:repair" if may_pair else "tournaments:desk_round"
    return [
        Waiting(
            sentence % {"round": round_.number, "number": moved},
            _("An earlier result was corrected. Keep the tables or pair some of them again."),
            reverse(door, args=[tournament.slug, round_.number]),
            _("Fix pairings") if may_pair else _("Go to the round"),
        )
    ]


def _differing(tournament: Tournament, table: Table) -> Waiting:
    sentence = _("%(who)s report different results.") % {"who": table.who}
    return Waiting(
        _("Table %(table)s: reports differ") % {"table": table.number},
        sentence,
        _url(tournament, table),
        _("Resolve"),
    )


def _flag(tournament: Tournament, table: Table) -> Waiting:
    seats = dict(enumerate(table.names, start=1))
    name = seats.get(table.flag or 0, _("someone"))
    sentence = _("%(who)s ran out of time. Nothing is lost by that alone; staff decide.") % {"who": name}
    return Waiting(
        _("Table %(table)s: clock ran out") % {"table": table.number},
        sentence,
        _url(tournament, table),
        _("Decide"),
    )


def _late(tournament: Tournament, table: Table) -> Waiting:
    text = table.who
    if table.missing:
        text = _("Bosses not confirmed: %(names)s.") % {"names": ", ".join(table.missing)}
    return Waiting(
        _("Table %(table)s: %(said)s") % {"table": table.number, "said": table.said},
        text,
        _url(tournament, table),
        _("Go to the table"),
    )


def _url(tournament: Tournament, table: Table) -> str:
    return reverse("tournaments:table", args=[tournament.slug, table.pairing])
