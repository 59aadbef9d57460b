"""Programs of organizers keep series; everybody's program reads the season table."""

from uuid import uuid4

import pytest

from bos_tournament.tournaments.models import Staff
from bos_tournament.tournaments.models.series import Leg, Series
from tests.api.test_tournaments import refused
from tests.factories import StaffFactory, TournamentFactory, UserFactory
from tests.tournaments.played_series import played, season, somebody

pytestmark = pytest.mark.django_db


@pytest.fixture
def olga(program):
    return program(somebody("Olga"), second_factor=True)


def test_a_program_sets_up_a_series_fills_it_and_everybody_reads_the_table(program, olga):
    cup = played(("Anna", "Ben", "Cleo", "Dora"), planned=2)
    StaffFactory(tournament=cup, user=somebody("Olga"))

    made = olga.post("series/", {"name": "Moon Season", "points": [10, 6], "best": 2})
    path = f"series/{made.json()['slug']}/"
    put_in = olga.post(f"{path}tournaments/", {"tournament": cup.slug})
    rows = program().get(f"{path}table/").json()["results"]

    assert (made.status_code, put_in.status_code) == (201, 201)
    assert (made.json()["points"], made.json()["taking_part"], made.json()["full_at"]) == ([10, 6], 1, 0)
    assert "The best 2 results of each player count." in made.json()["rule"]
    assert rows[0] == {
        "place": 1,
        "player": str(somebody("Anna").pk),
        "handle": "Anna",
        "total": 11,
        "results": [{"tournament": cup.slug, "place": 1, "points": 11, "counts": True}],
    }
    assert [one["slug"] for one in program().get(f"{path}tournaments/").json()["results"]] == [cup.slug]


def test_the_same_request_sent_again_sets_up_one_series(olga):
    key, body = str(uuid4()), {"name": "Moon Season"}

    first = olga.post("series/", body, Idempotency_Key=key)
    again = olga.post("series/", body, Idempotency_Key=key)

    assert (first.json(), Series.objects.count()) == (again.json(), 1)


def test_what_is_not_sent_stays_and_what_is_wrong_is_said_at_its_field(olga):
    made = season(best=3)
    path = f"series/{made.slug}/"

    changed = olga.patch(path, {"name": "Sun Season", "best": None, "ends_on": "2027-03-06"}).json()
    rising = olga.patch(path, {"points": [1, 2]})

    assert (changed["name"], changed["best"], changed["points"]) == ("Sun Season", None, [10, 6, 4])
    assert refused(rising) == (409, "faulty_plan")
    assert "larger number first" in rising.content.decode()
    assert olga.patch(path, {"points": ["10"]}).status_code == 400
    assert olga.patch(path, {"ends_on": "soon"}).status_code == 400
    assert olga.patch(path, {"colour": "red"}).status_code == 400


def test_organizers_come_and_go_and_tournaments_too(olga):
    cup, ben = TournamentFactory(), UserFactory(handle="Ben")
    made = season(cup)
    path = f"series/{made.slug}/"

    came = olga.post(f"{path}organizers/", {"handle": "Ben"})
    people = olga.get(f"{path}organizers/").json()["results"]
    went = olga.delete(f"{path}organizers/{came.json()['id']}/")
    last = olga.delete(f"{path}organizers/{people[0]['id']}/")
    assert [one["handle"] for one in people] == ["Olga", "Ben"]
    assert (went.status_code, refused(last)[1], ben.series_roles.count()) == (204, "last_organizer", 0)

    assert refused(olga.delete(path))[1] == "has_tournaments"
    assert olga.delete(f"{path}tournaments/{cup.slug}/").status_code == 204
    assert olga.delete(f"{path}tournaments/{cup.slug}/").status_code == 404
    assert olga.delete(path).status_code == 204
    assert not Series.objects.exists()


def test_onlookers_and_organizers_of_only_one_change_nothing(program, olga):
    cup = StaffFactory().tournament
    made = season()
    path, theirs = f"series/{made.slug}/", program(cup.staff.get().user, second_factor=True)

    assert program().post("series/", {"name": "X"}).status_code == 401
    assert program(UserFactory()).post("series/", {"name": "X"}).status_code == 403
    for answer in (
        olga.post(f"{path}tournaments/", {"tournament": cup.slug}),
        theirs.post(f"{path}tournaments/", {"tournament": cup.slug}),
        theirs.patch(path, {"name": "X"}),
        theirs.delete(path),
        theirs.get(f"{path}organizers/"),
        theirs.post(f"{path}organizers/", {"handle": "Olga"}),
        program(somebody("Olga")).patch(path, {"name": "X"}),
    ):
        assert answer.status_code == 403
    assert not Leg.objects.exists()


def test_a_draft_is_listed_to_its_staff_only(program, olga):
    made = season(TournamentFactory(state="draft"))

    assert program().get(f"series/{made.slug}/tournaments/").json()["results"] == []
    assert len(olga.get(f"series/{made.slug}/tournaments/").json()["results"]) == 1
    assert program().get("series/").json()["results"][0]["tournaments"] == 0
    assert program().get("series/?q=sun").json()["results"] == []
    assert Staff.objects.count() == 1
