"""The audit trail: every change of a tracked row, written by the database itself."""

from collections.abc import Callable
from typing import Any

import pghistory


def tracked(**options: Any) -> Callable[[type], type]:
    """Lets triggers keep each insert, update and delete of a model; leave secrets out with exclude=[…]."""

    def track(model: type) -> type:
        deeds = (pghistory.InsertEvent(), pghistory.UpdateEvent(), pghistory.DeleteEvent())
        named = {"model_name": f"{model.__name__}Event", "append_only": True}
        return pghistory.track(*deeds, **named, **options)(model)

    return track
