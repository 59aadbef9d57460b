from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("cards", "0002_reasons_for_no_example")]

    operations = [
        migrations.AlterField(
            model_name="pinnedpool",
            name="cards_hash",
            field=models.CharField(
                help_text="engine.bos.model.card_pool.Pool.hash, which records may name", max_length=80
            ),
        ),
    ]
