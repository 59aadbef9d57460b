"""Findings: what callers rely on, what decides when several things are wrong, and that no text whatever breaks it."""

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.bos import game as bos
from engine.bos.decks.deck_lists import starter_decks
from engine.bos.model.card_pool import sample_pool
from engine.bos.model.editions import DEFAULT_EDITION
from engine.bos.model.rulebook import rule
from engine.contract import Given
from engine.log import MAX_BYTES, MAX_LINES
from engine.verdict import judge_text
from tests.engine.bos.simple_cards import HEAD, POOL, RED_AND_YELLOW, judged, told

FINDINGS = {"legal", "unfinished", "illegal", "contradicted", "unproven", "unreadable"}
GAMES = Path(__file__).parent / "bos" / "games"
LEGAL = [path.read_text("utf-8") for path in sorted((GAMES / "legal").glob("*.bln"))]


def judge(text):
    return judge_text(bos, text, Given(RED_AND_YELLOW, POOL, DEFAULT_EDITION))


def test_the_finding_has_every_key_that_callers_rely_on():
    found = judged("T1 P1;S a Lava Hound;E;= L30/30")

    assert found["finding"] == "unfinished"
    assert {"line": None, "rule": None, "upto": 4, "winner": None, "reason": None, "notes": []}.items() <= found.items()
    assert found["totals"] == {"life": [30, 30], "vim": [2, 1], "ether": [4, 0]}
    assert found["versions"]["cards"] == POOL.hash
    assert found["versions"]["rulings"]["decay"] == "every turn"
    assert json.loads(json.dumps(found)) == found


def test_a_win_names_winner_and_reason():
    found = judged("T1 P1;E;T2 P2;X P1 time")

    assert (found["finding"], found["winner"], found["reason"], found["upto"]) == ("legal", "P2", "time", 4)


def test_the_line_before_a_wrong_one_is_the_last_accepted_and_the_table_is_that_before_it():
    found = judged("1. T1 P1;2. S a Lava Hound;9. S a Cinder Imp")

    assert (found["line"], found["upto"], found["column"]) == (9, 2, 4)
    assert found["state"]["seats"][0]["summons"][0]["name"] == "Lava Hound"
    assert found["winner"] is None


def test_a_wrong_line_comes_with_the_nearest_legal_ones():
    found = judged("T1 P1;S a Smoke Runner")

    assert found["nearest"][0] == "S b Smoke Runner"
    assert len(found["nearest"]) == 5


def test_after_an_attack_the_nearest_lines_are_blocks():
    found = judged("T1 P1;S a Lava Hound;E;T2 P2;S b Granite Ox;S c Field Sentinel;E;T3 P1;A a P2;> B c")

    assert found["nearest"] == ["> B b", "> no"]


def test_an_illegal_line_outranks_a_wrong_total_before_it():
    found = judged("T1 P1;E;= V1/1;T2 P2;A a P1")

    assert (found["finding"], found["line"]) == ("illegal", 5)
    assert found["notes"] == ["Line 3: The line says vim 1/1, but by the moves so far it is 2/1."]


def test_an_unproven_line_outranks_a_wrong_total_before_it():
    assert told("T1 P1;E;= V1/1;T2 P2;S a M") == ("unproven", 5, "1.1.4")


def test_a_wrong_total_lets_judging_go_on_to_the_end():
    found = judged("T1 P1;E;= V1/1;T2 P2;E;= L9/9;X P1 concedes")

    assert (found["finding"], found["line"], found["upto"], found["winner"]) == ("contradicted", 3, 7, "P2")
    assert len(found["notes"]) == 1


def test_the_table_of_a_wrong_total_is_the_one_before_its_line_and_not_the_end():
    found = judged("T1 P1;E;= L9/9;T2 P2;S b Granite Ox;X P1 concedes")

    assert (found["finding"], found["line"], found["before"], found["winner"]) == ("contradicted", 3, 3, "P2")
    assert found["state"]["over"] is None
    assert found["state"]["seats"][1]["summons"][1] is None
    assert found["state"]["seats"][0]["life"] == 30
    assert found["totals"]["vim"] == [2, 2]


