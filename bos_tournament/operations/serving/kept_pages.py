"""Published pages for readers without an account, and static files, kept below Django until something changes.

When a round is published, a whole hall asks for one page. It is made once for all who wait, and goes out from memory
afterwards, packed, with its tag. The view says which matches and tournaments it tells of (`keep`); a hint about one of
them ends it in every process, and so does its age, for whatever no hint tells. Files under a name of their contents
never change; a phone that comes for the first time needs them at the same moment.
"""

from collections import OrderedDict
from collections.abc import Iterable
from functools import lru_cache
from http.cookies import CookieError, SimpleCookie
from typing import NamedTuple, cast

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest
from django.utils import translation

from bos_tournament.operations.serving.door import is_urgent
from bos_tournament.operations.serving.ear import Ear
from bos_tournament.operations.serving.request_limits import Answers
from bos_tournament.operations.serving.shelf import Asked, Page, Question, Shelf, asked_by, hand_out
from bos_tournament.operations.serving.sse import Message, Receive, Send, header

MOST_OTHERS = 10_000  # addresses of which it is remembered that their pages are not to be kept
PACKINGS = ("br", "gzip")


def keep(request: HttpRequest, topics: Iterable[str]) -> None:
    """Says that what is answered is the same for every reader without an account, until one of the topics changes.

    A topic is what `live_events.publish_change` tells, like match:<id>. Without the site's own server nothing is kept.
    """
    if isinstance(request, ASGIRequest):
        cast(Message, request.scope)["kept_for"] = frozenset(topics)


class Key(NamedTuple):
    """Requests with equal keys get equal pages."""

    asked: Asked
    """What they ask for."""
    packings: tuple[str, ...]
    """Which of PACKINGS the reader takes."""


class KeptPages:
    """The ASGI application `answers`, asked once for each published page."""

    def __init__(self, answers: Answers, ear: Ear) -> None:
        self.answers, self.shelf = answers, Shelf(ear)
        self.others: OrderedDict[Key, None] = OrderedDict()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        key = key_of(scope)
        if key is None or key in self.others:
            await self.answers(scope, receive, send)
            return
        question = Question(self.answers, scope, receive)
        page = await self.shelf.page(key, question, _page)
        if page:
            await hand_out(page, scope, send)
            return
        if question.answer and question.answer[0]["status"] == 200:
            self._pass_by(key)
        await question.pass_on(send)

    def _pass_by(self, key: Key) -> None:
        self.others[key] = None
        while len(self.others) > MOST_OTHERS:
            self.others.popitem(last=False)


def key_of(scope: Message) -> Key | None:
    """None for whoever may be somebody, and for what nobody keeps."""
    path = scope["path"]
    if scope["method"] != "GET" or is_urgent(scope) or path.startswith("/api/"):
        return None
    if header(scope, b"authorization") or header(scope, b"range"):
        return None
    is_file = path.startswith(settings.STATIC_URL)
    chosen = "" if is_file else _language_chosen(header(scope, b"cookie"))
    if chosen is None:
        return None
    language = "" if is_file else language_of(chosen, header(scope, b"accept-language"))
    accepted = header(scope, b"accept-encoding")
    return Key(asked_by(scope, language), tuple(one for one in PACKINGS if one in accepted))


@lru_cache(1_000)
def _language_chosen(cookies: str) -> str | None:
    """The language in the cookies, empty for none; None where there are other cookies too."""
    jar: SimpleCookie = SimpleCookie()
    try:
        jar.load(cookies)
    except CookieError:
        return None
    if jar.keys() - {settings.LANGUAGE_COOKIE_NAME}:
        return None
    return jar[settings.LANGUAGE_COOKIE_NAME].value if jar else ""


@lru_cache(1_000)
def language_of(chosen: str, accepted: str) -> str:
    """The language that Django answers in."""
    request = HttpRequest()
    request.COOKIES[settings.LANGUAGE_COOKIE_NAME] = chosen
    request.META["HTTP_ACCEPT_LANGUAGE"] = accepted
    return translation.get_language_from_request(request)


def _page(question: Question, began: float) -> Page | None:
    """What may be kept of an answer: a page of which the view said so, or a file for ever."""
    forever = b"immutable" in question.headers.get(b"cache-control", b"")
    return question.page(question.asked.get("kept_for", frozenset() if forever else None), began)
