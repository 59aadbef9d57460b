"""Recording a game on the board while it is played: Anna and Ben, on one phone or two."""

import pytest

from bos_tournament.errors import Refused
from bos_tournament.judging.models import Record
from bos_tournament.judging.records.adjudication import find
from bos_tournament.matches import result_reports
from bos_tournament.matches.models import Game, Match, Reason
from bos_tournament.play.models import RecordedLine
from bos_tournament.play.recording import endings, recordings
from tests.play.recorded import being_played, lines, offered, place, recorded, recording, write
from tests.play.refusals import refused

pytestmark = pytest.mark.django_db


def test_bens_first_turn_begins_by_itself_once_his_wizards_have_their_columns():
    case = being_played()
    recordings.start_recording(case.anna)
    assert lines(case) == []

    place(case, case.ben)

    assert lines(case) == ["T1 P2"]


def test_starting_a_recording_twice_opens_the_same_board():
    case = being_played()

    assert recordings.start_recording(case.anna) == recordings.start_recording(case.ben)


def test_ben_writes_his_own_move_and_annas_phone_has_it():
    case = recorded()

    write(case.ben, case, "S a Field Sentinel")

    assert lines(case) == ["T1 P2", "S a Field Sentinel"]


def test_a_line_that_is_sent_twice_counts_once():
    case = recorded()
    for _again in (1, 2):
        recordings.record_line(case.ben, case.game, "S a Field Sentinel", after=1)

    assert lines(case) == ["T1 P2", "S a Field Sentinel"]


def test_of_two_taps_at_once_the_first_counts_and_the_other_phone_hears_whose_it_was():
    case = recorded()
    write(case.ben, case, "S a Field Sentinel")

    said = refused("board_changed", recordings.record_line, case.anna, case.game, "E", after=1)

    assert str(said).startswith(f"{case.ben.user} was first: Summon Field Sentinel in column a.")


def test_both_phones_that_write_the_same_at_once_have_written_it_once():
    case = recorded()
    for seat in (case.ben, case.anna):
        recordings.record_line(seat, case.game, "S a Field Sentinel", after=1)

    assert lines(case) == ["T1 P2", "S a Field Sentinel"]


def test_of_several_lines_that_came_first_the_phone_hears_the_one_instead_of_its_own():
    case = recorded()
    write(case.ben, case, "S a Field Sentinel")
    write(case.ben, case, "E")

    said = refused("board_changed", recordings.record_line, case.anna, case.game, "E", after=1)

    assert "Summon Field Sentinel in column a" in str(said)


def test_a_line_against_the_rules_is_refused_with_the_rule_and_nothing_is_written():
    case = recorded()

    with pytest.raises(Refused) as refusal:
        write(case.ben, case, "A a P1")

    assert refusal.value.code == "illegal_line"
    assert refusal.value.facts["problems"][0]["rule"]
    assert lines(case) == ["T1 P2"]


@pytest.mark.parametrize("word", ["J stands", "X P1 disqualified"])
def test_what_only_a_judge_decides_is_refused_on_the_board(word):
    case = recorded()

    refused("judges_line", write, case.ben, case, word)


def test_on_a_shared_phone_no_card_of_a_list_is_offered_until_it_was_shown():
    case = recorded()

    assert offered(case, None) == ["E"]
    assert "S a Field Sentinel" in offered(case, 2)
    assert offered(case, 1) == ["E"]


def test_a_card_that_is_looked_up_is_offered_whether_the_list_has_it_or_not():
    case = recorded()
    in_list = offered(case, None, card=(2, "Field Sentinel"))
    case.ben.deck_version.text = case.ben.deck_version.text.replace("Field Sentinel", "Granite Ox")
    case.ben.deck_version.save()

    assert "S a Field Sentinel" in in_list
    assert offered(case, None, card=(2, "Field Sentinel")) == in_list


def test_anna_writes_bens_move_for_him_and_his_list_tells_her_nothing():
    case = recorded()

    write(case.anna, case, "S a Field Sentinel")

    assert lines(case)[-1] == "S a Field Sentinel"


def test_both_phones_are_offered_the_same_of_annas_cards_once_she_showed_them():
    case = recorded()
    write(case.ben, case, "E")
    place(case, case.anna)
    write(case.anna, case, "S a Cinder Imp")

    assert lines(case) == ["T1 P2", "E", "T2 P1", "S a Cinder Imp"]
    assert "A a P2" in offered(case, 2)


def test_wizards_that_are_not_in_bens_list_are_refused_on_his_phone_and_not_told_on_annas():
    case = being_played()
    recordings.start_recording(case.anna)
    names = ["Meadow Warden", "Orchard Hermit", "Nobody"]

    refused("wizards_wrong", recordings.place_wizards, case.ben, case.game, of=2, names=names)
    refused("wizards_wrong", recordings.place_wizards, case.ben, case.game, of=2, names=names[:2])


