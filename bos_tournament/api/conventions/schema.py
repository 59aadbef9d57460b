"""The schema's finishing: the refusals every door has in common, in the one form, and closed request bodies."""

from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import Direction
from rest_framework import serializers

from bos_tournament.api.conventions import request_parsing
from bos_tournament.api.conventions.endpoint import DEEDS

ERRORS = {
    "400": "Something in the request cannot be read; `fields` says what and why.",
    "401": "Nobody is signed in, or the token is not known.",
    "403": "This is seen by, but not done by, whoever asks; or the second factor or the CSRF token is missing.",
    "404": "There is no such thing for whoever asks.",
    "406": "Only JSON is answered, and where there is a file, its own kind.",
    "409": "The deed was refused; `code` says why in a word that stays, `detail` in a sentence.",
    "413": "The body is too large.",
    "415": "The body is not JSON.",
    "429": "Too many requests in a minute; wait as long as `Retry-After` says.",
    "503": "The site was busy or lost its database; send this again, with the same key, after `Retry-After`.",
}
WITH_A_BODY = {"409", "413", "415"}
FAULT = {
    "type": "object",
    "description": "Every refusal: a sentence for people, a word for programs, and the faults by field.",
    "required": ["detail", "code", "fields"],
    "additionalProperties": False,
    "properties": {
        "detail": {"type": "string"},
        "code": {"type": "string"},
        "fields": {"type": "object", "additionalProperties": True},
    },
}
RETRY = {"description": "How many seconds to wait.", "schema": {"type": "integer"}}
ONCE = {
    "in": "header",
    "name": request_parsing.KEY,
    "schema": {"type": "string", "format": "uuid"},
    "description": "The same key with the same request does the deed once and is answered alike each time.",
}


class Schema(AutoSchema):
    def get_serializer_name(self, serializer: serializers.Serializer, direction: Direction) -> str:
        """Without the suffix that the generator itself gives to whatever is sent, so that no name ends in it twice."""
        name = super().get_serializer_name(serializer, direction)
        return name.removesuffix("RequestSerializer") if direction == "request" else name


class MessageCodeSerializer(serializers.Serializer):
    """What a sentence says, for programs: its code, and what stands in its gaps."""

    code = serializers.CharField()
    args = serializers.DictField()


class EmptySerializer(serializers.Serializer):
    """An empty object: the deed needs no words."""


def complete_schema(result: dict[str, Any], **_: object) -> dict[str, Any]:
    """Called by the generator with the whole schema."""
    schemas = result["components"].setdefault("schemas", {})
    schemas["Fault"] = FAULT
    for methods in result["paths"].values():
        for method, operation in methods.items():
            _add_errors(operation, method)
            _close_body(operation, schemas)
            if method in DEEDS and {} not in operation.get("security", []):
                operation.setdefault("parameters", []).append(ONCE)
    return result


def _add_errors(operation: dict[str, Any], method: str) -> None:
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Fault"}}}
    for status, description in ERRORS.items():
        if method in DEEDS or status not in WITH_A_BODY:
            operation["responses"].setdefault(status, {"description": description, "content": content})
    for status in ("429", "503"):
        operation["responses"][status]["headers"] = {"Retry-After": RETRY}


def _close_body(operation: dict[str, Any], schemas: dict[str, Any]) -> None:
    for kind in operation.get("requestBody", {}).get("content", {}).values():
        _close(kind["schema"], schemas)


def _close(node: dict[str, Any], schemas: dict[str, Any]) -> None:
    """An object that is sent, and those in it, hold nothing but what they name."""
    for part in (node, node.get("items", {}), *node.get("allOf", ())):
        name = part.get("$ref", "").rpartition("/")[2]
        if name in schemas and schemas[name].get("type") == "object":
            schemas[name]["additionalProperties"] = False
            for child in schemas[name].get("properties", {}).values():
                _close(child, schemas)
