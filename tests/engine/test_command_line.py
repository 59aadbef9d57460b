"""`python -m engine`, run as people run it: what it prints, and with which status it ends."""

import json
import subprocess
import sys

import pytest

from engine.bos.decks.deck_lists import starter_decks
from engine.bos.model.card_pool import sample_pool
from engine.bos.model.rulebook import rule, rulebook
from tests.engine.bos.deck_lists import red


def engine(*arguments, stdin=b""):
    ran = subprocess.run(
        [sys.executable, "-m", "engine", *map(str, arguments)], input=stdin, capture_output=True, timeout=60
    )
    assert b"Traceback" not in ran.stderr
    return ran.returncode, ran.stdout.decode(), ran.stderr.decode()


def refused(*arguments, stdin=b""):
    """What is said on stderr when a command ends with 2 and prints nothing else."""
    status, out, err = engine(*arguments, stdin=stdin)
    assert (status, out) == (2, "")
    return err


@pytest.fixture
def anna(tmp_path):
    file = tmp_path / "anna.txt"
    file.write_text(red(reserves=["2 Slagfall"]), encoding="utf-8")
    return file


# deck


def test_a_legal_list_is_said_to_be_legal(anna):
    status, out, err = engine("deck", anna)

    assert (status, err) == (0, "")
    assert out == "This deck: legal (red; 1 boss, 3 wizards, 10 summons, 10 spells, 2 reserves)\n"


def test_a_wrong_list_gets_all_its_problems():
    status, out, _ = engine("deck", "-", stdin=b"Name: Half\nLava Hond\n4 Cinder Imp\n")

    assert status == 1
    assert out.startswith("Half: 6 problems (red; ")
    assert "1.1.4  line 2" in out
    assert "Did you mean Lava Hound?" in out
    assert "1.1.3  line 3" in out


def test_a_report_in_json_has_the_promised_keys():
    status, out, _ = engine("deck", "-", "--json", stdin=red(reserves=["Scorched Rider", "Nobody"]).encode())

    found = json.loads(out)
    assert status == 1
    assert list(found) == ["legal", "problems", "warnings", "counts", "color"]
    assert (found["legal"], found["color"]) == (False, "red")
    assert found["counts"] == {"boss": 1, "wizards": 3, "summons": 10, "spells": 10, "reserves": 2}
    assert list(found["problems"][0]) == ["rule", "message", "code", "args", "line", "cards"]
    assert [(p["rule"], p["line"]) for p in found["problems"]] == [("1.1.4", 15)]
    assert [(w["rule"], w["cards"]) for w in found["warnings"]] == [("5.1.2", ["Scorched Rider", "Kiln Warden"])]


def test_the_older_edition_can_be_asked_for():
    four = red(summons=["4 Cinder Imp", "3 Lava Hound", "3 Smoke Runner"]).encode()

    assert engine("deck", "-", stdin=four)[0] == 1
    assert engine("deck", "-", "--edition", "bos-legacy", stdin=four)[0] == 0


def test_another_catalogue_can_be_given(tmp_path, anna):
    cards = tmp_path / "cards.json"
    cards.write_text(sample_pool().write(), encoding="utf-8")
    assert engine("deck", anna, "--cards", cards)[0] == 0

    cards.write_text("[]", encoding="utf-8")
    assert engine("deck", anna, "--cards", cards)[0] == 1


def test_a_faulty_catalogue_is_refused_with_every_entry(tmp_path, anna):
    cards = tmp_path / "cards.json"
    cards.write_text('[{"name": "Wolf"}, {"name": "Bear", "type": "wizard", "color": "green"}]', encoding="utf-8")

    said = refused("deck", anna, "--cards", cards)

    assert "Card 1 (Wolf), type:" in said
    assert "Card 2 (Bear), color:" in said


def test_files_that_cannot_be_read_are_refused_with_a_sentence(tmp_path):
    (tmp_path / "latin.txt").write_bytes("Élan".encode("latin-1"))
    (tmp_path / "wide.txt").write_bytes("Bellows".encode("utf-16"))
    (tmp_path / "big.txt").write_bytes(b"x" * 90_000)
    (tmp_path / "long.txt").write_bytes(b"Bellows\n" * 201)

    assert "cannot be opened" in refused("deck", tmp_path / "missing.txt")
    assert "cannot be opened" in refused("deck", tmp_path)
    assert "not UTF-8" in refused("deck", tmp_path / "latin.txt")
    assert "not UTF-8" in refused("deck", tmp_path / "wide.txt")
    assert "too big" in refused("deck", tmp_path / "big.txt")
    assert "201 lines" in refused("deck", tmp_path / "long.txt")
    assert "cannot be opened" in refused("deck", tmp_path / "big.txt", "--cards", tmp_path / "missing.json")


def test_a_missing_or_unknown_command_is_refused():
    assert "COMMAND" in refused()
    assert "invalid choice" in refused("shuffle")
    assert "bos-9" in refused("deck", "-", "--edition", "bos-9")


