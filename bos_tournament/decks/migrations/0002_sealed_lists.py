"""What lists and drafts say is encrypted under a key outside the database. No way leads back: that is what it is for."""

from django.db import migrations

from bos_tournament.history.sealed_text import SealedTextField, seal_column

COLUMNS = (
    ("deck", "name", SealedTextField(max_length=60)),
    ("deck", "text", SealedTextField(blank=True, max_length=20000)),
    ("deckversion", "name", SealedTextField(blank=True, max_length=60)),
    ("deckversion", "text", SealedTextField(help_text="canonical deck list")),
    ("deckversion", "color", SealedTextField(max_length=10)),
    ("deckversion", "boss", SealedTextField(max_length=100)),
)


def seal(apps, schema_editor):
    with schema_editor.connection.cursor() as cursor:
        for model, column, _field in COLUMNS:
            seal_column(cursor, label=f"decks.{model}", field=column)


def to_bytes(model, column):
    return f'ALTER TABLE decks_{model} ALTER COLUMN "{column}" TYPE bytea USING convert_to("{column}", \'UTF8\')'


class Migration(migrations.Migration):
    dependencies = [("decks", "0001_decks")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunSQL(to_bytes(model, column)) for model, column, _field in COLUMNS],
            state_operations=[
                migrations.AlterField(model_name=model, name=column, field=field) for model, column, field in COLUMNS
            ],
        ),
        migrations.RunPython(seal),
    ]
