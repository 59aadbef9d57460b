"""Programs read closed standings, and those of organizers close them anew after a correction."""

import pytest

from bos_tournament.tournaments.models import Staff
from tests.api.test_tournaments import refused
from tests.factories import StaffFactory, UserFactory
from tests.tournaments.running_tournaments import entrant
from tests.tournaments.standings.test_final_standings import finished, turn_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(program):
    def of(tournament, role=Staff.Role.ORGANIZER):
        return program(StaffFactory(tournament=tournament, role=role).user, second_factor=True)

    return of


def ranks(cleo, path, number):
    return {one["name"]: one["points"] for one in cleo.get(f"{path}kept/1/{number}/ranks/").json()["results"]}


def test_a_program_sees_what_changes_and_closes_the_standings_anew(program, desk):
    cup = finished()
    cleo, organizer, path = program(), desk(cup), f"tournaments/{cup.slug}/standings/"
    assert organizer.get(f"{path}anew/").json() == {"stages": []}
    assert ranks(cleo, path, 1)["Anna"] == 6
    turn_round(cup)

    change = organizer.get(f"{path}anew/").json()["stages"][0]
    made = organizer.post(f"{path}anew/", {"stage": 1, "token": change["token"], "why": "The slip was read wrongly."})

    assert any(said.startswith("Anna: rank") for said in change["changes"])
    assert (made.status_code, made.json()["number"], made.json()["reason"]) == (201, 2, "The slip was read wrongly.")
    assert (ranks(cleo, path, 1)["Anna"], ranks(cleo, path, 2)["Anna"]) == (6, 3)
    told = cleo.get(f"{path}kept/").json()["results"]
    assert [(one["stage"], one["number"], one["reason"]) for one in told] == [
        (1, 1, ""),
        (1, 2, "The slip was read wrongly."),
    ]
    assert [bool(one["by"]) for one in told] == [False, True]


def test_standings_and_their_file_are_as_closed_until_then(program):
    cup = finished()
    cleo, path = program(), f"tournaments/{cup.slug}/"
    before = [cleo.get(f"{path}{door}").json() for door in ("standings/", "event.json")]
    turn_round(cup)

    assert [cleo.get(f"{path}{door}").json() for door in ("standings/", "event.json")] == before


def test_closing_anew_is_refused_without_a_reason_with_an_old_token_and_where_nothing_is(desk):
    cup = finished()
    organizer, path = desk(cup), f"tournaments/{cup.slug}/standings/anew/"
    said = {"stage": 1, "token": "old", "why": "So."}
    assert refused(organizer.post(path, said)) == (409, "nothing_changes")
    turn_round(cup)

    assert refused(organizer.post(path, said)) == (409, "anew_outdated")
    assert refused(organizer.post(path, {**said, "why": ""})) == (400, "invalid")
    assert refused(organizer.post(path, {**said, "stage": 2})) == (404, "not_found")


def test_cleo_the_onlooker_and_the_head_judge_close_nothing(program, desk):
    cup = finished()
    path = f"tournaments/{cup.slug}/standings/anew/"
    assert refused(program().get(path)) == (401, "not_authenticated")
    for onlooker in (program(UserFactory(handle="Quinn")), program(entrant(cup, "Anna").user)):
        assert onlooker.get(path).status_code == 403
    judge = desk(cup, Staff.Role.HEAD_JUDGE)
    assert judge.post(path, {"stage": 1, "token": "x", "why": "So."}).status_code == 403


def test_what_was_never_closed_is_not_there(program):
    cup = finished()
    cleo = program()

    for stage, number in ((1, 2), (2, 1)):
        assert refused(cleo.get(f"tournaments/{cup.slug}/standings/kept/{stage}/{number}/")) == (404, "not_found")
    assert cleo.get(f"tournaments/{cup.slug}/standings/kept/1/1/").json()["rule"]
