"""Joining, leaving, the waitlist, the race for the last place."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from threading import Barrier

import pytest
from django.core import mail
from django.db import connection
from django.http import Http404
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bos_tournament.errors import Refused
from bos_tournament.operations import jobs
from bos_tournament.operations.models import Job
from bos_tournament.tournaments.entrants import emails, registration
from bos_tournament.tournaments.models import Entrant, Tournament
from bos_tournament.tournaments.planning import lifecycle
from tests.factories import EntrantFactory, TournamentFactory, UserFactory
from tests.polling import PATIENCE

pytestmark = pytest.mark.django_db
State = Entrant.State


def full_tournament(capacity=2, **settings):
    """A tournament whose places are all taken, with those who took them."""
    tournament = TournamentFactory(capacity=capacity, **settings)
    return tournament, [registration.join(UserFactory(), tournament) for _ in range(capacity)]


def test_anna_joins_and_gets_the_first_place():
    tournament = TournamentFactory()

    entrant = registration.join(UserFactory(), tournament)

    assert (entrant.state, entrant.place) == (State.REGISTERED, 1)


def test_every_deed_makes_open_pages_ask_again():
    tournament = TournamentFactory()
    entrant = registration.join(UserFactory(), tournament)
    registration.withdraw(entrant)

    tournament.refresh_from_db()

    assert tournament.version == 2


def test_nobody_joins_twice():
    tournament, (anna, _) = full_tournament()

    with pytest.raises(Refused) as refusal:
        registration.join(anna.user, tournament)

    assert refusal.value.code == "already_in"


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"state": Tournament.State.DRAFT}, "registration_over"),
        ({"state": Tournament.State.RUNNING}, "registration_over"),
        ({"state": Tournament.State.FINISHED}, "registration_over"),
        ({"state": Tournament.State.CANCELLED}, "registration_over"),
        ({"registration_opens_at": timedelta(hours=1)}, "registration_not_open"),
        ({"registration_closes_at": timedelta(seconds=-1)}, "registration_over"),
    ],
)
def test_nobody_joins_outside_the_window(settings, code):
    now = timezone.now()
    tournament = TournamentFactory(
        **{name: now + one if isinstance(one, timedelta) else one for name, one in settings.items()}
    )

    with pytest.raises(Refused) as refusal:
        registration.join(UserFactory(), tournament)

    assert refusal.value.code == code
    assert not tournament.entrants.exists()


@pytest.mark.parametrize("state", [State.REMOVED, State.DISQUALIFIED])
def test_who_was_taken_out_by_staff_does_not_come_back_alone(state):
    ben = EntrantFactory(state=state)

    with pytest.raises(Refused) as refusal:
        registration.join(ben.user, ben.tournament)

    assert refusal.value.code == "removed_by_staff"


def test_a_full_tournament_lets_people_wait_in_order():
    tournament, _ = full_tournament()

    waiting = [registration.join(UserFactory(), tournament) for _ in range(3)]

    assert [(entrant.state, entrant.place) for entrant in waiting] == [(State.WAITLISTED, None)] * 3
    assert [registration.position(entrant) for entrant in waiting] == [1, 2, 3]


def test_a_place_that_is_given_back_goes_to_the_first_who_waits_and_they_are_told(django_capture_on_commit_callbacks):
    tournament, (anna, _) = full_tournament()
    cleo, dan = (registration.join(UserFactory(), tournament) for _ in range(2))

    registration.withdraw(anna)

    cleo.refresh_from_db()
    dan.refresh_from_db()
    assert (cleo.state, cleo.place) == (State.REGISTERED, 1)
    assert (dan.state, registration.position(dan)) == (State.WAITLISTED, 1)
    jobs.perform(str(Job.objects.get(task="tournaments.tell_seated").pk), emails.tell_seated)
    assert [letter.to for letter in mail.outbox] == [[cleo.user.email]]


def test_who_withdrew_comes_back_at_the_end_of_the_line():
    tournament, (anna, _) = full_tournament()
    cleo = registration.join(UserFactory(), tournament)
    registration.withdraw(anna)

    anna = registration.join(anna.user, tournament)

    cleo.refresh_from_db()
    assert cleo.state == State.REGISTERED
    assert (anna.state, registration.position(anna)) == (State.WAITLISTED, 1)


def test_nobody_withdraws_twice():
    tournament, (anna, _) = full_tournament()
    registration.withdraw(anna)

    with pytest.raises(Refused) as refusal:
        registration.withdraw(anna)

    assert refusal.value.code == "not_entered"


def test_after_the_start_one_is_dropped_by_staff_instead():
    ben = EntrantFactory(tournament__state=Tournament.State.RUNNING, state=State.PLAYING)

    with pytest.raises(Refused) as refusal:
        registration.withdraw(ben)

    assert refusal.value.code == "not_before_start"


def test_a_join_code_is_read_in_any_case_and_a_draft_has_none():
    tournament = TournamentFactory(join_code="ABCD2345")
    TournamentFactory(join_code="DRAFT234", state=Tournament.State.DRAFT)

    assert registration.tournament_of_code(" abcd2345 ") == tournament
    for unknown in ("DRAFT234", "NOBODY22", ""):
        with pytest.raises(Http404):
            registration.tournament_of_code(unknown)


@pytest.mark.django_db(transaction=True)
def test_the_last_place_goes_to_one_and_the_others_wait():
    tournament, _ = full_tournament()
    tournament.capacity = 3
    tournament.save()
    people, together = [UserFactory() for _ in range(6)], Barrier(6)

    def race(person):
        together.wait(PATIENCE)
        try:
            return registration.join(person, tournament)
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        entrants = list(pool.map(race, people))

    assert sorted(entrant.state for entrant in entrants) == [State.REGISTERED] + [State.WAITLISTED] * 5
    assert sorted(tournament.entrants.exclude(place=None).values_list("place", flat=True)) == [1, 2, 3]
    waiting = [entrant for entrant in entrants if entrant.state == State.WAITLISTED]
    assert sorted(registration.position(entrant) for entrant in waiting) == [1, 2, 3, 4, 5]


DEEDS = st.lists(
    st.one_of(
        st.tuples(st.just("join"), st.integers(0, 7)),
        st.tuples(st.just("withdraw"), st.integers(0, 7)),
        st.tuples(st.just("capacity"), st.integers(2, 6)),
    ),
    max_size=25,
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(deeds=DEEDS)
def test_whatever_people_do_nobody_is_in_above_the_capacity_and_nobody_is_overtaken(deeds, db):
    """The law of the waitlist, checked against a model that is a plain line of people."""
    tournament, people = TournamentFactory(capacity=3), [UserFactory() for _ in range(8)]
    line, capacity = [], 3

    for deed, number in deeds:
        try:
            if deed == "join":
                registration.join(people[number], tournament)
                line.append(number)
            elif deed == "withdraw":
                entrant = tournament.entrants.filter(user=people[number]).first()
                if entrant:
                    registration.withdraw(entrant)
                    line.remove(number)
            else:
                lifecycle.edit(tournament, plan_with(tournament, number))
                capacity = number
        except Refused:
            pass  # joined already, not in, or fewer places than players: the line stays as it was
        tournament.refresh_from_db()
        inside = tournament.entrants.filter(state=State.REGISTERED)
        waiting = tournament.entrants.filter(state=State.WAITLISTED).order_by("waits_since")
        assert tournament.capacity == capacity
        assert {entrant.user_id for entrant in inside} == {people[n].pk for n in line[:capacity]}
        assert [entrant.user_id for entrant in waiting] == [people[n].pk for n in line[capacity:]]
        assert all(1 <= entrant.place <= capacity for entrant in inside)


def plan_with(tournament, capacity):
    return replace(lifecycle.plan_of(tournament), capacity=capacity, online=True)
