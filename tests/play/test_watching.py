"""Cleo watches the game of Anna and Ben at a featured table, some minutes later and a full turn behind."""

import re
from datetime import timedelta

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone

from bos_tournament.matches import presenter_clocks
from bos_tournament.matches.match_context import Facts
from bos_tournament.matches.models import Match
from bos_tournament.play import tasks
from bos_tournament.play.models import RecordedLine, Spectator
from bos_tournament.play.recording import endings, recordings, spectators
from bos_tournament.tournaments.models import Pairing, Round, Tournament
from bos_tournament.tournaments.standings import featured_matches, recorded_games
from tests.html_whitespace import tight
from tests.matches.playing import person
from tests.play.recorded import being_played, lines, offered, place, recorded, write
from tests.play.watched import feature, featured, minutes_pass

pytestmark = pytest.mark.django_db


def url(case, query=""):
    return f"/matches/{case.match.pk}/games/1/replay/{query}"


def page(client, case, query=""):
    return tight(client.get(url(case, query)))


def a_turn_more(case):
    """Anna ends her turn; Ben's second one begins."""
    write(case.anna, case, "E")


def test_of_a_table_that_is_not_featured_nothing_is_shown(client):
    case = recorded()
    minutes_pass(case, 60)

    assert client.get(url(case)).status_code == 404


def test_a_table_that_is_featured_no_more_is_closed_again(client):
    case = featured()
    assert client.get(url(case)).status_code == 200

    featured_matches.unfeature(Pairing.objects.get(match=case.match))

    assert client.get(url(case)).status_code == 404
    told = client.get(url(case, "?seen=x&latest=&shown="), HTTP_HX_REQUEST="true")
    assert "This game can no longer be watched." in told.text
    assert "hx-get" not in told.text


def test_the_clocks_of_a_featured_online_game_are_for_its_players_alone():
    case = featured()
    Match.objects.filter(pk=case.match.pk).update(online=True, clock_minutes=15)
    match = Match.objects.get(pk=case.match.pk)

    assert presenter_clocks.clocks(Facts(match, None)) is None
    assert presenter_clocks.clocks(Facts(match, case.anna))["minutes"] == 15


def test_before_the_delay_cleo_is_told_to_wait_and_sees_no_board(client):
    case = featured()
    a_turn_more(case)

    shown = page(client, case)

    assert "Game 1, live" in shown
    assert "3 minutes later" in shown
    assert "Field Sentinel" not in shown
    assert 'class="table"' not in shown


def test_after_the_delay_cleo_sees_the_turns_that_are_a_full_turn_behind(client):
    case = featured()
    a_turn_more(case)
    minutes_pass(case, 4)

    shown = page(client, case)

    assert lines(case) == ["T1 P2", "S a Field Sentinel", "E", "T2 P1", "E", "T3 P2"]
    assert "S a Field Sentinel" in shown
    assert "Line 3" in shown
    assert "T2 P1" not in shown


def test_without_a_full_turn_more_the_delay_alone_shows_nothing(client):
    case = featured()
    minutes_pass(case, 60)

    shown = page(client, case)

    assert "Before the first line" in shown
    assert "Field Sentinel" not in shown


def test_the_organizer_sets_the_delay(client):
    case = featured()
    a_turn_more(case)
    minutes_pass(case, 4)
    Tournament.objects.update(spectator_delay=5)

    shown = page(client, case)

    assert "5 minutes later" in shown
    assert "Field Sentinel" not in shown


def test_what_is_taken_back_now_stays_as_long_as_its_moment_is_shown(client):
    case = featured()
    a_turn_more(case)
    minutes_pass(case, 10)
    recordings.take_back_lines(case.anna, case.game, keep=1, after=6)
    recordings.answer_take_back(case.ben, case.game, agrees=True)
    assert lines(case) == ["T1 P2"]
    assert "S a Field Sentinel" in page(client, case)

    write(case.ben, case, "E")
    place(case, case.anna)
    a_turn_more(case)
    assert "S a Field Sentinel" in page(client, case)
    minutes_pass(case, 4)

    assert "S a Field Sentinel" not in page(client, case)


