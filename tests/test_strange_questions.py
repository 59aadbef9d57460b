"""Whatever strangers write behind the question mark of an address, no page and no door for programs breaks on it."""

import inspect
import re
from pathlib import Path

import pytest
from django.contrib import admin
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import resolve, reverse
from drf_spectacular.generators import SchemaGenerator

import bos_tournament
from bos_tournament.api import urls
from tests.api import test_access_matrix as programs_
from tests.api.test_access_matrix import programs  # noqa: F401, a fixture
from tests.factories import UserFactory
from tests.test_access_matrix import TABLE, address, doors, place  # noqa: F401, a fixture

pytestmark = pytest.mark.django_db

SOURCES = sorted(Path(bos_tournament.__file__).parent.glob("**/*.py"))
NAMES = {name for source in SOURCES for name in re.findall(r'GET\.get\("(\w+)"', source.read_text())}
# A zero byte, half a character and bytes that are no text, a number no database holds, a digit that is none, length.
STRANGE = ("%00", "x%00%ED%A0%80%FF%25_%5C", "9" * 30, "%C2%B2", "x" * 10_000)


def reads_questions(where):
    """Whether the module of a page looks behind the question mark at all."""
    source = Path(inspect.getsourcefile(inspect.unwrap(resolve(where).func))).read_text()
    return re.search(r"\.GET|paging\.", source)


def broken(browser, where, asked):
    with transaction.atomic():
        answer = browser.get(f"{where}?{asked}")
        transaction.set_rollback(True)
    return answer.status_code >= 500


def test_no_page_breaks_on_what_it_is_asked(place):  # noqa: F811
    browsers, known = place
    for browser in browsers.values():
        browser.raise_request_exception = False
    got = {name: address(name, route, known) for name, route in doors() if "o" in TABLE[name][0]}
    asking = {name: where for name, where in got.items() if reads_questions(where)}

    names = {*NAMES, "q", "name", "text", "type", "color", "strength_from", "part", "person", "round", "infraction"}
    faults = [
        (name, strange[:20])
        for name, where in asking.items()
        for strange in STRANGE
        if broken(
            browsers["head_judge" if TABLE[name][0][5] == "o" else "organizer"],
            where,
            "&".join(f"{one}={strange}" for one in sorted(names)),
        )
    ]

    assert "tournaments:pairings" in asking
    assert faults == []


def test_no_door_for_programs_breaks_on_what_it_is_asked(programs):  # noqa: F811
    headers, known = programs
    asked = {
        programs_._plain(path.removeprefix("/api/v1/")): {
            one["name"] for one in methods["get"].get("parameters", ()) if one["in"] == "query"
        }
        for path, methods in SchemaGenerator().get_schema(public=True)["paths"].items()
        if "get" in methods
    }
    program = Client(raise_request_exception=False, headers=headers["head_judge"])

    faults = []
    for route, _methods in programs_.doors(urls.v1):
        for name in asked.get(programs_._plain(route), ()):
            cache.clear()  # where requests are counted for the limit of each account
            where = programs_.address(route, known)
            faults += [(route, name, one[:20]) for one in STRANGE if broken(program, where, f"{name}={one}")]

    assert any(asked.values())
    assert faults == []


def test_no_list_of_the_admin_breaks_on_what_it_is_asked(signed_in):
    browser = signed_in(UserFactory(is_staff=True, is_superuser=True), second_factor=True)
    browser.raise_request_exception = False

    faults = [
        (model.__name__, strange[:20])
        for model in admin.site._registry
        for strange in STRANGE
        if broken(
            browser, reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"), f"q={strange}"
        )
    ]

    assert faults == []
