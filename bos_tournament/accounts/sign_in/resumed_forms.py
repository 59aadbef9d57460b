"""A form that was sent when the second factor was needed first: kept in the session until it is sent again."""

import time
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

SESSION_FORM = "unfinished_form"
MOST_CHARACTERS = 100_000
KEPT = 30 * 60  # seconds
TOKEN = "csrfmiddlewaretoken"  # noqa: S105


def store_form(request: HttpRequest) -> str | None:
    """Keeps the form and gives the page from which it is sent again; None where there is none that can be kept."""
    if request.method != "POST" or request.FILES:
        return None
    fields = [[name, value] for name, all_ in request.POST.lists() if name != TOKEN for value in all_]
    if sum(len(name) + len(value) for name, value in fields) > MOST_CHARACTERS:
        return None
    request.session[SESSION_FORM] = {"where": request.get_full_path(), "fields": fields, "at": time.time()}
    return reverse("accounts:resume_form")


def pending_form(request: HttpRequest) -> dict[str, Any] | None:
    """The form that waits: `where` it goes and its `fields`."""
    form = request.session.get(SESSION_FORM)
    return form if form and time.time() - form["at"] < KEPT else None


def sent(request: HttpRequest) -> None:
    """It is sent again, so nothing waits any more."""
    if request.method == "POST" and request.get_full_path() == request.session.get(SESSION_FORM, {}).get("where"):
        del request.session[SESSION_FORM]
