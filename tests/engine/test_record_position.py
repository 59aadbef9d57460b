"""The table after any line of a record, as data and as a drawing."""

from engine.bos import game as bos
from engine.bos.model.editions import DEFAULT_EDITION
from engine.contract import Given
from engine.record_position import legal_lines, show_text, table
from tests.engine.bos.simple_cards import HEAD, POOL, RED_AND_YELLOW

GAME = HEAD + "1. T1 P1\n2. S a Lava Hound\n3. E\n4. T2 P2\n5. S b Granite Ox\n6. E\n7. T3 P1\n8. A a P2\n9. > B c\n"


def after(line=None, text=GAME):
    return table(bos, text, Given(RED_AND_YELLOW, POOL, DEFAULT_EDITION), line)


def test_the_table_after_each_line_is_what_the_lines_before_made_it():
    assert after(0)["turn"] == 0
    assert after(1)["seats"][0]["vim"] == 2
    assert after(2)["seats"][0]["summons"][0]["name"] == "Lava Hound"
    assert after(5)["seats"][1]["summons"][1]["strength"] == 6
    assert after(8)["asked"] == {"seat": "P2", "kind": "block"}


def test_beyond_the_last_accepted_line_the_table_stays_and_the_reason_is_told():
    assert (after()["line"], after(99)["line"]) == (8, 8)
    assert after(99)["problem"] == "No card stands at 2c that could block."
    assert after(7)["problem"] is None


def test_the_table_is_drawn_as_text():
    drawn = show_text(bos, GAME, Given(RED_AND_YELLOW, POOL, DEFAULT_EDITION), 6)

    assert drawn.startswith("After line 6. Turn 2, P2, ending phase.")
    assert "Granite Ox 6" in drawn


def test_a_record_that_cannot_be_opened_is_answered_by_a_sentence():
    assert show_text(bos, "[Game Chess]\n", Given(RED_AND_YELLOW, POOL, DEFAULT_EDITION), None) == (
        "This record is of the game Chess; only BOS can be judged.\n"
    )
    assert after(3, "[x")["problem"].startswith("“[x” cannot be read")


def test_every_lawful_next_line_is_offered():
    lines = legal_lines(bos, GAME, Given(RED_AND_YELLOW, POOL, DEFAULT_EDITION))

    assert lines == ["> B b", "> no"]
    assert legal_lines(bos, GAME, Given(RED_AND_YELLOW, POOL, DEFAULT_EDITION), 0) == ["T1 P1"]
    assert {"S b Cinder Imp", "A a x b", "E"} - set(
        legal_lines(bos, GAME, Given(RED_AND_YELLOW, POOL, DEFAULT_EDITION), 2)
    ) == {"A a x b"}


def test_columns_that_nobody_wrote_down_are_drawn_as_the_later_lines_need_them():
    text = "[First P1]\n1. T1 P1\n2. S c Lava Hound\n"

    assert after(2, text)["seats"][0]["wizards"][2]["name"] == "Ember Adept"
