"""Recorded games by program: Anna and Ben record on the board, and nobody else gets in."""

import pytest

from bos_tournament.play.recording import endings
from tests.factories import UserFactory
from tests.play.recorded import being_played, lines, recorded, write

pytestmark = pytest.mark.django_db
WIZARDS = ["Dawn Herald", "Meadow Warden", "Orchard Hermit"]


def at(case, deed=""):
    return f"matches/{case.match.pk}/games/1/recording/{deed}"


def test_a_game_is_recorded_from_the_wizards_to_the_end_by_two_programs(program):
    case = being_played()
    annas, bens = program(case.anna.user), program(case.ben.user)

    started = annas.post(at(case), {})
    assert (started.status_code, started.json()["wizards"]["of"]) == (201, 2)
    bens.post(at(case, "wizards/"), {"of": 2, "names": WIZARDS})
    board = bens.post(at(case, "lines/"), {"line": "S a Field Sentinel", "after": 1}).json()
    assert [line["line"] for line in board["lines"]] == ["S a Field Sentinel", "T1 P2"]
    ended = annas.post(at(case, "lines/"), {"line": "X P1 concedes", "after": 2}).json()
    assert ended["ending"] == {"winner": str(case.ben.user), "signed": []}
    for client in (annas, bens):
        assert client.post(at(case, "confirm/"), {}).status_code == 200

    assert case.match.games.get(number=1).winner == case.ben
    assert "2. S a Field Sentinel" in annas.get(at(case, "record.bln")).text


def test_bens_program_is_told_his_moves_and_annas_those_of_a_card_she_asks_for(program):
    case = recorded()
    annas, bens = program(case.anna.user), program(case.ben.user)

    (asked,) = bens.get(at(case)).json()["asked"]
    assert (asked["seat"], asked["name"]) == (2, str(case.ben.user))
    assert any(option["line"] == "S a Field Sentinel" and option["label"] for option in asked["options"])
    assert [option["line"] for option in annas.get(at(case)).json()["asked"][0]["options"]] == ["E"]
    looked_up = annas.get(at(case) + "?card=2:Field Sentinel").json()["asked"][0]["options"]
    assert "S a Field Sentinel" in [option["line"] for option in looked_up]


def test_a_move_on_an_older_board_is_refused_with_who_was_first(program):
    case = recorded()
    write(case.ben, case, "S a Field Sentinel")

    answer = program(case.anna.user).post(at(case, "lines/"), {"line": "E", "after": 1})

    assert (answer.status_code, answer.json()["code"]) == (409, "board_changed")


def test_anna_asks_for_bens_line_back_and_he_agrees(program):
    case = recorded()
    write(case.ben, case, "S a Field Sentinel")

    asked = program(case.anna.user).post(at(case, "take-back/"), {"keep": 1, "after": 2}).json()
    assert (asked["keep_asked"], asked["asks_you"]) == (1, False)
    program(case.ben.user).post(at(case, "take-back/answer/"), {"agrees": True})

    assert lines(case) == ["T1 P2"]


def test_the_record_is_kept_back_until_one_has_confirmed_it(program):
    case = recorded()

    assert program(case.anna.user).get(at(case, "record.bln")).status_code == 404


def test_cleo_the_onlooker_is_kept_out(program):
    case = recorded()
    cleos = program(UserFactory(handle="Cleo"))

    assert cleos.get(at(case)).status_code == 403
    assert cleos.post(at(case, "lines/"), {"line": "E", "after": 1}).status_code == 403
    assert lines(case) == ["T1 P2"]


def test_everybody_replays_a_game_that_is_over(program):
    case = recorded()
    game = case.game
    for line in ("S a Field Sentinel", "X P2 concedes"):
        write(case.ben, case, line)
    assert program().get(f"matches/{case.match.pk}/games/1/replay/").status_code == 404
    for seat in (case.anna, case.ben):
        endings.confirm_record(seat, game)

    answer = program().get(f"matches/{case.match.pk}/games/1/replay/?line=2").json()

    assert [line["line"] for line in answer["lines"]] == ["T1 P2", "S a Field Sentinel", "X P2 concedes"]
    assert (answer["at"], answer["table"]["seats"][1]["summons"][0]["name"]) == (2, "Field Sentinel")


def test_anna_asks_for_another_number_and_the_judge_decides(program):
    case = recorded()
    annas, bens = program(case.anna.user), program(case.ben.user)

    asked = annas.post(at(case, "changes/"), {"what": "life", "of": "P1", "now": "18", "after": 1}).json()
    assert (asked["change"]["line"], asked["change"]["needs_judge"]) == ("J set L18/30", True)
    assert bens.post(at(case, "changes/answer/"), {"agrees": True}).json()["change"]["agreed"] == str(case.ben.user)
    call = case.match.calls.get()
    program(case.judge, second_factor=True).post(f"calls/{call.pk}/board-change/", {"allows": True})

    assert lines(case)[-1] == "J set L18/30"


def test_a_program_reads_to_which_turns_one_may_go_back(program):
    case = recorded()
    write(case.ben, case, "S a Field Sentinel")

    (turn,) = program(case.ben.user).get(at(case)).json()["turns"]

    assert turn == {"turn": 1, "name": str(case.ben.user), "life": [30, 30], "keep": 1}


def test_a_change_of_what_is_not_on_the_board_is_refused(program):
    case = recorded()

    answer = program(case.anna.user).post(
        at(case, "changes/"), {"what": "card", "of": "2a", "now": "graveyard", "after": 1}
    )

    assert (answer.status_code, answer.json()["code"]) == (409, "change_wrong")
