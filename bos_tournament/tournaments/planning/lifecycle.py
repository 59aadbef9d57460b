"""Planning a tournament: setting it up, changing its settings, opening registration, announcing, cancelling."""

import secrets
from collections.abc import Collection, Iterator
from dataclasses import asdict, replace
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from bos_tournament.accounts import single_line_text
from bos_tournament.accounts.models import User
from bos_tournament.errors import Refused
from bos_tournament.matches import match_start
from bos_tournament.matches.models import Match
from bos_tournament.operations.db_clock import db_now
from bos_tournament.pairing.event import FirstRound
from bos_tournament.pairing.groups import MOST_GOING_ON
from bos_tournament.pairing.ranking_presets import MOST_TIE_BREAKS
from bos_tournament.pairing.tie_breaks import TIE_BREAKS
from bos_tournament.tournaments.decklists.open_lists import OPENNESS
from bos_tournament.tournaments.entrants import join_codes, registration
from bos_tournament.tournaments.models import Staff, Stage, Tournament
from bos_tournament.tournaments.planning.tournament_settings import CHANGEABLE, SETTINGS, Plan
from bos_tournament.tournaments.structure import format_defaults, schedule
from bos_tournament.tournaments.structure.locking import bump_version, lock_tournament
from bos_tournament.tournaments.structure.round_robin_stage import MOST_PLAYERS

RESERVED_SLUGS = frozenset({"new", "join", "all", "list", "search", "mine", "tournaments", "templates", "api", "admin"})
JUST_NOW = timedelta(minutes=10)
OPEN_LISTS = ("stage_lists", "cut_lists", "publish_lists")


def plan_of(tournament: Tournament) -> Plan:
    """The settings of a tournament as they stand."""
    settings = {field: getattr(tournament, field) for field in SETTINGS}
    in_order = tuple((minutes, event) for minutes, event in tournament.schedule)
    return Plan(**settings | {"tie_breaks": tuple(tournament.tie_breaks), "schedule": in_order})


def choices_of(tournament: Tournament) -> Plan:
    """The settings as they were chosen: a ranking that suits the format is left to the format."""
    plan = plan_of(tournament)
    return replace(plan, ranking="" if plan.ranking == format_defaults.default_ranking(plan.format) else plan.ranking)


@transaction.atomic
def create(organizer: User, plan: Plan, *, sure: bool = False) -> Tournament:
    """Sets up a draft whose organizer is its creator; `sure` that a start in the past is meant.

    Raises Refused: `faulty_plan` with a sentence per field in `facts["fields"]`, and `start_in_the_past`.
    """
    plan = _tidied(plan)
    _refuse({**dict(problems(plan)), **_unseen(plan, SETTINGS)})
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
    tournament = lock_tournament(tournament)
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
        registration.close_gaps(tournament)
        registration.promote(tournament)
    bump_version(tournament)
    return tournament


@transaction.atomic
def open_registration(tournament: Tournament, *, sure: bool = False) -> Tournament:
    """Makes a draft public and lets people join. From now on its edition of the rules is pinned.

    Raises Refused: `not_a_draft`, `window_over`, and `start_in_the_past` unless one is `sure` of that.
    """
    tournament = lock_tournament(tournament)
    if tournament.state != Tournament.State.DRAFT:
        raise Refused(_("Registration has already been opened for this tournament."), code="not_a_draft")
    if tournament.registration_closes_at and tournament.registration_closes_at <= db_now():
        raise Refused(_("Registration would close at once. Set a later closing time first."), code="window_over")
    if not sure:
        _ask_about_the_past(tournament.starts_at, _("This start is in the past. Open registration anyway?"))
    tournament.state, tournament.opened_at = Tournament.State.OPEN, db_now()
    tournament.save(update_fields=["state", "opened_at"])
    bump_version(tournament)
    return tournament


@transaction.atomic
def announce(tournament: Tournament, *, text: str) -> Tournament:
    """Shows a sentence on every page of the tournament; an empty one takes it down. Raises Refused: `line_unseen`."""
    text = single_line_text.checked(text, field="text")
    tournament = lock_tournament(tournament)
    tournament.announcement = text[:400]
    tournament.save(update_fields=["announcement"])
    bump_version(tournament)
    return tournament


