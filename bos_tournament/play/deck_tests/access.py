"""Who may see a deck test, and who may change it."""

from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext as _

from bos_tournament.accounts.requests import Viewer
from bos_tournament.accounts.sign_in import personal_links
from bos_tournament.play.deck_tests.models import DeckTest


def own_tests(user: Viewer) -> QuerySet[DeckTest]:
    """The user's deck tests, the last one first; for a guest who came by a new link and is not confirmed, those of this
    link alone. None without an account."""
    if not user.is_authenticated:
        return DeckTest.objects.none()
    own, since = DeckTest.objects.filter(owner=user), personal_links.closed_before(user)
    return own.filter(made_at__gte=since) if since else own


def deck_test(user: Viewer, pk: UUID) -> DeckTest:
    """A test of the user's own. Raises Http404 for any other."""
    test = own_tests(user).filter(pk=pk).first()
    if test is None:
        raise Http404(_("There is no such deck test."))
    return test


def shared_test(link: UUID) -> DeckTest:
    """A test by the link that its owner shares. Raises Http404 for one that is shared no more."""
    test = DeckTest.objects.select_related("owner").filter(share_key=link).first()
    if test is None:
        raise Http404(_("There is no such deck test."))
    return test
