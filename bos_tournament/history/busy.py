"""When the database lets somebody wait for too long: nothing of what they sent was done, and they may send it again."""

import sys

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.defaults import server_error
from psycopg.errors import DeadlockDetected, LockNotAvailable, QueryCanceled
from psycopg_pool import PoolTimeout

WAITED = (LockNotAvailable, DeadlockDetected, QueryCanceled, PoolTimeout)
AGAIN = {"Retry-After": "5"}  # seconds


def is_busy(fault: BaseException | None) -> bool:
    """Did the database give up on a lock, a connection or the time for a query, and take everything back?"""
    return isinstance(fault, OperationalError) and isinstance(fault.__cause__, WAITED)


def broken(request: HttpRequest) -> HttpResponse:
    """The page of a fault (handler500): one of ours, unless the site was only busy. It asks the database nothing."""
    if not is_busy(sys.exc_info()[1]):
        return server_error(request)
    return HttpResponse(render_to_string("503.html"), status=503, headers=AGAIN)
