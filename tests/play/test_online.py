"""Online games: each player writes only their own lines, and the end on the board is the result."""

from datetime import timedelta

import pytest

from bos_tournament.judging.models import Record
from bos_tournament.judging.records.adjudication import find
from bos_tournament.matches import clocks, result_reports
from bos_tournament.matches.clock_marks import last
from bos_tournament.matches.models import Game, Match, Reason
from bos_tournament.operations.db_clock import db_now
from bos_tournament.play.models import BoardVisit
from bos_tournament.play.online import draw_offers, endings, phrases, turns, visits
from bos_tournament.play.positions import Option
from bos_tournament.play.recording import endings as recorded_endings
from bos_tournament.play.recording import positions, recordings
from engine.bos.decks.deck_lists import starter_decks
from tests.matches.playing import fresh
from tests.play.online import attacked, board, online, turn
from tests.play.recorded import lines, place, write
from tests.play.refusals import refused

pytestmark = pytest.mark.django_db


def play_own_lines(case, *, most=400):
    """Both play what they are offered, each on their own side: they attack whom they can."""
    seats = {1: case.anna, 2: case.ben}
    for _step in range(most):
        if fresh(case.match).step != Match.Step.PLAYING:
            return
        row = board(case)
        rows = positions.standing_rows(row)
        unplaced = positions.position_of(row, rows, None).unplaced
        if unplaced:
            place(case, seats[unplaced])
            continue
        asked = seats[turns.asked_seat(row, rows)]
        options = [option.written for option in turn(case, asked).options]
        attack = [line for line in options if line.startswith("A ") and line.endswith(f"P{3 - asked.number}")]
        line = next(iter(attack or [line for line in options if line.startswith("S ")] or ["E"]))
        write(asked, case, line if line in options else options[0])


def test_two_players_play_a_whole_game_and_its_end_is_the_result():
    case = online()
    number = case.game.number
    play_own_lines(case)

    game = case.match.games.get(number=number)
    assert game.outcome == Game.Outcome.WON
    assert game.reason == Reason.PLAYED
    assert fresh(case.match).step == Match.Step.BIDDING
    records = Record.objects.filter(game=game)
    assert {record.seat for record in records} == {case.anna, case.ben}


def test_nobody_writes_the_lines_of_the_other():
    case = online()

    refused("not_asked", write, case.anna, case, "S a Field Sentinel")
    refused("not_asked", write, case.anna, case, "E")
    write(case.ben, case, "E")
    refused("not_asked", write, case.ben, case, "T2 P1")
    assert lines(case) == ["T1 P2", "E"]


def test_nobody_concedes_for_the_other_or_writes_an_end_by_a_line():
    case = online()

    refused("not_your_line", write, case.ben, case, "X P1 concedes")
    refused("not_your_line", write, case.ben, case, "X draw")
    refused("not_your_line", write, case.ben, case, "X P1 time")


def test_an_online_game_is_played_on_two_phones():
    case = online(begun=False)
    recordings.start_recording(case.anna)

    refused("one_seat_each", place, case, case.ben, by=case.anna)
    place(case, case.ben)
    refused("one_seat_each", write, case.ben, case, "E", shared=True)


def test_a_line_that_is_sent_twice_counts_once():
    case = online()
    for _again in range(2):
        recordings.record_line(case.ben, case.game, "S a Field Sentinel", after=1)

    assert lines(case) == ["T1 P2", "S a Field Sentinel"]


def test_a_seat_is_offered_its_own_lines_alone():
    case = online()

    assert "S a Field Sentinel" in {option.written for option in turn(case, case.ben).options}
    assert turn(case, case.anna).options == ()
    assert turn(case, case.anna).asked == 2


def test_passing_needs_somebody_behind():
    case = online()

    refused("must_act", recordings.pass_turn, case.ben, case.game, after=1)
    refused("not_asked", recordings.pass_turn, case.anna, case.game, after=1)


def test_a_concession_is_the_result_also_in_the_others_turn():
    case = online()
    game = case.game
    endings.concede_game(case.anna, game)

    game.refresh_from_db()
    assert (game.winner, game.reason) == (case.ben, Reason.CONCEDED)
    refused("not_now", endings.concede_game, case.ben, game)
    refused("is_result", recorded_endings.confirm_record, case.ben, game)


def test_only_games_of_online_matches_end_like_that():
    case = online()
    Match.objects.filter(pk=case.match.pk).update(online=False)

    refused("not_online", endings.concede_game, case.anna, case.game)
    refused("not_online", recordings.pass_turn, case.ben, fresh_game(case), after=1)


