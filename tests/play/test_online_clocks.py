"""The clocks of online games run for whoever has to act, and a time that is over is the result."""

from datetime import timedelta

import pytest

from bos_tournament.matches import staff_results
from bos_tournament.matches.clock_marks import clocks_at, last
from bos_tournament.matches.match_context import Facts
from bos_tournament.matches.models import ClockMark, Game, Match, Reason
from bos_tournament.matches.presenter_clocks import last_clock_action
from bos_tournament.operations.db_clock import db_now
from bos_tournament.play.online import endings
from bos_tournament.play.online.clocks import run_clock
from bos_tournament.play.recording import recordings
from tests.matches.playing import fresh
from tests.play.online import attacked, online
from tests.play.recorded import place, write
from tests.play.refusals import refused

pytestmark = pytest.mark.django_db


def run_out(case):
    """As if the time of whoever has to act were over."""
    Match.objects.filter(pk=case.match.pk).update(flag_at=db_now() - timedelta(seconds=1))


def test_the_clock_of_who_has_to_act_runs():
    case = online(clock_minutes=15)

    assert (last(case.match).turn, last(case.match).deed) == (2, ClockMark.Deed.START)
    write(case.ben, case, "E")
    assert (last(case.match).turn, last(case.match).deed) == (1, ClockMark.Deed.TURN)
    place(case, case.anna)
    assert last(case.match).number == 2


def test_the_clocks_say_whose_turn_began_and_not_who_told_it():
    case = online(clock_minutes=15)
    write(case.ben, case, "E")

    assert last_clock_action(Facts(fresh(case.match), case.anna)) == f"{case.anna.user}'s turn began"


def test_after_an_answer_the_turn_goes_on_with_what_was_left_of_its_delay():
    case = online(clock_minutes=15)
    game = case.game
    mark = last(case.match)
    who = {"is_new_turn": False, "by": case.ben.user}
    run_clock(fresh(case.match), game, seat=1, is_answer=True, **who)
    run_clock(fresh(case.match), game, seat=2, is_answer=False, **who)

    started, answered, back = case.match.marks.order_by("number")
    assert [started.turn, answered.turn, back.turn] == [2, 1, 2]
    assert (answered.delay, answered.deed) == (30_000, ClockMark.Deed.ANSWER)
    assert back.delay == clocks_at(mark).seen(answered.at).delay < 30_000


def test_time_runs_out_for_who_owes_an_answer():
    case = attacked()
    game = case.game
    run_out(case)
    endings.enforce_clocks()

    game.refresh_from_db()
    assert (game.winner, game.reason) == (case.ben, Reason.TIME)


def test_a_time_that_is_over_loses_the_match_once():
    case = online(clock_minutes=15)
    game = case.game
    run_out(case)

    refused("time_over", write, case.ben, case, "E")
    endings.enforce_clocks()
    endings.enforce_clocks()

    match = fresh(case.match)
    assert (match.step, match.winner, match.reason) == (Match.Step.FINISHED, case.anna, Reason.TIME)
    game.refresh_from_db()
    assert (game.winner, game.reason) == (case.anna, Reason.TIME)
    assert [seat.games_won for seat in match.seats.order_by("number")] == [1, 0]
    assert match.games.count() == 1


def test_where_each_game_has_its_own_time_only_the_game_is_lost():
    case = online(clock_minutes=15, clock_per_game=True)
    run_out(case)
    endings.settle_clock(Game.objects.select_related("match").get(pk=case.game.pk))

    match = fresh(case.match)
    assert (match.step, match.games.count()) == (Match.Step.BIDDING, 2)
    assert match.games.get(number=1).reason == Reason.TIME
    endings.lose_by_clock(match.pk)
    assert match.games.filter(outcome=Game.Outcome.WON).count() == 1


def test_a_time_loss_that_a_judge_overrules_is_not_lost_again_at_once():
    case = online(clock_minutes=15)
    write(case.ben, case, "S a Field Sentinel")
    run_out(case)
    endings.enforce_clocks()

    staff_results.replay_game(case.game, by=case.judge, why="The clock was wrong.")
    again = fresh(case.match).games.get(outcome=Game.Outcome.OPEN)
    Game.objects.filter(pk=again.pk).update(first=case.ben, ether={})
    Match.objects.filter(pk=case.match.pk).update(step=Match.Step.PLAYING)
    recordings.start_recording(case.anna)
    endings.enforce_clocks()

    again.refresh_from_db()
    assert again.outcome == Game.Outcome.OPEN
    assert fresh(case.match).flag_at > db_now()


def test_a_clock_that_stood_still_for_a_result_that_was_withdrawn_runs_again():
    case = online(clock_minutes=15)
    staff_results.enter_result(
        case.match, by=case.judge, wins={1: 2, 2: 0}, winner=case.anna, reason=Reason.PLAYED, why="Told."
    )
    assert last(fresh(case.match)).runs is False
    staff_results.withdraw_result(case.match, by=case.judge, why="The wrong table.")

    write(case.ben, case, "S a Field Sentinel")

    assert last(fresh(case.match)).runs is True


def test_a_match_that_cannot_be_ended_holds_up_no_other(monkeypatch, caplog):
    bad, good = online(clock_minutes=15), online(clock_minutes=15)
    for case in (bad, good):
        run_out(case)
    end = endings.end_with

    def ends(recording, *told, **named):
        if recording.game.match_id == bad.match.pk:
            raise ValueError("This list cannot be read.")
        end(recording, *told, **named)

    monkeypatch.setattr(endings, "end_with", ends)
    endings.enforce_clocks()

    assert fresh(good.match).step == Match.Step.FINISHED
    assert fresh(bad.match).step == Match.Step.PLAYING
    assert "cannot be read" in caplog.text


def test_moves_of_an_online_game_do_not_move_the_version_that_everybody_sees():
    case = online(clock_minutes=15)
    before = fresh(case.match).version

    write(case.ben, case, "S a Field Sentinel")

    assert fresh(case.match).version == before


def test_a_time_that_is_not_over_loses_nothing():
    case = online(clock_minutes=15)
    endings.enforce_clocks()
    endings.lose_by_clock(case.match.pk)

    assert fresh(case.match).step == Match.Step.PLAYING
