"""What staff type at the desk: the start, results, no-shows, reasons, pairs set by hand."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django import forms
from django.db.models import QuerySet
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from bos_tournament.accounts.fields import offer
from bos_tournament.accounts.handles import bidi_isolated, normalize_handle
from bos_tournament.matches.forms import MOST_MARKS
from bos_tournament.matches.models import Match, Reason, Seat
from bos_tournament.messages import Words, localize, typed_or_proposed
from bos_tournament.pairing.groups import MOST_GOING_ON, MOST_GROUPS
from bos_tournament.pairing.repair import Mending
from bos_tournament.tournaments.entrants.participation import MOST_SEEDS
from bos_tournament.tournaments.models import MOST_EARNED_BYES, Entrant, Round, Tournament
from bos_tournament.tournaments.planning.tournament_settings import MOST_ROUND_MINUTES, MOST_ROUNDS
from bos_tournament.tournaments.rounds import separated_pairs
from bos_tournament.tournaments.rounds.round_clock import MOST_EXTENSION
from engine.hosting import Message

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

SCORES = ("2-0", "2-1", "1-2", "0-2", "1-0", "0-1", "1-1", "0-0")
BY_GAMES = "games"
MOST_HANDLE = 30
MOST_NAMED = 4  # of those who fit what was typed
OF_TWO_PEOPLE = dict.fromkeys(("same_person", "not_in_this_tournament", "never_to_meet"), "other")
UNBROKEN_DASH = "\u2060–\u2060"  # where a line ends, a score stays whole


TOLD_AT_THE_DESK, TIME_RAN_OUT, NOT_IN_TIME = (
    Message(f"desk.{name}") for name in ("told_at_the_desk", "time_ran_out", "not_in_time")
)


class WhyField(forms.CharField):
    """A reason; one that was proposed and left as it stands is a message of the site."""

    def __init__(self, *, proposed: Message | None = None, **kwargs: Any) -> None:
        super().__init__(max_length=300, **kwargs)
        self.proposed = proposed

    def clean(self, value: Any) -> Words:
        return typed_or_proposed(super().clean(value), [self.proposed] if self.proposed else [])


def why_field(label: "StrOrPromise", help_text: "StrOrPromise", *, proposed: Message | None = None) -> forms.CharField:
    return WhyField(label=label, help_text=help_text, proposed=proposed)


class StartForm(forms.Form):
    token = forms.CharField(max_length=40, widget=forms.HiddenInput)
    rounds = forms.IntegerField(label=_("Swiss rounds"), min_value=1, max_value=MOST_ROUNDS, required=False)
    groups = forms.IntegerField(min_value=1, max_value=MOST_GROUPS, required=False, widget=forms.HiddenInput)
    go_on = forms.IntegerField(min_value=1, max_value=MOST_GOING_ON, required=False, widget=forms.HiddenInput)


class GroupsForm(forms.Form):
    """Into how many groups the players are dealt, before the start."""

    groups = forms.IntegerField(label=_("Groups"), min_value=1, max_value=MOST_GROUPS)
    go_on = forms.IntegerField(label=_("Advance from each"), min_value=1, max_value=MOST_GOING_ON)


class ReasonForm(forms.Form):
    why = why_field(_("Reason"), _("Shown to the player."))


class DropForm(forms.Form):
    why = forms.CharField(label=_("Reason"), max_length=300, required=False, help_text=_("Shown to the player."))


class FlagForm(forms.Form):
    why = why_field(_("Reason"), _("Shown to the player."), proposed=TIME_RAN_OUT)


class VoidForm(forms.Form):
    why = why_field(_("Reason"), _("Both players see it and bid again."))


class MinutesForm(forms.Form):
    """The minutes of a round as it is started."""

    minutes = forms.IntegerField(label=_("Minutes"), min_value=1, max_value=MOST_ROUND_MINUTES)


class MoreMinutesForm(forms.Form):
    minutes = forms.IntegerField(
        label=_("Extra minutes for all tables"),
        min_value=-MOST_EXTENSION,
        max_value=MOST_EXTENSION,
        help_text=_("A negative number takes time away."),
    )


class ExtensionForm(forms.Form):
    minutes = forms.IntegerField(label=_("Extra minutes for this table"), min_value=1, max_value=MOST_EXTENSION)
    why = forms.CharField(label=_("Reason"), max_length=200, help_text=_("Public on the match page."))


class ClockTapForm(forms.Form):
    """Staff pause the clocks or let them go on, having seen this mark."""

    after = forms.IntegerField(min_value=0, max_value=MOST_MARKS, widget=forms.HiddenInput)
    why = forms.CharField(label=_("Reason"), max_length=200, required=False, help_text=_("Both players see it."))


class SetClocksForm(forms.Form):
    """What each player has left, as a clock shows it, and whose turn it is."""

    turn = forms.ChoiceField(label=_("Whose turn is it?"))
    why = forms.CharField(label=_("Reason"), max_length=200, help_text=_("Public on the match page."))

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.people = _people(match)
        offer(self, "turn", self.people)
        for number, name in self.people:
            self.fields[f"left_{number}"] = forms.RegexField(
                r"^[0-9]{1,3}:[0-5][0-9]$",
                label=gettext("Time left for %(name)s") % {"name": name},
                help_text=gettext("Minutes and seconds, like 12:30."),
                error_messages={"invalid": gettext("Use minutes and seconds, like 12:30.")},
            )
        self.order_fields([*(f"left_{number}" for number, _ in self.people), "turn", "why"])

    def told(self) -> dict[str, Any]:
        """The arguments of the deed."""
        cleaned = self.cleaned_data
        left = {int(number): _seconds(cleaned[f"left_{number}"]) for number, _ in self.people}
        return {"left": left, "turn": int(cleaned["turn"]), "why": cleaned["why"]}


def _seconds(face: str) -> int:
    minutes, seconds = face.split(":")
    return int(minutes) * 60 + int(seconds)


class FixedTableForm(forms.Form):
    table = forms.IntegerField(
        label=_("Fixed table"), required=False, min_value=1, max_value=4096, help_text=_("Empty: a table by standings.")
    )


class SeedingForm(forms.Form):
    seeding = forms.IntegerField(
        label=_("Place in the seeding"),
        required=False,
        min_value=1,
        max_value=MOST_SEEDS,
        help_text=_(
            "1 is the top seed. Empty: after the seeded players, by lot. Used in brackets, groups, "
            "round robins and a first Swiss round by seeding."
        ),
    )


class EarnedByesForm(forms.Form):
    byes = forms.IntegerField(
        label=_("Earned byes"),
        min_value=0,
        max_value=MOST_EARNED_BYES,
        help_text=_("0 to 3: the number of first Swiss rounds that count as won without playing."),
    )


class PersonField(forms.CharField):
    """An entrant of `people` by handle in any case, or by a part of it that fits nobody else."""

    people: QuerySet[Entrant]

    def __init__(self, *, label: "StrOrPromise", help_text: "StrOrPromise" = "") -> None:
        typed = {"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}
        super().__init__(label=label, max_length=MOST_HANDLE, help_text=help_text, widget=forms.TextInput(attrs=typed))

    def clean(self, value: Any) -> Entrant:
        typed = normalize_handle(super().clean(value))
        fit = self.people.filter(user__handle__icontains=typed).order_by("user__handle")
        entrants = list(self.people.filter(user__handle__iexact=typed)) or list(fit[: MOST_NAMED + 1])
        if not entrants:
            raise forms.ValidationError(
                gettext("No player here is called “%(typed)s”. Type the handle, or part of it.") % {"typed": typed}
            )
        if len(entrants) > 1:
            raise forms.ValidationError(
                gettext("“%(typed)s” matches several players: %(names)s. Type the whole handle.")
                % {"typed": typed, "names": _some(entrants)}
            )
        return entrants[0]


def _offer_people(form: forms.Form, people: QuerySet[Entrant]) -> None:
    """Each field for a person takes one of these."""
    for field in form.fields.values():
        if isinstance(field, PersonField):
            field.people = people


class SeparatedPairForm(forms.Form):
    """Two people who are not to meet in Swiss rounds."""

    refused_at = OF_TWO_PEOPLE

    one = PersonField(label=_("This player"), help_text=_("The handle, or a part that only this player has."))
    other = PersonField(label=_("must not meet"))
    never = forms.TypedChoiceField(
        label=_("How strict"),
        choices=[("yes", _("Never, even if others must meet twice")), ("no", _("Only if that avoids a rematch"))],
        coerce=lambda value: value == "yes",
        initial="yes",
        widget=forms.RadioSelect,
    )
    why = forms.CharField(label=_("Reason"), max_length=300, required=False, help_text=_("Only staff see it."))

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer_people(self, separated_pairs.people_of(tournament))


class SwapEntrantsForm(forms.Form):
    """Two people of a draft who change places."""

    refused_at = OF_TWO_PEOPLE

    one = PersonField(label=_("This player"), help_text=_("The handle, or a part that only this player has."))
    other = PersonField(label=_("swaps with"))
    why = why_field(_("Reason"), _("Public at the pairing."))

    def __init__(self, *args: Any, round_: Round, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        seated = Entrant.objects.filter(sittings__round=round_).select_related("user")
        _offer_people(self, seated)


class FinalStandingsUpdateForm(forms.Form):
    """Closed standings that are closed anew after a correction."""

    stage = forms.IntegerField(min_value=1, max_value=100, widget=forms.HiddenInput)
    token = forms.CharField(max_length=40, widget=forms.HiddenInput)
    why = why_field(_("Reason"), _("Public, next to the standings."))


class RepairForm(forms.Form):
    """How a round is mended that was paired from a result corrected since."""

    token = forms.CharField(max_length=40, widget=forms.HiddenInput)
    mending = forms.TypedChoiceField(
        label=_("What to do"), choices=[(mending.value, mending.value) for mending in Mending], coerce=Mending
    )
    why = why_field(_("Reason"), _("Shown to everyone at the affected tables, or above the round."))


class NoShowForm(forms.Form):
    absent = forms.MultipleChoiceField(label=_("Who is missing?"), widget=forms.CheckboxSelectMultiple)
    and_drop = forms.BooleanField(label=_("Also drop them from the tournament"), required=False)
    why = why_field(
        _("Reason"), _("For example: not at the table ten minutes after the round began."), proposed=NOT_IN_TIME
    )

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "absent", _people(match))


class LookForm(forms.Form):
    seat = forms.ChoiceField(label=_("Whose deck list?"), widget=forms.RadioSelect)
    purpose = forms.CharField(
        label=_("Purpose"), max_length=120, help_text=_("Kept with your name; the owner sees it.")
    )

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "seat", _people(match))


class ResultForm(forms.Form):
    """The result of a whole match: games, and who wins where the games do not say it."""

    score = forms.ChoiceField(label=_("Games won"), widget=forms.RadioSelect)
    winner = forms.ChoiceField(label=_("Winner of the match"))
    reason = forms.TypedChoiceField(label=_("How it ended"), choices=Reason, coerce=Reason, initial=Reason.PLAYED)
    why = why_field(_("Reason"), _("Public on the match page."), proposed=TOLD_AT_THE_DESK)
    seen = forms.IntegerField(min_value=0, required=False)  # the version of the match that was looked at

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seats: dict[int, Seat] = {seat.number: seat for seat in match.seats.select_related("user")}
        offer(self, "score", [(score, self._said(score)) for score in SCORES])
        if match.finished_at is None:
            self.fields["why"].initial = localize(TOLD_AT_THE_DESK)
        nobody = [("0", gettext("nobody"))]
        offer(self, "winner", [(BY_GAMES, gettext("the player with more games won")), *_people(match), *nobody])

    def _said(self, score: str) -> str:
        first, second = (bidi_isolated(str(self.seats[number].user)) for number in (1, 2))
        dashed = score.replace("-", UNBROKEN_DASH)
        return format_html('<span class="score"><bdi>{}</bdi> <b>{}</b> <bdi>{}</bdi></span>', first, dashed, second)

    def won_games(self) -> dict[int, int]:
        """Games won by seat number."""
        first, second = map(int, self.cleaned_data["score"].split("-"))
        return {1: first, 2: second}

    def winning_seat(self) -> Seat | None:
        """Who wins the match: as chosen, or whoever won more games."""
        if self.cleaned_data["winner"] != BY_GAMES:
            return self.seats.get(int(self.cleaned_data["winner"]))
        first, second = self.won_games().values()
        return None if first == second else self.seats[1 if first > second else 2]


def _some(people: Sequence[Entrant]) -> str:
    names = ", ".join(str(entrant.user) for entrant in people[:MOST_NAMED])
    return gettext("%(names)s and others") % {"names": names} if len(people) > MOST_NAMED else names


def _people(match: Match) -> list[tuple[str, str]]:
    return [(str(seat.number), str(seat.user)) for seat in match.seats.select_related("user")]
