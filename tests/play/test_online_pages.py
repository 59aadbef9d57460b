"""The board of an online game as its two players see it, and everybody else does not."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse

from bos_tournament.matches.models import Game, Match, Reason
from bos_tournament.operations.db_clock import db_now
from bos_tournament.play.models import BoardVisit
from tests.factories import UserFactory
from tests.html_whitespace import tight
from tests.play.online import board, online
from tests.play.recorded import lines

pytestmark = pytest.mark.django_db


def at(case, deed="board"):
    return reverse(f"recording:{deed}", args=[case.match.pk, case.game.number])


def page(client, case, **query):
    return tight(client.get(at(case), query))


@pytest.fixture
def case(db):
    return online()


@pytest.fixture
def annas(case, signed_in):
    return signed_in(case.anna.user)


@pytest.fixture
def bens(case, signed_in):
    return signed_in(case.ben.user)


def test_the_match_page_leads_to_the_board_and_asks_for_no_report(case, annas):
    shown = annas.get(case.match.get_absolute_url()).text

    assert at(case) in shown
    assert "Go to the board" in shown
    assert 'name="winner"' not in shown


def test_who_is_asked_sees_their_moves_and_the_other_waits(case, annas, bens):
    assert 'value="S a Field Sentinel"' in page(bens, case)
    waiting = page(annas, case)
    assert f"Waiting for {case.ben.user}" in waiting
    assert 'name="line"' not in waiting


def test_a_players_page_shows_their_own_hidden_cards_and_never_the_others(case, annas, bens):
    own, other = page(bens, case), page(annas, case)

    assert "Honeycomb Bear" in own
    assert "Lava Hound" not in own
    assert "Lava Hound" in other
    assert "Honeycomb Bear" not in other
    asked_for = page(annas, case, card="2:Honeycomb Bear", shared="1")
    assert 'value="S a Honeycomb Bear"' not in asked_for
    assert "Lava Hound" in asked_for


def test_nobody_writes_for_the_other_by_the_page(case, annas, bens):
    refused = annas.post(at(case, "record_line"), {"line": "S a Field Sentinel", "after": 1}, follow=True)

    assert "Wait for your opponent to move." in refused.text
    bens.post(at(case, "record_line"), {"line": "S a Field Sentinel", "after": 1})
    assert lines(case) == ["T1 P2", "S a Field Sentinel"]


def test_onlookers_do_nothing_at_the_board(case, signed_in):
    cleos = signed_in(UserFactory())
    for deed in ("record_line", "pass", "concede", "draw", "say"):
        assert cleos.post(at(case, deed), {}).status_code == 403


def test_giving_up_is_asked_about_first(case, annas):
    game = case.game
    annas.post(at(case, "concede"), {})
    assert Game.objects.get(pk=game.pk).outcome == Game.Outcome.OPEN

    annas.post(at(case, "concede"), {"sure": "1"})
    game.refresh_from_db()
    assert (game.winner, game.reason) == (case.ben, Reason.CONCEDED)


def test_the_end_says_that_it_is_the_result(case, annas):
    address = at(case)
    annas.post(at(case, "concede"), {"sure": "1"})

    shown = annas.get(address).text
    assert "This is the result." in shown
    assert "Confirm record and result" not in shown


def test_a_draw_is_offered_and_accepted_by_the_page(case, annas, bens):
    game = case.game
    annas.post(at(case, "draw"), {"draw": "offer"})
    assert f"{case.anna.user} offers a draw." in page(bens, case)
    assert "You offered a draw." in page(annas, case)

    bens.post(at(case, "draw"), {"draw": "accept"})
    assert Game.objects.get(pk=game.pk).outcome == Game.Outcome.DRAWN


def test_sentences_stand_on_both_pages_in_the_readers_language(case, annas, bens):
    annas.post(at(case, "say"), {"phrase": "good_luck"})

    assert "Good luck!" in page(bens, case)
    german = bens.get(at(case), headers={"accept-language": "de"}).text
    assert "Viel Glück!" in german


def test_a_player_who_is_away_is_told_of_with_how_long(case, annas, bens):
    page(bens, case)
    BoardVisit.objects.filter(seat=case.ben).update(seen_at=db_now() - timedelta(seconds=45))
    assert re.search(rf"{case.ben.user} has been away for \d0 s\.", page(annas, case))

    page(bens, case)
    assert re.search(rf"{case.ben.user} was away once, for \d+ s\.", page(annas, case))


def test_an_open_page_learns_of_an_absence_without_a_move(case, annas, bens):
    page(bens, case)
    tag = annas.get(at(case)).context["tag"]
    asks = {"headers": {"hx-request": "true"}}
    assert annas.get(at(case), {"seen": tag}, **asks).status_code == 204

    BoardVisit.objects.filter(seat=case.ben).update(seen_at=db_now() - timedelta(seconds=45))
    assert annas.get(at(case), {"seen": tag}, **asks).status_code == 200


def test_coming_back_shows_the_board_as_it_is(case, bens, signed_in):
    bens.post(at(case, "record_line"), {"line": "S a Field Sentinel", "after": 1})

    assert 'name="after" value="2"' in page(signed_in(case.ben.user), case)


def test_a_time_that_is_over_is_the_result_at_the_next_look(case, annas):
    Match.objects.filter(pk=case.match.pk).update(
        clock_minutes=15, flag_seat=2, flag_at=db_now() - timedelta(seconds=1)
    )
    address = at(case)
    annas.get(address)

    match = Match.objects.get(pk=case.match.pk)
    assert (match.step, match.winner, match.reason) == (Match.Step.FINISHED, case.anna, Reason.TIME)
    assert "This is the result." in annas.get(address).text


def test_taking_back_is_offered_only_where_the_organizer_allows_it(case, bens):
    bens.post(at(case, "record_line"), {"line": "S a Field Sentinel", "after": 1})
    assert "Take back from there" not in page(bens, case)

    Match.objects.filter(pk=case.match.pk).update(take_backs=True)
    assert "Take back from there" in page(bens, case)
    bens.post(at(case, "take_back_lines"), {"keep": 1, "after": 2})
    assert board(case).keep_asked == 1
