"""Filing a dispute, handing in records, withdrawing: who may, and what is refused."""

import pytest
from django.http import Http404

from bos_tournament.errors import Refused, SecondFactorNeeded
from bos_tournament.judging import access
from bos_tournament.judging.disputes import filing
from bos_tournament.judging.models import Dispute
from bos_tournament.judging.records import record_entry
from bos_tournament.matches import match_start
from bos_tournament.operations.models import Job
from tests.factories import StaffFactory, UserFactory
from tests.judging.cases import at_a_table, record
from tests.matches.playing import Step

pytestmark = pytest.mark.django_db


def refused(code, deed, *args, **kwargs):
    with pytest.raises(Refused) as refusal:
        deed(*args, **kwargs)
    assert refusal.value.code == code


def test_anna_disputes_a_game_with_her_record_and_a_job_waits_for_the_engine():
    case = at_a_table()

    dispute = case.dispute(text=record(case, "1. T1 P2"))

    assert dispute.state == Dispute.State.WAITING
    assert Job.objects.get(task="judging.find").subject == dispute.records.get().pk


def test_a_dispute_without_a_claim_is_refused():
    refused("claim_missing", at_a_table().dispute, claim="  ")


def test_a_game_that_has_not_begun_cannot_be_disputed():
    refused("game_not_begun", at_a_table(Step.BIDDING).dispute)


def test_a_withdrawn_pairing_cannot_be_disputed():
    case = at_a_table()
    match_start.withdraw_match(case.match)

    refused("match_called_off", case.dispute)


def test_a_second_dispute_on_the_same_game_is_refused_while_one_waits():
    case = at_a_table()
    case.dispute()

    refused("dispute_waiting", case.dispute, by=case.ben.user, seat=case.ben)


def test_ben_may_add_his_own_record_but_not_without_end():
    case = at_a_table()
    dispute = case.dispute()

    for number in range(record_entry.MOST_RECORDS):
        filing.add_record(dispute, by=case.ben.user, seat=case.ben, text=f"{number}. T1 P1")

    refused("too_many_records", filing.add_record, dispute, by=case.ben.user, seat=case.ben, text="1. T1 P2")


@pytest.mark.parametrize(("text", "code"), [(" \n", "record_empty"), ("x" * 65_537, "record_too_long")])
def test_a_record_that_cannot_be_taken_says_why(text, code):
    case = at_a_table()
    dispute = case.dispute()

    refused(code, filing.add_record, dispute, by=case.ben.user, seat=case.ben, text=text)


def test_only_anna_withdraws_what_anna_filed_and_then_no_record_is_taken():
    case = at_a_table()
    dispute = case.dispute()

    refused("not_yours", filing.withdraw_dispute, dispute, by=case.ben.user)
    filing.withdraw_dispute(dispute, by=case.anna.user)

    refused("dispute_closed", filing.withdraw_dispute, dispute, by=case.anna.user)
    refused("dispute_closed", filing.add_record, dispute, by=case.ben.user, seat=case.ben, text="1. T1 P1")


def test_cleo_the_onlooker_knows_of_no_dispute():
    case = at_a_table()
    dispute = case.dispute()

    with pytest.raises(Http404):
        access.dispute_to_see(UserFactory(handle="Cleo"), dispute.pk)


def test_a_judge_of_another_tournament_knows_of_no_dispute():
    dispute = at_a_table().dispute()

    with pytest.raises(Http404):
        access.dispute_to_see(StaffFactory(role="judge").user, dispute.pk)


def test_a_judge_without_a_second_factor_is_asked_for_it():
    case = at_a_table()
    dispute = case.dispute()
    case.judge.second_factor = False

    with pytest.raises(SecondFactorNeeded):
        access.dispute_to_see(case.judge, dispute.pk)


def test_a_judge_who_plays_stands_at_the_table_as_a_player_only():
    case = at_a_table()
    StaffFactory(tournament=case.tournament, user=case.anna.user, role="head_judge")
    case.anna.user.second_factor = True

    who = access.capacity_at(case.anna.user, case.match)

    assert (who.seat, who.may_rule, who.may_overturn) == (case.anna, False, False)
