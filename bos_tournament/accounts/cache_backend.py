"""The cache of the site (CACHES): a table of JSON. Nothing in it is ever run, whoever wrote it."""

import json
from datetime import UTC, datetime
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.db import connection
from django.db.models import Q
from django.utils import timezone

from bos_tournament.accounts.models_rate_limits import KeptValue

ADD = """
INSERT INTO accounts_keptvalue AS held (key, value, until) VALUES (%s, %s, %s)
ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value, until = EXCLUDED.until WHERE held.until <= clock_timestamp()
RETURNING key
"""


class KeptValues(BaseCache):
    """Few and short-lived values that JSON can hold, such as codes that were used; another one raises TypeError."""

    def __init__(self, _location: str, params: dict[str, Any]) -> None:
        super().__init__(params)

    def add(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Of many at the same moment one is first."""
        with connection.cursor() as cursor:
            cursor.execute(ADD, [self._name(key, version), json.dumps(value), self._until(timeout)])
            return cursor.fetchone() is not None

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        live = KeptValue.objects.filter(Q(until=None) | Q(until__gt=timezone.now()), key=self._name(key, version))
        return next(iter(live.values_list("value", flat=True)), default)

    def set(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        fields = {"value": value, "until": self._until(timeout)}
        KeptValue.objects.update_or_create(key=self._name(key, version), defaults=fields)

    def touch(self, key: str, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return bool(KeptValue.objects.filter(key=self._name(key, version)).update(until=self._until(timeout)))

    def delete(self, key: str, version: int | None = None) -> bool:
        gone, _each = KeptValue.objects.filter(key=self._name(key, version)).delete()
        return bool(gone)

    def clear(self) -> None:
        KeptValue.objects.all().delete()

    def _name(self, key: str, version: int | None) -> str:
        return self.make_and_validate_key(key, version=version)

    def _until(self, timeout: Any) -> datetime | None:
        moment = self.get_backend_timeout(timeout)
        return None if moment is None else datetime.fromtimestamp(moment, UTC)


def delete_expired_values() -> None:
    """Drops what has run out."""
    KeptValue.objects.filter(until__lt=timezone.now()).delete()
