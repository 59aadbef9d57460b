"""Where staff accept each player: asking, being let in or not, and the queue that staff work through."""

import pytest
from django.core import mail
from django.urls import reverse

from bos_tournament.errors import Refused
from bos_tournament.operations.models import Job
from bos_tournament.tournaments.access import tournament_access
from bos_tournament.tournaments.entrants import emails, guests, join_requests, registration
from bos_tournament.tournaments.models import Entrant, Staff, Tournament
from bos_tournament.tournaments.rounds import tournament_start
from tests.factories import StaffFactory, TournamentFactory, UserFactory, pinned_pool
from tests.tournaments.running_tournaments import entrants_of, start

pytestmark = pytest.mark.django_db
State = Entrant.State


@pytest.fixture
def cup():
    return TournamentFactory(approval=True, capacity=2, pool=pinned_pool())


def asks(cup, name):
    return registration.join(UserFactory(handle=name), cup)


def url(name, cup, *args):
    return reverse(f"tournaments:{name}", args=[cup.slug, *args])


def test_anna_asks_and_has_no_place_before_staff_accept_her(cup):
    anna = asks(cup, "Anna")
    assert (anna.state, anna.place) == (State.ASKED, None)

    anna = join_requests.accept(anna)

    assert (anna.state, anna.place) == (State.REGISTERED, 1)
    assert Job.objects.filter(task="tournaments.tell_answer", subject=anna.pk).exists()


def test_who_is_accepted_after_the_places_are_gone_waits_in_the_order_of_asking(cup):
    people = [asks(cup, name) for name in ("Anna", "Ben", "Cleo", "Dora")]

    for entrant in (people[0], people[1], people[3], people[2]):
        join_requests.accept(entrant)

    waiting = cup.entrants.filter(state=State.WAITLISTED)
    assert {str(one.user): registration.position(one) for one in waiting} == {"Cleo": 1, "Dora": 2}


def test_ben_is_refused_with_a_reason_reads_it_and_cannot_ask_again(cup):
    ben = asks(cup, "Ben")

    ben = join_requests.refuse(ben, why="  For   members only. ")
    emails.tell_answer(ben.pk)

    assert (ben.state, ben.note) == (State.REFUSED, "For members only.")
    assert "For members only." in mail.outbox[0].body
    with pytest.raises(Refused) as refusal:
        registration.join(ben.user, cup)
    assert refusal.value.code == "not_accepted"


def test_staff_may_change_their_mind_before_the_start(cup):
    ben = join_requests.refuse(asks(cup, "Ben"), why="For members only.")

    ben = join_requests.accept(ben)

    assert (ben.state, ben.note) == (State.REGISTERED, "")


def test_a_refusal_without_a_reason_is_none(cup):
    with pytest.raises(Refused) as refusal:
        join_requests.refuse(asks(cup, "Ben"), why="  ")

    assert refusal.value.code == "reason_missing"


def test_accepting_twice_is_once(cup):
    anna = join_requests.accept(asks(cup, "Anna"))

    assert join_requests.accept(anna).place == 1
    with pytest.raises(Refused) as refusal:
        join_requests.refuse(anna, why="Too late.")
    assert refusal.value.code == "not_asking"


def test_anna_takes_her_request_back(cup):
    anna = registration.withdraw(asks(cup, "Anna"))

    assert anna.state == State.WITHDRAWN
    with pytest.raises(Refused) as refusal:
        join_requests.accept(anna)
    assert refusal.value.code == "not_asking"


def test_walk_ins_of_staff_need_no_request(cup):
    guest, _ = guests.add_guest(cup, handle="Gus", real_name="", by=UserFactory())

    assert guest.state == State.REGISTERED


def test_the_start_answers_who_is_left_asking(cup):
    entrants_of(cup, ("Anna", "Ben"))
    cleo = asks(cup, "Cleo")

    cup.refresh_from_db()
    preview = tournament_start.preview_start(cup)
    start(cup)

    assert preview.asking == 1
    cleo.refresh_from_db()
    assert (cleo.state, cleo.note_message["code"]) == (State.REFUSED, "entrant.not_answered")
    with pytest.raises(Refused) as refusal:
        join_requests.accept(cleo)
    assert refusal.value.code == "not_open"


def test_a_judge_who_asks_to_join_reads_no_lists_meanwhile(cup):
    judge = StaffFactory(tournament=cup, role=Staff.Role.JUDGE).user
    judge.second_factor = True
    assert tournament_access.may_read_lists(judge, cup)

    registration.join(judge, cup)

    assert not tournament_access.may_read_lists(judge, cup)


def test_the_queue_shows_who_asks_longest_first_and_answers(cup, at_the_desk):
    first, second = asks(cup, "Anna of the queue"), asks(cup, "Ben of the queue")
    desk = at_the_desk(StaffFactory(tournament=cup, role=Staff.Role.SCOREKEEPER))

    page = desk.get(url("requests", cup)).content.decode()
    desk.post(url("accept", cup, first.pk))
    empty = desk.post(url("refuse", cup, second.pk), {f"{second.pk}-why": ""})
    desk.post(url("refuse", cup, second.pk), {f"{second.pk}-why": "For members only."})

    assert page.index("Anna of the queue") < page.index("Ben of the queue")
    assert empty.status_code == 422
    assert [str(one.state) for one in cup.entrants.order_by("user__handle")] == ["registered", "refused"]


def test_cleo_who_looks_on_sees_nobody_who_asks(cup, client):
    asks(cup, "Anna")

    assert "Anna" not in client.get(url("players", cup)).content.decode()
    assert client.get(url("requests", cup)).status_code == 302


def test_anna_reads_on_her_page_that_she_asked(cup, signed_in):
    anna = asks(cup, "Anna")

    page = signed_in(anna.user).get(cup.get_absolute_url()).content.decode()

    assert "You asked to join" in page
    assert "Withdraw request" in page


def test_a_program_of_staff_answers_requests(cup):
    from tests.api.conftest import Program

    anna, ben = asks(cup, "Anna"), asks(cup, "Ben")
    desk = Program(StaffFactory(tournament=cup).user, second_factor=True)

    waiting = desk.get(f"tournaments/{cup.slug}/desk/entrants/?state=asked").json()["results"]
    accepted = desk.post(f"tournaments/{cup.slug}/entrants/{anna.pk}/accept/").json()
    refused = desk.post(f"tournaments/{cup.slug}/entrants/{ben.pk}/refuse/", {"why": "Full."}).json()
    onlooker = Program(UserFactory()).post(f"tournaments/{cup.slug}/entrants/{ben.pk}/accept/")

    assert [one["name"] for one in waiting] == ["Anna", "Ben"]
    assert (accepted["state"], refused["state"], refused["note"]) == ("registered", "refused", "Full.")
    assert onlooker.status_code == 403


def test_the_setting_can_be_changed_until_the_start(cup):
    from bos_tournament.tournaments.planning import lifecycle

    assert "approval" in lifecycle.changeable(cup)
    cup.state = Tournament.State.RUNNING
    assert "approval" not in lifecycle.changeable(cup)
