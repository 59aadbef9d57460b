"""Walk-ins: added by staff, signed in by a personal link, never mistaken for accounts."""

import pytest
from django.urls import reverse

from bos_tournament.accounts.sign_in.personal_links import open_link
from bos_tournament.errors import Refused
from bos_tournament.tournaments.entrants import guests
from bos_tournament.tournaments.models import Entrant, Tournament
from tests.factories import EntrantFactory, GuestFactory, StaffFactory, TournamentFactory, UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk():
    return UserFactory(handle="Dora at the desk")


def test_a_walk_in_gets_a_place_and_a_link_that_signs_them_in(desk):
    tournament = TournamentFactory()

    entrant, token = guests.add_guest(tournament, handle="Gus", real_name="Gustav Stein", by=desk)

    assert (entrant.state, entrant.place, entrant.added_by) == (Entrant.State.REGISTERED, 1, desk)
    assert (entrant.user.guest, entrant.user.real_name) == (True, "Gustav Stein")
    assert open_link(token) == entrant.user


def test_a_walk_in_waits_when_all_places_are_taken(desk):
    tournament = TournamentFactory(capacity=2)
    entrants = [guests.add_guest(tournament, handle=f"Guest {n}", real_name="", by=desk)[0] for n in range(3)]

    assert [entrant.state for entrant in entrants] == ["registered", "registered", "waitlisted"]


def test_a_walk_in_cannot_take_the_handle_of_an_account(desk):
    UserFactory(handle="Anna")

    with pytest.raises(Refused) as refusal:
        guests.add_guest(TournamentFactory(), handle="ANNA", real_name="", by=desk)

    assert refusal.value.code == "handle_taken"
    assert not Entrant.objects.exists()


@pytest.mark.parametrize("state", ["draft", "finished", "cancelled"])
def test_walk_ins_are_added_while_it_is_open_or_running(desk, state):
    with pytest.raises(Refused) as refusal:
        guests.add_guest(TournamentFactory(state=state), handle="Gus", real_name="", by=desk)

    assert refusal.value.code == "not_open"


def running(format="swiss", capacity=8):
    tournament = TournamentFactory(state=Tournament.State.RUNNING, capacity=capacity)
    tournament.stages.create(number=1, format=format, rounds_planned=3)
    return tournament


def test_a_late_walk_in_plays_in_a_swiss_tournament_from_then_on(desk):
    entrant, _ = guests.add_guest(running(), handle="Gus", real_name="", by=desk)

    assert entrant.state == Entrant.State.PLAYING


def test_nobody_is_added_to_a_bracket_that_is_drawn_or_above_the_places(desk):
    full = running(capacity=2)
    for place in (1, 2):
        EntrantFactory(tournament=full, place=place, state=Entrant.State.PLAYING)

    codes = []
    for tournament in (running("single_elimination"), full):
        with pytest.raises(Refused) as refusal:
            guests.add_guest(tournament, handle="Gus", real_name="", by=desk)
        codes.append(refusal.value.code)

    assert codes == ["bracket_drawn", "full"]


def test_a_new_link_ends_the_old_one(desk):
    entrant, old = guests.add_guest(TournamentFactory(), handle="Gus", real_name="", by=desk)

    new = guests.renew_link(entrant, by=desk)

    with pytest.raises(Refused):
        open_link(old)
    assert open_link(new) == entrant.user


def test_an_ended_link_opens_nothing(desk):
    entrant, token = guests.add_guest(TournamentFactory(), handle="Gus", real_name="", by=desk)

    guests.revoke_link(entrant, by=desk)

    with pytest.raises(Refused):
        open_link(token)


def test_nobody_makes_or_ends_a_link_to_an_account(desk):
    anna = EntrantFactory()

    for deed in (guests.renew_link, guests.revoke_link):
        with pytest.raises(Refused) as refusal:
            deed(anna, by=desk)
        assert refusal.value.code == "not_a_guest"


def test_the_link_is_shown_once_on_the_page_and_works(at_the_desk, client):
    desk = StaffFactory(role="scorekeeper")

    page = at_the_desk(desk).post(f"/tournaments/{desk.tournament.slug}/guests/", {"handle": "Gus", "real_name": ""})

    link = page.context["link"]
    assert page.status_code == 200
    assert link in page.content.decode()
    assert "<svg" in page.content.decode()
    assert client.get("/" + link.split("/", 3)[3]).status_code == 200
    again = at_the_desk(desk).post(f"/tournaments/{desk.tournament.slug}/guests/", {"handle": "Gus", "real_name": ""})
    assert again.status_code == 422
    assert again.context["form"].errors == {"handle": ["This handle is taken. Choose another."]}


@pytest.mark.parametrize("where", ["/", "/tournaments/", "/series/"])
def test_a_guest_is_not_offered_what_takes_an_account(where, signed_in):
    gus, anna = signed_in(GuestFactory()), signed_in(UserFactory())

    for _ in ("on an empty site", "beside a tournament"):
        assert "/new/" in anna.get(where).content.decode()
        assert "/new/" not in gus.get(where).content.decode()
        TournamentFactory()


def test_the_desk_reads_why_it_can_add_nobody_instead_of_a_form_that_fails(at_the_desk):
    staff = StaffFactory(tournament=running(capacity=2))
    for place in (1, 2):
        EntrantFactory(tournament=staff.tournament, state="playing", place=place)
    where = reverse("tournaments:guests", args=[staff.tournament.slug])

    full = at_the_desk(staff).get(where).content.decode()
    Tournament.objects.update(capacity=8)

    assert "All places are taken, so no one can be added." in full
    assert "Add and show link" not in full
    assert "Add and show link" in at_the_desk(staff).get(where).content.decode()


def test_staff_who_play_read_that_others_add_walk_ins_now(at_the_desk):
    anna = StaffFactory(tournament=running())
    EntrantFactory(tournament=anna.tournament, user=anna.user, state="playing", place=1)

    page = at_the_desk(anna).get(reverse("tournaments:guests", args=[anna.tournament.slug])).content.decode()

    assert "You are playing here, so you cannot create guest links." in page
    assert "Add and show link" not in page
