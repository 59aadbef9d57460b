"""Setting up a tournament like an earlier one: a duplicate of it, or a template kept for any evening to come.

Moments keep their distance to the start, counted on the clock of the hall, so that check-in at nine stays at nine.
"""

from dataclasses import asdict, fields, replace
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from bos_tournament.accounts import single_line_text
from bos_tournament.accounts.models import User
from bos_tournament.errors import Refused
from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.models.template import Template
from bos_tournament.tournaments.planning import lifecycle
from bos_tournament.tournaments.planning.lifecycle import plan_of
from bos_tournament.tournaments.planning.tournament_settings import MOMENTS, Plan

MOST_TEMPLATES = 50
OWN = frozenset({"name", "starts_at", *MOMENTS})  # what a template does not keep as it is


def duplicate(tournament: Tournament, *, by: User, name: str, starts_at: datetime, sure: bool = False) -> Tournament:
    """A draft with the same settings, moved to another start; nobody is entered, and only `by` is its staff.

    Raises Refused (`faulty_plan`, `start_in_the_past`) like setting up any tournament.
    """
    return lifecycle.create(by, replace(_moved(plan_of(tournament), starts_at), name=name), sure=sure)


def keep_template(tournament: Tournament, *, by: User, name: str) -> Template:
    """Keeps the settings under a name, for `by` alone.

    Raises Refused: `name_missing`, `name_taken`, `too_many_templates`.
    """
    if not (name := single_line_text.checked(name, field="name")[:80]):
        raise Refused(_("Give the template a name."), code="name_missing")
    if by.templates.count() >= MOST_TEMPLATES:
        raise Refused(
            _("You have %(most)s templates; delete one first.") % {"most": MOST_TEMPLATES}, code="too_many_templates"
        )
    plan, zone = plan_of(tournament), tournament.zone
    settings: dict[str, Any] = {field: value for field, value in asdict(plan).items() if field not in OWN}
    settings["minutes"] = {
        field: _minutes(getattr(plan, field), plan.starts_at, zone) for field in MOMENTS if getattr(plan, field)
    }
    try:
        with transaction.atomic():
            return by.templates.create(name=name, settings=settings)
    except IntegrityError:
        raise Refused(_("You have a template with this name; choose another."), code="name_taken") from None


def use_template(template: Template, *, by: User, name: str, starts_at: datetime, sure: bool = False) -> Tournament:
    """A draft with the settings of a template. Settings that are new since it was kept are as usual.

    Raises Refused (`faulty_plan`, `start_in_the_past`) like setting up any tournament.
    """
    setting_names = {field.name for field in fields(Plan)} - OWN
    settings = {field: value for field, value in template.settings.items() if field in setting_names}
    settings["tie_breaks"] = tuple(settings.get("tie_breaks", ()))
    settings["schedule"] = tuple((minutes, event) for minutes, event in settings.get("schedule", ()))
    zone = ZoneInfo(settings.get("time_zone", "UTC"))
    moments: dict[str, Any] = {
        field: _after(starts_at, timedelta(minutes=minutes), zone)
        for field, minutes in template.settings.get("minutes", {}).items()
        if field in MOMENTS
    }
    return lifecycle.create(by, Plan(name=name, starts_at=starts_at, **settings, **moments), sure=sure)


def _moved(plan: Plan, starts_at: datetime) -> Plan:
    zone = ZoneInfo(plan.time_zone)
    moments: dict[str, Any] = {
        field: _after(starts_at, _on_the_wall(moment, zone) - _on_the_wall(plan.starts_at, zone), zone)
        for field in MOMENTS
        if (moment := getattr(plan, field))
    }
    return replace(plan, starts_at=starts_at, **moments)


def _minutes(moment: datetime, start: datetime, zone: ZoneInfo) -> int:
    """From the start, on the clock on the wall."""
    return int((_on_the_wall(moment, zone) - _on_the_wall(start, zone)).total_seconds() // 60)


def _after(start: datetime, later: timedelta, zone: ZoneInfo) -> datetime:
    return (_on_the_wall(start, zone) + later).replace(tzinfo=zone)


def _on_the_wall(moment: datetime, zone: ZoneInfo) -> datetime:
    return moment.astimezone(zone).replace(tzinfo=None)
