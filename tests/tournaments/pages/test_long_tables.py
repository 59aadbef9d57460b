"""Tables of thousands come in pages, and a search finds everybody: pairings, standings, the desk."""

import pytest
from django.urls import reverse
from django.utils import timezone

from bos_tournament.operations import pagination
from bos_tournament.tournaments.models import Entrant, Staff
from bos_tournament.tournaments.rounds import round_cycle
from bos_tournament.tournaments.standings import views as standings_views
from tests.factories import (
    DeckVersionFactory,
    EntrantFactory,
    GuestFactory,
    StaffFactory,
    TournamentFactory,
    pinned_pool,
)
from tests.html_whitespace import tight
from tests.tournaments import running_tournaments

pytestmark = pytest.mark.django_db


def url(name, cup, query="", *, number=None):
    return reverse(f"tournaments:{name}", args=[cup.slug, *([number] if number else [])]) + query


@pytest.fixture
def two_on_a_page(monkeypatch):
    monkeypatch.setattr(pagination, "AT_ONCE", 2)
    monkeypatch.setattr(standings_views, "RANKS_AT_ONCE", 2)


@pytest.fixture
def cup():
    return running_tournaments.running(running_tournaments.NAMES[:7])


def test_pairings_come_in_pages_with_the_bye_on_the_last(cup, client, two_on_a_page):
    seated = running_tournaments.names_at(running_tournaments.publish(cup))

    first = tight(client.get(url("pairings", cup)))
    last = tight(client.get(url("pairings", cup, "?page=2")))

    assert "Page 1 of 2" in first
    assert "0 of 3 tables have a result" in first
    assert all(name in first for name in seated[1] | seated[2])
    assert not any(name in first for name in seated[3] | seated[None])
    assert all(name in last for name in seated[3] | seated[None])


def test_a_name_or_a_table_is_found_wherever_it_stands(cup, client, two_on_a_page):
    seated = running_tournaments.names_at(running_tournaments.publish(cup))

    by_name = tight(client.get(url("pairings", cup, f"?q={min(seated[3]).upper()}")))
    by_table = tight(client.get(url("pairings", cup, "?q=3")))
    nobody = tight(client.get(url("pairings", cup, "?q=Zoe")))

    assert all(name in page for name in seated[3] for page in (by_name, by_table))
    assert not any(name in page for name in seated[1] for page in (by_name, by_table))
    assert "Nothing found for" in nobody


def test_by_name_everybody_stands_once_over_all_pages_in_order(cup, client, two_on_a_page):
    running_tournaments.publish(cup)

    pages = [client.get(url("pairings", cup, f"?by=name&page={number}")).context["rows"] for number in range(1, 5)]

    assert [row["name"] for page in pages for row in page] == sorted(running_tournaments.NAMES[:7])


def test_a_player_sees_their_own_table_on_every_page(cup, signed_in, two_on_a_page):
    seated = running_tournaments.publish(cup).sittings.exclude(pairing__table=None).select_related("entrant__user")
    anna = seated.first().entrant

    pages = [signed_in(anna.user).get(url("pairings", cup, f"?page={number}")) for number in (1, 2)]

    assert {page.context["mine"]["pairing"].table for page in pages} == {table_of(cup, anna)}


def test_standings_lead_to_ones_own_row(cup, signed_in, client, two_on_a_page):
    running_tournaments.play_and_close(cup)
    shown = client.get(url("standings", cup, "?page=4")).context["tables"][0]["rows"][-1]["entrant"]
    last = Entrant.objects.get(pk=shown.pk)

    page = signed_in(last.user).get(url("standings", cup))
    found = client.get(url("standings", cup, f"?q={last.user.handle}"))

    assert page.context["own_rank"] is not None
    assert "Go to your row" in tight(page)
    assert (
        signed_in(last.user).get(url("standings", cup, f"?page={page.context['own_page']}")).context["own_rank"] is None
    )
    assert [row["entrant"].pk for row in found.context["tables"][0]["rows"]] == [last.pk]


