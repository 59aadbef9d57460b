"""Two roles of the database: the owner, who makes tables, and the site's own, which may do no more than the site needs.

The site's role reads and writes rows. It makes, empties and changes no table, switches no trigger off, reads no file of
the server and runs no program. Migrations, backups and restores work as the owner.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import environ
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg import sql

from bos_tournament.audit import immutable_rows
from bos_tournament.launch import servers

WHO = ("USER", "PASSWORD", "HOST", "PORT", "OPTIONS")
GRANTS = (
    "REVOKE CREATE ON SCHEMA public FROM PUBLIC",
    "REVOKE CREATE, TEMPORARY ON DATABASE {database} FROM PUBLIC",
    "GRANT USAGE ON SCHEMA public TO {site}",
    "REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {site}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {site}",
    "GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {site}",
    "ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO {site}",
    "ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO {site}",
    "REVOKE INSERT, UPDATE, DELETE ON django_migrations FROM {site}",
)


def owner() -> dict[str, Any] | None:
    """How the owner connects; None where the site's role is all there is."""
    embedded = servers.is_own(settings.BOS_HOME, settings.DATABASES[DEFAULT_DB_ALIAS]["OPTIONS"].get("host"))
    url = servers.owner_url(settings.BOS_HOME) if embedded else settings.DATABASE_OWNER_URL
    return dict(environ.Env.db_url_config(url)) if url else None


@contextmanager
def as_owner(alias: str = DEFAULT_DB_ALIAS) -> Iterator[None]:
    """The connection works as the owner of the tables for a while, where there is one. Never inside a transaction."""
    line, role = connections[alias], owner()
    before = {name: line.settings_dict[name] for name in WHO}
    if role is None or role["USER"] == before["USER"]:
        yield
        return
    _become(line, {**role, "OPTIONS": {**before["OPTIONS"], **role.get("OPTIONS", {})}})
    try:
        yield
    finally:
        _become(line, before)


def _become(line: Any, role: dict[str, Any]) -> None:
    line.close()
    line.close_pool()
    line.settings_dict.update({name: role[name] for name in WHO})


def grant(alias: str = DEFAULT_DB_ALIAS) -> None:
    """After migrations: guards for the rows that stay, and for the site's role what it needs and no more.

    Asked of the owner. Where the site's role owns the tables itself, only the guards are put up.
    """
    line = connections[alias]
    immutable_rows.guard_all(line)
    with line.cursor() as cursor:
        cursor.execute("SELECT current_user")
        (me,) = cursor.fetchone()
        if me != settings.DATABASE_ROLE:
            with transaction.atomic(using=alias):  # a site that runs meanwhile never finds itself without
                for statement in _statements(settings.DATABASE_ROLE, line.settings_dict["NAME"]):
                    cursor.execute(statement)


def _statements(role: str, database: str) -> Iterator[sql.Composed]:
    site, names = sql.Identifier(role), {"site": sql.Identifier(role), "database": sql.Identifier(database)}
    yield from (sql.SQL(words).format(**names) for words in GRANTS)
    for promise in immutable_rows.kept_tables():
        table, taken = sql.Identifier(promise.table), "UPDATE, DELETE" if promise.stays else "UPDATE"
        yield sql.SQL(f"REVOKE {taken} ON {{table}} FROM {{site}}").format(table=table, site=site)
        if promise.columns:
            columns = sql.SQL(", ").join(map(sql.Identifier, promise.columns))
            words = "GRANT UPDATE ({columns}) ON {table} TO {site}"
            yield sql.SQL(words).format(columns=columns, table=table, site=site)


def is_restricted(line: BaseDatabaseWrapper) -> bool:
    """Whether the role of this connection is no superuser and owns no table."""
    with line.cursor() as cursor:
        cursor.execute(
            "SELECT rolsuper OR EXISTS (SELECT FROM pg_tables WHERE tableowner = current_user"
            " AND schemaname NOT IN ('pg_catalog', 'information_schema'))"
            " FROM pg_roles WHERE rolname = current_user"
        )
        return not cursor.fetchone()[0]
