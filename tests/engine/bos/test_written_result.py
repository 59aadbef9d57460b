"""Who won by what a record itself writes at its end."""

import pytest

from engine.bos.records.written_result import winners_written

ANNA, BEN, DRAWN, UNSAID = (0,), (1,), (), None


@pytest.mark.parametrize(
    ("record", "won"),
    [
        ("T1 P1;X P1 concedes", BEN),
        ("T1 P1;X P2 time", ANNA),
        ("T1 P1;p1 concedes  # well played", BEN),
        ("T1 P1;concede", BEN),
        ("T1 P1;X draw", DRAWN),
        ("T1 P1;A a P2;= L30/0", ANNA),
        ("T1 P1;A a P2;> no;= L0/0", DRAWN),
        ("T1 P1;X P1 concedes;= L30/12", BEN),
        ("[Result P2 life];T1 P1;A a P1", BEN),
        ("[Result draw];T1 P1", DRAWN),
    ],
)
def test_the_last_lines_say_it_or_else_the_header(record, won):
    assert winners_written(record.replace(";", "\n")) == won


@pytest.mark.parametrize(
    "record",
    [
        "",
        "T1 P1;S a Lava Hound;E",
        "T1 P1;A a P2;concede",
        "T1 P1;E;concede",
        "T1 P1;= L30/0;J undo to 1",
        "T1 P1;X P1 concedes;T2 P2",
        "T1 P1;= L30/12",
        "T1 P1;X P5 concedes",
        "he gave up",
        "[Result later]",
    ],
)
def test_what_is_not_certain_is_not_said(record):
    assert winners_written(record.replace(";", "\n")) is UNSAID


def test_a_card_that_nobody_has_and_a_rule_that_is_broken_change_nothing_in_it():
    said = {winners_written(f"T1 P1\nS a {name}\nT9 P1\nX P1 concedes") for name in ("Lava Hound", "Granite Ox", "Nix")}

    assert said == {BEN}
