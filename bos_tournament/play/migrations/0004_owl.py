"""Owl, a third bot."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('play', '0003_lesson_progress'),
    ]

    operations = [
        migrations.AlterField(
            model_name='practicegame',
            name='bot',
            field=models.CharField(choices=[('newt', 'Newt'), ('magpie', 'Magpie'), ('owl', 'Owl')], max_length=10),
        ),
    ]
