"""The catalogue of cards, with the trail of its changes."""

import django.db.models.deletion
import django.utils.timezone
import pgtrigger.compiler
import uuid
from django.db import migrations, models

from bos_tournament.first_migration import CreateModels


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('pghistory', '0007_auto_20250421_0444'),
    ]

    operations = [
        CreateModels(
            [
                migrations.CreateModel(
                    name='Card',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('name', models.CharField(max_length=100)),
                        ('key', models.CharField(editable=False, help_text='engine.bos.model.cards.key(name)', max_length=100, unique=True)),
                        ('slug', models.SlugField(editable=False, max_length=120, unique=True)),
                        ('words', models.TextField(editable=False, help_text='name and texts, folded like the key, for searching')),
                        ('type', models.CharField(blank=True, choices=[('boss', 'boss'), ('wizard', 'wizard'), ('summon', 'summon'), ('spell', 'spell')], max_length=10, null=True)),
                        ('color', models.CharField(blank=True, choices=[('red', 'red'), ('yellow', 'yellow'), ('blue', 'blue')], max_length=10, null=True, verbose_name='colour')),
                        ('condition', models.CharField(blank=True, max_length=600, null=True)),
                        ('strength', models.PositiveIntegerField(blank=True, null=True)),
                        ('cost', models.PositiveIntegerField(blank=True, help_text='in vim; spells only', null=True)),
                        ('abilities', models.JSONField(blank=True, default=list, help_text='[{"text": …, "mandatory": false}]')),
                        ('official', models.BooleanField(default=False)),
                        ('state', models.CharField(choices=[('draft', 'draft'), ('published', 'published')], default='draft', max_length=10)),
                    ],
                    options={
                        'ordering': ['name'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('strength', None), ('strength__gte', 1), _connector='OR'), name='strength_from_1')],
                        'triggers': [pgtrigger.compiler.Trigger(name='delete_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "cards_cardevent" ("abilities", "color", "condition", "cost", "id", "key", "name", "official", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "slug", "state", "strength", "type") VALUES (OLD."abilities", OLD."color", OLD."condition", OLD."cost", OLD."id", OLD."key", OLD."name", OLD."official", _pgh_attach_context(), NOW(), \'delete\', OLD."id", OLD."slug", OLD."state", OLD."strength", OLD."type"); RETURN NULL;', hash='9e7f2f9801529a07caff9c1054b817a5ebd01246', operation='DELETE', pgid='pgtrigger_delete_delete_974b5', table='cards_card', when='AFTER')), pgtrigger.compiler.Trigger(name='insert_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "cards_cardevent" ("abilities", "color", "condition", "cost", "id", "key", "name", "official", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "slug", "state", "strength", "type") VALUES (NEW."abilities", NEW."color", NEW."condition", NEW."cost", NEW."id", NEW."key", NEW."name", NEW."official", _pgh_attach_context(), NOW(), \'insert\', NEW."id", NEW."slug", NEW."state", NEW."strength", NEW."type"); RETURN NULL;', hash='a390cc7476f0dc7baef3bc0921e404fa3fb40c5f', operation='INSERT', pgid='pgtrigger_insert_insert_77cbc', table='cards_card', when='AFTER')), pgtrigger.compiler.Trigger(name='new_version', sql=pgtrigger.compiler.UpsertTriggerSql(func='\n                INSERT INTO cards_catalogueversion (id, stamp) VALUES (1, gen_random_uuid())\n                ON CONFLICT (id) DO UPDATE SET stamp = excluded.stamp;\n                RETURN NULL;\n            ', hash='8ec3cf2a2415bcec064bffddaccd5f447d71e80f', level='STATEMENT', operation='INSERT OR UPDATE OR DELETE', pgid='pgtrigger_new_version_244ef', table='cards_card', when='BEFORE')), pgtrigger.compiler.Trigger(name='update_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD."abilities" IS DISTINCT FROM (NEW."abilities") OR OLD."color" IS DISTINCT FROM (NEW."color") OR OLD."condition" IS DISTINCT FROM (NEW."condition") OR OLD."cost" IS DISTINCT FROM (NEW."cost") OR OLD."id" IS DISTINCT FROM (NEW."id") OR OLD."key" IS DISTINCT FROM (NEW."key") OR OLD."name" IS DISTINCT FROM (NEW."name") OR OLD."official" IS DISTINCT FROM (NEW."official") OR OLD."slug" IS DISTINCT FROM (NEW."slug") OR OLD."state" IS DISTINCT FROM (NEW."state") OR OLD."strength" IS DISTINCT FROM (NEW."strength") OR OLD."type" IS DISTINCT FROM (NEW."type"))', func='INSERT INTO "cards_cardevent" ("abilities", "color", "condition", "cost", "id", "key", "name", "official", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "slug", "state", "strength", "type") VALUES (NEW."abilities", NEW."color", NEW."condition", NEW."cost", NEW."id", NEW."key", NEW."name", NEW."official", _pgh_attach_context(), NOW(), \'update\', NEW."id", NEW."slug", NEW."state", NEW."strength", NEW."type"); RETURN NULL;', hash='f77def3efef107b05ab137414dd350d7548fab81', operation='UPDATE', pgid='pgtrigger_update_update_628bf', table='cards_card', when='AFTER'))],
                    },
                ),
                migrations.CreateModel(
                    name='CardEvent',
                    fields=[
                        ('pgh_id', models.AutoField(primary_key=True, serialize=False)),
                        ('pgh_created_at', models.DateTimeField(auto_now_add=True)),
                        ('pgh_label', models.TextField(help_text='The event label.')),
                        ('pgh_obj', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='events', to='cards.card')),
                        ('pgh_context', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='pghistory.context')),
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, serialize=False)),
                        ('name', models.CharField(max_length=100)),
                        ('key', models.CharField(editable=False, help_text='engine.bos.model.cards.key(name)', max_length=100)),
                        ('slug', models.SlugField(db_index=False, editable=False, max_length=120)),
                        ('type', models.CharField(blank=True, choices=[('boss', 'boss'), ('wizard', 'wizard'), ('summon', 'summon'), ('spell', 'spell')], max_length=10, null=True)),
                        ('color', models.CharField(blank=True, choices=[('red', 'red'), ('yellow', 'yellow'), ('blue', 'blue')], max_length=10, null=True, verbose_name='colour')),
                        ('condition', models.CharField(blank=True, max_length=600, null=True)),
                        ('strength', models.PositiveIntegerField(blank=True, null=True)),
                        ('cost', models.PositiveIntegerField(blank=True, help_text='in vim; spells only', null=True)),
                        ('abilities', models.JSONField(blank=True, default=list, help_text='[{"text": …, "mandatory": false}]')),
                        ('official', models.BooleanField(default=False)),
                        ('state', models.CharField(choices=[('draft', 'draft'), ('published', 'published')], default='draft', max_length=10)),
                    ],
                    options={
                        'abstract': False,
                        'triggers': [pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='5bff994bb12da0f9e45fef93c031ff3a4d2100ba', operation='UPDATE OR DELETE', pgid='pgtrigger_append_only_8fc1d', table='cards_cardevent', when='BEFORE'))],
                    },
                ),
                migrations.CreateModel(
                    name='CatalogueVersion',
                    fields=[
                        ('id', models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False)),
                        ('stamp', models.UUIDField()),
                    ],
                ),
                migrations.CreateModel(
                    name='Printing',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('card', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='printings', to='cards.card')),
                        ('set', models.CharField(blank=True, help_text='empty: not known', max_length=100)),
                        ('rarity', models.CharField(blank=True, max_length=100)),
                        ('artist', models.CharField(blank=True, max_length=100)),
                    ],
                    options={
                        'triggers': [pgtrigger.compiler.Trigger(name='new_version', sql=pgtrigger.compiler.UpsertTriggerSql(func='\n                INSERT INTO cards_catalogueversion (id, stamp) VALUES (1, gen_random_uuid())\n                ON CONFLICT (id) DO UPDATE SET stamp = excluded.stamp;\n                RETURN NULL;\n            ', hash='8820495332fadc2c5bcc457e3fa58b9b4cc7da54', level='STATEMENT', operation='INSERT OR UPDATE OR DELETE', pgid='pgtrigger_new_version_da9d2', table='cards_printing', when='BEFORE'))],
                    },
                ),
                migrations.CreateModel(
                    name='Meaning',
                    fields=[
                        ('card', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='meaning', serialize=False, to='cards.card')),
                        ('printed', models.TextField(help_text='the sentences it is the meaning of, as JSON')),
                        ('said', models.TextField(help_text='engine.bos.cardtext.serialization.write_spoken')),
                        ('kept_at', models.DateTimeField(default=django.utils.timezone.now)),
                    ],
                    options={
                        'triggers': [pgtrigger.compiler.Trigger(name='delete_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "cards_meaningevent" ("card_id", "kept_at", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "printed", "said") VALUES (OLD."card_id", OLD."kept_at", _pgh_attach_context(), NOW(), \'delete\', OLD."card_id", OLD."printed", OLD."said"); RETURN NULL;', hash='c94814540bb3f67dfd5abe011c2f225c9d4b22e4', operation='DELETE', pgid='pgtrigger_delete_delete_cded1', table='cards_meaning', when='AFTER')), pgtrigger.compiler.Trigger(name='insert_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "cards_meaningevent" ("card_id", "kept_at", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "printed", "said") VALUES (NEW."card_id", NEW."kept_at", _pgh_attach_context(), NOW(), \'insert\', NEW."card_id", NEW."printed", NEW."said"); RETURN NULL;', hash='50b65ae6958fb3806369ede0f5bcb09298272aca', operation='INSERT', pgid='pgtrigger_insert_insert_40777', table='cards_meaning', when='AFTER')), pgtrigger.compiler.Trigger(name='new_version', sql=pgtrigger.compiler.UpsertTriggerSql(func='\n                INSERT INTO cards_catalogueversion (id, stamp) VALUES (1, gen_random_uuid())\n                ON CONFLICT (id) DO UPDATE SET stamp = excluded.stamp;\n                RETURN NULL;\n            ', hash='2ecb537bc4eedb00a857557abf85548e596134ce', level='STATEMENT', operation='INSERT OR UPDATE OR DELETE', pgid='pgtrigger_new_version_58971', table='cards_meaning', when='BEFORE')), pgtrigger.compiler.Trigger(name='update_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', func='INSERT INTO "cards_meaningevent" ("card_id", "kept_at", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "printed", "said") VALUES (NEW."card_id", NEW."kept_at", _pgh_attach_context(), NOW(), \'update\', NEW."card_id", NEW."printed", NEW."said"); RETURN NULL;', hash='5bd8b8d80e43a7e294936b070e0ba8dc6ef56793', operation='UPDATE', pgid='pgtrigger_update_update_e127a', table='cards_meaning', when='AFTER'))],
                    },
                ),
                migrations.CreateModel(
                    name='MeaningEvent',
                    fields=[
                        ('pgh_id', models.AutoField(primary_key=True, serialize=False)),
                        ('pgh_created_at', models.DateTimeField(auto_now_add=True)),
                        ('pgh_label', models.TextField(help_text='The event label.')),
                        ('pgh_obj', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='events', to='cards.meaning')),
                        ('pgh_context', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='pghistory.context')),
                        ('card', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', serialize=False, to='cards.card')),
                        ('printed', models.TextField(help_text='the sentences it is the meaning of, as JSON')),
                        ('said', models.TextField(help_text='engine.bos.cardtext.serialization.write_spoken')),
                        ('kept_at', models.DateTimeField(default=django.utils.timezone.now)),
                    ],
                    options={
                        'abstract': False,
                        'triggers': [pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='52c51cd35feab0c96ec86981474fd63c54da67c1', operation='UPDATE OR DELETE', pgid='pgtrigger_append_only_3aea7', table='cards_meaningevent', when='BEFORE'))],
                    },
                ),
                migrations.CreateModel(
                    name='PinnedPool',
                    fields=[
                        ('hash', models.CharField(max_length=80, primary_key=True, serialize=False)),
                        ('cards_hash', models.CharField(help_text='engine.bos.model.cards.Pool.hash, which records may name', max_length=80)),
                        ('text', models.TextField()),
                        ('meanings', models.TextField(help_text='engine.bos.cardtext.serialization.write_kept')),
                        ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                    ],
                ),
            ]
        ),
    ]