@transaction.atomic
def cancel(tournament: Tournament, *, confirmation: str) -> Tournament:
    """Ends a tournament that will not be played (on). The organizer types its name, so that it is no slip."""
    tournament = lock_tournament(tournament)
    if tournament.is_over:
        raise Refused(_("This tournament is already over."), code="already_over")
    if confirmation.strip().casefold() != tournament.name.casefold():
        raise Refused(
            _("Type the name “%(name)s” to cancel the tournament.") % {"name": tournament.name}, code="not_confirmed"
        )
    tournament.state = Tournament.State.CANCELLED
    tournament.finished_at = db_now()
    tournament.save(update_fields=["state", "finished_at"])
    _call_off_matches(tournament)
    bump_version(tournament)
    return tournament


@transaction.atomic
def delete(tournament: Tournament) -> None:
    """Deletes a tournament that nobody but its staff ever knew of. The trail keeps that it was there.

    Raises Refused (`not_a_draft`) for any other; that one is cancelled.
    """
    tournament = lock_tournament(tournament)
    if not tournament.is_private:
        raise Refused(_("Registration was already opened. Cancel the tournament instead."), code="not_a_draft")
    tournament.delete()


def changeable(tournament: Tournament) -> frozenset[str]:
    """The settings that may still change in the tournament's state."""
    return CHANGEABLE[tournament.state]


def _unseen(plan: Plan, fields_: Collection[str]) -> dict[str, str]:
    """What of the lines that everybody reads cannot be read; one that stands already may stay."""
    faults = {field: single_line_text.fault(getattr(plan, field)) for field in ("name", "place") if field in fields_}
    return {field: fault for field, fault in faults.items() if fault}


def problems(plan: Plan) -> Iterator[tuple[str, str]]:
    """Everything wrong with a plan: the field and a sentence that says what to do; the last of a field counts."""
    if not plan.name:
        yield "name", _("Give the tournament a name.")
    if not plan.online and not plan.place:
        yield "place", _("Enter where players meet, or choose online play.")
    yield from _format_problems(plan)
    yield from _moment_problems(plan)
    yield from (("schedule", sentence) for sentence in schedule.problems(plan.schedule))
    yield from (
        (name, setting.what_to_do()) for name, setting in SETTINGS.items() if not setting.allows(getattr(plan, name))
    )


def _format_problems(plan: Plan) -> Iterator[tuple[str, str]]:
    if plan.format == Tournament.Format.SWISS_CUT:
        if plan.cut == 0:
            yield "cut", SETTINGS["cut"].what_to_do()
        elif plan.cut > plan.capacity:
            yield "cut", _("A cut to %(cut)s needs at least %(cut)s places.") % {"cut": plan.cut}
    if plan.format == Tournament.Format.GROUPS:
        yield from _group_problems(plan)
    if plan.format in Stage.ROUND_ROBINS and plan.capacity > MOST_PLAYERS:
        yield (
            "capacity",
            _("A round robin takes at most %(most)s players; reduce the number of places.") % {"most": MOST_PLAYERS},
        )
    yield from _ranking_problems(plan)


def _group_problems(plan: Plan) -> Iterator[tuple[str, str]]:
    """What no field can be dealt into; what this field cannot is said at the start."""
    if plan.groups and plan.group_size:
        yield "group_size", _("Enter the number of groups or their size, not both.")
    if plan.groups and plan.capacity < 2 * plan.groups:
        yield (
            "groups",
            _("%(groups)s groups need at least %(places)s places, two in each.")
            % {"groups": plan.groups, "places": 2 * plan.groups},
        )
    if plan.go_on and plan.group_size and plan.go_on >= plan.group_size:
        yield "go_on", _("Advance fewer players than a group has.")
    elif plan.go_on and plan.groups and not 2 <= plan.go_on * plan.groups <= MOST_GOING_ON:
        yield (
            "go_on",
            _("2 to %(most)s players can advance to the bracket, not %(number)s.")
            % {"most": MOST_GOING_ON, "number": plan.go_on * plan.groups},
        )
    if plan.capacity < 4:
        yield "capacity", _("Groups need at least 4 places.")


