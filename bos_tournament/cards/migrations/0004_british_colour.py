"""The admin heads the colour of cards like every page; nothing changes in the database."""

from django.db import migrations, models

COLOURS = [("red", "red"), ("yellow", "yellow"), ("blue", "blue")]


def colour():
    return models.CharField("colour", max_length=10, choices=COLOURS, null=True, blank=True)


class Migration(migrations.Migration):
    dependencies = [("cards", "0001_whole_until_0003_keep_what_is_published")]

    operations = [
        migrations.AlterField("card", "color", colour()),
        migrations.AlterField("cardevent", "color", colour()),
    ]
