"""The look keeps its promises: nothing inline, icons that exist, colours that can be read, files that stay small."""

import re
from itertools import chain
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string

ROOT = Path(__file__).resolve().parent.parent
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
LETTERS = sorted((ROOT / "templates").rglob("*.txt"))
STATIC = ROOT / "bos_tournament" / "static"
STATIC_FILES = sorted(file for file in STATIC.iterdir() if file.is_file())
BUDGETS = {".css": 26_000, ".js": 4_000, ".svg": 9_000}

INLINE = re.compile(
    r"<style\b|<script(?![^>]*\bsrc=)[^>]*>|\sstyle\s*=|\son[a-z]+\s*=|\bhx-on\b|javascript:", re.IGNORECASE
)
TAG = re.compile(r"\{%.*?%\}|\{#.*?#\}", re.DOTALL)
ICON = re.compile(r'{% icon "([^"]+)"')
CHIP_ICON = re.compile(r'"_(?:chip|empty)\.html" with [^%]*?\bicon="([^"]+)"')

TEXT_PAIRS = [
    *[(ink, ground) for ink in ("ink", "ink-soft", "ink-faint") for ground in ("paper", "sheet", "sunken")],
    *[(state, ground) for state in ("accent", "good", "warn", "bad") for ground in ("paper", "sheet", "sunken")],
    *[(ink, wash) for ink in ("ink", "ink-soft", "ink-faint") for wash in ("red-wash", "yellow-wash", "blue-wash")],
    *[(state, f"{state}-wash") for state in ("good", "warn", "bad", "accent")],
    *[("ink", f"{state}-wash") for state in ("good", "warn", "bad", "accent")],
    *[("ink-soft", f"{state}-wash") for state in ("good", "warn", "bad", "accent")],
    *[(f"{state}-ink", f"{state}{shade}") for state in ("accent", "bad") for shade in ("", "-deep")],
    ("sheet", "ink"),
]
SHAPE_PAIRS = [
    *[("edge", paper) for paper in ("paper", "sheet", "sunken")],
    *[("accent", paper) for paper in ("paper", "sheet")],
    *[(stone, paper) for stone in ("red", "yellow", "blue") for paper in ("paper", "sheet")],
    *[(state, f"{state}-wash") for state in ("good", "warn", "bad")],
]


def tokens(mode: str) -> dict[str, str]:
    """Every colour token of one mode; dark redefines some of the light ones."""
    light, dark = (STATIC / "tokens.css").read_text().split("@media (prefers-color-scheme: dark)")
    css = light if mode == "light" else light + dark
    return dict(re.findall(r"--([a-z-]+):\s*(#[0-9a-f]{6})\b", css))


def luminance(color: str) -> float:
    """Relative luminance as WCAG 2 defines it."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("template", TEMPLATES, ids=name_of)
def test_a_template_has_nothing_inline_that_the_policy_would_block(template):
    found = INLINE.findall(TAG.sub("", template.read_text()))

    assert found == []


def test_every_icon_that_a_template_names_is_drawn():
    drawn = set(re.findall(r'<symbol id="([^"]+)"', (STATIC / "icons.svg").read_text()))
    text = "".join(template.read_text() for template in TEMPLATES)
    named = set(chain(ICON.findall(text), CHIP_ICON.findall(text)))

    assert named
    assert named - drawn == set()


def test_every_kind_of_card_has_its_icon():
    drawn = (STATIC / "icons.svg").read_text()

    assert all(f'id="{kind}"' in drawn for kind in ("boss", "wizard", "summon", "spell"))


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_text_can_be_read_on_every_ground_it_stands_on(mode):
    colors = tokens(mode)
    faint = {pair: round(contrast(colors[pair[0]], colors[pair[1]]), 2) for pair in TEXT_PAIRS}

    assert {pair: figure for pair, figure in faint.items() if figure < 4.5} == {}


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_outlines_and_stones_can_be_told_from_their_ground(mode):
    colors = tokens(mode)
    faint = {pair: round(contrast(colors[pair[0]], colors[pair[1]]), 2) for pair in SHAPE_PAIRS}

    assert {pair: figure for pair, figure in faint.items() if figure < 3} == {}


def test_colours_are_named_only_in_the_tokens():
    loose = {
        css.name: re.findall(r"#[0-9a-fA-F]{3,8}\b(?![^{]*\{)", css.read_text())
        for css in (STATIC / "base.css", STATIC / "game.css")
    }

    assert {name: [color for color in colors if color != "#ffffff"] for name, colors in loose.items()} == {
        "base.css": [],
        "game.css": [],
    }


@pytest.mark.parametrize("file", STATIC_FILES, ids=name_of)
def test_a_static_file_stays_small(file):
    assert file.stat().st_size <= BUDGETS[file.suffix]


@pytest.mark.parametrize("script", sorted(STATIC.glob("*.js")), ids=name_of)
def test_a_script_fits_on_a_screen(script):
    assert len(script.read_text().splitlines()) <= 80


@pytest.mark.parametrize("template", TEMPLATES, ids=name_of)
def test_every_static_file_that_a_template_asks_for_is_there(template):
    asked = re.findall(r"\{% static ['\"]([^'\"]+)['\"] %\}", template.read_text())

    assert [file for file in asked if finders.find(file) is None] == []


@pytest.mark.parametrize("file", [*TEMPLATES, *LETTERS, *STATIC.glob("*.css"), *STATIC.glob("*.js")], ids=name_of)
def test_a_line_of_a_template_a_style_sheet_or_a_script_can_be_read_without_scrolling(file):
    assert [line for line in file.read_text().splitlines() if len(line) > 120] == []


@pytest.mark.parametrize("name", ["_chip", "tournaments/_local_time", "tournaments/_nudge"])
def test_what_stands_within_a_line_brings_no_space_of_its_own(name):
    text = (ROOT / "templates" / f"{name}.html").read_text()

    assert text == text.strip()


def test_margins_of_templates_are_not_sent():
    page = render_to_string("404.html")

    assert re.search(r"^[ \t]", page, re.MULTILINE) is None


TYPED_PATH = re.compile(r'\b(?:href|action|formaction|hx-(?:get|post))="(/[^"]*)"')
TYPED_BY_HAND = {
    "500.html": ["/static/site.css", "/", "/"],  # needs nothing that may be broken
    "account/logout.html": ["/"],  # the start page
    "accounts/resume_form.html": ["/"],
}


def test_links_are_asked_from_the_doors_not_typed_by_hand():
    typed = {
        str(path.relative_to(ROOT / "templates")): found
        for path in TEMPLATES
        if (found := TYPED_PATH.findall(path.read_text()))
    }

    assert typed == TYPED_BY_HAND
