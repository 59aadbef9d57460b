"""What players type into the pages of a match."""

from typing import TYPE_CHECKING, Any
from uuid import uuid4

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from bos_tournament.accounts.fields import offer
from bos_tournament.matches.models import Match, Reason, Seat
from bos_tournament.matches.result_reports import BY_PLAYERS
from engine.bos.game import MAX_BID, MAX_NAME, MAX_SWAP

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

MOST_MARKS = 1_000_000


def key_field() -> forms.UUIDField:
    """Makes a form that is sent twice one deed."""
    return forms.UUIDField(required=False, initial=uuid4, widget=forms.HiddenInput)


def renew_key(sent: forms.Form) -> None:
    """What was refused may be sent again as something else."""
    assert isinstance(sent.data, QueryDict)
    data = sent.data.copy()
    data["key"] = str(uuid4())
    sent.data = data


def amount_field(label: "StrOrPromise") -> forms.IntegerField:
    attributes = {"inputmode": "numeric", "autocomplete": "off"}
    errors = {"required": _("Enter your bid in digits. 0 counts too.")}
    return forms.IntegerField(
        label=label, min_value=0, max_value=MAX_BID, widget=forms.NumberInput(attributes), error_messages=errors
    )


class BidForm(forms.Form):
    amount = amount_field(_("Your bid in ether"))
    attempt = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)
    key = key_field()


class PaperBidsForm(forms.Form):
    """One amount for each seat, entered together."""

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for seat in match.seats.select_related("user"):
            self.fields[f"seat_{seat.number}"] = amount_field(gettext("Bid of %(player)s") % {"player": seat.user})

    @property
    def amounts(self) -> dict[int, int]:
        return {int(name.removeprefix("seat_")): amount for name, amount in self.cleaned_data.items()}


class ChooseForm(forms.Form):
    goes_first = forms.TypedChoiceField(
        choices=[("yes", _("I go first")), ("no", _("I go second"))],
        coerce=lambda choice: choice == "yes",
        error_messages={
            "required": _("Choose whether you go first."),
            "invalid_choice": _("Choose whether you go first."),
        },
    )


class Names(forms.Field):
    """Card names, one for each copy."""

    widget = forms.SelectMultiple

    def to_python(self, value: Any) -> list[str]:
        return [str(name) for name in value or []]

    def validate(self, value: list[str]) -> None:
        if len(value) > MAX_SWAP or any(len(name) > MAX_NAME for name in value):
            raise forms.ValidationError(gettext("Name at most 99 cards, each by its name."))


class SwapForm(forms.Form):
    out = Names(label=_("Out of the deck"))
    into = Names(label=_("Into the deck"))
    nothing = forms.BooleanField(required=False)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("nothing"):
            return {"out": [], "into": []}
        if not cleaned.get("out") and not cleaned.get("into") and not self.errors:
            raise forms.ValidationError(gettext("Tick the cards to swap, or keep your deck."))
        return cleaned


class ReportForm(forms.Form):
    winner = forms.ChoiceField(label=_("Who won?"), widget=forms.RadioSelect)
    reason = forms.TypedChoiceField(
        label=_("How did it end?"),
        widget=forms.RadioSelect,
        choices=[(reason.value, said) for reason, said in BY_PLAYERS.items()],
        initial=Reason.PLAYED.value,
        coerce=Reason,
    )
    game = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)
    sure = forms.BooleanField(
        required=False, label=_("My report is right, my record is wrong"), widget=forms.HiddenInput
    )
    key = key_field()

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        seats = match.seats.select_related("user")
        drawn = ("drawn", gettext("Draw (both at 0 life)"))
        offer(self, "winner", [*((str(seat.number), str(seat.user)) for seat in seats), drawn])
        self.match = match

    def winning_seat(self) -> Seat | None:
        winner = self.cleaned_data["winner"]
        return None if winner == "drawn" else self.match.seats.get(number=winner)


class TapForm(forms.Form):
    """A tap on the clocks, with the last mark that was seen."""

    unreadable = dict.fromkeys(
        ("required", "invalid", "min_value", "max_value"),
        _("This tap could not be read. Check the clocks and tap again."),
    )
    after = forms.IntegerField(min_value=0, max_value=MOST_MARKS, widget=forms.HiddenInput, error_messages=unreadable)


class TurnForm(TapForm):
    """The tap that ends a turn, and whose."""

    of = forms.IntegerField(
        min_value=1,
        max_value=6,
        widget=forms.HiddenInput,
        error_messages={**TapForm.unreadable, "required": _("It is not clear whose turn has ended. Check again.")},
    )


class AgreeForm(forms.Form):
    report = forms.UUIDField(required=False, widget=forms.HiddenInput)


class PhoneForm(forms.Form):
    """Which phone was looked at, and whether it is the opponent's."""

    phone = forms.UUIDField(widget=forms.HiddenInput)
    is_them = forms.TypedChoiceField(choices=[("yes", ""), ("no", "")], coerce=lambda choice: choice == "yes")


class PaperForm(forms.Form):
    phone = forms.UUIDField(widget=forms.HiddenInput)
