"""Results from the desk: at any step, corrected after the end, decided or replayed by ruling."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bos_tournament.errors import Refused
from bos_tournament.matches import reserve_swaps, result_reports, staff_results
from bos_tournament.matches.models import Correction, Match, Reason
from bos_tournament.messages import localize, localize_all
from engine.messages import code_json
from tests.matches.playing import enter, fresh, live_attempt, match_at, new_match, person, play_game, seats

Step = Match.Step
pytestmark = pytest.mark.django_db


@pytest.fixture
def judge():
    return person("Judge Dora")


def refusal(deed, *arguments, **named):
    with pytest.raises(Refused) as refused:
        deed(*arguments, **named)
    return refused.value.code


def games(match):
    return [(game.outcome, game.winner and game.winner.number) for game in match.games.all()]


@pytest.mark.parametrize("step", Step.values)
def test_staff_enter_a_result_at_any_step(step, judge):
    match = match_at(step)

    told = enter(match, judge, wins=(1, 2), winner=2)

    match = fresh(match)
    assert staff_results.score(match) == staff_results.Score({1: 1, 2: 2}, 2, "played", True)
    assert match.entered_whole
    assert not match.games.filter(outcome="").exists()
    assert not match.attempts.filter(state__in=["open", "one_in", "both_in"]).exists()
    assert told


def test_a_correction_keeps_the_old_value_and_says_what_it_changes(judge):
    match = match_at(Step.FINISHED)
    anna, ben = seats(match)

    told = enter(match, judge, wins=(1, 2), winner=2, why="The slip was read wrongly.")

    assert localize_all(told) == [
        f"Games won by {anna.user}: 1 instead of 2.",
        f"Games won by {ben.user}: 2 instead of 0.",
        f"Winner: {ben.user} instead of {anna.user}.",
    ]
    correction = Correction.objects.get()
    assert (correction.by, correction.reason) == (judge, "The slip was read wrongly.")
    assert (correction.before["wins"], correction.before["winner"]) == ({"1": 2, "2": 0}, 1)
    assert (correction.after["wins"], correction.after["winner"]) == ({"1": 1, "2": 2}, 2)
    assert correction.after["changes"] == list(map(code_json, told))


def test_what_would_change_can_be_asked_before(judge):
    match = match_at(Step.PLAYING)
    anna, _ = seats(match)

    told = staff_results.changes(match, wins={1: 2, 2: 0}, winner=anna, reason=Reason.FORFEIT)

    assert localize_all(told) == [
        f"Games won by {anna.user}: 2.",
        "The match ends.",
        f"{anna.user} wins.",
        "Reason: forfeit.",
    ]
    assert fresh(match).step == Step.PLAYING


@pytest.mark.parametrize(
    ("wins", "winner", "reason", "code"),
    [
        ((2, 2), 1, "played", "two_winners"),
        ((3, 0), 1, "played", "wins_missing"),
        ((-1, 0), 1, "played", "wins_missing"),
        ((1,), 1, "played", "wins_missing"),
        ((2, 0), 2, "played", "figures_disagree"),
        ((1, 1), 1, "played", "figures_disagree"),
        ((1, 0), None, "played", "figures_disagree"),
    ],
)
def test_figures_that_cannot_be_are_refused(judge, wins, winner, reason, code):
    match = match_at(Step.PLAYING)

    assert refusal(enter, match, judge, wins=wins, winner=winner, reason=Reason(reason)) == code
    assert not Correction.objects.exists()


def test_who_leads_may_lose_on_time_and_a_match_may_be_drawn_where_draws_are_allowed(judge):
    match = match_at(Step.SWAPPING)
    enter(match, judge, wins=(1, 0), winner=2, reason=Reason.TIME)
    assert fresh(match).winner.number == 2

    enter(match, judge, wins=(1, 1), winner=None)
    assert fresh(match).winner is None


def test_a_match_that_needs_a_winner_is_not_drawn_unless_nobody_came(judge):
    match = match_at(Step.BOSSES, draws_allowed=False)

    assert refusal(enter, match, judge, wins=(1, 1), winner=None) == "no_draws"
    enter(match, judge, wins=(0, 0), winner=None, reason=Reason.DOUBLE_NO_SHOW)


def test_every_change_needs_a_reason_and_a_difference(judge):
    match = match_at(Step.FINISHED)
    game = match.games.first()

    assert refusal(enter, match, judge, why=" ") == "reason_missing"
    assert refusal(enter, match, judge, why="x" * 301) == "reason_too_long"
    assert refusal(enter, match, judge, wins=(2, 0)) == "nothing_changes"
    assert refusal(staff_results.decide_game, game, by=judge, winner=game.winner, why="Same.") == "nothing_changes"
    stranger = seats(new_match())[0]
    assert refusal(staff_results.decide_game, game, by=judge, winner=stranger, why="Who?") == "winner_not_seated"


def test_a_judge_decides_the_game_that_is_on_and_the_match_goes_on(judge):
    match = match_at(Step.DIFFERING)
    _, ben = seats(match)

    told = staff_results.decide_game(match.games.get(), by=judge, winner=ben, why="Both records agree.")

    assert games(match) == [("won", 2), ("", None)]
    assert match.games.first().reason == "judged"
    assert fresh(match).step == Step.BIDDING
    assert localize(told[0]) == f"Game 1 is won by {ben.user}."
    play_game(match, winner=2)
    assert fresh(match).winner == ben


def test_deciding_a_game_while_bids_wait_voids_them(judge):
    match = match_at(Step.BIDDING)

    staff_results.decide_game(match.games.get(), by=judge, winner=seats(match)[0], why="Ben left.")

    assert [attempt.state for attempt in match.attempts.all()] == ["void", "open"]
    assert live_attempt(match).game.number == 2


def test_an_earlier_game_decided_otherwise_opens_a_finished_match_again(judge):
    match = match_at(Step.FINISHED)
    _, ben = seats(match)

    staff_results.decide_game(match.games.first(), by=judge, winner=ben, why="An illegal summon.")

    match = fresh(match)
    assert (match.step, match.winner, match.reason, match.finished_at) == (Step.BIDDING, None, "", None)
    assert [seat.games_won for seat in seats(match)] == [1, 1]
    play_game(match, winner=2)
    assert fresh(match).winner == ben


def test_an_earlier_game_decided_otherwise_can_end_a_match_that_goes_on(judge):
    match = match_at(Step.BIDDING)
    play_game(match, winner=1)
    play_game(match, winner=2)

    staff_results.decide_game(match.games.first(), by=judge, winner=seats(match)[1], why="An illegal summon.")

    assert (fresh(match).step, fresh(match).winner.number) == (Step.FINISHED, 2)
    assert games(match)[-1] == ("cut", None)


def test_games_after_the_deciding_one_count_nowhere(judge):
    match = match_at(Step.BIDDING)
    for winner in (1, 2, 1):
        play_game(match, winner=winner)

    staff_results.decide_game(match.games.first(), by=judge, winner=seats(match)[1], why="An illegal summon.")

    assert staff_results.score(fresh(match)) == staff_results.Score({1: 0, 2: 2}, 2, "played", True)


def test_a_game_replayed_by_ruling_counts_nowhere_and_another_takes_its_place(judge):
    match = match_at(Step.FINISHED)

    told = staff_results.replay_game(match.games.first(), by=judge, why="The deck was short.")

    assert games(match) == [("replayed", None), ("won", 1), ("", None)]
    assert staff_results.score(fresh(match)) == staff_results.Score({1: 1, 2: 0}, None, "", False)
    assert localize(told[0]) == "Game 1 no longer counts and is replayed."
    assert refusal(staff_results.replay_game, match.games.first(), by=judge, why="Again.") == "nothing_changes"


def test_a_game_drawn_by_ruling_is_replayed(judge):
    match = match_at(Step.REPORTED)

    staff_results.decide_game(match.games.get(), by=judge, winner=None, why="Both fell to 0.")

    assert games(match) == [("drawn", None), ("", None)]


def test_no_game_changes_a_result_that_was_entered_as_a_whole(judge):
    match = match_at(Step.SWAPPING)
    enter(match, judge, wins=(1, 2), winner=2)

    for deed in (staff_results.replay_game, lambda *a, **n: staff_results.decide_game(*a, winner=None, **n)):
        assert refusal(deed, match.games.first(), by=judge, why="Hm.") == "result_entered_whole"


@pytest.mark.parametrize("step", [step for step in Step.values if step != "finished"])
def test_a_result_entered_at_the_wrong_table_is_taken_back_and_the_match_goes_on_where_it_was(step, judge):
    match = match_at(step)
    enter(match, judge, wins=(0, 2), winner=2)
    enter(match, judge, wins=(1, 2), winner=2)

    told = staff_results.withdraw_result(match, by=judge, why="It was table 4.")

    match = fresh(match)
    assert match.step == step
    assert [seat.games_won for seat in seats(match)] == ([1, 0] if step == "swapping" else [0, 0])
    assert "still being played" in localize(told[1])
    if step == Step.BIDDING:
        assert live_attempt(match).number == 2
    if step == Step.REPORTED:
        result_reports.agree(seats(match)[1])
        assert fresh(match).step == Step.BIDDING


def test_taking_back_a_correction_brings_the_played_result_again(judge):
    match = match_at(Step.FINISHED)
    assert refusal(staff_results.withdraw_result, match, by=judge, why="Hm.") == "not_entered"
    enter(match, judge, wins=(0, 2), winner=2)

    staff_results.withdraw_result(match, by=judge, why="It was table 4.")

    assert staff_results.score(fresh(match)) == staff_results.Score({1: 2, 2: 0}, 1, "played", True)


def test_the_score_of_prefetched_matches_asks_nothing():
    for step in (Step.FINISHED, Step.PLAYING):
        match_at(step)
    matches = list(Match.objects.prefetch_related("seats"))

    with CaptureQueriesContext(connection) as queries:
        scores = [staff_results.score(match) for match in matches]

    assert len(queries) == 0
    assert {score.finished for score in scores} == {True, False}


def test_after_a_ruling_in_game_one_a_match_that_went_on_shows_how_it_ended(judge, client):
    match = match_at(Step.SWAPPING)  # Anna won game 1.
    anna, ben = seats(match)
    staff_results.decide_game(match.games.get(number=1), by=judge, winner=ben, why="Her boss was not ready.")
    before = client.get(match.get_absolute_url()).content.decode()
    for seat in seats(match):
        reserve_swaps.swap_reserves(seat, out=[], into=[])
    result_reports.report_result(seats(match)[0], winner=anna, reason=Reason.PLAYED)
    result_reports.agree(seats(match)[1])
    play_game(match, winner=1)

    after = client.get(match.get_absolute_url()).content.decode()

    assert f"Match: {anna.user} 0 – {ben.user} 1, still being played." in before
    assert "still being played" not in after
    assert f"Match: {anna.user} 2 – {ben.user} 1, {anna.user} wins" in after
    assert f"Game 1 is won by {ben.user}." in after
