"""Parts of pages that look alike to many (CACHES["template_fragments"]), in the memory of each process.

Text under names that say what it shows, so that nothing has to be told when it changes. Nothing in it is ever run.
"""

from collections import OrderedDict
from threading import Lock
from typing import Any, ClassVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache

MOST = 300
"""So many parts; the ones that were asked for longest ago are let go."""


class Fragments(BaseCache):
    """For the template tag `cache` alone: holds each part until it is let go for newer ones, so its time is None."""

    parts: ClassVar[OrderedDict[str, str]] = OrderedDict()
    lock: ClassVar[Lock] = Lock()

    def __init__(self, _location: str, params: dict[str, Any]) -> None:
        super().__init__(params)

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        with self.lock:
            if key not in self.parts:
                return default
            self.parts.move_to_end(key)
            return self.parts[key]

    def set(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        with self.lock:
            self.parts[key] = str(value)
            self.parts.move_to_end(key)
            while len(self.parts) > MOST:
                self.parts.popitem(last=False)
