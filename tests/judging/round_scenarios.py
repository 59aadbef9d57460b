"""What is done from the start of a tournament to its end, each deed as a scene, and the line it leaves in the trail."""
# ruff: noqa: E501 (a sentence is read best in one piece)

from bos_tournament.matches.models import Reason
from bos_tournament.tournaments.entrants import participation
from bos_tournament.tournaments.printing import slip_entry
from bos_tournament.tournaments.rounds import (
    manual_pairing,
    result_entry,
    round_clock,
    round_cycle,
    round_repair,
    top_cut,
    tournament_end,
    undo_actions,
)
from bos_tournament.tournaments.standings import featured_matches, final_standings
from tests.factories import UserFactory
from tests.judging.scenario_people import FOUR, at_table, cup, first_table, judge, olga, with_clocks
from tests.matches.playing import Step
from tests.tournaments import running_tournaments


def start():
    tournament = running_tournaments.opened(FOUR)
    yield tournament
    running_tournaments.start(tournament)


def draft():
    tournament = cup()
    yield tournament
    round_cycle.create_draft_round(tournament, number=1)


def one_tap():
    tournament = cup()
    yield tournament
    round_cycle.close_and_start_next(tournament, number=1)


def drafted():
    tournament = cup()
    return tournament, round_cycle.create_draft_round(tournament, number=1)


def redraw():
    tournament, round_ = drafted()
    yield tournament
    round_cycle.redraw_round(round_)


def discard():
    tournament, round_ = drafted()
    yield tournament
    round_cycle.discard(round_)


def exchange():
    tournament, round_ = drafted()
    one, other = (round_.pairings.get(table=table).sittings.first().entrant_id for table in (1, 2))
    yield tournament
    manual_pairing.swap_entrants(round_, one=one, other=other, why="They are sisters.")


def publish():
    tournament, round_ = drafted()
    yield tournament
    round_cycle.publish(round_)


def unpublish():
    round_ = running_tournaments.publish(tournament := cup())
    yield tournament
    round_cycle.unpublish(round_)


def close():
    round_ = running_tournaments.publish(tournament := cup())
    running_tournaments.play(round_)
    yield tournament
    round_cycle.close(round_)


def mend():
    tournament = running_tournaments.running(running_tournaments.NAMES[:6], planned=3)
    first = running_tournaments.play_and_close(tournament)
    second = running_tournaments.publish(tournament)
    table = first.pairings.get(table=1)
    wins = table.match.seats.get(games_won=0)
    result_entry.enter_result(
        table,
        by=judge(),
        wins={wins.number: 2, 3 - wins.number: 0},
        winner=wins,
        reason=Reason.PLAYED,
        why="The slip was read wrong.",
        seen=table.match.version,
    )
    repair = round_repair.repair_of(second)
    offer = next(one for one in repair.offers if one.changes)
    yield tournament
    round_repair.repair_round(second, mending=offer.mending, token=repair.token, why="Anna had lost.")


def seed():
    tournament = running_tournaments.opened(FOUR)
    yield tournament
    participation.seed(running_tournaments.entrant(tournament, "Anna"), seeding=2)


def promise_byes():
    tournament = running_tournaments.opened(FOUR)
    yield tournament
    participation.set_earned_byes(running_tournaments.entrant(tournament, "Anna"), byes=2)


def undo():
    tournament = cup()
    yield tournament
    undo_actions.undo(tournament, "start", token=undo_actions.preview_undo(tournament, "start").token)


def start_cut():
    tournament = running_tournaments.running(FOUR, planned=1, format="swiss_cut", cut=2)
    running_tournaments.play_and_close(tournament)
    yield tournament
    top_cut.start_cut(tournament)


def played_out():
    tournament = running_tournaments.running(FOUR, planned=1)
    running_tournaments.play_and_close(tournament)
    return tournament


def finish():
    tournament = played_out()
    yield tournament
    tournament_end.finish_tournament(tournament)


def close_anew():
    tournament = played_out()
    tournament_end.finish_tournament(tournament)
    stage = tournament.stages.get()
    pairing = stage.rounds.get().pairings.order_by("table").first()
    match = pairing.match
    match.refresh_from_db()
    loser = match.seats.exclude(pk=match.winner_id).get()
    wins = {seat.number: 2 if seat == loser else 0 for seat in match.seats.all()}
    said = {"wins": wins, "winner": loser, "reason": Reason.PLAYED, "why": "Read the wrong way round."}
    result_entry.enter_result(pairing, by=judge(), seen=match.version, **said)
    found = final_standings.differences(tournament)[0]
    yield tournament
    final_standings.update_final_standings(found.stage, by=olga(), why="The slip was read wrongly.", token=found.token)


