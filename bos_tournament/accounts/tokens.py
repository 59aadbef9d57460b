"""API tokens: a program acts for its user until the token is revoked."""

from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from bos_tournament.accounts.digests import digest, new_token
from bos_tournament.accounts.models import ApiToken, User
from bos_tournament.errors import Refused

PREFIX = "bos_"
MOST_TOKENS = 20
USE_IS_NOTED = timedelta(minutes=1)


@transaction.atomic
def make_token(user: User, name: str, *, second_factor: bool, read_only: bool = False) -> str:
    """A new token, told only now. It opens staff doors only when made in a session with a second factor, and with
    `read_only` it does no deed."""
    User.objects.select_for_update().get(pk=user.pk)
    if user.api_tokens.count() >= MOST_TOKENS:
        raise Refused(
            _("You have %(most)s tokens; revoke one you do not use.") % {"most": MOST_TOKENS}, code="too_many_tokens"
        )
    token = PREFIX + new_token()
    user.api_tokens.create(name=name, token_digest=digest(token), second_factor=second_factor, read_only=read_only)
    return token


def user_of(token: str) -> User | None:
    """Whose token this is, with `second_factor` and `read_only` as the token carries them; None when nobody's."""
    found = ApiToken.objects.select_related("user").filter(token_digest=digest(token), user__is_active=True).first()
    if found is None:
        return None
    note_use(found)
    found.user.second_factor, found.user.read_only = found.second_factor, found.read_only
    return found.user


def note_use(token: ApiToken) -> None:
    now = timezone.now()
    if token.used_at is None or now - token.used_at > USE_IS_NOTED:
        ApiToken.objects.filter(pk=token.pk).update(used_at=now)


def revoke(user: User, pk: UUID) -> None:
    """Ends a token of this user. Raises Http404 for anybody else's."""
    gone, _ = user.api_tokens.filter(pk=pk).delete()
    if not gone:
        raise Http404
