"""What was swapped is encrypted under a key outside the database. No way leads back: that is what it is for."""

from django.db import migrations

from bos_tournament.history.sealed_text import SealedJSONField, SealedTextField, seal_column

COLUMNS = (
    ("out", SealedJSONField(default=list, help_text="names that leave the deck, one per copy")),
    ("into", SealedJSONField(default=list, help_text="names that come in from the reserves, one per copy")),
    ("text", SealedTextField(help_text="the deck list for this game")),
)


def seal(apps, schema_editor):
    with schema_editor.connection.cursor() as cursor:
        for column, _field in COLUMNS:
            seal_column(cursor, label="matches.swap", field=column)


def to_bytes(column):
    return f'ALTER TABLE matches_swap ALTER COLUMN "{column}" TYPE bytea USING convert_to("{column}"::text, \'UTF8\')'


class Migration(migrations.Migration):
    dependencies = [("matches", "0007_bids_without_exception"), ("decks", "0002_sealed_lists")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunSQL(to_bytes(column)) for column, _field in COLUMNS],
            state_operations=[
                migrations.AlterField(model_name="swap", name=column, field=field) for column, field in COLUMNS
            ],
        ),
        migrations.RunPython(seal),
    ]
