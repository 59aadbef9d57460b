"""`python -m engine`, run as people run it: what it prints, and with which status it ends."""

import json
import subprocess
import sys

import pytest

from engine.bos.cards import sample_pool
from engine.bos.decks import starter_decks
from tests.engine.bos.lists import red


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
    assert list(found["problems"][0]) == ["rule", "message", "line", "cards"]
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
    ]


def test_a_ruling_is_found_by_its_reference():
    status, out, _ = engine("rule", "g-98")

    assert status == 0
    assert out.startswith("8.2.5 (ruling G-98), Player attacks\n")


def test_a_rule_that_editions_decide_says_what_each_says():
    assert "bos-1: 10, bos-legacy: 8" in engine("rule", "1.2.1")[1]


def test_a_chapter_is_printed_whole():
    assert engine("rule", "8.2")[1].count("\n8.2.") == 13


def test_a_number_that_does_not_exist_is_refused():
    assert refused("rule", "99").startswith("There is no rule 99.")
    assert len(refused("rule", "9" * 5000)) < 200


# judge and show: what is asked before the record is read


def test_a_game_needs_both_lists(anna):
    assert "both deck lists" in refused("judge", "-", "--deck", f"P1={anna}")
    assert "both deck lists" in refused("show", "-")


def test_a_list_needs_its_seat(anna):
    assert "names no seat" in refused("judge", "-", "--deck", anna)
    assert "names no seat" in refused("judge", "-", "--deck", f"P3={anna}")
    assert "two deck lists" in refused("judge", "-", "--deck", f"P1={anna}", "--deck", f"p1={anna}")


def test_standard_input_is_read_once(anna):
    assert "Standard input" in refused("judge", "-", "--deck", "P1=-", "--deck", f"P2={anna}")


def test_a_record_that_cannot_be_opened_is_refused(tmp_path, anna):
    decks = ("--deck", f"P1={anna}", "--deck", f"P2={anna}")

    assert "cannot be opened" in refused("judge", tmp_path / "none.bln", *decks)
    assert "too big" in refused("judge", "-", *decks, stdin=b"x" * 70_000)


def test_starter_decks_pass_by_pipe():
    for text in starter_decks().values():
        assert engine("deck", "-", stdin=text.encode())[0] == 0
