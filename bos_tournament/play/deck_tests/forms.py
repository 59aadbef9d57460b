"""What somebody chooses before a deck test."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from bos_tournament.accounts.requests import Viewer
from bos_tournament.play.deck_choices import deck_choices, offer


class StartForm(forms.Form):
    """Which deck, against which others."""

    deck = forms.ChoiceField(label=_("Deck to test"))
    opponents = forms.MultipleChoiceField(label=_("Against"), widget=forms.CheckboxSelectMultiple)
    refused_at = {"illegal_list": "deck", "opponents": "opponents"}

    def __init__(self, *args: Any, user: Viewer, **options: Any) -> None:
        super().__init__(*args, **options)
        self.decks = deck_choices(user)
        for name in ("deck", "opponents"):
            offer(self, name, self.decks.all)
        self.initial = {"opponents": [chosen for chosen, _name in self.decks.starters], **self.initial}

    def list_of(self) -> tuple[str, str]:
        """The name and the text of the deck to test."""
        return self.decks.list_of(self.cleaned_data["deck"])

    def opponent_lists(self) -> list[tuple[str, str]]:
        """The name and the text of each opponent."""
        return [self.decks.list_of(chosen) for chosen in self.cleaned_data["opponents"]]


class ShareForm(forms.Form):
    """Whether whoever has the link can see the results."""

    shared = forms.BooleanField(required=False)