def test_wizards_are_placed_once_also_when_they_are_sent_twice():
    case = recorded()
    placed = recording(case).placed["2"]

    place(case, case.ben)
    refused("wizards_placed", recordings.place_wizards, case.ben, case.game, of=2, names=placed[::-1])
    assert recording(case).placed["2"] == placed
    assert lines(case) == ["T1 P2"]


def test_ben_finds_out_nothing_by_sending_the_wizards_that_anna_may_have_placed():
    case = recorded()
    place(case, case.anna)

    refused("wizards_placed", place, case, case.anna, by=case.ben)
    refused("wizards_placed", place, case, case.anna, by=case.ben, shared=True)


def test_ben_takes_back_his_own_last_line_at_once():
    case = recorded()
    write(case.ben, case, "S a Field Sentinel")

    recordings.take_back_lines(case.ben, case.game, keep=1, after=2)

    assert lines(case) == ["T1 P2"]
    assert RecordedLine.objects.filter(taken_back_at__isnull=False).count() == 1


def test_anna_asks_before_bens_line_is_taken_back():
    case = recorded()
    write(case.ben, case, "S a Field Sentinel")

    recordings.take_back_lines(case.anna, case.game, keep=1, after=2)
    assert lines(case) == ["T1 P2", "S a Field Sentinel"]
    refused("not_yours", recordings.answer_take_back, case.anna, case.game, agrees=True)
    recordings.answer_take_back(case.ben, case.game, agrees=True)

    assert lines(case) == ["T1 P2"]
    assert recording(case).keep_asked is None


def test_ben_declines_and_the_line_stays():
    case = recorded()
    write(case.ben, case, "S a Field Sentinel")
    recordings.take_back_lines(case.anna, case.game, keep=1, after=2)

    recordings.answer_take_back(case.ben, case.game, agrees=False)

    assert lines(case)[-1] == "S a Field Sentinel"


def test_there_is_nothing_to_take_back_before_the_first_move():
    case = recorded()

    refused("nothing", recordings.take_back_lines, case.ben, case.game, keep=1, after=1)


def test_wizards_that_were_put_in_wrong_columns_are_placed_again():
    case = being_played()
    recordings.start_recording(case.anna)
    wrong = ["Meadow Warden", "Dawn Herald", "Orchard Hermit"]
    recordings.place_wizards(case.anna, case.game, of=2, names=wrong, shared=True)
    assert lines(case) == ["T1 P2"]

    recordings.take_back_lines(case.ben, case.game, keep=0, after=1)
    assert recording(case).placed == {}
    place(case, case.ben)

    assert recording(case).placed["2"] == ["Dawn Herald", "Meadow Warden", "Orchard Hermit"]
    assert lines(case) == ["T1 P2"]


def test_a_later_turn_that_begins_by_itself_is_not_taken_back_alone():
    case = recorded()
    write(case.ben, case, "E")
    place(case, case.anna)
    write(case.anna, case, "E")
    assert lines(case)[-1] == "T3 P2"

    refused("nothing", recordings.take_back_lines, case.ben, case.game, keep=4, after=5)


def test_the_end_is_confirmed_by_both_and_is_the_result_and_the_record():
    case = recorded()
    write(case.ben, case, "S a Field Sentinel")
    write(case.ben, case, "E")
    place(case, case.anna)
    write(case.anna, case, "X P1 concedes")

    endings.confirm_record(case.anna, case.game)
    assert Match.objects.get(pk=case.match.pk).step == Match.Step.REPORTED
    first = Game.objects.get(match=case.match, number=1)
    endings.confirm_record(case.ben, first)

    first.refresh_from_db()
    assert (first.outcome, first.winner, first.reason) == (Game.Outcome.WON, case.ben, Reason.CONCEDED)
    kept = Record.objects.filter(game=first)
    assert {record.seat for record in kept} == {case.anna, case.ben}
    assert all(record.on_board and not record.blind for record in kept)
    assert {find(record.pk).finding for record in kept} == {"legal"}


def test_confirming_twice_reports_once():
    case = recorded()
    write(case.ben, case, "X P2 concedes")

    for _again in (1, 2):
        endings.confirm_record(case.ben, case.game)

    assert case.game.reports.count() == 1
    assert Record.objects.count() == 1


def test_a_record_of_a_game_that_goes_on_is_not_confirmed():
    case = recorded()

    refused("not_over", endings.confirm_record, case.ben, case.game)


def test_a_record_names_no_wizard_that_was_never_face_up():
    case = recorded()
    write(case.ben, case, "X P2 concedes")
    endings.confirm_record(case.ben, case.game)

    text = Record.objects.get().text

    assert "[Wizards P2" in text
    assert "[Wizards P1" not in text


def test_after_a_report_nothing_is_recorded():
    case = recorded()
    result_reports.report_result(case.anna, winner=case.anna, reason=Reason.PLAYED)

    refused("not_now", write, case.ben, case, "E")


def test_a_game_that_is_not_recorded_takes_no_line():
    case = being_played()

    refused("no_recording", recordings.record_line, case.ben, case.game, "E", after=0)
