"""Limits by account, and none by address: a whole hall sits behind one."""

from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from bos_tournament.accounts import rate_limits


class PerAccount(BaseThrottle):
    """API_RATE requests for each account; readers without one get public, cacheable answers only."""

    what = ""

    def allow_request(self, request: Request, view: object) -> bool:
        if not request.user.is_authenticated:
            return True
        self.what = f"api:{request.user.pk}"
        return rate_limits.count_one(self.what, rate_limits.rate(settings.API_RATE))

    def wait(self) -> float:
        return rate_limits.seconds_left(self.what)
