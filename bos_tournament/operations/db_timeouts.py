"""Long work that no page waits for, such as a migration: without the time limits that protect pages."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections

LIMITS = ("statement_timeout", "idle_in_transaction_session_timeout")


@contextmanager
def without_time_limits(database: str = DEFAULT_DB_ALIAS) -> Iterator[None]:
    """Statements, and pauses between them, may take as long as they take; afterwards the limits are back."""
    connection = connections[database]
    with connection.cursor() as cursor:
        for limit in LIMITS:
            cursor.execute(f"SET {limit} = 0")
    try:
        yield
    finally:
        # What fails here has failed before, and that is what should be told.
        with suppress(DatabaseError), connection.cursor() as cursor:
            for limit in LIMITS:
                cursor.execute(f"RESET {limit}")
