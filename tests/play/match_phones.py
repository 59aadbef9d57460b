"""Anna and Ben at their match in browsers: the phone of each, and what they do with it from the bosses to the board."""

import re

from playwright.sync_api import expect

from bos_tournament.matches.models import Bid
from bos_tournament.play.models import RecordedLine
from bos_tournament.play.recording.record_writer import wizards_of
from engine.bos.model.card_pool import sample_pool
from tests.matches.playing import Step, fresh
from tests.play.bad_connection import BadConnection, hint
from tests.polling import wait_until

ANNA, BEN = 1, 2


def lines_of(text):
    return [" ".join(line.split()) for line in text.split(",")]


class Table:
    """The match of Anna and Ben, and the phone of each. All that the phones send goes over the bad connection."""

    def __init__(self, case, open_phone):
        self.match, self.seats = case.match, {ANNA: case.anna, BEN: case.ben}
        lists = {number: seat.deck_version.text for number, seat in self.seats.items()}
        self.wizards = {number: wizards_of(text, sample_pool()) for number, text in lists.items()}
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
        page.evaluate("document.documentElement.dataset.sends = ''")
        if self.connection.after(page, lambda: button.click(no_wait_after=True)) == "lost":
            page.wait_for_timeout(200)  # until the browser says so
            page.goto(here)
        expect(page.locator("html[data-sends]")).to_have_count(0)
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


def open_board(table, number, button):
    """Anna opens the board of this game by that button, and Ben comes to it."""
    table.goes_to_board(ANNA, number)
    table.press(ANNA, button)
    table.goes_to_board(BEN, number)


def play(table, number, script, *, since=0, dies_before=None):
    """Both write the lines of this game from there on, each their own; before that line, Ben's phone dies."""
    turn, begun = None, set()
    for at, line in enumerate(script):
        if line == dies_before:
            table.take_phone(BEN)
            table.goes_to_board(BEN, number)
        if line.startswith("T"):
            turn = int(line[-1])
            if turn not in begun and at >= since:
                place(table, turn, at)
            begun.add(turn)
        elif at >= since:
            write(table, 3 - turn if line.startswith(">") else turn, at, line)
        written = stand(table, number)
        assert written == script[: len(written)]
    assert stand(table, number) == script


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
    for column, name in zip("abc", table.wizards[number], strict=True):
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
    elif len(tokens) == 1:  # picked up by the first tap
        page.locator(f'[data-at="{tokens[0]}"]').first.click()
