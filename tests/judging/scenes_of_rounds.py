"""What is done from the start of a tournament to its end, each deed as a scene, and the line it leaves in the trail."""
# ruff: noqa: E501 (a sentence is read best in one piece)

from bos_tournament.matches.models import Reason
from bos_tournament.tournaments import (
    cut,
    featuring,
    fielding,
    finishing,
    hand,
    repairing,
    rounds,
    settling,
    slips,
    snapshots,
    timing,
    undoing,
)
from tests.factories import UserFactory
from tests.judging.cast import FOUR, at_table, cup, first_table, judge, olga, with_clocks
from tests.matches.playing import Step
from tests.tournaments import running


def start():
    tournament = running.opened(FOUR)
    yield tournament
    running.start(tournament)


def draft():
    tournament = cup()
    yield tournament
    rounds.draft(tournament, number=1)


def one_tap():
    tournament = cup()
    yield tournament
    rounds.go_on(tournament, number=1)


def drafted():
    tournament = cup()
    return tournament, rounds.draft(tournament, number=1)


def redraw():
    tournament, round_ = drafted()
    yield tournament
    rounds.redraw(round_)


def discard():
    tournament, round_ = drafted()
    yield tournament
    rounds.discard(round_)


def exchange():
    tournament, round_ = drafted()
    one, other = (round_.pairings.get(table=table).sittings.first().entrant_id for table in (1, 2))
    yield tournament
    hand.exchange(round_, one=one, other=other, why="They are sisters.")


def publish():
    tournament, round_ = drafted()
    yield tournament
    rounds.publish(round_)


def unpublish():
    round_ = running.publish(tournament := cup())
    yield tournament
    rounds.unpublish(round_)


def close():
    round_ = running.publish(tournament := cup())
    running.play(round_)
    yield tournament
    rounds.close(round_)


def mend():
    tournament = running.running(running.NAMES[:6], planned=3)
    first = running.play_and_close(tournament)
    second = running.publish(tournament)
    table = first.pairings.get(table=1)
    wins = table.match.seats.get(games_won=0)
    settling.settle(
        table,
        by=judge(),
        wins={wins.number: 2, 3 - wins.number: 0},
        winner=wins,
        reason=Reason.PLAYED,
        why="The slip was read wrong.",
        seen=table.match.version,
    )
    repair = repairing.repair_of(second)
    offer = next(one for one in repair.offers if one.changes)
    yield tournament
    repairing.mend(second, mending=offer.mending, token=repair.token, why="Anna had lost.")


def seed():
    tournament = running.opened(FOUR)
    yield tournament
    fielding.seed(running.entrant(tournament, "Anna"), seeding=2)


def promise_byes():
    tournament = running.opened(FOUR)
    yield tournament
    fielding.promise_byes(running.entrant(tournament, "Anna"), byes=2)


def undo():
    tournament = cup()
    yield tournament
    undoing.undo(tournament, "start", token=undoing.offer(tournament, "start").token)


def start_cut():
    tournament = running.running(FOUR, planned=1, format="swiss_cut", cut=2)
    running.play_and_close(tournament)
    yield tournament
    cut.start_cut(tournament)


def played_out():
    tournament = running.running(FOUR, planned=1)
    running.play_and_close(tournament)
    return tournament


def finish():
    tournament = played_out()
    yield tournament
    finishing.finish(tournament)


def close_anew():
    tournament = played_out()
    finishing.finish(tournament)
    stage = tournament.stages.get()
    pairing = stage.rounds.get().pairings.order_by("table").first()
    match = pairing.match
    match.refresh_from_db()
    loser = match.seats.exclude(pk=match.winner_id).get()
    wins = {seat.number: 2 if seat == loser else 0 for seat in match.seats.all()}
    said = {"wins": wins, "winner": loser, "reason": Reason.PLAYED, "why": "Read the wrong way round."}
    settling.settle(pairing, by=judge(), seen=match.version, **said)
    found = snapshots.differences(tournament)[0]
    yield tournament
    snapshots.close_anew(found.stage, by=olga(), why="The slip was read wrongly.", token=found.token)


