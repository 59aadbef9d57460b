"""People and how they sign in: accounts, tokens, links, sessions, and who was erased or merged."""

import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
import pgtrigger.compiler
import uuid
from django.conf import settings
from django.db import migrations, models

from bos_tournament.first_migration import CreateModels


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        CreateModels(
            [
                migrations.CreateModel(
                    name='RateLimit',
                    fields=[
                        ('what', models.CharField(max_length=100, primary_key=True, serialize=False)),
                        ('used', models.FloatField()),
                        ('since', models.DateTimeField()),
                        ('until', models.DateTimeField(db_index=True, help_text='Then nothing of it is used any more.')),
                    ],
                ),
                migrations.CreateModel(
                    name='KeptValue',
                    fields=[
                        ('key', models.CharField(max_length=250, primary_key=True, serialize=False)),
                        ('value', models.JSONField(null=True)),
                        ('until', models.DateTimeField(db_index=True, null=True)),
                    ],
                ),
                migrations.CreateModel(
                    name='User',
                    fields=[
                        ('password', models.CharField(max_length=128, verbose_name='password')),
                        ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                        ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('email', models.EmailField(blank=True, max_length=254, null=True, unique=True)),
                        ('handle', models.CharField(help_text='Shown to everyone.', max_length=30, validators=[django.core.validators.RegexValidator("^[\\w][\\w .'-]{1,29}\\Z", "A handle has 2 to 30 letters, digits, spaces or . ' - _ characters.")])),
                        ('skeleton', models.CharField(editable=False, help_text='The shape of the handle; none if taken.', max_length=120, null=True, unique=True)),
                        ('real_name', models.CharField(blank=True, help_text='Only you and tournament staff see it.', max_length=80)),
                        ('guest', models.BooleanField(default=False)),
                        ('language', models.CharField(blank=True, help_text="Empty: the browser's language.", max_length=8)),
                        ('hides_history', models.BooleanField(default=False, help_text='Hides the page with earlier tournaments from others.')),
                        ('mails_tables', models.BooleanField(default=False, help_text='Email when a round is published.')),
                        ('is_staff', models.BooleanField(default=False, verbose_name='can open the admin')),
                        ('is_active', models.BooleanField(default=True)),
                        ('date_joined', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                        ('erased_at', models.DateTimeField(blank=True, editable=False, null=True)),
                        ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                        ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(django.db.models.functions.text.Lower('handle'), name='one_handle_each'), models.UniqueConstraint(django.db.models.functions.text.Lower('email'), name='one_account_per_email'), models.CheckConstraint(condition=models.Q(('guest', False), models.Q(('email', None), ('is_staff', False)), _connector='OR'), name='guests_have_no_email')],
                        'triggers': [pgtrigger.compiler.Trigger(name='keeps_former_names', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (NEW."erased_at" IS NULL)', func="\nINSERT INTO accounts_formername (user_id, name, until)\nSELECT DISTINCT OLD.id, was, now() FROM unnest(ARRAY[OLD.handle, OLD.real_name, OLD.email]::text[]) AS was\nWHERE was <> '' AND was NOT IN (NEW.handle, NEW.real_name, COALESCE(NEW.email, ''))\nON CONFLICT DO NOTHING;\nRETURN NEW;\n", hash='17460ec00fc918ac4994d95f37c785f1d09dbae0', operation='UPDATE OF "handle", "real_name", "email"', pgid='pgtrigger_keeps_former_names_14b6a', table='accounts_user', when='AFTER'))],
                    },
                ),
                migrations.CreateModel(
                    name='FormerName',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='former_names', to=settings.AUTH_USER_MODEL)),
                        ('name', models.CharField(max_length=254)),
                        ('until', models.DateTimeField(default=django.utils.timezone.now)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('user', 'name'), name='a_former_name_once')],
                    },
                ),
                migrations.CreateModel(
                    name='PersonalLink',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='links', to=settings.AUTH_USER_MODEL)),
                        ('token_digest', models.CharField(max_length=64, unique=True)),
                        ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('opened_at', models.DateTimeField(blank=True, null=True)),
                        ('revoked_at', models.DateTimeField(blank=True, null=True)),
                        ('revoked_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('midway', models.BooleanField(default=False, help_text='Made or opened while a list was in or a match was on.')),
                        ('confirmed_at', models.DateTimeField(blank=True, help_text='when others said that this is the guest', null=True)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(condition=models.Q(('opened_at', None), ('revoked_at', None)), fields=('user',), name='one_waiting_link_each')],
                    },
                ),
                migrations.CreateModel(
                    name='ApiToken',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='api_tokens', to=settings.AUTH_USER_MODEL)),
                        ('name', models.CharField(max_length=60)),
                        ('token_digest', models.CharField(max_length=64, unique=True)),
                        ('second_factor', models.BooleanField(default=False)),
                        ('read_only', models.BooleanField(default=False)),
                        ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('used_at', models.DateTimeField(blank=True, null=True)),
                        ('ends_at', models.DateTimeField()),
                    ],
                ),
                migrations.CreateModel(
                    name='Merger',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('gone', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='merger', to=settings.AUTH_USER_MODEL)),
                        ('kept', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='mergers', to=settings.AUTH_USER_MODEL)),
                        ('moved', models.JSONField(default=dict, help_text='ids of the rows that changed hands, by model and field')),
                        ('was_active', models.BooleanField(help_text='could `gone` sign in before?')),
                        ('began_to_hide', models.BooleanField(help_text='does `kept` hide its history only since then?')),
                        ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                    ],
                ),
                migrations.CreateModel(
                    name='FirstAdminLink',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('token_digest', models.CharField(max_length=64, unique=True)),
                        ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('used_at', models.DateTimeField(blank=True, null=True)),
                    ],
                ),
                migrations.CreateModel(
                    name='Erasure',
                    fields=[
                        ('person', models.UUIDField(primary_key=True, serialize=False)),
                        ('at', models.DateTimeField(default=django.utils.timezone.now)),
                    ],
                ),
                migrations.CreateModel(
                    name='Session',
                    fields=[
                        ('session_data', models.TextField(verbose_name='session data')),
                        ('expire_date', models.DateTimeField(db_index=True, verbose_name='expire date')),
                        ('session_key', models.CharField(help_text='The digest of what the browser sends.', max_length=64, primary_key=True, serialize=False)),
                        ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='sessions', to=settings.AUTH_USER_MODEL)),
                        ('device', models.CharField(blank=True, help_text='Browser and system, by name alone.', max_length=60)),
                        ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('seen_at', models.DateTimeField(default=django.utils.timezone.now, help_text='Some minutes late: not every request is written down.')),
                    ],
                    options={
                        'verbose_name': 'session',
                        'verbose_name_plural': 'sessions',
                        'abstract': False,
                    },
                ),
            ]
        ),
    ]
