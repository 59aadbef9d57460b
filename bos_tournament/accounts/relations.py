"""Rows that point at a user, found by asking the models, since accounts knows no app to its right."""

from collections.abc import Iterator

import pghistory.models
from django.apps import apps
from django.db import models
from django.db.models import F

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


def renew_pages(user: User) -> None:
    """Published tables are drawn once for each version of a tournament, and name this person otherwise from now on.

    The site's other apps are asked by the names of their relations.
    """
    tournaments = apps.get_model("tournaments", "Tournament").objects
    shown = tournaments.filter(models.Q(entrants__user=user) | models.Q(staff__user=user)).values("pk")
    tournaments.filter(pk__in=shown).update(version=F("version") + 1)
