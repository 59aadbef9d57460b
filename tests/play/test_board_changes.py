"""The table says something else: Anna asks for another number on the board, and Ben, or a judge, agrees."""

import pytest

from bos_tournament.judging.calls import judge_calls
from bos_tournament.judging.models import Call
from bos_tournament.play.models import BoardChange
from bos_tournament.play.recording import board_changes, endings, recordings
from bos_tournament.play.recording.positions import position_of, standing_rows
from tests.play.recorded import at_home, lines, place, recorded, recording, write
from tests.play.refusals import refused

pytestmark = pytest.mark.django_db


def ask(seat, case, what="life", of="P1", now="18"):
    board_changes.ask_for_change(seat, case.game, what=what, of=of, now=now, after=len(lines(case)))


def seats(case):
    """Both sides of the board."""
    row = recording(case)
    here = position_of(row, standing_rows(row), None)
    return here.track.table(here.last_key)["seats"]


def last_change():
    return BoardChange.objects.order_by("pk").last()


def test_anna_asks_for_another_life_and_ben_agrees():
    case = at_home()

    ask(case.anna, case)
    assert seats(case)[0]["life"] == 30
    board_changes.answer_change(case.ben, case.game, agrees=True)

    assert [seat["life"] for seat in seats(case)] == [18, 30]
    assert lines(case)[-1] == "J set L18/30"
    assert last_change().state == "made"


@pytest.mark.parametrize(
    ("what", "of", "line"),
    [("vim", "P2", "J set V1/18"), ("ether", "P1", "J set E18/0"), ("life", "P2", "J set L30/18")],
)
def test_each_total_of_either_player_can_be_changed(what, of, line):
    case = at_home()

    ask(case.anna, case, what, of)
    board_changes.answer_change(case.ben, case.game, agrees=True)

    assert lines(case)[-1] == line
    assert seats(case)[int(of[1:]) - 1][what] == 18


def test_the_strength_of_a_card_can_be_changed():
    case = at_home()
    write(case.ben, case, "S a Field Sentinel")

    ask(case.ben, case, "strength", "2a", "9")
    board_changes.answer_change(case.anna, case.game, agrees=True)

    assert seats(case)[1]["summons"][0]["strength"] == 9
    assert board_changes.sentence(last_change(), {}) == "Field Sentinel (2a) has strength 9, not 3."


def test_the_game_goes_on_after_a_change_and_its_record_says_who_agreed():
    case = at_home()
    ask(case.anna, case)
    board_changes.answer_change(case.ben, case.game, agrees=True)

    write(case.ben, case, "S a Field Sentinel")

    assert lines(case) == ["T1 P2", "J set L18/30", "S a Field Sentinel"]
    assert "2. J set L18/30  # P1 asked, P2 agreed" in endings.whole_record(recording(case))


def test_anna_cannot_agree_to_what_she_asks_for_herself():
    case = at_home()
    ask(case.anna, case)

    refused("not_yours", board_changes.answer_change, case.anna, case.game, agrees=True)

    assert lines(case) == ["T1 P2"]


def test_on_a_phone_that_both_use_ben_agrees_where_anna_asked():
    case = at_home()
    ask(case.anna, case)

    board_changes.answer_change(case.anna, case.game, agrees=True, shared=True)

    assert lines(case)[-1] == "J set L18/30"
    assert last_change().agreed_by == case.ben


@pytest.mark.parametrize(("who", "state"), [("ben", "declined"), ("anna", "withdrawn")])
def test_a_change_that_is_declined_or_withdrawn_changes_nothing(who, state):
    case = at_home()
    ask(case.anna, case)

    board_changes.answer_change(getattr(case, who), case.game, agrees=False)

    assert lines(case) == ["T1 P2"]
    assert last_change().state == state
    write(case.ben, case, "E")


def test_an_answer_that_comes_twice_counts_once():
    case = at_home()
    ask(case.anna, case)

    for _again in (1, 2):
        board_changes.answer_change(case.ben, case.game, agrees=True)

    assert lines(case) == ["T1 P2", "J set L18/30"]


def test_while_a_change_waits_nothing_is_recorded_or_taken_back():
    case = at_home()
    write(case.ben, case, "S a Field Sentinel")
    ask(case.anna, case)

    refused("change_waits", write, case.ben, case, "E")
    refused("change_waits", recordings.take_back_lines, case.ben, case.game, keep=1, after=2)
    refused("change_waits", ask, case.ben, case, "vim", "P1", "3")


@pytest.mark.parametrize(
    ("what", "of", "now"),
    [
        ("life", "P1", "30"),
        ("life", "P1", "0"),
        ("life", "P3", "4"),
        ("life", "1a", "4"),
        ("vim", "P1", "9000000"),
        ("vim", "P1", "-1"),
        ("strength", "2a", "4"),
        ("strength", "2*", "4"),
        ("color", "P1", "4"),
    ],
)
def test_what_cannot_be_on_a_table_is_refused(what, of, now):
    case = at_home()

    refused("change_wrong", ask, case.anna, case, what, of, now)


def test_a_change_of_an_older_board_is_refused_with_who_was_first():
    case = at_home()
    write(case.ben, case, "S a Field Sentinel")

    said = refused(
        "board_changed", board_changes.ask_for_change, case.anna, case.game, what="life", of="P1", now="3", after=1
    )

    assert "Summon Field Sentinel in column a" in str(said)


