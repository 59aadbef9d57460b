"""What a deck had to hold when it was checked, and how it differed, is encrypted. No way leads back: that is meant."""

from django.db import migrations

from bos_tournament.history.sealed_text import SealedJSONField, SealedTextField, seal_column

IN_CHECK = ("deck_check_id", "seat_id")
COLUMNS = (
    ("expected", SealedTextField(bound_to=IN_CHECK, help_text="pinned; secret", max_length=20000)),
    (
        "differences",
        SealedJSONField(blank=True, bound_to=IN_CHECK, default=list, help_text="secret: card, where, expected, found"),
    ),
)


def seal(apps, schema_editor):
    with schema_editor.connection.cursor() as cursor:
        for column, _field in COLUMNS:
            seal_column(cursor, label="judging.checkeddeck", field=column, row=IN_CHECK)


def to_bytes(column):
    return f'ALTER TABLE judging_checkeddeck ALTER COLUMN "{column}" TYPE bytea USING convert_to("{column}"::text, \'UTF8\')'


class Migration(migrations.Migration):
    dependencies = [("judging", "0006_games_that_go_on"), ("decks", "0002_sealed_lists")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunSQL(to_bytes(column)) for column, _field in COLUMNS],
            state_operations=[
                migrations.AlterField(model_name="checkeddeck", name=column, field=field) for column, field in COLUMNS
            ],
        ),
        migrations.RunPython(seal),
    ]
