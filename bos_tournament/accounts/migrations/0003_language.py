"""The language that somebody chose."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_hidden_history")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="language",
            field=models.CharField(blank=True, max_length=8, help_text="Empty: as the browser says."),
        ),
    ]
