"""Forms of organizers: the settings of a tournament, the announcement, the cancelling."""

from copy import copy
from dataclasses import asdict, fields, replace
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django import forms
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from bos_tournament.errors import Refused
from bos_tournament.pairing.event import FirstRound
from bos_tournament.pairing.groups import MOST_GROUPS
from bos_tournament.pairing.tie_breaks import TIE_BREAKS
from bos_tournament.tournaments import schedule
from bos_tournament.tournaments.models import RANKINGS, Tournament
from bos_tournament.tournaments.planning import (
    MOMENTS,
    MOST_CALL_MINUTES,
    MOST_CLOCK_MINUTES,
    MOST_DELAY,
    MOST_LATE_MINUTES,
    MOST_ROUND_MINUTES,
    MOST_ROUNDS,
    MOST_SEAT_MINUTES,
    Plan,
    changeable,
    choices_of,
    plan_of,
)
from bos_tournament.tournaments.round_robins import MOST_PLAYERS
from bos_tournament.tournaments.usual import PLACES, places
from engine.bos.editions import EDITIONS

LEFT_OUT = ("capacity", "first_round", "stage_lists", "cut_lists", "call_minutes", "late_minutes", "seat_minutes")
PLAIN = {field.name: field.default for field in fields(Plan) if field.name in LEFT_OUT}
AREAS = ("Africa/", "America/", "Antarctica/", "Asia/", "Atlantic/", "Australia/", "Europe/", "Indian/", "Pacific/")
CHOICES_OF_TIE_BREAKS = 5
NEW: dict[str, Any] = {
    "first_round": FirstRound.RANDOM.value,
    "time_zone": "UTC",
    "edition": "bos-1",
    "clock_delay": 30,
    "call_minutes": PLAIN["call_minutes"],
    "late_minutes": PLAIN["late_minutes"],
    "seat_minutes": PLAIN["seat_minutes"],
}
# Which field of a form a refusal is about, where the deed does not name one.
FIELD_OF = {
    **dict.fromkeys(("handle_taken", "handle_malformed", "handle_reserved"), "handle"),
    **dict.fromkeys(("unknown_table", "no_match", "own_match"), "table"),
    **dict.fromkeys(("same_person", "not_in_this_tournament", "never_to_meet"), "other"),
    "not_confirmed": "confirmation",
    "start_in_the_past": "starts_at",
    "address_taken": "url",
    "topic_missing": "topics",
}
ZONES = ["UTC", *sorted(zone for zone in available_timezones() if zone.startswith(AREAS))]


def show_refusal(form: forms.BaseForm, refusal: Refused) -> None:
    """Puts what a deed refused at the fields that it names or that its code is about, else above the form."""
    at_fields = refusal.facts.get("fields")
    if not isinstance(at_fields, dict):
        at_fields = {FIELD_OF.get(refusal.code, ""): str(refusal)}
    for field, sentence in at_fields.items():
        form.add_error(field if field in form.fields else None, forms.ValidationError(sentence, code=refusal.code))


def _moment(label: str, help_text: str, *, required: bool = False) -> forms.DateTimeField:
    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
    missing = {"required": _("Say when it starts."), "invalid": _("Write a date and a time like 2027-03-06 10:00.")}
    return forms.DateTimeField(
        label=label, help_text=help_text, required=required, widget=widget, error_messages=missing
    )


class TieBreaksWidget(forms.MultiWidget):
    """One choice after the other; empty ones are passed over."""

    use_fieldset = True

    def __init__(self) -> None:
        choices = [
            ("", "–"),
            *(
                (key, format_lazy("{short}: {label}", short=_(one.short), label=_(one.label)))
                for key, one in TIE_BREAKS.items()
            ),
        ]
        names = [format_lazy(_("Tie-break {number}"), number=number) for number in range(1, CHOICES_OF_TIE_BREAKS + 1)]
        super().__init__([forms.Select(attrs={"aria-label": name}, choices=choices) for name in names])

    def decompress(self, value: tuple[str, ...] | None) -> list[str]:
        chosen = list(value or ())
        return [*chosen, *[""] * (CHOICES_OF_TIE_BREAKS - len(chosen))]


