"""The notation of tables of more than two: places, players and totals as the table has them, and a duel as ever."""

import pytest

from engine.bos.notation.line_acts import acts
from engine.bos.notation.line_parser import (
    Attack,
    Block,
    ByMember,
    Cast,
    Judge,
    Ready,
    Ref,
    Revive,
    Summon,
    Target,
    Totals,
    Unreadable,
    Use,
    Word,
    parse,
)
from engine.bos.notation.line_patterns import ANY_SEATS, Shape, shape_of
from engine.bos.notation.notation_writer import canonical

FOUR = Shape(4)
COMBINED = Shape(4, 6)
A = Ref("summon", None, 0)


@pytest.mark.parametrize(
    ("body", "move"),
    [
        ("A a x 3b", Attack(A, Ref("summon", 2, 1))),
        ("A 4* x 3wb", Attack(Ref("boss", 3), Ref("wizard", 2, 1))),
        ("A a P5", Attack(A, Ref("player", 4))),
        ("> B 4b", Block(Ref("summon", 3, 1))),
        ("> P2 B b", Block(Ref("summon", None, 1), 1)),
        ("> P3 C Late Tide", Cast("Late Tide", aside=True, seat=2)),
        ("C Slagfall -> P3", Cast("Slagfall", Target((Ref("player", 2),)))),
        ("C Bellows -> 4c = 2 {1v+1e}", Cast("Bellows", Target((Ref("summon", 3, 2),), 2), (1, 1))),
        ("C Regrowth -> P3 Glass Heron", Cast("Regrowth", Target(("P3 Glass Heron",)))),
        ("S 3a Reef Warden (3wa 3wb)",
         Summon(Ref("summon", 2, 0), "Reef Warden", (Ref("wizard", 2, 0), Ref("wizard", 2, 1)))),
        ("+ 4a.2 -> P1", Use("+", Ref("summon", 3, 0), 2, Target((Ref("player", 0),)))),
        ("R 3a 4wb", Ready((Ref("summon", 2, 0), Ref("wizard", 3, 1)))),
        ("REVIVE P2", Revive(1)),
        ("= L30/-/12/0 V2/-/4/1 3b=4",
         Totals((30, None, 12, 0), (2, None, 4, 1), None, ((Ref("summon", 2, 1), 4),))),
        ("J set L30/5/30/30 2* 1", Judge("set", None, Totals((30, 5, 30, 30), None, None, ((Ref("boss", 1), 1),)))),
    ],
)  # fmt: skip
def test_what_a_line_says_at_a_table_of_four(body, move):
    if body.startswith("J set"):
        body = body.replace("2* 1", "2*=1")
    assert parse(body, *FOUR) == move


@pytest.mark.parametrize("body", ["A a x 5b", "= L30/30", "= L30/30/30/30/30", "C Bellows -> 5a", "S d Imp", "P3 BOSS"])
def test_what_no_table_of_four_has_cannot_be_read(body):
    with pytest.raises(Unreadable):
        parse(body, *FOUR)


@pytest.mark.parametrize("body", ["A a x 3b", "S d Imp", "= L30/30/30", "= L30/-", "> B 3a", "C X -> P3", "P1 BOSS"])
def test_in_a_duel_nothing_else_can_be_read_than_ever(body):
    with pytest.raises(Unreadable):
        parse(body)


@pytest.mark.parametrize(
    ("body", "move"),
    [
        ("S d Reef Warden", Summon(Ref("summon", None, 3), "Reef Warden")),
        ("> B 1c", Block(Ref("summon", 0, 2))),
        ("> B 1d", Block(Ref("summon", 2, 3))),
        ("> B 4a", Block(Ref("summon", 1, 0))),
        ("A d x 2wf", Attack(Ref("summon", None, 3), Ref("wizard", 3, 5))),
        ("P3 C Bellows -> d", ByMember(2, Cast("Bellows", Target((Ref("summon", None, 3),))))),
        ("P3 BOSS", ByMember(2, Word("BOSS"))),
        ("= L30/21 V0/2", Totals((30, 21), (0, 2))),
    ],
)
def test_in_a_combined_game_columns_run_to_f_and_a_line_may_begin_with_its_member(body, move):
    assert parse(body, *COMBINED) == move


@pytest.mark.parametrize("body", ["P3 E", "P3 T1 P1", "= L30/30/30/30", "S g Imp"])
def test_what_no_combined_game_has_cannot_be_read(body):
    with pytest.raises(Unreadable):
        parse(body, *COMBINED)


@pytest.mark.parametrize(
    ("mode", "shape"),
    [
        (None, Shape(2)),
        ("Duel", Shape(2)),
        ("no mode", Shape(2)),
        ("ffa", Shape(ANY_SEATS)),
        ("raid boss", Shape(ANY_SEATS)),
        ("2v2", COMBINED),
    ],
)
def test_the_header_of_the_mode_tells_the_size_of_the_table(mode, shape):
    assert shape_of(mode) == shape


def test_where_nobody_knows_how_many_sit_there_up_to_six_can_be_read():
    unknown = Shape(ANY_SEATS)

    assert parse("= L1/2/3/4/5/6", *unknown).life == (1, 2, 3, 4, 5, 6)
    assert parse("= L1/2/3", *unknown).life == (1, 2, 3)
    assert parse("A 6a x 5b", *unknown) == Attack(Ref("summon", 5, 0), Ref("summon", 4, 1))


@pytest.mark.parametrize(
    ("mode", "written", "wanted"),
    [
        ("teams", "a 3A -> 4B", "A 3a x 4b"),
        ("teams", "=l30/ - /12", "= L30/-/12"),
        ("teams", "> p3 c Late Tide -> p1 ", "> P3 C Late Tide -> P1"),
        ("raid", "revive 2", "REVIVE P2"),
        ("combined", "p3 boss", "P3 BOSS"),
        ("combined", "> B 1E", "> B 3e"),
        (None, "> B 3a", "> B 3a"),
    ],
)
def test_lines_are_tidied_as_their_mode_has_them(mode, written, wanted):
    assert canonical(written.strip(), mode) == wanted
    assert canonical(canonical(written.strip(), mode), mode) == wanted


def test_a_comma_parts_acts_that_only_a_larger_table_can_read():
    assert [act for _, act in acts("A a x 3b, A b P3", "teams")] == ["A a x 3b", "A b P3"]
    assert [act for _, act in acts("A a P2, A 3b x 1a")] == ["A a P2, A 3b x 1a"]
    assert [act for _, act in acts("E, P3 concedes", "raid")] == ["E", "P3 concedes"]
