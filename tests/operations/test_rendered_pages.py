"""A public page is rendered by one process for all; what is one reader's own, or a fault, is passed on to nobody."""

import io
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.handlers.asgi import ASGIRequest
from django.db import connection
from django.http import Http404
from django.middleware.csrf import get_token
from django.test import RequestFactory

from bos_tournament.accounts.models_rate_limits import KeptValue
from bos_tournament.operations.serving.rendered_pages import rendered_once
from bos_tournament.privacy import erasure
from tests.factories import UserFactory
from tests.polling import PATIENCE

TAG = '"the pairings of round 3, in English"'


def asked(host="localhost"):
    headers = [(b"host", host.encode())]
    return ASGIRequest(
        {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": headers}, io.BytesIO()
    )


class Template:
    """Renders another text each time."""

    def __init__(self):
        self.times = 0

    def __call__(self):
        self.times += 1
        return f"text {self.times}"


def in_a_process_of_its_own(request, tag, render):
    """As another process asks: over a connection of its own."""
    try:
        return rendered_once(request, tag, render)
    finally:
        connection.close()


def test_of_two_processes_one_renders_and_the_other_waits_for_it(transactional_db):
    begun, go, template = threading.Event(), threading.Event(), Template()

    def slowly():
        begun.set()
        assert go.wait(PATIENCE)
        return template()

    with ThreadPoolExecutor(2) as processes:
        first = processes.submit(in_a_process_of_its_own, asked(), TAG, slowly)
        assert begun.wait(PATIENCE)
        second = processes.submit(in_a_process_of_its_own, asked(), TAG, template)
        go.set()

        assert (first.result(), second.result()) == ("text 1", "text 1")


@pytest.mark.django_db
def test_another_tag_and_another_name_of_the_site_are_other_pages(settings):
    settings.ALLOWED_HOSTS, template = ["localhost", "bos.example"], Template()

    assert rendered_once(asked(), TAG, template) == rendered_once(asked(), TAG, template) == "text 1"
    assert rendered_once(asked(), '"round 4"', template) == "text 2"
    assert rendered_once(asked("bos.example"), TAG, template) == "text 3"
    assert rendered_once(asked(), None, template) == "text 4"
    assert rendered_once(RequestFactory().get("/"), TAG, template) == "text 5"


@pytest.mark.django_db
def test_a_form_of_annas_is_not_passed_on():
    hers = asked()

    rendered_once(hers, TAG, lambda: get_token(hers))

    assert rendered_once(asked(), TAG, lambda: "for Ben") == "for Ben"


@pytest.mark.django_db
def test_an_erased_player_is_in_no_page_that_was_rendered():
    ben, template = UserFactory(), Template()
    rendered_once(asked(), TAG, template)

    erasure.erase(ben)

    assert not KeptValue.objects.exists()
    assert rendered_once(asked(), TAG, template) == "text 2"


@pytest.mark.django_db
def test_a_page_that_is_not_there_is_asked_for_again():
    def missing():
        raise Http404

    with pytest.raises(Http404):
        rendered_once(asked(), TAG, missing)

    assert rendered_once(asked(), TAG, lambda: "there now") == "there now"


def test_pages_are_shown_while_the_database_takes_nothing(transactional_db):
    template = Template()

    with connection.cursor() as cursor:
        cursor.execute("SET default_transaction_read_only = on")
        try:
            assert rendered_once(asked(), TAG, template) == "text 1"
            assert rendered_once(asked(), TAG, template) == "text 2"
        finally:
            cursor.execute("RESET default_transaction_read_only")

    assert not KeptValue.objects.exists()