def drop():
    tournament = cup()
    yield tournament
    participation.drop(running_tournaments.entrant(tournament, "Anna"), why="Train.")


def undo_drop():
    tournament = cup()
    anna = participation.drop(running_tournaments.entrant(tournament, "Anna"))
    yield tournament
    participation.undo_drop(anna)


def judge_again():
    return UserFactory(handle="Jonas")


def bring_back():
    tournament = cup()
    anna = participation.remove_entrant(
        running_tournaments.entrant(tournament, "Anna"), by=judge(), why="Was not there."
    )
    yield tournament
    participation.reinstate(anna, by=judge_again())


def remove():
    tournament = cup()
    yield tournament
    participation.remove_entrant(running_tournaments.entrant(tournament, "Anna"), by=judge(), why="Fell ill.")


def disqualify():
    tournament = cup()
    yield tournament
    participation.disqualify(
        running_tournaments.entrant(tournament, "Anna"), by=judge(), why="Took back a bid by force."
    )


def no_show():
    table = first_table(tournament := cup())
    yield tournament
    participation.no_show(table, absent=[1], by=judge(), why="Ten minutes.", and_drop=True)


def fix_table():
    tournament = cup()
    yield tournament
    participation.fix_table(running_tournaments.entrant(tournament, "Anna"), table=2)


def settle():
    table = first_table(tournament := cup())
    yield tournament
    won = table.match.seats.get(number=1)
    result_entry.enter_result(table, by=judge(), wins={1: 2, 2: 1}, winner=won, reason=Reason.PLAYED, why="Slip.")


def settle_game():
    case = at_table()
    yield case.tournament
    result_entry.decide(case.game, by=judge(), winner=case.ben, why="Slow play.")


def decide_by_time():
    case = with_clocks(5_000)
    yield case.tournament
    result_entry.decide_by_time(case.match.pairing, by=judge(), why="Out of time.")


def settle_replay():
    case = at_table(Step.FINISHED)
    yield case.tournament
    result_entry.replay(case.match.games.get(number=1), by=judge(), why="Wrong deck.")


def settle_take_back():
    table = first_table(tournament := cup())
    running_tournaments.enter(table, 2, 1)
    yield tournament
    result_entry.undo_result(table, by=judge(), why="It was table 2.")


def start_time():
    round_ = running_tournaments.publish(tournament := cup())
    yield tournament
    round_clock.start_round_clock(round_, minutes=50)


def timed():
    round_ = running_tournaments.publish(tournament := cup())
    round_clock.start_round_clock(round_, minutes=50)
    return tournament, round_


def pause_time():
    tournament, round_ = timed()
    yield tournament
    round_clock.pause_round_clock(round_)


def go_on():
    tournament, round_ = timed()
    round_clock.pause_round_clock(round_)
    yield tournament
    round_clock.resume_round_clock(round_)


def lengthen():
    tournament, round_ = timed()
    yield tournament
    round_clock.lengthen_round_clock(round_, minutes=5)


def feature():
    table = first_table(tournament := cup())
    yield tournament
    featured_matches.feature(table)


def unfeature():
    table = featured_matches.feature(first_table(tournament := cup()))
    yield tournament
    featured_matches.unfeature(table)


def extend():
    table = first_table(tournament := cup())
    yield tournament
    round_clock.extend(table, minutes=7, why="A long ruling.", by=olga())


def withdraw_extension():
    table = first_table(tournament := cup())
    given = round_clock.extend(table, minutes=7, why="A long ruling.", by=olga())
    yield tournament
    round_clock.withdraw_extension(given)


def enter_slip():
    round_ = running_tournaments.publish(tournament := cup())
    yield tournament
    slip_entry.enter(round_, table=1, games=(2, 0), by=judge())


