"""What somebody chooses before a practice game, and sends during one."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from bos_tournament.accounts.requests import Viewer
from bos_tournament.play.deck_choices import deck_choices, offer
from bos_tournament.play.models import BOT, LONGEST_LINE, PLAYER, PracticeGame

FIRST_CHOICE = {"deck": "starter:first-sparks", "bot_deck": "starter:open-meadow"}
"""Decks that are easy to play, and to play against."""


FRIEND_BY_LINK = "friend"
OPPONENTS = (
    (PracticeGame.Bot.NEWT, _("Newt: plays by chance, good for a first game")),
    (PracticeGame.Bot.MAGPIE, _("Magpie: takes what it can get this turn")),
    (PracticeGame.Bot.OWL, _("Owl: thinks about your answer")),
    (FRIEND_BY_LINK, _("A friend: you get a link to send")),
)


class AcceptForm(forms.Form):
    """With which deck somebody plays."""

    deck = forms.ChoiceField(label=_("Your deck"))
    refused_at = {"illegal_list": "deck"}

    def __init__(self, *args: Any, user: Viewer, **options: Any) -> None:
        super().__init__(*args, **options)
        self.initial = {**FIRST_CHOICE, **self.initial}
        self.decks = deck_choices(user)
        offer(self, "deck", self.decks.all)

    def list_of(self, name: str) -> tuple[str, str]:
        """The name and the text of the deck that was chosen in that field."""
        return self.decks.list_of(self.cleaned_data[name])


class StartForm(AcceptForm):
    """With which decks, against whom, and who goes first."""

    bot = forms.ChoiceField(
        label=_("Opponent"), choices=OPPONENTS, widget=forms.RadioSelect, initial=PracticeGame.Bot.NEWT
    )
    bot_deck = forms.ChoiceField(label=_("Its deck"), help_text=_("A friend chooses their own."))
    first = forms.TypedChoiceField(
        label=_("Who goes first?"),
        choices=[(PLAYER, _("You")), (BOT, _("Your opponent"))],
        coerce=int,
        initial=PLAYER,
        widget=forms.RadioSelect,
    )

    with_bid = forms.BooleanField(
        label=_("Bid for the first turn"),
        required=False,
        help_text=_("The higher bid chooses who goes first. The lower one becomes ether."),
    )
    best_of_three = forms.BooleanField(
        label=_("Best of three"), required=False, help_text=_("Between games, you may swap reserves.")
    )

    def __init__(self, *args: Any, user: Viewer, **options: Any) -> None:
        super().__init__(*args, user=user, **options)
        offer(self, "bot_deck", list(self.decks.starters))

    @property
    def match(self) -> dict[str, Any]:
        """What kind of match was chosen, as the deeds take it."""
        chosen = self.cleaned_data
        best_of = 3 if chosen["best_of_three"] else 1
        return {"first": chosen["first"], "best_of": best_of, "with_bid": chosen["with_bid"]}


class LineForm(forms.Form):
    """A line, and how much was done before it as the page has it."""

    line = forms.CharField(max_length=LONGEST_LINE, required=False)
    after = forms.IntegerField(min_value=0, max_value=100_000)
