"""The player meeting: everybody at a table by name, on the page and on paper, until the first round is published."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from bos_tournament.errors import Refused
from bos_tournament.tournaments.entrants import participation, player_meeting, registration
from bos_tournament.tournaments.printing import printouts
from tests.api.conftest import Program
from tests.factories import StaffFactory, TournamentFactory, UserFactory
from tests.html_whitespace import tight
from tests.tournaments.running_tournaments import entrants_of, opened, publish, start

pytestmark = pytest.mark.django_db


def url(name, cup):
    return reverse(f"tournaments:{name}", args=[cup.slug])


def tables(cup):
    return [(str(one.entrant.user), one.table) for one in player_meeting.seated(cup)]


@pytest.fixture
def cup():
    return opened(("Cleo", "anna", "Ben", "Dora", "Emil"), capacity=8)


def test_everybody_sits_by_name_two_at_a_table(cup):
    player_meeting.seat_meeting(cup)

    assert tables(cup) == [("anna", 1), ("Ben", 1), ("Cleo", 2), ("Dora", 2), ("Emil", 3)]


def test_who_comes_later_sits_behind_the_last_and_nobody_else_moves(cup):
    player_meeting.seat_meeting(cup)
    registration.withdraw(cup.entrants.get(user__handle="Ben"))
    registration.join(UserFactory(handle="Bea"), cup)

    assert tables(cup) == [("anna", 1), ("Bea", 3), ("Cleo", 2), ("Dora", 2), ("Emil", 3)]

    player_meeting.seat_meeting(cup)
    assert tables(cup) == [("anna", 1), ("Bea", 1), ("Cleo", 2), ("Dora", 2), ("Emil", 3)]


def test_who_dropped_before_the_first_round_has_no_seat(cup):
    started = start(cup)
    participation.drop(started.entrants.get(user__handle="Ben"))

    player_meeting.seat_meeting(started)

    assert tables(started) == [("anna", 1), ("Cleo", 1), ("Dora", 2), ("Emil", 2)]


def test_the_meeting_is_over_when_the_first_round_is_published(cup, client):
    player_meeting.seat_meeting(cup)
    assert client.get(url("meeting", cup)).status_code == 200

    cup.refresh_from_db()
    publish(start(cup))

    cup.refresh_from_db()
    assert client.get(url("meeting", cup)).status_code == 404
    with pytest.raises(Refused) as refusal:
        player_meeting.seat_meeting(cup)
    assert refusal.value.code == "no_meeting"


def test_nobody_is_seated_where_nobody_is(client):
    with pytest.raises(Refused) as refusal:
        player_meeting.seat_meeting(TournamentFactory())

    assert refusal.value.code == "nobody_to_seat"


def test_the_desk_is_offered_to_seat_people_once_somebody_has_a_place(at_the_desk):
    cup = TournamentFactory()
    desk = at_the_desk(StaffFactory(tournament=cup))

    before = tight(desk.get(url("entrants", cup)))
    registration.join(UserFactory(handle="Anna"), cup)

    assert url("seat_meeting", cup) not in before
    assert url("seat_meeting", cup) in tight(desk.get(url("entrants", cup)))


def test_anna_reads_her_table_first_and_cleo_who_looks_on_reads_the_list(cup, signed_in, client):
    player_meeting.seat_meeting(cup)
    anna = cup.entrants.get(user__handle="anna").user

    hers, everybodys = (tight(one.get(url("meeting", cup))) for one in (signed_in(anna), client))

    assert "You sit at <b>table 1</b>" in hers
    assert "You sit at" not in everybodys
    assert "Emil" in everybodys


def test_it_is_printed_by_name_with_a_box_for_who_is_there(cup, client):
    player_meeting.seat_meeting(cup)

    assert printouts.meeting(cup).rows[0] == ("anna", "1", "")
    assert client.get(url("meeting_pdf", cup)).content.startswith(b"%PDF-")


def test_only_staff_seat_the_meeting(cup, at_the_desk, signed_in):
    signed_in(UserFactory()).post(url("seat_meeting", cup))
    cup.refresh_from_db()
    assert cup.meeting_at is None

    at_the_desk(StaffFactory(tournament=cup, role="scorekeeper")).post(url("seat_meeting", cup))

    cup.refresh_from_db()
    assert player_meeting.is_on(cup)


def test_a_program_seats_and_reads(cup):
    desk, path = Program(StaffFactory(tournament=cup).user, second_factor=True), f"tournaments/{cup.slug}/meeting/"

    before = Program().get(path).status_code
    desk.post(f"{path}seat/")

    assert before == 404
    assert [one["table"] for one in Program().get(path).json()["results"]] == [1, 1, 2, 2, 3]


def test_the_page_asks_as_often_for_thirty_as_for_two(client):
    def asks(count):
        cup = TournamentFactory(capacity=64)
        entrants_of(cup, [f"{cup.slug[-3:]} no {number}" for number in range(count)])
        player_meeting.seat_meeting(cup)
        with CaptureQueriesContext(connection) as captured:
            client.get(url("meeting", cup))
        return len(captured)

    assert asks(2) == asks(30)


def test_the_flyer_is_for_staff_and_tells_when_where_and_how_to_join(cup, at_the_desk, client):
    cup.place = "Hall 2, 東京"
    cup.save()

    flyer = printouts.flyer(cup)
    printed = at_the_desk(StaffFactory(tournament=cup)).get(url("flyer_pdf", cup))

    assert flyer.letters == cup.join_code
    assert flyer.link.endswith(f"/join/{cup.join_code}/")
    assert "Hall 2, 東京" in flyer.facts
    assert printed.content.startswith(b"%PDF-")
    assert client.get(url("flyer_pdf", cup)).status_code == 302
