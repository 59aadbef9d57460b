"""Around the pages of a match stands what stands around every page of its tournament."""

import pytest
from django.urls import reverse

from bos_tournament.tournaments.models import Staff
from bos_tournament.tournaments.planning import lifecycle
from tests.factories import StaffFactory, UserFactory
from tests.html_whitespace import tight
from tests.judging.cases import at_a_table
from tests.tournaments.running_tournaments import NAMES, publish, running

pytestmark = pytest.mark.django_db


def pages(case):
    match = case.match
    yield match.get_absolute_url()
    yield reverse("judging:records", args=[match.pk])
    yield reverse("judging:file_dispute", args=[match.pk])
    yield reverse("matches:verify", args=[match.pk, match.attempts.first().number])


def test_an_announcement_stands_on_every_page_of_a_match(signed_in):
    case = at_a_table()
    lifecycle.announce(case.tournament, text="Lunch until 13:00.")
    anna = signed_in(case.anna.user)

    shown = [tight(anna.get(page)) for page in pages(case)]

    assert [text.count("Lunch until 13:00.") for text in shown] == [1] * 4


def test_a_new_announcement_reaches_a_page_that_is_open(client):
    case = at_a_table()
    part = reverse("tournaments:announcement_banner", args=[case.tournament.slug])
    before = tight(client.get(part))

    lifecycle.announce(case.tournament, text="Lunch until 13:00.")

    page = tight(client.get(case.match.get_absolute_url()))
    assert f'hx-get="{part}"' in page
    assert "Lunch" not in before
    assert "Lunch until 13:00." in tight(client.get(part))


def test_staff_keep_their_tabs_on_the_page_of_a_match_and_cleo_gets_none_of_them(signed_in):
    case = at_a_table()
    boss = StaffFactory(
        tournament=case.tournament, role=Staff.Role.ORGANIZER, user=UserFactory(second_factor=True)
    ).user
    page = case.match.get_absolute_url()

    staffs, cleos = (tight(signed_in(reader).get(page)) for reader in (boss, UserFactory(handle="Cleo")))

    for tab in ("desk/", "entrants/", "staff/"):
        address = f'href="/tournaments/{case.tournament.slug}/{tab}"'
        assert address in staffs
        assert address not in cleos
    for text in (staffs, cleos):
        assert f'<a href="{page}" aria-current="page">Match</a>' in text


def test_whatever_belongs_to_tournaments_stands_under_them(signed_in):
    cup = running(NAMES[:2])
    match = publish(cup).pairings.get().match
    anna = signed_in(match.seats.first().user)
    under = '<a href="/tournaments/" aria-current="true">'

    pages = ["/tournaments/", cup.get_absolute_url(), match.get_absolute_url(), f"/matches/{match.pk}/records/"]
    pages += ["/series/", "/statistics/", "/join/", f"/players/{match.seats.first().user.pk}/"]

    assert [page for page in pages if under not in tight(anna.get(page))] == []
    assert under not in tight(anna.get("/"))
    assert under not in tight(anna.get("/cards/"))
