"""Lists in the making: drafts of a player, and what the engine says about them."""

from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from bos_tournament.accounts import single_line_text
from bos_tournament.accounts.models import User
from bos_tournament.cards import catalogue
from bos_tournament.decks import list_editing
from bos_tournament.decks.models import Deck
from bos_tournament.decks.reports import ListReport, localize_report
from bos_tournament.errors import Refused
from bos_tournament.messages import localize
from engine.bos.game import EDITIONS, Pool, check_deck, read_deck, starter_decks, too_long

MOST_DECKS = 100


def check_list(text: str, pool: Pool, edition: str = "bos-1") -> ListReport:
    """Everything that is wrong or odd about a list, in the reader's language, and its counts."""
    return localize_report(check_deck(read_deck(text), pool, EDITIONS[edition]))


@transaction.atomic
def save_draft(user: User, deck: Deck | None, *, name: str, text: str, over: str = "") -> Deck:
    """Keeps a draft as it was typed, legal or not. Refuses what is beyond all limits, and what was typed over another
    version than the one that is saved (`saved_meanwhile`); without `over` it takes the place of any."""
    if refusal := too_long(text):
        raise Refused(localize(refusal), code="list_too_long")
    if deck is None or name != deck.name:
        name = single_line_text.checked(name, field="name")
    if deck is None:
        _room_for_one_more(user)
        deck = Deck(owner=user)
    elif over:
        _refuse_saved_meanwhile(deck, over)
    deck.name, deck.text = name[:60] or name_in(text), text
    deck.save()
    return deck


def _refuse_saved_meanwhile(deck: Deck, over: str) -> None:
    if Deck.objects.select_for_update().get(pk=deck.pk).version != over:
        raise Refused(
            _(
                "This deck was saved elsewhere after you opened it. To save your version instead, tick the "
                "box above the button."
            ),
            code="saved_meanwhile",
        )


def name_in(text: str) -> str:
    """What the list calls itself, where that can be read."""
    name = read_deck(text).name[:60]
    return _("Untitled deck") if not name or single_line_text.fault(name) else name


def starters() -> dict[str, tuple[str, str]]:
    """The lists anybody can start from: name and text by slug."""
    return {slugify(name): (name, text) for name, text in starter_decks().items()}


def legal_starters(pool: Pool, edition: str = "bos-1") -> list[tuple[str, str, ListReport]]:
    """Those of them that can be played with these cards: slug, name and report. A catalogue of one's own has none."""
    checked = [(slug, name, check_list(text, pool, edition)) for slug, (name, text) in starters().items()]
    return [starter for starter in checked if starter[2].legal]


def copy_starter(slug: str, user: User) -> Deck | None:
    """A draft with the cards of a starter deck; None when no starter is called so."""
    name, text = starters().get(slug, ("", ""))
    return save_draft(user, None, name=name, text=text) if text else None


@transaction.atomic
def add_card(user: User, deck: Deck | None, name: str, *, copies: int, reserve: bool) -> Deck:
    """Puts copies of a published card into a deck, or into a new one. Changes that come at once wait for each other.

    Raises Refused for a card that no deck can hold yet.
    """
    card = catalogue.pool().find(name)
    if card is None or not card.playable:
        raise Refused(_("No deck can hold %(name)s yet. Choose another card.") % {"name": name}, code="not_playable")
    if deck is not None:
        deck = Deck.objects.select_for_update().get(pk=deck.pk)
    text = list_editing.add_copies(deck.text if deck else "", card, copies=copies, reserve=reserve)
    return save_draft(
        user, deck, name=deck.name if deck else (_("Deck with %(card)s") % {"card": card.name})[:60], text=text
    )


def copy_deck(deck: Deck, user: User) -> Deck:
    """A draft of one's own with the same cards."""
    return save_draft(user, None, name=(_("Copy of %(deck)s") % {"deck": deck.name})[:60], text=deck.text)


def delete_deck(deck: Deck) -> None:
    """Throws a draft away; versions that were handed in stay."""
    deck.delete()


def _room_for_one_more(user: User) -> None:
    User.objects.select_for_update().get(pk=user.pk)
    if user.decks.count() >= MOST_DECKS:
        raise Refused(
            _("You already have %(most)s decks. Delete one first.") % {"most": MOST_DECKS}, code="too_many_decks"
        )
