"""Reports: nothing counts but what both players say, or the desk."""

import pytest

from bos_tournament.errors import Refused
from bos_tournament.matches import result_reports
from bos_tournament.matches.models import Match, Reason, Report
from tests.matches.playing import fresh, match_at, new_match, play_game, seats

Step = Match.Step
pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    return match_at(Step.PLAYING)


def refusal(deed, *arguments, **named):
    with pytest.raises(Refused) as refused:
        deed(*arguments, **named)
    return refused.value.code


def test_equal_reports_finish_the_game_by_themselves(match):
    anna, ben = seats(match)

    result_reports.report_result(anna, winner=ben, reason=Reason.PLAYED)
    result_reports.report_result(ben, winner=ben, reason=Reason.PLAYED)

    game = match.games.first()
    assert (game.outcome, game.winner, game.reason) == ("won", ben, "played")
    assert (fresh(match).step, seats(match)[1].games_won) == (Step.BIDDING, 1)


@pytest.mark.parametrize("reason", [Reason.CONCEDED, Reason.TIME])
def test_conceding_and_running_out_of_time_are_results_with_their_reason(match, reason):
    anna, ben = seats(match)

    result_reports.report_result(ben, winner=anna, reason=reason)
    result_reports.agree(anna)

    assert match.games.first().reason == reason


def test_the_same_winner_for_another_reason_differs(match):
    anna, ben = seats(match)

    result_reports.report_result(anna, winner=anna, reason=Reason.PLAYED)
    result_reports.report_result(ben, winner=anna, reason=Reason.TIME)

    assert fresh(match).step == Step.DIFFERING


@pytest.mark.parametrize(("who", "winner"), [(0, 1), (1, 0)])
def test_when_reports_differ_either_may_agree_with_the_other(who, winner):
    match = match_at(Step.DIFFERING)
    people = seats(match)

    result_reports.agree(people[who])

    assert match.games.first().winner == people[winner]
    assert fresh(match).step == Step.BIDDING


def test_a_report_can_be_withdrawn_until_it_is_answered(match):
    anna, ben = seats(match)
    result_reports.report_result(anna, winner=ben, reason=Reason.PLAYED)
    assert refusal(result_reports.report_result, anna, winner=anna, reason=Reason.PLAYED) == "already_reported"
    assert refusal(result_reports.agree, anna) == "no_report_of_theirs"
    assert refusal(result_reports.withdraw_report, ben) == "no_report_of_yours"

    result_reports.withdraw_report(anna)

    assert fresh(match).step == Step.PLAYING
    result_reports.report_result(anna, winner=anna, reason=Reason.PLAYED)
    result_reports.report_result(ben, winner=ben, reason=Reason.PLAYED)
    assert refusal(result_reports.withdraw_report, anna) == "not_now"
    assert Report.objects.filter(withdrawn_at=None).count() == 2


def test_nobody_agrees_to_a_report_that_was_changed_meanwhile(match):
    anna, ben = seats(match)
    result_reports.report_result(anna, winner=ben, reason=Reason.PLAYED)
    read = Report.objects.get()
    result_reports.withdraw_report(anna)
    result_reports.report_result(anna, winner=anna, reason=Reason.PLAYED)

    assert refusal(result_reports.agree, ben, report=read.pk) == "report_withdrawn"
    assert fresh(match).step == Step.REPORTED


def test_a_report_about_an_earlier_game_is_refused(match):
    anna, _ = seats(match)

    assert refusal(result_reports.report_result, anna, winner=anna, reason=Reason.PLAYED, game=2) == "game_over"


def test_a_report_names_a_winner_of_this_match_and_a_reason_of_the_players(match):
    anna, _ = seats(match)
    stranger = seats(new_match())[0]

    assert refusal(result_reports.report_result, anna, winner=stranger, reason=Reason.PLAYED) == "winner_not_seated"
    assert refusal(result_reports.report_result, anna, winner=anna, reason=Reason.JUDGED) == "reason_of_the_desk"
    assert refusal(result_reports.report_result, anna, winner=None, reason=Reason.CONCEDED) == "winner_missing"
    assert not Report.objects.exists()


def test_a_drawn_game_is_replayed_with_fresh_bids_and_swaps_and_counts_nowhere():
    match = match_at(Step.BIDDING)

    play_game(match, winner=None)

    assert fresh(match).step == Step.BIDDING
    assert [seat.games_won for seat in seats(match)] == [0, 0]
    play_game(match, winner=1)  # passes through a swap
    assert match.games.all()[1].swaps.count() == 2
    play_game(match, winner=1)
    assert [game.outcome for game in match.games.all()] == ["drawn", "won", "won"]
    assert fresh(match).winner.number == 1


def test_the_match_stops_as_soon_as_somebody_has_two_wins():
    match = match_at(Step.FINISHED)

    assert match.games.count() == 2
    assert not match.attempts.filter(state__in=["open", "one_in", "both_in"]).exists()
