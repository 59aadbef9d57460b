"""What judges and those who call them do, each deed as a scene, and the line it leaves in the trail."""
# ruff: noqa: E501 (a sentence is read best in one piece)

from bos_tournament.judging.calls import judge_calls
from bos_tournament.judging.deck_checks import check_desk
from bos_tournament.judging.disputes import appeals, dispute_rulings, filing
from bos_tournament.judging.models import Ruling
from bos_tournament.judging.penalties import penalty_decisions
from bos_tournament.judging.records import record_entry
from bos_tournament.matches import staff_results
from bos_tournament.tournaments.decklists import submissions
from tests.factories import StaffFactory
from tests.judging.cases import record
from tests.judging.scenario_people import at_table, judge
from tests.matches.playing import Step


def file_dispute():
    case = at_table()
    yield case.tournament
    case.dispute()


def disputed():
    case = at_table()
    case.filed = case.dispute()
    return case


def add_record():
    case = disputed()
    yield case.tournament
    filing.add_record(case.filed, by=case.ben.user, seat=case.ben, text=record(case))


def withdraw_dispute():
    case = disputed()
    yield case.tournament
    filing.withdraw_dispute(case.filed, by=case.anna.user)


def open_records():
    case = disputed()
    yield case.tournament
    filing.open_records(case.filed, by=judge())


def hand_in():
    case = at_table()
    yield case.tournament
    record_entry.hand_in(case.game, by=case.anna.user, seat=case.anna, text=record(case))


def rule():
    case = disputed()
    yield case.tournament
    dispute_rulings.rule_on_dispute(case.filed, by=judge(), decision=Ruling.Decision.GO_ON, reason="Nobody saw it.")


def ruled():
    case = disputed()
    case.head = StaffFactory(tournament=case.tournament, role="head_judge").user
    dispute_rulings.rule_on_dispute(case.filed, by=case.judge, decision=Ruling.Decision.GO_ON, reason="Nobody saw it.")
    return case


def appeal():
    case = ruled()
    yield case.tournament
    appeals.appeal(case.filed, by=case.anna.user, why="Cleo saw it.")


def uphold():
    case = ruled()
    asked = appeals.appeal(case.filed, by=case.anna.user, why="Cleo saw it.")
    yield case.tournament
    appeals.uphold(asked, by=judge(), reason="Cleo was outside.")


def call_judge():
    case = at_table()
    yield case.tournament
    judge_calls.call_judge(case.anna, reason="May he do that?")


def called():
    case = at_table()
    case.call = judge_calls.call_judge(case.anna, reason="May he do that?")
    return case


def take_call():
    case = called()
    yield case.tournament
    judge_calls.take_call(case.call, by=judge())


def put_back():
    case = called()
    judge_calls.take_call(case.call, by=judge())
    yield case.tournament
    judge_calls.release_call(case.call)


def finish_call():
    case = called()
    yield case.tournament
    judge_calls.resolve_call(case.call, by=judge())


def withdraw_call():
    case = called()
    yield case.tournament
    judge_calls.withdraw_call(case.call, by=case.anna.user)


def pick_check():
    case = at_table()
    yield case.tournament
    check_desk.pick(case.match.pairing.round, rule="lot", by=judge())


def picked():
    case = at_table()
    (case.check,) = check_desk.pick(case.match.pairing.round, rule="hand", tables={1}, by=judge())
    return case


def begin_check():
    case = picked()
    yield case.tournament
    check_desk.begin_deck_check(case.check, by=judge())


def counted(case, deck):
    found = check_desk.parts_of(deck.expected, submissions.pool_of(case.tournament))
    check_desk.record_deck(deck, by=judge(), found=found)


def count_deck():
    case = picked()
    check_desk.begin_deck_check(case.check, by=judge())
    yield case.tournament
    counted(case, case.check.decks.get(seat=case.anna))


def finish_check():
    case = picked()
    check = check_desk.begin_deck_check(case.check, by=judge())
    for deck in check.decks.all():
        counted(case, deck)
    yield case.tournament
    check_desk.finish_deck_check(check, minutes=5, by=judge())


