"""Forms of series: what an organizer writes about one, and who and what is put into it."""

import re
from dataclasses import asdict

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from bos_tournament.accounts.fields import offer_rows
from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.models.series import Series
from bos_tournament.tournaments.series.series_setup import (
    MOST_PLAYERS,
    MOST_POINTS,
    MOST_TOURNAMENTS,
    SeriesPlan,
    plan_of,
)

LONGEST_NUMBER = 6


class SeriesForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=80)
    description = forms.CharField(
        label=_("Description"),
        required=False,
        max_length=8_000,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_("Markdown: **bold**, lists, links and tables work."),
    )
    starts_on = forms.DateField(
        label=_("First day"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={"invalid": _("Use a date like 2027-03-06.")},
    )
    ends_on = forms.DateField(
        label=_("Last day"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=_("Empty: not known yet. Tournaments on other days can belong to the series too."),
        error_messages={"invalid": _("Use a date like 2027-03-06.")},
    )
    points = forms.CharField(
        label=_("Points per place"),
        max_length=1_000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("First place first. Later places get none. Players who share a place all get its points."),
        error_messages={"required": _("Give points for at least the first place.")},
    )
    taking_part = forms.IntegerField(
        label=_("Points for taking part"),
        min_value=0,
        max_value=MOST_POINTS,
        help_text=_("Added for each player who played. 0: none."),
    )
    best = forms.IntegerField(
        label=_("Results that count"),
        required=False,
        min_value=1,
        max_value=MOST_TOURNAMENTS,
        help_text=_("Only a player's best. Empty: all of them."),
    )
    full_at = forms.IntegerField(
        label=_("Players for full points"),
        min_value=0,
        max_value=MOST_PLAYERS,
        help_text=_(
            "With fewer players, a place gives a share, rounded up: half for half as many. 0: always full points."
        ),
    )

    def __init__(self, data: dict | None = None, *, series: Series | None = None) -> None:
        plan = plan_of(series) if series else SeriesPlan(name="")
        super().__init__(data, initial=asdict(plan) | {"points": ", ".join(map(str, plan.points))})

    def clean_points(self) -> tuple[int, ...]:
        """Whole numbers with commas, semicolons or spaces between them."""
        parts = [part for part in re.split(r"[\s,;]+", self.cleaned_data["points"]) if part]
        for part in parts:
            if not (part.isascii() and part.isdigit() and len(part) <= LONGEST_NUMBER):
                sentence = gettext("“%(part)s” is not a whole number; use points such as 30, 24, 20.") % {
                    "part": part[:20]
                }
                raise forms.ValidationError(sentence, code="no_number")
        return tuple(map(int, parts))

    def plan(self) -> SeriesPlan:
        return SeriesPlan(**self.cleaned_data)

    def sections(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields under headings, as people think of them."""
        return [
            (gettext("What and when"), [self[name] for name in ("name", "description", "starts_on", "ends_on")]),
            (gettext("Points"), [self[name] for name in ("points", "taking_part", "best", "full_at")]),
        ]


class IntoSeriesForm(forms.Form):
    """A series for a tournament."""

    series = forms.ModelChoiceField(
        label=_("Series"),
        queryset=Series.objects.none(),
        to_field_name="slug",
        empty_label=None,
        error_messages={"invalid_choice": _("Choose a series you organize that does not include it yet.")},
    )

    def __init__(self, data: dict | None = None, *, choices: QuerySet[Series]) -> None:
        super().__init__(data)
        offer_rows(self, "series", choices)


class TournamentForm(forms.Form):
    """A tournament for a series."""

    tournament = forms.ModelChoiceField(
        label=_("Tournament"),
        queryset=Tournament.objects.none(),
        to_field_name="slug",
        empty_label=None,
        error_messages={"invalid_choice": _("Choose a tournament you organize that is not in it yet.")},
    )

    def __init__(self, data: dict | None = None, *, choices: QuerySet[Tournament]) -> None:
        super().__init__(data)
        offer_rows(self, "tournament", choices)


class OrganizerForm(forms.Form):
    handle = forms.CharField(label=_("Handle"), max_length=30, help_text=_("They need an account."))
