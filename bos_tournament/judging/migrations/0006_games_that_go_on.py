"""A judge may rule that a game goes on."""

from django.db import migrations, models

DECISIONS = [
    ("uphold", "the result stands"),
    ("correct", "the result is corrected"),
    ("replay", "the game is replayed"),
    ("go_on", "the game goes on"),
]


class Migration(migrations.Migration):
    dependencies = [
        ("judging", "0005_subjects_as_long_as_names"),
    ]

    operations = [
        migrations.AlterField("ruling", "decision", models.CharField(choices=DECISIONS, max_length=10)),
        migrations.AlterField("rulingevent", "decision", models.CharField(choices=DECISIONS, max_length=10)),
    ]
