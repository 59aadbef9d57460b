"""Handing in what one wrote down, with and without a dispute; what may be missing in it."""

import pytest
from django.db.models import F

from bos_tournament.errors import Refused
from bos_tournament.judging.records import record_entry
from bos_tournament.judging.records.record_suggestions import suggest_repairs
from bos_tournament.matches import match_start
from tests.judging.cases import at_a_table, record
from tests.judging.games import work
from tests.matches.playing import Step

pytestmark = pytest.mark.django_db


def hand_in(case, **told):
    asked = {"by": case.anna.user, "seat": case.anna, "text": record(case, "1. T1 P2"), **told}
    return record_entry.hand_in(case.game, **asked)


def test_anna_hands_in_a_record_without_disputing_anything():
    case = at_a_table()

    handed = hand_in(case)
    work()

    assert (handed.game, handed.finding.finding) == (case.game, "unfinished")
    assert handed.finding.repairs == []


def test_a_dispute_filed_later_shows_the_records_that_are_there():
    case = at_a_table()
    handed = hand_in(case)

    assert list(case.dispute().records) == [handed]


def test_a_game_that_has_not_begun_has_no_record():
    with pytest.raises(Refused) as refusal:
        hand_in(at_a_table(Step.BIDDING), text="1. T1 P2")

    assert refusal.value.code == "game_not_begun"


def test_a_withdrawn_pairing_takes_no_record():
    case = at_a_table()
    match_start.withdraw_match(case.match)

    with pytest.raises(Refused) as refusal:
        hand_in(case)

    assert refusal.value.code == "match_called_off"


def test_a_record_is_corrected_as_often_as_needed_and_the_last_one_counts():
    case = at_a_table()
    for number in range(8):
        last = hand_in(case, text=f"{number}. T1 P2")

    assert case.game.records.count() == 8
    assert record_entry.last_text(case.game, case.anna.user) == last.text


def test_who_hands_in_records_without_end_waits_a_while_and_goes_on():
    case = at_a_table()
    for number in range(record_entry.MOST_RECORDS):
        hand_in(case, text=f"{number}. T1 P2")

    with pytest.raises(Refused) as refusal:
        hand_in(case)
    case.game.records.update(made_at=F("made_at") - record_entry.WHILE)

    assert refusal.value.code == "too_many_records"
    assert hand_in(case).text != ""


def test_a_record_that_is_sent_twice_is_one_and_uses_up_one():
    case = at_a_table()
    first = hand_in(case)

    assert hand_in(case) == first
    assert case.game.records.count() == 1
    assert hand_in(case, by=case.ben.user, seat=case.ben) != first  # his own, although he wrote the same
    hand_in(case, text="1. T1 P1")
    assert hand_in(case) != first  # said anew after something else, it is the later one


def test_a_record_that_does_not_hold_gets_suggestions_that_change_no_finding():
    case = at_a_table()
    handed = hand_in(case, text=record(case, "1. T1 P2", "2. E", "3. E", "4. E", "5. X P1 concedes"))

    work()
    found = handed.finding

    assert found.finding in ("illegal", "unreadable")
    assert any(repair["holds"] and "T2 P1" in repair["message"] for repair in found.repairs)


def test_suggestions_are_looked_for_once():
    case = at_a_table()
    handed = hand_in(case)
    work()
    handed.finding.repairs = [{"message": "kept"}]
    handed.finding.save()

    suggest_repairs(handed.finding.pk)

    handed.finding.refresh_from_db()
    assert handed.finding.repairs == [{"message": "kept"}]