def fresh_game(case):
    return Game.objects.select_related("match").get(pk=case.game.pk)


def test_no_result_is_reported_beside_the_board_and_no_clock_tapped():
    case = online(clock_minutes=15)

    report = {"winner": case.anna, "reason": Reason.PLAYED}
    refused("played_on_board", result_reports.report_result, case.anna, **report)
    refused("clocks_of_board", clocks.pause_clocks, case.match, by=case.anna.user, after=0)
    refused("clocks_of_board", clocks.resume_clocks, case.match, by=case.anna.user, after=0)
    refused("clocks_of_board", clocks.end_turn, case.anna, of=2, after=0)
    refused("clocks_of_board", clocks.start_clocks, case.anna, after=0)
    assert clocks.pause_clocks(case.match, by=case.judge, after=0).runs is False


def test_who_answers_an_attack_is_asked_with_a_clock_of_their_own():
    case = attacked()

    assert turn(case, case.anna).asked == 1
    refused("not_asked", write, case.ben, case, "> no")
    assert last(case.match).turn == 1
    write(case.anna, case, "> no")
    assert turn(case, case.ben).asked == 2
    assert last(case.match).turn == 2


def asked_for_a_summon(**settings):
    """Ben casts a spell of which Anna chooses what happens: she defeats one of her two summons."""
    case = online(begun=False, **settings)
    case.ben.deck_version.text = starter_decks()["Long Night"]
    case.ben.deck_version.save()
    Game.objects.filter(pk=case.game.pk).update(first=case.anna, ether={"2": 4})
    recordings.start_recording(case.anna)
    place(case, case.anna)
    for line in ("S a Cinder Imp", "S c Slag Brute", "E"):
        write(case.anna, case, line)
    place(case, case.ben)
    write(case.ben, case, HALF)
    return case


HALF, WHOLE = "C Fathom Toll {0v+4e}", "C Fathom Toll -> 1c {0v+4e}"


def test_a_line_that_ben_begins_is_finished_by_anna_who_has_the_choice():
    case = asked_for_a_summon(clock_minutes=15)
    before = lines(case)

    assert before[-1] == "T2 P2"
    assert {one.written for one in turn(case, case.anna).options} == {WHOLE, WHOLE.replace("1c", "1a")}
    assert turn(case, case.ben).options == ()
    assert last(case.match).turn == 1
    write(case.anna, case, WHOLE)
    assert lines(case) == [*before, WHOLE]
    assert turn(case, case.ben).options
    assert last(case.match).turn == 2


def test_nobody_writes_the_others_half_of_a_line():
    case = asked_for_a_summon()

    refused("not_asked", write, case.ben, case, WHOLE)
    refused("not_asked", write, case.ben, case, "E")
    refused("not_asked", recordings.pass_turn, case.ben, case.game, after=len(lines(case)))
    refused("not_your_line", write, case.anna, case, "C Fathom Toll -> 1c")
    refused("must_act", recordings.pass_turn, case.anna, case.game, after=len(lines(case)))
    assert lines(case)[-1] == "T2 P2"


def test_both_halves_of_a_line_count_once_when_they_are_sent_twice():
    case = asked_for_a_summon()
    before = lines(case)

    write(case.ben, case, HALF)
    assert board(case).half == HALF
    for _again in range(2):
        recordings.record_line(case.anna, case.game, WHOLE, after=len(before))
    assert lines(case) == [*before, WHOLE]
    refused("board_changed", recordings.record_line, case.ben, case.game, HALF, after=len(before))


def test_who_gives_up_in_the_middle_of_a_line_leaves_a_record_without_it():
    case = asked_for_a_summon()
    game = case.game
    endings.concede_game(case.anna, game)

    row = game.recording
    assert [one.written for one in positions.standing_rows(row)][-2:] == ["T2 P2", "X P1 concedes"]
    assert row.half == ""
    assert {find(record.pk).finding for record in game.records.all()} == {"legal"}


@pytest.mark.parametrize("conceding", ["anna", "ben"])
def test_a_concession_counts_while_an_answer_is_due(conceding):
    case = attacked()
    game = case.game
    endings.concede_game(getattr(case, conceding), game)

    game.refresh_from_db()
    assert game.winner == (case.ben if conceding == "anna" else case.anna)


