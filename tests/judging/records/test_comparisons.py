"""Both players' records laid side by side: whether they agree, and whether they verify the result."""

import pytest

from bos_tournament.judging.models import Comparison
from bos_tournament.judging.records import record_entry
from bos_tournament.judging.records.comparisons import compare_game
from bos_tournament.matches import presenter, result_reports
from bos_tournament.matches.models import Game, Reason
from tests.factories import UserFactory
from tests.judging.cases import at_a_table, record
from tests.judging.games import work
from tests.matches.playing import Step, fresh

pytestmark = pytest.mark.django_db

WON = ("1. T1 P2", "2. E", "3. T2 P1", "4. X P2 concedes")


def hand_in(case, game, seat, *lines):
    handed = record_entry.hand_in(game, by=seat.user, seat=seat, text=record(case, *lines))
    work()
    return handed


def decided(case):
    """The games of the match that Anna won, by number."""
    return list(case.match.games.filter(outcome=Game.Outcome.WON).order_by("number"))


def compared(game):
    return Comparison.objects.get(game=game)


def test_one_record_alone_is_compared_with_nothing():
    case = at_a_table()

    hand_in(case, case.game, case.anna, *WON)

    assert not Comparison.objects.exists()


def test_two_records_that_agree_and_give_the_reported_winner_verify_the_game():
    case = at_a_table(Step.FINISHED)
    game = decided(case)[0]

    hand_in(case, game, case.anna, *WON)
    hand_in(case, game, case.ben, *WON)

    assert compared(game).data["same"]
    assert compared(game).winner == case.anna
    assert compared(game).verifies


def test_a_match_is_verified_when_every_game_that_counts_is():
    case = at_a_table(Step.FINISHED)
    first, second = decided(case)

    for seat in (case.anna, case.ben):
        hand_in(case, first, seat, *WON)
    before = presenter.present_match(fresh(case.match), None)
    for seat in (case.anna, case.ben):
        hand_in(case, second, seat, *WON)
    after = presenter.present_match(fresh(case.match), None)

    assert ([game["verified"] for game in before["games"]], before["result"]["verified"]) == ([True, False], False)
    assert ([game["verified"] for game in after["games"]], after["result"]["verified"]) == ([True, True], True)


def test_records_that_agree_on_another_winner_verify_nothing():
    case = at_a_table(Step.FINISHED)
    game = decided(case)[0]
    lost = ("1. T1 P2", "2. E", "3. T2 P1", "4. X P1 concedes")

    hand_in(case, game, case.anna, *lost)
    hand_in(case, game, case.ben, *lost)

    assert compared(game).data["same"]
    assert compared(game).winner == case.ben
    assert not compared(game).verifies


def test_a_corrected_result_is_no_longer_verified():
    case = at_a_table(Step.FINISHED)
    game = decided(case)[0]
    for seat in (case.anna, case.ben):
        hand_in(case, game, seat, *WON)

    Game.objects.filter(pk=game.pk).update(winner=case.ben)

    assert not compared(game).verifies


def test_records_that_differ_name_the_first_difference_by_their_writers():
    case = at_a_table()

    hand_in(case, case.game, case.anna, "1. T1 P2", "2. E", "3. T2 P1", "4. E")
    hand_in(case, case.game, case.ben, "1. T1 P2", "2. X P2 concedes")

    found = compared(case.game).data
    assert not found["same"]
    assert f"ecord of {case.anna.user}" in found["message"]
    assert not compared(case.game).verifies


def test_two_illegal_records_that_agree_verify_nothing():
    case = at_a_table(Step.FINISHED)
    game = decided(case)[0]

    for seat in (case.anna, case.ben):
        hand_in(case, game, seat, "1. T1 P1", "2. X P2 concedes")

    assert compared(game).outcome == ""
    assert not compared(game).verifies


def test_a_later_record_takes_the_place_of_an_earlier_one_and_verifies_nothing_once_the_other_could_be_read():
    case = at_a_table(Step.FINISHED)
    game = decided(case)[0]
    hand_in(case, game, case.anna, *WON)
    hand_in(case, game, case.ben, "1. T1 P2")

    last = hand_in(case, game, case.ben, *WON)

    assert compared(game).second == last
    assert compared(game).data["same"]
    assert not compared(game).verifies


def test_a_record_put_right_before_the_other_could_be_read_verifies():
    case = at_a_table()
    for seat in (case.anna, case.ben):
        hand_in(case, case.game, seat, "1. T1 P2")
    for seat in (case.anna, case.ben):
        hand_in(case, case.game, seat, *WON)
    game = case.game
    result_reports.report_result(case.anna, winner=case.anna, reason=Reason.CONCEDED)

    result_reports.agree(case.ben)

    assert compared(game).verifies


def test_comparing_again_gives_the_same_comparison():
    case = at_a_table()
    for seat in (case.anna, case.ben):
        hand_in(case, case.game, seat, *WON)

    assert compare_game(case.game.pk).made_at == compare_game(case.game.pk).made_at


def test_a_record_of_staff_is_judged_and_compared_with_nobodys():
    case = at_a_table()
    hand_in(case, case.game, case.anna, *WON)

    record_entry.hand_in(case.game, by=UserFactory(), seat=None, text=record(case, *WON))
    work()

    assert not Comparison.objects.exists()


def test_an_open_page_of_the_match_hears_of_the_comparison():
    case = at_a_table()
    before = fresh(case.match).version

    for seat in (case.anna, case.ben):
        hand_in(case, case.game, seat, *WON)

    assert fresh(case.match).version > before
