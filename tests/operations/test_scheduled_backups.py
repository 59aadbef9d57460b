"""Backups by the clock are proven by a restore elsewhere, which is compared; what is not proven is told."""

import io
import json
import logging
import tarfile
from datetime import timedelta

import pytest
from django.utils import timezone

from bos_tournament.errors import Refused
from bos_tournament.operations import backups, periodic_tasks, scheduled_backups, tasks
from bos_tournament.operations.models import Backup
from tests.factories import UserFactory


@pytest.fixture
def folder(transactional_db, settings, tmp_path):
    """Where the backups of a site go, which knows Anna."""
    settings.BOS_HOME = tmp_path / "site"
    settings.KEYS = settings.BOS_HOME / "keys"
    settings.MEDIA_ROOT = settings.BOS_HOME / "uploads"
    settings.BACKUP_FOLDER = str(tmp_path / "backups")
    UserFactory(handle="Anna")
    (tmp_path / "backups").mkdir()
    return tmp_path / "backups"


@pytest.fixture
def told(monkeypatch):
    """What the log says."""
    lines = []
    handler = logging.Handler()
    handler.emit = lambda record: lines.append(record.getMessage())
    monkeypatch.setattr(scheduled_backups.log, "handlers", [handler])
    return lines


def backup_of(folder, ago, *, fault=None):
    """As if a backup had been made so long ago; `fault` is how its trial ended, None for no trial."""
    file = folder / (timezone.now() - ago).strftime(scheduled_backups.NAME)
    file.write_text("a backup")
    if fault is not None:
        backups.note_trial(file, fault)
    return file


def change(file, member, text):
    """The backup with another text in one of its files."""
    with tarfile.open(file) as archive:
        members = {about.name: archive.extractfile(about).read() for about in archive}
    with tarfile.open(file, "w:gz") as archive:
        for name, content in (members | {member: text.encode()}).items():
            about = tarfile.TarInfo(name)
            about.size = len(content)
            archive.addfile(about, io.BytesIO(content))


@pytest.mark.slow
def test_a_backup_that_came_back_elsewhere_row_by_row_is_proven(folder, told):
    scheduled_backups.run()

    (file,) = scheduled_backups.written(folder)
    assert scheduled_backups.is_proven(file)
    assert Backup.objects.get().file == str(file)
    assert told == [f"{file} was written, restored elsewhere and compared: it is proven."]

    scheduled_backups.run()
    assert scheduled_backups.written(folder) == [file]


@pytest.mark.slow
def test_a_backup_that_lacks_a_row_is_not_proven(folder, tmp_path):
    file = backups.write_backup(folder / timezone.now().strftime(scheduled_backups.NAME))
    with tarfile.open(file) as archive:
        note = json.load(archive.extractfile("backup.json"))
    assert note["rows"]["accounts_user"] == 1
    assert not set(note["rows"]) & set(backups.PASSING)
    note["rows"]["accounts_user"] = 2
    change(file, "backup.json", json.dumps(note))

    with pytest.raises(Refused, match="table accounts_user came back with 1 rows instead of 2"):
        scheduled_backups.restore_for_trial(file)

    assert backups.last_trial([file]).fault == "database_fault"


def test_a_failed_trial_is_told_with_the_last_that_was_proven_until_one_is(folder, told, monkeypatch):
    proven = backup_of(folder, timedelta(days=2), fault="")

    def spoil(file):
        file.write_text("spoilt")
        backups.note_trial(file, "no_backup")
        raise Refused("It could not be restored.", code="not_proven")

    monkeypatch.setattr(scheduled_backups, "restore_for_trial", spoil)
    for _ in range(2):
        with pytest.raises(Refused) as refusal:
            scheduled_backups.run()
        assert refusal.value.code == "not_proven"

    assert len(scheduled_backups.written(folder)) == 2
    day = f"the last proven one is of {scheduled_backups.made_at(proven):%Y-%m-%d %H:%M} UTC"
    assert (len(told), day in told[0], day in str(refusal.value)) == (1, True, True)


@pytest.mark.parametrize(
    ("ago", "fault", "due"),
    [(23, "", False), (25, "", True), (0.5, None, False), (2, None, True), (2, "no_backup", True)],
)
def test_a_backup_is_due_a_day_after_one_that_was_proven_and_an_hour_after_one_that_was_not(
    folder, monkeypatch, ago, fault, due
):
    backup_of(folder, timedelta(hours=ago), fault=fault)
    made = []
    monkeypatch.setattr(scheduled_backups, "make_and_prove", made.append)

    if not due and fault is None:
        with pytest.raises(Refused):
            scheduled_backups.run()
    else:
        scheduled_backups.run()

    assert bool(made) == due


def test_so_many_are_kept_and_the_last_that_was_proven_however_old(folder, settings):
    settings.BACKUPS_KEPT = 2
    (folder / "letter.txt").write_text("not ours")
    old, proven, third, second, first = (
        backup_of(folder, timedelta(days=days), fault=fault)
        for days, fault in ((9, ""), (8, ""), (3, "no_backup"), (2, "no_backup"), (1, None))
    )

    scheduled_backups.prune(folder)

    assert scheduled_backups.written(folder) == [first, second, proven]
    assert not backups.note_of(old).exists()
    assert (folder / "letter.txt").exists()


def test_a_folder_that_cannot_be_written_is_told(folder, settings):
    settings.BACKUP_FOLDER = str(folder / "missing" / "deep")

    with pytest.raises(Refused, match="cannot be written"):
        scheduled_backups.run()


def test_a_worker_leaves_a_backup_to_the_one_that_is_at_it(folder, monkeypatch):
    made = []
    monkeypatch.setattr(
        scheduled_backups, "make_and_prove", lambda place: (made.append(place), scheduled_backups.run())
    )

    scheduled_backups.run()

    assert made == [folder]


def test_a_failing_backup_shows_among_the_sweeps(folder, settings, monkeypatch):
    schedule = {"backup": {"task": "operations.backup", "schedule": 600.0}}
    monkeypatch.setattr(settings, "CELERY_BEAT_SCHEDULE", schedule)
    backup_of(folder, timedelta(minutes=5))
    periodic_tasks.listen()

    tasks.backup.apply()

    (due,) = periodic_tasks.due(timezone.now())
    assert "was not proven; there is no proven one" in due.last.error
