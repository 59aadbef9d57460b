"""What judges and those who call them do, each deed as a scene, and the line it leaves in the trail."""
# ruff: noqa: E501 (a sentence is read best in one piece)

from bos_tournament.judging import appealing, calling, deck_checks, disputing, penalizing, recording, ruling
from bos_tournament.judging.models import Ruling
from bos_tournament.matches import results
from bos_tournament.tournaments import (
    lists,
)
from tests.factories import StaffFactory
from tests.judging.cases import record
from tests.judging.cast import at_table, judge
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
    disputing.add_record(case.filed, by=case.ben.user, seat=case.ben, text=record(case))


def withdraw_dispute():
    case = disputed()
    yield case.tournament
    disputing.withdraw_dispute(case.filed, by=case.anna.user)


def open_records():
    case = disputed()
    yield case.tournament
    disputing.open_records(case.filed, by=judge())


def hand_in():
    case = at_table()
    yield case.tournament
    recording.hand_in(case.game, by=case.anna.user, seat=case.anna, text=record(case))


def rule():
    case = disputed()
    yield case.tournament
    ruling.rule(case.filed, by=judge(), decision=Ruling.Decision.GO_ON, reason="Nobody saw it.")


def ruled():
    case = disputed()
    case.head = StaffFactory(tournament=case.tournament, role="head_judge").user
    ruling.rule(case.filed, by=case.judge, decision=Ruling.Decision.GO_ON, reason="Nobody saw it.")
    return case


def appeal():
    case = ruled()
    yield case.tournament
    appealing.appeal(case.filed, by=case.anna.user, why="Cleo saw it.")


def uphold():
    case = ruled()
    asked = appealing.appeal(case.filed, by=case.anna.user, why="Cleo saw it.")
    yield case.tournament
    appealing.uphold(asked, by=judge(), reason="Cleo was outside.")


def call_judge():
    case = at_table()
    yield case.tournament
    calling.call_judge(case.anna, reason="May he do that?")


def called():
    case = at_table()
    case.call = calling.call_judge(case.anna, reason="May he do that?")
    return case


def take_call():
    case = called()
    yield case.tournament
    calling.take_call(case.call, by=judge())


def put_back():
    case = called()
    calling.take_call(case.call, by=judge())
    yield case.tournament
    calling.put_back(case.call)


def finish_call():
    case = called()
    yield case.tournament
    calling.finish_call(case.call, by=judge())


def withdraw_call():
    case = called()
    yield case.tournament
    calling.withdraw_call(case.call, by=case.anna.user)


def pick_check():
    case = at_table()
    yield case.tournament
    deck_checks.pick(case.match.pairing.round, rule="lot", by=judge())


def picked():
    case = at_table()
    (case.check,) = deck_checks.pick(case.match.pairing.round, rule="hand", tables={1}, by=judge())
    return case


def begin_check():
    case = picked()
    yield case.tournament
    deck_checks.begin(case.check, by=judge())


def counted(case, deck):
    found = deck_checks.parts_of(deck.expected, lists.pool_of(case.tournament))
    deck_checks.record(deck, by=judge(), found=found)


def count_deck():
    case = picked()
    deck_checks.begin(case.check, by=judge())
    yield case.tournament
    counted(case, case.check.decks.get(seat=case.anna))


def finish_check():
    case = picked()
    check = deck_checks.begin(case.check, by=judge())
    for deck in check.decks.all():
        counted(case, deck)
    yield case.tournament
    deck_checks.finish(check, minutes=5, by=judge())


def call_off_check():
    case = picked()
    yield case.tournament
    deck_checks.call_off(case.check, why="They had begun.")


def penalize():
    case = at_table()
    anna = case.tournament.entrants.get(user=case.anna.user)
    yield case.tournament
    penalizing.penalize(anna, by=judge(), infraction="record", level="warning", rule="10.3.2", note="No totals.")


def fined(level="warning", step=Step.PLAYING):
    case = at_table(step)
    case.anna_in = case.tournament.entrants.get(user=case.anna.user)
    case.given = penalizing.penalize(
        case.anna_in, by=case.judge, infraction="record", level=level, rule="10.3.2", note="No totals."
    )
    return case


def carry_out():
    case = fined("game_loss", Step.FINISHED)
    table = case.match.pairing
    results.replay_game(case.match.games.get(number=1), by=case.judge, why="Wrong deck.")
    assert table.match_id
    yield case.tournament
    penalizing.carry_out(case.given, by=judge())


def take_back_penalty():
    case = fined()
    yield case.tournament
    penalizing.take_back(case.given, by=judge(), why="It was Ben.")


# Each deed by module and name: its scene, and the line it leaves when Olga's request did it.
SCENES = {
    "judging.disputing.file_dispute": (file_dispute, "Olga disputed game 1 at table 1 in round 1: “Ben attacked twice.”"),
    "judging.disputing.add_record": (add_record, "Ben handed in a record of game 1 at table 1 in round 1."),
    "judging.disputing.open_records": (open_records, "Olga opened the records of game 1 at table 1 in round 1 to both players."),
    "judging.disputing.withdraw_dispute": (withdraw_dispute, "Olga withdrew the dispute on game 1 at table 1 in round 1."),
    "judging.recording.hand_in": (hand_in, "Anna handed in a record of game 1 at table 1 in round 1."),
    "judging.ruling.rule": (rule, "Olga ruled on game 1 at table 1 in round 1: the game goes on, because: “Nobody saw it.”"),
    "judging.appealing.appeal": (appeal, "Olga appealed the ruling on game 1 at table 1 in round 1, because: “Cleo saw it.”"),
    "judging.appealing.uphold": (uphold, "Olga answered the appeal on game 1 at table 1 in round 1: the ruling stands, because: “Cleo was outside.”"),
    "judging.calling.call_judge": (call_judge, "Olga called a judge at table 1 in round 1: “May he do that?”"),
    "judging.calling.take_call": (take_call, "Olga went to the call at table 1 in round 1."),
    "judging.calling.put_back": (put_back, "Olga put the call at table 1 in round 1 back into the queue."),
    "judging.calling.finish_call": (finish_call, "Olga finished the call at table 1 in round 1."),
    "judging.calling.withdraw_call": (withdraw_call, "Olga took the call at table 1 in round 1 back."),
    "judging.deck_checks.pick": (pick_check, "Olga picked a deck check at table 1 in round 1."),
    "judging.deck_checks.begin": (begin_check, "Olga began the deck check at table 1 in round 1."),
    "judging.deck_checks.record": (count_deck, "Olga found the deck of Anna as listed at table 1 in round 1."),
    "judging.deck_checks.finish": (finish_check, "Olga finished the deck check at table 1 in round 1."),
    "judging.deck_checks.call_off": (call_off_check, "Olga called the deck check at table 1 in round 1 off, because: “They had begun.”"),
    "judging.penalizing.penalize": (penalize, "Olga gave Anna a penalty: warning for {record}, rule 10.3.2. What happened: “No totals.”"),
    "judging.penalizing.carry_out": (carry_out, "Olga carried out the game loss of Anna."),
    "judging.penalizing.take_back": (take_back_penalty, "Olga took the warning of Anna back, because: “It was Ben.”"),
}  # fmt: skip
