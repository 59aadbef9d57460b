"""A request whose user the permissions have made sure of."""

from rest_framework.request import Request

from bos_tournament.accounts.models import User


class AuthenticatedRequest(Request):
    """What a door behind `IsAuthenticated` gets. Nobody makes one: it tells the type checker who the user is."""

    user: User