def _ranking_problems(plan: Plan) -> Iterator[tuple[str, str]]:
    unknown = [name for name in plan.tie_breaks if name not in TIE_BREAKS]
    if unknown:
        yield (
            "tie_breaks",
            _("%(name)s is not a tie-breaker. Choose from %(known)s.")
            % {"name": unknown[0], "known": ", ".join(TIE_BREAKS)},
        )
    elif len(set(plan.tie_breaks)) < len(plan.tie_breaks):
        yield "tie_breaks", _("Choose each tie-breaker only once.")
    elif len(plan.tie_breaks) > MOST_TIE_BREAKS:
        yield "tie_breaks", _("Choose at most %(most)s tie-breakers.") % {"most": MOST_TIE_BREAKS}


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
        yield "check_in_opens_at", _("Set when check-in opens, or remove when it closes.")
    elif closes and closes > plan.starts_at:
        yield "check_in_closes_at", _("Check-in must close by the start.")
    elif opens and closes and closes <= opens:
        yield "check_in_closes_at", _("Check-in must close after it opens.")
    if plan.list_deadline and plan.list_deadline > plan.starts_at:
        yield "list_deadline", _("Deck lists must be in by the start.")


def _broken_promises(tournament: Tournament, plan: Plan, changed: set[str]) -> Iterator[tuple[str, str]]:
    """What entrants rely on, and a change would take from them."""
    inside = tournament.entrants.exclude(place=None).count()
    if "capacity" in changed and plan.capacity < inside:
        yield "capacity", _("%(inside)s players are already in; the capacity cannot be lower.") % {"inside": inside}
    lists_are_in = tournament.entrants.exclude(deck_version=None).exists()
    for field in sorted(changed & {*OPEN_LISTS}):
        if lists_are_in and _opens(getattr(tournament, field), getattr(plan, field)):
            yield field, _("Deck lists were submitted as private, so they stay private.")
    still_to_come = plan.list_deadline is not None and plan.list_deadline > db_now()
    if "list_deadline" in changed and tournament.pool_id and not still_to_come:
        yield "list_deadline", _("This deadline has passed. You can only move it to a time in the future.")


def _opens(before: str | bool, after: str | bool) -> bool:
    """Would more people read lists than were told when they were handed in?"""
    if isinstance(after, bool) or isinstance(before, bool):
        return bool(after) and not before
    return OPENNESS.index(Tournament.Lists(after)) > OPENNESS.index(Tournament.Lists(before))


def _with_usual_places(before: Plan, plan: Plan) -> Plan:
    """With another format places that nobody chose are those that suit it."""
    chosen = plan.capacity != before.capacity or before.capacity != format_defaults.default_capacity(before.format)
    return plan if chosen or plan.format == before.format else replace(plan, capacity=0)


def _tidied(plan: Plan) -> Plan:
    """Drops what the chosen format and place do not use, so that nothing hidden is kept, and fills in what suits it.

    Browsers end a line with two signs, what is kept with one: no change where none was made.
    """
    swiss = plan.format in (Tournament.Format.SWISS, Tournament.Format.SWISS_CUT)
    groups = plan.format == Tournament.Format.GROUPS
    return replace(
        plan,
        capacity=plan.capacity or format_defaults.default_capacity(plan.format),
        ranking=plan.ranking or format_defaults.default_ranking(plan.format),
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
        schedule=schedule.normalize_slots(plan.schedule),
    )


def _has_single_elimination(plan: Plan) -> bool:
    cut = plan.format in (Tournament.Format.SWISS_CUT, Tournament.Format.GROUPS)
    return plan.format == Tournament.Format.SINGLE or (cut and not plan.double_cut)


def _refuse(faults: dict[str, str]) -> None:
    if faults:
        raise Refused(
            _("Some settings need fixing: %(faults)s") % {"faults": " ".join(faults.values())},
            code="faulty_plan",
            fields=faults,
        )


def _ask_about_the_past(starts_at: datetime, question: str) -> None:
    """Somebody who sets up an evening that begins right now is not asked."""
    if starts_at < db_now() - JUST_NOW:
        raise Refused(question, code="start_in_the_past")


def _fixed(tournament: Tournament) -> str:
    if tournament.state == Tournament.State.OPEN:
        return _("Registration has opened, so this can no longer change.")
    if tournament.state == Tournament.State.RUNNING:
        return _("The tournament is running, so this can no longer change.")
    return _("The tournament is over, so this can no longer change.")


def _call_off_matches(tournament: Tournament) -> None:
    """Matches without a result end here; what was played stays as it is."""
    unfinished = Match.objects.filter(finished_at=None, called_off_at=None)
    for match in unfinished.filter(pairing__round__stage__tournament=tournament).order_by("pk"):
        match_start.cancel_match(match)


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
