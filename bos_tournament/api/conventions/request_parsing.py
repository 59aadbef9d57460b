"""What a request asks, checked against a form: unknown names, other JSON types and missing values are refused."""

import itertools
from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.debug import sensitive_variables
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.request import Request

Form = type[serializers.Serializer]

MOST_TOLD = 20  # names that are not asked here; whoever sends more has understood by then
KEY = "Idempotency-Key"
PAGES = {"page", "page_size"}
# The JSON type of each kind of field; texts for every other kind. Nothing is read as a type it was not sent as.
TYPES: tuple[tuple[type[serializers.Field], type, Promise], ...] = (
    (serializers.BooleanField, bool, gettext_lazy("true or false")),
    (serializers.IntegerField, int, gettext_lazy("a whole number")),
    (serializers.ListField, list, gettext_lazy("a list")),
    (serializers.DictField, dict, gettext_lazy("an object")),
    (serializers.Field, str, gettext_lazy("a text")),
)


@sensitive_variables()
def body(request: Request, form: Form) -> dict[str, Any]:
    """The values of the request's JSON object. Raises ValidationError with every fault at its field."""
    fields = request.data
    if not isinstance(fields, Mapping):
        raise ValidationError({"": [ErrorDetail(_("Send a JSON object."), code="not_an_object")]})
    filled = form(data=fields)
    faults = {**_unknown(fields, set(filled.fields)), **_of_another_type(fields, filled)}
    return _checked(filled, faults)


def query(request: Request, form: Form) -> dict[str, Any]:
    """The values after the question mark; empty ones count as not given."""
    fields = {name: value for name, value in request.query_params.items() if value}
    faults = _unknown(request.query_params, set(form().fields) | PAGES)
    return _checked(form(data=fields), faults)


def nothing(request: Request) -> None:
    """Deeds that need no words refuse any, rather than let somebody believe they were heard."""
    body(request, serializers.Serializer)


def key_of(request: Request) -> UUID | None:
    """The Idempotency-Key, if one was sent. Raises ValidationError unless it is a UUID."""
    header = request.headers.get(KEY)
    if header is None:
        return None
    try:
        return UUID(header)
    except ValueError:
        raise ValidationError(
            {KEY: [ErrorDetail(_("Send a UUID, a new one for each action."), code="invalid")]}
        ) from None


@sensitive_variables()
def _checked(form: serializers.Serializer, faults: dict[str, list[ErrorDetail]]) -> dict[str, Any]:
    if not form.is_valid() or faults:
        raise ValidationError({**form.errors, **faults})
    return dict(form.validated_data)


def _unknown(fields: Mapping[str, Any], allowed: set[str]) -> dict[str, list[ErrorDetail]]:
    sentence = _("Unknown here. Send only: %(names)s.") % {"names": ", ".join(sorted(allowed)) or _("nothing")}
    strange = itertools.islice((name for name in fields if name not in allowed), MOST_TOLD)
    return {str(name)[:100]: [ErrorDetail(sentence, code="unknown")] for name in strange}


def _of_another_type(fields: Mapping[str, Any], form: serializers.Serializer) -> dict[str, list[ErrorDetail]]:
    faults = {}
    for name, field in form.fields.items():
        if name in fields and isinstance(field, serializers.BaseSerializer):
            if inside := list(_inside(fields[name], field)):
                faults[name] = inside
        elif name in fields and (type_name := _type_missed(fields[name], field)):
            faults[name] = [ErrorDetail(_("Send %(said)s.") % {"said": type_name}, code="wrong_type")]
    return faults


def _inside(value: object, form: serializers.Field | None) -> Iterator[ErrorDetail]:
    """What is wrong with an object in the body, or with a list of them, each time with the name of its field."""
    if isinstance(form, serializers.ListSerializer) and isinstance(value, list):
        for element in value:
            yield from _inside(element, form.child)
    elif isinstance(form, serializers.Serializer) and isinstance(value, dict):
        for name, faults in {**_unknown(value, set(form.fields)), **_of_another_type(value, form)}.items():
            yield from (ErrorDetail(f"{name}: {fault}", code=fault.code) for fault in faults)
    else:
        said = _("a list") if isinstance(form, serializers.ListSerializer) else _("an object")
        yield ErrorDetail(_("Send %(said)s.") % {"said": said}, code="wrong_type")


def _type_missed(value: object, field: serializers.Field) -> str | None:
    """What the field asks for, when the value is of another JSON type."""
    if value is None:
        return None
    if isinstance(field, serializers.ChoiceField):
        types = {type(choice) for choice in field.choices}
        return None if type(value) in types else _("one of the choices")
    type_wanted, type_name = next((type_, type_name) for kind, type_, type_name in TYPES if isinstance(field, kind))
    if type(value) is not type_wanted:
        return str(type_name)
    if isinstance(field, serializers.ListField) and isinstance(value, list):
        return next(
            (
                _("%(list)s of only %(kind)s") % {"list": type_name, "kind": miss}
                for element in value
                if (miss := _type_missed(element, field.child))
            ),
            None,
        )
    if isinstance(field, serializers.DictField) and isinstance(value, dict):
        kinds = (_type_missed(element, field.child) for element in value.values())
        return next(
            (_("%(object)s that holds only %(kind)s") % {"object": type_name, "kind": miss} for miss in kinds if miss),
            None,
        )
    return None
