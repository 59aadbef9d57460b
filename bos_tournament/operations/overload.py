"""When the database lets somebody wait for too long: nothing of what they sent was done, and they may send it again."""

import sys
from functools import cache

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.template.loader import render_to_string
from psycopg.errors import DeadlockDetected, LockNotAvailable, QueryCanceled
from psycopg_pool import PoolTimeout

WAITED = (LockNotAvailable, DeadlockDetected, QueryCanceled, PoolTimeout)
AGAIN = {"Retry-After": "5"}  # seconds


def is_busy(fault: BaseException | None) -> bool:
    """Did the database give up on a lock, a connection or the time for a query, and take everything back?"""
    return isinstance(fault, OperationalError) and isinstance(fault.__cause__, WAITED)


@cache
def broken_page() -> str:
    """What the site says of a fault, in every language. The server makes it as it starts, while nothing is broken."""
    return render_to_string("500.html")


def broken(request: HttpRequest) -> HttpResponse:
    """The page of a fault (handler500): one of ours, unless the site was only busy. It asks the database nothing."""
    if not is_busy(sys.exc_info()[1]):
        return HttpResponseServerError(broken_page())
    return HttpResponse(render_to_string("503.html"), status=503, headers=AGAIN)
