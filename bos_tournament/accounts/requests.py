"""Who stands behind a request: anybody, or the user of whom `login_required` has made sure."""

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from bos_tournament.accounts.models import User

Viewer = User | AnonymousUser


class HtmxHttpRequest(HttpRequest):
    """What every view gets: with what our middleware and theirs say of each request."""

    htmx: HtmxDetails
    proved_to_be: User  # only of a request that brought their password, or the letter for a new one


class AuthenticatedHttpRequest(HtmxHttpRequest):
    """What a view behind `login_required` gets. Nobody makes one: it tells the type checker who the user is."""

    user: User
