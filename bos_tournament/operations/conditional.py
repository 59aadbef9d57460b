"""The one answer to "not modified": tags of what is shown, and a 304 for a reader who has it already.

A tag is a whole ETag, with its quotes. Templates of parts that ask again send it back by `{% if_none_match tag %}`.
"""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.http import parse_etags
from django.utils.translation import get_language
from django.views.decorators.http import conditional_page

from bos_tournament.accounts.requests import Viewer
from bos_tournament.accounts.sign_in.readers import Reader


def _templates() -> str:
    written = sorted((settings.BASE_DIR / "templates").rglob("*.html"))
    return hashlib.sha256(b"\0".join(map(Path.read_bytes, written))).hexdigest()


TEMPLATES = _templates()


def conditional_response(request: HttpRequest, tag: str | None, make: Callable[[], HttpResponse]) -> HttpResponse:
    """What `make` gives, under this tag; a 304 without making it for a reader who sends the tag back."""
    response = get_conditional_response(request, etag=tag) or make()
    if tag and request.method in ("GET", "HEAD"):
        response.headers.setdefault("ETag", tag)
    return response


def by_content(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """The view with the tag of what it answered, where nothing can be known before; answers not to be kept get none."""
    return conditional_page(view)


def tag_for(request: HttpRequest, *parts: object, as_part: bool | None = None) -> str | None:
    """The tag of what stands at this address for this viewer, in this language, and changes with `parts` alone.

    `as_part`: of the part that htmx asks for, which is not the whole page; without it, of what is asked for now.
    None for a whole page while a message waits for the viewer, since that is shown once.
    """
    as_part = asks_for_part(request) if as_part is None else as_part
    if not as_part and len(get_messages(request)):
        return None
    return tag_of(shown_to(request.user, request.get_full_path(), *parts, as_part=as_part))


def shown_to(viewer: Viewer | Reader, path: str, *parts: object, as_part: bool) -> list[object]:
    """Of what such a tag is made."""
    who = (viewer.pk, getattr(viewer, "handle", ""), getattr(viewer, "second_factor", False))
    return [TEMPLATES, *who, as_part, path, *parts]


def tag_of(content: object) -> str:
    """The tag of what is shown, where that is known already: another one for anything else, or another language."""
    return f'"{digest(content)}"'


def digest(content: object) -> str:
    """Short, and another one for whatever else could be shown, or for the same in another language."""
    text = json.dumps([get_language(), content], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def sent_tag(request: HttpRequest) -> str:
    """The tag that the reader has, as it was given: without the mark that packing puts on it. Empty without one."""
    return next(iter(parse_etags(request.headers.get("If-None-Match", ""))), "").removeprefix("W/")


def asks_for_part(request: HttpRequest) -> bool:
    return request.headers.get("HX-Request") == "true"
