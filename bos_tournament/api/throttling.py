"""Limits by account: a whole hall sits behind one address."""

from rest_framework.throttling import SimpleRateThrottle


class PerAccount(SimpleRateThrottle):
    scope = "account"

    def get_cache_key(self, request, view):
        return f"throttle-{request.user.pk}" if request.user.is_authenticated else None
