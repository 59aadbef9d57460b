"""Matches that are played on the board."""

import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('cards', '0003_name_the_card_pool'),
        ('matches', '0001_initial'),
    ]

    operations = [
        pgtrigger.migrations.RemoveTrigger(
            model_name='match',
            name='delete_delete',
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name='match',
            name='insert_insert',
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name='match',
            name='update_update',
        ),
        migrations.AddField(
            model_name='match',
            name='online',
            field=models.BooleanField(default=False, help_text='Games are played on the board, where clocks decide.'),
        ),
        migrations.AddField(
            model_name='match',
            name='take_backs',
            field=models.BooleanField(default=False, help_text='Online: moves may be taken back if both agree.'),
        ),
        migrations.AddField(
            model_name='matchevent',
            name='online',
            field=models.BooleanField(default=False, help_text='Games are played on the board, where clocks decide.'),
        ),
        migrations.AddField(
            model_name='matchevent',
            name='take_backs',
            field=models.BooleanField(default=False, help_text='Online: moves may be taken back if both agree.'),
        ),
        migrations.AlterField(
            model_name='clockmark',
            name='deed',
            field=models.CharField(choices=[('start', 'first turn started'), ('turn', 'turn ended'), ('pause', 'paused'), ('go_on', 'resumed'), ('answer', 'the other player answers'), ('stop', 'stopped at the end of the game'), ('set', 'set by staff')], max_length=6),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(models.F('flag_at'), condition=models.Q(('online', True), ('step', 'playing')), name='clocks_of_online_games'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='match',
            trigger=pgtrigger.compiler.Trigger(name='insert_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='WITH _pgh_attached_context AS ( SELECT _pgh_attach_context() AS value ) INSERT INTO "matches_matchevent" ("bids_on_paper", "called_off_at", "clock_delay", "clock_minutes", "clock_per_game", "draws_allowed", "edition", "entered_whole", "finished_at", "id", "made_at", "online", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "pool_id", "reason", "step", "take_backs", "winner_id", "wins_needed") SELECT new_values."bids_on_paper", new_values."called_off_at", new_values."clock_delay", new_values."clock_minutes", new_values."clock_per_game", new_values."draws_allowed", new_values."edition", new_values."entered_whole", new_values."finished_at", new_values."id", new_values."made_at", new_values."online", _pgh_attached_context.value, NOW(), \'insert\', new_values."id", new_values."pool_id", new_values."reason", new_values."step", new_values."take_backs", new_values."winner_id", new_values."wins_needed" FROM ( SELECT new_values.* FROM new_values  ) AS new_values, _pgh_attached_context; RETURN NULL;', hash='1d7ff54dd72d3a5dd2146675d1c41d85c538480d', level='STATEMENT', operation='INSERT', pgid='pgtrigger_insert_insert_ece34', referencing='REFERENCING NEW TABLE AS new_values ', table='matches_match', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='match',
            trigger=pgtrigger.compiler.Trigger(name='update_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='WITH _pgh_attached_context AS ( SELECT _pgh_attach_context() AS value ) INSERT INTO "matches_matchevent" ("bids_on_paper", "called_off_at", "clock_delay", "clock_minutes", "clock_per_game", "draws_allowed", "edition", "entered_whole", "finished_at", "id", "made_at", "online", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "pool_id", "reason", "step", "take_backs", "winner_id", "wins_needed") SELECT new_values."bids_on_paper", new_values."called_off_at", new_values."clock_delay", new_values."clock_minutes", new_values."clock_per_game", new_values."draws_allowed", new_values."edition", new_values."entered_whole", new_values."finished_at", new_values."id", new_values."made_at", new_values."online", _pgh_attached_context.value, NOW(), \'update\', new_values."id", new_values."pool_id", new_values."reason", new_values."step", new_values."take_backs", new_values."winner_id", new_values."wins_needed" FROM ( SELECT new_values.* FROM old_values JOIN new_values ON (old_values."id") = (new_values."id") WHERE (old_values."bids_on_paper" IS DISTINCT FROM (new_values."bids_on_paper") OR old_values."called_off_at" IS DISTINCT FROM (new_values."called_off_at") OR old_values."clock_delay" IS DISTINCT FROM (new_values."clock_delay") OR old_values."clock_minutes" IS DISTINCT FROM (new_values."clock_minutes") OR old_values."clock_per_game" IS DISTINCT FROM (new_values."clock_per_game") OR old_values."draws_allowed" IS DISTINCT FROM (new_values."draws_allowed") OR old_values."edition" IS DISTINCT FROM (new_values."edition") OR old_values."entered_whole" IS DISTINCT FROM (new_values."entered_whole") OR old_values."finished_at" IS DISTINCT FROM (new_values."finished_at") OR old_values."id" IS DISTINCT FROM (new_values."id") OR old_values."made_at" IS DISTINCT FROM (new_values."made_at") OR old_values."online" IS DISTINCT FROM (new_values."online") OR old_values."pool_id" IS DISTINCT FROM (new_values."pool_id") OR old_values."reason" IS DISTINCT FROM (new_values."reason") OR old_values."step" IS DISTINCT FROM (new_values."step") OR old_values."take_backs" IS DISTINCT FROM (new_values."take_backs") OR old_values."winner_id" IS DISTINCT FROM (new_values."winner_id") OR old_values."wins_needed" IS DISTINCT FROM (new_values."wins_needed")) ) AS new_values, _pgh_attached_context; RETURN NULL;', hash='1d4435c38f2b600b97f07c30b70da6e0385845fa', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_update_update_3f2a3', referencing='REFERENCING OLD TABLE AS old_values  NEW TABLE AS new_values ', table='matches_match', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='match',
            trigger=pgtrigger.compiler.Trigger(name='delete_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='WITH _pgh_attached_context AS ( SELECT _pgh_attach_context() AS value ) INSERT INTO "matches_matchevent" ("bids_on_paper", "called_off_at", "clock_delay", "clock_minutes", "clock_per_game", "draws_allowed", "edition", "entered_whole", "finished_at", "id", "made_at", "online", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "pool_id", "reason", "step", "take_backs", "winner_id", "wins_needed") SELECT old_values."bids_on_paper", old_values."called_off_at", old_values."clock_delay", old_values."clock_minutes", old_values."clock_per_game", old_values."draws_allowed", old_values."edition", old_values."entered_whole", old_values."finished_at", old_values."id", old_values."made_at", old_values."online", _pgh_attached_context.value, NOW(), \'delete\', old_values."id", old_values."pool_id", old_values."reason", old_values."step", old_values."take_backs", old_values."winner_id", old_values."wins_needed" FROM ( SELECT old_values.* FROM old_values  ) AS old_values, _pgh_attached_context; RETURN NULL;', hash='1379514ccfc2944e91290d8a4189ef25a4052dd5', level='STATEMENT', operation='DELETE', pgid='pgtrigger_delete_delete_ad298', referencing='REFERENCING OLD TABLE AS old_values ', table='matches_match', when='AFTER')),
        ),
    ]
