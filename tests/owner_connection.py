"""What only the owner of the database may do, on the connection of the site, which may not: for a while."""

import os
from contextlib import contextmanager, suppress

from django.db import DatabaseError, connection
from environ import Env

OWNER = Env.db_url_config(os.environ.get("DATABASE_OWNER_URL") or os.environ["DATABASE_URL"])["USER"]


@contextmanager
def as_owner():
    """A cursor of the owner. The database of the tests lets the site's role become it; no other does."""
    with connection.cursor() as cursor:
        cursor.execute(f'SET ROLE "{OWNER}"')
        try:
            yield cursor
        finally:
            with suppress(DatabaseError):  # a transaction that failed forgets the role with everything else
                cursor.execute("RESET ROLE")


def may_go_past_guards():
    with as_owner() as cursor:
        cursor.execute("SHOW is_superuser")
        return cursor.fetchone() == ("on",)