@pytest.mark.parametrize(
    ("line", "is_own"),
    [
        ("C Unlisted Spell -> 1a", True),
        ("C Unlisted Spell -> 1a > no", False),
        ("> C Unlisted Spell", False),
        ("A a P1", False),
    ],
)
def test_a_line_that_is_not_listed_is_a_seats_own_from_its_beginning_to_its_end(line, is_own):
    mine = turns.WAITING._replace(
        options=(Option("C Unlisted Spell -> 2a", (), "line"),), whole=False, others=frozenset({"A a P1"})
    )

    assert mine.allows(line) is is_own


def test_moves_stand_unless_the_organizer_lets_players_take_them_back():
    case = online()
    write(case.ben, case, "S a Field Sentinel")

    refused("no_take_back", recordings.take_back_lines, case.ben, case.game, keep=1, after=2)


def test_a_take_back_needs_the_others_consent():
    case = online(take_backs=True)
    write(case.ben, case, "S a Field Sentinel")
    recordings.take_back_lines(case.ben, case.game, keep=1, after=2)
    assert len(lines(case)) == 2
    refused("not_yours", recordings.answer_take_back, case.ben, case.game, agrees=True)

    recordings.answer_take_back(case.anna, case.game, agrees=True)
    assert lines(case) == ["T1 P2"]


def test_a_take_back_that_is_agreed_to_ends_a_draw_offer():
    case = online(take_backs=True)
    write(case.ben, case, "S a Field Sentinel")
    draw_offers.say_of_draw(case.ben, case.game, "offer")
    recordings.take_back_lines(case.ben, case.game, keep=1, after=2)

    recordings.answer_take_back(case.anna, case.game, agrees=True, keep=1)

    assert board(case).draw_offered_by is None


def test_consent_counts_for_the_request_that_was_read():
    case = online(take_backs=True)
    write(case.ben, case, "S a Field Sentinel")
    write(case.ben, case, "S b Field Sentinel")
    recordings.take_back_lines(case.ben, case.game, keep=2, after=3)
    recordings.take_back_lines(case.ben, case.game, keep=0, after=3)

    refused("board_changed", recordings.answer_take_back, case.anna, case.game, agrees=True, keep=2)
    assert len(lines(case)) == 3


def test_a_draw_that_is_offered_and_accepted_is_the_result():
    case = online()
    game = case.game
    draw_offers.offer_draw(case.anna, game)
    draw_offers.answer_draw(case.ben, game, accepts=True)

    game.refresh_from_db()
    assert game.outcome == Game.Outcome.DRAWN
    assert fresh(case.match).step == Match.Step.BIDDING


def test_both_offering_a_draw_agree():
    case = online()
    game = case.game
    draw_offers.offer_draw(case.anna, game)
    draw_offers.offer_draw(case.anna, game)
    assert Game.objects.get(pk=game.pk).outcome == Game.Outcome.OPEN
    draw_offers.offer_draw(case.ben, game)

    assert Game.objects.get(pk=game.pk).outcome == Game.Outcome.DRAWN


def test_a_draw_offer_is_gone_with_the_next_move_and_once_declined():
    case = online()
    draw_offers.offer_draw(case.anna, case.game)
    refused("no_draw_offer", draw_offers.answer_draw, case.anna, case.game, accepts=True)
    write(case.ben, case, "S a Field Sentinel")
    refused("no_draw_offer", draw_offers.answer_draw, case.ben, case.game, accepts=True)

    draw_offers.offer_draw(case.anna, case.game)
    draw_offers.answer_draw(case.ben, case.game, accepts=False)
    assert board(case).draw_offered_by is None


def test_players_say_one_of_a_few_sentences_and_not_too_often():
    case = online()
    for _again in range(4):
        phrases.say_phrase(case.anna, case.game, phrase="good_luck")

    refused("too_many_phrases", phrases.say_phrase, case.anna, case.game, phrase="good_luck")
    refused("no_such_phrase", phrases.say_phrase, case.ben, case.game, phrase="You are slow")
    assert [said.phrase for said in phrases.said_last(board(case))] == ["good_luck"] * 4


def test_only_an_open_board_is_talked_at():
    case = online(begun=False)

    refused("no_recording", phrases.say_phrase, case.anna, case.game, phrase="good_luck")


def test_absence_is_shown_and_counted():
    case = online()
    row = board(case)
    assert visits.absence_of_other(row, case.anna).ever_seen is False
    visits.note_visit(row, case.ben)
    assert visits.absence_of_other(row, case.anna).seconds == 0

    BoardVisit.objects.update(seen_at=db_now() - timedelta(seconds=45))
    assert visits.absence_of_other(row, case.anna).seconds == 40
    visits.note_visit(row, case.ben)
    back = visits.absence_of_other(row, case.anna)
    assert (back.seconds, back.times, back.before) == (0, 1, 45)
