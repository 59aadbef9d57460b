"""Phones that guests come with in the middle of a match, what was said of them, and games whose bids are on paper."""

import django.db.models.deletion
import django.utils.timezone
import pgtrigger.compiler
import pgtrigger.migrations
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0005_plain_changes'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='NewPhone',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('link', models.UUIDField(help_text='the personal link it came by')),
                ('word', models.CharField(choices=[('yes', 'the opponent says that it is them'), ('no', 'the opponent says that it is not them'), ('decided_yes', 'decided in person: it is them'), ('decided_no', 'decided in person: it is not them')], max_length=12)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                'ordering': ['at'],
            },
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name='game',
            name='insert_insert',
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name='game',
            name='update_update',
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name='game',
            name='delete_delete',
        ),
        migrations.AddField(
            model_name='bid',
            name='new_phone',
            field=models.BooleanField(default=False, help_text='Sealed on a phone that came in the middle of something.'),
        ),
        migrations.AddField(
            model_name='game',
            name='bids_on_paper',
            field=models.BooleanField(default=False, help_text='Of this game, whatever the match says.'),
        ),
        migrations.AddField(
            model_name='gameevent',
            name='bids_on_paper',
            field=models.BooleanField(default=False, help_text='Of this game, whatever the match says.'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='game',
            trigger=pgtrigger.compiler.Trigger(name='insert_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='WITH _pgh_attached_context AS ( SELECT _pgh_attach_context() AS value ) INSERT INTO "matches_gameevent" ("bids_on_paper", "chooser_id", "ended_at", "ether", "first_id", "id", "match_id", "number", "outcome", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "reason", "winner_id") SELECT new_values."bids_on_paper", new_values."chooser_id", new_values."ended_at", new_values."ether", new_values."first_id", new_values."id", new_values."match_id", new_values."number", new_values."outcome", _pgh_attached_context.value, NOW(), \'insert\', new_values."id", new_values."reason", new_values."winner_id" FROM ( SELECT new_values.* FROM new_values  ) AS new_values, _pgh_attached_context; RETURN NULL;', hash='536ce5a1ad779519ae7471e47bc506180e92af3d', level='STATEMENT', operation='INSERT', pgid='pgtrigger_insert_insert_4e116', referencing='REFERENCING NEW TABLE AS new_values ', table='matches_game', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='game',
            trigger=pgtrigger.compiler.Trigger(name='update_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='WITH _pgh_attached_context AS ( SELECT _pgh_attach_context() AS value ) INSERT INTO "matches_gameevent" ("bids_on_paper", "chooser_id", "ended_at", "ether", "first_id", "id", "match_id", "number", "outcome", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "reason", "winner_id") SELECT new_values."bids_on_paper", new_values."chooser_id", new_values."ended_at", new_values."ether", new_values."first_id", new_values."id", new_values."match_id", new_values."number", new_values."outcome", _pgh_attached_context.value, NOW(), \'update\', new_values."id", new_values."reason", new_values."winner_id" FROM ( SELECT new_values.* FROM old_values JOIN new_values ON (old_values."id") = (new_values."id") WHERE (old_values.* IS DISTINCT FROM new_values.*) ) AS new_values, _pgh_attached_context; RETURN NULL;', hash='3df9a8fa608547c14eceebf3daf9e6144a33344e', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_update_update_9ed99', referencing='REFERENCING OLD TABLE AS old_values  NEW TABLE AS new_values ', table='matches_game', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='game',
            trigger=pgtrigger.compiler.Trigger(name='delete_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='WITH _pgh_attached_context AS ( SELECT _pgh_attach_context() AS value ) INSERT INTO "matches_gameevent" ("bids_on_paper", "chooser_id", "ended_at", "ether", "first_id", "id", "match_id", "number", "outcome", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "reason", "winner_id") SELECT old_values."bids_on_paper", old_values."chooser_id", old_values."ended_at", old_values."ether", old_values."first_id", old_values."id", old_values."match_id", old_values."number", old_values."outcome", _pgh_attached_context.value, NOW(), \'delete\', old_values."id", old_values."reason", old_values."winner_id" FROM ( SELECT old_values.* FROM old_values  ) AS old_values, _pgh_attached_context; RETURN NULL;', hash='d19fec648f6368e0c5d602d6b00f60d0eb653c51', level='STATEMENT', operation='DELETE', pgid='pgtrigger_delete_delete_8dd4f', referencing='REFERENCING OLD TABLE AS old_values ', table='matches_game', when='AFTER')),
        ),
        migrations.AddField(
            model_name='newphone',
            name='by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='newphone',
            name='game',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='new_phones', to='matches.game'),
        ),
        migrations.AddField(
            model_name='newphone',
            name='seat',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='new_phones', to='matches.seat'),
        ),
        migrations.AddConstraint(
            model_name='newphone',
            constraint=models.UniqueConstraint(fields=('seat', 'link', 'word'), name='each_word_of_a_phone_once'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='newphone',
            trigger=pgtrigger.compiler.Trigger(name='words_of_phones_stay', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update rows from % table', TG_TABLE_NAME;", hash='20e6d6d5d7a5fd13a1763d2a5c22c4993ad8f896', operation='UPDATE', pgid='pgtrigger_words_of_phones_stay_efc61', table='matches_newphone', when='BEFORE')),
        ),
    ]
