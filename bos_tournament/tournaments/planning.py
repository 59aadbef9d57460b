"""Planning a tournament: setting it up, changing its settings, opening registration, announcing, cancelling."""

import secrets
from collections.abc import Collection, Iterator
from dataclasses import asdict, dataclass, fields, replace
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from bos_tournament.accounts import lines
from bos_tournament.accounts.models import User
from bos_tournament.errors import Refused
from bos_tournament.history.moments import db_now
from bos_tournament.matches import starting
from bos_tournament.matches.models import Match
from bos_tournament.pairing.convention import FAMILIES, MOST_TIE_BREAKS
from bos_tournament.pairing.event import FirstRound
from bos_tournament.pairing.groups import MOST_GOING_ON, MOST_GROUPS
from bos_tournament.pairing.tie_breaks import TIE_BREAKS
from bos_tournament.tournaments import join_codes, joining, schedule, usual
from bos_tournament.tournaments.models import Staff, Stage, Tournament
from bos_tournament.tournaments.open_lists import OPENNESS
from bos_tournament.tournaments.round_robins import MOST_PLAYERS
from bos_tournament.tournaments.versions import locked, touch
from engine.bos.editions import EDITIONS

RESERVED_SLUGS = frozenset({"new", "join", "all", "list", "search", "mine", "tournaments", "templates", "api", "admin"})
MOST_ROUNDS = 20
JUST_NOW = timedelta(minutes=10)
MOST_ROUND_MINUTES, MOST_CLOCK_MINUTES, MOST_DELAY = 600, 180, 300
MOST_CALL_MINUTES, MOST_LATE_MINUTES, MOST_SEAT_MINUTES = 60, 120, 60
MOMENTS = (  # before the start
    "registration_opens_at",
    "registration_closes_at",
    "check_in_opens_at",
    "check_in_closes_at",
    "list_deadline",
)


@dataclass(frozen=True, kw_only=True)
class Plan:
    """The settings of a tournament, as its organizer writes them. Moments know their time zone.

    Without a capacity (0) or a ranking ("") they are those that suit the format.
    """

    name: str
    starts_at: datetime
    place: str = ""
    online: bool = False
    time_zone: str = "UTC"
    description: str = ""
    capacity: int = 0
    registration_opens_at: datetime | None = None
    registration_closes_at: datetime | None = None
    check_in_opens_at: datetime | None = None
    check_in_closes_at: datetime | None = None
    list_deadline: datetime | None = None
    format: str = Tournament.Format.SWISS
    swiss_rounds: int | None = None
    first_round: str = FirstRound.RANDOM.value
    cut: int = 0
    double_cut: bool = False
    groups: int | None = None
    group_size: int | None = None
    go_on: int | None = None
    third_place: bool = False
    ranking: str = ""
    tie_breaks: tuple[str, ...] = ()
    edition: str = "bos-1"
    bids_on_paper: bool = False
    approval: bool = False
    code_only: bool = False
    publish_lists: bool = False
    round_minutes: int | None = None
    clock_minutes: int | None = None
    clock_delay: int = 30
    clock_per_game: bool = False
    call_minutes: int = 5
    late_minutes: int = 15
    seat_minutes: int = 10
    schedule: tuple[tuple[int, str], ...] = ()
    stage_lists: str = Tournament.Lists.CLOSED
    cut_lists: str = Tournament.Lists.CLOSED


LIST_SETTINGS = frozenset({"publish_lists", "stage_lists", "cut_lists"})
DESK_SETTINGS = frozenset({"round_minutes", "call_minutes", "late_minutes", "seat_minutes", "schedule"})
# The settings that may still change, by state.
EVERY_SETTING = frozenset(field.name for field in fields(Plan))
CHANGEABLE: dict[str, frozenset[str]] = {
    Tournament.State.DRAFT: EVERY_SETTING,
    Tournament.State.OPEN: EVERY_SETTING - {"edition"},
    Tournament.State.RUNNING: frozenset({"name", "place", "online", "description"}) | DESK_SETTINGS | LIST_SETTINGS,
    Tournament.State.FINISHED: frozenset({"description", "publish_lists"}),
    Tournament.State.CANCELLED: frozenset(),
}


def plan_of(tournament: Tournament) -> Plan:
    """The settings of a tournament as they stand."""
    settings = {field: getattr(tournament, field) for field in EVERY_SETTING}
    in_order = tuple((minutes, what) for minutes, what in tournament.schedule)
    return Plan(**settings | {"tie_breaks": tuple(tournament.tie_breaks), "schedule": in_order})


