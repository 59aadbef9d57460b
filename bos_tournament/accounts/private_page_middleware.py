"""Phones are shared: what a signed-in person was shown must not stay in the browser. Nor are people found by search."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse


class PrivatePages:
    """Marks every page of a signed-in person as not to be kept, unless the view says something stricter itself.

    A page that asks for a part of itself learns for whom that part was written, so that nobody loses what they typed
    to a sign-out in another tab.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        was_signed_in = request.user.is_authenticated
        response = self.get_response(request)
        if was_signed_in or request.user.is_authenticated:
            response.headers.setdefault("Cache-Control", "no-store")
        if request.headers.get("HX-Request") == "true":
            response.headers["X-Reader"] = str(request.user.pk or "")
        if was_signed_in and not request.user.is_authenticated:
            response.headers["Clear-Site-Data"] = '"cache", "storage"'
        return response


def not_indexed(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Pages about people may be read by everybody and are in no search engine: many who play are children."""

    @wraps(view)
    def answer(request: HttpRequest, *args: object, **facts: object) -> HttpResponse:
        response = view(request, *args, **facts)
        response["X-Robots-Tag"] = "noindex"
        return response

    return answer
