"""The rulebook as everybody reads it."""

import re

import pytest
from django.conf import settings
from django.utils.translation import override
from playwright.sync_api import expect

from bos_tournament.cards.modes import AT_A_GLANCE, MODES
from bos_tournament.cards.rules import chapters, localized_rule
from engine.bos.model.editions import EDITIONS
from engine.bos.model.rulebook import rulebook
from engine.bos.model.seating import DUEL, SIZES
from tests.html_whitespace import tight

pytestmark = pytest.mark.django_db
OTHERS = [code for code, _ in settings.LANGUAGES if code != "en"]
# What a chapter is called alike in another language.
ALIKE = {("de", "Decks"), ("de", "Match")}


def found(client, asked):
    answer = client.get("/rules/", {"q": asked})
    return [shown.rule.number for chapter in answer.context["chapters"] for shown in chapter.rules]


def test_every_rule_stands_there_once_under_its_own_anchor(client):
    said = tight(client.get("/rules/"))

    assert [said.count(f'<li id="{number}">') for number in rulebook()] == [1] * len(rulebook())


def test_a_ruling_shows_its_reference_and_a_switch_what_each_edition_says(client):
    said = tight(client.get("/rules/?q=1.1.11"))

    assert "Ruling G-11" in said
    assert "<code>copies</code>" in said
    assert "<code>reserves</code>" in said
    for edition in EDITIONS.values():
        assert f"{edition.title}: <b>{edition.copies}</b>" in said


def test_rules_are_found_by_number_by_ruling_and_by_words(client):
    by_number = found(client, "8.2")
    assert by_number
    assert all(number.startswith("8.2") for number in by_number)
    assert (
        found(client, "G-98") == found(client, "g98") == [r.number for r in rulebook().values() if r.ruling == "G-98"]
    )
    assert "1.2.2" in found(client, "reserves never WIZARD")
    assert found(client, "both_at_zero") == ["11.1.4", "14.5.22"]


@pytest.mark.parametrize("ruling", sorted(rule.ruling for rule in rulebook().values() if rule.ruling))
def test_every_ruling_is_found_by_its_reference(ruling):
    """As typed on a phone, too: small letters, and a nought left out."""
    letter, digits = ruling.split("-")

    for asked in (ruling, ruling.lower(), f"{letter}{digits}"):
        assert [shown.rule.ruling for chapter in chapters(asked) for shown in chapter.rules] == [ruling]


@pytest.mark.parametrize("language", OTHERS)
def test_every_rule_is_said_in_every_language_with_its_figures(language):
    for rule in rulebook().values():
        with override(language):
            said = localized_rule(rule)

        assert said.number == rule.number
        assert said.text != rule.text
        assert said.source != rule.source
        assert said.chapter != rule.chapter or (language, rule.chapter) in ALIKE
        assert re.findall(r"\d+", said.text) == re.findall(r"\d+", rule.text)


def test_anna_reads_and_searches_the_rules_in_german_and_in_the_words_of_the_printed_guides(client):
    german = {"Accept-Language": "de"}
    page = tight(client.get("/rules/?q=8.2.5", headers=german))

    assert "Die mittlere Spalte ist Nachbarin beider anderen" in page
    assert "Angriffe auf Spieler" in page
    assert rulebook()["8.2.5"].text not in page
    for asked in ("mittlere spalte nachbarin", "middle column neighbours"):
        found = client.get("/rules/", {"q": asked}, headers=german).context["chapters"]
        assert [shown.rule.number for chapter in found for shown in chapter.rules] == ["8.2.5"]


def test_what_editions_decide_is_said_in_german(client):
    page = tight(client.get("/rules/?q=7.4.3", headers={"Accept-Language": "de"}))
    switches = tight(client.get("/rules/?q=5.1.9", headers={"Accept-Language": "de"}))

    assert "Friedhof ihres Besitzers" in page
    assert "BOS, aktuelle Regeln: <b>ja</b>" in switches


def test_the_chapter_of_the_modes_shows_each_with_its_drawing_and_its_caption(client):
    said = tight(client.get("/rules/"))
    figures = dict(re.findall(r'<figure class="sheet" id="mode-([^"]+)">(.*?)</figure>', said))

    assert said.index("14 Modes</h2>") < said.index("<figure") < said.index('<li id="14.1">')
    assert set(figures) == set(SIZES) - {DUEL}
    for mode in MODES:
        drawing, caption = re.fullmatch(
            r'(<svg [^>]*aria-hidden="true">.*</svg>)\s*(<figcaption>.*</figcaption>)', figures[mode.slug]
        ).groups()
        assert caption == f"<figcaption><b>{mode.title}.</b> {mode.caption}</figcaption>"
        assert re.findall(r">(P\d)<", drawing) == ["P1", "P2", "P3", "P4"]


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.slug)
def test_a_drawing_has_the_columns_and_totals_of_its_mode_and_joins_who_wins_together(mode):
    letters = "".join(sorted(column.letter for column in mode.columns))
    sides = len({seat.side for seat in mode.circles}) if mode.bonds else len(mode.circles)

    assert letters == {"combined": "aabbccddeeff"}.get(mode.slug, "aaaabbbbcccc")
    assert len(mode.totals) == {"combined": 2}.get(mode.slug, 4)
    assert sides == {"free-for-all": 4}.get(mode.slug, 2)
    assert {bond.side for bond in mode.bonds} <= {seat.side for seat in mode.circles}


def test_the_modes_stand_side_by_side_with_one_answer_each(client):
    said = tight(client.get("/rules/"))
    table = re.search(r'<table class="folds"><caption>The modes at a glance</caption>.*?</table>', said)[0]

    assert {len(answers) for _, answers in AT_A_GLANCE} == {len(MODES)}
    assert re.findall(r'<th scope="row"[^>]*>(.*?)</th>', table) == [str(question) for question, _ in AT_A_GLANCE]
    for mode, seats in zip(MODES, AT_A_GLANCE[0][1], strict=True):
        assert f'data-label="{mode.title}">{seats}</td>' in table


def test_ben_reads_of_the_modes_in_german(client):
    said = tight(client.get("/rules/", headers={"Accept-Language": "de"}))

    assert "<figcaption><b>Jeder für sich.</b> Zwei bis sechs Spieler sitzen um den Tisch" in said
    assert "Die Modi auf einen Blick" in said


def test_a_search_shows_the_rules_it_found_without_the_drawings(client):
    said = tight(client.get("/rules/?q=raid"))

    assert '<li id="14.4.9">' in said
    assert "<figure" not in said


def test_a_search_without_an_answer_says_what_to_try(client):
    assert "No matching rules" in tight(client.get("/rules/?q=dragonfruit"))


def test_a_question_beyond_its_length_is_refused_at_its_field(client):
    answer = client.get("/rules/", {"q": "x" * 101})

    assert answer.status_code == 422
    assert "q" in answer.context["form"].errors


def test_the_rules_are_a_304_when_nothing_changed(client):
    tag = client.get("/rules/").headers["ETag"]

    assert client.get("/rules/", headers={"If-None-Match": tag}).status_code == 304
    assert client.get("/rules/?q=boss", headers={"If-None-Match": tag}).status_code == 200


def test_on_a_phone_nothing_of_the_rulebook_leaves_the_screen(page_phone, live_server, axe):
    page_phone.goto("/rules/#8.1.2")

    assert page_phone.evaluate("document.documentElement.scrollWidth") <= 390
    expect(page_phone.locator("[id='8.1.2']")).to_be_visible()
    assert axe(page_phone) == []
