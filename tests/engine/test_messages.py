"""Messages of the engine: every code has its sentence, every sentence its code, and both name the same arguments."""

import ast
import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.messages import Message, Note, all_of, any_of, code_json, from_json, in_a_row, phrases, sentences, spoken

ENGINE = Path(__file__).parents[2] / "engine"
GAP = re.compile(r"%\((\w+)[^)]*\)s")


def trees():
    return [ast.parse(path.read_text(encoding="utf-8")) for path in ENGINE.rglob("*.py")]


def written_codes(tree):
    """Each code that stands in a call of `Message`, as a pattern, with the names of its arguments."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Message" and node.args:
            names = {keyword.arg for keyword in node.keywords}
            codes = (
                [node.args[0]] if not isinstance(node.args[0], ast.IfExp) else [node.args[0].body, node.args[0].orelse]
            )
            yield from ((pattern(code), names) for code in codes if isinstance(code, (ast.Constant, ast.JoinedStr)))


def pattern(code):
    parts = code.values if isinstance(code, ast.JoinedStr) else [code]
    return "".join(re.escape(part.value) if isinstance(part, ast.Constant) else r"\w+" for part in parts)


def fitting(code):
    return [known for known in sentences() if re.fullmatch(code, known)]


def test_every_code_that_is_written_has_a_sentence_with_its_arguments():
    written = [(code, names) for tree in trees() for code, names in written_codes(tree)]

    assert len(written) > 350
    assert [code for code, _ in written if not fitting(code)] == []
    assert [
        (code, names)
        for code, names in written
        if None not in names and not any(set(GAP.findall(sentences()[known])) == names for known in fitting(code))
    ] == []


def test_every_sentence_is_said_by_some_code():
    texts = {node.value for tree in trees() for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    joined = [pattern(node) for tree in trees() for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
    said = {code for code in sentences() if code in texts or any(re.fullmatch(one, code) for one in joined)}
    begun = {code for code in sentences() if code.startswith("compare.begin_")}  # named after the others

    assert set(sentences()) - said - begun == set()


def test_no_sentence_stands_twice():
    of_sentences = [said for code, said in sentences().items() if " " in said and code not in phrases()]

    assert len(of_sentences) == len(set(of_sentences)) > 400


def test_no_phrase_stands_twice_under_one_subject():
    of_phrases = [(code.rpartition(".")[0], sentences()[code]) for code in phrases()]

    assert len(of_phrases) == len(set(of_phrases)) > 300


def test_a_message_says_its_sentence_with_what_stands_in_it():
    phase = Message("bos.phase.main")

    assert str(Message("bos.summon.phase", phase=phase)) == (
        "Summons are conducted in the summoning phase; this is the main phase."
    )
    assert str(Note(Message("bos.judge.set"), 7)) == "Line 7: A judge set values on the table."
    assert str(Note(Message("bos.judge.set"), 0)) == "Before the first line: A judge set values on the table."
    assert str(in_a_row([Message("bos.ask.may"), Message("bos.ask.pick")])) == "Do it or not? Choose."


@pytest.mark.parametrize(
    ("names", "and_", "or_"),
    [
        (["Anna"], "Anna", "Anna"),
        (["Anna", "Ben"], "Anna and Ben", "Anna or Ben"),
        (["Anna", "Ben", "Cleo"], "Anna, Ben and Cleo", "Anna, Ben or Cleo"),
    ],
)
def test_several_names_stand_in_one_sentence(names, and_, or_):
    assert (str(all_of(names)), str(any_of(names))) == (and_, or_)


args = st.recursive(
    st.text(max_size=9) | st.integers(),
    lambda inner: (
        st.lists(inner, max_size=3).map(tuple)
        | st.builds(lambda **given: Message("record.at_line", **given), line=inner, said=inner)
    ),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(["card", "seat", "said"]), args))
def test_a_message_comes_back_from_json_as_it_was(given_args):
    message = Message("bos.attack.itself", **given_args)

    assert from_json(json.loads(json.dumps(code_json(message)))) == message


def test_a_deep_message_is_said_in_a_moment():
    noun = Message("bos.noun.summon")
    for _ in range(40):
        noun = Message("bos.which.a", noun=Message("bos.noun.where", noun=noun, where=Message("bos.where.you_control")))
    said = Message("bos.deed.ready", who=noun)

    assert len(spoken(said, {**sentences(), "bos.which.a": TWICE}.__getitem__)) > 500


TWICE = "%(noun: p: some | a)s %(noun.+ one)s"