def choices_of(tournament: Tournament) -> Plan:
    """The settings as they were chosen: a ranking that suits the format is left to the format."""
    plan = plan_of(tournament)
    return replace(plan, ranking="" if plan.ranking == usual.ranking(plan.format) else plan.ranking)


@transaction.atomic
def create(organizer: User, plan: Plan, *, sure: bool = False) -> Tournament:
    """Sets up a draft whose organizer is its creator; `sure` that a start in the past is meant.

    Raises Refused: `faulty_plan` with a sentence per field in `facts["fields"]`, and `start_in_the_past`.
    """
    plan = _tidied(plan)
    _refuse({**dict(problems(plan)), **_unseen(plan, EVERY_SETTING)})
    if not sure:
        _ask_about_the_past(plan.starts_at, _("This start is in the past. Save anyway?"))
    tournament = _save_under_free_slug(
        Tournament(**asdict(plan), join_code=join_codes.free_code(), seed=secrets.token_hex(16)),
    )
    tournament.staff.create(user=organizer, role=Staff.Role.ORGANIZER)
    return tournament


@transaction.atomic
def edit(tournament: Tournament, plan: Plan, *, sure: bool = False) -> Tournament:
    """Changes the settings. What the state has fixed stays; entrants who wait move up when there is more room.

    Raises Refused: `faulty_plan` with a sentence per field in `facts["fields"]`, and `start_in_the_past` unless one is
    `sure` of a new start that has passed.
    """
    tournament = locked(tournament)
    before = plan_of(tournament)
    plan = _tidied(_with_usual_places(before, plan))
    changed = {field for field, value in asdict(plan).items() if value != getattr(before, field)}
    fixed = {field: _fixed(tournament) for field in changed - changeable(tournament)}
    _refuse(
        fixed or {**dict(problems(plan)), **dict(_broken_promises(tournament, plan, changed)), **_unseen(plan, changed)}
    )
    if "starts_at" in changed and not sure:
        _ask_about_the_past(plan.starts_at, _("This start is in the past. Save anyway?"))
    for field in changed:
        setattr(tournament, field, getattr(plan, field))
    tournament.save(update_fields=changed)
    if "capacity" in changed and tournament.state == Tournament.State.OPEN:
        joining.close_gaps(tournament)
        joining.promote(tournament)
    touch(tournament)
    return tournament


@transaction.atomic
def open_registration(tournament: Tournament, *, sure: bool = False) -> Tournament:
    """Makes a draft public and lets people join. From now on its edition of the rules is pinned.

    Raises Refused: `not_a_draft`, `window_over`, and `start_in_the_past` unless one is `sure` of that.
    """
    tournament = locked(tournament)
    if tournament.state != Tournament.State.DRAFT:
        raise Refused(_("Only a draft can be opened for registration; this one was opened before."), code="not_a_draft")
    if tournament.registration_closes_at and tournament.registration_closes_at <= db_now():
        raise Refused(
            _("Registration would be over already. Set a later end of registration first."), code="window_over"
        )
    if not sure:
        _ask_about_the_past(tournament.starts_at, _("This start is in the past. Open registration anyway?"))
    tournament.state, tournament.opened_at = Tournament.State.OPEN, db_now()
    tournament.save(update_fields=["state", "opened_at"])
    touch(tournament)
    return tournament


@transaction.atomic
def announce(tournament: Tournament, *, text: str) -> Tournament:
    """Shows a sentence on every page of the tournament; an empty one takes it down. Raises Refused: `line_unseen`."""
    text = lines.checked(text, field="text")
    tournament = locked(tournament)
    tournament.announcement = text[:400]
    tournament.save(update_fields=["announcement"])
    touch(tournament)
    return tournament


@transaction.atomic
def cancel(tournament: Tournament, *, confirmation: str) -> Tournament:
    """Ends a tournament that will not be played (on). The organizer types its name, so that it is no slip."""
    tournament = locked(tournament)
    if tournament.is_over:
        raise Refused(_("This tournament is over already."), code="already_over")
    if confirmation.strip().casefold() != tournament.name.casefold():
        raise Refused(
            _("Type the name “%(name)s” to cancel the tournament.") % {"name": tournament.name}, code="not_confirmed"
        )
    tournament.state = Tournament.State.CANCELLED
    tournament.finished_at = db_now()
    tournament.save(update_fields=["state", "finished_at"])
    _call_off_matches(tournament)
    touch(tournament)
    return tournament


