"""Pages of a tournament that stay open and ask again for their living part."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers

from bos_tournament.operations import conditional

Context = Callable[[], dict[str, object]]


def render_live_page(request: HttpRequest, page: str, part: str, *, version: str, context: Context) -> HttpResponse:
    """The page, or only its living part when htmx asks; 304 without looking further while the version is known.

    `version` changes whenever what is shown does. The template gets `tag`, which the part sends back when it asks.
    With the part comes what stands beside it on every page of a tournament.
    """

    def make() -> HttpResponse:
        values = {**context(), "tag": conditional.tag_for(request, version, as_part=True)}
        if not conditional.asks_for_part(request):
            return render(request, page, values)
        response = render(request, part, values)
        if "tabs" in values:
            response.write(render_to_string("tournaments/_oob_updates.html", values, request))
        return response

    response = conditional.conditional_response(request, conditional.tag_for(request, version), make)
    if not request.user.is_authenticated:
        response["Cache-Control"] = "no-cache"
    patch_vary_headers(response, ["Cookie", "HX-Request"])
    return response
