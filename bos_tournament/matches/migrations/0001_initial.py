"""Matches, games, bids and clocks, with their trail, and the guard of sealed bids."""

import bos_tournament.operations.encrypted_text
import django.db.models.deletion
import django.db.models.functions.text
import django.db.models.lookups
import django.utils.timezone
import pgtrigger.compiler
import uuid
from django.conf import settings
from django.db import migrations, models

from bos_tournament.first_migration import CreateModels

# Plain, so that it holds also for those who know how other triggers are asked to look away.
GUARD = """
CREATE FUNCTION bids_never_change() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        RAISE EXCEPTION 'a bid stays';
    END IF;
    IF to_jsonb(NEW) - '{amount,nonce}'::text[] IS DISTINCT FROM to_jsonb(OLD) - '{amount,nonce}'::text[]
       OR OLD.amount IS NOT NULL
    THEN
        RAISE EXCEPTION 'a sealed bid never changes';
    END IF;
    IF (SELECT state FROM matches_bidattempt WHERE id = OLD.attempt_id) IS DISTINCT FROM 'both_in' THEN
        RAISE EXCEPTION 'a bid is opened only when both are in';
    END IF;
    RETURN NEW;
END;
$$;
CREATE TRIGGER bids_never_change BEFORE UPDATE OR DELETE ON matches_bid
    FOR EACH ROW EXECUTE FUNCTION bids_never_change();
"""


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('cards', '0001_initial'),
        ('decks', '0001_initial'),
        ('pghistory', '0007_auto_20250421_0444'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels(
            [
                migrations.CreateModel(
                    name='Match',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('edition', models.CharField(default='bos-1', help_text='pinned', max_length=30)),
                        ('pool', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='cards.pinnedpool')),
                        ('wins_needed', models.PositiveSmallIntegerField(default=2)),
                        ('draws_allowed', models.BooleanField(default=True, help_text='Can the match end in a draw?')),
                        ('bids_on_paper', models.BooleanField(default=False)),
                        ('clock_minutes', models.PositiveSmallIntegerField(blank=True, help_text='of each player; empty: no clocks', null=True)),
                        ('clock_delay', models.PositiveSmallIntegerField(default=30, help_text='seconds of each turn that cost nothing')),
                        ('clock_per_game', models.BooleanField(default=False, help_text='Each game has its own time, not the whole match.')),
                        ('flag_seat', models.PositiveSmallIntegerField(blank=True, help_text='whose time runs out, or ran out', null=True)),
                        ('flag_at', models.DateTimeField(blank=True, help_text='when it does unless the clocks are touched', null=True)),
                        ('step', models.CharField(choices=[('bosses', 'showing bosses'), ('bidding', 'bidding'), ('choice', 'choosing who goes first'), ('swapping', 'swapping reserves'), ('playing', 'playing'), ('reported', 'result reported'), ('differing', 'reports differ'), ('finished', 'finished')], default='bosses', max_length=10)),
                        ('reason', models.CharField(blank=True, choices=[('played', 'played'), ('conceded', 'conceded'), ('time', 'lost on time'), ('judged', 'decided by a judge'), ('absent', 'absent'), ('no_show', 'no-show'), ('double_no_show', 'double no-show'), ('forfeit', 'forfeit'), ('disqualified', 'disqualified')], max_length=20)),
                        ('winner', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='matches.seat')),
                        ('entered_whole', models.BooleanField(default=False, help_text='The desk entered the result; no game was counted.')),
                        ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('finished_at', models.DateTimeField(blank=True, null=True)),
                        ('called_off_at', models.DateTimeField(blank=True, help_text='The pairing was withdrawn.', null=True)),
                        ('version', models.PositiveIntegerField(default=0, help_text='Increases with every change; open pages compare it.')),
                    ],
                    options={
                        'verbose_name_plural': 'matches',
                        'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('finished_at__isnull', False), ('step', 'finished')), models.Q(models.Q(('step', 'finished'), _negated=True), ('finished_at', None), ('reason', ''), ('winner', None)), _connector='OR'), name='only_a_finished_match_has_a_result')],
                        'triggers': [pgtrigger.compiler.Trigger(name='delete_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='WITH _pgh_attached_context AS ( SELECT _pgh_attach_context() AS value ) INSERT INTO "matches_matchevent" ("bids_on_paper", "called_off_at", "clock_delay", "clock_minutes", "clock_per_game", "draws_allowed", "edition", "entered_whole", "finished_at", "id", "made_at", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "pool_id", "reason", "step", "winner_id", "wins_needed") SELECT old_values."bids_on_paper", old_values."called_off_at", old_values."clock_delay", old_values."clock_minutes", old_values."clock_per_game", old_values."draws_allowed", old_values."edition", old_values."entered_whole", old_values."finished_at", old_values."id", old_values."made_at", _pgh_attached_context.value, NOW(), \'delete\', old_values."id", old_values."pool_id", old_values."reason", old_values."step", old_values."winner_id", old_values."wins_needed" FROM ( SELECT old_values.* FROM old_values  ) AS old_values, _pgh_attached_context; RETURN NULL;', hash='18e94c485a5473b57672fcd4375a5255c41d557b', level='STATEMENT', operation='DELETE', pgid='pgtrigger_delete_delete_ad298', referencing='REFERENCING OLD TABLE AS old_values ', table='matches_match', when='AFTER')), pgtrigger.compiler.Trigger(name='insert_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='WITH _pgh_attached_context AS ( SELECT _pgh_attach_context() AS value ) INSERT INTO "matches_matchevent" ("bids_on_paper", "called_off_at", "clock_delay", "clock_minutes", "clock_per_game", "draws_allowed", "edition", "entered_whole", "finished_at", "id", "made_at", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "pool_id", "reason", "step", "winner_id", "wins_needed") SELECT new_values."bids_on_paper", new_values."called_off_at", new_values."clock_delay", new_values."clock_minutes", new_values."clock_per_game", new_values."draws_allowed", new_values."edition", new_values."entered_whole", new_values."finished_at", new_values."id", new_values."made_at", _pgh_attached_context.value, NOW(), \'insert\', new_values."id", new_values."pool_id", new_values."reason", new_values."step", new_values."winner_id", new_values."wins_needed" FROM ( SELECT new_values.* FROM new_values  ) AS new_values, _pgh_attached_context; RETURN NULL;', hash='1ef3a9e34ba52c508e1f7d218d9d82ba61f305a8', level='STATEMENT', operation='INSERT', pgid='pgtrigger_insert_insert_ece34', referencing='REFERENCING NEW TABLE AS new_values ', table='matches_match', when='AFTER')), pgtrigger.compiler.Trigger(name='update_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='WITH _pgh_attached_context AS ( SELECT _pgh_attach_context() AS value ) INSERT INTO "matches_matchevent" ("bids_on_paper", "called_off_at", "clock_delay", "clock_minutes", "clock_per_game", "draws_allowed", "edition", "entered_whole", "finished_at", "id", "made_at", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "pool_id", "reason", "step", "winner_id", "wins_needed") SELECT new_values."bids_on_paper", new_values."called_off_at", new_values."clock_delay", new_values."clock_minutes", new_values."clock_per_game", new_values."draws_allowed", new_values."edition", new_values."entered_whole", new_values."finished_at", new_values."id", new_values."made_at", _pgh_attached_context.value, NOW(), \'update\', new_values."id", new_values."pool_id", new_values."reason", new_values."step", new_values."winner_id", new_values."wins_needed" FROM ( SELECT new_values.* FROM old_values JOIN new_values ON (old_values."id") = (new_values."id") WHERE (old_values."bids_on_paper" IS DISTINCT FROM (new_values."bids_on_paper") OR old_values."called_off_at" IS DISTINCT FROM (new_values."called_off_at") OR old_values."clock_delay" IS DISTINCT FROM (new_values."clock_delay") OR old_values."clock_minutes" IS DISTINCT FROM (new_values."clock_minutes") OR old_values."clock_per_game" IS DISTINCT FROM (new_values."clock_per_game") OR old_values."draws_allowed" IS DISTINCT FROM (new_values."draws_allowed") OR old_values."edition" IS DISTINCT FROM (new_values."edition") OR old_values."entered_whole" IS DISTINCT FROM (new_values."entered_whole") OR old_values."finished_at" IS DISTINCT FROM (new_values."finished_at") OR old_values."id" IS DISTINCT FROM (new_values."id") OR old_values."made_at" IS DISTINCT FROM (new_values."made_at") OR old_values."pool_id" IS DISTINCT FROM (new_values."pool_id") OR old_values."reason" IS DISTINCT FROM (new_values."reason") OR old_values."step" IS DISTINCT FROM (new_values."step") OR old_values."winner_id" IS DISTINCT FROM (new_values."winner_id") OR old_values."wins_needed" IS DISTINCT FROM (new_values."wins_needed")) ) AS new_values, _pgh_attached_context; RETURN NULL;', hash='3513a070a10867e956422491c336cee1c26f97a9', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_update_update_3f2a3', referencing='REFERENCING OLD TABLE AS old_values  NEW TABLE AS new_values ', table='matches_match', when='AFTER'))],
                    },
                ),
                migrations.CreateModel(
                    name='Seat',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='matches.match')),
                        ('number', models.PositiveSmallIntegerField()),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to=settings.AUTH_USER_MODEL)),
                        ('deck_version', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='decks.deckversion')),
                        ('greeted', models.BooleanField(default=False, help_text="Has shown the boss and seen the other's.")),
                        ('games_won', models.PositiveSmallIntegerField(default=0)),
                    ],
                    options={
                        'ordering': ['number'],
                        'constraints': [models.UniqueConstraint(fields=('match', 'number'), name='one_person_per_seat'), models.UniqueConstraint(fields=('match', 'user'), name='one_seat_per_person'), models.CheckConstraint(condition=models.Q(('number__range', (1, 6))), name='seats_1_to_6')],
                        'triggers': [pgtrigger.compiler.Trigger(name='delete_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='WITH _pgh_attached_context AS ( SELECT _pgh_attach_context() AS value ) INSERT INTO "matches_seatevent" ("games_won", "id", "match_id", "number", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "user_id") SELECT old_values."games_won", old_values."id", old_values."match_id", old_values."number", _pgh_attached_context.value, NOW(), \'delete\', old_values."id", old_values."user_id" FROM ( SELECT old_values.* FROM old_values  ) AS old_values, _pgh_attached_context; RETURN NULL;', hash='c83d542db012e9d191d6ddac91853b8067a46ba0', level='STATEMENT', operation='DELETE', pgid='pgtrigger_delete_delete_1b8fd', referencing='REFERENCING OLD TABLE AS old_values ', table='matches_seat', when='AFTER')), pgtrigger.compiler.Trigger(name='insert_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='WITH _pgh_attached_context AS ( SELECT _pgh_attach_context() AS value ) INSERT INTO "matches_seatevent" ("games_won", "id", "match_id", "number", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "user_id") SELECT new_values."games_won", new_values."id", new_values."match_id", new_values."number", _pgh_attached_context.value, NOW(), \'insert\', new_values."id", new_values."user_id" FROM ( SELECT new_values.* FROM new_values  ) AS new_values, _pgh_attached_context; RETURN NULL;', hash='a0a778d1a1eb1ffae6e3671587ee2ef0820b4fd9', level='STATEMENT', operation='INSERT', pgid='pgtrigger_insert_insert_203fc', referencing='REFERENCING NEW TABLE AS new_values ', table='matches_seat', when='AFTER')), pgtrigger.compiler.Trigger(name='update_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='WITH _pgh_attached_context AS ( SELECT _pgh_attach_context() AS value ) INSERT INTO "matches_seatevent" ("games_won", "id", "match_id", "number", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "user_id") SELECT new_values."games_won", new_values."id", new_values."match_id", new_values."number", _pgh_attached_context.value, NOW(), \'update\', new_values."id", new_values."user_id" FROM ( SELECT new_values.* FROM old_values JOIN new_values ON (old_values."id") = (new_values."id") WHERE (old_values."games_won" IS DISTINCT FROM (new_values."games_won") OR old_values."id" IS DISTINCT FROM (new_values."id") OR old_values."match_id" IS DISTINCT FROM (new_values."match_id") OR old_values."number" IS DISTINCT FROM (new_values."number") OR old_values."user_id" IS DISTINCT FROM (new_values."user_id")) ) AS new_values, _pgh_attached_context; RETURN NULL;', hash='b827c62f23d75ad7ef91b77b6fd1f51e70dd5d6e', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_update_update_50f83', referencing='REFERENCING OLD TABLE AS old_values  NEW TABLE AS new_values ', table='matches_seat', when='AFTER'))],
                    },
                ),
                migrations.CreateModel(
                    name='MatchEvent',
                    fields=[
                        ('pgh_id', models.AutoField(primary_key=True, serialize=False)),
                        ('pgh_created_at', models.DateTimeField(auto_now_add=True)),
                        ('pgh_label', models.TextField(help_text='The event label.')),
                        ('pgh_obj', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='events', to='matches.match')),
                        ('pgh_context', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='pghistory.context')),
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, serialize=False)),
                        ('edition', models.CharField(default='bos-1', help_text='pinned', max_length=30)),
                        ('pool', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', to='cards.pinnedpool')),
                        ('wins_needed', models.PositiveSmallIntegerField(default=2)),
                        ('draws_allowed', models.BooleanField(default=True, help_text='Can the match end in a draw?')),
                        ('bids_on_paper', models.BooleanField(default=False)),
                        ('clock_minutes', models.PositiveSmallIntegerField(blank=True, help_text='of each player; empty: no clocks', null=True)),
                        ('clock_delay', models.PositiveSmallIntegerField(default=30, help_text='seconds of each turn that cost nothing')),
                        ('clock_per_game', models.BooleanField(default=False, help_text='Each game has its own time, not the whole match.')),
                        ('step', models.CharField(choices=[('bosses', 'showing bosses'), ('bidding', 'bidding'), ('choice', 'choosing who goes first'), ('swapping', 'swapping reserves'), ('playing', 'playing'), ('reported', 'result reported'), ('differing', 'reports differ'), ('finished', 'finished')], default='bosses', max_length=10)),
                        ('reason', models.CharField(blank=True, choices=[('played', 'played'), ('conceded', 'conceded'), ('time', 'lost on time'), ('judged', 'decided by a judge'), ('absent', 'absent'), ('no_show', 'no-show'), ('double_no_show', 'double no-show'), ('forfeit', 'forfeit'), ('disqualified', 'disqualified')], max_length=20)),
                        ('winner', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', to='matches.seat')),
                        ('entered_whole', models.BooleanField(default=False, help_text='The desk entered the result; no game was counted.')),
                        ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('finished_at', models.DateTimeField(blank=True, null=True)),
                        ('called_off_at', models.DateTimeField(blank=True, help_text='The pairing was withdrawn.', null=True)),
                    ],
                    options={
                        'abstract': False,
                        'triggers': [pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='3159080837d1cf54c3f1e9e9b396831afbd05b28', operation='UPDATE OR DELETE', pgid='pgtrigger_append_only_f7c98', table='matches_matchevent', when='BEFORE'))],
                    },
                ),
                migrations.CreateModel(
                    name='SeatEvent',
                    fields=[
                        ('pgh_id', models.AutoField(primary_key=True, serialize=False)),
                        ('pgh_created_at', models.DateTimeField(auto_now_add=True)),
                        ('pgh_label', models.TextField(help_text='The event label.')),
                        ('pgh_obj', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='id_match_number_user_games_won_events', to='matches.seat')),
                        ('pgh_context', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='pghistory.context')),
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, serialize=False)),
                        ('match', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', to='matches.match')),
                        ('number', models.PositiveSmallIntegerField()),
                        ('user', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', to=settings.AUTH_USER_MODEL)),
                        ('games_won', models.PositiveSmallIntegerField(default=0)),
                    ],
                    options={
                        'abstract': False,
                        'triggers': [pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='29db3d33e546968fa3d162892e19119ea1f530d5', operation='UPDATE OR DELETE', pgid='pgtrigger_append_only_0ee2f', table='matches_seatevent', when='BEFORE'))],
                    },
                ),
                migrations.CreateModel(
                    name='Game',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='games', to='matches.match')),
                        ('number', models.PositiveSmallIntegerField()),
                        ('chooser', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='matches.seat')),
                        ('first', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='matches.seat')),
                        ('ether', models.JSONField(blank=True, default=dict, help_text='by seat: {"1": 4, "2": 0}')),
                        ('outcome', models.CharField(blank=True, choices=[('', 'not decided'), ('won', 'won'), ('drawn', 'drawn, to be replayed'), ('replayed', 'replayed by ruling'), ('cut', 'not finished')], default='', max_length=10)),
                        ('reason', models.CharField(blank=True, choices=[('played', 'played'), ('conceded', 'conceded'), ('time', 'lost on time'), ('judged', 'decided by a judge'), ('absent', 'absent'), ('no_show', 'no-show'), ('double_no_show', 'double no-show'), ('forfeit', 'forfeit'), ('disqualified', 'disqualified')], max_length=20)),
                        ('winner', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='matches.seat')),
                        ('ended_at', models.DateTimeField(blank=True, null=True)),
                        ('bids_on_paper', models.BooleanField(default=False, help_text='Of this game, whatever the match says.')),
                    ],
                    options={
                        'ordering': ['number'],
                        'constraints': [models.UniqueConstraint(fields=('match', 'number'), name='games_are_numbered'), models.UniqueConstraint(condition=models.Q(('outcome', '')), fields=('match',), name='one_open_game_per_match'), models.CheckConstraint(condition=models.Q(models.Q(('outcome', 'won'), ('winner__isnull', False)), models.Q(models.Q(('outcome', 'won'), _negated=True), ('winner', None)), _connector='OR'), name='a_won_game_has_a_winner')],
                        'triggers': [pgtrigger.compiler.Trigger(name='delete_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='WITH _pgh_attached_context AS ( SELECT _pgh_attach_context() AS value ) INSERT INTO "matches_gameevent" ("bids_on_paper", "chooser_id", "ended_at", "ether", "first_id", "id", "match_id", "number", "outcome", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "reason", "winner_id") SELECT old_values."bids_on_paper", old_values."chooser_id", old_values."ended_at", old_values."ether", old_values."first_id", old_values."id", old_values."match_id", old_values."number", old_values."outcome", _pgh_attached_context.value, NOW(), \'delete\', old_values."id", old_values."reason", old_values."winner_id" FROM ( SELECT old_values.* FROM old_values  ) AS old_values, _pgh_attached_context; RETURN NULL;', hash='d19fec648f6368e0c5d602d6b00f60d0eb653c51', level='STATEMENT', operation='DELETE', pgid='pgtrigger_delete_delete_8dd4f', referencing='REFERENCING OLD TABLE AS old_values ', table='matches_game', when='AFTER')), pgtrigger.compiler.Trigger(name='insert_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='WITH _pgh_attached_context AS ( SELECT _pgh_attach_context() AS value ) INSERT INTO "matches_gameevent" ("bids_on_paper", "chooser_id", "ended_at", "ether", "first_id", "id", "match_id", "number", "outcome", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "reason", "winner_id") SELECT new_values."bids_on_paper", new_values."chooser_id", new_values."ended_at", new_values."ether", new_values."first_id", new_values."id", new_values."match_id", new_values."number", new_values."outcome", _pgh_attached_context.value, NOW(), \'insert\', new_values."id", new_values."reason", new_values."winner_id" FROM ( SELECT new_values.* FROM new_values  ) AS new_values, _pgh_attached_context; RETURN NULL;', hash='536ce5a1ad779519ae7471e47bc506180e92af3d', level='STATEMENT', operation='INSERT', pgid='pgtrigger_insert_insert_4e116', referencing='REFERENCING NEW TABLE AS new_values ', table='matches_game', when='AFTER')), pgtrigger.compiler.Trigger(name='update_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='WITH _pgh_attached_context AS ( SELECT _pgh_attach_context() AS value ) INSERT INTO "matches_gameevent" ("bids_on_paper", "chooser_id", "ended_at", "ether", "first_id", "id", "match_id", "number", "outcome", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "reason", "winner_id") SELECT new_values."bids_on_paper", new_values."chooser_id", new_values."ended_at", new_values."ether", new_values."first_id", new_values."id", new_values."match_id", new_values."number", new_values."outcome", _pgh_attached_context.value, NOW(), \'update\', new_values."id", new_values."reason", new_values."winner_id" FROM ( SELECT new_values.* FROM old_values JOIN new_values ON (old_values."id") = (new_values."id") WHERE (old_values.* IS DISTINCT FROM new_values.*) ) AS new_values, _pgh_attached_context; RETURN NULL;', hash='3df9a8fa608547c14eceebf3daf9e6144a33344e', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_update_update_9ed99', referencing='REFERENCING OLD TABLE AS old_values  NEW TABLE AS new_values ', table='matches_game', when='AFTER'))],
                    },
                ),
                migrations.CreateModel(
                    name='GameEvent',
                    fields=[
                        ('pgh_id', models.AutoField(primary_key=True, serialize=False)),
                        ('pgh_created_at', models.DateTimeField(auto_now_add=True)),
                        ('pgh_label', models.TextField(help_text='The event label.')),
                        ('pgh_obj', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='events', to='matches.game')),
                        ('pgh_context', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='pghistory.context')),
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, serialize=False)),
                        ('match', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', to='matches.match')),
                        ('number', models.PositiveSmallIntegerField()),
                        ('chooser', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', to='matches.seat')),
                        ('first', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', to='matches.seat')),
                        ('ether', models.JSONField(blank=True, default=dict, help_text='by seat: {"1": 4, "2": 0}')),
                        ('outcome', models.CharField(blank=True, choices=[('', 'not decided'), ('won', 'won'), ('drawn', 'drawn, to be replayed'), ('replayed', 'replayed by ruling'), ('cut', 'not finished')], default='', max_length=10)),
                        ('reason', models.CharField(blank=True, choices=[('played', 'played'), ('conceded', 'conceded'), ('time', 'lost on time'), ('judged', 'decided by a judge'), ('absent', 'absent'), ('no_show', 'no-show'), ('double_no_show', 'double no-show'), ('forfeit', 'forfeit'), ('disqualified', 'disqualified')], max_length=20)),
                        ('winner', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', to='matches.seat')),
                        ('ended_at', models.DateTimeField(blank=True, null=True)),
                        ('bids_on_paper', models.BooleanField(default=False, help_text='Of this game, whatever the match says.')),
                    ],
                    options={
                        'abstract': False,
                        'triggers': [pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='eeb28e90550789d18119eea8ee4669913b03f329', operation='UPDATE OR DELETE', pgid='pgtrigger_append_only_e556a', table='matches_gameevent', when='BEFORE'))],
                    },
                ),
                migrations.CreateModel(
                    name='BidAttempt',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='attempts', to='matches.match')),
                        ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='attempts', to='matches.game')),
                        ('number', models.PositiveIntegerField()),
                        ('state', models.CharField(choices=[('open', 'waiting for bids'), ('one_in', 'waiting for the second bid'), ('both_in', 'both bids are in'), ('revealed', 'opened'), ('tied', 'tied: bid again'), ('named', 'tied three times: players decide who chooses'), ('void', 'void')], default='open', max_length=10)),
                        ('void_reason', models.CharField(blank=True, max_length=300)),
                        ('void_reason_message', models.JSONField(blank=True, help_text='the same where the site says it', null=True)),
                        ('voided_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('entered_by', models.ForeignKey(blank=True, help_text='of bids on paper', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('opened_at', models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        'ordering': ['number'],
                        'constraints': [models.UniqueConstraint(fields=('match', 'number'), name='attempts_are_numbered'), models.UniqueConstraint(condition=models.Q(('state__in', ['open', 'one_in', 'both_in'])), fields=('match',), name='one_live_attempt')],
                        'triggers': [pgtrigger.compiler.Trigger(name='delete_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "matches_bidattemptevent" ("entered_by_id", "game_id", "id", "match_id", "number", "opened_at", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "void_reason", "void_reason_message", "voided_by_id") VALUES (OLD."entered_by_id", OLD."game_id", OLD."id", OLD."match_id", OLD."number", OLD."opened_at", _pgh_attach_context(), NOW(), \'delete\', OLD."id", OLD."void_reason", OLD."void_reason_message", OLD."voided_by_id"); RETURN NULL;', hash='0d1786cdf333b0dcb640a3312c4cac703cd2fc13', operation='DELETE', pgid='pgtrigger_delete_delete_d8740', table='matches_bidattempt', when='AFTER')), pgtrigger.compiler.Trigger(name='insert_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "matches_bidattemptevent" ("entered_by_id", "game_id", "id", "match_id", "number", "opened_at", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "void_reason", "void_reason_message", "voided_by_id") VALUES (NEW."entered_by_id", NEW."game_id", NEW."id", NEW."match_id", NEW."number", NEW."opened_at", _pgh_attach_context(), NOW(), \'insert\', NEW."id", NEW."void_reason", NEW."void_reason_message", NEW."voided_by_id"); RETURN NULL;', hash='b3f19be20bc89fb0a6af4ff79f46ad9b8cba31ff', operation='INSERT', pgid='pgtrigger_insert_insert_1fd16', table='matches_bidattempt', when='AFTER')), pgtrigger.compiler.Trigger(name='update_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD."entered_by_id" IS DISTINCT FROM (NEW."entered_by_id") OR OLD."game_id" IS DISTINCT FROM (NEW."game_id") OR OLD."id" IS DISTINCT FROM (NEW."id") OR OLD."match_id" IS DISTINCT FROM (NEW."match_id") OR OLD."number" IS DISTINCT FROM (NEW."number") OR OLD."opened_at" IS DISTINCT FROM (NEW."opened_at") OR OLD."void_reason" IS DISTINCT FROM (NEW."void_reason") OR OLD."void_reason_message" IS DISTINCT FROM (NEW."void_reason_message") OR OLD."voided_by_id" IS DISTINCT FROM (NEW."voided_by_id"))', func='INSERT INTO "matches_bidattemptevent" ("entered_by_id", "game_id", "id", "match_id", "number", "opened_at", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "void_reason", "void_reason_message", "voided_by_id") VALUES (NEW."entered_by_id", NEW."game_id", NEW."id", NEW."match_id", NEW."number", NEW."opened_at", _pgh_attach_context(), NOW(), \'update\', NEW."id", NEW."void_reason", NEW."void_reason_message", NEW."voided_by_id"); RETURN NULL;', hash='2628769f36ee43a77b38b40ac08969bfe7b39fd6', operation='UPDATE', pgid='pgtrigger_update_update_2f182', table='matches_bidattempt', when='AFTER'))],
                    },
                ),
                migrations.CreateModel(
                    name='BidAttemptEvent',
                    fields=[
                        ('pgh_id', models.AutoField(primary_key=True, serialize=False)),
                        ('pgh_created_at', models.DateTimeField(auto_now_add=True)),
                        ('pgh_label', models.TextField(help_text='The event label.')),
                        ('pgh_obj', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='id_match_game_number_void_reason_void_reason_message_voided_by_entered_by_opened_at_events', to='matches.bidattempt')),
                        ('pgh_context', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='pghistory.context')),
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, serialize=False)),
                        ('match', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', to='matches.match')),
                        ('game', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', to='matches.game')),
                        ('number', models.PositiveIntegerField()),
                        ('void_reason', models.CharField(blank=True, max_length=300)),
                        ('void_reason_message', models.JSONField(blank=True, help_text='the same where the site says it', null=True)),
                        ('voided_by', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', to=settings.AUTH_USER_MODEL)),
                        ('entered_by', models.ForeignKey(blank=True, db_constraint=False, help_text='of bids on paper', null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', to=settings.AUTH_USER_MODEL)),
                        ('opened_at', models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        'abstract': False,
                        'triggers': [pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='61a50e2ae092902ca8b6427c438c38ede7648ede', operation='UPDATE OR DELETE', pgid='pgtrigger_append_only_8e526', table='matches_bidattemptevent', when='BEFORE'))],
                    },
                ),
                migrations.CreateModel(
                    name='Bid',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('attempt', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='bids', to='matches.bidattempt')),
                        ('seat', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='bids', to='matches.seat')),
                        ('level', models.CharField(choices=[('server-sealed', 'sealed by the server'), ('paper', 'on paper')], default='server-sealed', max_length=15)),
                        ('commitment', models.BinaryField(null=True, unique=True)),
                        ('box', models.BinaryField(null=True)),
                        ('key_id', models.CharField(blank=True, max_length=16)),
                        ('amount', models.BigIntegerField(null=True)),
                        ('nonce', models.BinaryField(null=True, unique=True)),
                        ('new_phone', models.BooleanField(default=False, help_text='Sealed on a phone that came in the middle of something.')),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('attempt', 'seat'), name='one_bid_per_seat'), models.CheckConstraint(condition=models.Q(('amount', None), ('amount__gte', 0), _connector='OR'), name='bids_from_0'), models.CheckConstraint(condition=models.Q(models.Q(('amount__isnull', False), ('box', None), ('commitment', None), ('level', 'paper'), ('nonce', None)), models.Q(('box__isnull', False), ('commitment__isnull', False), ('level', 'server-sealed')), _connector='OR'), name='a_sealed_bid_has_a_box'), models.CheckConstraint(condition=models.Q(('level', 'paper'), models.Q(('amount', None), ('nonce', None)), models.Q(('amount__isnull', False), ('nonce__isnull', False)), _connector='OR'), name='amount_and_nonce_open_together'), models.CheckConstraint(condition=models.Q(('level', 'paper'), models.Q(django.db.models.lookups.Exact(django.db.models.functions.text.Length('commitment'), 32), django.db.models.lookups.Exact(django.db.models.functions.text.Length('box'), 68)), _connector='OR'), name='every_box_has_the_same_length')],
                    },
                ),
                migrations.CreateModel(
                    name='NewPhone',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('seat', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='new_phones', to='matches.seat')),
                        ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='new_phones', to='matches.game')),
                        ('link', models.UUIDField(help_text='the personal link it came by')),
                        ('word', models.CharField(choices=[('yes', 'confirmed by the opponent'), ('no', 'denied by the opponent'), ('decided_yes', 'confirmed by staff'), ('decided_no', 'denied by staff')], max_length=12)),
                        ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('at', models.DateTimeField(default=django.utils.timezone.now)),
                    ],
                    options={
                        'ordering': ['at'],
                        'constraints': [models.UniqueConstraint(fields=('seat', 'link', 'word'), name='each_word_of_a_phone_once')],
                        'triggers': [pgtrigger.compiler.Trigger(name='words_of_phones_stay', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update rows from % table', TG_TABLE_NAME;", hash='20e6d6d5d7a5fd13a1763d2a5c22c4993ad8f896', operation='UPDATE', pgid='pgtrigger_words_of_phones_stay_efc61', table='matches_newphone', when='BEFORE'))],
                    },
                ),
                migrations.CreateModel(
                    name='Swap',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='swaps', to='matches.game')),
                        ('seat', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='swaps', to='matches.seat')),
                        ('out', bos_tournament.operations.encrypted_text.SealedJSONField(default=list, help_text='names that leave the deck, one per copy')),
                        ('into', bos_tournament.operations.encrypted_text.SealedJSONField(default=list, help_text='names that come in from the reserves, one per copy')),
                        ('text', bos_tournament.operations.encrypted_text.SealedTextField(help_text='the deck list for this game')),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('game', 'seat'), name='one_swap_per_game')],
                    },
                ),
                migrations.CreateModel(
                    name='Report',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='matches.game')),
                        ('seat', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='matches.seat')),
                        ('winner', models.ForeignKey(blank=True, help_text='empty: drawn', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='matches.seat')),
                        ('reason', models.CharField(choices=[('played', 'played'), ('conceded', 'conceded'), ('time', 'lost on time'), ('judged', 'decided by a judge'), ('absent', 'absent'), ('no_show', 'no-show'), ('double_no_show', 'double no-show'), ('forfeit', 'forfeit'), ('disqualified', 'disqualified')], default='played', max_length=20)),
                        ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(condition=models.Q(('withdrawn_at', None)), fields=('game', 'seat'), name='one_standing_report_each')],
                    },
                ),
                migrations.CreateModel(
                    name='ClockMark',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='marks', to='matches.match')),
                        ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='marks', to='matches.game')),
                        ('number', models.PositiveIntegerField()),
                        ('deed', models.CharField(choices=[('start', 'first turn started'), ('turn', 'turn ended'), ('pause', 'paused'), ('go_on', 'resumed'), ('stop', 'stopped at the end of the game'), ('set', 'set by staff')], max_length=6)),
                        ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('at', models.DateTimeField()),
                        ('turn', models.PositiveSmallIntegerField(help_text='the seat whose turn it is from here on')),
                        ('runs', models.BooleanField()),
                        ('left', models.JSONField(help_text='milliseconds by seat: {"1": 900000, "2": 845120}')),
                        ('delay', models.PositiveIntegerField(help_text='milliseconds of this turn that still cost nothing')),
                        ('out', models.PositiveSmallIntegerField(blank=True, help_text='the seat whose time ran out first', null=True)),
                        ('out_at', models.DateTimeField(blank=True, null=True)),
                        ('why', models.CharField(blank=True, max_length=200)),
                    ],
                    options={
                        'ordering': ['number'],
                        'constraints': [models.UniqueConstraint(fields=('match', 'number'), name='clock_marks_are_numbered'), models.CheckConstraint(condition=models.Q(('deed', 'set'), ('why', ''), _negated=True), name='clocks_are_set_with_a_reason')],
                        'triggers': [pgtrigger.compiler.Trigger(name='clock_marks_stay', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update rows from % table', TG_TABLE_NAME;", hash='0c559d58878040be145444e5371f1370a841f7dd', operation='UPDATE', pgid='pgtrigger_clock_marks_stay_ae6a4', table='matches_clockmark', when='BEFORE'))],
                    },
                ),
                migrations.CreateModel(
                    name='Correction',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='corrections', to='matches.match')),
                        ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('reason', models.CharField(blank=True, max_length=300)),
                        ('reason_message', models.JSONField(blank=True, help_text='the same where the site says it', null=True)),
                        ('before', models.JSONField()),
                        ('after', models.JSONField()),
                        ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                    ],
                    options={
                        'ordering': ['made_at'],
                        'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('reason', ''), _negated=True), ('reason_message__isnull', False), _connector='OR'), name='a_correction_has_a_reason')],
                    },
                ),
            ]
        ),
        migrations.RunSQL(GUARD),
    ]
