"""Tables of thousands come in pages, and a search finds everybody: pairings, standings, the desk."""

import pytest
from django.urls import reverse

from bos_tournament.tournaments import paging
from bos_tournament.tournaments.models import Staff
from tests.factories import StaffFactory
from tests.tournaments import running

pytestmark = pytest.mark.django_db


def url(name, cup, query=""):
    return reverse(f"tournaments:{name}", args=[cup.slug]) + query


@pytest.fixture
def two_on_a_page(monkeypatch):
    monkeypatch.setattr(paging, "AT_ONCE", 2)


@pytest.fixture
def cup():
    return running.running(running.NAMES[:7])


def test_pairings_come_in_pages_with_the_bye_on_the_last(cup, client, two_on_a_page):
    seated = running.names_at(running.publish(cup))

    first = client.get(url("pairings", cup)).content.decode()
    last = client.get(url("pairings", cup, "?page=2")).content.decode()

    assert "Page 1 of 2" in first
    assert "0 of 3 tables have a result" in first
    assert all(name in first for name in seated[1] | seated[2])
    assert not any(name in first for name in seated[3] | seated[None])
    assert all(name in last for name in seated[3] | seated[None])


def test_a_name_or_a_table_is_found_wherever_it_stands(cup, client, two_on_a_page):
    seated = running.names_at(running.publish(cup))

    by_name = client.get(url("pairings", cup, f"?q={min(seated[3]).upper()}")).content.decode()
    by_table = client.get(url("pairings", cup, "?q=3")).content.decode()
    nobody = client.get(url("pairings", cup, "?q=Zoe")).content.decode()

    assert all(name in page for name in seated[3] for page in (by_name, by_table))
    assert not any(name in page for name in seated[1] for page in (by_name, by_table))
    assert "Nobody fits" in nobody


def test_by_name_everybody_stands_once_over_all_pages_in_order(cup, client, two_on_a_page):
    running.publish(cup)

    pages = [client.get(url("pairings", cup, f"?by=name&page={number}")).context["rows"] for number in range(1, 5)]

    assert [row["name"] for page in pages for row in page] == sorted(running.NAMES[:7])


def test_a_player_sees_their_own_table_on_every_page(cup, signed_in, two_on_a_page):
    seated = running.publish(cup).sittings.exclude(pairing__table=None).select_related("entrant__user")
    anna = seated.first().entrant

    pages = [signed_in(anna.user).get(url("pairings", cup, f"?page={number}")) for number in (1, 2)]

    assert {page.context["mine"]["pairing"].table for page in pages} == {table_of(cup, anna)}


def test_standings_lead_to_ones_own_row(cup, signed_in, client, two_on_a_page):
    running.play_and_close(cup)
    last = client.get(url("standings", cup, "?page=4")).context["tables"][0]["rows"][-1]["entrant"]

    page = signed_in(last.user).get(url("standings", cup))
    found = client.get(url("standings", cup, f"?q={last.user.handle}"))

    assert page.context["own_rank"] is not None
    assert "Go to your row" in page.content.decode()
    assert (
        signed_in(last.user).get(url("standings", cup, f"?page={page.context['own_page']}")).context["own_rank"] is None
    )
    assert [row["entrant"] for row in found.context["tables"][0]["rows"]] == [last]


def test_the_desk_shows_its_tables_in_pages_and_counts_all(cup, signed_in, two_on_a_page):
    running.publish(cup)
    desk = signed_in(StaffFactory(tournament=cup, role=Staff.Role.ORGANIZER).user, second_factor=True)

    first, second = (desk.get(url("desk", cup, f"?page={number}")).context for number in (1, 2))

    assert [len(one["page"]) for one in (first, second)] == [2, 1]
    assert len(first["tables"]) == 3
    assert [table.pairing.table for table in desk.get(url("desk", cup, "?q=3")).context["page"]] == [3]


def table_of(cup, entrant):
    return entrant.sittings.get(round__stage__tournament=cup).pairing.table
