"""The screen of the hall: open to everybody, right after a reload, and telling what the hall needs at each moment."""

import re

import pytest
from django.urls import reverse

from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.planning import lifecycle
from bos_tournament.tournaments.rounds import round_clock, round_cycle
from tests.factories import EntrantFactory, TournamentFactory
from tests.html_whitespace import tight
from tests.tournaments.running_tournaments import NAMES, play, play_and_close, publish, running

pytestmark = pytest.mark.django_db


def screen(client, cup, **headers):
    return client.get(reverse("tournaments:screen", args=[cup.slug]), headers=headers)


def seen(client, cup):
    return tight(screen(client, cup))


def test_before_the_start_it_says_how_to_join(client):
    cup = TournamentFactory(capacity=12)
    EntrantFactory(tournament=cup)

    page = seen(client, cup)

    assert cup.join_code in page
    assert "<svg" in page
    assert "<b>1</b> of 12 places" in page


def test_a_draft_has_no_screen(client):
    assert screen(client, TournamentFactory(state=Tournament.State.DRAFT)).status_code == 404


def test_a_round_is_listed_by_name_with_table_and_opponent(client):
    cup = running(NAMES[:5])
    publish(cup)

    page = seen(client, cup)

    places = [page.index(f">{name}</th>") for name in NAMES[:5]]
    assert places == sorted(places)
    assert ">bye</td>" in page
    assert cup.join_code not in page


def test_a_draft_of_a_round_is_not_on_the_screen(client):
    cup = running(NAMES[:4])
    round_cycle.create_draft_round(cup, number=1)

    page = seen(client, cup)

    assert "Anna" not in page
    assert "is being prepared" in page


def test_time_and_announcement_are_on_it_and_a_new_one_is_a_new_answer(client):
    cup = running(NAMES[:4], round_minutes=50)
    first = publish(cup)
    timer = round_clock.start_round_clock(first)
    part = screen(client, cup, HX_Request="true")
    same = screen(client, cup, HX_Request="true", If_None_Match=part["ETag"])

    lifecycle.announce(cup, text="Food is here.")
    other = screen(client, cup, HX_Request="true", If_None_Match=part["ETag"])

    assert f'data-until="{timer.ends_at:%Y-%m-%dT%H:%M}' in tight(part)
    assert (same.status_code, other.status_code) == (304, 200)
    assert "Food is here." in tight(other)
    assert other["Cache-Control"] == "no-store"


def test_after_the_last_round_it_names_who_won(client):
    cup = running(NAMES[:2], planned=1)
    play_and_close(cup)
    Tournament.objects.update(state=Tournament.State.FINISHED)

    assert "Anna" in seen(client, cup)


def test_nothing_on_it_can_be_pressed_that_changes_more_than_its_language(client):
    cup = running(NAMES[:4])
    publish(cup)

    assert re.findall(r'<form[^>]* action="([^"]*)"', seen(client, cup)) == ["/language/"]


def test_it_asks_as_often_for_thirty_players_as_for_four(client, django_assert_max_num_queries):
    for names in (NAMES[:4], [f"Player {number}" for number in range(30)]):
        cup = running(names)
        publish(cup)
        with django_assert_max_num_queries(10):
            screen(client, cup)


def test_results_on_the_way_do_not_move_the_list(client):
    cup = running(NAMES[:4])
    first = publish(cup)
    before = seen(client, cup).split("<table>")[1].split("</table>")[0]
    play(first)

    assert seen(client, cup).split("<table>")[1].split("</table>")[0] == before
