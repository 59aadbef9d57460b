"""The one clock of deeds: the database's, which every process shares."""

from datetime import datetime

from django.db import connection


def db_now() -> datetime:
    """The present moment by the database's clock, even inside a transaction. Ask after taking the lock."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        return cursor.fetchone()[0]
