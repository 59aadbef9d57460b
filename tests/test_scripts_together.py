"""The small scripts where they meet: parts that ask for themselves, forms, a bad line, a sign-out in another tab.

A tiny site of each test's own answers as the test says, in the order the test says; the frame of its pages and all
scripts are the real ones.
"""

import json
import queue
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import django_htmx
import pytest
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from playwright.sync_api import expect

from tests.conftest import PHONE
from tests.polling import PATIENCE, wait_until

HTMX = Path(django_htmx.__file__).parent / "static" / "django_htmx" / "htmx-2.min.js"
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'self'"


class Hall:
    """What the site answers at each address, by method; every request is noted as it comes.

    `hints` are sent to whoever listens, one by one; None ends the stream.
    """

    def __init__(self):
        self.answers = {}
        self.asked = []
        self.hints = queue.Queue()
        self.away = False  # whether streams are refused

    def says(self, method, path, body="", *, status=200, **headers):
        self.answers[method, path] = (status, body, headers)

    def page(self, path, body, *, reader=""):
        html = render_to_string("base.html", {"user": {"pk": reader, "is_authenticated": False}})
        head, rest = html.split("<body>", 1)
        config = head.split("content='", 1)[1].split("'")[0]
        config = json.dumps({**json.loads(config), "timeout": 1000 * PATIENCE})  # what waits here waits for the test
        banner = rest.split("<header", 1)[0]
        scripts = "".join(f'<script type="module" src="/static/{name}"></script>' for name in ("site.js", "match.js"))
        top = f"<meta name=\"htmx-config\" content='{config}'><script src='/htmx.js'></script>{scripts}"
        self.says("GET", path, f'<!doctype html><html lang="en"><title>Page</title>{top}<body>{banner}{body}')

    def count(self, method, path):
        return self.asked.count((method, path))