def drop():
    tournament = cup()
    yield tournament
    fielding.drop(running.entrant(tournament, "Anna"), why="Train.")


def undo_drop():
    tournament = cup()
    anna = fielding.drop(running.entrant(tournament, "Anna"))
    yield tournament
    fielding.undo_drop(anna)


def judge_again():
    return UserFactory(handle="Jonas")


def bring_back():
    tournament = cup()
    anna = fielding.remove(running.entrant(tournament, "Anna"), by=judge(), why="Was not there.")
    yield tournament
    fielding.bring_back(anna, by=judge_again())


def remove():
    tournament = cup()
    yield tournament
    fielding.remove(running.entrant(tournament, "Anna"), by=judge(), why="Fell ill.")


def disqualify():
    tournament = cup()
    yield tournament
    fielding.disqualify(running.entrant(tournament, "Anna"), by=judge(), why="Took back a bid by force.")


def no_show():
    table = first_table(tournament := cup())
    yield tournament
    fielding.no_show(table, absent=[1], by=judge(), why="Ten minutes.", and_drop=True)


def fix_table():
    tournament = cup()
    yield tournament
    fielding.fix_table(running.entrant(tournament, "Anna"), table=2)


def settle():
    table = first_table(tournament := cup())
    yield tournament
    won = table.match.seats.get(number=1)
    settling.settle(table, by=judge(), wins={1: 2, 2: 1}, winner=won, reason=Reason.PLAYED, why="Slip.")


def settle_game():
    case = at_table()
    yield case.tournament
    settling.decide(case.game, by=judge(), winner=case.ben, why="Slow play.")


def decide_by_time():
    case = with_clocks(5_000)
    yield case.tournament
    settling.decide_by_time(case.match.pairing, by=judge(), why="Out of time.")


def settle_replay():
    case = at_table(Step.FINISHED)
    yield case.tournament
    settling.replay(case.match.games.get(number=1), by=judge(), why="Wrong deck.")


def settle_take_back():
    table = first_table(tournament := cup())
    running.enter(table, 2, 1)
    yield tournament
    settling.take_back(table, by=judge(), why="It was table 2.")


def start_time():
    round_ = running.publish(tournament := cup())
    yield tournament
    timing.start(round_, minutes=50)


def timed():
    round_ = running.publish(tournament := cup())
    timing.start(round_, minutes=50)
    return tournament, round_


def pause_time():
    tournament, round_ = timed()
    yield tournament
    timing.pause(round_)


def go_on():
    tournament, round_ = timed()
    timing.pause(round_)
    yield tournament
    timing.go_on(round_)


def lengthen():
    tournament, round_ = timed()
    yield tournament
    timing.lengthen(round_, minutes=5)


def feature():
    table = first_table(tournament := cup())
    yield tournament
    featuring.feature(table)


def unfeature():
    table = featuring.feature(first_table(tournament := cup()))
    yield tournament
    featuring.unfeature(table)


def extend():
    table = first_table(tournament := cup())
    yield tournament
    timing.extend(table, minutes=7, why="A long ruling.", by=olga())


def withdraw_extension():
    table = first_table(tournament := cup())
    given = timing.extend(table, minutes=7, why="A long ruling.", by=olga())
    yield tournament
    timing.withdraw_extension(given)


def enter_slip():
    round_ = running.publish(tournament := cup())
    yield tournament
    slips.enter(round_, table=1, games=(2, 0), by=judge())


