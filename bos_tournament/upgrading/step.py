"""Brings a database of the version before over, in one step that runs before migrations: whole, or not at all.

Afterwards it is what the first migration of each app makes, so that later ones go on from there.
"""

from django.db import connections, transaction
from django.db.backends.utils import CursorWrapper

from bos_tournament.errors import Refused
from bos_tournament.upgrading import rows, tables

FIRST = "accounts.0001_users"
"""A migration that every database of a version before has."""
LAST = {
    "accounts.0013_ages_of_sessions_and_tokens",
    "cards.0004_british_colour",
    "decks.0003_no_open_lists_left",
    "history.0006_letters",
    "judging.0009_sealed_records",
    "matches.0009_nothing_open_left",
    "tournaments.0020_first_opening",
}
"""Those that only a database of the version right before has."""
APPS_THEN = {name.partition(".")[0] for name in LAST}
NOW = {f"{app.replace('history', 'operations')}.0001_initial" for app in APPS_THEN}
"""What this version has in the place of all of them."""


def bring_over(alias: str) -> None:
    """Bring a database of the version before over; one that is empty or was brought over before stays as it is.

    Asked of the owner. Raises Refused (`too_old`) for one of a still older version.
    """
    with transaction.atomic(using=alias), connections[alias].cursor() as cursor:
        if not is_from_before(_applied(cursor)):
            return
        tables.rename(cursor)
        tables.add_messages(cursor)
        rows.rewrite_sentences(cursor)
        tables.drop_what_went(cursor)
        tables.put_up_triggers(cursor, NOW)
        _rename_tasks(cursor)
        _replace_migrations(cursor)


def brought_over(applied: set[str]) -> set[str]:
    """The migrations of a database with these, once it is brought over. Raises Refused (`too_old`)."""
    if not is_from_before(applied):
        return applied
    return NOW | {name for name in applied if name.partition(".")[0] not in APPS_THEN}


def is_from_before(applied: set[str]) -> bool:
    """Whether these migrations are those of the version before. Raises Refused (`too_old`) for still older ones."""
    if FIRST not in applied:
        return False
    if missing := LAST - applied:
        raise Refused(
            "This comes from a version of the site that is too old to be brought over in one step. First start a "
            f"version that has the migration {min(missing)}, then this one.",
            code="too_old",
        )
    return True


def _applied(cursor: CursorWrapper) -> set[str]:
    """The migrations of this database. Two that would bring it over at once wait for each other."""
    cursor.execute("SELECT to_regclass('django_migrations')")
    if cursor.fetchone() == (None,):
        return set()
    cursor.execute("LOCK TABLE django_migrations IN EXCLUSIVE MODE")
    cursor.execute("SELECT app, name FROM django_migrations")
    return {f"{app}.{name}" for app, name in cursor.fetchall()}


def _rename_tasks(cursor: CursorWrapper) -> None:
    """The kinds of jobs that wait, and what the clock asked for, with the rows that tell Django of models."""
    for table in ("operations_job", "operations_sweep"):
        cursor.execute(
            f"UPDATE {table} SET task = 'operations.' || substr(task, length('history.') + 1)"  # noqa: S608
            " WHERE starts_with(task, 'history.')"
        )
    cursor.execute("UPDATE django_content_type SET app_label = 'operations' WHERE app_label = 'history'")


def _replace_migrations(cursor: CursorWrapper) -> None:
    cursor.execute("DELETE FROM django_migrations WHERE app = ANY(%s)", [list(APPS_THEN)])
    for name in sorted(NOW):
        cursor.execute("INSERT INTO django_migrations (app, name, applied) VALUES (%s, %s, now())", name.split("."))
