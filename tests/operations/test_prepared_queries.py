"""Queries whose SQL is written once find what they would find written anew, whoever asks and for whatever."""

from threading import Thread
from uuid import UUID, uuid4

import pytest
from django.db import connection

from bos_tournament.accounts.models import User
from bos_tournament.operations.prepared_queries import Prepared
from bos_tournament.tournaments.access import desk_access, tournament_access
from bos_tournament.tournaments.models import Staff
from bos_tournament.tournaments.standings import leaderboard, standings_rows, views
from tests.factories import UserFactory
from tests.tournaments import running_tournaments

pytestmark = pytest.mark.django_db

BY_HANDLE = Prepared(lambda handle: User.objects.filter(handle=handle), handle=str)
BETWEEN = Prepared(
    lambda first, last: User.objects.filter(handle__gte=first, handle__lte=last).order_by("handle"), first=str, last=str
)


def test_each_value_is_looked_for_and_rows_are_asked_for_again(django_assert_num_queries):
    anna, ben = UserFactory(handle="anna"), UserFactory(handle="ben")

    assert (BY_HANDLE(handle="anna"), BY_HANDLE(handle="ben")) == ([anna], [ben])
    ben.delete()
    with django_assert_num_queries(1):
        assert BY_HANDLE(handle="ben") == []


def test_values_that_look_alike_go_each_to_their_own_place():
    people = {name: UserFactory(handle=name) for name in ("anna", "ben", "cleo")}

    assert BETWEEN(first="anna", last="ben") == [people["anna"], people["ben"]]
    assert BETWEEN(first="cleo", last="cleo") == [people["cleo"]]
    assert BETWEEN(last="ben", first="ben") == [people["ben"]]


@pytest.mark.parametrize("name", ["prepared:handle", "' OR ''='", "%s", "%(handle)s", ""])
def test_what_somebody_types_is_a_value_and_never_part_of_the_statement(name):
    UserFactory(handle="anna")

    assert BY_HANDLE(handle=name) == []


def test_nothing_equals_nothing():
    UserFactory(handle="anna")

    assert BY_HANDLE(handle=None) == []


@pytest.mark.django_db(transaction=True)
def test_every_thread_asks_by_its_own_connection():
    anna, found = UserFactory(handle="anna"), []
    assert BY_HANDLE(handle="anna") == [anna]

    def look():
        found.extend(BY_HANDLE(handle="anna"))
        connection.close()

    other = Thread(target=look)
    other.start()
    other.join()

    assert found == [anna]


def test_parameters_that_could_not_be_told_apart_are_refused(monkeypatch):
    monkeypatch.setattr("bos_tournament.operations.prepared_queries.uuid5", lambda space, name: UUID(int=0))

    with pytest.raises(AssertionError, match="rename one"):
        Prepared(User.objects.filter, handle=str, pk=str)


def test_pages_find_what_their_queries_would_find_written_anew():
    cup = running_tournaments.running(running_tournaments.NAMES[:7])
    running_tournaments.play_and_close(cup)
    round_ = running_tournaments.publish(cup)
    judge = UserFactory()
    Staff.objects.create(tournament=cup, user=judge, role=Staff.Role.JUDGE)
    standings = leaderboard.standings_of(cup)
    of_cup, of_round = {"tournament": cup.pk}, {"round_": round_.pk}
    asked = [
        (tournament_access.OPENED, {"slug": cup.slug, "reader": judge.pk}),
        (tournament_access.OPENED, {"slug": cup.slug, "reader": uuid4()}),
        (desk_access.PUBLISHED_ROUNDS, of_cup),
        (leaderboard.KEPT, of_cup),
        (standings_rows.LINES, {"standings": standings.pk, "first": 0, "after": 3}),
        (standings_rows.LINES, {"standings": standings.pk, "first": 3, "after": 48}),
        (views.STAGES, of_cup),
        (views.COUNTED, of_round),
        (views.MATCHES, of_round),
    ]

    for prepared, values in asked:
        anew = list(prepared.build(**values))
        assert anew
        assert [_plain(row) for row in prepared(**values)] == [_plain(row) for row in anew]


def _plain(row):
    """All that a row knows but the moment of the question."""
    if not hasattr(row, "_meta"):
        return row
    known = {name: value for name, value in vars(row).items() if name not in ("_state", "asked_at")}
    return {**known, "with": {name: _plain(one) for name, one in row._state.fields_cache.items() if one}}
