"""Rows that point at a user, found by asking the models."""

from collections.abc import Iterator

import pghistory.models
from django.db import models

from bos_tournament.accounts.models import User


def pointing_at_users() -> Iterator[models.ForeignObjectRel]:
    """Every relation of a model to User. Events of the trail repeat their rows and are left out."""
    for relation in User._meta.get_fields(include_hidden=True):
        if not isinstance(relation, models.ForeignObjectRel):
            continue
        model = relation.related_model
        if not of_the_trail(model) and not model._meta.auto_created:
            yield relation


def of_the_trail(model: type[models.Model]) -> bool:
    return issubclass(model, pghistory.models.Event) or model._meta.app_label == "pghistory"


def rows(relation: models.ForeignObjectRel, user: User) -> models.QuerySet:
    return relation.related_model._base_manager.filter(**{relation.field.name: user})
