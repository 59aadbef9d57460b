"""A record belongs to its game; both players' records are compared; what may be missing in one is kept."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def take_games_from_disputes(apps, schema_editor):
    Record = apps.get_model("judging", "Record")
    Dispute = apps.get_model("judging", "Dispute")
    game = Dispute.objects.filter(pk=OuterRef("dispute_id")).values("game_id")
    Record.objects.update(game_id=Subquery(game))


class Migration(migrations.Migration):
    dependencies = [("judging", "0001_disputes"), ("matches", "0001_matches")]

    operations = [
        migrations.AddField(
            model_name="record",
            name="game",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="records", to="matches.game"
            ),
        ),
        migrations.RunPython(take_games_from_disputes, migrations.RunPython.noop, elidable=True),
        migrations.RemoveField(model_name="record", name="dispute"),
        migrations.AlterField(
            model_name="record",
            name="game",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="records", to="matches.game"
            ),
        ),
        migrations.AddField(
            model_name="finding",
            name="repairs",
            field=models.JSONField(
                blank=True, help_text="small changes after which the record would hold", null=True
            ),
        ),
        migrations.CreateModel(
            name="Comparison",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="comparison",
                        serialize=False,
                        to="matches.game",
                    ),
                ),
                ("outcome", models.CharField(blank=True, max_length=10)),
                ("data", models.JSONField(help_text="all that the engine said")),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "first",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="judging.record"
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="judging.record"
                    ),
                ),
                (
                    "winner",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="matches.seat",
                    ),
                ),
            ],
        ),
    ]
