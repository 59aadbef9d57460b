"""An evening without a mouse: an organizer and a player reach and press everything by keys, and hear where they are.

What a screen reader is told comes from the accessibility tree: titles, landmarks, headings, what is announced.
"""

import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone
from playwright.sync_api import expect

from bos_tournament.cards import catalogue
from bos_tournament.matches import bid_entry, boss_reveal, result_reports
from bos_tournament.matches.models import Reason, Seat
from bos_tournament.tournaments.models import Tournament
from engine.bos.decks.deck_lists import starter_decks
from engine.bos.model.card_pool import sample_pool
from tests.conftest import DESK, PHONE
from tests.factories import UserFactory
from tests.matches.playing import open_waiting_bids
from tests.tournaments.running_tournaments import ready

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
LIST = starter_decks()["Open Meadow"]
MOST_STEPS = 250


class Keys:
    """Somebody at a keyboard. Nothing here points at anything: what is not reached by Tab is not there."""

    def __init__(self, page):
        self.page = page

    def at(self, address):
        self.page.goto(address)
        self.hears_where_she_is()
        return self

    def hears_where_she_is(self):
        """One main part, one heading of the page, a title that says which page it is, and the landmarks around it."""
        self.page.wait_for_load_state()
        tree = self.page.locator("body").aria_snapshot()
        for landmark in ("banner", "main", "contentinfo"):
            assert len(re.findall(rf"^\s*- {landmark}\b", tree, re.MULTILINE)) == 1, (self.page.url, landmark)
        assert re.search(r"^\s*- navigation \"Site\"", tree, re.MULTILINE)
        assert self.page.title().removesuffix("BOS Tournament").strip(" ·") or self.page.url.endswith("/")
        assert tree.count("[level=1]") == 1, self.page.url
        assert tree.index('link "Skip to the content"') < tree.index("- banner")

    def reach(self, role, name):
        """Tab until the focus is there, which has to be seen."""
        return self.reach_field(self.page.get_by_role(role, name=name).first, f"{role} {name}")

    def reach_field(self, wanted, called):
        expect(wanted).to_be_visible()
        for _ in range(MOST_STEPS):
            if wanted.evaluate("(one) => one === document.activeElement"):
                assert wanted.evaluate("(one) => getComputedStyle(one).outlineStyle") != "none"
                return self
            self.page.keyboard.press("Tab")
        raise AssertionError(f"No key reaches {called} at {self.page.url}")

    def press(self, name, role="button", key="Enter"):
        """The key on what has the focus now; where it leads to another page, that one has begun when this returns."""
        self.reach(role, name)
        self.page.get_by_role(role, name=name).first.press(key)
        return self

    def follow(self, name):
        return self.press(name, role="link")

    def write(self, name, text):
        self.reach("textbox", name)
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.insert_text(text)
        return self

    def choose(self, name):
        """One of several radio buttons, which are a single stop: arrows walk through them."""
        wanted = self.page.get_by_role("radio", name=name).first
        group = self.page.locator(f"input[type=radio][name='{wanted.get_attribute('name')}']")
        self.reach_field(group.first, f"the choices of {name}")
        self.page.keyboard.press("Space")
        for _ in range(group.count()):
            if wanted.is_checked():
                return self
            self.page.keyboard.press("ArrowDown")
        raise AssertionError(f"No arrow key chooses {name} at {self.page.url}")

    def write_moment(self, label, moment):
        """Types a date and a time as the browser's own language orders them."""
        field = self.page.get_by_label(re.compile(rf"^\s*{label}(\s\(|\s*$)")).first
        for order, time in (("%d%m%Y", "%H%M"), ("%m%d%Y", "%I%M%p")):
            while field.evaluate("(one) => one === document.activeElement"):
                self.page.keyboard.press("Shift+Tab")
            self.reach_field(field, label)
            self.page.keyboard.type(moment.strftime(order))
            self.page.keyboard.press("ArrowRight")
            self.page.keyboard.type(moment.strftime(time))
            if field.input_value() == moment.strftime("%Y-%m-%dT%H:%M"):
                return self
        raise AssertionError(f"{label} holds {field.input_value()}")

    def hears(self, text):
        expect(self.page.get_by_text(text).first).to_be_visible()
        return self

    def hears_announced(self, text):
        """Said by itself, in a part of the page that a screen reader listens to."""
        live = self.page.locator("[role=status], [role=alert], [aria-live]").filter(has_text=text)
        expect(live.first).to_be_attached()
        return self


