"""Pages of a tournament that stay open and ask again for their living part."""

import logging
from collections.abc import Callable, Iterable
from copy import copy
from functools import partial
from typing import Any, Protocol

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers

from bos_tournament.accounts.models import User
from bos_tournament.accounts.sign_in.readers import Reader
from bos_tournament.operations import conditional
from bos_tournament.operations.serving import frames, kept_pages
from bos_tournament.operations.serving.frames import STAND_IN, Frame, Own
from bos_tournament.operations.serving.packing import joined
from bos_tournament.operations.serving.rendered_pages import rendered_once

log = logging.getLogger(__name__)
Context = Callable[[], dict[str, object]]
Topics = Callable[[], Iterable[str]]
KEPT_WITH = frozenset({"page", "by", "figures"})


class OwnWords(Protocol):
    """What a page says to one reader alone."""

    def __call__(self, reader: Reader) -> Own | None:
        """The words of a reader; None for whom the page differs in more than words."""

    def stand_ins(self, context: dict[str, Any]) -> dict[str, object]:
        """Of the context of a reader's page, all that is the reader's own, as it stands in a frame."""


def render_live_page(
    request: HttpRequest,
    page: str,
    part: str,
    *,
    version: str,
    context: Context,
    kept_for: Topics | None = None,
    own: OwnWords | None = None,
) -> HttpResponse:
    """The page, or only its living part when htmx asks; 304 without looking further while the version is known.

    `version` changes whenever what is shown does. The template gets `tag`, which the part sends back when it asks.
    With the part comes what stands beside it on every page of a tournament. `kept_for` gives the topics of everything
    the page tells of, where all readers without an account see the same; searches are not kept. `own` finds what else
    it says to those who are signed in.
    """

    tag, as_part = conditional.tag_for(request, version), conditional.tag_for(request, version, as_part=True)
    topics = kept_for if KEPT_WITH.issuperset(request.GET) else None

    def make() -> HttpResponse:
        if topics and not request.user.is_authenticated:
            kept_pages.keep(request, topics())
            text = rendered_once(request, tag, lambda: _rendered(request, page, part, {**context(), "tag": as_part}))
            return HttpResponse(text)
        values = {**context(), "tag": as_part}
        response = HttpResponse(_rendered(request, page, part, values))
        if topics and own and request.user.is_authenticated and frames.wanted(request):
            framed = partial(_rendered, page=page, part=part)
            _keep_frame(request, request.user, response, version, topics, own, values, framed)
        return response

    response = conditional.conditional_response(request, tag, make)
    if not request.user.is_authenticated:
        response["Cache-Control"] = "no-cache"
    patch_vary_headers(response, ["Cookie", "HX-Request"])
    return response


def _rendered(request: HttpRequest, page: str, part: str, values: dict[str, object]) -> str:
    if not conditional.asks_for_part(request):
        return render_to_string(page, values, request)
    beside = render_to_string("tournaments/_oob_updates.html", values, request) if "tabs" in values else ""
    return render_to_string(part, values, request) + beside


def _keep_frame(
    request: HttpRequest,
    user: User,
    response: HttpResponse,
    version: str,
    kept_for: Topics,
    own: OwnWords,
    values: dict[str, Any],
    rendered: Callable[..., str],
) -> None:
    """Keeps the page with stand-ins for readers of the shape of this one, unless that says less than the page."""
    path = request.get_full_path()

    def tag(reader: Reader, as_part: bool) -> str:
        return conditional.tag_of(conditional.shown_to(reader, path, version, as_part=as_part))

    reader = Reader(user.pk, user.handle, user.guest, user.language)
    found = None if user.is_staff or user.second_factor else own(reader)
    if found is None:
        return
    nobody = copy(request)
    nobody.user = User(pk=STAND_IN["reader"], handle=STAND_IN["handle"], guest=user.guest)
    text = rendered(nobody, values={**values, **own.stand_ins(values), "tag": f'"{STAND_IN["tag"]}"'})
    frame = Frame(text.encode(), found.shape, own, tag)
    if joined(frame.fill(reader, found)) == response.content:
        frames.keep(request, kept_for(), frame)
    else:
        log.error("A page says more to a reader than its frame: %s", path)
