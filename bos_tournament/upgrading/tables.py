"""What became of the tables of an earlier version: other names, columns and constraints, and triggers as they are."""

from collections.abc import Iterable

from django.db.backends.utils import CursorWrapper
from django.db.migrations.loader import MigrationLoader
from psycopg import sql

# Tables of `operations` were called `history_…`. Django puts digests of table and column into names of indexes.
DIGESTS = {
    "bfb21126": "69f066a5",
    "31ccf3f1": "36e6f8a7",
    "09e84fad": "fe66c683",
    "d3a34213": "7db60d6f",
    "eb9170b7": "d46416dc",
}
RELATIONS = """
    SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname LIKE 'history\\_%'
"""
CONSTRAINTS = """
    SELECT conrelid::regclass::text, conname FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace AND conname LIKE 'history\\_%'
"""
TEXTS = {
    "decks_decklook": "purpose",
    "matches_bidattempt": "void_reason",
    "matches_bidattemptevent": "void_reason",
    "matches_correction": "reason",
    "judging_penalty": "note",
    "judging_penaltyevent": "note",
    "tournaments_entrant": "note",
    "tournaments_entrantevent": "note",
    "tournaments_extension": "why",
    "tournaments_extensionevent": "why",
    "tournaments_pairing": "why",
    "tournaments_pairingevent": "why",
}
"""Columns that got one for a message beside them."""
SAID = {
    "matches_correction": "a_correction_has_a_reason",
    "judging_penalty": "a_penalty_says_what_happened",
    "tournaments_extension": "an_extension_has_a_reason",
}
"""Constraints that such a text is not empty, where a message says it now as well."""
NO_TEXTS = ("tournaments_pairing", "tournaments_pairingevent")
"""Where the message alone is left."""
CLUSTERED = ("decks_deck", "decks_deckversion", "judging_checkeddeck", "matches_swap")
LEFT_OVER = ("pgtrigger_bids_stay_535a7", "pgtrigger_sealed_bids_never_change_ae25e")


def rename(cursor: CursorWrapper) -> None:
    """Tables with their sequences, indexes and constraints; an index of a constraint takes that along."""
    cursor.execute(RELATIONS)
    for (name,) in cursor.fetchall():
        _alter(cursor, name, "RENAME TO {new}", new=_name_of_now(name))
    cursor.execute(CONSTRAINTS)
    for table, name in cursor.fetchall():
        _alter(cursor, table, "RENAME CONSTRAINT {old} TO {new}", old=name, new=_name_of_now(name))


def _name_of_now(name: str) -> str:
    for then, now in DIGESTS.items():
        name = name.replace(then, now)
    return f"operations_{name.removeprefix('history_')}"


def add_messages(cursor: CursorWrapper) -> None:
    """A column for a message beside each text that the site may have said."""
    for table, text in TEXTS.items():
        _alter(cursor, table, "ADD COLUMN {message} jsonb", message=f"{text}_message")
    for table, name in SAID.items():
        check = "CHECK (NOT {text} = '' OR {message} IS NOT NULL)"
        text = TEXTS[table]
        _alter(cursor, table, "DROP CONSTRAINT {name}", name=name)
        _alter(cursor, table, f"ADD CONSTRAINT {{name}} {check}", name=name, text=text, message=f"{text}_message")


def drop_what_went(cursor: CursorWrapper) -> None:
    """Texts that are messages now, functions of triggers that went, and marks that tables were written anew."""
    for table in NO_TEXTS:
        _alter(cursor, table, "DROP COLUMN {text}", text=TEXTS[table])
    for table in CLUSTERED:
        _alter(cursor, table, "SET WITHOUT CLUSTER")
    for function in LEFT_OVER:
        cursor.execute(f"DROP FUNCTION IF EXISTS {function}()")


def put_up_triggers(cursor: CursorWrapper, migrations: Iterable[str]) -> None:
    """The triggers of all models, as these migrations make them."""
    nodes = [(app, name) for app, _, name in (label.partition(".") for label in sorted(migrations))]
    for model in MigrationLoader(None).project_state(nodes).models.values():
        for trigger in model.options.get("triggers", ()):
            cursor.execute(trigger.install_sql)


def _alter(cursor: CursorWrapper, table: str, change: str, **names: str) -> None:
    statement = sql.SQL("ALTER TABLE {table} " + change)
    cursor.execute(statement.format(table=sql.Identifier(table), **{key: sql.Identifier(names[key]) for key in names}))
