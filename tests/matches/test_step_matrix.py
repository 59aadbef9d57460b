"""Every deed at every step: allowed where it belongs, and elsewhere refused with nothing written."""

import pytest
from django.db import connection

from bos_tournament.errors import Refused
from bos_tournament.matches import (
    bid_entry,
    boss_reveal,
    first_player_choice,
    match_start,
    reserve_swaps,
    result_reports,
    staff_results,
)
from bos_tournament.matches.models import Match, Reason
from tests.matches.playing import enter, fresh, match_at, person, seats

Step = Match.Step
pytestmark = pytest.mark.django_db

PLAYERS_DEEDS = {
    "greet": (lambda seat: boss_reveal.confirm_bosses(seat), {Step.BOSSES}),
    "seal a bid": (lambda seat: bid_entry.seal_bid(seat, amount=3), {Step.BIDDING}),
    "name the chooser": (lambda seat: first_player_choice.name_chooser(seat), set()),  # only after three ties
    "choose": (lambda seat: first_player_choice.choose_first(seat, goes_first=True), {Step.CHOICE}),
    "swap": (lambda seat: reserve_swaps.swap_reserves(seat, out=[], into=[]), {Step.SWAPPING}),
    "report": (
        lambda seat: result_reports.report_result(seat, winner=seat, reason=Reason.PLAYED),
        {Step.PLAYING, Step.REPORTED},
    ),
    "agree": (lambda seat: result_reports.agree(seat), {Step.REPORTED, Step.DIFFERING}),
    "withdraw": (lambda seat: result_reports.withdraw_report(seat), set()),  # Ben has not reported
}
STAFF_DEEDS = {
    "enter a result": (lambda match, judge: enter(match, judge, wins=(0, 2), winner=2), set(Step)),
    "decide a game": (
        lambda match, judge: staff_results.decide_game(
            match.games.last(), by=judge, winner=seats(match)[1], why="Seen."
        ),
        set(Step),
    ),
    "replay a game": (
        lambda match, judge: staff_results.replay_game(match.games.last(), by=judge, why="Seen."),
        set(Step),
    ),
    "take back a result": (
        lambda match, judge: staff_results.withdraw_result(match, by=judge, why="Wrong table."),
        set(),
    ),
    "void the bids": (lambda match, judge: bid_entry.void_attempt(match, by=judge, reason="Seen."), {Step.BIDDING}),
    "enter paper bids": (lambda match, judge: bid_entry.enter_paper_bids(match, by=judge, amounts={1: 1, 2: 2}), set()),
}
TABLES = ("match", "seat", "game", "bidattempt", "bid", "swap", "report", "correction")


def everything():
    """All rows of all tables of matches, and all jobs, as text."""
    tables = [*(f"matches_{name}" for name in TABLES), "operations_job"]
    with connection.cursor() as cursor:
        rows = []
        for table in tables:
            cursor.execute(f"SELECT t::text FROM {table} t ORDER BY 1")
            rows += cursor.fetchall()
    return rows


def refused(deed, *arguments):
    before = everything()
    with pytest.raises(Refused) as refusal:
        deed(*arguments)
    assert everything() == before
    assert len(str(refusal.value)) > 20
    assert refusal.value.code
    return refusal.value.code


@pytest.mark.parametrize("step", Step.values)
@pytest.mark.parametrize("name", PLAYERS_DEEDS)
def test_ben_can_do_at_each_step_what_belongs_there_and_nothing_else(step, name):
    deed, steps = PLAYERS_DEEDS[name]
    match = match_at(step)
    ben = seats(match)[1]

    if step in steps:
        before = fresh(match).version
        deed(ben)
        assert fresh(match).version == before + (name != "seal a bid")
    else:
        code = refused(deed, ben)
        assert (code == "match_finished") == (step == Step.FINISHED)


@pytest.mark.parametrize("step", Step.values)
@pytest.mark.parametrize("name", STAFF_DEEDS)
def test_a_judge_can_rule_at_each_step_and_never_touches_opened_bids(step, name):
    deed, steps = STAFF_DEEDS[name]
    match, judge = match_at(step), person()

    if step in steps:
        deed(match, judge)
        assert not match.attempts.filter(state__in=["open", "one_in", "both_in"]).exclude(game__outcome="").exists()
    else:
        refused(deed, match, judge)


@pytest.mark.parametrize("step", Step.values)
def test_a_match_is_called_off_while_it_has_no_result_and_then_refuses_everything(step):
    match, judge = match_at(step), person()
    if step in (Step.SWAPPING, Step.FINISHED):  # the helper reaches swapping in game 2
        assert refused(match_start.withdraw_match, match) == "match_has_result"
        return

    match_start.withdraw_match(match)
    match_start.withdraw_match(match)

    assert not match.attempts.filter(state__in=["open", "one_in", "both_in"]).exists()
    for deed, _ in PLAYERS_DEEDS.values():
        assert refused(deed, seats(match)[0]) == "match_called_off"
    for deed, _ in STAFF_DEEDS.values():
        assert refused(deed, match, judge) == "match_called_off"


def test_who_has_confirmed_the_bosses_waits():
    match = match_at(Step.BOSSES)
    anna = seats(match)[0]
    boss_reveal.confirm_bosses(anna)

    assert refused(boss_reveal.confirm_bosses, anna) == "already_greeted"


def test_only_the_chooser_chooses():
    match = match_at(Step.CHOICE)

    assert (
        refused(lambda seat: first_player_choice.choose_first(seat, goes_first=True), seats(match)[0])
        == "not_the_chooser"
    )


def test_a_best_of_three_needs_two_people():
    with pytest.raises(ValueError, match="two"):
        match_start.start_matches([[]], edition="bos-1", pool=None, draws_allowed=True, bids_on_paper=False)
