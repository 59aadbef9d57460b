"""Many rows of a table, written by one statement without an object for each: a round has thousands of them.

They travel as one JSON text, which the database reads by the types of its own columns. It is an ordinary statement of
the site, so triggers fire once for all its rows and the trail learns who did it; COPY would pass the trail by.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from django.db import connection, models
from psycopg import sql

INSERT = """
    INSERT INTO {table} ({columns})
    SELECT {columns} FROM json_populate_recordset(NULL::{table}, %s::json)
"""


UNLESS_THERE = " ON CONFLICT ({unique}) DO NOTHING RETURNING {key}"


def insert_rows(model: type[models.Model], rows: Iterable[Mapping[str, Any]]) -> None:
    """Writes rows, each by the names of its columns; what all of them leave out gets the default of its field, once.

    A key that the database counts up is left to it. Raises IntegrityError as any insert does, with no row written.
    """
    if rows := list(rows):
        _insert(model, rows, sql.SQL(""))


def insert_new_rows(model: type[models.Model], rows: Iterable[Mapping[str, Any]], *, unique: Iterable[str]) -> set[Any]:
    """`insert_rows` for those whose `unique` columns no row has yet; their keys. Waits for one that is on its way."""
    if not (rows := list(rows)):
        return set()
    key = sql.Identifier(str(model._meta.pk.column))
    return {pk for (pk,) in _insert(model, rows, sql.SQL(UNLESS_THERE).format(unique=_names(unique), key=key))}


def _insert(model: type[models.Model], rows: list[Mapping[str, Any]], then: sql.Composable) -> list[tuple[Any, ...]]:
    """What the statement gives back, if it was asked to."""
    written = {**_defaults(model), **rows[0]}
    statement = sql.SQL(INSERT).format(table=sql.Identifier(model._meta.db_table), columns=_names(written)) + then
    as_text = json.dumps([{**written, **row} for row in rows], default=str)
    with connection.cursor() as cursor:
        cursor.execute(statement.as_string(cursor.connection), [as_text])
        return cursor.fetchall() if cursor.description else []


def _names(columns: Iterable[str]) -> sql.Composed:
    return sql.SQL(", ").join(map(sql.Identifier, columns))


def _defaults(model: type[models.Model]) -> dict[str, Any]:
    """Of every column but a key that the database counts up."""
    fields = [field for field in model._meta.concrete_fields if not isinstance(field, models.AutoField)]
    return {str(field.column): field.get_default() for field in fields}
