"""Every page opens in every language, says which it is in, and keeps its figures readable for programs."""

import re

import pytest
from django.conf import settings
from django.db import transaction

from tests.test_access_matrix import TABLE, address, doors
from tests.test_access_matrix import place as place  # noqa: PLC0414 - the fixture of that table

pytestmark = pytest.mark.django_db
OTHERS = [code for code, _ in settings.LANGUAGES if code != "en"]
# A comma of another language in a number that a browser or a script reads.
COMMA = re.compile(
    r'\s(?:x|y|x1|x2|y1|y2|cx|cy|r|rx|ry|width|height|value|min|max|step|data-[a-z-]+)="-?\d+,\d+"|viewBox="[^"]*\d,\d[^"]*"'
)
# Pages that staff see are opened by the organizer or the head judge, all others by Anna, who plays.
LINK_OVER = 410
READERS = ("anna", "organizer", "head_judge")


def reader(name):
    """Somebody whom the table lets in, by the place of their letter."""
    letters = dict(zip(("nobody", "cleo", "anna", "ben", "organizer", "head_judge"), TABLE[name][0], strict=False))
    return next((who for who in READERS if letters[who] == "o"), None)


def opened(browser, where, language):
    with transaction.atomic():
        answer = browser.get(where, headers={"Accept-Language": language})
        transaction.set_rollback(True)
    return answer


@pytest.mark.parametrize("language", OTHERS)
def test_every_page_opens_in_every_language(place, language):
    browsers, known = place
    faults = []
    for name, route in doors():
        who = reader(name)
        if who is None:
            continue
        answer = opened(browsers[who], address(name, route, known), language)
        page = answer.content.decode(errors="replace") if "html" in answer.headers.get("Content-Type", "") else ""
        if answer.status_code not in (200, 302, LINK_OVER) or answer.headers["Content-Language"] != language:
            faults.append((name, answer.status_code, answer.headers.get("Content-Language")))
        if "<html" in page and f'<html lang="{language}">' not in page:
            faults.append((name, "says another language"))
        if found := COMMA.findall(page):
            faults.append((name, found[:3]))

    assert faults == []