@transaction.atomic
def delete(tournament: Tournament) -> None:
    """Deletes a tournament that nobody but its staff ever knew of. The trail keeps that it was there.

    Raises Refused (`not_a_draft`) for any other; that one is cancelled.
    """
    tournament = locked(tournament)
    if not tournament.is_private:
        raise Refused(_("Registration was opened, so people know of it. Cancel it instead."), code="not_a_draft")
    tournament.delete()


def changeable(tournament: Tournament) -> frozenset[str]:
    """The settings that may still change in the tournament's state."""
    every = frozenset(Plan.__dataclass_fields__)
    return CHANGEABLE.get(
        tournament.state, every if tournament.state == Tournament.State.DRAFT else every - {"edition"}
    )


def _unseen(plan: Plan, fields_: Collection[str]) -> dict[str, str]:
    """What of the lines that everybody reads cannot be read; one that stands already may stay."""
    said = {field: lines.fault(getattr(plan, field)) for field in ("name", "place") if field in fields_}
    return {field: fault for field, fault in said.items() if fault}


def problems(plan: Plan) -> Iterator[tuple[str, str]]:
    """Everything that is wrong with a plan: the field and a sentence that says what to do."""
    if not plan.name:
        yield "name", _("Give the tournament a name.")
    if not plan.online and not plan.place:
        yield "place", _("Say where people meet, or choose that it is played online.")
    if not 2 <= plan.capacity <= 4096:
        yield "capacity", _("Choose between 2 and 4096 places.")
    if plan.edition not in EDITIONS:
        yield "edition", _("Choose one of the editions of the rules.")
    for field in ("stage_lists", "cut_lists"):
        if getattr(plan, field) not in Tournament.Lists.values:
            yield field, _("Choose who may read the lists.")
    yield from _format_problems(plan)
    yield from _time_problems(plan)
    yield from _moment_problems(plan)
    yield from (("schedule", said) for said in schedule.problems(plan.schedule))


def _format_problems(plan: Plan) -> Iterator[tuple[str, str]]:
    if plan.format not in Tournament.Format.values:
        yield "format", _("Choose one of the formats.")
    if plan.swiss_rounds is not None and not 1 <= plan.swiss_rounds <= MOST_ROUNDS:
        yield "swiss_rounds", _("Choose between 1 and %(most)s rounds, or leave it empty.") % {"most": MOST_ROUNDS}
    if plan.format == Tournament.Format.SWISS_CUT:
        if plan.cut not in (2, 4, 8, 16):
            yield "cut", _("Choose how many play on after the Swiss rounds: 2, 4, 8 or 16.")
        elif plan.cut > plan.capacity:
            yield "cut", _("A cut to %(cut)s needs at least %(cut)s places.") % {"cut": plan.cut}
    if plan.format == Tournament.Format.GROUPS:
        yield from _group_problems(plan)
    if plan.format in Stage.ROUND_ROBINS and plan.capacity > MOST_PLAYERS:
        yield (
            "capacity",
            _("Everyone can meet everyone among at most %(most)s players; choose fewer places.")
            % {"most": MOST_PLAYERS},
        )
    if plan.first_round not in set(FirstRound):
        yield "first_round", _("Choose how the first round is made: %(known)s.") % {"known": ", ".join(FirstRound)}
    yield from _ranking_problems(plan)


def _group_problems(plan: Plan) -> Iterator[tuple[str, str]]:
    """What no field can be dealt into; what this field cannot is said at the start."""
    if plan.groups and plan.group_size:
        yield "group_size", _("Give the number of groups or their size; one follows from the other.")
    if plan.groups is not None and not 1 <= plan.groups <= MOST_GROUPS:
        yield "groups", _("Choose between 1 and %(most)s groups, or leave it empty.") % {"most": MOST_GROUPS}
    elif plan.groups and plan.capacity < 2 * plan.groups:
        yield (
            "groups",
            _("%(groups)s groups need at least %(places)s places, two in each.")
            % {"groups": plan.groups, "places": 2 * plan.groups},
        )
    if plan.group_size is not None and not 3 <= plan.group_size <= MOST_PLAYERS:
        yield (
            "group_size",
            _("Choose between 3 and %(most)s players in a group, or leave it empty.") % {"most": MOST_PLAYERS},
        )
    if plan.go_on is not None and not 1 <= plan.go_on < MOST_PLAYERS:
        yield (
            "go_on",
            _("Choose how many of each group go on, from 1 to %(most)s, or leave it empty.")
            % {"most": MOST_PLAYERS - 1},
        )
    elif plan.go_on and plan.group_size and plan.go_on >= plan.group_size:
        yield "go_on", _("Fewer must go on than are in a group.")
    elif plan.go_on and plan.groups and not 2 <= plan.go_on * plan.groups <= MOST_GOING_ON:
        yield (
            "go_on",
            _("2 to %(most)s players can go on to the bracket, not %(number)s.")
            % {"most": MOST_GOING_ON, "number": plan.go_on * plan.groups},
        )
    if plan.capacity < 4:
        yield "capacity", _("Groups need at least 4 places.")