def test_a_change_is_taken_back_only_if_the_other_agrees():
    case = at_home()
    ask(case.anna, case)
    board_changes.answer_change(case.ben, case.game, agrees=True)

    recordings.take_back_lines(case.anna, case.game, keep=1, after=2)

    assert lines(case) == ["T1 P2", "J set L18/30"]
    assert recording(case).keep_asked == 1


def test_while_a_change_waits_no_take_back_is_agreed_to_and_no_wizard_placed():
    case = at_home()
    write(case.ben, case, "S a Field Sentinel")
    write(case.ben, case, "E")
    recordings.take_back_lines(case.anna, case.game, keep=1, after=3)
    ask(case.anna, case)

    assert recording(case).keep_asked is None
    refused("change_waits", recordings.take_back_lines, case.ben, case.game, keep=1, after=3)
    refused("change_waits", place, case, case.anna)


def test_consent_counts_for_the_change_that_was_read():
    case = at_home()
    ask(case.anna, case)
    read = BoardChange.objects.get().pk
    board_changes.answer_change(case.anna, case.game, agrees=False)
    ask(case.anna, case, now="3")

    refused("board_changed", board_changes.answer_change, case.ben, case.game, agrees=True, about=read)
    assert lines(case) == ["T1 P2"]


def test_a_judge_allows_the_change_that_they_read():
    case = recorded()
    ask(case.anna, case)
    read = BoardChange.objects.get().pk
    board_changes.answer_change(case.anna, case.game, agrees=False)
    ask(case.anna, case, now="3")
    call = Call.objects.filter(match=case.match).latest("made_at")

    refused("board_changed", judge_calls.decide_board_change, call, by=case.judge, allows=True, about=read)
    assert lines(case) == ["T1 P2"]


def test_in_a_tournament_a_judge_is_called_and_decides():
    case = recorded()
    ask(case.anna, case)

    assert "J set L18/30" in Call.objects.get(match=case.match).reason
    board_changes.answer_change(case.ben, case.game, agrees=True)
    assert lines(case) == ["T1 P2"]
    board_changes.decide_change(case.match, allows=True)

    assert lines(case)[-1] == "J set L18/30"
    assert "# P1 asked, P2 agreed, a judge decided" in endings.whole_record(recording(case))


def test_a_judge_who_is_called_already_is_not_called_twice():
    case = recorded()
    ask(case.anna, case)
    board_changes.answer_change(case.anna, case.game, agrees=False)

    ask(case.anna, case, now="17")

    assert Call.objects.filter(match=case.match).count() == 1


def test_ben_does_not_end_what_a_judge_was_called_for():
    case = recorded()
    ask(case.anna, case)

    refused("judge_decides", board_changes.answer_change, case.ben, case.game, agrees=False)
    refused("not_yours", board_changes.answer_change, case.anna, case.game, agrees=True, shared=True)


def test_a_judge_refuses_a_change_and_the_game_goes_on():
    case = recorded()
    ask(case.anna, case)

    board_changes.decide_change(case.match, allows=False)

    write(case.ben, case, "E")
    refused("no_change", board_changes.decide_change, case.match, allows=True)


def test_what_a_judge_decided_is_not_taken_back_by_the_players():
    case = recorded()
    ask(case.anna, case)
    board_changes.decide_change(case.match, allows=True)

    refused("judges_line", recordings.take_back_lines, case.ben, case.game, keep=1, after=2)


def test_a_record_with_a_change_is_legal_for_the_engine():
    case = at_home()
    ask(case.anna, case)
    board_changes.answer_change(case.ben, case.game, agrees=True)
    write(case.ben, case, "E")
    place(case, case.anna)
    write(case.anna, case, "X P1 concedes")

    row = recording(case)
    assert position_of(row, standing_rows(row), None).problem is None


@pytest.mark.parametrize(
    ("of", "now", "line", "said"),
    [
        ("2a", "2b", "J set 2a to 2b", "Field Sentinel is at 2b, not at 2a."),
        ("2a", "graveyard", "J set 2a to graveyard", "Field Sentinel (2a) is in the graveyard."),
        ("2a", "castle", "J set 2a to castle", "Field Sentinel (2a) is back in the castle."),
        ("2a", "acted", "J set 2a acted", "Field Sentinel (2a) has acted."),
        ("2wa", "up", "J set 2wa up", "Dawn Herald (2wa) is face-up."),
    ],
)
def test_a_card_that_is_elsewhere_is_put_where_it_is(of, now, line, said):
    case = at_home()
    write(case.ben, case, "S a Field Sentinel")

    ask(case.anna, case, "card", of, now)
    assert board_changes.sentence(last_change(), {}) == said
    board_changes.answer_change(case.ben, case.game, agrees=True)

    assert lines(case)[-1] == line
    write(case.ben, case, "E")


@pytest.mark.parametrize(
    ("of", "now"), [("2a", "2a"), ("2b", "2c"), ("2a", "1a"), ("2a", "nowhere"), ("2wb", "castle")]
)
def test_a_card_cannot_be_put_where_none_can_be(of, now):
    case = at_home()
    write(case.ben, case, "S a Field Sentinel")

    refused("change_wrong", ask, case.anna, case, "card", of, now)


def test_the_board_of_an_online_game_is_never_changed():
    case = recorded()
    case.match.online = True
    case.match.save()

    refused("online", board_changes.ask_for_change, case.anna, case.game, what="life", of="P1", now="9", after=1)

    assert not BoardChange.objects.exists()
