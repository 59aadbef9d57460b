"""Forms of organizers: the settings of a tournament, the announcement, the cancelling."""

from copy import copy
from dataclasses import asdict, replace
from datetime import datetime
from itertools import groupby
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django import forms
from django.db.models import Field
from django.utils import timezone
from django.utils.functional import lazy
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from bos_tournament.messages import localize
from bos_tournament.pairing.tie_breaks import TIE_BREAKS
from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.planning.lifecycle import changeable, choices_of, plan_of
from bos_tournament.tournaments.planning.tournament_settings import (
    MOMENTS,
    SETTINGS,
    USUAL,
    Plan,
    kind_of,
    may_be_none,
)
from bos_tournament.tournaments.structure import schedule
from bos_tournament.tournaments.structure.format_defaults import default_capacity

AREAS = ("Africa/", "America/", "Antarctica/", "Asia/", "Atlantic/", "Australia/", "Europe/", "Indian/", "Pacific/")
CHOICES_OF_TIE_BREAKS = 5
NEW = {name: value for name, value in USUAL.items() if value}
_MOMENT_FAULTS = {"required": _("Enter when it starts."), "invalid": _("Use a date and time like 2027-03-06 10:00.")}
ZONES = ["UTC", *sorted(zone for zone in available_timezones() if zone.startswith(AREAS))]


def _field(db_field: "Field[Any, Any]", **options: Any) -> forms.Field | None:
    """The field of a setting, as its description says; what is not said there is as the model says."""
    name, kind, setting = db_field.name, kind_of(db_field.name), SETTINGS[db_field.name]
    required = not (may_be_none(name) or setting.left_out)
    facts: dict[str, Any] = {"label": setting.label, "help_text": setting.help, "required": required}
    if kind is datetime:
        return forms.DateTimeField(**facts, widget=_moment_input(), error_messages=_MOMENT_FAULTS)
    if kind is int and not setting.choices:
        return forms.IntegerField(**facts, min_value=setting.least, max_value=setting.most)
    if setting.choices and not db_field.choices:
        return forms.ChoiceField(**facts, choices=setting.choices)
    field = db_field.formfield(**options | {"label": setting.label, "help_text": setting.help})
    if field and setting.left_out:
        field.required = False
    return field


def _moment_input() -> forms.DateTimeInput:
    return forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")


lazy_words = lazy(localize, str)


class TieBreaksWidget(forms.MultiWidget):
    """One choice after the other; empty ones are passed over."""

    use_fieldset = True

    def __init__(self) -> None:
        choices = [
            ("", "–"),
            *(
                (
                    key,
                    format_lazy(
                        "{short}: {label}", short=lazy_words(tie_break.short), label=lazy_words(tie_break.label)
                    ),
                )
                for key, tie_break in TIE_BREAKS.items()
            ),
        ]
        names = [
            format_lazy(_("Tie-breaker {number}"), number=number) for number in range(1, CHOICES_OF_TIE_BREAKS + 1)
        ]
        super().__init__([forms.Select(attrs={"aria-label": name}, choices=choices) for name in names])

    def decompress(self, value: tuple[str, ...] | None) -> list[str]:
        chosen = list(value or ())
        return [*chosen, *[""] * (CHOICES_OF_TIE_BREAKS - len(chosen))]


class TieBreaksField(forms.MultiValueField):
    """Tie-breaks in the order they decide, as keys."""

    widget = TieBreaksWidget

    def __init__(self) -> None:
        choices = [("", ""), *((key, key) for key in TIE_BREAKS)]
        fields = [forms.ChoiceField(choices=choices, required=False) for _ in range(CHOICES_OF_TIE_BREAKS)]
        super().__init__(
            fields,
            required=False,
            label=SETTINGS["tie_breaks"].label,
            help_text=SETTINGS["tie_breaks"].help,
        )

    def compress(self, data_list: list[str]) -> tuple[str, ...]:
        return tuple(key for key in data_list if key)


