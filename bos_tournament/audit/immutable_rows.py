"""Rows that stay as they were written: what may change in them later, and the database that sees to it.

A model says in WRITTEN_LATER which fields may change after its row was made, and with STAYS that none is ever deleted.
Of the trail every row stays. Words may always change that erasing a person has to reach (NAMES_IN, ERASED_WITH).
The guards are plain triggers: nobody asks them to look away, as those of the trail can be asked when people are erased.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import pghistory.models
from django.apps import apps
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg import sql

GUARD = "stays_as_written"
FUNCTION = sql.SQL("""
    CREATE OR REPLACE FUNCTION stays_as_written() RETURNS trigger LANGUAGE plpgsql
    SET search_path = pg_catalog, public, pg_temp AS $$
    DECLARE
        columns text[] := coalesce(TG_ARGV, '{}');
    BEGIN
        IF TG_OP = 'DELETE' THEN
            RAISE EXCEPTION 'rows of % stay', TG_TABLE_NAME;
        END IF;
        IF to_jsonb(NEW) - columns IS DISTINCT FROM to_jsonb(OLD) - columns THEN
            RAISE EXCEPTION 'rows of % never change', TG_TABLE_NAME;
        END IF;
        RETURN NEW;
    END;
    $$
""")
TRIGGER = sql.SQL("""
    CREATE OR REPLACE TRIGGER {guard} BEFORE {deeds} ON {table}
    FOR EACH ROW EXECUTE FUNCTION stays_as_written({columns})
""")


@dataclass(frozen=True)
class ImmutableTable:
    """A table of such rows: the columns that may change, and whether rows may be deleted."""

    table: str
    """The name of the table in the database."""
    columns: tuple[str, ...]
    """The columns that may change, in alphabetical order; empty where none may."""
    stays: bool
    """Whether deleting a row is refused, too."""


def kept_tables() -> Iterator[ImmutableTable]:
    """Every table of which a model promises something."""
    for model in apps.get_models():
        if issubclass(model, pghistory.models.Event):
            words: set[str] = _words(model.pgh_tracked_model) if model.pgh_tracked_model else set()
            yield ImmutableTable(model._meta.db_table, _columns(model, words), stays=True)
        elif (later := getattr(model, "WRITTEN_LATER", None)) is not None:
            columns = _columns(model, {*later, *_words(model)})
            yield ImmutableTable(model._meta.db_table, columns, stays=getattr(model, "STAYS", False))


def _words(model: type[models.Model]) -> set[str]:
    """The fields in which erasing a person may write."""
    named = getattr(model, "NAMES_IN", {}).values()
    erased = getattr(model, "ERASED_WITH", {}).values()
    return {name for fields in (*named, *erased) for name in fields}


def _columns(model: type[models.Model], names: set[str]) -> tuple[str, ...]:
    return tuple(sorted(str(field.column) for field in model._meta.concrete_fields if field.name in names))


def guard_all(connection: BaseDatabaseWrapper) -> None:
    """Puts up the guards of all such tables. Only their owner may."""
    with connection.cursor() as cursor:
        cursor.execute(FUNCTION)
        for promise in kept_tables():
            deeds = sql.SQL("UPDATE OR DELETE" if promise.stays else "UPDATE")
            columns = sql.SQL(", ").join(map(sql.Literal, promise.columns))
            names = {"guard": sql.Identifier(GUARD), "table": sql.Identifier(promise.table)}
            cursor.execute(TRIGGER.format(**names, deeds=deeds, columns=columns))
