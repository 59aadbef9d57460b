"""A backup that the version before made is brought back into an empty place, and brought over on the way."""

import tarfile
from pathlib import Path

import pytest

from bos_tournament.accounts.models import User
from bos_tournament.operations import backups
from bos_tournament.operations.models import Backup
from bos_tournament.upgrading import step
from tests.upgrade import restoring

pytestmark = pytest.mark.xdist_group("upgrade")


@pytest.fixture
def empty_place(site, settings, django_db_blocker, tmp_path):
    settings.BOS_HOME = tmp_path / "home"
    settings.KEYS = settings.BOS_HOME / "keys"
    settings.BID_KEY_FILE, settings.LISTS_KEY_FILE = settings.KEYS / "bids.key", settings.KEYS / "lists.key"
    settings.MEDIA_ROOT = settings.BOS_HOME / "uploads"
    with django_db_blocker.unblock(), restoring.own_database():
        yield settings


def test_people_and_keys_of_a_backup_of_the_version_before_come_back(empty_place, tmp_path):
    folder, file = tmp_path / "before", tmp_path / "site.tar.gz"
    restoring.unpack(folder, (*restoring.OF_THE_CODE, "accounts_user"))
    with tarfile.open(file, "w:gz") as packed:
        for path in filter(Path.is_file, folder.rglob("*")):
            packed.add(path, path.relative_to(folder))

    backups.restore_backup(file)

    assert User.objects.get(email="petra@example.org").handle == "Petra"
    assert Backup.objects.get().restored_at is not None
    assert set(backups.applied_migrations()) >= step.NOW
    assert empty_place.BID_KEY_FILE.read_bytes() == (folder / backups.KEYS / "bids.key").read_bytes()
