"""The audit trail: every change of a tracked row, written by the database itself."""

from collections.abc import Callable
from typing import Any

import pghistory


def tracked(**options: Any) -> Callable[[type], type]:
    """Lets triggers keep each insert, update and delete of a model; leave secrets out with exclude=[…]."""

    def track(model: type) -> type:
        deeds = (pghistory.InsertEvent(), pghistory.UpdateEvent(), pghistory.DeleteEvent())
        named = f"{model.__name__}Event"
        return pghistory.track(*deeds, model_name=named, append_only=True, **options)(model)

    return track
