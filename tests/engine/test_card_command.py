"""`python -m engine card`: how an ability is read, or where it stops."""

import io
import json

import pytest

from engine import __main__ as command
from engine.bos.model.card_pool import Pool
from engine.bos.model.cards import Card, CardType, Color
from engine.messages import from_json

SAGE = "During your main phase, [act]: A summon you control gains 2 strength."


def run(capsys, *arguments):
    status = command.main(["card", *arguments])
    return status, capsys.readouterr().out


def test_an_ability_is_printed_back_with_its_meaning(capsys):
    status, out = run(capsys, "During your main phase, act: A summon you control gains 2 strength.")

    assert status == 0
    assert out.splitlines()[0] == SAGE
    assert out.splitlines()[1].startswith("Meaning: optional; in your main phase;")


def test_an_ability_is_played_on_a_small_table(capsys):
    status, out = run(capsys, SAGE)

    assert status == 0
    assert out.splitlines()[2].startswith("Before: It is your main phase.")
    assert out.splitlines()[-1] == "After: Your Tested Card (b) has acted and has strength 7."

    _, out = run(capsys, SAGE, "--json")
    lines, codes = json.loads(out)["example"], json.loads(out)["example_codes"]
    assert lines[-1].startswith("After: ")
    assert [str(from_json(code)) for code in codes] == lines


def test_a_text_that_shows_nothing_is_told_with_its_code(capsys):
    text = "During your main phase, if it is not your turn: You gain 1 vim."

    status, out = run(capsys, text)
    assert (status, out.splitlines()[-1][:10]) == (0, "E-EXAMPLE:")

    _, out = run(capsys, text, "--json")
    said = json.loads(out)
    assert said["ok"]
    assert [each["code"] for each in said["problems"] if each["severity"] == "error"] == ["E-EXAMPLE"]


def test_programs_get_the_sentence_the_meaning_and_the_tree(capsys):
    status, out = run(capsys, "When this blocks: This must gain 1 strength.", "--mandatory", "--json")

    said = json.loads(out)
    assert (status, said["ok"], said["problems"]) == (0, True, [])
    assert said["canonical"] == "When this blocks: This must gain 1 strength."
    assert said["meaning"].startswith("mandatory; ")
    assert str(from_json(said["meaning_code"])) == said["meaning"]
    assert (said["tree"]["is"], said["tree"]["must"]) == ("Text", True)


def test_a_problem_is_shown_below_its_place_and_given_to_programs_with_offsets(capsys):
    wrong = SAGE.replace("strength", "strenght")

    status, out = run(capsys, wrong)
    assert status == 1
    assert out.splitlines()[1] == " " * (wrong.index("strenght") + 2) + "~" * 8
    assert f"Readable: {SAGE}" in out

    status, out = run(capsys, wrong, "--json")
    problem = json.loads(out)["problems"][0]
    assert status == 1
    assert {"code", "start", "end", "expected", "suggestions", "message"} <= set(problem)
    assert wrong[problem["start"] : problem["end"]] == "strenght"


def test_an_odd_ability_is_read_and_its_warning_told(capsys):
    status, out = run(capsys, "During your main phase: You gain 1 vim.", "--json")

    said = json.loads(out)
    assert (status, said["ok"]) == (0, True)
    assert [(problem["code"], problem["severity"]) for problem in said["problems"]] == [("W-FREE", "warning")]


def test_the_text_may_come_from_standard_input(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(SAGE.encode())))

    assert run(capsys, "-")[1].splitlines()[0] == SAGE


def test_names_are_those_of_the_catalogue_that_is_given(capsys, tmp_path):
    cards = tmp_path / "cards.json"
    cards.write_text(Pool((Card("Grey Walker", CardType.WIZARD, Color.RED, official=True),)).write(), encoding="utf-8")
    text = "When this attacks: Ready a card named Grey Walker."

    assert run(capsys, text, "--cards", str(cards))[0] == 0
    assert run(capsys, text)[0] == 1


@pytest.mark.parametrize("text", ["", "x" * 5_000, "\x00", "When"])
def test_whatever_is_typed_gets_an_answer(capsys, text):
    status, out = run(capsys, text)

    assert status == 1
    assert "E-READ" in out
