"""No two handles that look alike. Those that do already keep them: the one who came first has the shape."""

from django.db import migrations, models

from bos_tournament.accounts.lookalikes import skeleton


def give_shapes(apps, schema_editor):
    User = apps.get_model("accounts", "User")
    given = set()
    people = User.objects.filter(erased_at=None).order_by("date_joined", "pk").only("pk", "handle")
    for person in people.iterator(chunk_size=2000):
        shape = skeleton(person.handle)
        if shape not in given:
            given.add(shape)
            User.objects.filter(pk=person.pk).update(skeleton=shape)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0011_erasures")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="skeleton",
            field=models.CharField(
                editable=False,
                help_text="The shape of the handle; none if taken.",
                max_length=120,
                null=True,
                unique=True,
            ),
        ),
        migrations.RunPython(give_shapes, migrations.RunPython.noop, elidable=True),
    ]
