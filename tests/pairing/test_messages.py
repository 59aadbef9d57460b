"""What the package says: every code has its sentence, every sentence its code, and both name the same arguments."""

import ast
import json
import re
from pathlib import Path

import pytest

from bos_tournament.pairing.__main__ import main
from bos_tournament.pairing.event_file import write_event
from bos_tournament.pairing.messages import message, message_json, sentences
from bos_tournament.pairing.tie_breaks import TIE_BREAKS
from tests.pairing.event_notation import event_of

PACKAGE = Path(__file__).parents[2] / "bos_tournament" / "pairing"
GAP = re.compile(r"%\((\w+)\)s")


def nodes():
    return [node for path in PACKAGE.glob("*.py") for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]


def pattern(code):
    parts = code.values if isinstance(code, ast.JoinedStr) else [code]
    return "".join(re.escape(part.value) if isinstance(part, ast.Constant) else r"[\w.]+" for part in parts)


def written_codes():
    """Each code that stands in a call of `message`, as a pattern, with the names of its arguments."""
    for node in nodes():
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "message":
            code = node.args[0]
            for one in [code.body, code.orelse] if isinstance(code, ast.IfExp) else [code]:
                if isinstance(one, (ast.Constant, ast.JoinedStr)):
                    yield pattern(one), {keyword.arg for keyword in node.keywords}


def test_every_code_that_is_written_has_a_sentence_with_its_arguments():
    gaps = {code: set(GAP.findall(said)) for code, said in sentences().items()}
    written = list(written_codes())

    assert len(written) > 40
    assert [
        (code, names) for code, names in written if names not in [gaps[one] for one in gaps if re.fullmatch(code, one)]
    ] == []


def test_every_sentence_is_said_by_some_code():
    texts = {node.value for node in nodes() if isinstance(node, ast.Constant)}
    joined = [pattern(node) for node in nodes() if isinstance(node, ast.JoinedStr)]

    assert [
        code for code in sentences() if code not in texts and not any(re.fullmatch(one, code) for one in joined)
    ] == []


def test_every_tie_break_has_its_words():
    for one in TIE_BREAKS.values():
        assert all(map(str, (one.short, one.label, one.meaning)))


def test_a_message_says_what_stands_in_it():
    reason = message("rank.tie_break", above="Ben", tie_break=message("tie_break.gw"), told="2/3", than="3/4")
    met = message("term.met_often", results=(message("term.won"), message("term.lost")))

    assert str(reason) == "same points as Ben; game wins 2/3 against 3/4"
    assert str(met) == "won, lost"
    assert message_json(met) == {
        "code": "term.met_often",
        "args": {"results": [{"code": "term.won", "args": {}}, {"code": "term.lost", "args": {}}]},
    }


@pytest.mark.parametrize("command", ["standings", "pair"])
def test_whoever_checks_an_event_by_program_reads_each_reason_with_its_code(command, tmp_path, capsys):
    file = tmp_path / "EVENT.json"
    file.write_text(write_event(event_of("Anna 2-0 Ben · Cleo 2-1 Dora")), encoding="utf-8")

    assert main([command, str(file), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)

    for one in told if command == "standings" else told["pairs"]:
        args = {
            name: part["code"] and str(message(part["code"])) if isinstance(part, dict) else part
            for name, part in one["args"].items()
        }
        assert sentences()[one["code"]] % args == one["reason"]
