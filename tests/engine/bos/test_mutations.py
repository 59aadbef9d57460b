"""Damaged records: each gets one finding, with a line where one is due, and the same one whenever it is asked."""

from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.bos import game as bos
from engine.bos.model.editions import DEFAULT_EDITION
from engine.bos.rules.record_writer import written
from engine.contract import Given
from engine.verdict import judge_text
from tests.engine.bos.mutations import KINDS, NOISE, damaged
from tests.engine.bos.random_players import answers_of, game, luck, numbered, tables

FINDINGS = ("legal", "unfinished", "illegal", "contradicted", "unproven", "unreadable")
WITHOUT_LINE = FINDINGS[:2]


def sheet(number, length=60):
    """A table, the headers and the lines of a game there."""
    table = tables()[number % len(tables())]
    answers = answers_of(list(game(table.start(), luck(f"mutations/{number}", length))))
    return table, table.headers(answers), written(answers)


def judged(table, text):
    """The finding, which has to be one, told in a sentence, with its line, and the same a second time."""
    found = judge_text(bos, text, Given(table.decks, table.pool, DEFAULT_EDITION))

    assert found == judge_text(bos, text, Given(table.decks, table.pool, DEFAULT_EDITION))
    assert found["finding"] in FINDINGS
    assert (found["line"] is None) == (found["finding"] in WITHOUT_LINE)
    assert found["finding"] != "illegal" or found["rule"]
    assert found["message"][-1] in ".?!)"
    return found


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("number", range(4))
def test_a_damaged_record_gets_a_finding(kind, number):
    table, head, lines = sheet(number)
    numbers = iter(luck(f"{kind}/{number}", 60))

    judged(table, head + numbered(KINDS[kind](lines, numbers)))


@settings(max_examples=40, deadline=None)
@given(st.integers(0, len(tables()) - 1), st.lists(st.integers(0, 65_535), min_size=3, max_size=12), st.integers(1, 4))
def test_damage_upon_damage_gets_a_finding(number, drawn, times):
    table, head, lines = sheet(number)
    numbers = (drawn[n % len(drawn)] for n in count())

    for _ in range(times):
        lines, _ = damaged(lines, numbers)
        lines = lines or [""]

    judged(table, head + "\n".join(lines))


@settings(max_examples=25, deadline=None)
@given(st.integers(0, len(tables()) - 1), st.integers(0, 59), st.text(max_size=40) | st.text(NOISE, max_size=40))
def test_a_line_of_anything_gets_a_finding(number, at, said):
    table, head, lines = sheet(number)

    judged(table, head + "\n".join([*lines[:at], said, *lines[at:]]))


def test_a_line_that_is_taken_out_is_missed():
    table, head, lines = sheet(3)
    first_summon = next(index for index, line in enumerate(lines) if line.startswith("S "))

    whole = judged(table, head + numbered(lines))
    without = judged(table, head + numbered(lines[:first_summon] + lines[first_summon + 1 :]))

    assert whole["finding"] == "unfinished"
    assert without["finding"] in ("illegal", "contradicted")
    assert without["line"] > first_summon


@pytest.mark.parametrize("body", ["S d Lava Hound", "A a x 2d", "+ 2f", "U we -> 1a", "R d", "= 1d=4", "> B e"])
def test_a_column_that_no_duel_has_cannot_be_read(body):
    table, head, lines = sheet(36, 6)

    found = judged(table, head + numbered([*lines, body]))

    assert (found["finding"], found["line"]) == ("unreadable", len(lines) + 1)
