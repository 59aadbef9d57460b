"""What a phone sends that records a game."""

from typing import Any

from django import forms

from bos_tournament.play.models import LONGEST_LINE, BoardPhrase


class SharedForm(forms.Form):
    """Whether both players use this phone; then it shows nothing but what both have seen."""

    shared = forms.BooleanField(required=False)


class RecordLineForm(SharedForm):
    """A line, and how many stood before it as the page has it."""

    line = forms.CharField(max_length=LONGEST_LINE)
    after = forms.IntegerField(min_value=0, max_value=100_000)


class TakeBackForm(SharedForm):
    """How many lines stay, and how many stood as the page has it."""

    keep = forms.IntegerField(min_value=0, max_value=100_000)
    after = forms.IntegerField(min_value=0, max_value=100_000)


class AnswerForm(SharedForm):
    """Whether the lines may be taken back, or the board changed, and what exactly the page asks."""

    agrees = forms.BooleanField(required=False)
    asked = forms.IntegerField(min_value=0, required=False)


class ChangeForm(SharedForm):
    """What is different on the table, such as `life:P1` or `strength:1b`, with the number there, or `card:1b:graveyard`
    alone, and how many lines stand as the page has it."""

    about = forms.RegexField(r"^[a-z]+:[A-Za-z0-9*]+(:[a-z0-9]+)?$", max_length=30)
    now = forms.RegexField(r"^[0-9]+$", max_length=10, required=False)
    after = forms.IntegerField(min_value=0, max_value=100_000)

    @property
    def fields_of_change(self) -> dict[str, Any]:
        """As the deed takes them."""
        sent = self.cleaned_data
        what, of, *now = sent["about"].split(":")
        return {"what": what, "of": of, "now": now[0] if now else sent["now"], "after": sent["after"]}


class PassForm(forms.Form):
    """How many lines stood as the page has it."""

    after = forms.IntegerField(min_value=0, max_value=100_000)


class ConcedeForm(forms.Form):
    """Whether that is meant."""

    sure = forms.BooleanField()


class DrawForm(forms.Form):
    """What is done about a draw."""

    draw = forms.ChoiceField(choices=[(word, word) for word in ("offer", "accept", "decline")])


class PhraseForm(forms.Form):
    """What is said."""

    phrase = forms.ChoiceField(choices=BoardPhrase.Phrase)


class WizardsForm(SharedForm):
    """Which wizard stands in which column of a seat."""

    of = forms.IntegerField(min_value=1, max_value=2)
    a = forms.CharField(max_length=100)
    b = forms.CharField(max_length=100)
    c = forms.CharField(max_length=100)

    @property
    def names(self) -> list[str]:
        """The wizards from column a to column c."""
        return [self.cleaned_data[column] for column in "abc"]


def card_asked(query: Any) -> tuple[int, str] | None:
    """The seat and the card that a page asks about, `?card=2:Root Giant`; None without one."""
    seat, _, name = str(query.get("card", ""))[:120].partition(":")
    return (int(seat), name) if seat in ("1", "2") and name else None