def test_the_desk_shows_its_tables_in_pages_and_counts_all(cup, signed_in, two_on_a_page):
    running_tournaments.publish(cup)
    desk = signed_in(StaffFactory(tournament=cup, role=Staff.Role.ORGANIZER).user, second_factor=True)

    first, second = (desk.get(url("desk", cup, f"?page={number}")).context for number in (1, 2))

    assert [len(one["page"]) for one in (first, second)] == [2, 1]
    assert len(first["tables"]) == 3
    assert [table.number for table in desk.get(url("desk", cup, "?q=3")).context["page"]] == [3]


def table_of(cup, entrant):
    return entrant.sittings.get(round__stage__tournament=cup).pairing.table


def at_the_desk(cup, signed_in):
    return signed_in(StaffFactory(tournament=cup, role=Staff.Role.ORGANIZER).user, second_factor=True)


def test_a_draft_comes_in_pages_and_a_search_finds_its_tables(cup, signed_in, two_on_a_page):
    draft = round_cycle.create_draft_round(cup, number=1)
    seated = running_tournaments.names_at(draft)
    desk = at_the_desk(cup, signed_in)

    first = tight(desk.get(url("desk_round", cup, number=1)))
    found = tight(desk.get(url("desk_round", cup, number=1, query=f"?q={min(seated[3])}")))
    nobody = tight(desk.get(url("desk_round", cup, number=1, query="?q=Zoe")))

    assert "Page 1 of 2" in first
    assert not any(name in first for name in seated[3])
    assert all(name in found for name in seated[3])
    assert "Nothing found for" in nobody


def test_no_form_of_the_desk_grows_with_the_players(signed_in, two_on_a_page):
    def weight(count):
        cup = running_tournaments.running([f"{name} {count}" for name in running_tournaments.NAMES[:count]])
        round_cycle.create_draft_round(cup, number=1)
        desk = at_the_desk(cup, signed_in)
        return [len(desk.get(page).content) for page in (url("desk_round", cup, number=1), url("separated_pairs", cup))]

    few, many = weight(6), weight(12)

    assert all(abs(one - other) < 400 for one, other in zip(few, many, strict=True))


def test_a_page_of_players_stays_light_when_every_one_is_a_guest_with_a_list(signed_in):
    cup = TournamentFactory(pool=pinned_pool(), check_in_opens_at=timezone.now())
    for number in range(60):
        guest = GuestFactory(handle=f"The longest handle there is {number:02}", real_name="Maximiliane")
        EntrantFactory(tournament=cup, user=guest, place=number + 1, deck_version=DeckVersionFactory(owner=guest))
        guest.links.create(token_digest=f"{number:064}")

    page = at_the_desk(cup, signed_in).get(url("entrants", cup))

    assert "Page 1 of 4" in tight(page)
    assert page.content.count(b"Revoke link") == 18
    assert len(page.content) < 60_000


def test_slips_still_missing_come_first_and_in_pages(cup, signed_in, two_on_a_page):
    round_ = running_tournaments.publish(cup)
    running_tournaments.enter(round_.pairings.get(table=1))
    desk = at_the_desk(cup, signed_in)

    first, last = (desk.get(url("enter_slips", cup, f"?page={page}", number=1)) for page in (1, 2))
    found = desk.get(url("enter_slips", cup, "?q=1", number=1))
    scanned = desk.get(url("enter_slips", cup, "?table=3", number=1))

    assert [one.table for one in first.context["missing"]] == [2, 3]
    assert "Still missing (2)" in tight(first)
    assert [one.table for one, _ in last.context["done"]] == [1]
    assert "1 of 3 tables has a result." in tight(last)
    assert [one.table for one, _ in found.context["done"]] == [1]
    assert scanned.context["typed"].table == 3


def test_a_refusal_on_a_long_page_leads_on_to_the_pages_of_the_list(cup, signed_in, two_on_a_page):
    round_cycle.create_draft_round(cup, number=1)
    desk = at_the_desk(cup, signed_in)
    there = url("desk_round", cup, number=1)

    refused = desk.post(url("swap_entrants", cup, number=1), {"one": "Zoe", "other": "Anna", "why": "Hm."})

    assert refused.status_code == 422
    assert f'href="{there}?page=2"' in tight(refused)
    assert f'action="{there}"' in tight(refused)