def _ranking_problems(plan: Plan) -> Iterator[tuple[str, str]]:
    if plan.ranking not in FAMILIES:
        yield "ranking", _("Choose one of the ways of ranking.")
    unknown = [name for name in plan.tie_breaks if name not in TIE_BREAKS]
    if unknown:
        yield (
            "tie_breaks",
            _("%(name)s is no tie-break; known are %(known)s.") % {"name": unknown[0], "known": ", ".join(TIE_BREAKS)},
        )
    elif len(set(plan.tie_breaks)) < len(plan.tie_breaks):
        yield "tie_breaks", _("Name each tie-break once; the second time it cannot decide anything.")
    elif len(plan.tie_breaks) > MOST_TIE_BREAKS:
        yield "tie_breaks", _("Choose at most %(most)s tie-breaks.") % {"most": MOST_TIE_BREAKS}


def _time_problems(plan: Plan) -> Iterator[tuple[str, str]]:
    if plan.round_minutes is not None and not 1 <= plan.round_minutes <= MOST_ROUND_MINUTES:
        yield (
            "round_minutes",
            _("Choose between 1 and %(most)s minutes, or leave it empty.") % {"most": MOST_ROUND_MINUTES},
        )
    if plan.clock_minutes is not None and not 1 <= plan.clock_minutes <= MOST_CLOCK_MINUTES:
        yield (
            "clock_minutes",
            _("Choose between 1 and %(most)s minutes, or leave it empty.") % {"most": MOST_CLOCK_MINUTES},
        )
    if not 0 <= plan.clock_delay <= MOST_DELAY:
        yield "clock_delay", _("Choose between 0 and %(most)s seconds.") % {"most": MOST_DELAY}
    by_others = (
        ("call_minutes", MOST_CALL_MINUTES),
        ("late_minutes", MOST_LATE_MINUTES),
        ("seat_minutes", MOST_SEAT_MINUTES),
    )
    for field, most in by_others:
        if not 1 <= getattr(plan, field) <= most:
            yield field, _("Choose between 1 and %(most)s minutes.") % {"most": most}


def _moment_problems(plan: Plan) -> Iterator[tuple[str, str]]:
    opens, closes = plan.registration_opens_at, plan.registration_closes_at
    if opens and opens >= plan.starts_at:
        yield "registration_opens_at", _("Registration must open before the start.")
    if closes and closes > plan.starts_at:
        yield "registration_closes_at", _("Registration must close by the start.")
    elif opens and closes and closes <= opens:
        yield "registration_closes_at", _("Registration must close after it opens.")
    opens, closes = plan.check_in_opens_at, plan.check_in_closes_at
    if opens and opens >= plan.starts_at:
        yield "check_in_opens_at", _("Check-in must open before the start.")
    if closes and not opens:
        yield "check_in_opens_at", _("Say when check-in opens, or leave out its end.")
    elif closes and closes > plan.starts_at:
        yield "check_in_closes_at", _("Check-in must close by the start.")
    elif opens and closes and closes <= opens:
        yield "check_in_closes_at", _("Check-in must close after it opens.")
    if plan.list_deadline and plan.list_deadline > plan.starts_at:
        yield "list_deadline", _("Lists must be in by the start.")


def _broken_promises(tournament: Tournament, plan: Plan, changed: set[str]) -> Iterator[tuple[str, str]]:
    """What entrants rely on, and a change would take from them."""
    inside = tournament.entrants.exclude(place=None).count()
    if "capacity" in changed and plan.capacity < inside:
        yield "capacity", _("%(inside)s players are in already; there cannot be fewer places.") % {"inside": inside}
    lists_are_in = tournament.entrants.exclude(deck_version=None).exists()
    for field in sorted(changed & LIST_SETTINGS):
        if lists_are_in and _opens(getattr(tournament, field), getattr(plan, field)):
            yield field, _("Lists were handed in when they were to stay private, so they stay private.")
    still_to_come = plan.list_deadline is not None and plan.list_deadline > db_now()
    if "list_deadline" in changed and tournament.pool_id and not still_to_come:
        yield "list_deadline", _("This deadline has passed. It can only be moved to a moment still to come.")


