"""Descriptions in Markdown: what is shown, and what can do no harm."""

import itertools
import sys
from html.parser import HTMLParser

import pytest

from bos_tournament.operations.markdown import rendered


def test_markdown_becomes_html_below_the_headings_of_the_page():
    html = rendered("# Prizes\n\n**Bold** and [rules](https://example.org/rules)\n\n- one\n- two")

    assert "<h3>Prizes</h3>" in html
    assert "<strong>Bold</strong>" in html
    assert '<a href="https://example.org/rules" rel="nofollow noopener noreferrer">rules</a>' in html
    assert html.count("<li>") == 2


def test_tables_are_shown():
    assert "<td>10:00</td>" in rendered("| When | What |\n|---|---|\n| 10:00 | Round 1 |")


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "[click](javascript:alert(1))",
        "<img src=x onerror=alert(1)>",
        "![pixel](https://spy.example/pixel.png)",
        '<a href="https://x" onclick="alert(1)" style="color:red">x</a>',
        "[x](data:text/html;base64,PHNjcmlwdD4=)",
        "| a |\n|:-:|\n| b |",
    ],
)
def test_nothing_that_runs_loads_or_styles_gets_through(text):
    seen = Elements()
    seen.feed(rendered(text))

    assert {tag for tag, _ in seen.found} <= {"p", "a", "table", "thead", "tbody", "tr", "th", "td"}
    assert all(set(attributes) <= {"href", "rel"} for _, attributes in seen.found)
    assert not any(attributes.get("href", "").startswith(("javascript:", "data:")) for _, attributes in seen.found)


HONEST = "Bring **two** sleeved decks, [the rules](https://example.org) and a pen.\n\n- one\n\n" * 92


def test_no_text_costs_much_more_than_an_honest_one_and_none_is_read_at_each_visit():
    rendered.cache_clear()
    most = 10 * work_of(HONEST)

    for part in ("[", "![", "[[]", "[a](", "*a", "|", "> - "):
        text = part * (8_000 // len(part))

        assert (part, work_of(text) < most) == (part, True)
        assert (part, work_of(text) < 10) == (part, True)


def work_of(text):
    """How many functions are called for a text; a busy machine calls no more of them."""
    calls = itertools.count()
    sys.setprofile(lambda *_: next(calls))
    try:
        rendered(text)
    finally:
        sys.setprofile(None)
    return next(calls)


class Elements(HTMLParser):
    """The elements a browser would make of a text, with their attributes."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))
