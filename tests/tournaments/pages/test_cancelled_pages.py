"""The pages of a tournament that was cancelled: what was played is read on, and nothing asks to be done any more."""

import pytest
from django.urls import reverse

from bos_tournament.judging.calls import judge_calls
from bos_tournament.tournaments.planning import lifecycle
from bos_tournament.tournaments.rounds import undo_actions
from tests.factories import StaffFactory
from tests.html_whitespace import tight
from tests.tournaments.running_tournaments import enter, entrant, opened, play_and_close, publish, running

pytestmark = pytest.mark.django_db


def url(name, tournament, *args):
    return reverse(f"tournaments:{name}", args=[tournament.slug, *args])


@pytest.fixture
def cup():
    """Called off in round 2 of 3: one of its four tables has a result, Anna's waits for a judge."""
    tournament = running(planned=3)
    play_and_close(tournament)
    tables = publish(tournament).pairings.order_by("table")
    at_annas = tables.get(sittings__entrant=entrant(tournament, "Anna"))
    enter(tables.exclude(pk=at_annas.pk).first())
    judge_calls.call_judge(at_annas.match.seats.get(user__handle="Anna"), reason="Which card?")
    return lifecycle.cancel(tournament, confirmation=tournament.name)


def page(browser, address):
    return " ".join(tight(browser.get(address)).split())


def test_cleo_still_reads_what_was_played(client, cup):
    home = page(client, cup.get_absolute_url())
    assert "The tournament was cancelled. You can still read here" in home
    assert url("pairings", cup) in home
    assert url("standings", cup) in home

    pairings = page(client, url("pairings", cup))
    assert "The tournament was cancelled. 1 of 4 tables has a result." in pairings
    assert pairings.count("</svg> cancelled</span>") == 3
    assert "</svg> playing" not in pairings
    assert "The tournament was cancelled. After round 1." in page(client, url("standings", cup))


def test_one_that_never_began_promises_no_tables_and_no_ranks(client):
    cup = lifecycle.cancel(tournament := opened(), confirmation=tournament.name)

    home = page(client, cup.get_absolute_url())

    assert url("pairings", cup) not in home
    assert "The tournament was cancelled before a round was closed." in page(client, url("standings", cup))


def test_anna_is_not_told_that_she_is_in_nor_that_a_judge_comes(signed_in, cup):
    anna = entrant(cup, "Anna")
    browser, match = signed_in(anna.user), anna.sittings.get(round__number=2).pairing.match

    home = page(browser, cup.get_absolute_url())
    assert "You are registered" not in home
    assert "View your deck list" in home

    at_the_table = page(browser, match.get_absolute_url())
    assert "A judge was called." not in at_the_table
    assert "Notify me" not in at_the_table


def test_the_desk_asks_for_nothing_but_offers_to_take_it_back(at_the_desk, cup):
    desk = at_the_desk(StaffFactory(tournament=cup))

    at_a_glance = page(desk, url("desk", cup))
    assert "Nothing right now." in at_a_glance
    assert at_a_glance.count('<li class="off">') == 3
    assert url("undo_action", cup, "cancel") in at_a_glance
    assert "Start timer" not in at_a_glance
    assert "Add a walk-in" not in at_a_glance
    assert "Which card?" not in page(desk, f"{cup.get_absolute_url()}calls/")

    off = entrant(cup, "Anna").sittings.get(round__number=2).pairing
    table = page(desk, url("table", cup, off.pk))
    assert "The tournament was cancelled, so results stay as they are." in table
    assert "Enter the result" not in table


def test_annas_call_waits_again_when_the_cancellation_is_taken_back(at_the_desk, cup):
    undo_actions.undo(cup, "cancel", token=undo_actions.preview_undo(cup, "cancel").token)
    desk = at_the_desk(StaffFactory(tournament=cup))

    assert "Which card?" in page(desk, url("desk", cup))
    assert "Which card?" in page(desk, f"{cup.get_absolute_url()}calls/")
