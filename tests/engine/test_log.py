"""The written record: read as people write it, written in one way, refused with a sentence when it is too much."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.log import MAX_BYTES, MAX_LINES, Header, read, uncommented, write


def test_headers_lines_stamps_and_comments_are_told_apart():
    log = read("[Event Test Open] [Round 3] # hall 2\n1. T1 P1 @14:55 # Anna\n2. S a Lava Hound\n")

    assert log.headers == (Header("Event", "Test Open"), Header("Round", "3"))
    assert log.comments == ("hall 2",)
    assert [(line.number, line.body, line.clock, line.comment) for line in log.lines] == [
        (1, "T1 P1", "14:55", "Anna"),
        (2, "S a Lava Hound", None, None),
    ]


def test_unnumbered_lines_count_on_from_the_one_before():
    log = read("T1 P1\n7. E\nT2 P2\n")

    assert [(line.number, line.written) for line in log.lines] == [(1, False), (7, True), (8, False)]


def test_a_falling_number_is_noted_and_read_all_the_same():
    log = read("5. T1 P1\n3. E\n")

    assert [line.number for line in log.lines] == [5, 3]
    assert [str(note) for note in log.notes] == [
        "Line 3: This line follows line 5; lines are read in the order they are written."
    ]


@pytest.mark.parametrize(
    ("written", "body"),
    [
        ("1) E", "E"),
        ("1: E", "E"),
        ("1.E", "E"),
        ("\ufeff1. E\r", "E"),
        ("  1.\tA  a   x 2b ", "A a x 2b"),
        ("1. A a \u2192 P2", "A a -> P2"),
        ("1. A a \u00d7 2b", "A a x 2b"),
        ("1. \uff25", "E"),
        ("1. S a Ember\u2019s Heir", "S a Ember's Heir"),
        ("1. E\x00", "E"),
    ],
)
def test_what_is_tolerated_in_a_line(written, body):
    assert read(written).lines[0].body == body


def test_a_state_mark_in_a_line_of_totals_is_not_a_comment():
    line = read("1. = L30/30 #0123456789abcdef # fine").lines[0]

    assert (line.body, line.comment) == ("= L30/30 #0123456789abcdef", "fine")


def test_a_header_without_its_end_is_a_fault_of_line_0():
    log = read("[Game BOS\n1. T1 P1\n")

    assert (log.fault.number, str(log.fault.message)) == (
        0,
        "\u201c[Game BOS\u201d cannot be read; a header is written [Word text].",
    )


@pytest.mark.parametrize("text", ["#" * (MAX_BYTES + 1), "\u00e9" * (MAX_BYTES // 2 + 1), "E\n" * (MAX_LINES + 1)])
def test_too_long_a_record_is_refused(text):
    log = read(text)

    assert str(log.fault.message).startswith("This record ")
    assert log.lines == ()


@given(st.text(max_size=300))
def test_any_text_is_read_and_writing_what_was_read_is_stable(text):
    once = write(read(text))

    assert write(read(once)) == once


@given(
    st.lists(
        st.sampled_from(["1. E", "[Round 3]", "= L30/30 #abcdefabcdef", "# so", "S a X @3:00 # y", "9. "]), max_size=8
    )
)
def test_reading_what_was_written_gives_the_same_record(lines):
    log = read("\n".join(lines))

    again = read(write(log))
    assert (again.headers, again.comments) == (log.headers, log.comments)
    assert [(x.number, x.body, x.clock, x.comment) for x in again.lines] == [
        (x.number, x.body, x.clock, x.comment) for x in log.lines
    ]


def test_without_its_comments_a_record_says_the_same():
    text = (
        "# Ben was rude\n[Event Cup #3] [White Anna] # at table 2\n\n1. S a: Slag Brute  # Ben smiled\n"
        "2. E @14:05 ＃ late\n3. = 20/20 #a1b2c3d4e5f6 # agreed\n#\n4. E\n"
    )

    kept = uncommented(text)

    before, after = read(text), read(kept)
    assert "Ben" not in kept
    assert "agreed" not in kept
    assert "late" not in kept
    assert "#a1b2c3d4e5f6" in kept
    assert kept.count("\n") == text.count("\n")
    assert after.headers == before.headers
    assert [(one.number, one.body, one.clock) for one in after.lines] == [
        (one.number, one.body, one.clock) for one in before.lines
    ]
