"""Phones are shared: what a signed-in person was shown must not stay in the browser."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse


class PrivatePages:
    """Marks every page of a signed-in person as not to be kept, unless the view says something stricter itself."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        was_signed_in = request.user.is_authenticated
        response = self.get_response(request)
        if was_signed_in or request.user.is_authenticated:
            response.headers.setdefault("Cache-Control", "no-store")
        if was_signed_in and not request.user.is_authenticated:
            response.headers["Clear-Site-Data"] = '"cache", "storage"'
        return response
