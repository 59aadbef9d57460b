"""What players type into the pages of a match."""

from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from bos_tournament.matches.models import Match, Reason
from engine.bos.bidding import MAX_BID
from engine.bos.cards import MAX_NAME
from engine.bos.swaps import MAX_SWAP

MOST_MARKS = 1_000_000


def key_field() -> forms.UUIDField:
    """Makes a form that is sent twice one deed."""
    return forms.UUIDField(required=False, initial=uuid4, widget=forms.HiddenInput)


def renew_key(sent: forms.Form) -> None:
    """What was refused may be sent again as something else."""
    sent.data = sent.data.copy()
    sent.data["key"] = str(uuid4())


def amount_field(label: str) -> forms.IntegerField:
    attributes = {"inputmode": "numeric", "autocomplete": "off"}
    errors = {"required": _("Write your bid in digits; 0 is a bid too.")}
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
        coerce=lambda said: said == "yes",
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
        said = super().clean()
        if said.get("nothing"):
            return {"out": [], "into": []}
        if not said.get("out") and not said.get("into") and not self.errors:
            raise forms.ValidationError(gettext("Tick the cards that change places, or keep the deck as it is."))
        return said


class ReportForm(forms.Form):
    winner = forms.ChoiceField(label=_("Who won?"), widget=forms.RadioSelect)
    reason = forms.TypedChoiceField(
        label=_("How did it end?"),
        widget=forms.RadioSelect,
        choices=[
            ("played", _("Played to its end")),
            ("conceded", _("The other conceded")),
            ("time", _("The other lost on time")),
        ],
        initial="played",
        coerce=Reason,
    )
    game = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)
    sure = forms.BooleanField(
        required=False, label=_("My report is right, and my record is not"), widget=forms.HiddenInput
    )
    key = key_field()

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        seats = match.seats.select_related("user")
        drawn = ("drawn", gettext("Nobody: both fell to 0 life at once"))
        self.fields["winner"].choices = [*((str(seat.number), str(seat.user)) for seat in seats), drawn]


class TapForm(forms.Form):
    """A tap on the clocks: the last mark that was seen, and whose turn has ended."""

    after = forms.IntegerField(min_value=0, max_value=MOST_MARKS, widget=forms.HiddenInput)
    of = forms.IntegerField(min_value=1, max_value=6, required=False, widget=forms.HiddenInput)


class AgreeForm(forms.Form):
    report = forms.UUIDField(required=False, widget=forms.HiddenInput)


class PhoneForm(forms.Form):
    """Which phone was looked at, and whether it is the opponent's."""

    phone = forms.UUIDField(widget=forms.HiddenInput)
    is_them = forms.TypedChoiceField(choices=[("yes", ""), ("no", "")], coerce=lambda said: said == "yes")


class PaperForm(forms.Form):
    phone = forms.UUIDField(widget=forms.HiddenInput)