def _opens(before: str | bool, after: str | bool) -> bool:
    """Would more people read lists than were told when they were handed in?"""
    if isinstance(after, bool) or isinstance(before, bool):
        return bool(after) and not before
    return OPENNESS.index(Tournament.Lists(after)) > OPENNESS.index(Tournament.Lists(before))


def _with_usual_places(before: Plan, plan: Plan) -> Plan:
    """With another format places that nobody chose are those that suit it."""
    chosen = plan.capacity != before.capacity or before.capacity != usual.places(before.format)
    return plan if chosen or plan.format == before.format else replace(plan, capacity=0)


def _tidied(plan: Plan) -> Plan:
    """Drops what the chosen format and place do not use, so that nothing hidden is kept, and fills in what suits it.

    Browsers end a line with two signs, what is kept with one: no change where none was made.
    """
    swiss = plan.format in (Tournament.Format.SWISS, Tournament.Format.SWISS_CUT)
    groups = plan.format == Tournament.Format.GROUPS
    return replace(
        plan,
        capacity=plan.capacity or usual.places(plan.format),
        ranking=plan.ranking or usual.ranking(plan.format),
        name=" ".join(plan.name.split()),
        place=" ".join(plan.place.split()),
        description=plan.description.replace("\r\n", "\n"),
        swiss_rounds=plan.swiss_rounds if swiss else None,
        first_round=plan.first_round if swiss else FirstRound.RANDOM.value,
        cut=plan.cut if plan.format == Tournament.Format.SWISS_CUT else 0,
        double_cut=plan.double_cut and (groups or plan.format == Tournament.Format.SWISS_CUT),
        groups=plan.groups if groups else None,
        group_size=plan.group_size if groups else None,
        go_on=plan.go_on if groups else None,
        cut_lists=plan.cut_lists if groups or plan.format == Tournament.Format.SWISS_CUT else Tournament.Lists.CLOSED,
        third_place=plan.third_place and _has_single_elimination(plan),
        tie_breaks=tuple(plan.tie_breaks),
        schedule=schedule.tidied(plan.schedule),
    )


def _has_single_elimination(plan: Plan) -> bool:
    cut = plan.format in (Tournament.Format.SWISS_CUT, Tournament.Format.GROUPS)
    return plan.format == Tournament.Format.SINGLE or (cut and not plan.double_cut)


def _refuse(faults: dict[str, str]) -> None:
    if faults:
        raise Refused(
            _("Some settings do not fit yet: %(faults)s") % {"faults": " ".join(faults.values())},
            code="faulty_plan",
            fields=faults,
        )


def _ask_about_the_past(starts_at: datetime, question: str) -> None:
    """Somebody who sets up an evening that begins right now is not asked."""
    if starts_at < db_now() - JUST_NOW:
        raise Refused(question, code="start_in_the_past")


def _fixed(tournament: Tournament) -> str:
    if tournament.state == Tournament.State.OPEN:
        return _("Registration has opened, so this is fixed.")
    if tournament.state == Tournament.State.RUNNING:
        return _("The tournament is running, so this is fixed.")
    return _("The tournament is over, so this is fixed.")


def _call_off_matches(tournament: Tournament) -> None:
    """Matches without a result end here; what was played stays as it is."""
    unfinished = Match.objects.filter(finished_at=None, called_off_at=None)
    for match in unfinished.filter(pairing__round__stage__tournament=tournament).order_by("pk"):
        starting.cancel(match)


def _save_under_free_slug(tournament: Tournament) -> Tournament:
    """The slug is the name; where that is taken or means something else, letters nobody guesses follow it."""
    base = slugify(tournament.name)[:48].strip("-") or "tournament"
    tournament.slug = base if base not in RESERVED_SLUGS else _with_suffix(base)
    try:
        with transaction.atomic():
            tournament.save(force_insert=True)
    except IntegrityError:
        tournament.slug = _with_suffix(base)
        tournament.save(force_insert=True)
    return tournament


def _with_suffix(base: str) -> str:
    return f"{base}-{join_codes.free_code().lower()}"
