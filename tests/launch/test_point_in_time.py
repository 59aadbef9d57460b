"""With an archive the database goes back to a named moment, whoever lost what since."""

import os
import shutil
import signal
import subprocess
import sys
from argparse import ArgumentTypeError

import psycopg
import pytest

from bos_tournament.errors import Refused
from bos_tournament.launch import home, point_in_time, postgres, process, servers, wal_archive
from bos_tournament.operations import moment_restore
from bos_tournament.operations.management.commands.restore_to import moment_of
from tests.polling import wait_until

OURS = ("DATABASE_URL", "DATABASE_OWNER_URL", "BROKER_URL", "QUEUE")


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A home whose database archives."""
    home.make_home(tmp_path / "site")
    monkeypatch.setenv("WAL_ARCHIVE", str(tmp_path / "archive 100%"))
    return tmp_path / "site"


def names(cluster):
    with psycopg.connect(cluster.url(role=postgres.OWNER)) as line:
        return [name for (name,) in line.execute("SELECT name FROM decks ORDER BY name")]


def write(cluster, name):
    """Adds a deck, and gives a moment after it."""
    with psycopg.connect(cluster.url(role=postgres.OWNER)) as line:
        line.execute("CREATE TABLE IF NOT EXISTS decks (name text)")
        line.execute("INSERT INTO decks VALUES (%s)", [name])
    with psycopg.connect(cluster.url(role=postgres.OWNER)) as line:
        return line.execute("SELECT clock_timestamp()").fetchone()[0]


def archived(archive):
    return sorted(path.name for path in (archive / wal_archive.WAL).iterdir())


@pytest.mark.slow
def test_the_database_goes_back_to_the_moment_between_two_changes_and_on_from_there(place):
    archive = wal_archive.folder()
    with servers.database(place) as cluster:
        write(cluster, "of Anna")
        base = point_in_time.make_base(place, archive)
        between = write(cluster, "of Ben")
        write(cluster, "of nobody")
        point_in_time.make_base(place, archive)

    before = point_in_time.restore(place, archive, between)

    with servers.database(place) as cluster:
        assert names(cluster) == ["of Anna", "of Ben"]
        later = write(cluster, "of Cleo")
        write(cluster, "of a stranger")
    assert (before / "PG_VERSION").exists()
    assert point_in_time.bases(archive) == [base]

    point_in_time.restore(place, archive, later)

    with servers.database(place) as cluster:
        assert names(cluster) == ["of Anna", "of Ben", "of Cleo"]


@pytest.mark.slow
def test_a_lost_disk_costs_nothing_that_was_archived_and_a_kill_nothing_at_all(place):
    archive = wal_archive.folder()
    with servers.database(place) as cluster:
        point_in_time.make_base(place, archive)
        write(cluster, "of Anna")
    postgres.prepare(cluster)
    killed = postgres.start(cluster)
    servers.wait(killed, lambda: postgres.is_ready(cluster), cluster.log, "PostgreSQL")
    write(cluster, "of Ben")
    process.stop(killed, first=signal.SIGKILL, seconds=5)

    point_in_time.restore(place, archive, None)
    with servers.database(place) as cluster:
        assert names(cluster) == ["of Anna", "of Ben"]

    shutil.rmtree(cluster.data)
    point_in_time.restore(place, archive, None)
    with servers.database(place) as cluster:
        assert names(cluster) == ["of Anna", "of Ben"]


@pytest.mark.slow
def test_a_moment_that_the_archive_does_not_lead_to_changes_nothing(place):
    archive = wal_archive.folder()
    with servers.database(place) as cluster:
        early = write(cluster, "of Anna")
        with pytest.raises(home.LaunchError, match="holds no base backup"):
            point_in_time.base_before(archive, None)
        base = point_in_time.make_base(place, archive)
        late = write(cluster, "of Ben")
        with pytest.raises(home.LaunchError, match="Stop it first"):
            point_in_time.restore(place, archive, None)

    with pytest.raises(home.LaunchError, match="The oldest base backup is of .* Name a later moment"):
        point_in_time.restore(place, archive, early)
    with pytest.raises(home.LaunchError, match="does not lead to .* nothing was changed"):
        point_in_time.restore(place, archive, late.replace(year=late.year + 1))

    assert point_in_time.bases(archive) == [base]
    with servers.database(place) as cluster:
        assert names(cluster) == ["of Anna", "of Ben"]


@pytest.mark.slow
def test_old_base_backups_go_with_the_log_that_only_they_needed(place):
    archive = wal_archive.folder()
    with servers.database(place) as cluster:
        made = [point_in_time.make_base(place, archive) for _ in range(3)]
        needed_by = [f"{base.first_file}.gz" for base in made]
        with psycopg.connect(cluster.url(role=postgres.OWNER)) as line:
            (whole,) = line.execute("SELECT pg_walfile_name(pg_current_wal_lsn())").fetchone()
            line.execute("SELECT pg_switch_wal()")
        wait_until(lambda: f"{whole}.gz" in archived(archive))

        point_in_time.prune(archive, keep=2)

    assert point_in_time.bases(archive) == [made[2], made[1]]
    assert needed_by[0] not in archived(archive)
    assert {needed_by[1], f"{whole}.gz"} <= set(archived(archive))


STORY = """
from django.core.management import call_command
from bos_tournament.accounts.models import User
from bos_tournament.operations.db_clock import db_now
from bos_tournament.privacy.erasure import erase
from tests.factories import UserFactory
call_command("migrate", verbosity=0)
UserFactory(handle="Anna"), UserFactory(handle="Ben")
call_command("base_backup")
print(db_now().isoformat())
erase(User.objects.get(handle="Ben")), UserFactory(handle="Cleo")
"""


def manage(place, *words):
    """Run manage.py for a home with its own embedded database."""
    env = {name: value for name, value in os.environ.items() if name not in OURS} | {"BOS_HOME": str(place)}
    command = [sys.executable, "manage.py", *words]
    done = subprocess.run(command, cwd=home.CHECKOUT, env=env, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_a_stopped_site_goes_back_by_a_command_and_forgets_again_who_was_erased(place):
    with servers.database(place):
        moment = manage(place, "shell", "--no-imports", "-c", STORY).splitlines()[-1]

    assert manage(place, "restore_to", moment).startswith("Restored.")

    with servers.database(place) as cluster, psycopg.connect(cluster.url()) as line:
        handles = [handle for (handle,) in line.execute("SELECT handle FROM accounts_user ORDER BY handle")]
    assert [handle[:13] for handle in handles] == ["Anna", "Former player"]


def test_a_moment_is_utc_unless_it_says_otherwise_and_nothing_else_is_one():
    assert moment_of("2026-11-29T10:15:30") == moment_of("2026-11-29T11:15:30+01:00")
    assert moment_of("latest") is None
    with pytest.raises(ArgumentTypeError, match=r"'yesterday' is no moment. Write one such as 2026-11-29T10:15:30"):
        moment_of("yesterday")


def test_a_base_backup_without_an_archive_or_of_another_server_is_refused(settings, tmp_path, monkeypatch):
    monkeypatch.delenv("WAL_ARCHIVE", raising=False)
    with pytest.raises(Refused, match="Set WAL_ARCHIVE"):
        moment_restore.make_base_backup(keep=2)

    settings.BOS_HOME = tmp_path
    with pytest.raises(Refused, match="For a server of your own"):
        moment_restore.make_base_backup(keep=2)
