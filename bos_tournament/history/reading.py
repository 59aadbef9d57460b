"""Reading the audit trail: who changed what, and when, of models of any app."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from operator import attrgetter
from typing import Any

from django.db import models
from django.db.models import OuterRef, Subquery

from bos_tournament.accounts.models import User

Event = Any  # pghistory makes one model for each tracked one; their fields are known only when the site runs.
DEEDS = {"insert": "made", "update": "changed", "delete": "deleted"}


@dataclass(frozen=True)
class Change:
    """One change of one row, as the database wrote it down."""

    at: datetime
    who: str  # a handle; empty when the site did it by itself
    model: str
    row: str
    deed: str
    fields: tuple[tuple[str, object, object], ...]  # (field, from, to)


def changes(*event_models: Event, limit: int = 100, **filters: Any) -> list[Change]:
    """The newest `limit` changes of these models, newest first.

    `filters` are lookups on the events (`tournament=…`, `pgh_obj_id__in=…`) and hold for each of the models. The
    count of queries depends on the number of models, never on the number of changes.
    """
    events = chain.from_iterable(newest(model, limit, filters) for model in event_models)
    latest = sorted(events, key=attrgetter("pgh_created_at", "pgh_id"), reverse=True)[:limit]
    who = handles_of(latest)
    return [told(event, who) for event in latest]


def newest(model: Event, limit: int, filters: dict[str, Any]) -> Iterable[Event]:
    """The events, each with the values its row had before as `before`: a JSON object."""
    earlier = model._default_manager.filter(pgh_obj_id=OuterRef("pgh_obj_id"), pgh_id__lt=OuterRef("pgh_id"))
    values = models.functions.JSONObject(**{name: name for name in kept_fields(model)})
    before = Subquery(earlier.order_by("-pgh_id").annotate(values=values).values("values")[:1])
    now = models.functions.JSONObject(**{name: name for name in kept_fields(model)})
    events = model._default_manager.filter(**filters).select_related("pgh_context")
    return events.annotate(before=before, after=now).order_by("-pgh_id")[:limit]


def kept_fields(model: Event) -> list[str]:
    """The fields of the tracked row, by column, without what the trail itself keeps."""
    return [field.attname for field in model._meta.concrete_fields if not field.name.startswith("pgh_")]


def handles_of(events: Iterable[Event]) -> dict[str, str]:
    ids = [known for event in events if (known := user_id(event))]
    return {str(user.pk): user.handle for user in User.objects.filter(pk__in=ids)}


def user_id(event: Event) -> str | None:
    return event.pgh_context.metadata.get("user") if event.pgh_context else None


def told(event: Event, who: dict[str, str]) -> Change:
    return Change(
        at=event.pgh_created_at,
        who=who.get(user_id(event) or "", ""),
        model=event.pgh_tracked_model._meta.verbose_name,
        row=str(event.pgh_obj_id),
        deed=DEEDS[event.pgh_label],
        fields=tuple(differences(event)),
    )


def differences(event: Event) -> Iterable[tuple[str, object, object]]:
    """(field, from, to) of each field that changed; a new row came from nothing, a deleted one goes to nothing."""
    before = {} if event.pgh_label == "insert" else (event.before or {})
    after = {} if event.pgh_label == "delete" else event.after
    if event.pgh_label == "delete":
        before = event.after
    for name in kept_fields(type(event)):
        old, new = before.get(name), after.get(name)
        if old != new:
            yield name.removesuffix("_id"), old, new
