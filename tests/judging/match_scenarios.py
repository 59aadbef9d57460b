"""What is done in a match, each deed as a scene, and the line it leaves in the trail."""
# ruff: noqa: E501 (a sentence is read best in one piece)

from bos_tournament.matches import bid_entry, bid_opening, clocks, first_player_choice, result_reports, staff_results
from bos_tournament.matches.models import Reason
from tests.judging.scenario_people import at_table, cup, first_table, judge, with_clocks
from tests.matches.playing import Step, greet_both, live_attempt
from tests.tournaments import running_tournaments


def void_attempt():
    case = at_table(Step.BIDDING)
    yield case.tournament
    bid_entry.void_attempt(case.match, by=judge(), reason="Ben bid for the wrong game.")


def enter_paper_bids():
    case = at_table(Step.BOSSES, on_paper=True)
    greet_both(case.match)
    yield case.tournament
    bid_entry.enter_paper_bids(case.match, by=judge(), amounts={1: 3, 2: 8})


def open_attempt():
    case = at_table(Step.BIDDING)
    bid_entry.seal_bid(case.anna, amount=3)
    bid_entry.seal_bid(case.ben, amount=8)
    attempt = case.match.attempts.latest("number")
    yield case.tournament
    bid_opening.open_attempt(attempt.pk)


def open_attempts():
    case = at_table(Step.BIDDING)
    bid_entry.seal_bid(case.anna, amount=3)
    bid_entry.seal_bid(case.ben, amount=8)
    attempt = case.match.attempts.latest("number")
    yield case.tournament
    bid_opening.open_attempts([attempt.pk])


def name_chooser():
    case = at_table(Step.BIDDING)
    for _ in range(3):
        bid_entry.seal_bid(case.anna, amount=3)
        bid_entry.seal_bid(case.ben, amount=3)
        bid_opening.open_attempt(live_attempt(case.match).pk)
    yield case.tournament
    first_player_choice.name_chooser(case.anna)


def choose_first():
    case = at_table(Step.CHOICE)
    yield case.tournament
    first_player_choice.choose_first(case.ben, goes_first=True)


def report():
    case = at_table()
    yield case.tournament
    result_reports.report_result(case.anna, winner=case.ben, reason=Reason.CONCEDED)


def withdraw_report():
    case = at_table(Step.REPORTED)
    yield case.tournament
    result_reports.withdraw_report(case.anna)


def agree():
    case = at_table(Step.REPORTED)
    yield case.tournament
    result_reports.agree(case.ben)


def enter_result():
    table = first_table(tournament := cup())
    yield tournament
    running_tournaments.enter(table, 2, 1, by=judge())


def correct():
    """A result that stands already."""
    table = first_table(tournament := cup())
    running_tournaments.enter(table, 1, 2)
    yield tournament
    running_tournaments.enter(table, 2, 1, by=judge())


def take_back():
    table = first_table(tournament := cup())
    running_tournaments.enter(table, 2, 1)
    yield tournament
    staff_results.withdraw_result(table.match, by=judge(), why="It was table 2.")


def decide_game():
    case = at_table()
    yield case.tournament
    staff_results.decide_game(case.game, by=judge(), winner=case.ben, why="Slow play.")


def replay_game():
    case = at_table(Step.FINISHED)
    yield case.tournament
    staff_results.replay_game(case.match.games.get(number=1), by=judge(), why="Wrong deck.")


def pause_clocks():
    case = with_clocks(5)
    yield case.tournament
    clocks.pause_clocks(case.match, by=judge(), after=1, why="A ruling.")


def go_on_clocks():
    case = with_clocks(5)
    clocks.pause_clocks(case.match, by=case.anna.user, after=1)
    yield case.tournament
    clocks.resume_clocks(case.match, by=judge(), after=2)


def set_clocks():
    case = with_clocks(5)
    yield case.tournament
    clocks.set_clocks(case.match, by=judge(), left={1: 600, 2: 600}, turn=2, why="The phone was off.")


# Each deed by module and name: its scene, and the line it leaves when Olga's request did it.
SCENES = {
    "matches.bid_entry.void_attempt": (void_attempt, "Olga voided the bids on game 1 at table 1 in round 1, because: “Ben bid for the wrong game.”"),
    "matches.bid_entry.enter_paper_bids": (enter_paper_bids, "Olga entered the paper bids on game 1 at table 1 in round 1."),
    "matches.bid_opening.open_attempt": (open_attempt, "The bids on game 1 at table 1 in round 1 were opened."),
    "matches.bid_opening.open_attempts": (open_attempts, "The bids on game 1 at table 1 in round 1 were opened."),
    "matches.first_player_choice.name_chooser": (name_chooser, "Ben chooses who goes first in game 1 at table 1 in round 1."),
    "matches.first_player_choice.choose_first": (choose_first, "Olga chose at table 1 in round 1: Ben goes first in game 1."),
    "matches.result_reports.report_result": (report, "Anna reported game 1 at table 1 in round 1: won by Ben (conceded)."),
    "matches.result_reports.withdraw_report": (withdraw_report, "Anna withdrew the report on game 1 at table 1 in round 1."),
    "matches.result_reports.agree": (agree, "Game 1 at table 1 in round 1 was won by Anna (played)."),
    "matches.staff_results.enter_result": (enter_result, "Judith entered the result at table 1 in round 1: {one} 2–1 {two}, because: “Reported at the desk.”"),
    "matches.staff_results.withdraw_result": (take_back, "Judith undid the result at table 1 in round 1: it was {one} 2–1 {two}, because: “It was table 2.”"),
    "matches.staff_results.decide_game": (decide_game, "Judith decided a game at table 1 in round 1; the score is now Anna 0–1 Ben, still being played, because: “Slow play.”"),
    "matches.staff_results.replay_game": (replay_game, "Judith undid the result at table 1 in round 1: it was Anna 2–0 Ben, because: “Wrong deck.”"),
    "matches.clocks.pause_clocks": (pause_clocks, "Judith paused the clocks at table 1 in round 1, because: “A ruling.”"),
    "matches.clocks.resume_clocks": (go_on_clocks, "Judith resumed the clocks at table 1 in round 1."),
    "matches.clocks.set_clocks": (set_clocks, "Judith set the clocks at table 1 in round 1, because: “The phone was off.”"),
}  # fmt: skip
