"""Pages that stay open and ask again: a tag for what is shown, 304 while nothing changed."""

from collections.abc import Callable
from hashlib import sha256

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language

Context = Callable[[], dict[str, object]]


def answer(request: HttpRequest, page: str, part: str, *, version: str, context: Context) -> HttpResponse:
    """The page, or only its living part when htmx asks; 304 without looking further while the version is known.

    `version` changes whenever what is shown does; the tag differs by viewer and language too. The template gets `tag`,
    which the part sends back when it asks. With the part comes what stands beside it on every page of a tournament.
    """
    tag = _tag(request, version, as_part=_asks_for_part(request))
    response = get_conditional_response(request, etag=tag)
    if response is None:
        shown = {**context(), "tag": _tag(request, version, as_part=True)[1:-1]}
        response = render(request, part if _asks_for_part(request) else page, shown)
        if _asks_for_part(request) and "tabs" in shown:
            response.write(render_to_string("tournaments/_beside.html", shown, request))
    response["ETag"] = tag
    if not request.user.is_authenticated:
        response["Cache-Control"] = "no-cache"
    patch_vary_headers(response, ["Cookie", "HX-Request"])
    return response


def _asks_for_part(request: HttpRequest) -> bool:
    return request.headers.get("HX-Request") == "true"


def _tag(request: HttpRequest, version: str, *, as_part: bool) -> str:
    seen = (version, get_language(), request.user.pk, as_part, request.get_full_path())
    return f'"{sha256("/".join(map(str, seen)).encode()).hexdigest()[:32]}"'
