"""What is told on the board, how far spectators are behind, and whether moves may be taken back."""

import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0004_printouts'),
    ]

    operations = [
        pgtrigger.migrations.RemoveTrigger(
            model_name='tournament',
            name='delete_delete',
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name='tournament',
            name='insert_insert',
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name='tournament',
            name='update_update',
        ),
        migrations.AddField(
            model_name='tournament',
            name='show_outcomes',
            field=models.BooleanField(default=False, help_text='The board tells both players what comes of each move.'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='spectator_delay',
            field=models.PositiveSmallIntegerField(default=3, help_text='minutes that spectators are behind at featured tables'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='take_backs',
            field=models.BooleanField(default=False, help_text='Online: moves may be taken back if both agree.'),
        ),
        migrations.AddField(
            model_name='tournamentevent',
            name='show_outcomes',
            field=models.BooleanField(default=False, help_text='The board tells both players what comes of each move.'),
        ),
        migrations.AddField(
            model_name='tournamentevent',
            name='spectator_delay',
            field=models.PositiveSmallIntegerField(default=3, help_text='minutes that spectators are behind at featured tables'),
        ),
        migrations.AddField(
            model_name='tournamentevent',
            name='take_backs',
            field=models.BooleanField(default=False, help_text='Online: moves may be taken back if both agree.'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='tournament',
            trigger=pgtrigger.compiler.Trigger(name='insert_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "tournaments_tournamentevent" ("announcement", "approval", "bids_on_paper", "call_minutes", "capacity", "check_in_closes_at", "check_in_opens_at", "clock_delay", "clock_minutes", "clock_per_game", "code_limit", "code_only", "code_renewed_at", "cut", "cut_lists", "description", "double_cut", "edition", "finished_at", "first_round", "format", "go_on", "group_size", "groups", "id", "late_minutes", "list_deadline", "made_at", "meeting_at", "name", "online", "opened_at", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "place", "pool_id", "publish_lists", "ranking", "registration_closes_at", "registration_opens_at", "round_minutes", "schedule", "seat_minutes", "seed", "show_outcomes", "slug", "spectator_delay", "stage_lists", "started_at", "starts_at", "state", "swiss_rounds", "take_backs", "third_place", "tie_breaks", "time_zone") VALUES (NEW."announcement", NEW."approval", NEW."bids_on_paper", NEW."call_minutes", NEW."capacity", NEW."check_in_closes_at", NEW."check_in_opens_at", NEW."clock_delay", NEW."clock_minutes", NEW."clock_per_game", NEW."code_limit", NEW."code_only", NEW."code_renewed_at", NEW."cut", NEW."cut_lists", NEW."description", NEW."double_cut", NEW."edition", NEW."finished_at", NEW."first_round", NEW."format", NEW."go_on", NEW."group_size", NEW."groups", NEW."id", NEW."late_minutes", NEW."list_deadline", NEW."made_at", NEW."meeting_at", NEW."name", NEW."online", NEW."opened_at", _pgh_attach_context(), NOW(), \'insert\', NEW."id", NEW."place", NEW."pool_id", NEW."publish_lists", NEW."ranking", NEW."registration_closes_at", NEW."registration_opens_at", NEW."round_minutes", NEW."schedule", NEW."seat_minutes", NEW."seed", NEW."show_outcomes", NEW."slug", NEW."spectator_delay", NEW."stage_lists", NEW."started_at", NEW."starts_at", NEW."state", NEW."swiss_rounds", NEW."take_backs", NEW."third_place", NEW."tie_breaks", NEW."time_zone"); RETURN NULL;', hash='168d82a2df69456272837b36f597db05c4879a43', operation='INSERT', pgid='pgtrigger_insert_insert_622d8', table='tournaments_tournament', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='tournament',
            trigger=pgtrigger.compiler.Trigger(name='update_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD."announcement" IS DISTINCT FROM (NEW."announcement") OR OLD."approval" IS DISTINCT FROM (NEW."approval") OR OLD."bids_on_paper" IS DISTINCT FROM (NEW."bids_on_paper") OR OLD."call_minutes" IS DISTINCT FROM (NEW."call_minutes") OR OLD."capacity" IS DISTINCT FROM (NEW."capacity") OR OLD."check_in_closes_at" IS DISTINCT FROM (NEW."check_in_closes_at") OR OLD."check_in_opens_at" IS DISTINCT FROM (NEW."check_in_opens_at") OR OLD."clock_delay" IS DISTINCT FROM (NEW."clock_delay") OR OLD."clock_minutes" IS DISTINCT FROM (NEW."clock_minutes") OR OLD."clock_per_game" IS DISTINCT FROM (NEW."clock_per_game") OR OLD."code_limit" IS DISTINCT FROM (NEW."code_limit") OR OLD."code_only" IS DISTINCT FROM (NEW."code_only") OR OLD."code_renewed_at" IS DISTINCT FROM (NEW."code_renewed_at") OR OLD."cut" IS DISTINCT FROM (NEW."cut") OR OLD."cut_lists" IS DISTINCT FROM (NEW."cut_lists") OR OLD."description" IS DISTINCT FROM (NEW."description") OR OLD."double_cut" IS DISTINCT FROM (NEW."double_cut") OR OLD."edition" IS DISTINCT FROM (NEW."edition") OR OLD."finished_at" IS DISTINCT FROM (NEW."finished_at") OR OLD."first_round" IS DISTINCT FROM (NEW."first_round") OR OLD."format" IS DISTINCT FROM (NEW."format") OR OLD."go_on" IS DISTINCT FROM (NEW."go_on") OR OLD."group_size" IS DISTINCT FROM (NEW."group_size") OR OLD."groups" IS DISTINCT FROM (NEW."groups") OR OLD."id" IS DISTINCT FROM (NEW."id") OR OLD."late_minutes" IS DISTINCT FROM (NEW."late_minutes") OR OLD."list_deadline" IS DISTINCT FROM (NEW."list_deadline") OR OLD."made_at" IS DISTINCT FROM (NEW."made_at") OR OLD."meeting_at" IS DISTINCT FROM (NEW."meeting_at") OR OLD."name" IS DISTINCT FROM (NEW."name") OR OLD."online" IS DISTINCT FROM (NEW."online") OR OLD."opened_at" IS DISTINCT FROM (NEW."opened_at") OR OLD."place" IS DISTINCT FROM (NEW."place") OR OLD."pool_id" IS DISTINCT FROM (NEW."pool_id") OR OLD."publish_lists" IS DISTINCT FROM (NEW."publish_lists") OR OLD."ranking" IS DISTINCT FROM (NEW."ranking") OR OLD."registration_closes_at" IS DISTINCT FROM (NEW."registration_closes_at") OR OLD."registration_opens_at" IS DISTINCT FROM (NEW."registration_opens_at") OR OLD."round_minutes" IS DISTINCT FROM (NEW."round_minutes") OR OLD."schedule" IS DISTINCT FROM (NEW."schedule") OR OLD."seat_minutes" IS DISTINCT FROM (NEW."seat_minutes") OR OLD."seed" IS DISTINCT FROM (NEW."seed") OR OLD."show_outcomes" IS DISTINCT FROM (NEW."show_outcomes") OR OLD."slug" IS DISTINCT FROM (NEW."slug") OR OLD."spectator_delay" IS DISTINCT FROM (NEW."spectator_delay") OR OLD."stage_lists" IS DISTINCT FROM (NEW."stage_lists") OR OLD."started_at" IS DISTINCT FROM (NEW."started_at") OR OLD."starts_at" IS DISTINCT FROM (NEW."starts_at") OR OLD."state" IS DISTINCT FROM (NEW."state") OR OLD."swiss_rounds" IS DISTINCT FROM (NEW."swiss_rounds") OR OLD."take_backs" IS DISTINCT FROM (NEW."take_backs") OR OLD."third_place" IS DISTINCT FROM (NEW."third_place") OR OLD."tie_breaks" IS DISTINCT FROM (NEW."tie_breaks") OR OLD."time_zone" IS DISTINCT FROM (NEW."time_zone"))', func='INSERT INTO "tournaments_tournamentevent" ("announcement", "approval", "bids_on_paper", "call_minutes", "capacity", "check_in_closes_at", "check_in_opens_at", "clock_delay", "clock_minutes", "clock_per_game", "code_limit", "code_only", "code_renewed_at", "cut", "cut_lists", "description", "double_cut", "edition", "finished_at", "first_round", "format", "go_on", "group_size", "groups", "id", "late_minutes", "list_deadline", "made_at", "meeting_at", "name", "online", "opened_at", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "place", "pool_id", "publish_lists", "ranking", "registration_closes_at", "registration_opens_at", "round_minutes", "schedule", "seat_minutes", "seed", "show_outcomes", "slug", "spectator_delay", "stage_lists", "started_at", "starts_at", "state", "swiss_rounds", "take_backs", "third_place", "tie_breaks", "time_zone") VALUES (NEW."announcement", NEW."approval", NEW."bids_on_paper", NEW."call_minutes", NEW."capacity", NEW."check_in_closes_at", NEW."check_in_opens_at", NEW."clock_delay", NEW."clock_minutes", NEW."clock_per_game", NEW."code_limit", NEW."code_only", NEW."code_renewed_at", NEW."cut", NEW."cut_lists", NEW."description", NEW."double_cut", NEW."edition", NEW."finished_at", NEW."first_round", NEW."format", NEW."go_on", NEW."group_size", NEW."groups", NEW."id", NEW."late_minutes", NEW."list_deadline", NEW."made_at", NEW."meeting_at", NEW."name", NEW."online", NEW."opened_at", _pgh_attach_context(), NOW(), \'update\', NEW."id", NEW."place", NEW."pool_id", NEW."publish_lists", NEW."ranking", NEW."registration_closes_at", NEW."registration_opens_at", NEW."round_minutes", NEW."schedule", NEW."seat_minutes", NEW."seed", NEW."show_outcomes", NEW."slug", NEW."spectator_delay", NEW."stage_lists", NEW."started_at", NEW."starts_at", NEW."state", NEW."swiss_rounds", NEW."take_backs", NEW."third_place", NEW."tie_breaks", NEW."time_zone"); RETURN NULL;', hash='db47e3f2fb26511d2857707b87af022d184d9e44', operation='UPDATE', pgid='pgtrigger_update_update_fa62d', table='tournaments_tournament', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='tournament',
            trigger=pgtrigger.compiler.Trigger(name='delete_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "tournaments_tournamentevent" ("announcement", "approval", "bids_on_paper", "call_minutes", "capacity", "check_in_closes_at", "check_in_opens_at", "clock_delay", "clock_minutes", "clock_per_game", "code_limit", "code_only", "code_renewed_at", "cut", "cut_lists", "description", "double_cut", "edition", "finished_at", "first_round", "format", "go_on", "group_size", "groups", "id", "late_minutes", "list_deadline", "made_at", "meeting_at", "name", "online", "opened_at", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "place", "pool_id", "publish_lists", "ranking", "registration_closes_at", "registration_opens_at", "round_minutes", "schedule", "seat_minutes", "seed", "show_outcomes", "slug", "spectator_delay", "stage_lists", "started_at", "starts_at", "state", "swiss_rounds", "take_backs", "third_place", "tie_breaks", "time_zone") VALUES (OLD."announcement", OLD."approval", OLD."bids_on_paper", OLD."call_minutes", OLD."capacity", OLD."check_in_closes_at", OLD."check_in_opens_at", OLD."clock_delay", OLD."clock_minutes", OLD."clock_per_game", OLD."code_limit", OLD."code_only", OLD."code_renewed_at", OLD."cut", OLD."cut_lists", OLD."description", OLD."double_cut", OLD."edition", OLD."finished_at", OLD."first_round", OLD."format", OLD."go_on", OLD."group_size", OLD."groups", OLD."id", OLD."late_minutes", OLD."list_deadline", OLD."made_at", OLD."meeting_at", OLD."name", OLD."online", OLD."opened_at", _pgh_attach_context(), NOW(), \'delete\', OLD."id", OLD."place", OLD."pool_id", OLD."publish_lists", OLD."ranking", OLD."registration_closes_at", OLD."registration_opens_at", OLD."round_minutes", OLD."schedule", OLD."seat_minutes", OLD."seed", OLD."show_outcomes", OLD."slug", OLD."spectator_delay", OLD."stage_lists", OLD."started_at", OLD."starts_at", OLD."state", OLD."swiss_rounds", OLD."take_backs", OLD."third_place", OLD."tie_breaks", OLD."time_zone"); RETURN NULL;', hash='490a81c825e3fbbae9f88be7fc9326dc209601d0', operation='DELETE', pgid='pgtrigger_delete_delete_839dc', table='tournaments_tournament', when='AFTER')),
        ),
    ]
