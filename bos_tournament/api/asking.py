"""What a request asks, checked against a form: unknown names, other JSON types and missing values are refused."""

import itertools
from collections.abc import Mapping
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
    given = request.data
    if not isinstance(given, Mapping):
        raise ValidationError({"": [ErrorDetail(_("Send a JSON object."), code="not_an_object")]})
    asked = form(data=given)
    faults = {**_unknown(given, set(asked.fields)), **_of_another_type(given, asked)}
    return _checked(asked, faults)


def query(request: Request, form: Form) -> dict[str, Any]:
    """The values after the question mark; empty ones count as not given."""
    given = {name: value for name, value in request.query_params.items() if value}
    faults = _unknown(request.query_params, set(form().fields) | PAGES)
    return _checked(form(data=given), faults)


def nothing(request: Request) -> None:
    """Deeds that need no words refuse any, rather than let somebody believe they were heard."""
    body(request, serializers.Serializer)


def key_of(request: Request) -> UUID | None:
    """The Idempotency-Key, if one was sent. Raises ValidationError unless it is a UUID."""
    said = request.headers.get(KEY)
    if said is None:
        return None
    try:
        return UUID(said)
    except ValueError:
        raise ValidationError(
            {KEY: [ErrorDetail(_("Send a UUID, a new one for each deed."), code="invalid")]}
        ) from None


@sensitive_variables()
def _checked(asked: serializers.Serializer, faults: dict[str, list[ErrorDetail]]) -> dict[str, Any]:
    if not asked.is_valid() or faults:
        raise ValidationError({**asked.errors, **faults})
    return dict(asked.validated_data)


def _unknown(given: Mapping[str, Any], known: set[str]) -> dict[str, list[ErrorDetail]]:
    said = _("This is not asked here; send only: %(names)s.") % {"names": ", ".join(sorted(known)) or _("nothing")}
    strange = itertools.islice((name for name in given if name not in known), MOST_TOLD)
    return {str(name)[:100]: [ErrorDetail(said, code="unknown")] for name in strange}


def _of_another_type(given: Mapping[str, Any], asked: serializers.Serializer) -> dict[str, list[ErrorDetail]]:
    faults = {}
    for name, field in asked.fields.items():
        if name in given and (said := _type_missed(given[name], field)):
            faults[name] = [ErrorDetail(_("Send %(said)s.") % {"said": said}, code="wrong_type")]
    return faults


def _type_missed(value: object, field: serializers.Field) -> str | None:
    """What the field asks for, when the value is of another JSON type."""
    if value is None:
        return None
    if isinstance(field, serializers.ChoiceField):
        types = {type(choice) for choice in field.choices}
        return None if type(value) in types else _("one of the choices")
    wanted, said = next((type_, said) for kind, type_, said in TYPES if isinstance(field, kind))
    if type(value) is not wanted:
        return str(said)
    if isinstance(field, serializers.ListField):
        return next(
            (
                _("%(list)s of nothing but %(kind)s") % {"list": said, "kind": miss}
                for one in value
                if (miss := _type_missed(one, field.child))
            ),
            None,
        )
    if isinstance(field, serializers.DictField):
        kinds = (_type_missed(one, field.child) for one in value.values())
        return next(
            (
                _("%(object)s that holds nothing but %(kind)s") % {"object": said, "kind": miss}
                for miss in kinds
                if miss
            ),
            None,
        )
    return None
