"""Deeds whose answer was lost: sent again with the same key they happen once, whatever door they go through."""

from uuid import uuid4

import pytest

from bos_tournament.tournaments.models import Staff, Tournament
from bos_tournament.tournaments.rounds import round_cycle
from tests.factories import StaffFactory, TournamentFactory, UserFactory
from tests.tournaments import running_tournaments

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(program):
    """The program of an organizer: `desk(tournament)`."""
    return lambda tournament: program(
        StaffFactory(tournament=tournament, role=Staff.Role.ORGANIZER).user, second_factor=True
    )


def test_a_tournament_is_set_up_once(program):
    anna, key = program(UserFactory(), second_factor=True), str(uuid4())
    plan = {"name": "Winter Cup", "place": "Town hall", "starts_at": "2030-01-05T10:00:00+01:00"}

    first, again = (anna.post("tournaments/", plan, Idempotency_Key=key) for _ in range(2))

    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert Tournament.objects.count() == 1


def test_a_walk_in_is_entered_once_and_the_link_is_told_again(desk):
    tournament, key = TournamentFactory(), str(uuid4())
    organizer, path = desk(tournament), f"tournaments/{tournament.slug}/guests/"

    first, again = (organizer.post(path, {"handle": "Wren"}, Idempotency_Key=key) for _ in range(2))
    other = organizer.post(path, {"handle": "Quill"}, Idempotency_Key=key)

    assert first.json()["link"] == again.json()["link"]
    assert (other.status_code, other.json()["code"]) == (409, "key_reused")
    assert tournament.entrants.count() == 1


def test_a_result_is_entered_once_and_told_alike(desk):
    tournament = running_tournaments.running(running_tournaments.NAMES[:4])
    table, key = running_tournaments.publish(tournament).pairings.first(), str(uuid4())
    organizer, said = desk(tournament), {"wins": {"1": 2, "2": 0}, "winner": 1, "why": "Slip."}

    answers = [
        organizer.post(f"matches/{table.match_id}/desk/result/", said, Idempotency_Key=key).json() for _ in range(3)
    ]

    assert answers[0]["changes"]
    assert answers == [answers[0]] * 3
    assert table.match.corrections.count() == 1


def test_a_refused_deed_may_be_tried_again_with_its_key(desk):
    tournament = TournamentFactory(state="draft")
    organizer, key = desk(tournament), str(uuid4())
    path = f"tournaments/{tournament.slug}/guests/"

    refused = organizer.post(path, {"handle": "Wren"}, Idempotency_Key=key)
    organizer.post(f"tournaments/{tournament.slug}/open/")
    taken = organizer.post(path, {"handle": "Wren"}, Idempotency_Key=key)

    assert (refused.status_code, taken.status_code) == (409, 201)


def test_what_is_thrown_away_is_thrown_away_once(desk):
    tournament = running_tournaments.running(running_tournaments.NAMES[:4])
    round_cycle.create_draft_round(tournament, number=1)
    organizer, key = desk(tournament), str(uuid4())

    answers = [
        organizer.send("delete", f"tournaments/{tournament.slug}/rounds/1/", Idempotency_Key=key) for _ in range(2)
    ]

    assert [answer.status_code for answer in answers] == [204, 204]
