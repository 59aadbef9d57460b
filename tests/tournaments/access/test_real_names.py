"""Real names are for the staff of a tournament: nobody else reads one, on no page and through no program."""

from datetime import timedelta

import pytest
from django.utils import timezone

from bos_tournament.accounts.guests import make_guest
from bos_tournament.accounts.models import FormerName, User
from bos_tournament.tournaments.entrants import guests
from tests.factories import EntrantFactory, StaffFactory, TournamentFactory, UserFactory
from tests.tournaments.running_tournaments import NAMES, entrant, play_and_close, publish, running

pytestmark = pytest.mark.django_db
REAL = "Zanzibarine"
PAGES = (
    "", "players/", "pairings/", "pairings/1/", "standings/", "cross-table/", "standings/event.json",
    "rounds/1/event.json", "lists/",
)  # fmt: skip
PROGRAMS = ("", "entrants/", "pairings/", "rounds/", "rounds/1/pairings/", "standings/", "event.json")


@pytest.fixture
def tournament():
    """A round is closed, the next one is on; everybody has told a real name."""
    tournament = running(NAMES[:4], planned=2)
    User.objects.update(real_name=REAL)
    play_and_close(tournament)
    publish(tournament)
    return tournament


@pytest.mark.parametrize("who", ["nobody", "an onlooker", "a player"])
def test_no_page_and_no_door_for_programs_shows_a_real_name_to_others(tournament, client, signed_in, who):
    browser = {
        "nobody": lambda: client,
        "an onlooker": lambda: signed_in(UserFactory(handle="Onlooker")),
        "a player": lambda: signed_in(entrant(tournament, "Anna").user),
    }[who]()
    home, api = f"/tournaments/{tournament.slug}/", f"/api/v1/tournaments/{tournament.slug}/"
    table = tournament.stages.get().rounds.get(number=2).pairings.get(table=1)
    asked = [home + page for page in PAGES] + [api + page for page in PROGRAMS] + [table.match.get_absolute_url()]
    asked += [f"{home}pairings/{table.pk}/why/", f"{home}standings/{entrant(tournament, 'Ben').pk}/"]

    answers = {address: browser.get(address) for address in asked}

    shown = [address for address, answer in answers.items() if REAL in answer.content.decode()]
    assert shown == []
    assert sum(answer.status_code == 200 for answer in answers.values()) > 12


def test_staff_read_real_names(tournament, at_the_desk):
    desk = at_the_desk(StaffFactory(tournament=tournament))

    assert REAL in desk.get(f"/tournaments/{tournament.slug}/entrants/").content.decode()


def test_search_engines_leave_people_out(tournament, client):
    anna = entrant(tournament, "Anna").user

    pages = [f"/players/{anna.pk}/", f"/tournaments/{tournament.slug}/players/", f"/api/v1/players/{anna.pk}/"]

    assert {client.get(page)["X-Robots-Tag"] for page in pages} == {"noindex"}
    assert "X-Robots-Tag" not in client.get(f"/tournaments/{tournament.slug}/")


def test_real_names_of_guests_go_90_days_after_their_last_tournament():
    def guest(handle, **facts):
        made = make_guest(handle=handle, real_name=f"{handle} Kern")
        EntrantFactory(user=made, tournament=TournamentFactory(**facts), state="playing")
        return made

    long_ago, lately = timezone.now() - timedelta(days=91), timezone.now() - timedelta(days=89)
    guest("Anna", state="finished", finished_at=long_ago)
    guest("Ben", state="finished", finished_at=lately)
    guest("Cleo", state="running", starts_at=long_ago)
    guest("Dora", state="open", starts_at=long_ago)
    EntrantFactory(user=guest("Emil", state="finished", finished_at=long_ago), tournament=TournamentFactory())
    UserFactory(handle="Fay", real_name="Fay Kern")
    User.objects.update(date_joined=long_ago)

    assert guests.forget_real_names() == 2
    assert guests.forget_real_names() == 0

    named = User.objects.filter(real_name__endswith="Kern").order_by("handle").values_list("handle", flat=True)
    assert list(named) == ["Ben", "Cleo", "Emil", "Fay"]
    assert not FormerName.objects.filter(name__endswith="Kern").exists()
