"""The settings of a tournament as programs read and send them, made from the one list of them."""

from datetime import datetime
from typing import Any, cast

from django.db.models import Field
from rest_framework import serializers

from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.planning.tournament_settings import SETTINGS, USUAL, kind_of, may_be_none


def serializer_field(name: str) -> serializers.Field:
    """The field with which a setting is told."""
    setting, kind = SETTINGS[name], kind_of(name)
    facts: dict[str, Any] = {"help_text": setting.meaning or None}
    if may_be_none(name):
        facts["allow_null"] = True
    if kind is str and setting.choices:
        return serializers.ChoiceField(list(setting.choices), **facts)
    return PLAIN[kind](**facts)


def asked(name: str) -> serializers.Field:
    """The field with which a setting is sent; it may be left out."""
    setting, kind = SETTINGS[name], kind_of(name)
    facts: dict[str, Any] = {"required": False, "help_text": setting.meaning or None}
    if may_be_none(name):
        facts["allow_null"] = True
    if setting.choices:
        return serializers.ChoiceField(list(setting.choices), **facts)
    if kind is int:
        return serializers.IntegerField(min_value=setting.least, max_value=setting.most, **facts)
    if kind is str:
        written = cast("Field[Any, Any]", Tournament._meta.get_field(name))
        return serializers.CharField(max_length=written.max_length, allow_blank=USUAL.get(name) == "", **facts)
    return PLAIN[kind](**facts)


PLAIN: dict[type, type[serializers.Field]] = {
    str: serializers.CharField,
    bool: serializers.BooleanField,
    int: serializers.IntegerField,
    datetime: serializers.DateTimeField,
    tuple: serializers.ListField,
}
