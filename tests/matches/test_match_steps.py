"""A match from its bosses to its end, and what each step refuses."""

import pytest

from bos_tournament.matches import boss_reveal, first_player_choice, result_reports
from bos_tournament.matches.models import Match, Reason
from tests.matches.playing import bid_both, fresh, match_at, new_match, play_game, seats

Step = Match.Step
pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("step", Step.values)
def test_a_match_can_be_brought_to_every_step(step):
    assert match_at(step).step == step


def test_a_best_of_three_from_bosses_to_the_end():
    match = new_match()
    anna, ben = seats(match)

    boss_reveal.confirm_bosses(anna)
    assert fresh(match).step == Step.BOSSES
    boss_reveal.confirm_bosses(ben)
    assert fresh(match).step == Step.BIDDING
    bid_both(match, anna=4, ben=7)
    first_player_choice.choose_first(ben, goes_first=False)
    assert fresh(match).step == Step.PLAYING
    result_reports.report_result(ben, winner=anna, reason=Reason.CONCEDED)
    result_reports.report_result(anna, winner=anna, reason=Reason.CONCEDED)
    assert fresh(match).step == Step.BIDDING
    play_game(match, winner=2)
    play_game(match, winner=1)

    match = fresh(match)
    assert (match.step, match.winner, match.reason) == (Step.FINISHED, anna, Reason.PLAYED)
    assert [seat.games_won for seat in seats(match)] == [2, 1]
    first = match.games.first()
    assert (first.chooser, first.first, first.ether) == (ben, anna, {"1": 4, "2": 0})
    assert [game.reason for game in match.games.all()] == ["conceded", "played", "played"]
