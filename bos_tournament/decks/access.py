"""Who may open which deck."""

from uuid import UUID

from django.http import Http404
from django.utils.translation import gettext as _

from bos_tournament.accounts.models import User
from bos_tournament.decks.models import Deck


def deck_of(user: User, pk: UUID) -> Deck:
    """The user's own draft; nobody else's exists for them (404)."""
    deck = Deck.objects.filter(owner=user, pk=pk).first() if user.is_authenticated else None
    if deck is None:
        raise Http404(_("You have no such deck."))
    return deck
