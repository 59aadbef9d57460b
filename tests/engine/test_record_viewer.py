"""Walking through a record line by line, and trying lines on the way."""

import pytest

from engine.bos import game as bos
from engine.bos.model.editions import DEFAULT_EDITION
from engine.contract import Given
from engine.messages import Message
from engine.record_viewer import MAX_TRIED, MOST_TRIED, track
from engine.verdict import judge_text
from tests.engine.bos.simple_cards import HEAD, POOL, RED_AND_YELLOW

GAME = HEAD + "1. T1 P1\n2. S a Lava Hound\n3. E\n4. T2 P2\n5. S b Granite Ox\n6. E\n7. T3 P1\n8. A a P2\n9. > B c\n"


def walked(text=GAME, **options):
    return track(bos, text, Given(RED_AND_YELLOW, POOL, DEFAULT_EDITION, **options))


def hows(found):
    return [line.how for line in found.lines]


def test_lines_are_played_up_to_the_one_that_cannot_stand():
    found = walked(GAME + "10. this is no line\n")

    assert hows(found) == ["played"] * 9 + ["stops", "not played"]
    assert str(found.line("9").problem.message) == "No card stands at 2c that could block."
    assert found.line("2").canonical == "S a Lava Hound"


def test_without_a_key_the_last_line_that_was_played_is_meant():
    assert walked().line(None).key == "8"
    assert walked().line("99").key == "8"
    assert walked("[First P1]\n").line(None).key == "0"


def test_the_table_after_a_line_shows_what_had_a_part_in_it():
    table = walked(names=("Anna", "Ben")).table("2")

    assert [side["player"] for side in table["seats"]] == ["Anna", "Ben"]
    assert table["seats"][0]["summons"][0]["touched"]
    assert "touched" not in table["seats"][1]["boss"]


def test_after_the_line_that_stops_the_table_is_the_one_before_it():
    found = walked()

    assert not found.reached("9")
    assert found.table("9")["asked"] == {"seat": "P2", "kind": "block"}


def test_after_an_illegal_line_the_game_is_shown_as_it_was_played_on():
    found = walked(HEAD + "1. T1 P1\n2. S a Lava Hound\n3. S a Cinder Imp\n4. S b Cinder Imp\n5. E\n")

    assert hows(found) == ["played"] * 3 + ["stops", "as played", "as played"]
    assert found.reached("5")
    assert not found.reached("3")
    assert found.line(None).key == "2"


def test_what_is_tried_after_an_illegal_line_stands_on_the_last_lawful_table():
    found = walked(HEAD + "1. T1 P1\n2. S a Lava Hound\n3. S a Cinder Imp\n4. S b Cinder Imp\n")

    assert found.attempt("4", "S b Cinder Imp").finding == "accepted"
    assert "S b Cinder Imp" in legal(found, "4")


def test_who_is_asked_and_what_is_said_until_the_game_is_over():
    found = walked(HEAD + "1. T1 P1\n2. X P1 concedes\n")

    assert found.asked("0") == (0, Message("bos.ask.begin"))
    assert found.asked("2") is None


def test_right_totals_are_said_to_be_right_and_wrong_ones_are_a_problem():
    found = walked(HEAD + "1. T1 P1\n2. = V2/1\n3. = V9/9\n")

    assert [str(said.text) for said in found.line("2").told] == ["These totals are right."]
    assert "vim 9/9" in str(found.line("3").problem.message)
    assert found.line("3").how == "played"


def test_a_judges_line_carries_the_remark_about_it():
    found = walked(HEAD + "1. T1 P1\n2. E\n3. J undo to 1\n")

    assert tuple(map(str, found.line("3").notes)) == ("A judge rewound the game to the table after line 1.",)


def test_a_number_written_twice_still_names_each_line():
    found = walked(HEAD + "1. T1 P1\n2. S a Lava Hound\n2. S b Cinder Imp\n3. E\n")

    assert [line.key for line in found.lines] == ["0", "1", "2", "2.2", "3"]
    assert found.table("2")["seats"][0]["summons"][1] is None
    assert found.table("2.2")["seats"][0]["summons"][1]["name"] == "Cinder Imp"


@pytest.mark.parametrize("text", ["[x", "[Game Chess]\n1. T1 P1\n"])
def test_a_record_that_cannot_be_opened_has_a_reason_and_no_table(text):
    found = walked(text)

    assert found.problem
    assert found.table("0") is None
    assert legal(found, "0") == []
    assert found.attempt("0", "E").message == found.problem


# Trying a line


def test_a_lawful_line_is_accepted_with_the_table_after_it():
    ended = walked().attempt("2", "e")

    assert (ended.finding, ended.canonical) == ("accepted", "E")
    assert ended.table["asked"]["seat"] == "P2"


