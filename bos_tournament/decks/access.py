"""Who may open which deck."""

from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext as _

from bos_tournament.accounts.models import User
from bos_tournament.accounts.requests import Viewer
from bos_tournament.accounts.sign_in import personal_links
from bos_tournament.decks.models import Deck, DeckVersion


def own_decks(user: Viewer) -> QuerySet[Deck]:
    """The user's drafts; for a guest who came by a new link and is not confirmed, those of this link alone."""
    if not user.is_authenticated:
        return Deck.objects.none()
    own, since = Deck.objects.filter(owner=user), personal_links.closed_before(user)
    return own.filter(made_at__gte=since) if since else own


def own_versions(user: User) -> QuerySet[DeckVersion]:
    """The lists the user handed in; as with `own_decks`, and none where the link came in the middle of something."""
    own, link = DeckVersion.objects.filter(owner=user), personal_links.unconfirmed(user)
    if link is None:
        return own
    return own.none() if link.midway else own.filter(made_at__gte=link.opened_at)


def refuse_closed(user: User, version: DeckVersion | None) -> None:
    """Raises PermissionDenied for a list of the user's own that their link does not open; None is no list."""
    if version is None or (version.owner_id == user.pk and personal_links.unconfirmed(user) is None):
        return
    if not own_versions(user).filter(pk=version.pk).exists():
        raise PermissionDenied(str(personal_links.NOT_KNOWN_YET))


def deck_of(user: Viewer, pk: UUID) -> Deck:
    """The user's own draft; nobody else's exists for them (404)."""
    deck = own_decks(user).filter(pk=pk).first()
    if deck is None:
        raise Http404(_("You have no such deck."))
    return deck
