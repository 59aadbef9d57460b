"""Django behind the loop: one thread a request from beginning to end, and nothing of a reader is left for the next."""

import asyncio
import io

import pytest
from django.http import FileResponse
from django.utils import translation

from bos_tournament.operations.serving.pages import Pages
from tests.operations.test_door import tell

pytestmark = pytest.mark.django_db(transaction=True)
SIGN_IN = "/accounts/login/"


@pytest.fixture
def pages(settings):
    settings.REQUESTS_AT_ONCE = 2
    pages = Pages()
    yield pages
    pages.threads.shutdown()


async def get(pages, path, *headers, method="GET", body=b""):
    """The status and the whole body that `pages` answers."""
    parts, told = [{"type": "http.request", "body": body}], []

    async def receive():
        return parts.pop()

    async def send(message):
        told.append(message)

    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [(b"host", b"localhost"), *headers],
        "scheme": "http",
    }
    await pages(scope, receive, send)
    assert not told[-1].get("more_body")
    return told[0]["status"], b"".join(message["body"] for message in told[1:]).decode()


def test_the_language_of_one_reader_is_not_that_of_the_next(pages):
    async def story():
        german = [await get(pages, SIGN_IN, (b"accept-language", b"de")) for _ in range(8)]
        plain = [await get(pages, SIGN_IN) for _ in range(8)]
        return german, plain

    german, plain = tell(story())

    assert all('lang="de"' in page for _, page in german)
    assert all('lang="en"' in page for _, page in plain)
    assert translation.get_language() == "en"


def test_many_ask_at_once_and_all_are_answered_by_a_few_threads(pages):
    async def story():
        return await asyncio.gather(*(get(pages, SIGN_IN) for _ in range(30)))

    assert [status for status, _ in tell(story())] == [200] * 30
    assert len(pages.threads._threads) <= 6


def test_an_answer_of_many_parts_arrives_whole_and_its_source_is_closed(pages):
    source = io.BytesIO(b"card\n" * 50_000)
    pages._middleware_chain = lambda request: FileResponse(source)

    assert tell(get(pages, "/static/cards.txt")) == (200, "card\n" * 50_000)
    assert source.closed


def test_a_page_that_breaks_is_a_500_and_the_thread_goes_on(pages, monkeypatch):
    def breaks(request):
        raise RuntimeError

    real, pages._middleware_chain = pages._middleware_chain, breaks
    with pytest.raises(RuntimeError):
        tell(get(pages, SIGN_IN))
    pages._middleware_chain = real

    assert tell(get(pages, SIGN_IN))[0] == 200


def test_a_form_with_too_much_in_it_is_refused(pages):
    of_a_form = (b"content-type", b"application/x-www-form-urlencoded")
    cookie = (b"cookie", b"csrftoken=" + b"x" * 32)
    sent = get(pages, SIGN_IN, of_a_form, cookie, method="POST", body=b"a&" * 1_001)

    assert tell(sent)[0] == 400
