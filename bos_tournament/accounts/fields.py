"""What fields of forms offer, where it is known only once somebody asks."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.db.models import QuerySet


def offer(form: forms.BaseForm, name: str, choices: Iterable[tuple[Any, Any]]) -> None:
    """The choices of a field: a value and its label each, or the heading of a group and such pairs."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = choices


def offer_rows(form: forms.BaseForm, name: str, rows: QuerySet[Any]) -> None:
    """The rows that a field lets one choose from."""
    field = form.fields[name]
    assert isinstance(field, forms.ModelChoiceField)
    field.queryset = rows
