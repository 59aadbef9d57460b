"""Many rows of a table, written by one statement without an object for each: a round has thousands of them.

They travel as one JSON text, which the database reads by the types of its own columns. It is an ordinary statement of
the site, so triggers fire once for all its rows and the trail learns who did it; COPY would pass the trail by.
"""

import json
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.db import connection, models
from psycopg import sql

INSERT = """
    INSERT INTO {table} ({columns})
    SELECT {columns} FROM json_populate_recordset(NULL::{table}, %s::json)
"""
UPDATE = """
    UPDATE {table} SET {values} FROM json_populate_recordset(NULL::{table}, %s::json) AS given
    WHERE {table}.{key} = given.{key}
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


def update_rows(objects: Collection[models.Model], names: Collection[str]) -> None:
    """Writes these fields of objects of one model into their rows, as they are: none that its field would seal."""
    if not objects:
        return
    meta = next(iter(objects))._meta
    fields = [field for field in meta.concrete_fields if field.primary_key or field.name in names]
    rows = [{str(field.column): getattr(one, field.attname) for field in fields} for one in objects]
    columns = [sql.Identifier(str(field.column)) for field in fields if not field.primary_key]
    values = sql.SQL(", ").join(sql.SQL("{name} = given.{name}").format(name=name) for name in columns)
    key = sql.Identifier(str(meta.pk.column))
    statement = sql.SQL(UPDATE).format(table=sql.Identifier(meta.db_table), values=values, key=key)
    with connection.cursor() as cursor:
        cursor.execute(statement.as_string(cursor.connection), [_as_json(rows)])


def columns_of(row: models.Model) -> dict[str, Any]:
    """All that a row would hold, by the names of its columns."""
    return {str(field.column): getattr(row, field.attname) for field in row._meta.concrete_fields}


def _insert(model: type[models.Model], rows: list[Mapping[str, Any]], then: sql.Composable) -> list[tuple[Any, ...]]:
    """What the statement gives back, if it was asked to."""
    written = {**_defaults(model), **rows[0]}
    statement = sql.SQL(INSERT).format(table=sql.Identifier(model._meta.db_table), columns=_names(written)) + then
    with connection.cursor() as cursor:
        cursor.execute(statement.as_string(cursor.connection), [_as_json({**written, **row} for row in rows)])
        return cursor.fetchall() if cursor.description else []


def _as_json(rows: Iterable[Mapping[str, Any]]) -> str:
    return json.dumps(list(rows), default=lambda value: rf"\x{value.hex()}" if isinstance(value, bytes) else str(value))


def _names(columns: Iterable[str]) -> sql.Composed:
    return sql.SQL(", ").join(map(sql.Identifier, columns))


def _defaults(model: type[models.Model]) -> dict[str, Any]:
    """Of every column but a key that the database counts up."""
    fields = [field for field in model._meta.concrete_fields if not isinstance(field, models.AutoField)]
    return {str(field.column): field.get_default() for field in fields}
