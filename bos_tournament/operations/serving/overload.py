"""When the database does nothing for somebody, or is lost in the middle: they may send it again in a moment."""

import random
import sys
from functools import cache

import psycopg
from django.db import InternalError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy
from psycopg.errors import DeadlockDetected, LockNotAvailable, QueryCanceled, ReadOnlySqlTransaction
from psycopg_pool import PoolTimeout

REFUSED = (LockNotAvailable, DeadlockDetected, QueryCanceled, ReadOnlySqlTransaction, PoolTimeout)
NO_ROOM = "53"
"""The class of SQLSTATE for a disk or a memory that is full."""
LOST = ("08", "57P")
"""The classes for a connection that failed, and for a server that ends or starts."""
SOONEST, LATEST = 3, 10  # seconds until somebody comes back
BUSY = gettext_lazy("The site is busy and this was not done. Send it again in a moment.")


def come_back() -> dict[str, str]:
    """The header that says when: another moment for each, so that they do not all come back together."""
    return {"Retry-After": str(random.randint(SOONEST, LATEST))}  # noqa: S311 - nobody gains by guessing it


def is_busy(fault: BaseException | None) -> bool:
    """Did the database refuse (a lock, a connection, the time for a query, room, any writing) and do nothing?"""
    cause = fault.__cause__ if isinstance(fault, OperationalError | InternalError) else None
    return isinstance(cause, REFUSED) or (isinstance(cause, psycopg.Error) and (cause.sqlstate or "")[:2] == NO_ROOM)


def is_lost(fault: BaseException | None) -> bool:
    """Did the connection break, so that nobody knows whether the last thing it was asked for was done?"""
    cause = fault.__cause__ if isinstance(fault, OperationalError) and not is_busy(fault) else None
    return isinstance(cause, psycopg.OperationalError) and (cause.sqlstate is None or cause.sqlstate.startswith(LOST))


@cache
def broken_page() -> str:
    """What the site says of a fault, in every language. The server makes it as it starts, while nothing is broken."""
    return render_to_string("500.html")


def broken(request: HttpRequest) -> HttpResponse:
    """The page of a fault (handler500): one of ours, unless it was the database's. It asks the database nothing."""
    fault = sys.exc_info()[1]
    lost = is_lost(fault)
    if not lost and not is_busy(fault):
        return HttpResponseServerError(broken_page())
    return HttpResponse(render_to_string("503.html", {"lost": lost}), status=503, headers=come_back())
