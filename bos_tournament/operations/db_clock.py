"""The one clock of deeds: the database's, which every process shares."""

from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import DateTimeField, Func


def db_now() -> datetime:
    """The present moment by the database's clock, even inside a transaction. Ask after taking the lock."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        return cursor.fetchone()[0]


class Clock(Func):
    """The same moment as part of a query that is asked anyway."""

    function = "clock_timestamp"
    output_field = DateTimeField()

    def get_group_by_cols(self) -> list[Any]:
        return []
