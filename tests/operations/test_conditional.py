"""Not modified: a reader who has a page already is not sent it again, unless something is to be said to them."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages import info
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpResponse
from django.test import RequestFactory
from django.utils import translation

from bos_tournament.operations import conditional


@pytest.fixture
def ask():
    """A visitor asks for a page, with the headers of their browser."""

    def asked(path="/rules/", **headers):
        request = RequestFactory().get(path, headers={name.replace("_", "-"): said for name, said in headers.items()})
        request.user = AnonymousUser()
        request._messages = CookieStorage(request)
        return request

    return asked


def test_a_reader_who_sends_the_tag_back_gets_no_page_and_none_is_made(ask):
    tag, made = conditional.tag_for(ask(), 1), []

    def make():
        made.append("a page")
        return HttpResponse("the rules")

    request = ask(If_None_Match=tag)
    same = conditional.conditional_response(request, conditional.tag_for(request, 1), make)
    changed = conditional.conditional_response(request, conditional.tag_for(request, 2), make)

    assert (same.status_code, same["ETag"]) == (304, tag)
    assert (changed.status_code, changed.content, made) == (200, b"the rules", ["a page"])


def test_a_page_with_a_message_is_shown_although_the_reader_has_it(ask):
    request = ask()
    info(request, "You are signed out.")

    assert conditional.tag_for(request, 1) is None
    assert conditional.tag_for(request, 1, as_part=True) is not None  # its parts show no messages


def test_a_tag_is_another_one_in_another_language_at_another_address_and_for_a_part(ask):
    tags = {conditional.tag_for(asked) for asked in (ask(), ask("/cards/"), ask(HX_Request="true"))}
    with translation.override("de"):
        tags.add(conditional.tag_for(ask()))

    assert len(tags) == 4


def test_a_tag_that_comes_back_from_a_packed_page_is_the_one_that_was_given(ask):
    assert conditional.sent_tag(ask(If_None_Match='W/"abc.def"')) == '"abc.def"'
    assert conditional.sent_tag(ask()) == ""