# Each deed by module and name: its scene, and the line it leaves when Olga's request did it.
SCENES = {
    "tournaments.starting.start": (start, "Anna, Ben, Cleo and Dora began to play, through a deed of Olga."),
    "tournaments.rounds.draft": (draft, "Olga drew round 1."),
    "tournaments.rounds.go_on": (one_tap, "Olga published round 1."),
    "tournaments.rounds.redraw": (redraw, "Olga drew round 1 anew."),
    "tournaments.rounds.discard": (discard, "Olga threw the draft of round 1 away."),
    "tournaments.hand.exchange": (exchange, "Olga set {four} by hand at tables 1 and 2 in round 1, because: “They are sisters.”"),
    "tournaments.rounds.publish": (publish, "Olga published round 1."),
    "tournaments.rounds.unpublish": (unpublish, "Olga took round 1 back; its matches were called off."),
    "tournaments.rounds.close": (close, "Olga closed round 1; its results count."),
    "tournaments.repairing.mend": (mend, "Olga paired {six} anew at tables {tables} in round 2, because: “Anna had lost.”"),
    "tournaments.fielding.seed": (seed, "Olga put Anna at place 2 of the seeding."),
    "tournaments.fielding.promise_byes": (promise_byes, "Olga wrote down how many byes Anna earned: 2."),
    "tournaments.undoing.undo": (undo, "Olga took the start back; registration goes on."),
    "tournaments.cut.start_cut": (start_cut, "Olga began stage 2 (single elimination)."),
    "tournaments.finishing.finish": (finish, "Olga finished the tournament."),
    "tournaments.snapshots.close_anew": (
        close_anew,
        "Olga closed the standings, because: “The slip was read wrongly.”",
    ),
    "tournaments.fielding.drop": (drop, "Olga dropped Anna, because: “Train.”"),
    "tournaments.fielding.undo_drop": (undo_drop, "Olga brought Anna back."),
    "tournaments.fielding.bring_back": (bring_back, "Olga brought Anna back."),
    "tournaments.fielding.remove": (remove, "Olga removed Anna, because: “Fell ill.”"),
    "tournaments.fielding.disqualify": (disqualify, "Olga disqualified Anna, because: “Took back a bid by force.”"),
    "tournaments.fielding.no_show": (no_show, "Judith entered the result at table 1 in round 1: {one} 0–2 {two}, did not show up, because: “Ten minutes.”"),
    "tournaments.fielding.fix_table": (fix_table, "Olga fixed table 2 for Anna."),
    "tournaments.settling.settle": (settle, "Judith entered the result at table 1 in round 1: {one} 2–1 {two}, because: “Slip.”"),
    "tournaments.settling.decide": (settle_game, "Judith decided a game at table 1 in round 1; now it stands Anna 0–1 Ben, still being played, because: “Slow play.”"),
    "tournaments.settling.decide_by_time": (decide_by_time, "Judith entered the result at table 1 in round 1: Anna 0–0 Ben, lost on time, because: “Out of time.”"),
    "tournaments.settling.replay": (settle_replay, "Judith took the result at table 1 in round 1 back: it was Anna 2–0 Ben, because: “Wrong deck.”"),
    "tournaments.settling.take_back": (settle_take_back, "Judith took the result at table 1 in round 1 back: it was {one} 2–1 {two}, because: “It was table 2.”"),
    "tournaments.timing.start": (start_time, "Olga started the time of round 1: 50 minutes."),
    "tournaments.timing.pause": (pause_time, "Olga paused the time of round 1."),
    "tournaments.timing.go_on": (go_on, "Olga let the time of round 1 go on."),
    "tournaments.timing.lengthen": (lengthen, "Olga changed the time of round 1 to 55 minutes in all."),
    "tournaments.featuring.feature": (feature, "Olga featured {one} and {two} at table 1 in round 1."),
    "tournaments.featuring.unfeature": (unfeature, "Olga features {one} and {two} at table 1 in round 1 no more."),
    "tournaments.timing.extend": (extend, "Olga gave 7 minutes more at table 1 in round 1, because: “A long ruling.”"),
    "tournaments.timing.withdraw_extension": (withdraw_extension, "Olga took 7 minutes more at table 1 in round 1 back."),
    "tournaments.slips.enter": (enter_slip, "Judith entered the result at table 1 in round 1: {one} 2–0 {two}, because: “From the paper slip.”"),
}  # fmt: skip
