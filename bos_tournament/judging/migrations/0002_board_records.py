"""Whether a record was made on the board."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('judging', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='record',
            name='on_board',
            field=models.BooleanField(default=False, help_text='recorded on the board that both players saw'),
        ),
    ]
