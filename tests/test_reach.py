"""Every page reaches everybody: narrow and enlarged screens, larger text, forced colours, no motion, a slow line.

The pages come from the table of doors, so a new one is looked at without being named here.
"""

import gzip
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.urls import reverse

from tests.populated_site import fill
from tests.test_access_matrix import TABLE, address, doors, place

pytestmark = pytest.mark.django_db(transaction=True)
__all__ = ["place"]

NARROW, ENLARGED, PHONE, DESK = ({"width": width, "height": 800} for width in (320, 640, 390, 1280))
MOST_BYTES = 100_000  # a page with its style and scripts as they are sent, packed; pictures apart
MOST_FILES = 6  # style and scripts of a page: as many as a browser fetches at a time
STAFF = ("head_judge", "organizer")
SIGN_IN = {
    "nobody": ("login", "signup", "reset_password", "reset_password_done", "inactive"),
    "cleo": ("email", "change_password", "reauthenticate", "logout"),
}

TOO_WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
STICKS_OUT = """() => [...document.querySelectorAll("body *")]
    .filter((one) => one.getBoundingClientRect().right > innerWidth + 1).map((one) => one.outerHTML)"""
# What is wider than its frame can neither be seen nor scrolled to, unless dots say that there is more.
CLIPPED = """() => [...document.querySelectorAll("body *:not(.visually-hidden, input, select, textarea)")]
    .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 1)
    .filter((one) => getComputedStyle(one).overflowX === "hidden" && getComputedStyle(one).textOverflow !== "ellipsis")
    .map((one) => one.outerHTML)"""
MOVES = """() => document.getAnimations().some((one) => one.effect.getComputedTiming().duration > 1)
    || [...document.querySelectorAll(".turn, .button, .htmx-indicator, :has(> .icon)")]
        .some((one) => parseFloat(getComputedStyle(one).transitionDuration) > .001)"""
REACHED = "a[href], button, input, select, textarea, summary, [tabindex='0']"
FOCUS_UNSEEN = f"""() => {{
  const alike = new Set();
  return [...document.querySelectorAll("{REACHED}")].filter((one) => {{
    const kind = [one.tagName, one.type, one.className, one.parentElement.className].join(" ");
    if (alike.has(kind) || !one.checkVisibility() || one.disabled || one.type === "hidden") return false;
    alike.add(kind);
    one.focus();
    const look = getComputedStyle(one);
    return document.activeElement === one && (look.outlineStyle === "none" || parseFloat(look.outlineWidth) < 2);
  }}).map((one) => one.outerHTML);
}}"""
# What its ground alone tells vanishes when the system paints.
WORDLESS = """() => [...document.querySelectorAll(".chip, .note, .banner, .room > *, .steps > *, .pill, .state")]
    .filter((one) => one.checkVisibility() && !one.innerText.trim()).map((one) => one.outerHTML)"""
BLOCKS = """() => [...document.querySelectorAll("script[src]:not([type=module]):not([defer]):not([async])")]
    .map((one) => one.src)"""
NAMED = (
    """() => [...document.querySelectorAll("link[rel=stylesheet], script[src]")].map((one) => one.href || one.src)"""
)


def pages(place):
    """Whom to send where: each page once as Anna, who plays, if she is let in, and what staff see as staff."""
    browsers, known = place
    elsewhere = fill(place)
    cast = dict(zip(("nobody", "cleo", "anna", "ben", "organizer", "head_judge"), range(6), strict=True))
    for name, route in sorted(doors()):
        let_in = {who for who, at in cast.items() if TABLE[name][0][at] == "o"}
        if let_in:
            here = address(name, route, known)
            who = "anna" if "anna" in let_in else next(one for one in STAFF if one in let_in)
            yield who, here
        elif "o" not in TABLE[name][0] and "m" not in TABLE[name][0]:
            assert name in elsewhere, f"{name} is open nowhere: name a tournament for it in tests/populated_site.py"
        yield from (("organizer", there) for there in elsewhere.get(name, ()))
    for door in ("detail", "pairings", "standings"):
        yield "organizer", address(f"tournaments:{door}", "<slug:slug>", known)
    yield "head_judge", address("matches:detail", "matches/<uuid:pk>", known)
    yield from ((who, reverse(f"account_{name}")) for who, names in SIGN_IN.items() for name in names)


