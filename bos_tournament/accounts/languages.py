"""Which language somebody is answered in: their own choice, else the cookie's, else what the browser asks for."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers

from bos_tournament.accounts.models import User

PROGRAMS = "/api/v1/"  # programs say with each request which language they want


class OwnLanguage:
    """Answers whoever chose a language in it, in place of what Django's LocaleMiddleware found before."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        language = chosen(request)
        with translation.override(language):
            response = self.get_response(request)
        response.headers.setdefault("Content-Language", language)
        patch_vary_headers(response, ["Cookie"])
        return response


def chosen(request: HttpRequest) -> str:
    own = "" if request.path.startswith(PROGRAMS) else getattr(request.user, "language", "")
    return own if own in dict(settings.LANGUAGES) else translation.get_language()


def of(user: User) -> str:
    """The language to write to somebody in who is not here: what they chose, else the site's."""
    return user.language if user.language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def choose(user: User, language: str) -> None:
    """Keeps the choice of a language; one that the site does not speak changes nothing."""
    if language in dict(settings.LANGUAGES):
        user.language = language
        user.save(update_fields=["language"])
