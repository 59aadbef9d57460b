"""A site with TLS takes no token over plain HTTP: a redirect would let it travel openly again with the next request."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import translation
from django.utils.translation import gettext as _

from bos_tournament.api.conventions.errors import error_response


class TokensBySafeWays:
    """Refuses what programs ask over plain HTTP; pages are redirected, as ever."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        of_a_program = request.path.startswith("/api/v1/") or "Authorization" in request.headers
        if not of_a_program or not settings.SECURE or request.is_secure():
            return self.get_response(request)
        with translation.override(translation.get_language_from_request(request)):
            detail = _(
                "This site accepts programs over https:// only. Your token may have been intercepted: "
                "revoke it and create another."
            )
            return JsonResponse(error_response(detail, "https_needed"), status=403)
