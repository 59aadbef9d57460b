"""Rounds' time and players' clocks by programs: the same deeds as on the pages, closed to everybody else."""

import pytest

from bos_tournament.matches.models import Match
from tests.factories import StaffFactory, UserFactory
from tests.judging.cases import at_a_table
from tests.matches.playing import fresh
from tests.matches.test_clocks import begun_before

pytestmark = pytest.mark.django_db


@pytest.fixture
def case():
    case = at_a_table()
    Match.objects.filter(pk=case.match.pk).update(clock_minutes=15)
    case.path = f"tournaments/{case.tournament.slug}/rounds/1/time"
    case.desk = f"matches/{case.match.pk}/desk"
    return case


def test_a_program_of_staff_runs_the_time_of_a_round(program, case):
    judge = program(case.judge, second_factor=True)

    without = judge.post(f"{case.path}/start/")
    started = judge.post(f"{case.path}/start/", {"minutes": 50}).json()
    longer = judge.post(f"{case.path}/lengthen/", {"minutes": 5}).json()
    paused = judge.post(f"{case.path}/pause/").json()
    going = judge.post(f"{case.path}/go-on/").json()
    shown = program().get(f"tournaments/{case.tournament.slug}/rounds/").json()["results"][0]["time"]

    assert (without.status_code, without.json()["code"]) == (409, "minutes_missing")
    assert [one["seconds"] for one in (started, longer, paused)] == [3000, 3300, 3300]
    assert [one["ends_at"] is None for one in (started, paused, going)] == [False, True, False]
    assert shown["until"] == going["ends_at"]


def test_a_table_gets_minutes_and_gives_them_back(program, case):
    judge = program(case.judge, second_factor=True)

    made = judge.post(f"{case.desk}/extensions/", {"minutes": 5, "why": "A deck check."}).json()
    seen = program().get(f"matches/{case.match.pk}/").json()["time"]["extensions"]
    taken = judge.delete(f"{case.desk}/extensions/{made['id']}/").json()

    assert seen == [{"minutes": 5, "why": "A deck check."}]
    assert taken["withdrawn_at"]
    assert judge.delete(f"{case.desk}/extensions/999999/").status_code == 404


def test_players_tap_and_a_repeated_tap_is_answered_alike(program, case):
    anna, ben = program(case.anna.user), program(case.ben.user)
    path = f"matches/{case.match.pk}/clocks/"

    begun = anna.post(path, {"deed": "begin", "after": 0}).json()
    first = ben.post(path, {"deed": "end_turn", "of": 2, "after": 1}).json()
    again = ben.post(path, {"deed": "end_turn", "of": 2, "after": 1}).json()
    paused = anna.post(path, {"deed": "pause", "after": 2}).json()
    going = anna.post(path, {"deed": "go_on", "after": 3}).json()
    vague = ben.post(path, {"deed": "end_turn", "after": 4})

    assert (begun["state"], begun["turn"], first["turn"]) == ("running", 2, 1)
    assert first == again
    assert [paused["state"], going["state"]] == ["paused", "running"]
    assert (vague.status_code, vague.json()["code"]) == (409, "seat_missing")
    assert program().get(path).json()["you"] is None


def test_staff_pause_set_and_take_for_lost(program, case):
    begun_before(fresh(case.match), seconds=5_000)
    judge = program(case.judge, second_factor=True)

    judge.post(f"{case.desk}/clocks/", {"deed": "pause", "after": 1})
    put = judge.post(f"{case.desk}/clocks/set/", {"left": {"1": 60, "2": 0}, "turn": 2, "why": "As seen."}).json()
    told = judge.post(f"{case.desk}/clocks/decide/", {"why": "The time ran out."}).json()["changes"]

    assert [one["left"] for one in put["faces"]] == [60_000, 0]
    assert "The match ends." in told
    assert fresh(case.match).winner == case.anna


def test_onlookers_and_players_open_no_door_of_staff(program, case):
    for user, status in ((UserFactory(), 403), (case.anna.user, 403)):
        anybody = program(user, second_factor=True)
        assert anybody.post(f"{case.path}/start/", {"minutes": 50}).status_code == status
        assert anybody.post(f"{case.desk}/clocks/", {"deed": "pause", "after": 0}).status_code == status
        assert anybody.post(f"{case.desk}/extensions/", {"minutes": 5, "why": "Mine."}).status_code == status
    assert (
        program(UserFactory()).post(f"matches/{case.match.pk}/clocks/", {"deed": "pause", "after": 0}).status_code
        == 403
    )


def test_a_program_goes_on_to_the_next_round_only_for_an_organizer(program, case):
    organizer = StaffFactory(tournament=case.tournament, role="organizer").user
    path = f"tournaments/{case.tournament.slug}/rounds/go-on/"

    early = program(organizer, second_factor=True).post(path, {"number": 2})

    assert (early.status_code, early.json()["code"]) == (409, "results_missing")
    assert program(case.judge, second_factor=True).post(path, {"number": 2}).status_code == 403
