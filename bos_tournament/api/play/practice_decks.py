"""The decks that somebody sends for a practice game."""

from typing import Any

from bos_tournament.accounts.requests import Viewer
from bos_tournament.decks import access as deck_access
from bos_tournament.decks import drafts

STARTERS = list(drafts.starters())


def own_deck(user: Viewer, fields: dict[str, Any]) -> tuple[str, str]:
    """The name and the list of the player's deck. Raises Http404 for a deck of somebody else."""
    if "deck" not in fields:
        return listed(fields, "")
    deck = deck_access.deck_of(user, fields["deck"])
    return deck.name, deck.text


def listed(fields: dict[str, Any], before: str) -> tuple[str, str]:
    """The name and the list of a starter, or of what was sent as a text."""
    if starter := fields.get(f"{before}starter"):
        return drafts.starters()[starter]
    text = fields[f"{before}text"]
    return drafts.name_in(text), text
