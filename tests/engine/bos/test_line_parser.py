"""The notation of a duel: what a line says, and in which form it is written."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.bos.notation.line_parser import (
    Attack,
    Block,
    Cast,
    Judge,
    Leave,
    Ready,
    Ref,
    Sealed,
    Summon,
    Target,
    Totals,
    Turn,
    Unreadable,
    Use,
    Word,
    parse,
)
from engine.bos.notation.notation_writer import canonical
from engine.log import read, write

A = Ref("summon", None, 0)
GAMES = sorted((Path(__file__).parent / "games").rglob("*.bln"))


@pytest.mark.parametrize(
    ("body", "move"),
    [
        ("T12 P2", Turn(12, 1)),
        ("t3 1", Turn(3, 0)),
        ("E", Word("E")),
        ("boss", Word("BOSS")),
        ("S a Lava Hound", Summon(A, "Lava Hound")),
        (
            "S a Brute (wa wb) -> 2c",
            Summon(A, "Brute", (Ref("wizard", None, 0), Ref("wizard", None, 1)), Target((Ref("summon", 1, 2),))),
        ),
        ("S a Brute (Ember, Ash)", Summon(A, "Brute", ("Ember", "Ash"))),
        ("C Bellows -> a, 2wb = 3 {1v+2e}", Cast("Bellows", Target((A, Ref("wizard", 1, 1)), 3), (1, 2))),
        ("C Bellows {3e} -> a", Cast("Bellows", Target((A,)), (0, 3))),
        ("> C Ward", Cast("Ward", aside=True)),
        ("> P2 U wa", Use("U", Ref("wizard", None, 0), aside=True, seat=1)),
        ("U wa.2 -> P1", Use("U", Ref("wizard", None, 0), 2, Target((Ref("player", 0),)))),
        ("+ a", Use("+", A)),
        ("-a", Use("-", A)),
        ("! * -> 2*", Use("!", Ref("boss", None), None, Target((Ref("boss", 1),)))),
        ("A a x 2b", Attack(A, Ref("summon", 1, 1))),
        ("A * P2", Attack(Ref("boss", None), Ref("player", 1))),
        ("A a x P2", Attack(A, Ref("player", 1))),
        ("A a -> 2*", Attack(A, Ref("boss", 1))),
        ("> B 2b", Block(Ref("summon", 1, 1))),
        ("> b *", Block(Ref("boss", None))),
        ("> no", Block(None)),
        ("R a wb *", Ready((A, Ref("wizard", None, 1), Ref("boss", None)))),
        ("H P2 bid 9f3c", Sealed("H", 1, "bid", "9f3c")),
        ("= L30/28 V2/1 E0/4 1a=7", Totals((30, 28), (2, 1), (0, 4), ((Ref("summon", 0, 0), 7),))),
        ("J undo to 17", Judge("undo", 17)),
        ("J set 1a 4", Judge("set", None, Totals(strengths=((Ref("summon", 0, 0), 4),)))),
        ("J rule 8.1.1 no attack", Judge("rule", None, None, "8.1.1 no attack")),
        ("X P1 concedes", Leave("concede", 0)),
        ("X P2 disqualified", Leave("disqualify", 1)),
        ("X draw", Leave("draw")),
    ],
)
def test_what_a_line_says(body, move):
    assert parse(body) == move


@pytest.mark.parametrize(
    "body",
    [
        "",
        "Q",
        "T",
        "T1",
        "T0x P1",
        "S",
        "S a",
        "S d2 x",
        "S a Imp ->",
        "S a Imp -> 3z",
        "C",
        "C {1v}",
        "C X {}",
        "C X {1x}",
        "C X -> ",
        "U",
        "U q",
        "U a b",
        "A",
        "A a",
        "A a b",
        "A a x",
        "A P1 P2 P1",
        "R",
        "R q",
        "> ",
        "> B",
        "> maybe",
        "H P1",
        "=",
        "= L30",
        "= L30/30 L30/30",
        "= 1a=x",
        "= W1/1",
        "J",
        "J set",
        "J set P1=3",
        "J undo",
        "X",
        "X P1",
        "X P1 wins",
        "BOSS P1",
        "E E",
        "REVIVE",
        "x" * 401,
        "S a Imp (",
    ],
)
def test_what_cannot_be_read_is_refused_with_a_sentence_and_a_column(body):
    with pytest.raises(Unreadable) as refusal:
        parse(body)

    assert str(refusal.value.message).endswith(".")
    assert 0 <= refusal.value.column <= len(body)


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("s A lava hound", "S a lava hound"),
        ("A a -> 2B", "A a x 2b"),
        ("A a x p2", "A a P2"),
        ("C Bellows{2v}->a,b", "C Bellows -> a, b {2v+0e}"),
        ("=l30/30   v2/1", "= L30/30 V2/1"),
        ("> p2 B A", "> P2 B a"),
        ("x P1 concede", "X P1 concedes"),
        ("not a line", "not a line"),
    ],
)
def test_one_canonical_form(written, wanted):
    assert canonical(written) == wanted


DOCS = (Path(engine.__file__).parents[1] / "docs" / "notation.md").read_text(encoding="utf-8")


def rows_of(title):
    """The code in each row of the table below a title of the docs."""
    section = DOCS.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    return [re.findall(r"`([^`]+)`", row) for row in section.splitlines() if row.startswith("| `")]


@pytest.mark.parametrize(("written", "wanted"), rows_of("Accepted variants"))
def test_what_the_docs_forgive_is_read_as_they_say(written, wanted):
    log = read(written)

    assert write(log, canonical) == write(read(wanted)) == write(read(write(log, canonical)), canonical)
    assert parse(log.lines[0].body) == parse(read(wanted).lines[0].body)


EXAMPLES = sorted({line for row in rows_of("Lines") + rows_of("Targets, numbers and abilities") for line in row})


@pytest.mark.parametrize("line", [line for line in EXAMPLES if line[0] not in "{=>" or " " in line])
def test_every_line_that_the_docs_show_is_canonical(line):
    if line in ("J rule TEXT", "> B …"):
        return
    parse(line)

    assert canonical(line) == line


def spelled(pattern):
    """Lines of a shape, in any capitals, with and without spaces where none are needed."""
    shapes = st.from_regex(re.compile(pattern, re.ASCII), fullmatch=True)
    return st.tuples(shapes, st.sampled_from([str, str.upper, str.lower])).map(lambda pair: pair[1](pair[0]))


NAME, PLACE, SEAT = "[A-Z][a-z]{1,6}", r"[12]?(w?[a-c]|\*)", r"[Pp]?[12]"
AIMS = rf"( ?-> ?({PLACE}|P[12]|[A-Z][a-z]{{2,6}})( ?, ?({PLACE}|[A-Z][a-z]{{2,6}}))?)?( ?= ?[0-9]{{1,3}})?"
PAID = r"( ?\{ ?([0-9]v( ?\+ ?[0-9]e)?|[0-9]e) ?\})?"
LINES = st.one_of(
    *map(
        spelled,
        (
            rf"S [12]?[a-c] {NAME}( \(({PLACE}( {PLACE})?|[A-Z][a-z]{{2,5}}(, [A-Z][a-z]{{2,5}})?)\))?{AIMS}",
            rf"(> ?({SEAT} )?)?C [A-Z][a-z]{{1,6}}( [a-z]{{2,5}})?{AIMS}{PAID}",
            rf"(> ?({SEAT} )?U |U |[+!-] ?){PLACE}(\.[1-9])?{AIMS}{PAID}",
            rf"A {PLACE} ?(x|->|>) ?{PLACE}|A {PLACE} {SEAT}",
            rf"> ?({SEAT} )?(no|B ?{PLACE})",
            rf"T ?[0-9]{{1,3}} {SEAT}|E|BOSS{AIMS}{PAID}|R( {PLACE}){{1,4}}|REVIVE {SEAT}",
            rf"[HO] {SEAT} [a-z]{{1,5}}( [0-9a-f]{{1,8}})?",
            rf"= ?L[0-9]{{1,2}} ?/ ?[0-9]( V[0-9]/[0-9])?( E[0-9]/[0-9])?( {PLACE}=[0-9])?( #[0-9a-f]{{12}})?",
            r"J (stands|pause|go  ?on|undo to [0-9]{1,3}|set 1a ?= ?[0-9]|set L[0-9]/[0-9]|rule [a-z ]{1,9}[a-z])",
            rf"X (draw|{SEAT} (concedes?|time|disqualified))",
        ),
    )
)


@settings(max_examples=600)
@given(st.one_of(LINES, st.text(max_size=60)))
def test_writing_what_was_read_is_stable_and_says_the_same(body):
    body = " ".join(body.split())
    try:
        move = parse(body)
    except Unreadable:
        assert canonical(body) == body
        return

    assert parse(canonical(body)) == move
    assert canonical(canonical(body)) == canonical(body)


@given(st.lists(st.one_of(LINES, st.text(max_size=30)), max_size=8).map("\n".join))
def test_writing_a_whole_record_is_stable_and_loses_no_line(text):
    log = read(text)
    if log.fault:
        return

    again = read(write(log, canonical))

    assert write(again, canonical) == write(log, canonical)
    assert [line.number for line in again.lines] == [line.number for line in log.lines]
    assert [canonical(line.body) for line in again.lines] == [canonical(line.body) for line in log.lines]
