"""Records are sealed from the other player, and findings are told by what each reader knows of the lists."""

import django.db.models.deletion
import pgtrigger.compiler
import pgtrigger.migrations
from django.conf import settings
from django.db import migrations, models


def judge_again(apps, schema_editor):
    """What was found before is told to nobody but judges until it is found for everybody else, too."""
    job = apps.get_model("history", "Job")
    records = apps.get_model("judging", "Finding").objects.values_list("record", flat=True)
    job.objects.bulk_create((job(task="judging.find", subject=pk) for pk in records), ignore_conflicts=True)


class Migration(migrations.Migration):

    dependencies = [
        ('history', '0003_sweeps_mail_and_backups'),
        ('judging', '0008_nothing_open_left'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        pgtrigger.migrations.RemoveTrigger(
            model_name='dispute',
            name='insert_insert',
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name='dispute',
            name='update_update',
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name='dispute',
            name='delete_delete',
        ),
        migrations.AddField(
            model_name='comparison',
            name='blind',
            field=models.BooleanField(default=False, help_text='neither writer could read the other record'),
        ),
        migrations.AddField(
            model_name='comparison',
            name='told',
            field=models.JSONField(default=dict, help_text='the same as it is told to whoever may not know both lists'),
        ),
        migrations.AddField(
            model_name='dispute',
            name='records_opened_at',
            field=models.DateTimeField(blank=True, help_text='from then on each player reads both records of the game', null=True),
        ),
        migrations.AddField(
            model_name='dispute',
            name='records_opened_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='disputeevent',
            name='records_opened_at',
            field=models.DateTimeField(blank=True, help_text='from then on each player reads both records of the game', null=True),
        ),
        migrations.AddField(
            model_name='disputeevent',
            name='records_opened_by',
            field=models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='finding',
            name='told',
            field=models.JSONField(default=dict, help_text='the same as it is told to whoever may not know both lists'),
        ),
        migrations.AddField(
            model_name='record',
            name='blind',
            field=models.BooleanField(default=False, help_text='written before its writer could read another one'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='dispute',
            trigger=pgtrigger.compiler.Trigger(name='insert_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "judging_disputeevent" ("claim", "filed_by_id", "game_id", "id", "made_at", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "records_opened_at", "records_opened_by_id", "state") VALUES (NEW."claim", NEW."filed_by_id", NEW."game_id", NEW."id", NEW."made_at", _pgh_attach_context(), NOW(), \'insert\', NEW."id", NEW."records_opened_at", NEW."records_opened_by_id", NEW."state"); RETURN NULL;', hash='8b54e8c8c908c97213ac857b4ba97389c3ee876e', operation='INSERT', pgid='pgtrigger_insert_insert_0bc15', table='judging_dispute', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='dispute',
            trigger=pgtrigger.compiler.Trigger(name='update_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', func='INSERT INTO "judging_disputeevent" ("claim", "filed_by_id", "game_id", "id", "made_at", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "records_opened_at", "records_opened_by_id", "state") VALUES (NEW."claim", NEW."filed_by_id", NEW."game_id", NEW."id", NEW."made_at", _pgh_attach_context(), NOW(), \'update\', NEW."id", NEW."records_opened_at", NEW."records_opened_by_id", NEW."state"); RETURN NULL;', hash='088fd161ccf1da4368847c8816aba5b3a851de64', operation='UPDATE', pgid='pgtrigger_update_update_6e58a', table='judging_dispute', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='dispute',
            trigger=pgtrigger.compiler.Trigger(name='delete_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "judging_disputeevent" ("claim", "filed_by_id", "game_id", "id", "made_at", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "records_opened_at", "records_opened_by_id", "state") VALUES (OLD."claim", OLD."filed_by_id", OLD."game_id", OLD."id", OLD."made_at", _pgh_attach_context(), NOW(), \'delete\', OLD."id", OLD."records_opened_at", OLD."records_opened_by_id", OLD."state"); RETURN NULL;', hash='ca457cd1cc21aa9accaa56f117079b50664fbd9c', operation='DELETE', pgid='pgtrigger_delete_delete_a9d82', table='judging_dispute', when='AFTER')),
        ),
        migrations.RunPython(judge_again, migrations.RunPython.noop, elidable=True),
    ]
