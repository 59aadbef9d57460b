"""Players' clocks as staff see them: a time that is out is a proposal, and the judge corrects."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from bos_tournament.errors import Refused
from bos_tournament.matches import result_reports
from bos_tournament.matches.models import Match, Reason
from bos_tournament.tournaments.models import Staff
from bos_tournament.tournaments.rounds import result_entry
from bos_tournament.tournaments.standings import table_status
from tests.factories import StaffFactory, UserFactory
from tests.judging.cases import at_a_table
from tests.matches.playing import Step, fresh
from tests.matches.test_clocks import begun_before
from tests.tournaments.running_tournaments import NAMES, publish, running

pytestmark = pytest.mark.django_db


def timed_out(*, per_game=False):
    """Ben's time ran out a while ago."""
    case = at_a_table()
    Match.objects.filter(pk=case.match.pk).update(clock_minutes=1, clock_delay=30, clock_per_game=per_game)
    begun_before(fresh(case.match), seconds=500)
    return case


def test_the_matches_of_a_tournament_have_its_clocks():
    cup = running(NAMES[:4], clock_minutes=20, clock_delay=10, clock_per_game=True)

    matches = [pairing.match for pairing in publish(cup).pairings.select_related("match")]

    assert {(one.clock_minutes, one.clock_delay, one.clock_per_game) for one in matches} == {(20, 10, True)}


def test_a_time_that_is_out_is_shown_to_staff_and_ends_nothing():
    case = timed_out()
    round_ = case.match.pairing.round

    now, nothing_else = timezone.now(), dict.fromkeys(("disputes", "calls", "penalties", "may_pair"), False)
    room = table_status.room(case.tournament, round_, now)
    waiting = table_status.needs_attention(case.tournament, round_, room, now, **nothing_else).first

    assert [table.said for table in room.tables] == ["clock ran out"]
    assert [one.title for one in waiting] == ["Table 1: clock ran out"]
    assert str(case.ben.user) in waiting[0].text
    assert fresh(case.match).step == Step.PLAYING


@pytest.mark.parametrize(("per_game", "step", "wins"), [(False, Step.FINISHED, 0), (True, Step.BIDDING, 1)])
def test_staff_take_the_match_or_the_game_for_lost(per_game, step, wins):
    case = timed_out(per_game=per_game)

    result_entry.decide_by_time(case.match.pairing, by=case.judge, why="Seen at the table.")

    match = fresh(case.match)
    assert (match.step, case.anna.__class__.objects.get(pk=case.anna.pk).games_won) == (step, wins)
    assert match.winner == (None if per_game else case.anna)
    assert (match.games.get(number=1).reason if per_game else match.reason) == Reason.TIME


def test_a_time_that_ran_out_in_a_game_that_is_over_loses_no_other_game():
    case = timed_out(per_game=True)
    result_reports.report_result(case.anna, winner=case.ben, reason=Reason.PLAYED)
    result_reports.agree(case.ben)

    with pytest.raises(Refused) as refusal:
        result_entry.decide_by_time(case.match.pairing, by=case.judge, why="It was out in game 1.")

    assert refusal.value.code == "no_flag"
    assert not table_status.flag_fell(fresh(case.match), timezone.now())
    assert fresh(case.match).step == Step.BIDDING


def test_a_time_that_ran_out_is_still_shown_while_a_report_waits():
    case = timed_out(per_game=True)
    result_reports.report_result(case.anna, winner=case.ben, reason=Reason.PLAYED)

    assert table_status.flag_fell(fresh(case.match), timezone.now())


def test_without_a_time_that_is_out_there_is_nothing_to_take():
    case = at_a_table()
    Match.objects.filter(pk=case.match.pk).update(clock_minutes=15)
    begun_before(fresh(case.match), seconds=5)

    with pytest.raises(Refused) as refusal:
        result_entry.decide_by_time(case.match.pairing, by=case.judge, why="It feels long.")

    assert refusal.value.code == "no_flag"


def door(case, name):
    return reverse(f"tournaments:{name}", args=[case.tournament.slug, case.match.pairing.pk])


def test_a_judge_pauses_sets_and_lets_go_on_from_the_table(signed_in):
    case = timed_out()
    judge = signed_in(case.judge, second_factor=True)
    assert "Rule the match lost on time" in judge.get(door(case, "table")).content.decode()

    judge.post(door(case, "pause_clocks"), {"after": 1})
    sent = {"clocks-left_1": "1:00", "clocks-left_2": "0:30", "clocks-turn": "2", "clocks-why": "A ruling took long."}
    assert judge.post(door(case, "set_clocks"), sent).status_code == 302
    judge.post(door(case, "resume_clocks"), {"after": 3})

    marks = list(case.match.marks.all())
    assert [mark.deed for mark in marks] == ["start", "pause", "set", "go_on"]
    assert marks[-1].left == {"1": 60_000, "2": 30_000}
    assert fresh(case.match).flag_at > timezone.now() - timedelta(minutes=5)


def test_wrong_times_are_answered_at_their_field_and_nothing_is_lost(signed_in):
    case = timed_out()
    judge = signed_in(case.judge, second_factor=True)

    sent = {"clocks-left_1": "one minute", "clocks-left_2": "0:30", "clocks-turn": "2", "clocks-why": "A ruling."}
    answer = judge.post(door(case, "set_clocks"), sent)

    assert answer.status_code == 422
    assert "Use minutes and seconds, like 12:30." in answer.content.decode()
    assert "one minute" in answer.content.decode()


def test_staff_who_play_there_do_not_touch_the_clocks_as_staff(signed_in):
    case = timed_out()
    StaffFactory(tournament=case.tournament, role=Staff.Role.JUDGE, user=case.anna.user)

    answer = signed_in(case.anna.user, second_factor=True).post(door(case, "decide_by_time"), {"flag-why": "Mine."})

    assert answer.status_code == 403
    assert fresh(case.match).step == Step.PLAYING


def test_a_stranger_finds_no_such_door(signed_in):
    case = timed_out()

    assert (
        signed_in(UserFactory(), second_factor=True).post(door(case, "pause_clocks"), {"after": 1}).status_code == 403
    )
