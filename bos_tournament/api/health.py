"""Whether the site is up, for those who watch it."""

import logging

from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

log = logging.getLogger(__name__)


@never_cache
@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """200 while the database answers, else 503; why stands in the log alone."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Exception as fault:
        log.warning("The database does not answer: %s", type(fault).__name__)
        return JsonResponse({"ok": False}, status=503)
    return JsonResponse({"ok": True})
