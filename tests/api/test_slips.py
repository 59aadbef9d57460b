"""Slips from paper by program."""

import pytest

from tests.factories import StaffFactory, UserFactory
from tests.tournaments import running_tournaments

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_():
    return running_tournaments.publish(running_tournaments.running(running_tournaments.NAMES[:4]))


def test_a_slip_is_entered_and_one_that_agrees_is_welcome(program, round_):
    cup = round_.stage.tournament
    desk = program(StaffFactory(tournament=cup, role="scorekeeper").user, second_factor=True)
    path = f"tournaments/{cup.slug}/rounds/1/slips/"

    entered = desk.post(path, {"table": 1, "games": [2, 1], "note": "Ink is blurred."})
    again = desk.post(path, {"table": 1, "games": [2, 1]})
    other = desk.post(path, {"table": 1, "games": [1, 2]})

    assert entered.json()["changes"][0].endswith("Entered.")
    assert again.json()["changes"][0].endswith("Already entered.")
    assert (other.status_code, other.json()["code"]) == (409, "differs_from_slip")
    assert round_.pairings.get(table=1).match.corrections.get().reason_words == "From the result slip. Ink is blurred."


def test_slips_are_for_staff_and_of_two_seats(program, round_):
    cup = round_.stage.tournament
    path, slip = f"tournaments/{cup.slug}/rounds/1/slips/", {"table": 1, "games": [2, 1]}
    desk = program(StaffFactory(tournament=cup).user, second_factor=True)

    assert program(UserFactory()).post(path, slip).status_code == 403
    assert desk.post(path, {"table": 1, "games": [2]}).status_code == 400
    assert desk.post(path, {"table": 99, "games": [2, 0]}).status_code == 409