def test_every_wrong_total_of_a_line_is_named():
    found = judged("T1 P1;S a Lava Hound;E;= L9/9 V9/9 E9/9 1a=7 1b=2")

    assert found["message"] == (
        "The line says life 9/9, but by the moves so far it is 30/30. "
        "The line says vim 9/9, but by the moves so far it is 2/1. "
        "The line says ether 9/9, but by the moves so far it is 4/0. "
        "The line says that 1a has strength 7, but 1a has strength 5. "
        "The line says that 1b has strength 2, but 1b holds no face-up card."
    )
    assert found["notes"] == []


def test_where_a_later_line_decides_the_table_says_before_which_line_it_stands():
    found = judged("T1 P1;S a Cinder;E;Q")

    assert (found["finding"], found["line"], found["before"]) == ("unreadable", 4, 2)
    assert judged("T1 P1;E")["before"] is None


def test_an_unreadable_line_beyond_an_unproven_one_decides():
    assert told("T1 P1;S a Cinder;E;Q") == ("unreadable", 4, None)
    assert told("T1 P1;S a Cinder;E;T2 P2;S a Nobody At All") == ("unreadable", 5, None)


def test_behind_a_name_that_fits_two_the_rest_is_judged_with_each_of_them():
    found = judged("T1 P1;S a Cinder;E;= L30/30;T2 P2;S a Field;E;= V9/2;X P2 concedes")

    assert (found["finding"], found["line"], found["rule"], found["upto"]) == ("unproven", 2, "1.1.4", 1)
    assert found["notes"] == [
        "With “S a Cinder Imp” there, line 8 does not fit: The line says vim 9/2, but by the moves so far it is 2/2.",
        "With “S a Cinder Wolf” there, line 2 does not fit: Cinder Wolf is among the reserves of P1 and was not "
        "swapped in.",
    ]


def test_what_is_illegal_whichever_card_a_name_means_is_illegal():
    found = judged("T1 P1;S c Cinder Imp;S b S;E;T2 P2;E;T3 P1;S b Cinder Imp;E")

    assert (found["finding"], found["line"], found["rule"]) == ("illegal", 8, "5.1.3")
    assert len(found["notes"]) == 2


def test_every_line_that_cannot_be_read_is_named_at_once():
    found = judged("T1 P1;S a Lava Hund;?;E;T2 P2;S a Nobody;S b Granite;S c F;E")

    assert (found["finding"], found["line"]) == ("unreadable", 2)
    assert [note.split(":")[0] for note in found["notes"]] == ["Line 3", "Line 6"]


def test_a_header_that_says_another_result_is_noted():
    found = judged("T1 P1;X P1 concedes", head=HEAD + "[Result P1 life]\n")

    assert found["notes"] == ["The header says P1 life; the moves say: P2 won: concession."]
    assert judged("T1 P1;X P1 concedes", head=HEAD + "[Result P2 concession]\n")["notes"] == []


def test_the_last_line_whose_totals_agreed_is_told():
    assert judged("T1 P1;E;= L30/30;T2 P2;E;= L1/1")["agreed"] == 3


def test_the_sample_cards_play_a_whole_game():
    decks = {"P1": starter_decks()["First Sparks"], "P2": starter_decks()["Open Meadow"]}
    text = HEAD + "T1 P1\nS a Cinder Imp\nE\nT2 P2\nE\nT3 P1\nA a P2\nX P2 concedes\n"

    assert judge_text(bos, text, Given(decks, sample_pool(), DEFAULT_EDITION))["winner"] == "P1"


@pytest.mark.parametrize("text", ["\x00" * 50, "#" * (MAX_BYTES + 1), "E\n" * (MAX_LINES + 5), "\ud800", "T" * 60_000])
def test_what_is_too_much_or_no_text_is_unreadable(text):
    found = judge(text)

    assert found["finding"] in ("unreadable", "unfinished")
    assert found["message"].endswith(".")


ALPHABET = "TSCUABOSREJHOX+-!>=#@[](){}*.,:/0123456789abcdewvxPp \n\t\x00\u2192\u00d7\uff25\u0301\u202e\U0001f600"


@settings(max_examples=200, deadline=None)
@given(st.one_of(st.text(max_size=400), st.text(ALPHABET, max_size=400)))
@example("1. T1 P1\n1. T1 P1\n0. E")
@example("[Bid P1 \u0664 P2 7]")
@example("[Number \u00b2]")
@example("\u0661. T\u0661 P\u0661")
@example("= L\u00b2/\u00b2")
def test_any_text_gets_a_finding_and_a_sentence(text):
    found = judge(text)

    assert found["finding"] in FINDINGS
    assert found["message"][-1] in ".?"
    assert found["line"] is not None or found["finding"] in ("legal", "unfinished")


