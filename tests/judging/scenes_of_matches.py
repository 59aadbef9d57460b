"""What is done in a match, each deed as a scene, and the line it leaves in the trail."""
# ruff: noqa: E501 (a sentence is read best in one piece)

from bos_tournament.matches import bidding, choosing, clocks, opening, reporting, results
from bos_tournament.matches.models import Reason
from tests.judging.cast import at_table, cup, first_table, judge, with_clocks
from tests.matches.playing import Step, greet_both, live_attempt
from tests.tournaments import running


def void_attempt():
    case = at_table(Step.BIDDING)
    yield case.tournament
    bidding.void_attempt(case.match, by=judge(), reason="Ben bid for the wrong game.")


def enter_paper_bids():
    case = at_table(Step.BOSSES, on_paper=True)
    greet_both(case.match)
    yield case.tournament
    bidding.enter_paper_bids(case.match, by=judge(), amounts={1: 3, 2: 8})


def open_attempt():
    case = at_table(Step.BIDDING)
    bidding.seal_bid(case.anna, amount=3)
    bidding.seal_bid(case.ben, amount=8)
    attempt = case.match.attempts.latest("number")
    yield case.tournament
    opening.open_attempt(attempt.pk)


def name_chooser():
    case = at_table(Step.BIDDING)
    for _ in range(3):
        bidding.seal_bid(case.anna, amount=3)
        bidding.seal_bid(case.ben, amount=3)
        opening.open_attempt(live_attempt(case.match).pk)
    yield case.tournament
    choosing.name_chooser(case.anna)


def choose_first():
    case = at_table(Step.CHOICE)
    yield case.tournament
    choosing.choose_first(case.ben, goes_first=True)


def report():
    case = at_table()
    yield case.tournament
    reporting.report(case.anna, winner=case.ben, reason=Reason.CONCEDED)


def withdraw_report():
    case = at_table(Step.REPORTED)
    yield case.tournament
    reporting.withdraw_report(case.anna)


def agree():
    case = at_table(Step.REPORTED)
    yield case.tournament
    reporting.agree(case.ben)


def enter_result():
    table = first_table(tournament := cup())
    yield tournament
    running.enter(table, 2, 1, by=judge())


def correct():
    """A result that stands already."""
    table = first_table(tournament := cup())
    running.enter(table, 1, 2)
    yield tournament
    running.enter(table, 2, 1, by=judge())


def take_back():
    table = first_table(tournament := cup())
    running.enter(table, 2, 1)
    yield tournament
    results.take_back(table.match, by=judge(), why="It was table 2.")


def decide_game():
    case = at_table()
    yield case.tournament
    results.decide_game(case.game, by=judge(), winner=case.ben, why="Slow play.")


def replay_game():
    case = at_table(Step.FINISHED)
    yield case.tournament
    results.replay_game(case.match.games.get(number=1), by=judge(), why="Wrong deck.")


def pause_clocks():
    case = with_clocks(5)
    yield case.tournament
    clocks.pause(case.match, by=judge(), after=1, why="A ruling.")


def go_on_clocks():
    case = with_clocks(5)
    clocks.pause(case.match, by=case.anna.user, after=1)
    yield case.tournament
    clocks.go_on(case.match, by=judge(), after=2)


def set_clocks():
    case = with_clocks(5)
    yield case.tournament
    clocks.set_clocks(case.match, by=judge(), left={1: 600, 2: 600}, turn=2, why="The phone was off.")


# Each deed by module and name: its scene, and the line it leaves when Olga's request did it.
SCENES = {
    "matches.bidding.void_attempt": (void_attempt, "Olga made the bids on game 1 at table 1 in round 1 void, because: “Ben bid for the wrong game.”"),
    "matches.bidding.enter_paper_bids": (enter_paper_bids, "Olga entered the bids on game 1 at table 1 in round 1 from paper."),
    "matches.opening.open_attempt": (open_attempt, "The bids on game 1 at table 1 in round 1 were opened."),
    "matches.choosing.name_chooser": (name_chooser, "Ben chooses who goes first in game 1 at table 1 in round 1."),
    "matches.choosing.choose_first": (choose_first, "Olga chose at table 1 in round 1: Ben goes first in game 1."),
    "matches.reporting.report": (report, "Anna reported game 1 at table 1 in round 1: won by Ben (conceded)."),
    "matches.reporting.withdraw_report": (withdraw_report, "Anna took the report on game 1 at table 1 in round 1 back."),
    "matches.reporting.agree": (agree, "Game 1 at table 1 in round 1 was won by Anna (played)."),
    "matches.results.enter_result": (enter_result, "Judith entered the result at table 1 in round 1: {one} 2–1 {two}, because: “Told at the desk.”"),
    "matches.results.take_back": (take_back, "Judith took the result at table 1 in round 1 back: it was {one} 2–1 {two}, because: “It was table 2.”"),
    "matches.results.decide_game": (decide_game, "Judith decided a game at table 1 in round 1; now it stands Anna 0–1 Ben, still being played, because: “Slow play.”"),
    "matches.results.replay_game": (replay_game, "Judith took the result at table 1 in round 1 back: it was Anna 2–0 Ben, because: “Wrong deck.”"),
    "matches.clocks.pause": (pause_clocks, "Judith paused the clocks at table 1 in round 1, because: “A ruling.”"),
    "matches.clocks.go_on": (go_on_clocks, "Judith let the clocks go on at table 1 in round 1."),
    "matches.clocks.set_clocks": (set_clocks, "Judith set the clocks at table 1 in round 1, because: “The phone was off.”"),
}  # fmt: skip
