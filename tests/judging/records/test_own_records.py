"""A report that says otherwise than the reporter's own record is asked about first."""

import pytest
from django.urls import reverse

from bos_tournament.errors import Refused
from bos_tournament.judging.records import record_entry
from bos_tournament.matches import result_reports
from bos_tournament.matches.models import Reason, Report
from tests.judging.cases import at_a_table, record
from tests.judging.games import work

pytestmark = pytest.mark.django_db


@pytest.fixture
def case():
    """Anna's own record ends with Ben winning."""
    case = at_a_table()
    text = record(case, "1. T1 P2", "2. X P1 concedes")
    record_entry.hand_in(case.game, by=case.anna.user, seat=case.anna, text=text)
    work()
    return case


def test_anna_who_wrote_that_ben_won_is_asked_before_she_reports_that_she_did(case):
    with pytest.raises(Refused) as refusal:
        result_reports.report_result(case.anna, winner=case.anna, reason=Reason.PLAYED)

    assert refusal.value.code == "record_says_otherwise"
    assert str(case.ben.user) in str(refusal.value)
    assert not Report.objects.exists()


@pytest.mark.parametrize(("winner", "sure"), [("anna", True), ("ben", False)])
def test_she_may_be_sure_or_report_what_she_wrote(case, winner, sure):
    won = getattr(case, winner)

    result_reports.report_result(case.anna, winner=won, reason=Reason.PLAYED, sure=sure)

    assert Report.objects.get().winner == won


@pytest.mark.parametrize("card", ["Remembered Song", "Granite Ox", "Nothing So Called"])
@pytest.mark.parametrize("judged", [True, False])
def test_she_is_asked_whether_her_record_is_lawful_or_not(card, judged):
    """Else a report that is withdrawn again would ask the engine about a line before the game is reported."""
    case = at_a_table()
    text = record(case, "1. T1 P2", f"2. C {card}", "3. X P1 concedes")
    record_entry.hand_in(case.game, by=case.anna.user, seat=case.anna, text=text)
    if judged:
        work()

    with pytest.raises(Refused) as refusal:
        result_reports.report_result(case.anna, winner=case.anna, reason=Reason.PLAYED)

    assert str(refusal.value) == (
        f"Your record says that {case.ben.user} won. Report that, or confirm that your report is right."
    )


def test_she_is_asked_about_a_draw_that_she_wrote_down_and_reports_as_won():
    case = at_a_table()
    record_entry.hand_in(case.game, by=case.anna.user, seat=case.anna, text=record(case, "1. T1 P2", "2. X draw"))

    with pytest.raises(Refused) as refusal:
        result_reports.report_result(case.anna, winner=case.anna, reason=Reason.PLAYED)

    assert "ends in a draw" in str(refusal.value)


def test_she_is_asked_nothing_where_her_record_does_not_say_who_won():
    case = at_a_table()
    record_entry.hand_in(case.game, by=case.anna.user, seat=case.anna, text=record(case, "1. T1 P2", "2. E"))

    result_reports.report_result(case.anna, winner=case.anna, reason=Reason.PLAYED)

    assert Report.objects.get().winner == case.anna


def test_ben_is_not_asked_about_annas_record(case):
    result_reports.report_result(case.ben, winner=case.anna, reason=Reason.PLAYED)

    assert Report.objects.get().winner == case.anna


def test_the_page_asks_and_a_tick_answers(case, signed_in):
    anna, url = signed_in(case.anna.user), reverse("matches:report", args=[case.match.pk])
    said = {"winner": "1", "reason": "played", "game": "1"}

    asked = anna.post(url, said)
    done = anna.post(url, {**said, "sure": "on"})

    assert asked.status_code == 422
    assert "Your record says that" in asked.content.decode()
    assert "My report is right, my record is wrong" in asked.content.decode()
    assert done.status_code == 302
    assert Report.objects.get().winner == case.anna


def test_before_that_the_page_has_no_such_tick(case, signed_in):
    page = signed_in(case.anna.user).get(case.match.get_absolute_url()).content.decode()

    assert "My report is right" not in page


def test_a_program_is_asked_too_and_may_be_sure(case, program):
    anna, path = program(case.anna.user), f"matches/{case.match.pk}/reports/"

    asked = anna.post(path, {"winner": 1})
    done = anna.post(path, {"winner": 1, "sure": True})

    assert (asked.status_code, asked.json()["code"]) == (409, "record_says_otherwise")
    assert done.status_code == 201
