"""Judges try lines on the page of a record, one or a whole turn; nobody else does."""

import re

import pytest

from bos_tournament.judging.models import Finding, Record
from tests.factories import StaffFactory
from tests.html_whitespace import tight
from tests.judging.cases import at_a_table
from tests.judging.records.test_pages import ILLEGAL, handed, judge_of, text_of, url
from tests.matches.playing import Step

pytestmark = pytest.mark.django_db


def tried(browser, shown, line, written, **headers):
    return browser.get(url("try_line", shown), {"line": line, "written": written}, headers=headers)


def test_a_judge_tries_a_lawful_line_and_sees_the_table_after_it(signed_in):
    case = at_a_table(Step.DIFFERING)
    shown = handed(case, *ILLEGAL)

    page = text_of(tried(judge_of(case, signed_in), shown, "3", "E"))

    assert "<b>Accepted:</b> <code>E</code>" in page
    assert f"{case.anna.user}&#x27;s turn ends." in page
    assert "The table after it" in page


def test_a_judge_tries_an_illegal_line_and_reads_the_rule_and_the_nearest_lawful_lines(signed_in):
    case = at_a_table(Step.DIFFERING)
    shown = handed(case, *ILLEGAL)

    part = tried(judge_of(case, signed_in), shown, "3", "T3 P2", **{"HX-Request": "true"})

    assert tight(part).strip().startswith('<section id="trying"')
    assert "<b>Illegal,</b>" in text_of(part)
    assert 'href="/rules/#3.1.1"' in text_of(part)
    assert "Legal here:" in text_of(part)


@pytest.mark.parametrize("written", ["", "nonsense", "x" * 5_000, "\0", "[First P1]", "<script>"])
def test_whatever_a_judge_types_is_answered_by_a_sentence(signed_in, written):
    case = at_a_table(Step.DIFFERING)
    shown = handed(case, *ILLEGAL)

    answer = tried(judge_of(case, signed_in), shown, "3", written)

    assert answer.status_code == 200
    assert "<b>Unreadable,</b>" in text_of(answer)
    assert "<script>" not in tight(answer).replace("<script type", "").replace("<script src", "")


def test_trying_a_line_keeps_and_changes_nothing(signed_in):
    case = at_a_table(Step.DIFFERING)
    shown = handed(case, *ILLEGAL)
    before = list(Record.objects.values()), list(Finding.objects.values())

    tried(judge_of(case, signed_in), shown, "3", "E")

    assert (list(Record.objects.values()), list(Finding.objects.values())) == before


def test_a_judge_sees_every_lawful_line_when_asked(signed_in):
    case = at_a_table(Step.DIFFERING)
    shown = handed(case, *ILLEGAL)
    judge = judge_of(case, signed_in)

    closed = text_of(judge.get(url("record", shown), {"line": "3"}))
    opened = text_of(judge.get(url("continuations", shown), {"line": "3"}))

    assert "Show all legal lines here" in closed
    assert "legal lines here" in opened
    assert "<code>E</code></a>" in opened


def test_a_judge_tries_a_whole_turn_line_by_line_and_each_link_carries_what_was_tried(signed_in):
    case = at_a_table(Step.DIFFERING)
    shown = handed(case, *ILLEGAL)

    page = text_of(tried(judge_of(case, signed_in), shown, "3", ["E", "T3 P2"]))

    assert "<b>Accepted:</b> <code>T3 P2</code>" in page
    assert "<li><code>E</code></li><li><code>T3 P2</code></li>" in page.replace("> <", "><")
    assert "?line=3&amp;written=E&amp;written=T3+P2&amp;written=E" in page
    assert '?line=3&amp;written=E" hx-target="#trying"' in page


def test_of_several_lines_the_first_that_cannot_stand_is_answered_and_stays_to_be_mended(signed_in):
    case = at_a_table(Step.DIFFERING)
    shown = handed(case, *ILLEGAL)

    page = text_of(tried(judge_of(case, signed_in), shown, "3", ["E", "E", "T3 P2"]))

    assert "<b>Illegal,</b>" in page
    assert '<input type="hidden" name="written" value="E">' in page
    assert 'value="E" autocomplete="off"' in page
    assert 'continuations/?line=3&amp;written=E"' in page
    assert "The table after it" not in page


def test_lawful_lines_say_what_to_tap_for_them(signed_in):
    case = at_a_table(Step.DIFFERING)
    shown = handed(case, *ILLEGAL)

    page = text_of(judge_of(case, signed_in).get(url("continuations", shown), {"line": "3"}))

    assert 'data-path=""' in page
    assert re.search(r'data-path="=[A-Z][^"|]+\|1w[abc]"', page)
    assert all(f'data-at="{place}"' in page for place in ("P1", "P2", "1*", "2*", "1a", "2c", "1wb", "2wa"))


@pytest.mark.parametrize("door", ["try_line", "continuations"])
def test_only_judges_try_lines_and_not_on_their_own_match(signed_in, door):
    case = at_a_table(Step.DIFFERING)
    shown = handed(case, *ILLEGAL)
    organizer = StaffFactory(tournament=case.tournament, role="organizer").user
    StaffFactory(tournament=case.tournament, user=case.anna.user, role="head_judge")

    answers = {
        "anna, who judges elsewhere in it": signed_in(case.anna.user, second_factor=True).get(url(door, shown)),
        "ben": signed_in(case.ben.user).get(url(door, shown)),
        "the organizer": signed_in(organizer, second_factor=True).get(url(door, shown)),
    }

    assert {who: answer.status_code for who, answer in answers.items()} == dict.fromkeys(answers, 403)


def test_players_see_no_door_to_what_if_and_no_lines_that_nobody_wrote(signed_in):
    case = at_a_table(Step.DIFFERING)
    shown = handed(case, *ILLEGAL)

    player = text_of(signed_in(case.anna.user).get(url("record", shown)))
    judge = text_of(judge_of(case, signed_in).get(url("record", shown)))

    assert ("What if" in player, "Legal here:" in player) == (False, False)
    assert ("What if" in judge, "Legal here:" in judge) == (True, True)