def test_an_illegal_line_is_refused_with_rule_sentence_and_the_nearest_lawful_ones():
    tried = walked().attempt("2", "S a Cinder Imp")

    assert (tried.finding, tried.rule) == ("illegal", "5.1.2")
    assert str(tried.message).endswith(".")
    assert "S b Cinder Imp" in tried.nearest


def test_wrong_totals_that_somebody_tries_are_contradicted():
    assert walked().attempt("1", "= V7/7").finding == "contradicted"


@pytest.mark.parametrize("written", ["", "   ", "# a comment", "[First P2]", "E\nE", "x" * (MAX_TRIED + 50), "\0"])
def test_what_is_no_line_is_answered_by_a_sentence(written):
    tried = walked().attempt("2", written)

    assert tried.finding == "unreadable"
    assert tried.table is None
    assert tried.message


def test_trying_a_line_changes_nothing():
    found = walked()
    before = judge_text(bos, GAME, Given(RED_AND_YELLOW, POOL, DEFAULT_EDITION))

    found.attempt("2", "S b Cinder Imp")

    assert found.table("2")["seats"][0]["summons"][1] is None
    assert judge_text(bos, GAME, Given(RED_AND_YELLOW, POOL, DEFAULT_EDITION)) == before


def test_a_line_is_tried_after_the_line_shown_whatever_follows_in_the_record():
    tried = walked().attempt("6", "T3 P1")

    assert tried.finding == "accepted"
    assert str(tried.told[0].text).startswith("Turn 3 begins")


def test_all_legal_lines_at_a_position_are_known():
    assert legal(walked(), "8") == ["> B b", "> no"]
    assert legal(walked(), "9") == ["> B b", "> no"]


def test_every_legal_line_says_what_to_tap_for_it():
    found = {line.written: line.path for line in walked().next_lines("2").lines}

    assert found["S b Cinder Imp"] == ("=Cinder Imp", "1wb")
    assert found["E"] == ()
    assert {line.written: line.path for line in walked().next_lines("7").lines}["A a P2"] == ("1a", "P2")
    assert {line.written: line.path for line in walked().next_lines("8").lines} == {"> B b": ("2b",), "> no": ()}


def test_lines_that_may_follow_the_end_of_a_record_are_told_in_plain_words():
    open_end = walked(names=("Anna", "Ben"))

    assert [str(label) for label in open_end.headlines(["> B b", "> no"])] == ["Block with Granite Ox", "Do not block"]
    assert walked("[x").headlines(["E"]) == []


def test_a_card_that_can_do_nothing_has_a_reason():
    resting, blocking = walked().why_not("2"), walked().why_not("8")

    assert (resting["1wa"].rule, str(resting["1wa"].message)) == (
        "5.2.1",
        "1wa is a face-down wizard and has no abilities.",
    )
    assert "1wb" not in resting
    assert blocking["2wa"].rule == "8.2.1"
    assert not any(place.startswith("1") for place in blocking)
    assert walked("[x").why_not("0") == {}


# Trying several lines


def test_lines_can_be_tried_one_after_the_other():
    tried = walked().attempt("2", "S b Cinder Imp", "e", "T2 P2")

    assert (tried.finding, tried.before) == ("accepted", ("S b Cinder Imp", "E"))
    assert tried.table["active"] == "P2"
    assert tried.table["seats"][0]["summons"][1]["name"] == "Cinder Imp"


def test_of_several_lines_the_first_that_cannot_stand_is_answered_for():
    tried = walked().attempt("2", "S b Cinder Imp", "S b Cinder Imp", "E")

    assert (tried.finding, tried.before, tried.written) == ("illegal", ("S b Cinder Imp",), "S b Cinder Imp")
    assert walked().attempt("2", "E", "", "T2 P2").finding == "unreadable"
    assert walked().attempt("2", "E", "").before == ("E",)


def test_legal_lines_follow_what_is_tried():
    assert "S b Cinder Imp" in legal(walked(), "2")
    assert "S b Cinder Imp" not in legal(walked(), "2", "S b Cinder Imp")
    assert legal(walked(), "2", "E") == ["T2 P2", *legal(walked(), "2", "E")[1:]]
    assert legal(walked(), "2", "nonsense", "E") == legal(walked(), "2")


def test_so_many_lines_as_a_turn_can_have_are_looked_at_and_no_more():
    assert walked().attempt("2", *(["= L20/20"] * (MOST_TRIED + 5))).finding != "unreadable"
    assert len(walked().attempt("2", *(["= L20/20"] * (MOST_TRIED + 5))).before) == MOST_TRIED - 1


def legal(found, key, *tried):
    return [line.written for line in found.next_lines(key, *tried).lines]
