"""Checking people in from the list: one after the other without losing one's place, or all whom it shows."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from bos_tournament.errors import Refused
from bos_tournament.tournaments.entrants import check_in
from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.rounds import undo_actions
from tests.api.conftest import Program
from tests.factories import EntrantFactory, StaffFactory, TournamentFactory, UserFactory

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def cup():
    return TournamentFactory(check_in_opens_at=timezone.now())


@pytest.fixture
def desk(cup, at_the_desk):
    return at_the_desk(StaffFactory(tournament=cup, role="scorekeeper"))


def entered(cup, *names, **facts):
    return [EntrantFactory(tournament=cup, user=UserFactory(handle=name), place=None, **facts) for name in names]


def door(name, cup, *args):
    return reverse(f"tournaments:{name}", args=[cup.slug, *args])


def there(cup):
    return set(cup.entrants.exclude(checked_in_at=None).values_list("user__handle", flat=True))


def focused(html):
    """Whose button of the list has the focus."""
    return re.findall(r"autofocus>.*?visually-hidden\"> (?:of )?(\w+)<", html, re.S)


def test_the_list_comes_back_at_the_row_that_follows(cup, desk):
    anna, ben, cleo = entered(cup, "Anna", "Ben", "Cleo")

    plain = desk.post(door("check_in_entrant", cup, anna.pk), {"present": "yes"})
    filtered = desk.post(f"{door('check_in_entrant', cup, ben.pk)}?only=not-there", {"present": "yes"})

    assert plain.url == f"{door('entrants', cup)}#entrant-{ben.pk}"
    assert filtered.url == f"{door('entrants', cup)}?only=not-there#entrant-{cleo.pk}"
    assert f'<tr id="entrant-{cleo.pk}">' in desk.get(door("entrants", cup)).content.decode()


def test_with_a_script_the_list_stays_and_the_next_who_is_missing_is_at_hand(cup, desk):
    anna, ben, cleo, dora = entered(cup, "Anna", "Ben", "Cleo", "Dora")
    check_in.set_checked_in(ben, present=True)

    html = desk.post(door("check_in_entrant", cup, anna.pk), {"present": "yes"}, headers=HTMX).content.decode()
    shrunk = desk.post(f"{door('check_in_entrant', cup, cleo.pk)}?only=not-there", {"present": "yes"}, headers=HTMX)

    assert focused(html) == ["Cleo"]
    assert "Anna is checked in." in html
    assert focused(shrunk.content.decode()) == ["Dora"]
    assert f'id="entrant-{cleo.pk}"' not in shrunk.content.decode()


def test_everybody_is_checked_in_with_one_button_and_undone_as_one(cup, desk, at_the_desk):
    entered(cup, "Anna", "Ben", "Cleo")
    (dora,) = entered(cup, "Dora")
    entered(cup, "Emil", state="withdrawn")
    check_in.set_checked_in(dora, present=True)
    assert "Check in all (3)" in desk.get(door("entrants", cup)).content.decode()

    page = desk.post(door("check_in_all", cup), follow=True).content.decode()

    assert there(cup) == {"Anna", "Ben", "Cleo", "Dora"}
    assert "3 players are checked in." in page
    assert "Check in all" not in page
    organizer = at_the_desk(StaffFactory(tournament=cup))
    cup.refresh_from_db()
    offered = undo_actions.preview_undo(cup, "check-in-all")
    asked = organizer.get(door("undo_action", cup, "check-in-all")).content.decode()
    undo_actions.undo(cup, "check-in-all", token=offered.token)
    assert "3 players who were checked in together" in asked
    assert there(cup) == {"Dora"}


def test_only_whom_the_list_shows_is_checked_in(cup, desk):
    entered(cup, "Anna", "Annika", "Ben")
    assert "Check in all shown (2)" in desk.get(f"{door('entrants', cup)}?q=ann").content.decode()

    answer = desk.post(f"{door('check_in_all', cup)}?q=ann")

    assert answer.url == f"{door('entrants', cup)}?q=ann"
    assert there(cup) == {"Anna", "Annika"}


def test_nobody_is_checked_in_once_the_tournament_runs(cup, desk):
    entered(cup, "Anna")
    Tournament.objects.filter(pk=cup.pk).update(state="running")

    with pytest.raises(Refused) as refusal:
        check_in.check_in_all(cup)
    page = desk.post(door("check_in_all", cup))

    assert refusal.value.code == "check_in_closed"
    assert page.status_code == 422
    assert there(cup) == set()


def test_cleo_checks_nobody_in(cup, signed_in):
    entered(cup, "Anna")

    assert signed_in(UserFactory(), second_factor=True).post(door("check_in_all", cup)).status_code == 403
    assert there(cup) == set()


def test_programs_check_in_everybody_or_some(cup):
    anna, ben, cleo = entered(cup, "Anna", "Ben", "Cleo")
    ask = Program(StaffFactory(tournament=cup, role="judge").user, second_factor=True)
    address = f"tournaments/{cup.slug}/entrants/check-in/"

    some = ask.post(address, {"entrants": [str(anna.pk)]})
    rest = ask.post(address)

    assert (some.json(), rest.json()) == ({"marked": 1}, {"marked": 2})
    assert there(cup) == {"Anna", "Ben", "Cleo"}
