"""Who may open which door about people."""

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from bos_tournament.accounts.models import User
from bos_tournament.accounts.sign_in import personal_links
from bos_tournament.errors import Refused


def account(request: HttpRequest) -> User:
    """The signed-in person, whose own pages these are; views ask after @login_required."""
    return User.objects.get(pk=str(request.user.pk))


def known_account(request: HttpRequest) -> User:
    """The signed-in person, to take away or end what is theirs. 403 for who came by a new link and is not confirmed."""
    user = account(request)
    personal_links.refuse_in_doubt(user)
    return user


def guest(request: HttpRequest) -> User:
    """The signed-in guest. Raises Http404 for an account: there is nothing to claim; 403 as `known_account`."""
    user = account(request)
    if not user.guest:
        raise Http404
    personal_links.refuse_in_doubt(user)
    return user


def account_with_password(request: HttpRequest) -> User:
    """The signed-in account. Raises Refused for a guest, who must claim first."""
    user = account(request)
    if user.guest:
        raise Refused(_("Guests have no tokens. Make this an account first."), code="guest")
    return user