def answering(hall):
    class Site(BaseHTTPRequestHandler):
        def do_GET(self):
            length = int(self.headers.get("Content-Length") or 0)
            self.rfile.read(length)
            hall.asked.append((self.command, self.path))
            if self.path == "/htmx.js":
                return self.answer(200, HTMX.read_text(), {"Content-Type": "text/javascript"})
            if self.path.startswith("/static/"):
                text = Path(finders.find(self.path.removeprefix("/static/"))).read_text()
                return self.answer(200, text, {"Content-Type": "text/javascript"})
            if self.path.startswith("/live/") and not hall.away:
                return self.stream()
            status, body, headers = hall.answers.get((self.command, self.path), (404, "", {}))
            if callable(body):
                body = body()
            return self.answer(status, body, headers)

        do_POST = do_HEAD = do_GET

        def answer(self, status, body, headers):
            whole = body.encode()
            self.send_response(status)
            said = {"Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": POLICY, **headers}
            said |= {"Cache-Control": "no-store", "Content-Length": str(len(whole))}
            for name, value in said.items():
                self.send_header(name.replace("_", "-"), value)
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(whole)

        def stream(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            while (hint := hall.hints.get()) is not None:
                self.wfile.write(f"data: {hint}\n\n".encode())
                self.wfile.flush()

        def log_message(self, format, *args):
            pass

    return Site


@pytest.fixture
def hall():
    return Hall()


@pytest.fixture
def opened(browser, hall):
    """Opens an address of the hall on somebody's phone: `opened("/")`, or `opened("/", held)` where time is the test's.

    A fault of a script fails the test.
    """
    server = ThreadingHTTPServer(("127.0.0.1", 0), answering(hall))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    contexts, faults = [], []

    def open_page(path, prepared=lambda page: page, **person):
        url = f"http://127.0.0.1:{server.server_port}"
        context = browser.new_context(base_url=url, viewport=PHONE, **person)
        context.set_default_timeout(60_000)
        contexts.append(context)
        page = prepared(context.new_page())
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(path)
        return page

    yield open_page
    hall.hints.put(None)
    for context in contexts:
        context.close()
    server.shutdown()
    server.server_close()
    assert faults == []


def clocks(mark, *, button="End my turn", poll=""):
    """The clocks of a match as their part has them after this mark."""
    asks = f'hx-get="/clocks" hx-trigger="{poll}" hx-swap="outerHTML"' if poll else ""
    return (
        f'<section id="clocks" {asks} data-clocks data-at="" data-now="2026-01-01T00:00:00Z" data-free="0">'
        '<form method="post" action="/tap" hx-post="/tap" hx-target="#clocks" hx-swap="outerHTML" hx-sync="this:drop" '
        f'data-tap><input type="hidden" name="after" value="{mark}"><button>{button}</button></form>'
        '<p data-unsent role="alert" hidden>Your tap has not arrived yet.</p></section>'
    )


def held(page):
    """On what this page opens time passes only when the test says so, from the beginning: a timer that was set before
    would go off when it likes. `sent` counts what was sent."""
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    page.add_init_script(
        """window.sent = 0;
        document.addEventListener("htmx:beforeRequest", (event) => {
          if (event.detail.requestConfig.verb === "post") sent += 1;
        });"""
    )
    return page


def test_a_double_tap_ends_one_turn(opened, hall):
    hall.page("/", clocks(1))
    hall.says("POST", "/tap", clocks(2, button="Ben ended their turn"))
    anna = opened("/", held)
    button = anna.get_by_role("button")

    button.click()
    expect(button).to_have_text("Ben ended their turn")
    button.click()
    assert anna.evaluate("sent") == 1

    anna.clock.run_for(1000)
    button.click()
    assert anna.evaluate("sent") == 2


def test_a_tap_that_meets_a_site_starting_again_is_sent_again_and_many_taps_wait_as_one(opened, hall):
    hall.page("/", clocks(1))
    hall.says("POST", "/tap", status=503)
    anna = opened("/", held)
    for _ in range(3):
        anna.clock.run_for(600)
        with anna.expect_response("**/tap"):
            anna.get_by_role("button").click()
        expect(anna.get_by_text("Your tap has not arrived yet.")).to_be_visible()
        expect(anna.locator(".htmx-request")).to_have_count(0)

    with anna.expect_response("**/tap"):
        anna.clock.run_for(2100)
    assert anna.evaluate("sent") == 4

    expect(anna.locator(".htmx-request")).to_have_count(0)
    hall.says("POST", "/tap", clocks(2, button="Ben ended their turn"))
    anna.clock.run_for(2100)
    expect(anna.get_by_role("button")).to_have_text("Ben ended their turn")
    anna.clock.run_for(10_000)
    assert anna.evaluate("sent") == 5


@pytest.mark.parametrize("status", [403, 413, 500])
def test_a_tap_that_the_site_did_not_take_is_said_until_one_is_taken_and_never_sent_again(opened, hall, status):
    hall.page("/", clocks(1, poll="every 3s"))
    hall.says("GET", "/clocks", status=304)
    hall.says("POST", "/tap", status=status)
    anna = opened("/", held)

    anna.get_by_role("button").click()
    expect(anna.get_by_role("alert").get_by_text("did not accept what you sent")).to_be_visible()
    for _ in range(2):
        with anna.expect_response("**/clocks"):
            anna.clock.run_for(3100)
    expect(anna.get_by_role("alert").get_by_text("did not accept what you sent")).to_be_visible()
    assert anna.evaluate("sent") == 1

    hall.says("POST", "/tap", clocks(2))
    anna.get_by_role("button").click()
    expect(anna.get_by_role("alert")).to_be_hidden()


def test_a_tap_after_the_match_is_over_is_not_sent_again(opened, hall):
    hall.page("/", clocks(1))
    hall.says("POST", "/tap", status=422)
    anna = opened("/", held)

    anna.get_by_role("button").click()
    expect(anna.locator("#clocks")).to_have_count(0)
    anna.clock.run_for(10_000)

    assert anna.evaluate("sent") == 1


PART = (
    '<div id="match" hx-get="/part" hx-trigger="every 3s" hx-swap="outerHTML">'
    '<form method="post" action="/claim">{}</form></div>'
)
CLAIM = '<form method="post" action="/claim"><textarea name="claim"></textarea><button>File</button></form>'


def test_who_is_signed_out_in_another_tab_reads_so_and_keeps_what_was_typed(opened, hall):
    hall.page("/", PART.format('<textarea name="claim"></textarea>'), reader="anna")
    hall.says("GET", "/part", "<h1>Sign in</h1>", X_Reader="")
    anna = opened("/", held)
    anna.get_by_role("textbox").fill("Ben attacked twice.")

    anna.clock.run_for(3100)
    expect(anna.get_by_role("alert").get_by_text("no longer signed in")).to_be_visible()
    expect(anna.get_by_role("textbox")).to_have_value("Ben attacked twice.")

    hall.says("GET", "/part", PART.format('<p>News</p><textarea name="claim"></textarea>'), X_Reader="anna")
    anna.clock.run_for(3100)
    expect(anna.get_by_text("News")).to_be_visible()
    expect(anna.get_by_role("alert")).to_be_hidden()
    expect(anna.get_by_role("textbox")).to_have_value("Ben attacked twice.")


def test_words_whose_form_is_gone_with_the_news_are_left_to_be_copied(opened, hall):
    hall.page("/", PART.format('<textarea name="claim"></textarea><input name="code">'))
    hall.says("GET", "/part", PART.format("<p>Withdrawn</p>"))
    anna = opened("/", held)
    anna.locator("textarea").fill("Ben attacked twice.")
    anna.locator("input").fill("ABC")

    anna.clock.run_for(3100)

    expect(anna.get_by_text("Withdrawn")).to_be_visible()
    expect(anna.get_by_role("alert").get_by_text("Copy it from here.")).to_be_visible()
    expect(anna.get_by_role("textbox")).to_have_value("Ben attacked twice.")
    expect(anna.get_by_role("textbox")).not_to_be_editable()


def test_what_stands_beside_a_part_comes_along_and_keeps_whoever_stands_in_it(opened, hall):
    tabs = '<nav id="tabs"{}><a href="/cup">Overview</a>{}</nav>'
    part = '<div id="event" hx-get="/part" hx-trigger="every 3s" hx-swap="outerHTML">{}</div>'
    beside = ' hx-swap-oob="true"'
    hall.page("/", tabs.format("", "") + part.format("Open"))
    hall.says("GET", "/part", part.format("Full") + tabs.format(beside, ""))
    anna = opened("/", held)
    anna.get_by_role("link", name="Overview").focus()

    anna.clock.run_for(3100)
    expect(anna.get_by_text("Full")).to_be_visible()
    expect(anna.get_by_role("link", name="Overview")).to_be_focused()

    hall.says("GET", "/part", part.format("Running") + tabs.format(beside, '<a href="/pairings">Pairings</a>'))
    anna.clock.run_for(3100)
    expect(anna.get_by_role("link", name="Pairings")).to_be_visible()


def test_who_signs_in_in_another_tab_sees_their_own_part(opened, hall):
    hall.page("/", PART.format("Sign in to take part."))
    hall.says("GET", "/part", PART.format("You are in."), X_Reader="anna")
    anna = opened("/", held)

    anna.clock.run_for(3100)

    expect(anna.get_by_text("You are in.")).to_be_visible()
    expect(anna.get_by_role("alert")).to_be_hidden()


def test_a_second_tap_on_a_slow_line_sends_nothing_twice(opened, hall):
    hall.page("/", CLAIM)
    hall.says("POST", "/claim", "<p>Filed.</p>")
    anna = opened("/")

    anna.evaluate(
        """() => {
          document.addEventListener("submit", (event) => localStorage.setItem("sent", [
            localStorage.getItem("sent") ?? "", event.defaultPrevented ? "held" : "sent"].join(" ")));
          document.querySelector("button").click();
          document.querySelector("button").click();
        }"""
    )

    expect(anna.get_by_text("Filed.")).to_be_visible()
    assert anna.evaluate("localStorage.getItem('sent')") == " sent held"


def test_a_form_waits_while_the_site_starts_again(opened, hall):
    hall.page("/", '<div id="part" hx-get="/part" hx-trigger="every 3s"></div>' + CLAIM)
    hall.says("GET", "/part", status=503)
    hall.says("HEAD", "/health/", status=503)
    anna = opened("/", held)
    anna.clock.run_for(3100)
    expect(anna.get_by_role("alert").get_by_text("You are offline")).to_be_visible()
    anna.get_by_role("textbox").fill("Ben attacked twice.")

    anna.get_by_role("button").click()
    expect(anna.get_by_role("alert").get_by_text("Not sent: you are offline")).to_be_visible()
    with anna.expect_response("**/part"):
        anna.clock.run_for(3100)
    expect(anna.locator(".htmx-request")).to_have_count(0)
    expect(anna.get_by_role("alert").get_by_text("Not sent: you are offline")).to_be_visible()
    assert hall.count("POST", "/claim") == 0

    hall.says("HEAD", "/health/")
    hall.says("POST", "/claim", "<p>Filed.</p>")
    anna.get_by_role("button").click()
    expect(anna.get_by_text("Filed.")).to_be_visible()


@pytest.mark.parametrize("status", [403, 500])
def test_what_did_not_arrive_comes_back_with_its_form(opened, hall, status):
    hall.page("/", CLAIM)
    hall.says("POST", "/claim", "<h1>This form has expired</h1>", status=status)
    anna = opened("/")
    anna.get_by_role("textbox").fill("Ben attacked twice.")
    anna.get_by_role("button").click()
    expect(anna.get_by_role("heading")).to_be_visible()

    anna.go_back()

    expect(anna.get_by_role("textbox")).to_have_value("Ben attacked twice.")
    expect(anna.get_by_text("What you typed is back.")).to_be_visible()


def test_what_did_not_arrive_can_be_copied_where_that_is_said_and_where_its_form_is_gone(opened, hall):
    hall.page("/", CLAIM)
    hall.page("/refused", "<h1 data-not-arrived>You may not do this</h1>")
    hall.says("POST", "/claim", status=302, Location="/refused")
    anna = opened("/")
    anna.get_by_role("textbox").fill("Ben attacked twice.")

    anna.get_by_role("button").click()
    expect(anna.get_by_role("heading")).to_be_visible()
    expect(anna.get_by_role("textbox")).to_have_value("Ben attacked twice.")

    hall.page("/", "<h1>Ruled</h1>")
    anna.goto("/")
    expect(anna.get_by_role("heading", name="Ruled")).to_be_visible()
    expect(anna.get_by_role("textbox")).to_have_value("Ben attacked twice.")


def test_it_comes_back_after_signing_in_again_to_whoever_typed_it_alone(opened, hall):
    hall.page("/", CLAIM, reader="anna")
    hall.page("/ben", CLAIM, reader="ben")
    hall.page("/login", "<h1 data-not-arrived>Sign in</h1>")
    hall.says("POST", "/claim", status=302, Location="/login")
    anna = opened("/")
    anna.get_by_role("textbox").fill("Ben attacked twice.")
    anna.get_by_role("button").click()
    expect(anna.get_by_role("heading", name="Sign in")).to_be_visible()
    anna.wait_for_load_state()  # it is the script of this page that learns of the form

    anna.goto("/")
    expect(anna.get_by_role("textbox")).to_have_value("Ben attacked twice.")

    anna.goto("/ben")
    expect(anna.get_by_role("textbox")).to_have_value("")
    anna.goto("/")
    expect(anna.get_by_role("textbox")).to_have_value("")


def test_what_arrived_does_not_come_back(opened, hall):
    hall.page("/", CLAIM)
    hall.page("/filed", "<h1>Filed</h1>")
    hall.says("POST", "/claim", status=302, Location="/filed")
    anna = opened("/")
    anna.get_by_role("textbox").fill("Ben attacked twice.")
    anna.get_by_role("button").click()
    expect(anna.get_by_role("heading", name="Filed")).to_be_visible()

    anna.goto("/")

    expect(anna.get_by_role("textbox")).to_have_value("")
    assert anna.evaluate("sessionStorage.getItem('typed')") is None


@pytest.mark.parametrize(
    "fields",
    ['><input name="mail" value="a@b.c"><input type="password" name="p">', ' autocomplete="off"><input name="bid">'],
)
def test_no_password_and_no_bid_stays_in_the_browser(opened, hall, fields):
    hall.page("/", f'<form method="post" action="/in"{fields}<button>Go</button></form>')
    hall.page("/in", "<h1 data-not-arrived>Too many attempts</h1>")
    hall.says("POST", "/in", status=302, Location="/in")
    anna = opened("/")

    anna.get_by_role("button").click()
    expect(anna.get_by_role("heading")).to_be_visible()

    assert anna.evaluate("sessionStorage.getItem('typed')") is None


def test_a_page_that_comes_back_whole_says_what_is_true_of_its_line_now(opened, hall):
    hall.page("/", "")
    anna = opened("/")
    anna.evaluate("dispatchEvent(new Event('offline'))")
    expect(anna.get_by_role("alert")).to_be_visible()

    anna.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")

    expect(anna.get_by_role("alert")).to_be_hidden()


def test_a_button_to_be_called_back_that_comes_with_the_news_works(opened, hall):
    button = '<button data-call-back data-worker="/static/notification-worker.js" hidden>Notify me</button>'
    hall.page("/", '<div id="event" hx-get="/event" hx-trigger="every 3s" hx-swap="outerHTML"></div>')
    hall.says("GET", "/event", f'<div id="event" hx-trigger="every 3s">{button}</div>')
    anna = opened("/", held, permissions=["notifications"])

    anna.clock.run_for(3100)
    expect(anna.get_by_text("Notify me")).to_be_attached()
    anna.clock.run_for(100)
    anna.get_by_role("button", name="Notify me").click()

    expect(anna.get_by_text("Notify me")).to_be_hidden()
    assert anna.evaluate("localStorage.getItem('called-back')") == "yes"


def test_a_phone_that_knows_no_notifications_and_no_sound_has_all_the_rest(opened, hall, browser):
    hall.page("/", CLAIM + "<button data-call-back hidden>Notify me</button>")
    anna = opened("/")
    anna.add_init_script("delete window.Notification; delete window.AudioContext; delete window.EventSource;")

    anna.reload()
    anna.get_by_role("textbox").fill("Ben attacked twice.")

    expect(anna.get_by_text("Notify me")).to_be_hidden()
    assert anna.evaluate("'Notification' in window") is False


def test_a_hint_that_comes_while_a_part_is_being_asked_for_is_not_lost(opened, hall):
    part = '<div id="match" hx-get="/part" hx-trigger="every 4s, live from:body" hx-swap="outerHTML">{}</div>'
    asked, let_go = threading.Event(), threading.Event()

    def answer_slowly():
        asked.set()
        assert let_go.wait(PATIENCE)
        return part.format("Ben has bid.")

    def heard(number):
        anna.clock.run_for(1)  # a hint is passed on by a timer of its own, and time stands still here
        return anna.evaluate("hints") == number

    hall.page("/", '<div hidden data-live="match:1"></div>' + part.format("Ben thinks."))
    hall.says("GET", "/part", answer_slowly)
    anna = opened("/", held)
    anna.evaluate("window.hints = 0; document.body.addEventListener('live', () => { hints += 1; }); void 0")

    hall.hints.put("match:1")
    wait_until(lambda: heard(1))
    assert asked.wait(PATIENCE)
    hall.hints.put("match:1")
    wait_until(lambda: heard(2))
    hall.says("GET", "/part", part.format("The bids are open."))
    let_go.set()
    expect(anna.get_by_text("Ben has bid.")).to_be_visible()
    anna.clock.run_for(5000)

    expect(anna.get_by_text("The bids are open.")).to_be_visible()


def test_a_stream_that_was_refused_is_opened_a_while_later(opened, hall):
    hall.page("/", '<main data-live="match:1"><p id="said" hx-get="/said" hx-trigger="live from:body">old</p></main>')
    hall.says("GET", "/said", "new")
    hall.away = True
    anna = opened("/", held)
    wait_until(lambda: hall.count("GET", "/live/?on=match%3A1") == 1)

    hall.away = False
    hall.hints.put("match:1")
    wait_until(lambda: anna.clock.run_for(30_000) or anna.locator("#said").inner_text() == "new")
