"""Anna and Ben record a whole match on two phones with a bad connection; what it ends in is what they did."""

import json
import re
import subprocess
import sys

import pytest
from playwright.sync_api import expect

from bos_tournament.judging.models import Finding, Record
from bos_tournament.matches.current_decks import expected_list
from bos_tournament.matches.models import Bid, Match, Reason, Report
from bos_tournament.play.models import RecordedLine
from tests.conftest import PHONE
from tests.matches.playing import Step, fresh
from tests.play.bad_connection import BadConnection, hint
from tests.play.recorded import being_played
from tests.polling import wait_until

pytestmark = pytest.mark.django_db(transaction=True)
ANNA, BEN = 1, 2
WIZARDS = {
    ANNA: ("Ember Adept", "Ash Caller", "Flint Novice"),
    BEN: ("Dawn Herald", "Meadow Warden", "Orchard Hermit"),
}

# Ben goes first and wins by life; Anna pays a spell with the ether of her bid, and both block.
GAME_1 = """T1 P2, S a Field Sentinel, S c Honeycomb Bear, S b Granite Ox, C Bark Ward -> b, BOSS, E,
T2 P1, S a Cinder Imp, S c Slag Brute, C Thrown Brand -> 2a {0v+2e}, A a P2, > B *, A c x 2c, E,
T3 P2, A b P1, A * P1, E, T4 P1, E, T5 P2, A * P1, A b P1, E,
T6 P1, S a Cinder Imp, E, T7 P2, A b P1, > no"""
# Anna goes first, casts what she swapped in, and gives up.
GAME_2 = """T1 P1, S a Lava Hound, S b Smoke Runner, C Burning Oath -> a, E,
T2 P2, S b Granite Ox, S a Field Sentinel, C Bark Ward -> a {0v+2e}, E,
T3 P1, S c Cinder Imp, A a x 2a, C Bellows -> b, E, T4 P2, S a Field Sentinel, A b x 1b, E, T5 P1, X P1 concedes"""


def lines_of(text):
    return [" ".join(line.split()) for line in text.split(",")]


class Table:
    """The match of Anna and Ben, and the phone of each. All that the phones send goes over the bad connection."""

    def __init__(self, case, open_phone):
        self.match, self.seats = case.match, {ANNA: case.anna, BEN: case.ben}
        self.open_phone, self.connection, self.phones = open_phone, BadConnection(), {}
        for number in self.seats:
            self.take_phone(number)
            self.goes_to_match(number)

    def take_phone(self, number):
        """A new phone for this seat; one that it had is dead."""
        if number in self.phones:
            self.phones[number].close()
        self.phones[number] = self.open_phone(self.seats[number].user)
        self.connection.carry(self.phones[number])

    def goes_to_match(self, number):
        self.phones[number].goto(f"/matches/{self.match.pk}/")

    def goes_to_board(self, number, game):
        self.phones[number].goto(f"/matches/{self.match.pk}/games/{game}/board/")

    def press(self, number, name):
        """Presses a button that sends a form; whoever gets no answer opens the page that they were at once more."""
        page = self.phones[number]
        here, button = page.url, page.get_by_role("button", name=re.compile(name)).first
        if self.connection.after(page, lambda: button.click(no_wait_after=True)) == "lost":
            page.wait_for_timeout(200)  # until the browser says so
            page.goto(here)
        page.wait_for_load_state()


def greet(table):
    for number in table.phones:
        table.press(number, "We've shown our bosses")
    assert fresh(table.match).step == Step.BIDDING


def bid(table, anna, ben):
    """Both seal a bid, and the worker opens them."""
    before = Bid.objects.count()
    for number, amount in ((ANNA, anna), (BEN, ben)):
        table.goes_to_match(number)
        table.phones[number].get_by_label("Your bid in ether").fill(str(amount))
        table.press(number, f"Seal {amount} ether")
    wait_until(lambda: not table.match.attempts.filter(state="both_in").exists())
    assert Bid.objects.count() == before + 2


def go_first(table, number):
    table.goes_to_match(number)
    table.press(number, "I go first")


def swap(table):
    """Anna swaps a spell in, Ben keeps his deck."""
    for number in table.phones:
        table.goes_to_match(number)
    for way, card in (("into", "Burning Oath"), ("out", "Stoked Fury")):
        table.phones[ANNA].locator(f'input[name="{way}"][value="{card}"]').first.check()
    table.press(ANNA, "Lock swap")
    table.press(BEN, "Keep deck")
    assert fresh(table.match).step == Step.PLAYING


def record(table, number, text, *, dies_before=None):
    """Both record this game on the board, each their own lines; before that line, Ben's phone dies."""
    script, turn, begun = lines_of(text), None, set()
    table.goes_to_board(ANNA, number)
    table.press(ANNA, "Start recording")
    table.goes_to_board(BEN, number)
    for at, line in enumerate(script):
        if line == dies_before:
            table.take_phone(BEN)
            table.goes_to_board(BEN, number)
        if line.startswith("T"):
            turn = int(line[-1])
            if turn not in begun:
                place(table, turn, at)
            begun.add(turn)
            continue
        write(table, other(turn) if line.startswith(">") else turn, at, line)
        assert stand(table, number) == script[: len(stand(table, number))]
    assert stand(table, number) == script
    return script


def other(seat):
    return 3 - seat


def stand(table, number):
    """All lines that were ever written in this game."""
    rows = RecordedLine.objects.filter(recording__game__match=table.match, recording__game__number=number)
    return list(rows.values_list("written", flat=True))


def board_after(table, number, at):
    """The phone of that seat once its board has so many lines."""
    page = table.phones[number]
    hint(page)
    expect(page.locator(".recorded-lines li")).to_have_count(at)
    return page


def place(table, number, at):
    page = board_after(table, number, at)
    for column, name in zip("abc", WIZARDS[number], strict=True):
        page.get_by_label(f"Column {column}").select_option(name)
    table.connection.after(page, page.get_by_role("button", name="Place wizards").click)


def write(table, number, at, line):
    page = board_after(table, number, at)
    table.connection.after(page, lambda: tap(page, line))


def tap(page, line):
    """Taps what the line says is to be tapped for it, or presses its button."""
    if line.startswith("X "):
        page.get_by_text("Concede", exact=True).click()
    button = page.locator(f'button[name="line"][value="{line}"]').first
    tokens = (button.get_attribute("data-path") or "").split("|")
    paths = page.locator("[data-path]").evaluate_all("all => all.map((one) => one.dataset.path.split('|'))")
    for token in filter(None, tokens):
        page.locator(f'[data-at="{token}"]').first.click()
    if tokens == [""] or sum(set(tokens) <= set(path) for path in paths) > 1:
        button.click()


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
    first = record(table, 1, GAME_1)
    confirm(table, BEN)
    check_game(table, 1, first, tmp_path)

    bid(table, 3, 2)
    go_first(table, ANNA)
    swap(table)
    second = record(table, 2, GAME_2, dies_before="A b x 1b")
    confirm(table, BEN)
    check_game(table, 2, second, tmp_path)

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
