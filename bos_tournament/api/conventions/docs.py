"""The documentation of the API as a page of this site, drawn from the schema: no script, so it is read anywhere."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator

from bos_tournament.api.conventions.schema import ERRORS

Node = Mapping[str, Any]

LIMITS = {"minimum": "from", "maximum": "to", "minLength": "at least", "maxLength": "at most"}
LENGTHS = {"minLength", "maxLength"}
PAGED = {"page": "which page", "page_size": "how many rows a page has, at most 200"}


class Field(NamedTuple):
    """A name that is sent or told. `component` is the name of the object that stands there, if it is one."""

    name: str
    """The key in the JSON, or the name of a query parameter."""
    kind: str
    """Its type, choices and limits, in words."""
    component: str
    needed: bool
    """Whether a request must send it, or an answer always has it."""
    said: str
    """The description from the schema; may be empty."""


class Answer(NamedTuple):
    status: str
    """The HTTP status, such as `200`."""
    kind: str
    """What the body is, in words, such as “an object”; “nothing” without one."""
    component: str
    """The name of the component of the body or its rows; empty for plain values."""


class Operation(NamedTuple):
    anchor: str
    """Its id in the schema, and the fragment that links to it."""
    method: str
    """The HTTP method, in capitals."""
    path: str
    """The address, with gaps such as `{id}`."""
    said: str
    """The description from the schema; may be empty."""
    public: bool
    """Whether it is answered without a token."""
    asked: list[Field]
    """The query parameters and headers it takes."""
    body: list[Field]
    """The fields of the JSON that is sent; empty without a body."""
    answers: list[Answer]
    """What it answers when it succeeds. Refusals stand once for all."""

    @property
    def title(self) -> str:
        """How one asks: the method and the address."""
        return f"{self.method} {self.path}"


class Group(NamedTuple):
    name: str
    """The tag in the schema: the first word of the addresses."""
    operations: list[Operation]
    """In the order of the schema."""


class Component(NamedTuple):
    name: str
    """What fields refer to it by."""
    said: str
    """The description from the schema; may be empty."""
    fields: list[Field]
    """In the order of the JSON."""


@require_safe
def docs_page(request: HttpRequest) -> HttpResponse:
    return render(request, "api/docs.html", {"groups": groups(), "components": components(), "refusals": ERRORS})


@cache
def schema() -> Node:
    """In the language of the page, whoever opens it first."""
    with translation.override(settings.LANGUAGE_CODE):
        return SchemaGenerator().get_schema(request=None, public=True)


@cache
def groups() -> list[Group]:
    """Everything that can be asked, by the first word of its address."""
    by_tag: dict[str, list[Operation]] = {}
    for path, methods in schema()["paths"].items():
        for method, operation in methods.items():
            by_tag.setdefault(operation["tags"][0], []).append(_operation(path, method, operation))
    return [Group(name, operations) for name, operations in sorted(by_tag.items())]


@cache
def components() -> list[Component]:
    """The objects that answers are made of, and those in bodies that are sent. Pages of them, and bodies themselves,
    stand elsewhere."""
    named = schema()["components"]["schemas"]
    sent = {_component(child) for node in named.values() for child in node.get("properties", {}).values()}
    parts = [(name, node) for name, node in named.items() if not name.endswith("Request") or name in sent]
    nodes = [(name, node) for name, node in parts if not _rows(node)]
    return [
        Component(name, node.get("description", ""), list(_fields(node))) for name, node in nodes if _is_object(node)
    ]


def _operation(path: str, method: str, node: Node) -> Operation:
    return Operation(
        anchor=node["operationId"],
        method=method.upper(),
        path=path,
        said=node.get("description", ""),
        public={} in node.get("security", []),
        asked=[_parameter(parameter) for parameter in node.get("parameters", []) if parameter["in"] != "path"],
        body=list(_fields(_followed(_content(node.get("requestBody", {}))))),
        answers=[_answer(status, response) for status, response in node["responses"].items() if status < "300"],
    )


def _parameter(node: Node) -> Field:
    description = PAGED.get(node["name"]) or _without_choices(node.get("description", ""))
    return Field(node["name"], _kind(node["schema"]), "", node.get("required", False), description)


def _fields(node: Node) -> Iterator[Field]:
    needed = node.get("required", [])
    for name, child in node.get("properties", {}).items():
        description = _without_choices(child.get("description", ""))
        yield Field(name, _kind(child), _component(child), name in needed, description)


def _answer(status: str, node: Node) -> Answer:
    content = _content(node)
    rows = _rows(_followed(content))
    return Answer(
        status, "a page of" if rows else _kind(content) if content else "nothing", rows or _component(content)
    )


def _content(node: Node) -> Node:
    """The schema of what is sent or told; empty for nothing."""
    return next((kind["schema"] for kind in node.get("content", {}).values()), {})


def _rows(node: Node) -> str:
    """The name of the component that a page of a list holds; empty for whatever is no such page."""
    properties = node.get("properties", {})
    return _component(properties["results"]) if {"count", "next", "results"} <= set(properties) else ""


def _is_object(node: Node) -> bool:
    return node.get("type") == "object"


def _followed(node: Node) -> Node:
    name = _reference(node)
    return schema()["components"]["schemas"][name] if name else node


def _reference(node: Node) -> str:
    """The component this node names, itself or as its only part."""
    parts = [node, *node.get("allOf", []), *node.get("oneOf", [])]
    return next((part["$ref"].rpartition("/")[2] for part in parts if "$ref" in part), "")


def _component(node: Node) -> str:
    """The component this node, its rows or its values are; empty for plain values."""
    for part in (node, node.get("items"), node.get("additionalProperties")):
        if isinstance(part, Mapping) and _reference(part) and _is_object(_followed(part)):
            return _reference(part)
    return ""


def _kind(node: Node) -> str:
    """What stands there, in words."""
    empty = " or null" if node.get("nullable") else ""
    if _reference(node):
        named = _followed(node)
        return ("an object" if _is_object(named) else _kind(named)) + empty
    if choices := node.get("enum"):
        return ", ".join("null" if choice is None else str(choice) or "empty" for choice in choices) + empty
    if node.get("type") == "array":
        return f"a list of: {_kind(node['items'])}{empty}"
    words = [node.get("format") or node.get("type", "object"), *_limits(node)]
    return ", ".join(words) + empty


def _limits(node: Node) -> Iterator[str]:
    for name, word in LIMITS.items():
        if name in node:
            yield f"{word} {node[name]}{' characters' if name in LENGTHS else ''}"


def _without_choices(description: str) -> str:
    """The description without the list of choices, which stands with the kind already."""
    return "\n".join(line for line in description.splitlines() if not line.startswith("* `")).strip()
