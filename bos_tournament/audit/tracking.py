"""The audit trail: every change of a tracked row, written by the database itself."""

from collections.abc import Callable
from typing import Any

import pghistory
from django.db.models import QuerySet

TABLES = set[str]()
"""Those of tracked models: a statement that writes to another one leaves no trail."""


def tracked(*, by_the_round: bool = False, **options: Any) -> Callable[[type], type]:
    """Lets triggers keep each insert, update and delete of a model; leave secrets out with exclude=[…].

    `by_the_round` is for rows that are written thousands at a time: their trail is written once a statement.
    """
    level = pghistory.Statement if by_the_round else pghistory.Row

    def track(model: Any) -> type:
        TABLES.add(model._meta.db_table)
        kinds = (pghistory.InsertEvent, pghistory.UpdateEvent, pghistory.DeleteEvent)
        deeds = [kind(level=level) for kind in kinds]
        named = f"{model.__name__}Event"
        return pghistory.track(*deeds, model_name=named, append_only=True, **options)(model)

    return track


def states_of(row: Any) -> QuerySet[Any]:
    """All states of a tracked row that the trail has kept, the latest first."""
    return row.events.order_by("-pgh_id")