def mutated(text, rng):
    """One line, place, number or name of a record is doubled, dropped, swapped or changed."""
    lines = text.splitlines()
    first = next((i for i, line in enumerate(lines) if line[:1] not in "#["), 0)
    at = rng.randrange(first, len(lines)) if first < len(lines) else 0
    other = rng.randrange(first, len(lines)) if first < len(lines) else 0
    kind = rng.randrange(7)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(at, lines[at])
    elif kind == 2:
        lines[at], lines[other] = lines[other], lines[at]
    elif kind == 3 and lines[at]:
        place = rng.randrange(len(lines[at]))
        lines[at] = lines[at][:place] + rng.choice("abcw*12x>P ") + lines[at][place + 1 :]
    elif kind == 4:
        lines[at] = lines[at][: rng.randrange(len(lines[at]) + 1)]
    elif kind == 5:
        lines[at] = lines[at].replace("P1", "P2")
    else:
        lines = lines[: at + 1]
    return "\n".join(lines)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(LEGAL), st.integers(0, 2**32), st.integers(1, 3))
def test_a_damaged_record_always_gets_a_finding_with_its_line(text, seed, times):
    rng = random.Random(seed)
    for _ in range(times):
        text = mutated(text, rng)

    found = judge(text)

    assert found["finding"] in FINDINGS
    assert (found["line"] is None) == (found["finding"] in ("legal", "unfinished"))
    assert found["finding"] not in ("illegal",) or found["rule"]


def test_the_same_record_gets_the_same_finding_in_every_process():
    program = (
        "import json; from tests.engine.test_verdict import *;"
        "print(json.dumps([judge(t) for t in LEGAL] + [judged('T1 P1;S a Smoke Runner')], sort_keys=True))"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            check=True,
            env={"PYTHONHASHSEED": seed},
            cwd=GAMES.parents[3],
        ).stdout
        for seed in ("1", "2")
    }

    assert len(answers) == 1


def test_a_block_that_nobody_wrote_down_is_supposed_either_way():
    before = "T1 P1;S a Lava Hound;E;T2 P2;S b Granite Ox;E;T3 P1;A a P2;E"

    assert judged(f"{before};= L30/25")["notes"] == [
        "With “> B b” there, line 10 does not fit: The line says life 30/25, but by the moves so far it is 30/30.",
        "With “> no” there, the later lines fit.",
        "Ruling G-111 decided line 9.",
    ]
    assert judged(f"{before};T4 P2;A b x 1b")["notes"][0].startswith("With “> B b” there, line 11 does not fit: ")


def test_what_is_illegal_whether_or_not_somebody_blocked_is_illegal():
    before = "T1 P1;S a Lava Hound;E;T2 P2;S b Granite Ox;E;T3 P1;A a P2;E"

    assert told(f"{before};T3 P2") == ("illegal", 10, "3.1.1")
    assert told(f"{before};T4 P2;A a x 1b") == ("unproven", 9, "8.2.1")


@pytest.mark.parametrize(
    ("lines", "ruling"),
    [
        ("T1 P1;S a Lava Hound;E;T2 P2;S b Granite Ox;S c Field Sentinel;E;T3 P1;A a P2;> B c", "G-98"),
        ("T1 P1;S a Lava Hound;S b Cinder Imp;BOSS;A a P1;> B b", "G-107"),
        ("T1 P1;S a Lava Hound;E;T2 P2;E;T3 P1;A a x 2*", "G-84"),
        ("T1 P1;S a Lava Hound;E;T2 P2;BOSS;A * P1", "G-119"),
        ("T1 P1;S a Slag Brute (wb wc)", "J-8"),
    ],
)
def test_the_ruling_that_decided_is_noted(lines, ruling):
    found = judged(lines)

    assert found["notes"] == [f"Ruling {ruling} decided line {found['line']}."]
    assert rule(ruling).number


def test_a_game_that_decay_ends_notes_its_ruling():
    assert judge((GAMES / "legal" / "decay-decides.bln").read_text("utf-8"))["notes"] == [
        "Ruling G-50 decided the game: a player who decays to 0 life loses."
    ]