def test_columns_that_may_have_changed_since_are_not_shown(client):
    case = featured()
    a_turn_more(case)
    minutes_pass(case, 10)
    RecordedLine.objects.filter(written="T1 P2").update(taken_back_at="2100-01-01T00:00Z")

    assert "S a Field Sentinel" not in page(client, case)


def test_both_bids_open_before_the_first_line(client):
    case = featured()
    assert "The bids are open" not in page(client, case)

    minutes_pass(case, 4)
    shown = page(client, case, "?line=0")

    assert "The bids are open" in shown
    assert "goes first" in shown


def test_a_spectator_sees_no_piles_no_question_and_no_outcomes(client):
    case = featured()
    a_turn_more(case)
    minutes_pass(case, 4)

    shown = page(client, case)

    assert "Ambercrest Stag" in case.ben.deck_version.text
    assert "Ambercrest Stag" not in shown
    assert "data-path" not in shown
    assert "<form" not in shown.split('class="viewer"')[1].split("</main>")[0]


def test_the_players_themselves_see_no_more_of_it_than_cleo(client):
    case = featured()
    a_turn_more(case)
    minutes_pass(case, 4)
    public = page(client, case).split('class="viewer"')[1].split("</main>")[0]
    client.force_login(case.anna.user)

    own = page(client, case).split('class="viewer"')[1].split("</main>")[0]

    assert own.count("<li") == public.count("<li")
    assert "T2 P1" not in own


def test_the_game_is_whole_at_the_same_address_once_it_is_over(client):
    case = featured()
    game = case.game
    write(case.anna, case, "X P2 concedes")
    for seat in (case.anna, case.ben):
        endings.confirm_record(seat, game)

    shown = page(client, case)

    assert "Replay of game 1" in shown
    assert "X P2 concedes" in shown
    assert 'id="live"' not in shown


def test_cleo_finds_the_live_game_by_the_page_of_the_tournament_and_of_the_match(client):
    case = recorded()
    there = f'href="{url(case)}"'
    match, cup = f"/matches/{case.match.pk}/", case.tournament.get_absolute_url()
    assert there not in tight(client.get(match))

    feature(case)

    assert f'href="{match}"' in tight(client.get(cup))
    assert there in tight(client.get(match))


def test_nothing_inside_the_delay_comes_through_any_door(client):
    """Ben summons one more; of that nothing is said anywhere, nor does any answer or tag change."""
    case = featured()
    a_turn_more(case)
    minutes_pass(case, 10)
    first = page(client, case)
    seen = re.search(r"seen=([0-9a-f]+)", first)[1]
    doors = [
        url(case),
        url(case, "?line=4"),
        url(case, f"?seen={seen}&latest=3&shown=3&spectators=0"),
        f"/api/v1{url(case)}",
        f"/api/v1{url(case, '?line=5')}",
        f"/api/v1/matches/{case.match.pk}/",
        f"/matches/{case.match.pk}/",
        f"/matches/{case.match.pk}/live/",
        case.tournament.get_absolute_url(),
    ]
    before = [answer(client, door) for door in doors]

    planted = next(line for line in offered(case, case.ben.number) if line.startswith("S b") and "Sentinel" not in line)
    write(case.ben, case, planted)
    after = [answer(client, door) for door in doors]

    assert before == after
    assert all(planted[4:] not in text for _status, _tag, text in after)


def answer(client, door):
    """What a door answers, apart from what is drawn by lot for each page."""
    got = client.get(door, HTTP_HX_REQUEST="true" if "seen=" in door else "false")
    text = re.sub(r'spectator=[^"&]+|csrfmiddlewaretoken" value="[^"]+|"now": ?"[^"]+', "", got.text)
    return got.status_code, got.headers.get("ETag"), text


