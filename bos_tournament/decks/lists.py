"""Lists in the making: drafts of a player, and what the engine says about them."""

from django.db import transaction

from bos_tournament.accounts.models import User
from bos_tournament.decks.models import Deck
from bos_tournament.errors import Refused
from engine.bos.cards import Pool
from engine.bos.decks import DeckReport, check_deck, read_deck, too_long
from engine.bos.editions import EDITIONS

MOST_DECKS = 100


def report(text: str, pool: Pool, edition: str = "bos-1") -> DeckReport:
    """Everything that is wrong or odd about a list, and its counts."""
    return check_deck(read_deck(text), pool, EDITIONS[edition])


@transaction.atomic
def save_draft(user: User, deck: Deck | None, *, name: str, text: str) -> Deck:
    """Keeps a draft as it was typed, legal or not. Refuses only what is beyond all limits."""
    if refusal := too_long(text):
        raise Refused(refusal, code="list_too_long")
    if deck is None:
        _room_for_one_more(user)
        deck = Deck(owner=user)
    deck.name, deck.text = name.strip() or read_deck(text).name[:60] or "Untitled deck", text
    deck.save()
    return deck


def copy_deck(deck: Deck, user: User) -> Deck:
    """A draft of one's own with the same cards."""
    return save_draft(user, None, name=f"Copy of {deck.name}"[:60], text=deck.text)


def delete_deck(deck: Deck) -> None:
    """Throws a draft away; versions that were handed in stay."""
    deck.delete()


def _room_for_one_more(user: User) -> None:
    User.objects.select_for_update().get(pk=user.pk)
    if user.decks.count() >= MOST_DECKS:
        raise Refused(f"You keep {MOST_DECKS} decks already; delete one first.", code="too_many_decks")
