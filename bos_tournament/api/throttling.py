"""Limits by account, and none by address: a whole hall sits behind one."""

from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle


class PerAccount(SimpleRateThrottle):
    """So many requests a minute for each account; readers without one get public, cacheable answers only."""

    scope = "account"

    def get_cache_key(self, request: Request, view: object) -> str | None:
        return f"throttle-{request.user.pk}" if request.user.is_authenticated else None
