"""Lines told in parts, so that two of them can be laid side by side however they were written."""

import pytest

from engine.bos.notation.line_signature import said
from engine.text_alignment import changed_parts, same_act
from tests.engine.bos.simple_cards import opening

ANNA, BEN = 0, 1


def parts(body, active=ANNA):
    return said(opening(), active, body)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("S a Lava", "s 1a Lava Hound (wa)"),
        ("S a Slag Brute (wa wb)", "S a Slag (1wa 1wb)"),
        ("A a x 2b", "A 1a x 2B"),
        ("A a P2", "a 1a 2"),
        ("C Bellows -> a", "C Bell -> 1a"),
        ("> B b", "> 2 B 2b"),
        ("U wc", "U 1wc.1"),
        ("E", "e"),
    ],
)
def test_the_same_line_written_otherwise_says_the_same(one, other):
    assert parts(one) == parts(other)


def test_a_dropped_digit_is_that_of_whoever_is_active():
    assert parts("A a x 1b", BEN) == parts("A 2a x 1b", BEN)
    assert parts("A a x 1b", ANNA) != parts("A a x 1b", BEN)


def test_the_same_act_may_have_other_details():
    assert same_act(parts("A a x 2a"), parts("A a x 2b"))
    assert same_act(parts("S a Lava Hound"), parts("S b Lava Hound"))
    assert not same_act(parts("A a x 2a"), parts("A b x 2a"))
    assert not same_act(parts("S a Lava Hound"), parts("C Bellows"))


def test_one_slip_of_the_pen_changes_one_part():
    assert changed_parts(parts("A a x 2a"), parts("A a x 2b")) == 1
    assert changed_parts(parts("S a Lava Hound"), parts("S a Cinder Imp")) == 1
    assert changed_parts(parts("A a x 2a"), parts("A b x 2b")) == 2
    assert changed_parts(parts("A a x 2a"), parts("E")) > 2


def test_a_target_may_be_a_card_by_its_name():
    assert parts("C Bellows -> Lava") == parts("C Bellows -> lava hound")
    assert parts("C Bellows -> Nobody") != parts("C Bellows -> Lava")


def test_what_cannot_be_read_is_its_own_words():
    assert parts("Hound  goes left") == parts("hound goes left")
    assert parts("Hound goes left").kind == "unreadable"
