"""What somebody chooses before an analysis, and sends while it is open."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from bos_tournament.accounts.requests import Viewer
from bos_tournament.play.analysis.models import LONGEST_COMMENT, LONGEST_NAME
from bos_tournament.play.deck_choices import deck_choices, offer
from bos_tournament.play.models import LONGEST_LINE
from engine.hosting import MAX_BYTES


class OpenForm(forms.Form):
    """With which decks, and of which record; without one, of an empty table."""

    deck_one = forms.ChoiceField(label=_("Deck of player 1"), initial="starter:first-sparks")
    deck_two = forms.ChoiceField(label=_("Deck of player 2"), initial="starter:open-meadow")
    record = forms.CharField(
        label=_("Record"),
        required=False,
        max_length=MAX_BYTES,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
        help_text=_("Leave it empty to start from an empty table."),
    )
    refused_at = {"illegal_list": "deck_one", "unreadable": "record", "too_long": "record"}

    def __init__(self, *args: Any, user: Viewer, **options: Any) -> None:
        super().__init__(*args, **options)
        self.decks = deck_choices(user)
        for name in ("deck_one", "deck_two"):
            offer(self, name, self.decks.all)

    def list_of(self, name: str) -> tuple[str, str]:
        """The name and the text of the deck that was chosen in that field."""
        return self.decks.list_of(self.cleaned_data[name])


class AtForm(forms.Form):
    """A line of the analysis."""

    at = forms.UUIDField(required=False)


class LineForm(AtForm):
    """A line that follows."""

    line = forms.CharField(max_length=LONGEST_LINE)


class CommentForm(AtForm):
    """A remark on a line."""

    comment = forms.CharField(max_length=LONGEST_COMMENT, required=False)


class NameForm(forms.Form):
    """What the analysis is called."""

    name = forms.CharField(max_length=LONGEST_NAME)


class ShareForm(forms.Form):
    """Whether whoever has the link can read it."""

    shared = forms.BooleanField(required=False)