# Each deed by module and name: its scene, and the line it leaves when Olga's request did it.
SCENES = {
    "tournaments.tournament_start.start_tournament": (start, "Anna, Ben, Cleo and Dora started playing, through an action of Olga."),
    "tournaments.round_cycle.create_draft_round": (draft, "Olga drew round 1."),
    "tournaments.round_cycle.close_and_start_next": (one_tap, "Olga published round 1."),
    "tournaments.round_cycle.redraw_round": (redraw, "Olga drew round 1 again."),
    "tournaments.round_cycle.discard": (discard, "Olga discarded the draft of round 1."),
    "tournaments.manual_pairing.swap_entrants": (exchange, "Olga paired {four} by hand at tables 1 and 2 in round 1, because: “They are sisters.”"),
    "tournaments.round_cycle.publish": (publish, "Olga published round 1."),
    "tournaments.round_cycle.unpublish": (unpublish, "Olga unpublished round 1; its matches were cancelled."),
    "tournaments.round_cycle.close": (close, "Olga closed round 1."),
    "tournaments.round_repair.repair_round": (mend, "Olga paired {six} again at tables {tables} in round 2, because: “Anna had lost.”"),
    "tournaments.participation.seed": (seed, "Olga seeded Anna at 2."),
    "tournaments.participation.set_earned_byes": (promise_byes, "Olga recorded the byes Anna earned: 2."),
    "tournaments.undo_actions.undo": (undo, "Olga undid the start; registration continues."),
    "tournaments.top_cut.start_cut": (start_cut, "Olga started stage 2 (single elimination)."),
    "tournaments.tournament_end.finish_tournament": (finish, "Olga finished the tournament."),
    "tournaments.final_standings.update_final_standings": (
        close_anew,
        "Olga published the final standings, because: “The slip was read wrongly.”",
    ),
    "tournaments.participation.drop": (drop, "Olga dropped Anna, because: “Train.”"),
    "tournaments.participation.undo_drop": (undo_drop, "Olga undid the drop of Anna."),
    "tournaments.participation.reinstate": (bring_back, "Olga undid the drop of Anna."),
    "tournaments.participation.remove_entrant": (remove, "Olga removed Anna, because: “Fell ill.”"),
    "tournaments.participation.disqualify": (disqualify, "Olga disqualified Anna, because: “Took back a bid by force.”"),
    "tournaments.participation.no_show": (no_show, "Judith entered the result at table 1 in round 1: {one} 0–2 {two}, no-show, because: “Ten minutes.”"),
    "tournaments.participation.fix_table": (fix_table, "Olga gave Anna fixed table 2."),
    "tournaments.result_entry.enter_result": (settle, "Judith entered the result at table 1 in round 1: {one} 2–1 {two}, because: “Slip.”"),
    "tournaments.result_entry.decide": (settle_game, "Judith decided a game at table 1 in round 1; the score is now Anna 0–1 Ben, still being played, because: “Slow play.”"),
    "tournaments.result_entry.decide_by_time": (decide_by_time, "Judith entered the result at table 1 in round 1: Anna 0–0 Ben, lost on time, because: “Out of time.”"),
    "tournaments.result_entry.replay": (settle_replay, "Judith undid the result at table 1 in round 1: it was Anna 2–0 Ben, because: “Wrong deck.”"),
    "tournaments.result_entry.undo_result": (settle_take_back, "Judith undid the result at table 1 in round 1: it was {one} 2–1 {two}, because: “It was table 2.”"),
    "tournaments.round_clock.start_round_clock": (start_time, "Olga started the timer of round 1: 50 minutes."),
    "tournaments.round_clock.pause_round_clock": (pause_time, "Olga paused the timer of round 1."),
    "tournaments.round_clock.resume_round_clock": (go_on, "Olga resumed the timer of round 1."),
    "tournaments.round_clock.lengthen_round_clock": (lengthen, "Olga changed the timer of round 1 to 55 minutes in total."),
    "tournaments.featured_matches.feature": (feature, "Olga featured {one} and {two} at table 1 in round 1."),
    "tournaments.featured_matches.unfeature": (unfeature, "Olga stopped featuring {one} and {two} at table 1 in round 1."),
    "tournaments.round_clock.extend": (extend, "Olga added 7 minutes at table 1 in round 1, because: “A long ruling.”"),
    "tournaments.round_clock.withdraw_extension": (withdraw_extension, "Olga removed the 7 added minutes at table 1 in round 1."),
    "tournaments.slip_entry.enter": (enter_slip, "Judith entered the result at table 1 in round 1: {one} 2–0 {two}, because: “From the result slip.”"),
}  # fmt: skip
