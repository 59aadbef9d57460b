"""Signing in by token: `Authorization: Bearer TOKEN`."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from bos_tournament.accounts.models import User
from bos_tournament.accounts.sign_in import tokens


class ReadOnlyToken(PermissionDenied):
    default_detail = gettext_lazy("This token is read-only. Use one without “Read-only”.")
    default_code = "read_only_token"


class TokenAuthentication(BaseAuthentication):
    """A token made on the account page acts for its user, with the second factor it was made under, or only reads."""

    def authenticate(self, request: Request) -> tuple[User, None] | None:
        scheme, _space, token = get_authorization_header(request).decode("latin-1").partition(" ")
        if scheme.lower() != "bearer":
            return None
        user = tokens.user_of(token.strip())
        if user is None:
            raise AuthenticationFailed(
                _("This token is unknown or was revoked. Create a new one on your account page.")
            )
        if user.read_only and request.method not in SAFE_METHODS:
            raise ReadOnlyToken
        return user, None

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class TokenScheme(OpenApiAuthenticationExtension):
    """How the schema describes tokens."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}
