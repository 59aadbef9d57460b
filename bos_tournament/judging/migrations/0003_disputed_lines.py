"""Which line of the board a dispute is about."""

import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('judging', '0002_board_records'),
    ]

    operations = [
        pgtrigger.migrations.RemoveTrigger(
            model_name='dispute',
            name='delete_delete',
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name='dispute',
            name='insert_insert',
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name='dispute',
            name='update_update',
        ),
        migrations.AddField(
            model_name='dispute',
            name='line',
            field=models.PositiveIntegerField(blank=True, help_text='the line in question, in the record made on the board', null=True),
        ),
        migrations.AddField(
            model_name='disputeevent',
            name='line',
            field=models.PositiveIntegerField(blank=True, help_text='the line in question, in the record made on the board', null=True),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='dispute',
            trigger=pgtrigger.compiler.Trigger(name='insert_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "judging_disputeevent" ("claim", "filed_by_id", "game_id", "id", "line", "made_at", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "records_opened_at", "records_opened_by_id", "state") VALUES (NEW."claim", NEW."filed_by_id", NEW."game_id", NEW."id", NEW."line", NEW."made_at", _pgh_attach_context(), NOW(), \'insert\', NEW."id", NEW."records_opened_at", NEW."records_opened_by_id", NEW."state"); RETURN NULL;', hash='72e3dd6e61f9b591d865192c3a50c447ee7ae1b2', operation='INSERT', pgid='pgtrigger_insert_insert_0bc15', table='judging_dispute', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='dispute',
            trigger=pgtrigger.compiler.Trigger(name='update_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', func='INSERT INTO "judging_disputeevent" ("claim", "filed_by_id", "game_id", "id", "line", "made_at", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "records_opened_at", "records_opened_by_id", "state") VALUES (NEW."claim", NEW."filed_by_id", NEW."game_id", NEW."id", NEW."line", NEW."made_at", _pgh_attach_context(), NOW(), \'update\', NEW."id", NEW."records_opened_at", NEW."records_opened_by_id", NEW."state"); RETURN NULL;', hash='fe5f80a8db01ad2d2fc9e5aae6475fcc518b60c3', operation='UPDATE', pgid='pgtrigger_update_update_6e58a', table='judging_dispute', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='dispute',
            trigger=pgtrigger.compiler.Trigger(name='delete_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "judging_disputeevent" ("claim", "filed_by_id", "game_id", "id", "line", "made_at", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "records_opened_at", "records_opened_by_id", "state") VALUES (OLD."claim", OLD."filed_by_id", OLD."game_id", OLD."id", OLD."line", OLD."made_at", _pgh_attach_context(), NOW(), \'delete\', OLD."id", OLD."records_opened_at", OLD."records_opened_by_id", OLD."state"); RETURN NULL;', hash='9fa3c27ceac2d3de1a431808f49a731fff063128', operation='DELETE', pgid='pgtrigger_delete_delete_a9d82', table='judging_dispute', when='AFTER')),
        ),
    ]
