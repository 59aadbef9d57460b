"""Emptying the database after a test whose people commit, as Django does, but in a twentieth of the time.

Django truncates all hundred tables, most of which hold nothing, and makes the permissions anew. Here rows are deleted
where there are any, without triggers: none may object, and nobody is told.
"""

from django.db import connection, transaction

from tests.owner_connection import as_owner, may_go_past_guards
from tests.polling import nobody_is_busy, wait_until

MADE_WITH_THE_TABLES = {"django_content_type", "auth_permission"}


def empty(case, otherwise):
    """What a transactional test case does at its end, once nobody writes any more: a worker that was killed or a page
    that was closed may have asked for something in its last moment. Where the database's user may not go around
    triggers, it does `otherwise`, as Django would."""
    wait_until(nobody_is_busy)
    return delete_all() if may_go_past_guards() else otherwise(case)


def delete_all():
    with transaction.atomic(), as_owner() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        if statements := [f'DELETE FROM "{table}"' for table in filled(cursor)]:
            cursor.execute("; ".join(statements))


def filled(cursor):
    """The tables that hold rows."""
    names = connection.introspection.django_table_names(only_existing=True, include_views=False)
    tables = sorted({*names} - MADE_WITH_THE_TABLES)
    cursor.execute("SELECT " + ", ".join(f'EXISTS (SELECT FROM "{table}")' for table in tables))
    return [table for table, has_rows in zip(tables, cursor.fetchone(), strict=True) if has_rows]
