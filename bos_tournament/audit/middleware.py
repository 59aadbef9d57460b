"""Who did it: the trail learns the user of each request, and no address, since addresses can hold secrets."""

import pghistory.middleware
from django.http import HttpRequest


class Trail(pghistory.middleware.HistoryMiddleware):
    def get_context(self, request: HttpRequest) -> dict[str, object]:
        user = getattr(request, "user", None)
        return {"user": str(user.pk) if user is not None and user.is_authenticated else None}
