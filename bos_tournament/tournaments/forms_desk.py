"""What staff type at the desk: the start, results, no-shows, reasons, pairs set by hand."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from bos_tournament.accounts.handles import one_piece, tidied
from bos_tournament.matches.forms import MOST_MARKS
from bos_tournament.matches.models import Match, Reason, Seat
from bos_tournament.pairing.groups import MOST_GOING_ON, MOST_GROUPS
from bos_tournament.pairing.repair import Mending
from bos_tournament.tournaments import apart
from bos_tournament.tournaments.fielding import MOST_SEEDS
from bos_tournament.tournaments.kept_words import TOLD_AT_THE_DESK, kept
from bos_tournament.tournaments.models import MOST_EARNED_BYES, Entrant, Round, Tournament
from bos_tournament.tournaments.planning import MOST_ROUND_MINUTES, MOST_ROUNDS
from bos_tournament.tournaments.timing import MOST_EXTENSION

SCORES = ("2-0", "2-1", "1-2", "0-2", "1-0", "0-1", "1-1", "0-0")
BY_GAMES = "games"
MOST_HANDLE = 30
MOST_NAMED = 4  # of those who fit what was typed
UNBROKEN_DASH = "\u2060–\u2060"  # where a line ends, a score stays whole


class WhyField(forms.CharField):
    """A reason; one that was proposed and left as it stands is kept as a sentence of the site."""

    def clean(self, value: Any) -> str:
        return kept(super().clean(value))


def why_field(label: str, help_text: str) -> forms.CharField:
    return WhyField(label=label, max_length=300, help_text=help_text)


class StartForm(forms.Form):
    token = forms.CharField(max_length=40, widget=forms.HiddenInput)
    rounds = forms.IntegerField(label=_("Swiss rounds"), min_value=1, max_value=MOST_ROUNDS, required=False)
    groups = forms.IntegerField(min_value=1, max_value=MOST_GROUPS, required=False, widget=forms.HiddenInput)
    go_on = forms.IntegerField(min_value=1, max_value=MOST_GOING_ON, required=False, widget=forms.HiddenInput)


class GroupsForm(forms.Form):
    """Into how many groups the players are dealt, before the start."""

    groups = forms.IntegerField(label=_("Groups"), min_value=1, max_value=MOST_GROUPS)
    go_on = forms.IntegerField(label=_("Go on from each"), min_value=1, max_value=MOST_GOING_ON)


class ReasonForm(forms.Form):
    why = why_field(_("Reason"), _("The player reads it."))


class DropForm(forms.Form):
    why = forms.CharField(label=_("Reason"), max_length=300, required=False, help_text=_("The player reads it."))


class VoidForm(forms.Form):
    why = why_field(_("Reason"), _("Both players read it and bid again."))


class MinutesForm(forms.Form):
    """The minutes of a round as it is started."""

    minutes = forms.IntegerField(label=_("Minutes"), min_value=1, max_value=MOST_ROUND_MINUTES)


class MoreMinutesForm(forms.Form):
    minutes = forms.IntegerField(
        label=_("Minutes more for all tables"),
        min_value=-MOST_EXTENSION,
        max_value=MOST_EXTENSION,
        help_text=_("With a minus: fewer."),
    )


class ExtensionForm(forms.Form):
    minutes = forms.IntegerField(label=_("Minutes more for this table"), min_value=1, max_value=MOST_EXTENSION)
    why = forms.CharField(label=_("Reason"), max_length=200, help_text=_("Everybody can read it on the match page."))


class ClockTapForm(forms.Form):
    """Staff pause the clocks or let them go on, having seen this mark."""

    after = forms.IntegerField(min_value=0, max_value=MOST_MARKS, widget=forms.HiddenInput)
    why = forms.CharField(label=_("Reason"), max_length=200, required=False, help_text=_("Both players read it."))


class SetClocksForm(forms.Form):
    """What each player has left, as a clock shows it, and whose turn it is."""

    turn = forms.ChoiceField(label=_("Whose turn is it?"))
    why = forms.CharField(label=_("Reason"), max_length=200, help_text=_("Everybody can read it at the match."))

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.people = _people(match)
        self.fields["turn"].choices = self.people
        for number, name in self.people:
            self.fields[f"left_{number}"] = forms.RegexField(
                r"^[0-9]{1,3}:[0-5][0-9]$",
                label=gettext("Left for %(name)s") % {"name": name},
                help_text=gettext("Minutes and seconds, like 12:30."),
                error_messages={"invalid": gettext("Write minutes and seconds, like 12:30.")},
            )
        self.order_fields([*(f"left_{number}" for number, _ in self.people), "turn", "why"])

    def told(self) -> dict[str, Any]:
        """The arguments of the deed."""
        said = self.cleaned_data
        left = {int(number): _seconds(said[f"left_{number}"]) for number, _ in self.people}
        return {"left": left, "turn": int(said["turn"]), "why": said["why"]}


def _seconds(face: str) -> int:
    minutes, seconds = face.split(":")
    return int(minutes) * 60 + int(seconds)


class FixedTableForm(forms.Form):
    table = forms.IntegerField(
        label=_("Fixed table"), required=False, min_value=1, max_value=4096, help_text=_("Empty: a table by standing.")
    )


class SeedingForm(forms.Form):
    seeding = forms.IntegerField(
        label=_("Place in the seeding"),
        required=False,
        min_value=1,
        max_value=MOST_SEEDS,
        help_text=_(
            "1 is the best. Empty: after those who have one, by lot. Counts in brackets, groups, "
            "round robins, and in a first Swiss round by seeding."
        ),
    )


class EarnedByesForm(forms.Form):
    byes = forms.IntegerField(
        label=_("Earned byes"),
        min_value=0,
        max_value=MOST_EARNED_BYES,
        help_text=_("0 to 3: in so many first Swiss rounds they do not play and score a win, as the entry promised."),
    )


class PersonField(forms.CharField):
    """An entrant of `people` by handle in any case, or by a part of it that fits nobody else."""

    people: QuerySet[Entrant]

    def __init__(self, *, label: str, help_text: str = "") -> None:
        typed = {"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}
        super().__init__(label=label, max_length=MOST_HANDLE, help_text=help_text, widget=forms.TextInput(attrs=typed))

    def clean(self, value: Any) -> Entrant:
        typed = tidied(super().clean(value))
        fit = self.people.filter(user__handle__icontains=typed).order_by("user__handle")
        found = list(self.people.filter(user__handle__iexact=typed)) or list(fit[: MOST_NAMED + 1])
        if not found:
            raise forms.ValidationError(
                gettext("Nobody here is called “%(typed)s”. Type the handle, or a part of it.") % {"typed": typed}
            )
        if len(found) > 1:
            raise forms.ValidationError(
                gettext("More than one player fits “%(typed)s”: %(names)s. Type the whole handle.")
                % {"typed": typed, "names": _some(found)}
            )
        return found[0]


class KeepApartForm(forms.Form):
    """Two people who are not to meet in Swiss rounds."""

    one = PersonField(label=_("This player"), help_text=_("The handle, or a part that fits nobody else."))
    other = PersonField(label=_("is not to meet"))
    never = forms.TypedChoiceField(
        label=_("How strictly"),
        choices=[("yes", _("Never, even if others must then meet twice")), ("no", _("Only if that saves a rematch"))],
        coerce=lambda value: value == "yes",
        initial="yes",
        widget=forms.RadioSelect,
    )
    why = forms.CharField(label=_("Reason"), max_length=300, required=False, help_text=_("Only staff read it."))

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["one"].people = self.fields["other"].people = apart.people_of(tournament)


class ExchangeForm(forms.Form):
    """Two people of a draft who change places."""

    one = PersonField(label=_("This player"), help_text=_("The handle, or a part that fits nobody else."))
    other = PersonField(label=_("changes places with"))
    why = why_field(_("Reason"), _("Everybody can read it at the pairing."))

    def __init__(self, *args: Any, round_: Round, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        seated = Entrant.objects.filter(sittings__round=round_).select_related("user")
        self.fields["one"].people = self.fields["other"].people = seated


class AnewForm(forms.Form):
    """Closed standings that are closed anew after a correction."""

    stage = forms.IntegerField(min_value=1, max_value=100, widget=forms.HiddenInput)
    token = forms.CharField(max_length=40, widget=forms.HiddenInput)
    why = why_field(_("Reason"), _("Everybody reads it beside the standings."))


class RepairForm(forms.Form):
    """How a round is mended that was paired from a result corrected since."""

    token = forms.CharField(max_length=40, widget=forms.HiddenInput)
    mending = forms.TypedChoiceField(
        label=_("What to do"), choices=[(one.value, one.value) for one in Mending], coerce=Mending
    )
    why = why_field(_("Reason"), _("Everybody can read it at the tables it touches, or above the round."))


class NoShowForm(forms.Form):
    absent = forms.MultipleChoiceField(label=_("Who did not come?"), widget=forms.CheckboxSelectMultiple)
    and_drop = forms.BooleanField(label=_("Drop them from the tournament too"), required=False)
    why = why_field(_("Reason"), _("For example: not at the table ten minutes after the round began."))

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["absent"].choices = _people(match)


class LookForm(forms.Form):
    seat = forms.ChoiceField(label=_("Whose list?"), widget=forms.RadioSelect)
    purpose = forms.CharField(
        label=_("What for?"), max_length=120, help_text=_("Kept with your name; the owner reads it.")
    )

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["seat"].choices = _people(match)


class ResultForm(forms.Form):
    """The result of a whole match: games, and who wins where the games do not say it."""

    score = forms.ChoiceField(label=_("Games won"), widget=forms.RadioSelect)
    winner = forms.ChoiceField(label=_("Winner of the match"))
    reason = forms.TypedChoiceField(label=_("How it ended"), choices=Reason, coerce=Reason, initial=Reason.PLAYED)
    why = why_field(_("Why the desk enters this"), _("Kept with the result; everybody can read it at the match."))
    seen = forms.IntegerField(min_value=0, required=False)  # the version of the match that was looked at

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seats: dict[int, Seat] = {seat.number: seat for seat in match.seats.select_related("user")}
        self.fields["score"].choices = [(score, self._said(score)) for score in SCORES]
        if match.finished_at is None:
            self.fields["why"].initial = gettext(TOLD_AT_THE_DESK)
        nobody = [("0", gettext("nobody"))]
        self.fields["winner"].choices = [(BY_GAMES, gettext("whoever won more games")), *_people(match), *nobody]

    def _said(self, score: str) -> str:
        one, other = (one_piece(str(self.seats[number].user)) for number in (1, 2))
        dashed = score.replace("-", UNBROKEN_DASH)
        return format_html('<span class="score"><bdi>{}</bdi> <b>{}</b> <bdi>{}</bdi></span>', one, dashed, other)

    def won_games(self) -> dict[int, int]:
        """Games won by seat number."""
        one, other = map(int, self.cleaned_data["score"].split("-"))
        return {1: one, 2: other}

    def winning_seat(self) -> Seat | None:
        """Who wins the match: as chosen, or whoever won more games."""
        if self.cleaned_data["winner"] != BY_GAMES:
            return self.seats.get(int(self.cleaned_data["winner"]))
        one, other = self.won_games().values()
        return None if one == other else self.seats[1 if one > other else 2]


def _some(people: Sequence[Entrant]) -> str:
    named = ", ".join(str(one.user) for one in people[:MOST_NAMED])
    return gettext("%(names)s and others") % {"names": named} if len(people) > MOST_NAMED else named


def _people(match: Match) -> list[tuple[str, str]]:
    return [(str(seat.number), str(seat.user)) for seat in match.seats.select_related("user")]
