"""No page and no paper says a word outside its language: every one is opened in a language made up for this.

What shows or is said aloud there without marks around it was never looked up, unless a person typed it, or it is
printed on a card.
"""

import re
import zoneinfo
from collections import Counter
from html.parser import HTMLParser

import pytest
from django.apps import apps
from django.conf import settings as site
from django.db import transaction
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext
from reportlab.lib.pagesizes import A4

from bos_tournament.accounts.models import User
from bos_tournament.decks.drafts import starters
from bos_tournament.play.lessons import lesson_list
from bos_tournament.tournaments.printing import log_sheet, pdf_badges, pdf_canvas
from tests.html_whitespace import tight
from tests.pdf_text import pages_of
from tests.pseudo_language import kept_with_marks, left, outside, typed
from tests.pseudo_language import pseudo_language as pseudo_language  # noqa: PLC0414 - a fixture
from tests.test_access_matrix import place as place  # noqa: PLC0414 - the fixture of that table
from tests.test_reach import pages
from tests.test_words import CODES, META, SPOKEN

pytestmark = pytest.mark.django_db
# What the engine says of games and cards stands in English there; whoever gives it words takes its doors away here.
OF_THE_ENGINE = ("/records/",)
ENTRANCE = ("account_login", "account_signup", "account_reset_password", "account_logout", "account_email", "mfa_index")
PAPER = "application/pdf"
HEADERS = re.compile(r"\[[A-Z][a-z]+ [^\]\n]*\]?")  # of a written game: its notation is the same in every language
SHORT = {"GW", "OGW"}  # of tie-breaks, the same in every language


class Reader(HTMLParser):
    """Collects what a page shows or says aloud without marks around it."""

    def __init__(self):
        super().__init__()
        self.bare, self.silent, self.depth = set(), [], 0

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag in ("script", "style", "code", "pre", "textarea"):
            self.silent.append(tag)
        for name, value in attrs:
            said = name in SPOKEN and (name != "content" or given.get("property", given.get("name")) in META)
            sentence = name.startswith("data-") and name not in CODES and " " in (value or "").strip()
            button = tag == "input" and name == "value" and given.get("type") in ("submit", "button")
            if said or sentence or button:
                self.bare |= {*outside(value or "")[0]}

    def handle_endtag(self, tag):
        if self.silent and self.silent[-1] == tag:
            self.silent.pop()

    def handle_data(self, data):
        if not self.silent:
            found, self.depth = outside(data, self.depth)
            self.bare |= {*found}


def bare_in(answer):
    """What a page or a paper says without marks around it."""
    if answer["Content-Type"] == PAPER:
        pages = [HEADERS.sub("", page) for page in pages_of(answer.content)]
        return {piece for page in pages for piece in outside(page)[0]}
    reader = Reader()
    reader.feed(tight(answer))
    return reader.bare


def of_cards():
    """Names and printed texts."""
    for card in apps.get_model("cards", "Card").objects.prefetch_related("printings"):
        yield from (printing.rarity for printing in card.printings.all())
        for ability in card.abilities:
            yield from (ability["text"], *ability["text"].split("\n"), " ".join(ability["text"].split()))


def names_elsewhere():
    """Names that stand in no row: of languages, time zones, starter decks, tie-breaks."""
    yield from (name for _, name in site.LANGUAGES)
    yield from (zone.replace("_", " ") for zone in zoneinfo.available_timezones())
    yield from (name for name, _ in starters().values())
    yield from SHORT
    yield from in_lessons()
    yield from (sign for _, rows in log_sheet.REFERENCE for sign, _ in rows if isinstance(sign, str))


def in_lessons():
    """What lessons say: it lies in each language in the lesson itself, which has a test of its own."""
    yield lesson_list.OPPONENT
    for course in lesson_list.courses("bos").values():
        lesson = course.lesson
        said = [
            lesson.title,
            lesson.about,
            lesson.end,
            *(one for step in lesson.steps for one in (step.say, step.otherwise)),
        ]
        yield from (words["en"] for words in said if words)


def lines_of_badges():
    """Handles as badges break them, whose names are large."""
    room = (A4[0] - 2 * pdf_canvas.MARGIN) / pdf_badges.BADGES_ACROSS - pdf_badges.BADGE_CODE - 42
    handles = User.objects.values_list("handle", flat=True)
    yield from (line for name in handles for line in pdf_badges.whole(name, room)[1])


def opened(browsers, every, language):
    """Every page once: (who, where, answer); what opening one writes is taken back."""
    for who, where in dict.fromkeys(every):
        with transaction.atomic():
            answer = browsers[who].get(where, headers={"Accept-Language": language})
            transaction.set_rollback(True)
        if answer.get("Content-Type", "").startswith(("text/html", PAPER)) and answer.status_code not in (301, 302):
            yield who, where, answer


def besides():
    """Pages that stand in no table of ours: to come in, and where nothing is or nobody may go."""
    yield from ((who, reverse(door)) for door in ENTRANCE for who in ("nobody", "anna"))
    yield from (("anna", "/nowhere/"), ("cleo", "/admin/"), ("nobody", "/join/none/"))


def test_no_page_and_no_paper_says_a_word_that_was_not_looked_up(place, pseudo_language):
    browsers, _ = place
    every = [*pages(place), *besides()]
    may_stand = sorted({*typed(), *of_cards(), *names_elsewhere(), *lines_of_badges()}, key=len, reverse=True)
    faults, seen = {}, Counter()
    for who, where, answer in opened(browsers, every, pseudo_language):
        seen[answer["Content-Type"]] += 1
        if where.startswith(OF_THE_ENGINE):
            continue
        if found := {left(piece, may_stand) for piece in bare_in(answer)} - {""}:
            faults[f"{who} at {where}"] = found

    assert faults == {}
    assert seen[PAPER] > 5
    assert seen.total() > 100


def test_what_would_be_kept_in_the_language_of_a_deed_is_found(pseudo_language):
    with translation.override(pseudo_language):
        User.objects.create_user("anna@example.org", handle="Anna", real_name=gettext("Player"))

    assert len(kept_with_marks()) == 1
