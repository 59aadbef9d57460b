"""Drawings wider than a screen scroll by themselves; the page around them stays as wide as the screen."""

import pytest
from django.urls import reverse

from tests import crowded_site
from tests.conftest import DESK, PHONE


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize(
    ("number", "format_", "drawing"),
    [(32, "round_robin", "cross_table"), (40, "double_elimination", "bracket")],
    ids=["everyone against everyone", "a bracket of two sides"],
)
def test_cleo_scrolls_a_drawing_and_not_the_page(new_page, axe, transactional_db, size, number, format_, drawing):
    cup = crowded_site.in_a_bracket(number, format=format_)
    page = new_page(size)

    page.goto(reverse(f"tournaments:{drawing}", args=[cup.slug]))

    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert page.evaluate(
        "[...document.querySelectorAll('.cross, .bracket')].some(one => one.scrollWidth > one.clientWidth)"
    )
    assert axe(page) == []
