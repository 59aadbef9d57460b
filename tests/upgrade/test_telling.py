"""What a site of the version before tells its readers is still told, in every language, whatever the words."""

import json
from functools import cache

import pytest
from django.db import transaction
from django.test import override_settings

from tests.upgrade import expected_writer, visited_pages
from tests.upgrade.answers import LANGUAGES, Comparing
from tests.upgrade.expected_answers import WRITES, WRITES_WORDS, expected
from tests.upgrade.texts import GAP, Names, shown_text, told_on

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("upgrade")]


@pytest.fixture(scope="module")
def told(site, django_db_blocker):
    """Every answer and every page that is looked at, in every language; nothing of it stays."""
    with django_db_blocker.unblock(), override_settings(API_RATE="100000/min"), transaction.atomic():
        reader = visited_pages.head_judge()
        found = Told(reader)
        transaction.set_rollback(True)
    return found


class Told:
    """What programs were answered and what pages said, by address: a text or JSON for each language."""

    def __init__(self, staff):
        self.names = Names(visited_pages.every_name())
        program, browsers = visited_pages.program_of(staff), cache(lambda who: visited_pages.browser_of(who, staff))
        answers = visited_pages.answers() if WRITES else expected("answers")
        pages = visited_pages.pages() if WRITES else [one.split(" at ") for one in expected("pages")]
        self.answers = {path: [self._answer(program, path, one) for one in LANGUAGES] for path in answers}
        self.pages = {
            f"{who} at {path}": [self._page(browsers(who), path, one) for one in LANGUAGES] for who, path in pages
        }
        self.shown = {path: [shown_text(html) for html in texts] for path, texts in self.pages.items()}

    def _answer(self, program, path, language):
        answer = program.get(path, Accept_Language=language)
        assert answer.status_code == 200, f"{path}: {answer.status_code} {answer.content[:200]!r}"
        return answer.json()

    def _page(self, browser, path, language):
        answer = browser.get(path, headers={"Accept-Language": language})
        assert answer.status_code == 200, f"{path}: {answer.status_code}"
        return answer.content.decode()


@pytest.fixture(scope="module")
def compared(told):
    """The answers of now held against those of then."""
    if WRITES:
        expected_writer.write_down(told)
    comparing = Comparing(told.names)
    for path, before in expected("answers").items():
        comparing.compare(before, told.answers[path], path)
    return comparing


def test_programs_are_told_what_they_were_told_whatever_the_words(compared):
    assert compared.wrong == []


def test_every_sentence_that_was_kept_is_still_the_same_sentence(compared):
    split, merged = compared.kinds_that_changed()

    assert (split, merged) == ({}, {})
    assert len(compared.masks) == len(expected("sentences"))


def test_every_sentence_has_the_words_that_were_written_down(compared):
    """Words that were changed on purpose are written down anew with `BOS_EXPECT=words`."""
    now = {str(number): list(min(masks)) for number, masks in compared.masks.items()}

    before = expected("sentences", now if WRITES_WORDS else None)

    assert {number: words for number, words in now.items() if before.get(number) != words} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_tell_the_names_figures_and_sentences_that_they_told(told, compared, language):
    at, wrong = LANGUAGES.index(language), []
    for path, before in expected("pages").items():
        now, shown = set(told_on(told.pages[path][at], told.names)), told.names.mask(told.shown[path][at])
        wrong += [f"{path}: {block}" for block in before["blocks"] if block not in now]
        wrong += [
            f"{path}: none of {[kind[at] for kind in compared.masks[number]]}"
            for number in before["sentences"]
            if not any(kind[at] in shown for kind in compared.masks[number])
        ]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_is_shown_a_gap_or_a_code(told, language):
    at = LANGUAGES.index(language)
    texts = {path: shown[at] for path, shown in told.shown.items()}
    texts |= {path: json.dumps(texts[at], ensure_ascii=False) for path, texts in told.answers.items()}

    assert {path: found for path, text in texts.items() if (found := GAP.findall(text))} == {}


@pytest.mark.parametrize("language", ["de", "es"])
def test_no_english_is_left_on_a_page_in_another_language(told, compared, language):
    at = LANGUAGES.index(language)
    said = {full for some in compared.said.values() for full in some}
    english = {full[0] for full in said if full[0] != full[at] and full[0].count(" ") > 2}
    texts = {path: shown[at] for path, shown in told.shown.items()}

    assert {path: left for path, text in texts.items() if (left := [one for one in english if one in text])} == {}
