"""The small scripts in a real browser, under the site's policy; and what is left when there are none."""

import re
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import django_htmx
import pytest
from django.template.loader import render_to_string
from playwright.sync_api import expect

ROOT = Path(__file__).resolve().parent.parent
STATIC = ROOT / "bos_tournament" / "static"
HTMX = Path(django_htmx.__file__).parent / "static" / "django_htmx" / "htmx-2.min.js"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'"
)


class Site(SimpleHTTPRequestHandler):
    """Serves the static files and one page; what is posted to it is refused with the status in the path."""

    page = ""

    def do_GET(self):
        if self.path == "/":
            self.answer(200, self.page)
        else:
            super().do_GET()

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length") or 0))  # else the line breaks
        self.answer(int(self.path.strip("/")), "<p>Your deck has eleven summons.</p>")

    def answer(self, status, html):
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(html.encode())

    def end_headers(self):
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def translate_path(self, path):
        return str(HTMX) if path == "/htmx.js" else super().translate_path(path)

    def log_message(self, format, *args):
        pass


@pytest.fixture
def opened(browser):
    """Opens a page with the given body in the browser of a person: `opened(html, "number-stepper.js")`."""
    site = type("OnePage", (Site,), {})
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(site, directory=str(STATIC)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    contexts = []

    def open_page(body, *scripts, **person):
        tags = "".join(f'<script type="module" src="/{script}"></script>' for script in scripts)
        sheets = "".join(f'<link rel="stylesheet" href="/{css}">' for css in ("tokens.css", "base.css", "parts.css"))
        site.page = f'<!doctype html><html lang="en"><title>Page</title>{sheets}{tags}<body>{body}'
        context = browser.new_context(**person)
        context.set_default_timeout(60_000)
        contexts.append(context)
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        return page

    yield open_page
    for context in contexts:
        context.close()
    server.shutdown()
    server.server_close()


STEPPER = """
<div class="stepper"><button type="button" class="needs-script" data-step="-1">less</button>
<input type="number" id="amount" min="0" max="3" value="1">
<button type="button" class="needs-script" data-step="1">more</button></div>
<button>Seal <span data-repeats="amount">1</span> ether</button>
"""


def test_anna_steps_her_bid_and_the_button_says_what_it_will_send(opened):
    anna = opened(STEPPER, "number-stepper.js")

    anna.get_by_text("more").click()
    anna.get_by_text("more").click()
    anna.get_by_text("more").click()

    expect(anna.locator("#amount")).to_have_value("3")
    expect(anna.get_by_text("Seal")).to_have_text("Seal 3 ether")


def test_a_bid_is_not_stepped_below_nothing(opened):
    anna = opened(STEPPER, "number-stepper.js")

    anna.get_by_text("less").click()
    anna.get_by_text("less").click()

    expect(anna.locator("#amount")).to_have_value("0")


def test_without_scripts_the_number_field_stands_alone(opened):
    ben = opened(STEPPER, java_script_enabled=False)

    expect(ben.locator("#amount")).to_be_visible()
    expect(ben.get_by_text("more")).to_be_hidden()


def test_a_time_is_shown_by_the_readers_clock_and_keeps_what_was_written(opened):
    html = '<time datetime="2026-11-28T10:00:00+00:00" data-local="time">10:00 UTC</time>'
    cleo = opened(html, "local-times.js", timezone_id="Europe/Berlin", locale="en-GB")

    expect(cleo.locator("time")).to_have_text(re.compile("^11:00"))
    expect(cleo.locator("time")).to_have_attribute("title", "10:00 UTC")


def test_a_countdown_goes_by_the_sites_time_not_by_the_phones(opened):
    html = (
        '<time id="left" data-now="2020-01-01T12:00:00Z" data-until="2020-01-01T12:10:00Z"></time>'
        '<time id="late" data-now="2020-01-01T12:00:00Z" '
        'data-until="2020-01-01T11:59:00Z" data-over="time is up"></time>'
    )
    anna = opened(html, "local-times.js")

    expect(anna.locator("#left")).to_have_text(re.compile(r"^(10:00|9:\d\d)$"))
    expect(anna.locator("#late")).to_have_text("time is up")


FILE = '<input type="file" data-reads-into="list" data-too-large="over 256 kB"><textarea id="list"></textarea>'


def test_a_chosen_file_is_shown_before_it_is_sent(opened):
    ben = opened(FILE, "file-preview.js")

    ben.locator("input").set_input_files({"name": "deck.txt", "mimeType": "text/plain", "buffer": b"3 Root Giant"})

    ben.wait_for_function("document.getElementById('list').value === '3 Root Giant'")


def test_a_file_that_is_too_large_is_refused_with_a_sentence(opened):
    ben = opened(FILE, "file-preview.js")

    ben.locator("input").set_input_files({"name": "film.txt", "mimeType": "text/plain", "buffer": b"x" * 300_000})

    ben.wait_for_function("document.querySelector('input').validationMessage === 'over 256 kB'")
    expect(ben.locator("textarea")).to_have_value("")


LISTEN = """
const button = document.querySelector("button");
new MutationObserver(() => { button.title += `${button.textContent}, `; }).observe(button, { childList: true });
"""


def test_the_join_link_is_copied(opened):
    copies = '<button data-copy="link" data-copied="Copied" data-selected="Selected">Copy</button>'
    html = f'<code id="link">http://bos/join/8f2k</code>{copies}'
    organizer = opened(html, "copy-to-clipboard.js", permissions=["clipboard-read", "clipboard-write"])

    organizer.evaluate(LISTEN)
    organizer.get_by_role("button").click()

    expect(organizer.locator("button")).to_have_attribute("title", "Copied, Copy, ")  # it says so for a moment
    assert organizer.evaluate("navigator.clipboard.readText()") == "http://bos/join/8f2k"


FAULTS = '<a href="/">Cards</a><main><div class="summary" role="alert" tabindex="-1">Put this right</div>{}</main>'


def test_who_sent_something_wrong_goes_on_at_what_is_to_be_put_right(opened):
    anna = opened(FAULTS.format('<input id="place">'), "focus-first-error.js")

    expect(anna.get_by_role("alert")).to_be_focused()
    anna.keyboard.press("Tab")

    expect(anna.locator("#place")).to_be_focused()


def test_a_field_that_the_page_names_to_begin_in_is_left_alone(opened):
    organizer = opened(FAULTS.format('<input id="table" autofocus>'), "focus-first-error.js")

    expect(organizer.locator("#table")).to_be_focused()


def test_a_password_is_shown_and_hidden_again(opened):
    html = '<input type="password" id="secret"><button type="button" data-shows="secret">Show</button>'
    anna = opened(html, "show-password.js")

    anna.get_by_role("button").click()
    expect(anna.locator("#secret")).to_have_attribute("type", "text")
    anna.get_by_role("button").click()

    expect(anna.locator("#secret")).to_have_attribute("type", "password")


def test_a_menu_closes_by_escape_and_gives_the_focus_back(opened):
    anna = opened('<details class="menu"><summary>Anna</summary><a href="/">Decks</a></details>', "menu.js")

    anna.get_by_text("Anna").click()
    anna.get_by_text("Decks").focus()
    anna.keyboard.press("Escape")

    expect(anna.get_by_text("Decks")).to_be_hidden()
    assert anna.evaluate("document.activeElement.textContent") == "Anna"


def base_page(status):
    """The real frame of the site, with one button that is answered with `status`."""
    html = render_to_string("base.html").split("<body>", 1)
    config = html[0].split("content='", 1)[1].split("'")[0]
    banner = html[1].split("<header", 1)[0]
    return (
        f"<meta name=\"htmx-config\" content='{config}'>{banner}<script src='/htmx.js'></script>"
        f'<button hx-post="/{status}" hx-target="#answer">Send</button><div id="answer"></div>'
    )


def test_a_page_that_lost_its_connection_says_so_until_it_is_back(opened):
    anna = opened(base_page(422), "offline-banner.js")

    anna.context.set_offline(True)
    anna.get_by_text("You are offline").wait_for()
    anna.context.set_offline(False)

    anna.get_by_text("You are offline").wait_for(state="hidden")


def test_what_is_sent_without_a_connection_stays_on_the_page_and_is_sent_when_pressed_again(opened):
    form = (
        '<form method="post" action="/200"><textarea name="claim"></textarea><button name="sure">File</button></form>'
    )
    anna = opened(base_page(422) + form, "offline-banner.js")
    anna.get_by_role("textbox").fill("Ben attacked twice.")
    anna.context.set_offline(True)
    anna.get_by_text("You are offline").wait_for()

    anna.get_by_role("button", name="File").click()

    anna.get_by_text("Not sent: you are offline").wait_for()
    expect(anna.get_by_role("textbox")).to_have_value("Ben attacked twice.")
    anna.context.set_offline(False)
    anna.get_by_role("alert").wait_for(state="hidden")
    anna.get_by_role("button", name="File").click()
    anna.get_by_text("Your deck has eleven summons.").wait_for()


def test_wrong_input_is_answered_in_its_place(opened):
    anna = opened(base_page(422), "offline-banner.js")

    anna.get_by_role("button").click()

    anna.get_by_text("Your deck has eleven summons.").wait_for()
    expect(anna.get_by_role("alert")).to_be_hidden()


@pytest.mark.parametrize(
    ("status", "says"), [(404, "Reload the page"), (500, "Reload the page"), (503, "You are offline")]
)
def test_a_part_that_cannot_be_brought_up_to_date_says_so(opened, status, says):
    anna = opened(base_page(status), "offline-banner.js")

    anna.get_by_role("button").click()

    anna.get_by_role("alert").get_by_text(says).wait_for()
    expect(anna.locator("#answer")).to_have_text("")


def test_the_open_tab_is_in_sight_where_tabs_do_not_fit(opened):
    links = "".join(f'<li><a href="/">Part number {number}</a></li>' for number in range(12))
    row = f'<nav class="tabs"><ul>{links}<li><a href="/" aria-current="page">Staff</a></li></ul></nav>'

    page = opened(row, "tabs.js", viewport={"width": 390, "height": 844})

    expect(page.get_by_role("link", name="Staff")).to_be_in_viewport()
