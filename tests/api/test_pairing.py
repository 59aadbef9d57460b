"""Programs of organizers: pairs kept apart, the seeding, and mending a round after a correction."""

import pytest

from bos_tournament.tournaments.models import KeptApart, Staff
from tests.api.test_tournaments import refused
from tests.factories import StaffFactory, UserFactory
from tests.tournaments.rounds.test_round_repair import opponents, wrongly_paired
from tests.tournaments.running_tournaments import NAMES, entrant, opened, running

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(program):
    def of(tournament, role=Staff.Role.ORGANIZER):
        return program(StaffFactory(tournament=tournament, role=role).user, second_factor=True)

    return of


def ids(cup, *names):
    return [str(entrant(cup, name).pk) for name in names]


def test_two_are_kept_apart_listed_and_let_meet(desk):
    cup = running(NAMES[:4])
    organizer, path = desk(cup), f"tournaments/{cup.slug}/apart/"
    anna, ben = ids(cup, "Anna", "Ben")

    made = organizer.post(path, {"one": anna, "other": ben, "never": True, "why": "Sisters."})
    again = organizer.post(path, {"one": ben, "other": anna, "never": False})
    listed = organizer.get(path).json()["results"]
    gone = organizer.delete(f"{path}{made.json()['id']}/")
    twice = organizer.delete(f"{path}{made.json()['id']}/")

    assert (made.status_code, again.json()["id"]) == (201, made.json()["id"])
    assert [({one["one"]["name"], one["other"]["name"]}, one["never"]) for one in listed] == [({"Anna", "Ben"}, False)]
    assert (gone.status_code, refused(twice)) == (204, (404, "not_found"))
    assert not KeptApart.objects.exists()


def test_pairs_that_are_none_are_refused(desk):
    cup, elsewhere = running(NAMES[:2]), running(("Zoe", "Yan"))
    organizer, path = desk(cup), f"tournaments/{cup.slug}/apart/"
    (anna,), (zoe,) = ids(cup, "Anna"), ids(elsewhere, "Zoe")

    assert refused(organizer.post(path, {"one": anna, "other": anna, "never": True})) == (409, "same_person")
    assert refused(organizer.post(path, {"one": anna, "other": zoe, "never": True})) == (404, "not_found")
    assert refused(organizer.post(path, {"one": anna, "other": anna})) == (400, "invalid")


def test_only_organizers_read_and_set_who_is_kept_apart(program, desk):
    cup = running(NAMES[:2])
    path, (anna, ben) = f"tournaments/{cup.slug}/apart/", ids(cup, "Anna", "Ben")

    assert refused(program().get(path)) == (401, "not_authenticated")
    for onlooker in (program(UserFactory(handle="Cleo")), desk(cup, Staff.Role.HEAD_JUDGE)):
        assert onlooker.get(path).status_code == 403
        assert onlooker.post(path, {"one": anna, "other": ben, "never": True}).status_code == 403


def test_the_first_round_is_planned_and_people_are_seeded(desk):
    cup = opened(NAMES[:4])
    organizer, path = desk(cup), f"tournaments/{cup.slug}/"
    anna, ben = ids(cup, "Anna", "Ben")

    planned = organizer.patch(path, {"first_round": "cross", "place": "The hall"})
    seeded = organizer.post(f"{path}entrants/{anna}/seeding/", {"seeding": 1})
    taken = organizer.post(f"{path}entrants/{ben}/seeding/", {"seeding": 1})
    freed = organizer.post(f"{path}entrants/{anna}/seeding/", {"seeding": None})

    assert (planned.status_code, planned.json()["first_round"]) == (200, "cross")
    assert (seeded.json()["seeding"], freed.json()["seeding"]) == (1, None)
    assert refused(taken) == (409, "place_taken")
    assert refused(organizer.patch(path, {"first_round": "by age"})) == (400, "invalid")


@pytest.mark.parametrize("mending", ["leave", "swap", "unplayed", "round"])
def test_every_way_of_mending_does_exactly_what_it_showed(desk, mending):
    cup, second = wrongly_paired(NAMES[:10])
    organizer, path = desk(cup), f"tournaments/{cup.slug}/rounds/2/repair/"
    shown = organizer.get(path).json()
    offer = next((one for one in shown["offers"] if one["mending"] == mending), None)
    if offer is None:
        assert mending in ("unplayed", "round")  # the same round under another name is offered once
        return
    before = opponents(second)

    done = organizer.post(path, {"mending": mending, "token": shown["token"], "why": "A slip was misread."})

    after = opponents(second)
    moved = {name for name in before if before[name] != after[name]}
    assert (done.status_code, done.json()["number"]) == (200, 2)
    assert moved == {change["entrant"]["name"] for change in offer["changes"]}
    for change in offer["changes"]:
        assert after[change["entrant"]["name"]] == {change["after"]["name"]}
    assert organizer.get(path).json() == {"round": 2, "token": "", "corrected": [], "offers": []}


def test_a_preview_changes_nothing_and_names_who_was_corrected(desk):
    cup, second = wrongly_paired()
    before = opponents(second)

    shown = desk(cup).get(f"tournaments/{cup.slug}/rounds/2/repair/").json()

    assert {one["entrant"]["name"]: (one["before"], one["after"]) for one in shown["corrected"]}["Anna"] == (3, 0)
    assert shown["offers"][0] == {**shown["offers"][0], "mending": "leave", "changes": []}
    assert opponents(second) == before


def test_what_no_longer_fits_is_refused(desk):
    cup, _ = wrongly_paired()
    organizer, path = desk(cup), f"tournaments/{cup.slug}/rounds/2/repair/"
    token = organizer.get(path).json()["token"]
    said = {"mending": "leave", "why": "Nobody moves."}

    assert refused(organizer.post(path, {**said, "token": "old"})) == (409, "repair_outdated")
    assert refused(organizer.post(path, {**said, "token": token, "mending": "cheat"})) == (400, "invalid")
    assert refused(organizer.post(path, {**said, "token": token, "why": " "})) == (400, "invalid")
    assert organizer.post(path, {**said, "token": token}).status_code == 200
    assert refused(organizer.post(path, {**said, "token": token})) == (409, "nothing_to_mend")


def test_only_the_organizer_mends(program, desk):
    cup, _ = wrongly_paired()
    path = f"tournaments/{cup.slug}/rounds/2/repair/"

    assert refused(program().get(path)) == (401, "not_authenticated")
    for onlooker in (program(UserFactory(handle="Olga")), desk(cup, Staff.Role.SCOREKEEPER)):
        assert onlooker.get(path).status_code == 403
        assert onlooker.post(path, {"mending": "leave", "token": "any", "why": "Hm."}).status_code == 403
    assert refused(desk(cup).get(f"tournaments/{cup.slug}/rounds/7/repair/")) == (404, "not_found")
