"""How many rows each table of a backup has: counted in the moment of its dump, compared when it comes back."""

from collections.abc import Container, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

import psycopg
from psycopg import IsolationLevel, sql

from bos_tournament.operations.libpq import NO_TIME_LIMITS, conninfo, password

COMPARE = (
    "DO $$ DECLARE held bigint; BEGIN SELECT count(*) INTO held FROM public.{table};"
    " IF held <> {rows} THEN RAISE EXCEPTION 'table % came back with % rows instead of %', {name}, held, {rows};"
    " END IF; END $$;\n"
)


class Moment(NamedTuple):
    """One moment of the database, which other connections can look at too while it lasts."""

    snapshot: str
    """Its name for pg_dump."""
    rows: dict[str, int]
    """The rows of each table then."""


@contextmanager
def counted_moment(*, but: Container[str]) -> Iterator[Moment]:
    """A moment that lasts as long as its block; tables in `but` are not counted."""
    with psycopg.connect(conninfo(), password=password(), options=NO_TIME_LIMITS) as line:
        line.isolation_level, line.read_only = IsolationLevel.REPEATABLE_READ, True
        ((snapshot,),) = line.execute("SELECT pg_export_snapshot()").fetchall()
        tables = line.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1").fetchall()
        yield Moment(snapshot, {table: count(line, table) for (table,) in tables if table not in but})


def count(line: psycopg.Connection, table: str) -> int:
    ((rows,),) = line.execute(sql.SQL("SELECT count(*) FROM public.{}").format(sql.Identifier(table))).fetchall()
    return int(rows)


def check_script(rows: Mapping[str, int]) -> str:
    """A script that fails where a table has another number of rows."""
    statements = (
        sql.SQL(COMPARE).format(table=sql.Identifier(table), name=sql.Literal(table), rows=sql.Literal(int(number)))
        for table, number in rows.items()
    )
    return "".join(statement.as_string() for statement in statements)
