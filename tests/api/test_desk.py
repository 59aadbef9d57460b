"""The desk by program: the next deed, what waits, tables that are late, and calls that nobody takes."""

from datetime import timedelta

import pytest
from django.utils import timezone

from bos_tournament.judging.calls import judge_calls
from bos_tournament.judging.models import Call
from bos_tournament.matches.models import Match
from tests.factories import StaffFactory, UserFactory
from tests.judging.cases import at_a_table
from tests.tournaments import running_tournaments
from tests.tournaments.rounds.test_nudging import late, someone_at  # noqa: F401

pytestmark = pytest.mark.django_db


def desk_of(program, tournament, role="scorekeeper"):
    return program(StaffFactory(tournament=tournament, role=role).user, second_factor=True)


def test_before_the_start_the_desk_counts_who_is_there(program):
    cup = running_tournaments.opened(running_tournaments.NAMES[:4])

    told = desk_of(program, cup).get(f"tournaments/{cup.slug}/desk/").json()

    assert (told["next"], told["round"], told["tables"]) == ("start", None, [])
    assert told["counts"] == {
        "inside": 4,
        "there": 4,
        "without_list": 0,
        "waiting": 0,
        "due": 0,
        "dropped": 0,
        "still_in": 4,
    }


def test_the_desk_says_what_keeps_the_round_from_being_closed(program, late):  # noqa: F811
    tournament, _ = late

    told = desk_of(program, tournament).get(f"tournaments/{tournament.slug}/desk/").json()

    assert (told["next"], told["missing"], told["round"]["number"]) == ("close", ["1 table has no result."], 1)
    assert [table["state"] for table in told["tables"]] == ["done", "late"]
    assert [one["title"] for one in told["waiting"]] == ["Table 2: others have finished"]


def test_the_desk_is_closed_to_players_and_onlookers(program, late):  # noqa: F811
    tournament, second = late
    path = f"tournaments/{tournament.slug}/desk/"

    assert program(someone_at(second)).get(path).status_code == 403
    assert program(UserFactory()).get(path).status_code == 403
    assert program().get(path).status_code == 401


def test_the_desk_asks_the_database_as_often_for_4_and_30_players(program, django_assert_max_num_queries):
    for count in (4, 30):
        cup = running_tournaments.running([f"{count} {number}" for number in range(count)], name=f"Cup of {count}")
        running_tournaments.publish(cup)
        desk = desk_of(program, cup)
        desk.get(f"tournaments/{cup.slug}/desk/")
        with django_assert_max_num_queries(17):
            assert len(desk.get(f"tournaments/{cup.slug}/desk/").json()["tables"]) == count // 2


def test_players_of_the_late_table_are_nudged_and_the_others_are_not(program, late):  # noqa: F811
    tournament, second = late
    first = Match.objects.exclude(pk=second.pk).get()
    path = f"tournaments/{tournament.slug}/nudge/"

    assert program(someone_at(second)).get(path).json() == {"late": True}
    assert program(someone_at(first)).get(path).json() == {"late": False}
    assert program(UserFactory()).get(path).status_code == 404


def test_a_call_presses_once_it_waits_for_too_long(program):
    case = at_a_table()
    judge, path = program(case.judge, second_factor=True), f"tournaments/{case.tournament.slug}/calls/"
    call = judge_calls.call_judge(case.anna)
    assert [one["pressing"] for one in judge.get(path).json()["results"]] == [False]

    Call.objects.filter(pk=call.pk).update(made_at=timezone.now() - timedelta(minutes=60))

    assert [one["pressing"] for one in judge.get(path).json()["results"]] == [True]
    assert judge.post(f"calls/{call.pk}/take/").json()["pressing"] is False