# rule


def test_a_rule_is_printed_with_its_source():
    status, out, _ = engine("rule", "8.1.2")

    assert status == 0
    assert out.splitlines() == [
        "8.1.2, Player attacks",
        "  An opponent who has not begun a turn yet cannot be attacked.",
        "  Source: starter guide",
        "  A player attack is checked in this order: 7.1.1, 7.1.3, 7.1.2, 14.5.18, 14.4.13, 14.5.5, "
        "8.1.2, 9.2.3, 8.1.1, 10.7, 7.1.9, 7.1.8",
    ]


def test_a_ruling_is_found_by_its_reference():
    status, out, _ = engine("rule", "g-98")

    assert status == 0
    assert out.startswith("8.2.5 (ruling G-98), Player attacks\n")


def test_a_rule_that_editions_decide_says_what_each_says():
    assert "bos-1: 10, bos-legacy: 8" in engine("rule", "1.2.1")[1]


def test_a_rule_says_in_which_order_the_checks_come():
    assert "A player attack is checked in this order: 7.1.1, " in engine("rule", "8.1.1")[1]
    assert "checked" not in engine("rule", "1.1.1")[1]


def test_a_chapter_is_printed_whole():
    numbers = [number for number in rulebook() if number.startswith("8.2.")]

    assert len(numbers) > 12
    printed = [line.partition(" ")[0].strip(",") for line in engine("rule", "8.2")[1].splitlines()]
    assert [number for number in numbers if number not in printed] == []


def test_a_number_that_does_not_exist_is_refused():
    assert refused("rule", "99").startswith("There is no rule 99.")
    assert len(refused("rule", "9" * 5000)) < 200


# judge and show: what is asked before the record is read


def test_a_game_needs_both_lists(anna):
    assert "both deck lists" in refused("judge", "-", "--deck", f"P1={anna}")
    assert "both deck lists" in refused("show", "-")


def test_a_list_needs_its_seat(anna):
    assert "names no seat" in refused("judge", "-", "--deck", anna)
    assert "names no seat" in refused("judge", "-", "--deck", f"P7={anna}")
    gap = [part for seat in ("P1", "P2", "P4") for part in ("--deck", f"{seat}={anna}")]
    assert "P3 has no deck list" in refused("judge", "-", *gap)
    assert "two deck lists" in refused("judge", "-", "--deck", f"P1={anna}", "--deck", f"p1={anna}")


def test_standard_input_is_read_once(anna):
    assert "Standard input" in refused("judge", "-", "--deck", "P1=-", "--deck", f"P2={anna}")


def test_a_record_that_cannot_be_opened_is_refused(tmp_path, anna):
    decks = ("--deck", f"P1={anna}", "--deck", f"P2={anna}")

    assert "cannot be opened" in refused("judge", tmp_path / "none.bln", *decks)
    assert "too big" in refused("judge", "-", *decks, stdin=b"x" * 70_000)


# judge and show: what was found

OPENING = """[Game BOS] [Rules bos-1] [Bid P1 4 P2 7] [First P1]
[Wizards P1 Dawn Herald, Meadow Warden, Orchard Hermit]
[Wizards P2 Ember Adept, Ash Caller, Flint Novice]
1. T1 P1
2. S a Ambercrest Stag
3. S b Granite Ox
4. E
5. = L30/30 V2/1 E4/0
6. T2 P2
7. S a Lava Hound
8. A a x 1b
9. E
"""


@pytest.fixture
def lists(tmp_path):
    for seat, name in (("P1", "Open Meadow"), ("P2", "First Sparks")):
        (tmp_path / f"{seat}.txt").write_text(starter_decks()[name], encoding="utf-8")
    return [argument for seat in ("P1", "P2") for argument in ("--deck", f"{seat}={tmp_path / f'{seat}.txt'}")]


@pytest.mark.parametrize(
    ("ending", "status", "finding", "line", "rule"),
    [
        ("10. X P2 concedes\n", 0, "legal", None, None),
        ("10. = L30/30 V2/2 E4/0\n", 0, "unfinished", None, None),
        ("10. = L30/29 V2/2 E4/0\n", 1, "contradicted", 10, None),
        ("10. T3 P1\n11. A b x 2a\n", 1, "illegal", 11, "7.2.1"),
        ("10. T3 P1\n11. A a x 1a\n", 1, "illegal", 11, "7.2.1"),
        ("10. T3 P1\n11. S c M\n12. E\n", 2, "unproven", 11, "1.1.4"),
        ("10. T3 P1\n11. Stag goes left\n", 2, "unreadable", 11, None),
    ],
)
def test_a_finding_has_its_exit_status(lists, ending, status, finding, line, rule):
    ended, out, err = engine("judge", "-", *lists, "--json", stdin=(OPENING + ending).encode())

    found = json.loads(out)
    assert (ended, err, found["finding"], found["line"]) == (status, "", finding, line)
    assert rule is None or found["rule"] == rule
    assert {"finding", "line", "rule", "message", "upto", "winner", "reason", "totals", "notes", "versions"} <= set(
        found
    )
    assert found["versions"]["cards"] == sample_pool().hash