def asks(browser, case, shown="3"):
    """An open page asks for news."""
    live = re.search(r'hx-get="([^"]+seen=[^"]+)"', page(browser, case))[1].replace("&amp;", "&")
    return lambda: browser.get(f"{live}&shown={shown}", HTTP_HX_REQUEST="true")


def test_an_open_page_is_told_the_new_lines_once_they_may_be_seen(client):
    case = featured()
    a_turn_more(case)
    minutes_pass(case, 4)
    at_the_end, behind = asks(client, case), asks(client, case, shown="1")
    write(case.ben, case, "E")
    a_turn_more(case)
    minutes_pass(case, 4)

    moved, stayed = at_the_end(), behind()

    assert 'id="position"' in moved.text
    assert "T2 P1" in moved.text
    assert 'id="position"' not in stayed.text
    assert "T2 P1" in stayed.text


def test_a_page_that_waits_is_loaded_again_when_the_board_appears(client):
    case = featured()
    news = asks(client, case, shown="")
    a_turn_more(case)
    minutes_pass(case, 4)

    assert news().headers["HX-Refresh"] == "true"


def test_an_open_page_is_told_of_the_end(client):
    case = featured()
    game = case.game
    news = asks(client, case)
    write(case.anna, case, "X P2 concedes")
    for seat in (case.anna, case.ben):
        endings.confirm_record(seat, game)

    assert "Replay the whole game" in news().text


def test_spectators_are_pages_that_asked_and_those_of_a_session_count_once(client, signed_in):
    case = featured()
    cleo = signed_in(person("Cleo"))
    for ask in (asks(client, case), asks(Client(), case), asks(cleo, case), asks(cleo, case)):
        ask()
        ask()

    shown = page(client, case)

    assert "3 people are watching" in shown


def test_made_up_spectators_do_not_count(client):
    case = featured()
    client.get(url(case, "?seen=x&spectator=abc:def"), HTTP_HX_REQUEST="true")

    assert spectators.count_spectators(case.game) == 0


def test_spectators_who_left_are_forgotten(client):
    case = featured()
    asks(client, case)()
    Spectator.objects.update(asked_at=F("asked_at") - timedelta(minutes=2))
    assert spectators.count_spectators(case.game) == 0

    Spectator.objects.update(asked_at=F("asked_at") - timedelta(minutes=20))
    tasks.tidy()

    assert not Spectator.objects.exists()


def test_a_program_watches_the_same_game(client):
    case = featured()
    a_turn_more(case)
    waits = client.get(f"/api/v1{url(case)}").json()
    minutes_pass(case, 4)

    shown = client.get(f"/api/v1{url(case)}").json()

    assert (waits["lines"], waits["table"], waits["bids"]) == ([], None, [])
    assert (shown["live"], shown["delay_minutes"], shown["spectators"]) == (True, 3, 0)
    assert [line["line"] for line in shown["lines"]] == ["T1 P2", "S a Field Sentinel", "E"]
    assert [bid["name"] for bid in shown["bids"]] == [str(case.anna.user), str(case.ben.user)]


def test_recorded_games_of_closed_rounds_are_listed_on_the_page_of_the_tournament(client, django_assert_num_queries):
    case = featured()
    game, cup = case.game, case.tournament.get_absolute_url()
    write(case.anna, case, "X P2 concedes")
    for seat in (case.anna, case.ben):
        endings.confirm_record(seat, game)
    assert url(case) not in tight(client.get(cup))

    Round.objects.update(closed_at=timezone.now())

    assert f'href="{url(case)}"' in tight(client.get(cup))
    with django_assert_num_queries(2):
        assert [one.number for one in recorded_games.latest_recorded(case.tournament)] == [1]


def test_the_players_of_a_featured_table_know_that_they_are_watched(signed_in):
    case = being_played()
    start, anna = f"/matches/{case.match.pk}/games/1/board/", signed_in(case.anna.user)
    assert "featured" not in tight(anna.get(start)).split("<main")[1]

    feature(case)

    assert "spectators can watch this game 3 minutes later" in tight(anna.get(start))
