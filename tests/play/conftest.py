"""The catalogue with which games are played, Anna, and boards on two devices."""

import os

import pytest

from bos_tournament.cards import catalogue
from engine.bos.model.card_pool import sample_pool
from tests.factories import UserFactory


@pytest.fixture(autouse=True)
def sample_catalogue(db):
    catalogue.load(sample_pool().write(), publish=True)


@pytest.fixture
def anna(db):
    return UserFactory(handle="Anna")


@pytest.fixture
def look(axe):
    """The page is readable at its size in both schemes, without findings; with SHOTS=folder it leaves pictures."""

    def at(page, name):
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme)
            assert axe(page) == []
            assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
            if shots := os.environ.get("SHOTS"):
                page.screenshot(path=f"{shots}/{name}-{page.viewport_size['width']}-{scheme}.png", full_page=True)

    return at


@pytest.fixture
def phones(new_page, opened_by):
    """Opens the board on a device of Anna's and on one of Ben's."""

    def open_boards(case, *sizes):
        pages = []
        for seat, size in zip((case.anna, case.ben), sizes, strict=True):
            page = opened_by(new_page(size), seat.user)
            page.goto(f"/matches/{case.match.pk}/games/1/board/")
            pages.append(page)
        return pages

    return open_boards