class PlanForm(forms.ModelForm):
    """The settings of a tournament. Moments are written and read in the zone chosen in the same form."""

    one_of = ("place", "online")
    refused_at = {"start_in_the_past": "starts_at"}

    time_zone = forms.ChoiceField(
        label=SETTINGS["time_zone"].label,
        choices=[(zone, zone.replace("_", " ")) for zone in ZONES],
        help_text=SETTINGS["time_zone"].help,
    )
    schedule = forms.CharField(
        label=SETTINGS["schedule"].label,
        required=False,
        max_length=schedule.MOST_LETTERS,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=SETTINGS["schedule"].help,
    )
    ranking = forms.ChoiceField(
        label=SETTINGS["ranking"].label,
        choices=[("", _("Default for the format")), *SETTINGS["ranking"].choices],
        required=False,
        help_text=SETTINGS["ranking"].help,
    )
    tie_breaks = TieBreaksField()

    class Meta:
        model = Tournament
        fields = list(SETTINGS)
        widgets = {"description": forms.Textarea(attrs={"rows": 8})}
        formfield_callback = _field

    def __init__(self, data: dict | None = None, *, tournament: Tournament | None = None) -> None:
        self.tournament = tournament
        super().__init__(data, instance=copy(tournament), initial=_written(tournament) if tournament else NEW)
        if tournament:
            for name in self.fields.keys() - changeable(tournament):
                self.fields[name].disabled = True

    @property
    def asks_about_the_past(self) -> bool:
        """Was it refused only until somebody says that a start in the past is meant?"""
        return self.has_error("starts_at", "start_in_the_past")

    def clean(self) -> dict:
        """A choice that was not sent stays as it is; in a new tournament it is as usual."""
        cleaned = super().clean() or self.cleaned_data
        for name, setting in SETTINGS.items():
            if setting.left_out and cleaned.get(name) in (None, ""):
                cleaned[name] = self._left_out(name, cleaned.get("format", ""))
        cleaned["schedule"] = self._schedule(cleaned)
        return cleaned

    def _left_out(self, name: str, format_: str) -> Any:
        if self.tournament and SETTINGS[name].left_out == "stays":
            return getattr(self.tournament, name)
        return default_capacity(format_) if name == "capacity" else USUAL[name]

    def _schedule(self, cleaned: dict) -> tuple[tuple[int, str], ...]:
        """What the lines say, as soon as there is a start to count them from."""
        if not cleaned.get("starts_at"):
            return ()
        zone = ZoneInfo(cleaned.get("time_zone") or "UTC")
        slots, faults = schedule.parse_schedule(cleaned.get("schedule", ""), starts_at=cleaned["starts_at"], zone=zone)
        for fault in faults:
            self.add_error("schedule", fault)
        return slots

    def full_clean(self) -> None:
        zone_name = self["time_zone"].value()
        with timezone.override(ZoneInfo(zone_name if zone_name in ZONES else "UTC")):
            super().full_clean()

    def plan(self) -> Plan:
        """What was written; settings that may not change any more stay to the second."""
        if self.tournament is None:
            return Plan(**self.cleaned_data)
        may = changeable(self.tournament)
        return replace(
            plan_of(self.tournament), **{name: value for name, value in self.cleaned_data.items() if name in may}
        )

    def sections(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields under headings, as people think of them."""
        by_section = groupby(SETTINGS, key=lambda name: str(SETTINGS[name].section))
        return [(heading, [self[name] for name in names]) for heading, names in by_section]


def _written(tournament: Tournament) -> dict[str, object]:
    """The settings as the form shows them: moments as the clock on the tournament's wall says."""
    values = asdict(choices_of(tournament))
    values["schedule"] = schedule.format_schedule(tournament)
    return values | {
        name: timezone.make_naive(values[name], tournament.zone) for name in ("starts_at", *MOMENTS) if values[name]
    }


class CancelForm(forms.Form):
    refused_at = {"not_confirmed": "confirmation"}

    confirmation = forms.CharField(label=_("The tournament's name"), max_length=80, help_text=_("Type it to confirm."))