@pytest.fixture
def keys(new_page, signed_in, live_server):
    def of(user, viewport, **trusted):
        page = new_page(viewport)
        cookie = signed_in(user, **trusted).cookies[settings.SESSION_COOKIE_NAME].value
        page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_server.url}])
        return Keys(page)

    return of


def test_an_organizer_and_a_player_do_their_evening_with_keys_alone(keys):
    catalogue.load(sample_pool().write(), publish=True)
    olga = keys(UserFactory(handle="Olga"), DESK, second_factor=True)
    anna = keys(UserFactory(handle="Anna"), PHONE)

    tournament = plan(olga)
    join(anna, tournament)
    ben = ready(tournament, "Ben", place=2).user
    start(olga, tournament)
    play(anna, tournament, ben)
    close(olga, tournament)

    anna.at(f"{tournament.get_absolute_url()}standings/").hears("Champion")


def plan(olga):
    """From the home page to an open registration; a fault is announced and its field is reached from there."""
    olga.at("/").follow("Skip to the content")
    expect(olga.page.get_by_role("main")).to_be_focused()
    olga.at("/tournaments/new/").write("Name", "Autumn Cup")
    for label, hours in (("Start", 2), ("Check-in opens", -1)):
        olga.write_moment(label, timezone.now() + timedelta(hours=hours))
    olga.press("Save draft").hears_announced("fix the following")
    olga.hears_where_she_is()
    expect(olga.page.get_by_role("alert").filter(has_text="fix the following")).to_be_focused()
    olga.follow("Place")
    expect(olga.page.get_by_role("textbox", name="Place")).to_be_focused()
    olga.write("Place", "Town hall")
    olga.press("Save draft").press("Open registration").hears("open for registration")
    olga.hears_where_she_is()
    return Tournament.objects.get()


def join(anna, tournament):
    anna.at("/join/").write("Code", tournament.join_code)
    anna.page.keyboard.press("Enter")
    anna.press("Join the tournament").hears_announced("You are registered")
    anna.at(f"{tournament.get_absolute_url()}deck/").write("Or a deck list", LIST)
    anna.press("Submit deck list").hears("legal")
    anna.at(tournament.get_absolute_url()).press("Check in").hears("checked in")


def start(olga, tournament):
    olga.at(f"{tournament.get_absolute_url()}desk/").follow("Preview start")
    olga.press("Start with 2 players").hears("Draw round 1")
    olga.press("Draw round 1").press("Publish round 1").hears("0 of 1 tables have a result")
    olga.hears_where_she_is()


def play(anna, tournament, ben):
    """Bosses, a bid by arrow keys, the choice, a result by arrow keys; the page tells by itself what Ben did."""
    theirs = Seat.objects.get(user=ben)
    anna.at(tournament.get_absolute_url()).follow("Go to your match")
    anna.press("We've shown our bosses").hears("Waiting for Ben")
    boss_reveal.confirm_bosses(theirs)
    anna.hears_announced("Seal your bid")
    anna.reach("spinbutton", "Your bid in ether")
    for _ in range(3):
        anna.page.keyboard.press("ArrowUp")
    anna.press("Seal 3 ether").hears("Your bid for game 1 is sealed.")
    bid_entry.seal_bid(theirs, amount=1)
    open_waiting_bids()
    anna.press("I go first", key="Space")
    anna.choose("Anna").press("Report result").hears("It counts as soon as Ben agrees.")
    anna.hears_where_she_is()
    result_reports.report_result(theirs, winner=Seat.objects.get(user__handle="Anna"), reason=Reason.PLAYED)
    anna.hears_announced("game 2")


def close(olga, tournament):
    olga.at(f"{tournament.get_absolute_url()}desk/").follow(re.compile(r"^Table\s*1$"))
    olga.choose(re.compile(r"Anna\s2\W+0|0\W+2\sAnna")).write("Reason", "The slip says so.")
    olga.press("Enter the result").hears_announced("wins")
    olga.at(f"{tournament.get_absolute_url()}desk/").press(re.compile(r"lose round 1( only)?$"))
    olga.press("Finish").hears_announced("finished")
