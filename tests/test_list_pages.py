"""Every list page answers with few questions to the database and in few bytes, however long its list is.

It is asked as the reader asks who sees most: staff for whom every door is open, and a player at a table.
"""

from functools import partial

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import crowded_site as site
from tests.owner_connection import as_owner

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

FEW, MANY = 8, 200
MOST_QUERIES, MOST_BYTES = 12, 60_000
ALL = ("", "players/", "statistics/", "screen/")
ROUNDS = ("pairings/", "pairings/?by=name", "standings/", "standings/?figures=exact")
# What is listed: (the tournament, pages of everybody, pages of staff)
LISTS = {
    "people who join": (
        site.joining,
        ("", "players/", "meeting/"),
        ("desk/", "desk/start/", "desk/printing/", "entrants/", "entrants/?only=guests", "requests/", "staff/"),
    ),
    "a round that is played": (
        site.playing,
        (*ALL, *ROUNDS),
        (
            *("desk/", "desk/rounds/2/", "desk/rounds/2/enter-slips/", "desk/rounds/1/enter-slips/", "desk/printing/"),
            *("desk/separated-pairs/", "desk/undo/", "entrants/", "entrants/?only=guests", "staff/", "webhooks/"),
            *("activity-log/", "penalties/", "calls/", "checks/"),
        ),
    ),
    "a draft": (site.drafted, ("",), ("desk/", "desk/rounds/2/")),
    "a tournament that is over": (
        site.finished,
        (*ALL, *ROUNDS, "lists/", "final-standings/1/1/"),
        ("desk/", "desk/undo/", "desk/final-standings/", "desk/printing/"),
    ),
    "a bracket": (
        partial(site.in_a_bracket, format="single_elimination"),
        (*ALL, *ROUNDS, "bracket/", "bracket/?page=2", "bracket/?page=99"),
        ("desk/", "desk/rounds/2/", "desk/printing/"),
    ),
    "a bracket of two sides": (
        partial(site.in_a_bracket, format="double_elimination"),
        (*ALL, *ROUNDS, "bracket/", "bracket/?page=2", "bracket/?page=99"),
        ("desk/", "desk/rounds/2/"),
    ),
    "groups": (
        partial(site.in_a_bracket, format="groups", go_on=1),
        (*ALL, *ROUNDS, "cross-table/", "cross-table/?page=99"),
        ("desk/", "desk/rounds/2/"),
    ),
    "everyone against everyone": (
        lambda number: site.in_a_bracket(min(number, 32), format="round_robin"),
        (*ALL, *ROUNDS, "cross-table/"),
        ("desk/",),
    ),
}


def measured(scene, number, signed_in):
    """{(reader, page): (queries, bytes)} in a tournament of so many."""
    make, everybodys, staffs = LISTS[scene]
    tournament = make(number)
    readers = {
        "player": (signed_in(site.player_of(tournament)), everybodys),
        "staff": (signed_in(site.staff_of(tournament), second_factor=True), (*everybodys, *staffs)),
    }
    with as_owner() as cursor:
        # Of the site's own tables: those that all databases share may be held by another one's.
        cursor.execute(f"ANALYZE {', '.join(connection.introspection.table_names())}")
    found = {}
    for who, (browser, pages) in readers.items():
        for page in pages:
            with CaptureQueriesContext(connection) as asked:
                answer = browser.get(f"/tournaments/{tournament.slug}/{page}")
            assert answer.status_code == 200, (who, page)
            found[who, page] = len(asked), len(answer.content)
    return found


@pytest.mark.parametrize("scene", LISTS)
def test_every_list_comes_with_few_queries_and_bytes_however_long_it_is(scene, signed_in):
    measured(scene, FEW, signed_in)  # what a process reads once, such as the cards, is known from here on
    few, many = (measured(scene, number, signed_in) for number in (FEW, MANY))

    assert {page: found for page, found in many.items() if found[0] > MOST_QUERIES or found[1] > MOST_BYTES} == {}
    assert {page: (few[page][0], found[0]) for page, found in many.items() if found[0] > few[page][0]} == {}
