"""Calling a judge to the table: who may, who comes, and what the other screens say."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.urls import reverse
from django.utils import timezone

from bos_tournament.errors import Refused, SecondFactorNeeded
from bos_tournament.judging import access_calls_and_penalties
from bos_tournament.judging.calls import judge_calls
from bos_tournament.judging.models import Call
from bos_tournament.matches import match_start, presenter
from bos_tournament.tournaments.models import Round, Tournament
from bos_tournament.tournaments.rounds import round_cycle
from tests.factories import StaffFactory, UserFactory
from tests.html_whitespace import tight
from tests.judging.cases import at_a_table
from tests.matches.playing import fresh, match_at

pytestmark = pytest.mark.django_db


def refused(code, deed, *args, **told):
    with pytest.raises(Refused) as refusal:
        deed(*args, **told)
    assert refusal.value.code == code


def seen_by(seat):
    return presenter.present_match(fresh(seat.match), seat)["you"]


def test_anna_calls_with_one_tap_and_both_read_who_comes():
    case = at_a_table()

    call = judge_calls.call_judge(case.anna)
    waiting = seen_by(case.ben)["call"]
    judge_calls.take_call(call, by=case.judge)

    assert (waiting["state"], waiting["mine"], waiting["taken_by"]) == ("waiting", False, None)
    assert [seen_by(seat)["call"]["taken_by"] for seat in (case.anna, case.ben)] == [str(case.judge)] * 2


def test_a_finished_call_leaves_the_page_and_another_may_follow():
    case = at_a_table()
    call = judge_calls.call_judge(case.anna, reason="  Is   this block lawful? ")
    assert (call.reason, seen_by(case.anna)["may_call"]) == ("Is this block lawful?", False)

    judge_calls.resolve_call(call, by=case.judge)

    call.refresh_from_db()
    assert (call.state, call.taken_by) == (Call.State.FINISHED, case.judge)
    assert (seen_by(case.anna)["call"], seen_by(case.ben)["may_call"]) == (None, True)
    assert judge_calls.call_judge(case.ben).state == Call.State.WAITING


def test_one_call_at_a_time():
    case = at_a_table()
    judge_calls.call_judge(case.anna)

    refused("already_called", judge_calls.call_judge, case.ben)


def test_a_match_without_a_tournament_has_no_judge():
    refused("nobody_judges", judge_calls.call_judge, match_at("playing").seats.first())


def test_nobody_is_called_once_the_round_is_closed_or_the_pairing_withdrawn():
    closed, withdrawn = at_a_table(), at_a_table()
    Round.objects.filter(pairings__match=closed.match).update(closed_at=timezone.now())
    match_start.withdraw_match(withdrawn.match)

    refused("round_closed", judge_calls.call_judge, closed.anna)
    refused("match_called_off", judge_calls.call_judge, withdrawn.anna)


def test_a_call_at_a_table_whose_round_was_taken_back_is_not_there_any_more(signed_in):
    case = at_a_table()
    call = judge_calls.call_judge(case.anna)
    round_cycle.unpublish(case.match.pairing.round)

    answers = [
        signed_in(user, second_factor=True).post(reverse(f"judging:{deed}_call", args=[call.pk]))
        for user in (case.judge, UserFactory())
        for deed in ("take", "release", "resolve")
    ]

    assert {answer.status_code for answer in answers} == {404}
    assert signed_in(case.anna.user).post(reverse("judging:withdraw_call", args=[call.pk])).status_code == 302


def test_only_who_called_withdraws_the_call():
    case = at_a_table()
    call = judge_calls.call_judge(case.anna)

    refused("not_yours", judge_calls.withdraw_call, call, by=case.ben.user)
    judge_calls.withdraw_call(call, by=case.anna.user)

    refused("call_over", judge_calls.take_call, call, by=case.judge)


def test_two_judges_do_not_both_go_and_one_who_cannot_puts_the_call_back():
    case = at_a_table()
    call = judge_calls.call_judge(case.anna)
    refused("call_not_taken", judge_calls.release_call, call)
    judge_calls.take_call(call, by=case.judge)

    refused("call_taken", judge_calls.take_call, call, by=UserFactory())
    back = judge_calls.release_call(call)

    assert (back.state, back.taken_by, back.made_at) == (Call.State.WAITING, None, call.made_at)


@pytest.mark.parametrize("minutes", [5, 12])
def test_a_call_that_nobody_took_becomes_pressing_when_the_tournament_says(minutes):
    case = at_a_table()
    call, cup = judge_calls.call_judge(case.anna), case.tournament
    assert cup.call_minutes == 5
    cup.call_minutes = minutes

    assert not judge_calls.is_pressing(cup, call, call.made_at + timedelta(minutes=minutes, seconds=-1))
    assert judge_calls.is_pressing(cup, call, call.made_at + timedelta(minutes=minutes))


def test_cleo_the_onlooker_neither_calls_nor_answers_nor_knows_of_a_call():
    case, cleo = at_a_table(), UserFactory(handle="Cleo")
    call = judge_calls.call_judge(case.anna)

    with pytest.raises(PermissionDenied):
        access_calls_and_penalties.calling_seat(cleo, case.match.pk)
    for door in (access_calls_and_penalties.call_to_answer, access_calls_and_penalties.call_of_seat):
        with pytest.raises(Http404):
            door(cleo, call.pk)
    assert presenter.present_match(fresh(case.match), None)["you"] is None


def test_staff_answer_with_a_second_factor_and_not_at_their_own_table():
    case = at_a_table()
    call = judge_calls.call_judge(case.anna)
    half = StaffFactory(tournament=case.tournament, role="judge").user
    half.second_factor = False
    StaffFactory(tournament=case.tournament, user=case.ben.user, role="judge")
    case.ben.user.second_factor = True

    with pytest.raises(SecondFactorNeeded):
        access_calls_and_penalties.call_to_answer(half, call.pk)
    with pytest.raises(PermissionDenied):
        access_calls_and_penalties.call_to_answer(case.ben.user, call.pk)
    assert access_calls_and_penalties.call_to_answer(case.judge, call.pk)[0] == call


def test_the_queue_shows_who_waits_since_when_and_what_is_pressing(signed_in):
    case = at_a_table()
    call = judge_calls.call_judge(case.anna, reason="A block.")
    Call.objects.update(made_at=timezone.now() - timedelta(minutes=7))
    judge = signed_in(case.judge, second_factor=True)
    page = reverse("judging:calls", args=[case.tournament.slug])

    before = tight(judge.get(page))
    desk = tight(judge.get(reverse("tournaments:desk", args=[case.tournament.slug])))
    judge.post(reverse("judging:take_call", args=[call.pk]))
    after = tight(judge.get(page))

    assert "urgent" in before
    assert "waiting 7 min" in before
    assert "A block." in before
    assert "Table 1: judge called, 7 min, urgent" in desk
    assert f"taken by <b>{case.judge.handle}</b>" in after
    assert "No one has come" not in after


def test_the_queue_waits_as_long_as_the_tournament_says(signed_in):
    case = at_a_table()
    Tournament.objects.filter(pk=case.tournament.pk).update(call_minutes=12)
    judge_calls.call_judge(case.anna, reason="A block.")
    Call.objects.update(made_at=timezone.now() - timedelta(minutes=7))
    judge = signed_in(case.judge, second_factor=True)

    queue = tight(judge.get(reverse("judging:calls", args=[case.tournament.slug])))
    desk = tight(judge.get(reverse("tournaments:desk", args=[case.tournament.slug])))

    assert "Unclaimed calls become urgent after 12 minutes." in queue
    assert "No one has come" not in queue
    assert "Table 1: judge called, 7 min" in desk
    assert "7 min, urgent" not in desk


def test_an_open_queue_is_answered_briefly_while_nothing_changes(signed_in):
    case = at_a_table()
    judge, page = signed_in(case.judge, second_factor=True), reverse("judging:calls", args=[case.tournament.slug])
    first = judge.get(page, headers={"HX-Request": "true"})

    same = judge.get(page, headers={"HX-Request": "true", "If-None-Match": first["ETag"]})
    judge_calls.call_judge(case.anna)
    other = judge.get(page, headers={"HX-Request": "true", "If-None-Match": first["ETag"]})

    assert (same.status_code in (200, 304), other.status_code) == (True, 200)
    assert "waiting 0 min." in tight(other)


def test_the_page_of_the_match_calls_and_says_who_comes(signed_in):
    case = at_a_table()
    anna = signed_in(case.anna.user)

    anna.post(reverse("judging:call", args=[case.match.pk]), {"reason": "A block."})
    judge_calls.take_call(Call.objects.get(), by=case.judge)
    page = tight(anna.get(case.match.get_absolute_url()))
    public = tight(signed_in(UserFactory()).get(case.match.get_absolute_url()))

    assert f"{case.judge.handle} is coming to your table" in page
    assert "A block." in page
    assert "A block." not in public
    assert "Call a judge" not in public


def test_the_queue_asks_as_often_for_30_calls_as_for_one(signed_in, django_assert_num_queries):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    case = at_a_table()
    judge_calls.call_judge(case.anna)
    judge, page = signed_in(case.judge, second_factor=True), reverse("judging:calls", args=[case.tournament.slug])
    judge.get(page)
    with CaptureQueriesContext(connection) as one:
        judge.get(page)
    rounds = case.match.pairing.round
    for table in range(2, 31):
        match = match_at("playing")
        rounds.pairings.create(table=table, match=match)
        judge_calls.call_judge(match.seats.first())

    with django_assert_num_queries(len(one)):
        answer = judge.get(page)
    assert tight(answer).count("unclaimed") == 20
    assert "Page 1 of 2" in tight(answer)
