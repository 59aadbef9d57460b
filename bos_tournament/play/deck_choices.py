"""The decks that somebody may choose for a game on the board: their own, and the starters."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from bos_tournament.accounts.requests import Viewer
from bos_tournament.cards import catalogue
from bos_tournament.decks import access, drafts
from bos_tournament.decks.models import Deck

STARTER = "starter:"


@dataclass(frozen=True)
class DeckChoices:
    """What is to be chosen from."""

    own: Mapping[str, Deck]
    """The user's decks by their ids."""
    starters: Sequence[tuple[str, str]]
    """The starter decks that are legal now, each with its name."""

    @property
    def all(self) -> list[Any]:
        """As a field offers them: in two groups for those who have decks."""
        if not self.own:
            return list(self.starters)
        own = [(pk, deck.name) for pk, deck in self.own.items()]
        return [(_("Your decks"), own), (_("Starter decks"), list(self.starters))]

    def list_of(self, chosen: str) -> tuple[str, str]:
        """The name and the text of a deck that was chosen."""
        if chosen in self.own:
            return self.own[chosen].name, self.own[chosen].text
        return drafts.starters()[chosen.removeprefix(STARTER)]


def deck_choices(user: Viewer) -> DeckChoices:
    """The decks of the user, and the starters."""
    starters = [(f"{STARTER}{slug}", name) for slug, name, _report in drafts.legal_starters(catalogue.pool())]
    return DeckChoices({str(deck.pk): deck for deck in access.own_decks(user)}, starters)


def offer(form: forms.Form, name: str, choices: list[Any]) -> None:
    """Puts these choices into a field of a form."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = choices
