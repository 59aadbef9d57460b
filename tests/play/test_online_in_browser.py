"""Anna and Ben play an online game in two real browsers, each only their own side, until one gives up."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import expect

from bos_tournament.judging.models import Finding
from bos_tournament.matches.models import Game, Match, Reason
from bos_tournament.operations.db_clock import db_now
from engine.bos.decks.deck_lists import starter_decks
from tests.conftest import DESK, PHONE
from tests.matches.playing import Step, fresh
from tests.play.bad_connection import hint
from tests.play.match_phones import ANNA, BEN, Table, bid, go_first, greet, lines_of, open_board, tap
from tests.play.match_phones import play as play_lines
from tests.play.online import online
from tests.play.recorded import being_played, lines
from tests.polling import wait_until

pytestmark = pytest.mark.django_db(transaction=True)


def press(page, name):
    page.get_by_role("button", name=re.compile(name)).first.click()


def test_anna_and_ben_play_online_until_anna_gives_up(phones, look):
    case = online(begun=False, clock_minutes=15)
    game = case.game
    anna, ben = phones(case, PHONE, DESK)

    press(anna, "Open board")
    ben.reload()
    press(ben, "Place wizards")
    expect(anna.get_by_text(f"Waiting for {case.ben.user}")).to_be_visible()
    tap(ben, "S c Field Sentinel")
    wait_until(lambda: lines(case)[-1] == "S c Field Sentinel")
    expect(anna.locator('.piece:has-text("Field Sentinel")')).to_be_visible()
    assert anna.locator('button[name="line"]').count() == 0
    press(ben, "Good luck!")
    expect(anna.get_by_text("Good luck!").first).to_be_visible()
    look(anna, "online-waits")
    look(ben, "online-plays")

    press(ben, "End")
    press(anna, "Place wizards")
    wait_until(lambda: lines(case)[-1] == "T2 P1")
    anna.get_by_text("Draw or concede").click()
    anna.get_by_text("Concede this game to").click()
    look(anna, "online-gives-up")
    press(anna, "Concede game")
    expect(ben.get_by_text("This is the result.")).to_be_visible()
    look(ben, "online-ended")
    game.refresh_from_db()
    assert (game.outcome, game.winner, game.reason) == (Game.Outcome.WON, case.ben, Reason.CONCEDED)


# Anna chooses what a spell of Ben's does; later her time runs out.
START = lines_of("T1 P1, S a Cinder Imp, S c Slag Brute, E, T2 P2, S a Reedbed Decoy")
HALF, WHOLE = "C Fathom Toll {0v+4e}", "C Fathom Toll -> 1c {0v+4e}"
REST = lines_of("E, T3 P1, S b Smoke Runner, C Thrown Brand -> 2a, A b P2")


@pytest.fixture
def online_table(new_page, opened_by, worker):
    """Before the first game, in which Ben plays Long Night; each game has its own time."""
    case = being_played(Step.BOSSES)
    case.ben.deck_version.text = starter_decks()["Long Night"]
    case.ben.deck_version.save()
    Match.objects.filter(pk=case.match.pk).update(online=True, clock_minutes=15, clock_per_game=True)
    return Table(case, lambda user: opened_by(new_page(PHONE), user))


def choose_for_bens_spell(table):
    """Ben casts it, and Anna writes what becomes of it."""
    anna, ben = table.phones.values()
    table.connection.after(ben, lambda: tap(ben, HALF))
    hint(anna)
    expect(anna.get_by_text(f"{table.seats[BEN].user} played {HALF}. Now you choose.")).to_be_visible()
    expect(ben.get_by_text(f"Waiting for {table.seats[ANNA].user}")).to_be_visible()
    assert ben.locator('button[name="line"]').count() == 0
    table.connection.after(anna, lambda: tap(anna, WHOLE))


def test_an_online_game_on_two_bad_connections_goes_from_the_bosses_to_its_clock(online_table):
    table = online_table
    greet(table)
    bid(table, 7, 4)
    go_first(table, ANNA)
    open_board(table, 1, "Open board")
    play_lines(table, 1, START)
    choose_for_bens_spell(table)
    play_lines(table, 1, [*START, WHOLE, *REST], since=len(START) + 1)

    Match.objects.filter(pk=table.match.pk).update(flag_at=db_now() - timedelta(seconds=1))
    for page in table.phones.values():
        hint(page)
        expect(page.get_by_role("heading", name=f"{table.seats[BEN].user} won")).to_be_visible()
    game = table.match.games.get(number=1)
    assert (game.outcome, game.winner, game.reason) == (Game.Outcome.WON, table.seats[BEN], Reason.TIME)
    wait_until(lambda: Finding.objects.filter(record__game=game, finding="legal").count() == 2)
    assert fresh(table.match).step == Step.BIDDING
    for number, page in table.phones.items():
        table.goes_to_match(number)
        expect(page.get_by_role("heading", name="Seal your bid for game 2.")).to_be_visible()
