"""Who may see which card: everybody the published ones, admins also the drafts."""

from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext as _

from bos_tournament.accounts.requests import Viewer
from bos_tournament.cards.models import Card


def sees_drafts(user: Viewer) -> bool:
    """Admins with a second factor, as at the door of the admin."""
    return bool(user.is_authenticated and user.is_staff and user.second_factor)


def cards_to_see(user: Viewer) -> QuerySet[Card]:
    """The catalogue as this user may see it."""
    return Card.objects.all() if sees_drafts(user) else Card.objects.filter(state=Card.State.PUBLISHED)


def card_to_see(user: Viewer, slug: str) -> Card:
    """One card of it; any other does not exist (404)."""
    card = cards_to_see(user).select_related("meaning").prefetch_related("printings").filter(slug=slug).first()
    if card is None:
        raise Http404(_("There is no such card."))
    return card
