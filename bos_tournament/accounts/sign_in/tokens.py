"""API tokens: a program acts for its user until the token is revoked."""

from datetime import timedelta
from uuid import UUID

from django.db import connection, transaction
from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from bos_tournament.accounts.models import ApiToken, User
from bos_tournament.accounts.sign_in import access_log
from bos_tournament.accounts.sign_in.token_digests import digest, new_token
from bos_tournament.errors import Refused

PREFIX = "bos_"
MOST_TOKENS = 20
USE_IS_NOTED = timedelta(minutes=1)
LASTS = 90  # days, unless its owner chose otherwise
MAY_LAST = (7, 30, LASTS, 180, 365)


# Each request of a program begins with it.
OWNER = """
SELECT owner.*, token.second_factor, token.read_only, token.used_at AS token_used_at
FROM accounts_apitoken AS token JOIN accounts_user AS owner ON owner.id = token.user_id
WHERE token.token_digest = %s AND token.ends_at > %s AND owner.is_active
"""
USED = "UPDATE accounts_apitoken SET used_at = %s WHERE token_digest = %s"


@transaction.atomic
def make_token(user: User, name: str, *, second_factor: bool, read_only: bool = False, days: int = LASTS) -> str:
    """A new token, told only now. It opens staff doors only when made in a session with a second factor, and with
    `read_only` it does no deed."""
    User.objects.select_for_update().get(pk=user.pk)
    user.api_tokens.filter(ends_at__lte=timezone.now()).delete()
    if user.api_tokens.count() >= MOST_TOKENS:
        raise Refused(
            _("You have %(most)s tokens. Revoke one you no longer use.") % {"most": MOST_TOKENS}, code="too_many_tokens"
        )
    token = PREFIX + new_token()
    carries = {"second_factor": second_factor, "read_only": read_only}
    ends_at = timezone.now() + timedelta(days=days)
    user.api_tokens.create(name=name, token_digest=digest(token), ends_at=ends_at, **carries)
    access_log.note("token made", user=user)
    return token


def valid_tokens(user: User) -> QuerySet[ApiToken]:
    """The tokens of somebody that still hold, the newest first."""
    return user.api_tokens.filter(ends_at__gt=timezone.now()).order_by("-made_at", "pk")


def user_of(token: str) -> User | None:
    """Whose token this is, with `second_factor` and `read_only` as the token carries them; None when nobody's."""
    for user in User.objects.raw(OWNER, [digest(token), now := timezone.now()]):
        used_at = vars(user)["token_used_at"]
        if used_at is None or now - used_at > USE_IS_NOTED:
            with connection.cursor() as cursor:
                cursor.execute(USED, [now, digest(token)])
        user.second_factor_lately = user.second_factor
        return user
    return None


def revoke(user: User, pk: UUID) -> None:
    """Ends a token of this user. Raises Http404 for anybody else's."""
    gone, _ = user.api_tokens.filter(pk=pk).delete()
    if not gone:
        raise Http404
    access_log.note("token ended", user=user)


def end_all(sender: object, user: User, **_: object) -> None:
    """A new password ends what was made under the one before."""
    if user.api_tokens.all().delete()[0]:
        access_log.note("token ended", user=user)
