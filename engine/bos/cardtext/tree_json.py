"""Trees as plain data and back: what is stored with a card, and what `card --json` shows.

A node is `{"is": "Gain", field: value, …}` in the order of its fields; what has its default is left out.
"""

from __future__ import annotations

from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from engine.bos.cardtext.binding import bind
from engine.bos.model import syntax, terms

DEEPEST = 40
"""How many nodes may lie in each other; a sentence of 600 characters stays far below."""

KEPT_AS: dict[type, str] = {syntax.SummoningCondition: "Calling", syntax.BossCondition: "Rising"}
"""What kept trees call these, so that they can be read."""

UNBOUND: dict[str, type] = {"It": terms.It, "Them": terms.Them}
"""Pronouns, which only trees hold that were kept before references were bound; they are bound when they are read."""

NODES: dict[str, type] = {
    KEPT_AS.get(value, name): value
    for name, value in (vars(terms) | vars(syntax)).items()
    if isinstance(value, type) and is_dataclass(value) and name not in UNBOUND
}


class NotATree(ValueError):
    """The data are no tree of the card language, or of an older one; the card is read again from its text."""


def tree_to_json(value: Any) -> Any:
    """A tree, or a part of one, as what `json.dumps` takes."""
    if isinstance(value, tuple):
        return [tree_to_json(part) for part in value]
    if not is_dataclass(value):
        return value
    values = {field.name: getattr(value, field.name) for field in fields(value)}
    names = {field.name for field in fields(value) if not _is_default(field, values[field.name])}
    node = KEPT_AS.get(type(value), type(value).__name__)
    return {"is": node} | {name: tree_to_json(part) for name, part in values.items() if name in names}


def _is_default(field: Field[Any], value: object) -> bool:
    return field.default is not MISSING and type(field.default) is type(value) and field.default == value


def from_json(data: Any) -> Any:
    """The tree that `to_json` wrote. Every value is checked against the types of the language; else NotATree."""
    if not isinstance(data, dict):
        raise NotATree("A tree is an object that says what it is.")
    tree = _node(data, DEEPEST)
    return bind(tree, None, host=True)[0] if isinstance(tree, syntax.Text) else tree


def _node(data: dict[str, Any], depth: int) -> Any:
    name = data.get("is")
    node_type = (NODES | UNBOUND).get(name) if isinstance(name, str) else None
    if node_type is None or depth == 0:
        raise NotATree(f"“{str(name)[:40]}” is no part of the card language, or lies too deep.")
    types = _types(node_type)
    if unknown := set(data) - {"is", *types}:
        raise NotATree(f"{name} has no field “{min(unknown)[:40]}”.")
    values = {key: _value(part, types[key], f"{name}.{key}", depth - 1) for key, part in data.items() if key != "is"}
    if missing := [field.name for field in fields(node_type) if field.default is MISSING and field.name not in values]:
        raise NotATree(f"{name} needs its {missing[0]}.")
    return node_type(**values)


@cache
def _types(node_type: type) -> dict[str, Any]:
    return get_type_hints(node_type)


def _value(data: Any, wanted: Any, place: str, depth: int) -> Any:
    """The data as a value of the wanted type."""
    if isinstance(data, dict):
        value = _node(data, depth)
        if type(value) in _alternatives(wanted):
            return value
    elif isinstance(data, list):
        for choice in _alternatives(wanted):
            if get_origin(choice) is tuple:
                return tuple(_value(part, get_args(choice)[0], place, depth) for part in data)
    elif any(_is_plain(data, choice) for choice in _alternatives(wanted)):
        return data
    raise NotATree(f"{place} cannot be “{str(data)[:40]}”.")


def _alternatives(wanted: Any) -> tuple[Any, ...]:
    if get_origin(wanted) in (UnionType, Union):
        return tuple(each for choice in get_args(wanted) for each in _alternatives(choice))
    return (wanted,)


def _is_plain(data: Any, choice: Any) -> bool:
    """Whether a text, number, truth or nothing is what is wanted there."""
    if get_origin(choice) is Literal:
        return any(type(data) is type(word) and data == word for word in get_args(choice))
    return choice in (str, int, bool, NoneType) and type(data) is choice