def is_page(browsers, who, where):
    answer = browsers[who].get(where)
    return answer.status_code == 200 and answer["Content-Type"].startswith("text/html") and b"<html" in answer.content


@pytest.fixture
def opened(place, live_server, new_page):
    """Every page that there is, by who is sent: {who: [address]}, and a browser page for each of them."""
    browsers, _ = place
    found, looking = {}, {}
    for who, where in pages(place):
        if where not in found.setdefault(who, []) and is_page(browsers, who, where):
            found[who].append(where)
    for who in found:
        looking[who] = new_page(NARROW)
        bring_session(looking[who], browsers[who], live_server)
    return found, looking


def bring_session(page, browser, live_server):
    """Signs a page in as whom the browser is signed in as, if anybody."""
    if key := browser.cookies.get(settings.SESSION_COOKIE_NAME):
        cookie = {"name": settings.SESSION_COOKIE_NAME, "value": key.value, "url": live_server.url}
        page.context.add_cookies([cookie])


@cache
def packed(address):
    """Bytes of a file as it is sent with gzip; browsers that take brotli get less."""
    return len(gzip.compress(Path(finders.find(urlsplit(address).path.removeprefix("/static/"))).read_bytes(), 9))


def visit(page, where):
    """Opens a page; yields what is wrong with how it comes: its weight, what holds it up, what it asks for late."""
    asked = set()

    def note(response):
        if response.request.resource_type in ("stylesheet", "script"):
            asked.add(response.url)

    page.on("response", note)
    document = page.goto(where)
    page.remove_listener("response", note)
    weight = document.request.sizes()["responseBodySize"] + sum(map(packed, asked))
    if weight > MOST_BYTES:
        yield f"weighs {weight:,} bytes"
    if blocking := page.evaluate(BLOCKS):
        yield f"waits for {blocking}"
    named = page.evaluate(NAMED)
    if len(named) > MOST_FILES:
        yield f"asks for {len(named)} files, more than come at a time"
    if later := asked - set(named):
        yield f"asks for {later} only after other files came"


def cut_off(page):
    """Where something leaves the screen to the right: at 320 px, at 200 %, and with letters of twice the size."""
    larger, usual = (f"document.documentElement.style.fontSize = '{size}'" for size in ("200%", ""))
    for size, letters in ((NARROW, usual), (ENLARGED, usual), (DESK, larger), (PHONE, larger)):
        page.set_viewport_size(size)
        page.evaluate(letters)
        told = f"{size['width']} px{' and larger letters' if letters == larger else ''}"
        if page.evaluate(TOO_WIDE):
            yield f"too wide at {told}: {shortened(page.evaluate(STICKS_OUT))}"
        if clipped := page.evaluate(CLIPPED):
            yield f"cuts off at {told}: {shortened(clipped)}"
    page.evaluate(usual)


def lost_to_settings(page):
    """What is lost without motion, and when the system paints everything in its few colours."""
    page.emulate_media(forced_colors="active", reduced_motion="reduce")
    if page.evaluate(MOVES):
        yield "moves although motion is unwanted"
    page.keyboard.press("Tab")
    for told, look in (("no focus is seen on", FOCUS_UNSEEN), ("tells nothing in words:", WORDLESS)):
        if lost := page.evaluate(look):
            yield f"{told} {shortened(lost)}"
    page.emulate_media(forced_colors="none", reduced_motion="no-preference")


def shortened(elements):
    return [" ".join(one.split())[:100] for one in elements[:3]]


def test_every_page_reaches_every_reader(opened, axe):
    found, looking = opened
    wrong = {}
    for who, addresses in found.items():
        page = looking[who]
        for where in addresses:
            page.set_viewport_size(NARROW)
            faults = [*visit(page, where), *axe(page), *cut_off(page), *lost_to_settings(page)]
            if faults:
                wrong[f"{who} at {where}"] = faults

    assert "\n".join(f"{where}: {faults}" for where, faults in wrong.items()) == ""
    assert {who for who, addresses in found.items() if len(addresses) > 20} == {"anna", *STAFF}
    assert len(found["nobody"]) == len(SIGN_IN["nobody"])
