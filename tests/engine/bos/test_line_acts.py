"""The acts of one written line: where it is parted, and how such lines are read and written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bos.notation.line_acts import acts
from engine.log import read, write
from tests.engine.bos.test_line_parser import LINES


def test_e_behind_aims_is_a_column_where_a_team_has_six_of_them_and_else_the_end_of_the_turn():
    line = "C Second Spring -> Root Giant, e"

    assert [text for _, text in acts(line, "combined")] == [line]
    assert [text for _, text in acts(line)] == ["C Second Spring -> Root Giant", "e"]
    assert [text for _, text in acts("A a P2, E", "combined")] == ["A a P2", "E"]


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("S a Imp; S b Hound", ["S a Imp", "S b Hound"]),
        ("S a Imp, S b Hound,E", ["S a Imp", "S b Hound", "E"]),
        ("A a P2, > no", ["A a P2", "> no"]),
        ("C Bellows -> a, b", ["C Bellows -> a, b"]),
        ("C Bellows -> a, b, E", ["C Bellows -> a, b", "E"]),
        ("C Grafted Limb -> a, Root Giant", ["C Grafted Limb -> a, Root Giant"]),
        ("U wa -> a, boss", ["U wa -> a, boss"]),
        ("S a Brute (Ember, Ash), E", ["S a Brute (Ember, Ash)", "E"]),
        ("S a Brute (Ember, C Ash)", ["S a Brute (Ember, C Ash)"]),
        ("S a Anna, Queen of Bees", ["S a Anna, Queen of Bees"]),
        ("J rule no attack; play on, E", ["J rule no attack; play on, E"]),
        ("E; J rule no attack; play on", ["E", "J rule no attack; play on"]),
        ("E;;", ["E"]),
        (";", [";"]),
    ],
)
def test_a_line_is_parted_into_acts_only_where_another_begins(body, wanted):
    found = acts(body)

    assert [text for _, text in found] == wanted
    assert all(body[at:].startswith(text) for at, text in found)


@given(st.lists(st.one_of(LINES, st.text(max_size=30)), max_size=4).map("; ".join))
def test_a_line_of_several_acts_is_written_as_one_line_and_read_again_as_the_same(text):
    log = read(text, acts)
    if log.fault:
        return

    again = read(write(log), acts)

    assert [(line.number, line.body, line.clock) for line in again.lines] == [
        (line.number, line.body, line.clock) for line in log.lines
    ]
    assert not again.notes


def test_the_acts_of_a_line_share_its_number_and_the_last_has_its_stamp_and_comment():
    log = read("1. T1 P1\n2. S a Imp; E @14:00 # so\n= L30/30", acts)

    assert [(line.number, line.column, line.clock, line.comment) for line in log.lines] == [
        (1, 4, None, None),
        (2, 4, None, None),
        (2, 13, "14:00", "so"),
        (3, 1, None, None),
    ]
    assert str(read(f"E{';E' * 3000}", acts).fault.message).startswith("This record is too long: it can have at most")
