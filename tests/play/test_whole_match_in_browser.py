"""Anna and Ben record a whole match on two phones with a bad connection; what it ends in is what they did."""

import json
import re
import subprocess
import sys

import pytest
from playwright.sync_api import expect

from bos_tournament.judging.models import Finding, Record
from bos_tournament.matches.current_decks import expected_list
from bos_tournament.matches.models import Match, Reason, Report
from tests.conftest import PHONE
from tests.matches.playing import Step
from tests.play.bad_connection import hint
from tests.play.match_phones import ANNA, BEN, Table, bid, go_first, greet, lines_of, open_board, play, swap
from tests.play.recorded import being_played
from tests.polling import wait_until

pytestmark = pytest.mark.django_db(transaction=True)

# Ben goes first and wins by life; Anna pays a spell with the ether of her bid, and both block.
GAME_1 = lines_of("""T1 P2, S a Field Sentinel, S c Honeycomb Bear, S b Granite Ox, C Bark Ward -> b, BOSS, E,
T2 P1, S a Cinder Imp, S c Slag Brute, C Thrown Brand -> 2a {0v+2e}, A a P2, > B *, A c x 2c, E,
T3 P2, A b P1, A * P1, E, T4 P1, E, T5 P2, A * P1, A b P1, E,
T6 P1, S a Cinder Imp, E, T7 P2, A b P1, > no""")
# Anna goes first, casts what she swapped in, and gives up.
GAME_2 = lines_of("""T1 P1, S a Lava Hound, S b Smoke Runner, C Burning Oath -> a, E,
T2 P2, S b Granite Ox, S a Field Sentinel, C Bark Ward -> a {0v+2e}, E,
T3 P1, S c Cinder Imp, A a x 2a, C Bellows -> b, E, T4 P2, S a Field Sentinel, A b x 1b, E, T5 P1, X P1 concedes""")


def confirm(table, winner):
    """Both say that the record is right. Who gets no answer still has the button, and presses it once more."""
    for number, page in table.phones.items():
        hint(page)
        expect(page.get_by_role("heading", name=f"{table.seats[winner].user} won")).to_be_visible()
        button = page.get_by_role("button", name="Confirm record and result")
        while table.connection.after(page, button.click) == "lost":
            expect(button).to_be_visible()
        expect(page.get_by_text(f"{table.seats[number].user} confirmed the record.")).to_be_visible()


def shown(page):
    """The board as words, with all that is told under it."""
    page.reload()
    cards = page.locator(".table .piece .name").all_inner_texts()
    return sorted(cards), page.locator(".told-lines li").all_inner_texts(), page.locator(".recorded-lines").inner_text()


def downloaded(page):
    with page.expect_download() as download:
        page.get_by_role("link", name="Download record").click()
    return download.value.path().read_text()


def judged(text, game, folder):
    """What the command line says of this record with the lists of that game."""
    files = {seat.number: folder / f"{game.number}-{seat.number}.txt" for seat in game.match.seats.all()}
    for seat in game.match.seats.all():
        files[seat.number].write_text(expected_list(game, seat))
    decks = [f"--deck=P{number}={file}" for number, file in files.items()]
    command = [sys.executable, "-m", "engine", "judge", "-", *decks, "--json"]
    ran = subprocess.run(command, input=text.encode(), capture_output=True, check=True)
    return json.loads(ran.stdout)


def check_game(table, number, script, folder):
    """Both phones show the same, and hand out the record that the engine finds legal, there and on the site."""
    anna, ben = table.phones.values()
    game = table.match.games.get(number=number)
    assert shown(anna) == shown(ben)
    text = downloaded(anna)
    assert downloaded(ben) == text
    assert re.findall(r"^\d+\. (.+)$", text, re.MULTILINE) == script
    assert sorted(Record.objects.filter(game=game).values_list("seat__number", "text")) == [(1, text), (2, text)]
    wait_until(lambda: Finding.objects.filter(record__game=game).count() == 2)
    said = judged(text, game, folder)
    assert (said["finding"], said["winner"]) == ("legal", "P2")
    for finding in Finding.objects.filter(record__game=game):
        assert finding.finding == "legal"
        assert {**finding.data, "state": finding.table} == said


@pytest.fixture
def table(new_page, opened_by, worker):
    return Table(being_played(Step.BOSSES), lambda user: opened_by(new_page(PHONE), user))


def test_a_whole_match_on_two_bad_connections_ends_as_it_was_played(table, tmp_path):
    greet(table)
    bid(table, 5, 5)
    bid(table, 4, 7)
    go_first(table, BEN)
    open_board(table, 1, "Start recording")
    play(table, 1, GAME_1)
    confirm(table, BEN)
    check_game(table, 1, GAME_1, tmp_path)

    bid(table, 3, 2)
    go_first(table, ANNA)
    swap(table)
    open_board(table, 2, "Start recording")
    play(table, 2, GAME_2, dies_before="A b x 1b")
    confirm(table, BEN)
    check_game(table, 2, GAME_2, tmp_path)

    for number, page in table.phones.items():
        table.goes_to_match(number)
        won = f"{table.seats[BEN].user} wins the match 2–0 (conceded)."
        expect(page.get_by_role("heading", name=won)).to_be_visible()
    match = Match.objects.get(pk=table.match.pk)
    assert (match.step, match.winner) == (Step.FINISHED, table.seats[BEN])
    games = match.games.order_by("number").values_list("winner__number", "reason")
    assert list(games) == [(BEN, Reason.PLAYED), (BEN, Reason.CONCEDED)]
    assert list(match.seats.order_by("number").values_list("games_won", flat=True)) == [0, 2]
    assert list(Report.objects.values_list("game__number", flat=True).order_by("made_at")) == [1, 2]
    assert {door for door, fate in table.connection.happened if fate == "twice"} == {
        "confirm-bosses", "bid", "choose", "swap", "start", "wizards", "lines", "confirm",
    }  # fmt: skip
