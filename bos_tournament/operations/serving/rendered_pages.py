"""Public pages as they were rendered, where the web processes of all machines find them: each made by one, for all."""

from collections.abc import Callable

from django.core.cache import cache
from django.core.handlers.asgi import ASGIRequest
from django.db import DatabaseError, connection, transaction
from django.http import HttpRequest

from bos_tournament.accounts.models_rate_limits import KeptValue
from bos_tournament.operations import conditional
from bos_tournament.operations.serving.shelf import LONGEST

NAME = "rendered-page:"
LOCK = "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))"


def rendered_once(request: HttpRequest, tag: str | None, render: Callable[[], str]) -> str:
    """What `render` gives, or gave another process under this tag a moment ago; who comes meanwhile waits for it.

    The tag is that of a page which is alike for all readers without an account. What sets a cookie is not passed on,
    and nothing is without the site's own server or while the database takes nothing.
    """
    if tag is None or not isinstance(request, ASGIRequest):
        return render()
    key = NAME + conditional.digest([tag, request.scheme, request.get_host()])
    kept = cache.get(key)
    return kept if kept is not None else _first(request, key, render)


def _first(request: HttpRequest, key: str, render: Callable[[], str]) -> str:
    text = None
    try:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute(LOCK, [key])
            text = cache.get(key)
            if text is None:
                text = render()
                if "CSRF_COOKIE_NEEDS_UPDATE" not in request.META:
                    cache.add(key, text, LONGEST)
    except DatabaseError:
        return render() if text is None else text
    return text


def forget_rendered_pages() -> None:
    """None of them is there any more: somebody whom they may name is erased."""
    KeptValue.objects.filter(key__startswith=cache.make_key(NAME)).delete()
