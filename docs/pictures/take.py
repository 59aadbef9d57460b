"""Takes the picture of the README from a running demo: `.venv/bin/python docs/pictures/take.py http://127.0.0.1:8000`.

The demo's sign-ins are read from BOS_HOME; the browser is the one that ./check drives.
"""

import base64
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bos_tournament.settings")

import django  # noqa: E402

django.setup()

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

from bos_tournament.accounts import demo  # noqa: E402
from bos_tournament.launch import chromium  # noqa: E402

DESK = {"width": 1120, "height": 760}
PHONE = {"width": 390, "height": 760}
SIDE_BY_SIDE = """
<main style="padding:24px;background:#dcd8ce;display:flex;gap:24px;align-items:start;width:max-content">{}</main>
"""
FRAMED = '<img style="border-radius:10px;box-shadow:0 2px 14px #0004" width="{}" src="data:image/png;base64,{}">'


def main(site: str) -> None:
    people = {who.role: who for who in demo.read_sign_ins()}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**chromium.find_or_install().launch_options())
        desk = shot(browser, site, people["organizer"], "/tournaments/harbour-open/desk/", DESK)
        match = shot(browser, site, people["player 1"], "", PHONE)
        both = browser.new_page(device_scale_factor=1)
        both.set_content(SIDE_BY_SIDE.format(FRAMED.format(860, desk) + FRAMED.format(300, match)))
        both.locator("main").screenshot(path=Path(__file__).with_name("desk-and-match.png"))
        browser.close()


def shot(browser: Browser, site: str, who: demo.SignIn, address: str, size: dict[str, int]) -> str:
    """A page as this person sees it, in base64; without an address, the match at the top of their home page."""
    page = browser.new_context(viewport=size, base_url=site, device_scale_factor=2, color_scheme="light").new_page()
    sign_in(page, who)
    page.goto(address or "/")
    if not address:
        page.get_by_role("link", name="Go to your match").first.click()
        page.wait_for_load_state()
        for _ in range(4):
            page.get_by_role("button", name="One more").click()
    return base64.b64encode(page.screenshot()).decode()


def sign_in(page: Page, who: demo.SignIn) -> None:
    page.goto("/accounts/login/")
    page.locator("input[name=login]").fill(who.email)
    page.locator("input[name=password]").fill(who.password)
    page.get_by_role("button", name="Sign in").click()
    if who.secret:
        page.locator("input[name=code]").fill(demo.code_now(who.secret)[0])
        page.locator("main form button").first.click()
    page.locator("header details.menu").wait_for()


if __name__ == "__main__":
    main(sys.argv[1].rstrip("/") if len(sys.argv) > 1 else "http://127.0.0.1:8000")