class TieBreaksField(forms.MultiValueField):
    """Tie-breaks in the order they decide, as keys."""

    widget = TieBreaksWidget

    def __init__(self) -> None:
        known = [("", ""), *((key, key) for key in TIE_BREAKS)]
        fields = [forms.ChoiceField(choices=known, required=False) for _ in range(CHOICES_OF_TIE_BREAKS)]
        super().__init__(
            fields,
            required=False,
            label=_("Tie-breaks in another order"),
            help_text=_("Empty: in the order that belongs to the choice above."),
        )

    def compress(self, data_list: list[str]) -> tuple[str, ...]:
        return tuple(key for key in data_list if key)


class PlanForm(forms.ModelForm):
    """The settings of a tournament. Moments are written and read in the zone chosen in the same form."""

    one_of = ("place", "online")

    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=[(zone, zone.replace("_", " ")) for zone in ZONES],
        help_text=_("All times below are meant in this zone."),
    )
    starts_at = _moment(_("Start"), _("When the first round begins."), required=True)
    registration_opens_at = _moment(_("Registration opens"), _("Empty: as soon as you open the tournament."))
    registration_closes_at = _moment(_("Registration closes"), _("Empty: at the start."))
    check_in_opens_at = _moment(_("Check-in opens"), _("Empty: nobody needs to check in."))
    check_in_closes_at = _moment(_("Check-in closes"), _("Empty: at the start."))
    list_deadline = _moment(_("Deck lists are due"), _("Empty: at the start. Afterwards lists are locked."))
    schedule = forms.CharField(
        label=_("Schedule"),
        required=False,
        max_length=schedule.MOST_LETTERS,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=_(
            "Rounds and breaks as you expect them, a line each, such as 10:00 Round 1. A time alone is on the day of "
            "the start; another day stands before it: 2027-03-07 10:00 Round 6."
        ),
    )
    capacity = forms.IntegerField(
        label=_("Places"),
        required=False,
        min_value=2,
        max_value=4096,
        help_text=format_lazy(
            _(
                "Who comes later waits in order for a free place. Empty: {usual}, or {most} where everyone meets "
                "everyone; in a tournament that is set up, as it is."
            ),
            usual=PLACES,
            most=MOST_PLAYERS,
        ),
    )
    swiss_rounds = forms.IntegerField(
        label=_("Swiss rounds"),
        required=False,
        min_value=1,
        max_value=MOST_ROUNDS,
        help_text=_(
            "Empty: as many as suit the players at the start, such as 3 for 8, 5 for up to 32, 6 for up to 64."
        ),
    )
    groups = forms.IntegerField(
        label=_("Groups"),
        required=False,
        min_value=1,
        max_value=MOST_GROUPS,
        help_text=_(
            "For groups: how many. Empty: as suits the players at the start, such as 2 for 8, 4 for "
            "16, 8 for 32 players."
        ),
    )
    group_size = forms.IntegerField(
        label=_("Players in a group"),
        required=False,
        min_value=3,
        max_value=MOST_PLAYERS,
        help_text=_("Instead of their number: at most so many in each group."),
    )
    go_on = forms.IntegerField(
        label=_("Go on from each group"),
        required=False,
        min_value=1,
        max_value=MOST_PLAYERS - 1,
        help_text=_("Into the bracket, where people of one group meet again as late as possible. Empty: the best two."),
    )
    ranking = forms.ChoiceField(
        label=_("How players with equal points are ranked"),
        choices=[("", _("As suits the format")), *RANKINGS],
        required=False,
        help_text=_(
            "As suits the format: by direct encounter where everyone meets everyone and in groups, otherwise by "
            "opponents' match wins. Everybody reads the whole rule beside the standings."
        ),
    )
    tie_breaks = TieBreaksField()
    round_minutes = forms.IntegerField(
        label=_("Minutes of a round"),
        required=False,
        min_value=1,
        max_value=MOST_ROUND_MINUTES,
        help_text=_("Empty: rounds have no limit. The desk starts the time when people sit, and gives tables more."),
    )
    clock_minutes = forms.IntegerField(
        label=_("Minutes of each player"),
        required=False,
        min_value=1,
        max_value=MOST_CLOCK_MINUTES,
        help_text=_("Empty: no player clocks. The rules name 15; players tap on their phones when a turn ends."),
    )
    clock_delay = forms.IntegerField(
        label=_("Seconds of each turn that cost nothing"),
        required=False,
        min_value=0,
        max_value=MOST_DELAY,
        help_text=_("With player clocks; empty: 30, as the rules name it. What is not used of them is lost."),
    )
    seat_minutes = forms.IntegerField(
        label=_("Minutes until who is not at the table is missing"),
        min_value=1,
        max_value=MOST_SEAT_MINUTES,
        help_text=_(
            "Counted from when a round is published, on the phones of both players too. Nothing is lost by itself: the "
            "desk is told who is missing. Empty: as it is; at first 10."
        ),
    )
    call_minutes = forms.IntegerField(
        label=_("Minutes until a call for a judge is pressing"),
        min_value=1,
        max_value=MOST_CALL_MINUTES,
        help_text=_("A call that nobody took by then is marked at the desk. Empty: as it is; at first 5."),
    )
    late_minutes = forms.IntegerField(
        label=_("Minutes until a table is late beside the others"),
        min_value=1,
        max_value=MOST_LATE_MINUTES,
        help_text=_(
            "Counted from when half of the tables had a result: then the desk sees the table, and its players are "
            "reminded. Empty: as it is; at first 15."
        ),
    )
    edition = forms.ChoiceField(
        label=_("Edition of the rules"),
        choices=[(edition.name, _(edition.title)) for edition in EDITIONS.values()],
        help_text=_("Fixed when registration opens."),
    )

    class Meta:
        model = Tournament
        fields = [
            "name",
            "description",
            "place",
            "online",
            "time_zone",
            "starts_at",
            "capacity",
            "registration_opens_at",
            "registration_closes_at",
            "check_in_opens_at",
            "check_in_closes_at",
            "list_deadline",
            "schedule",
            "format",
            "swiss_rounds",
            "first_round",
            "cut",
            "double_cut",
            "groups",
            "group_size",
            "go_on",
            "third_place",
            "ranking",
            "tie_breaks",
            "edition",
            "bids_on_paper",
            "approval",
            "code_only",
            "publish_lists",
            "round_minutes",
            "clock_minutes",
            "clock_delay",
            "clock_per_game",
            "call_minutes",
            "late_minutes",
            "seat_minutes",
            "stage_lists",
            "cut_lists",
        ]
        labels = {
            "name": _("Name"),
            "description": _("Description"),
            "place": pgettext_lazy("where", "Place"),
            "format": _("Format"),
            "online": _("Played online"),
            "first_round": _("First Swiss round"),
            "cut": _("Top cut"),
            "double_cut": _("The bracket afterwards is a double elimination"),
            "third_place": _("Play for third place"),
            "bids_on_paper": _("Bids on paper"),
            "approval": _("Staff accept each player"),
            "code_only": _("Only with the join code"),
            "publish_lists": _("Publish all deck lists after the end"),
            "clock_per_game": _("A player's minutes are for each game"),
            "stage_lists": _("Deck lists while the first stage is played"),
            "cut_lists": _("Deck lists while the cut is played"),
        }
        help_texts = {
            "description": _("Markdown: **bold**, lists, links and tables work."),
            "place": _("Town and hall, as people would look it up."),
            "first_round": _("Places in the seeding are given on the page of each player, before the start."),
            "cut": _("For Swiss with a top cut: how many play on in a bracket."),
            "double_cut": _("After a cut or groups: only who loses twice is out."),
            "third_place": _("In single elimination the losers of the semi-finals meet."),
            "bids_on_paper": _("Players write bids at the table and staff enter both together. Shown to everybody."),
            "approval": _("Who joins asks first, and gets a place or a place in the queue when staff accept."),
            "code_only": _("Who finds the page cannot join without the code. The screen of the hall keeps it back."),
            "publish_lists": _(
                "Players are told before they hand in. Once a list is in, this can only be switched off."
            ),
            "clock_per_game": _("Otherwise they are for the whole match, and whose time runs out may lose the match."),
            "stage_lists": _("Players are told before they hand in. Once a list is in, it can only become stricter."),
            "cut_lists": _("For Swiss with a top cut: of those who play on, from the moment the bracket is drawn."),
        }
        widgets = {"description": forms.Textarea(attrs={"rows": 8})}

    def __init__(self, data: dict | None = None, *, tournament: Tournament | None = None) -> None:
        self.tournament = tournament
        super().__init__(data, instance=copy(tournament), initial=_written(tournament) if tournament else NEW)
        if tournament:
            for name in self.fields.keys() - changeable(tournament):
                self.fields[name].disabled = True
        for name in LEFT_OUT:
            self.fields[name].required = False

    @property
    def asks_about_the_past(self) -> bool:
        """Was it refused only until somebody says that a start in the past is meant?"""
        return self.has_error("starts_at", "start_in_the_past")

    def clean(self) -> dict:
        """A choice that was not sent stays as it is; in a new tournament it is as usual."""
        given = super().clean()
        for name in LEFT_OUT:
            given[name] = given.get(name) or self._left_out(name, given.get("format", ""))
        given["schedule"] = self._schedule(given)
        return given

    def _left_out(self, name: str, format_: str) -> Any:
        if self.tournament:
            return getattr(self.tournament, name)
        return places(format_) if name == "capacity" else PLAIN[name]

    def _schedule(self, given: dict) -> tuple[tuple[int, str], ...]:
        """What the lines say, as soon as there is a start to count them from."""
        if not given.get("starts_at"):
            return ()
        zone = ZoneInfo(given.get("time_zone") or "UTC")
        found, faults = schedule.read(given.get("schedule", ""), starts_at=given["starts_at"], zone=zone)
        for said in faults:
            self.add_error("schedule", said)
        return found

    def clean_clock_delay(self) -> int:
        given = self.cleaned_data["clock_delay"]
        return NEW["clock_delay"] if given is None else given

    def full_clean(self) -> None:
        given = self["time_zone"].value()
        with timezone.override(ZoneInfo(given if given in ZONES else "UTC")):
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
        names = {
            gettext("What and where"): ["name", "place", "online", "description"],
            gettext("When"): ["time_zone", "starts_at", *MOMENTS, "schedule"],
            gettext("Who takes part"): ["capacity", "approval", "code_only"],
            gettext("How it is played"): ["format", "edition"],
            gettext("Swiss rounds and the cut"): ["swiss_rounds", "first_round", "cut"],
            gettext("Groups"): ["groups", "group_size", "go_on"],
            gettext("The bracket"): ["double_cut", "third_place"],
            gettext("Standings"): ["ranking", "tie_breaks"],
            gettext("Time"): [
                "round_minutes",
                "clock_minutes",
                "clock_delay",
                "clock_per_game",
                "seat_minutes",
                "late_minutes",
                "call_minutes",
            ],
            gettext("Bids and lists"): ["bids_on_paper", "stage_lists", "cut_lists", "publish_lists"],
        }
        return [(heading, [self[name] for name in inside]) for heading, inside in names.items()]


def _written(tournament: Tournament) -> dict[str, object]:
    """The settings as the form shows them: moments as the clock on the tournament's wall says."""
    values = asdict(choices_of(tournament))
    values["schedule"] = schedule.written(tournament)
    return values | {
        name: timezone.make_naive(values[name], tournament.zone) for name in ("starts_at", *MOMENTS) if values[name]
    }


class AnnouncementForm(forms.Form):
    text = forms.CharField(
        label=_("Announcement"),
        required=False,
        max_length=400,
        help_text=_("One sentence on every page of the tournament. Empty takes it down."),
        widget=forms.Textarea(attrs={"rows": 2}),
        error_messages={"max_length": _("An announcement has at most 400 characters; shorten it.")},
    )


class CancelForm(forms.Form):
    confirmation = forms.CharField(label=_("The tournament's name"), max_length=80, help_text=_("Type it to confirm."))
