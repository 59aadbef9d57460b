"""A personal link that comes in the middle of something waits for somebody to say who opened it. Those that were opened
before are taken for their guests', as they were until now."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0009_limits_and_kept_values")]

    operations = [
        migrations.AddField(
            model_name="personallink",
            name="midway",
            field=models.BooleanField(default=False, help_text="Made or opened while a list was in or a match was on."),
        ),
        migrations.AddField(
            model_name="personallink",
            name="confirmed_at",
            field=models.DateTimeField(blank=True, help_text="when others said that this is the guest", null=True),
        ),
        migrations.RunSQL(
            "UPDATE accounts_personallink SET confirmed_at = opened_at WHERE opened_at IS NOT NULL",
            migrations.RunSQL.noop,
        ),
    ]