def test_a_finding_reads_as_sentences(lists):
    status, out, _ = engine("judge", "-", *lists, stdin=(OPENING + "10. X P2 concedes\n").encode())

    assert status == 0
    assert out.startswith("legal: ")
    assert "P1 wins (concession)." in out


def test_a_broken_rule_is_printed_with_its_sentence(lists):
    _, out, _ = engine("judge", "-", *lists, stdin=(OPENING + "10. T3 P1\n11. A b x 2a\n").encode())

    assert out.startswith("illegal, line 11, rule 7.2.1: ")
    assert rule("7.2.1").text in out


def test_the_table_after_a_line_is_drawn(lists):
    before, after = (engine("show", "-", *lists, "--line", line, stdin=OPENING.encode()) for line in (7, 8))

    assert before[0] == after[0] == 0
    assert "Lava Hound 5" in before[1]
    assert "Lava Hound 5" not in after[1]
    assert "Granite Ox 1" in after[1]


def test_a_record_that_cannot_be_opened_shows_no_table(lists):
    assert refused("show", "-", *lists, stdin=b"[Wizards P1 Nobody, At, All]\n1. T1 P1\n")
    assert refused("show", "-", *lists, stdin=b"[Rules bos-99]\n1. T1 P1\n")


def test_starter_decks_pass_by_pipe():
    for text in starter_decks().values():
        assert engine("deck", "-", stdin=text.encode())[0] == 0


# compare, repair and options


@pytest.fixture
def sheet(tmp_path):
    """Writes a record to a file and gives its path."""

    def written(name, text):
        file = tmp_path / f"{name}.bln"
        file.write_text(text, encoding="utf-8")
        return file

    return written


def test_two_equal_records_are_the_same_story(lists, sheet):
    first = sheet("anna", OPENING)

    status, out, _ = engine("compare", first, "-", *lists, stdin=OPENING.encode())

    assert status == 0
    assert out.startswith("Both records tell the same story.\n")


def test_two_records_that_part_end_with_1_and_say_where(lists, sheet):
    first, second = sheet("anna", OPENING), sheet("ben", OPENING.replace("A a x 1b", "A a x 1a"))

    status, out, _ = engine("compare", first, second, *lists)
    in_json = json.loads(engine("compare", first, second, *lists, "--json")[1])

    assert status == 1
    assert "1. detail: " in out
    assert in_json["differences"][0]["first"][0] == {"line": 8, "text": "A a x 1b", "problem": None}


def test_a_record_that_cannot_be_opened_is_not_compared(lists, sheet):
    status, out, _ = engine("compare", sheet("anna", OPENING), sheet("ben", "[Game Chess]\n"), *lists)

    assert status == 2
    assert out.startswith("The records cannot be compared: ")


def test_standard_input_is_only_one_of_two_records(lists):
    assert "Standard input" in refused("compare", "-", "-", *lists)


def test_a_record_that_holds_needs_no_repair(lists):
    status, out, _ = engine("repair", "-", *lists, stdin=OPENING.encode())

    assert status == 0
    assert out.endswith("There is nothing to repair.\n")


def test_a_forgotten_line_is_suggested(lists):
    broken = OPENING.replace("4. E\n", "").encode()

    status, out, _ = engine("repair", "-", *lists, stdin=broken)
    in_json = json.loads(engine("repair", "-", *lists, "--json", stdin=broken)[1])

    assert status == 1
    assert "“E” is missing before line 5" in out
    assert in_json["finding"] == "illegal"
    assert ["E"] in [[change["text"] for change in found["changes"]] for found in in_json["suggestions"]]


def test_a_header_cannot_be_repaired(lists):
    status, out, _ = engine("repair", "-", *lists, stdin=b"[Game Chess]\n")

    assert status == 2
    assert out.startswith("unreadable, line 0: ")


def test_every_lawful_next_line_is_listed(lists):
    status, out, _ = engine("options", "-", *lists, "--line", "6", stdin=OPENING.encode())

    assert status == 0
    assert "S a Lava Hound" in out.splitlines()
    assert refused("options", "-", *lists, stdin=b"[Game Chess]\n")


# lesson


def test_a_lesson_without_a_mistake_is_said_to_have_none():
    status, out, _ = engine("lesson", "engine/bos/lessons/3-blocks.bln")

    assert (status, out) == (0, "9 steps, and nothing wrong.\n")


def test_everything_that_is_wrong_with_a_lesson_is_printed_with_its_line():
    status, out, _ = engine("lesson", "-", stdin=b"[First P1]\n1. T1 P1 # say: Begin. | why: 99.9\n2. E\n")

    assert status == 1
    assert "Line 1: There is no rule “99.9”." in out
    assert "Line 2: The learner is not told what to do here." in out