def call_off_check():
    case = picked()
    yield case.tournament
    check_desk.cancel_check(case.check, why="They had begun.")


def penalize():
    case = at_table()
    anna = case.tournament.entrants.get(user=case.anna.user)
    yield case.tournament
    penalty_decisions.penalize(anna, by=judge(), infraction="record", level="warning", rule="10.3.2", note="No totals.")


def fined(level="warning", step=Step.PLAYING):
    case = at_table(step)
    case.anna_in = case.tournament.entrants.get(user=case.anna.user)
    case.given = penalty_decisions.penalize(
        case.anna_in, by=case.judge, infraction="record", level=level, rule="10.3.2", note="No totals."
    )
    return case


def carry_out():
    case = fined("game_loss", Step.FINISHED)
    table = case.match.pairing
    staff_results.replay_game(case.match.games.get(number=1), by=case.judge, why="Wrong deck.")
    assert table.match_id
    yield case.tournament
    penalty_decisions.apply_penalty(case.given, by=judge())


def take_back_penalty():
    case = fined()
    yield case.tournament
    penalty_decisions.undo_penalty(case.given, by=judge(), why="It was Ben.")


# Each deed by module and name: its scene, and the line it leaves when Olga's request did it.
SCENES = {
    "judging.filing.file_dispute": (file_dispute, "Olga disputed game 1 at table 1 in round 1: “Ben attacked twice.”"),
    "judging.filing.add_record": (add_record, "Ben submitted a record of game 1 at table 1 in round 1."),
    "judging.filing.open_records": (open_records, "Olga opened the records of game 1 at table 1 in round 1 to both players."),
    "judging.filing.withdraw_dispute": (withdraw_dispute, "Olga withdrew the dispute on game 1 at table 1 in round 1."),
    "judging.record_entry.hand_in": (hand_in, "Anna submitted a record of game 1 at table 1 in round 1."),
    "judging.dispute_rulings.rule_on_dispute": (rule, "Olga ruled on game 1 at table 1 in round 1: game continues, because: “Nobody saw it.”"),
    "judging.appeals.appeal": (appeal, "Olga appealed the ruling on game 1 at table 1 in round 1, because: “Cleo saw it.”"),
    "judging.appeals.uphold": (uphold, "Olga answered the appeal on game 1 at table 1 in round 1: ruling upheld, because: “Cleo was outside.”"),
    "judging.judge_calls.call_judge": (call_judge, "Olga called a judge at table 1 in round 1: “May he do that?”"),
    "judging.judge_calls.take_call": (take_call, "Olga took the call at table 1 in round 1."),
    "judging.judge_calls.release_call": (put_back, "Olga released the call at table 1 in round 1."),
    "judging.judge_calls.resolve_call": (finish_call, "Olga resolved the call at table 1 in round 1."),
    "judging.judge_calls.withdraw_call": (withdraw_call, "Olga cancelled the call at table 1 in round 1."),
    "judging.check_desk.pick": (pick_check, "Olga picked a deck check at table 1 in round 1."),
    "judging.check_desk.begin_deck_check": (begin_check, "Olga started the deck check at table 1 in round 1."),
    "judging.check_desk.record_deck": (count_deck, "Olga found the deck of Anna to match its list at table 1 in round 1."),
    "judging.check_desk.finish_deck_check": (finish_check, "Olga finished the deck check at table 1 in round 1."),
    "judging.check_desk.cancel_check": (call_off_check, "Olga cancelled the deck check at table 1 in round 1, because: “They had begun.”"),
    "judging.penalty_decisions.penalize": (penalize, "Olga gave Anna a penalty: warning for {record}, rule 10.3.2. What happened: “No totals.”"),
    "judging.penalty_decisions.apply_penalty": (carry_out, "Olga carried out the game loss of Anna."),
    "judging.penalty_decisions.undo_penalty": (take_back_penalty, "Olga undid the warning of Anna, because: “It was Ben.”"),
}  # fmt: skip
