"""A database of the version before is brought over as a whole, or stays as it was."""

from contextlib import ExitStack

import pytest
from django.contrib.auth.models import Permission
from django.db import DatabaseError

from bos_tournament.errors import Refused
from bos_tournament.operations import database_roles, jobs, tasks
from bos_tournament.operations.models import Job, Sweep
from bos_tournament.upgrading import step
from tests.owner_connection import as_owner
from tests.upgrade import restoring

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("upgrade")]


@pytest.fixture(scope="module", autouse=True)
def before(site, django_db_blocker, tmp_path_factory):
    """Its tables, with none of the rows that people made. What a test does in it is taken back."""
    with django_db_blocker.unblock(), ExitStack() as stack:
        restoring.restored(stack, tmp_path_factory.mktemp("before"), tables=restoring.OF_THE_CODE)
        yield


def bring_over():
    """As every migration does."""
    with as_owner():
        step.bring_over("default")
        database_roles.grant()


def ask(question):
    with as_owner() as cursor:
        cursor.execute(question)
        return {value for (value,) in cursor.fetchall()}


def tables():
    return ask("SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace")


def migrations():
    return ask("SELECT app || '.' || name FROM django_migrations")


def test_a_letter_that_waited_is_sent_by_the_job_of_now():
    with as_owner() as cursor:
        cursor.execute("""
            INSERT INTO history_job (id, task, subject, state, attempts, made_at, not_before, error)
            SELECT gen_random_uuid(), 'history.send_letter', gen_random_uuid(), 'waiting', 0, now(), now(), ''
        """)
        cursor.execute("INSERT INTO history_sweep VALUES ('history.sweep', now(), now(), '', NULL)")

    bring_over()

    with as_owner():
        assert Job.objects.get().task in jobs.DEEDS
        assert Sweep.objects.get().task == tasks.sweep.name


def test_who_was_permitted_to_look_at_jobs_still_is():
    given = ask("""
        SELECT p.id FROM auth_permission p JOIN django_content_type t ON t.id = p.content_type_id
        WHERE t.app_label = 'history' AND p.codename = 'view_job'
    """)

    bring_over()

    with as_owner():
        assert {Permission.objects.get(content_type__app_label="operations", codename="view_job").pk} == given


def test_no_name_of_a_table_index_or_migration_is_left_from_before():
    bring_over()

    assert [name for name in tables() if name.startswith("history_")] == []
    assert [name for name in migrations() if name.partition(".")[0] in step.APPS_THEN and name not in step.NOW] == []


def test_a_fault_leaves_it_as_it_was():
    with as_owner() as cursor:
        cursor.execute("CREATE TABLE operations_sweep ()")
    then = (tables(), migrations())

    with pytest.raises(DatabaseError):
        bring_over()

    assert (tables(), migrations()) == then


def test_a_still_older_one_is_refused_with_what_to_do_first():
    with as_owner() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE name = '0020_first_opening'")
    then = (tables(), migrations())

    with pytest.raises(Refused, match=r"First start a version .* tournaments\.0020_first_opening") as refusal:
        bring_over()

    assert refusal.value.code == "too_old"
    assert (tables(), migrations()) == then
