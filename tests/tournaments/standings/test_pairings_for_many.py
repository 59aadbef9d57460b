"""The rows of a round are one query for a whole hall, and everybody finds their own among them."""

import re

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournaments import running_tournaments


def pairings_of(cup):
    return reverse("tournaments:pairings", args=[cup.slug])


def own_rows(page):
    return re.findall(r'<tr id="table-([0-9a-f-]+)" class="me">', page.content.decode())


def test_everybody_finds_their_own_row_and_nobody_anothers(signed_in, client):
    cup = running_tournaments.running(running_tournaments.NAMES[:7])
    round_ = running_tournaments.publish(cup)

    for sitting in round_.sittings.select_related("entrant__user", "pairing"):
        page = signed_in(sitting.entrant.user).get(pairings_of(cup))
        own = [str(sitting.pairing_id)] if sitting.pairing.match_id else []
        assert own_rows(page) == own
        assert ("(you)" in page.content.decode()) == (not own)
    assert own_rows(client.get(pairings_of(cup))) == []
    assert "(you)" not in client.get(pairings_of(cup)).content.decode()


def test_rows_are_one_query_and_a_result_is_there_at_once(signed_in):
    cup = running_tournaments.running(running_tournaments.NAMES[:6])
    pairings = list(running_tournaments.publish(cup).pairings.order_by("table"))
    reader = signed_in(pairings[1].sittings.first().entrant.user)

    def look():
        with CaptureQueriesContext(connection) as asked:
            page = reader.get(pairings_of(cup))
        return [query["sql"] for query in asked if "person.handle" in query["sql"]], page.content.decode()

    rows, page = look()
    assert len(rows) == 1
    assert "2–0" not in page

    running_tournaments.enter(pairings[0], 2, 0)
    rows, page = look()
    assert len(rows) == 1
    assert "2–0" in page
