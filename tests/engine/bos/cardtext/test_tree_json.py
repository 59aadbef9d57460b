"""Trees as data: what is written is read again, and nothing else is taken for a tree."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bos.cardtext.tree_json import NotATree, from_json, tree_to_json
from engine.bos.model import syntax, terms
from tests.engine.bos.cardtext import trees

READY_THIS = {"is": "Text", "steps": [{"is": "Step", "deed": {"is": "Ready", "what": {"is": "This"}}}]}
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9) | st.sampled_from(["Gain", "Text", "This"]),
    lambda parts: st.lists(parts, max_size=3) | st.dictionaries(st.sampled_from(["is", "steps", "deed"]), parts),
    max_leaves=9,
)


@given(trees.texts | trees.summoning_conditions | trees.boss_conditions)
def test_a_tree_written_as_json_is_read_again(made):
    assert from_json(json.loads(json.dumps(tree_to_json(made)))) == made


def test_defaults_are_left_out_and_the_fields_keep_their_order():
    text = syntax.Text((syntax.Step(syntax.Ready(terms.This())),), must=True)

    assert tree_to_json(text) == READY_THIS | {"must": True}
    assert list(tree_to_json(text)) == ["is", "steps", "must"]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ([], "an object that says what it is"),
        ({}, "no part of the card language"),
        ({"is": "Exile"}, "“Exile” is no part of the card language"),
        ({"is": ["Text"]}, "no part of the card language"),
        ({"is": "Text"}, "Text needs its steps"),
        (READY_THIS | {"colour": "red"}, "Text has no field “colour”"),
        (READY_THIS | {"limit": "week"}, "Text.limit cannot be “week”"),
        (READY_THIS | {"modes": True}, "Text.modes cannot be “True”"),
        (READY_THIS | {"steps": {"is": "This"}}, "Text.steps cannot be"),
        (READY_THIS | {"steps": [{"is": "This"}]}, "Text.steps cannot be"),
        ({"is": "Number", "value": "3"}, "Number.value cannot be “3”"),
    ],
)
def test_what_is_no_tree_is_refused_with_its_place(data, said):
    with pytest.raises(NotATree) as refusal:
        from_json(data)

    assert said in str(refusal.value)


@given(anything)
def test_any_data_are_a_tree_or_refused(data):
    try:
        made = from_json(data)
    except NotATree:
        return

    assert from_json(tree_to_json(made)) == made


def test_nesting_beyond_reason_is_refused():
    deep = {"is": "Number", "value": 1}
    for _ in range(5_000):
        deep = {"is": "Half", "of": deep}

    with pytest.raises(NotATree):
        from_json(deep)
