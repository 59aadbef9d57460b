from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('judging', '0004_deck_checks'),
    ]

    operations = [
        migrations.AlterField(
            model_name='subject',
            name='name',
            field=models.CharField(help_text="the rule's number, or the card's name", max_length=100),
        ),
    ]
