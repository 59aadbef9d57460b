"""A backup brings back the whole site: people, triggers, counters, keys and uploads. Everything else is refused."""

import io
import json
import os
import resource
import subprocess
import sys
import tarfile
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

import psycopg
import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.test import Client

from bos_tournament.accounts.models import Session, User
from bos_tournament.errors import Refused
from bos_tournament.launch import home, postgres, servers
from bos_tournament.operations import backups, encrypted_files
from bos_tournament.operations.health import resources
from bos_tournament.operations.models import Backup, Letter
from bos_tournament.privacy import erasure
from tests.factories import UserFactory


@pytest.fixture
def site(transactional_db, settings, tmp_path):
    """A site with Anna, keys and an upload."""
    settings.BOS_HOME = tmp_path / "site"
    settings.KEYS = settings.BOS_HOME / "keys"
    settings.BID_KEY_FILE = settings.KEYS / "bids.key"
    settings.LISTS_KEY_FILE = settings.KEYS / "lists.key"
    settings.MEDIA_ROOT = settings.BOS_HOME / "uploads"
    settings.KEYS.mkdir(parents=True)
    (settings.KEYS / "secret.key").write_text("secret")
    settings.BID_KEY_FILE.write_bytes(b"key of the bids")
    (settings.MEDIA_ROOT / "records").mkdir(parents=True)
    (settings.MEDIA_ROOT / "records" / "game.bln").write_text("1. P1 pass")
    UserFactory(handle="Anna", email="anna@example.org")
    return settings


def manage(folder, *words):
    """Run manage.py for a home of its own, with its own embedded database."""
    ours = ("DATABASE_URL", "DATABASE_OWNER_URL", "BROKER_URL", "QUEUE")
    env = {name: value for name, value in os.environ.items() if name not in ours}
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=home.CHECKOUT,
        env={**env, "BOS_HOME": str(folder)},
        capture_output=True,
        text=True,
        timeout=600,
    )


def ask(folder, question):
    with servers.database(folder) as cluster, psycopg.connect(cluster.url()) as line:
        return [row[0] for row in line.execute(question)]


def archive_of(path, members):
    with tarfile.open(path, "w:gz") as archive:
        for name, text in members.items():
            about = tarfile.TarInfo(name)
            about.size = len(text.encode())
            archive.addfile(about, io.BytesIO(text.encode()))
    return path


TRIGGERS = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal ORDER BY tgname, tgrelid::regclass::text"


@pytest.mark.slow
def test_a_backup_restored_into_an_empty_home_goes_on(site, tmp_path):
    file, fresh = tmp_path / "site.tar.gz", tmp_path / "fresh"
    with connection.cursor() as cursor:
        cursor.execute(TRIGGERS)
        triggers = [row[0] for row in cursor.fetchall()]
    call_command("backup", file, with_keys=True)
    assert file.stat().st_mode & 0o777 == 0o600

    restored = manage(fresh, "restore", str(file))

    assert restored.returncode == 0, restored.stderr
    assert ask(fresh, "SELECT handle FROM accounts_user") == ["Anna"]
    assert ask(fresh, TRIGGERS) == triggers != []
    assert Backup.objects.get().bytes == file.stat().st_size
    assert ask(fresh, "SELECT bytes FROM operations_backup WHERE restored_at IS NOT NULL") == [file.stat().st_size]
    assert (fresh / "keys" / "secret.key").read_text() == "secret"
    assert (fresh / "keys" / "bids.key").read_bytes() == b"key of the bids"
    assert (fresh / "keys" / "bids.key").stat().st_mode & 0o777 == 0o600
    assert (fresh / "uploads" / "records" / "game.bln").read_text() == "1. P1 pass"
    with servers.database(fresh):
        added = manage(fresh, "shell", "-c", "from tests.factories import UserFactory; UserFactory(handle='Ben')")
        assert added.returncode == 0, added.stderr
        assert manage(fresh, "migrate", "--check").returncode == 0

    again = manage(fresh, "restore", str(file))
    assert again.returncode == 1
    assert "The database is not empty, so nothing was changed." in again.stderr
    assert ask(fresh, "SELECT handle FROM accounts_user ORDER BY 1") == ["Anna", "Ben"]

    assert manage(fresh, "restore", str(file), "--replace").returncode == 0
    assert ask(fresh, "SELECT handle FROM accounts_user") == ["Anna"]
    assert len(list(fresh.glob("keys-before-*"))) == 1


def names_in(file):
    with tarfile.open(file) as archive:
        return {member.name.split("/")[0] for member in archive}


def dump_in(file):
    with tarfile.open(file) as archive:
        return archive.extractfile("database.sql").read().decode()


def test_a_backup_holds_no_key_and_nobodys_sign_in_unless_asked(site, tmp_path):
    client = Client()
    client.force_login(User.objects.get(handle="Anna"))
    cache.set("moment", "value-of-a-moment")
    Letter.objects.create(sealed="letter-with-a-link")
    (site.KEYS / "database.password").write_text("of this place")

    call_command("backup", tmp_path / "plain.tar.gz")
    call_command("backup", tmp_path / "keys-too.tar.gz", with_keys=True)
    call_command("backup_keys", tmp_path / "keys.tar.gz")

    assert names_in(tmp_path / "plain.tar.gz") == {"backup.json", "database.sql", "uploads"}
    assert names_in(tmp_path / "keys-too.tar.gz") == {"backup.json", "database.sql", "uploads", "keys"}
    assert sorted(name for name, _ in backups.key_files()) == ["keys/bids.key", "keys/secret.key"]
    assert (tmp_path / "keys.tar.gz").stat().st_mode & 0o777 == 0o600
    dump = dump_in(tmp_path / "plain.tar.gz")
    assert "anna@example.org" in dump
    assert "value-of-a-moment" not in dump
    assert "letter-with-a-link" not in dump
    assert Session.objects.get().session_key not in dump


@pytest.mark.slow
def test_keys_and_erasures_come_back_from_where_they_were_kept(site, tmp_path, monkeypatch):
    monkeypatch.setenv("BACKUP_PASSPHRASE", "seven dry ducks")
    ben = UserFactory(handle="Ben", email="ben@example.org")
    old, newer, keys, fresh = (tmp_path / name for name in ("old.tar.gz", "newer.tar.gz", "keys.tar.gz", "fresh"))
    backups.write_backup(old, passphrase="seven dry ducks")
    erasure.erase(ben)
    call_command("backup", newer)
    call_command("backup_keys", keys)
    assert [file.read_bytes()[:20] for file in (old, newer, keys)] == [b"bos encrypted backup"] * 3

    restored = manage(fresh, "restore", str(old), "--keys", str(keys), "--newer", str(newer))

    assert restored.returncode == 0, restored.stderr
    assert (fresh / "keys" / "bids.key").read_bytes() == b"key of the bids"
    assert ask(fresh, "SELECT handle LIKE 'Former%' FROM accounts_user ORDER BY handle") == [False, True]
    assert ask(fresh, "SELECT count(*) FROM accounts_user WHERE email = 'ben@example.org'") == [0]


def test_keys_of_the_place_stay_where_a_backup_holds_none(site, tmp_path):
    (tmp_path / "unpacked" / "uploads").mkdir(parents=True)

    backups.restore_files(tmp_path / "unpacked", replace=True)

    assert site.BID_KEY_FILE.read_bytes() == b"key of the bids"
    assert [path.name for path in site.BOS_HOME.glob("uploads-before-*/records/*")] == ["game.bln"]


def test_a_key_that_lies_elsewhere_is_kept_too_when_it_is_replaced(site, tmp_path):
    site.LISTS_KEY_FILE = tmp_path / "vault" / "lists.key"
    site.LISTS_KEY_FILE.parent.mkdir()
    site.LISTS_KEY_FILE.write_text("of this place")
    (tmp_path / "unpacked" / "keys").mkdir(parents=True)
    (tmp_path / "unpacked" / "keys" / "lists.key").write_text("of the backup")

    backups.restore_files(tmp_path / "unpacked", replace=True)

    assert site.LISTS_KEY_FILE.read_text() == "of the backup"
    assert [path.read_text() for path in tmp_path.glob("vault/lists.key-before-*")] == ["of this place"]


def test_a_database_that_is_replaced_still_tells_who_was_erased_there(site):
    anna, ben, unknown_here = User.objects.get(handle="Anna"), UserFactory(handle="Ben"), uuid4()
    erasure.erase(anna)

    assert backups.erased_here() == {anna.pk}
    assert erasure.erase_again([anna.pk, ben.pk, unknown_here]) == 1
    assert User.objects.get(pk=ben.pk).handle.startswith("Former player ")
    assert backups.erased_here() == {anna.pk, ben.pk, unknown_here}


@pytest.mark.parametrize(
    ("asked", "held"), [("keys", {"database.sql": "-- rows"}), ("newer", {"keys/bids.key": "key"})]
)
def test_a_file_that_lacks_what_it_was_named_for_is_refused_by_name(asked, held, site, tmp_path):
    note = json.dumps({"format": backups.FORMAT, "migrations": []})
    file = archive_of(tmp_path / "site.tar.gz", {"backup.json": note, "database.sql": "-- rows"})
    other = archive_of(tmp_path / "other.tar.gz", held)

    with pytest.raises(Refused, match=f"other.tar.gz holds no .* Give --{asked}") as refusal:
        backups.restore_backup(file, beside=backups.Beside(**{asked: other}))

    assert refusal.value.code == "beside"
    assert backups.last_trial([file]) is None


def test_a_backup_under_a_passphrase_opens_with_it_alone(site, tmp_path):
    file, folder = tmp_path / "site.tar.gz", tmp_path / "folder"
    folder.mkdir()
    backups.write_backup(file, passphrase="seven dry ducks")
    assert file.stat().st_mode & 0o777 == 0o600
    assert b"anna@example.org" not in file.read_bytes()

    for wrong in ("", "six dry ducks"):
        with pytest.raises(Refused) as refusal:
            backups.restore_backup(file, beside=backups.Beside(passphrase=wrong))
        assert refusal.value.code == "passphrase"
    backups.unpack(file, folder, "seven dry ducks")

    assert "anna@example.org" in (folder / "database.sql").read_text()


@pytest.mark.parametrize("change", ["cut", "moved", "added"])
def test_no_piece_of_an_encrypted_file_is_left_out_moved_or_added(tmp_path, monkeypatch, change):
    monkeypatch.setattr(encrypted_files, "PIECE", 64)
    plain, sealed, back = (tmp_path / name for name in ("plain", "sealed", "back"))
    plain.write_bytes(os.urandom(200))
    encrypted_files.encrypt(plain, sealed, "seven dry ducks")
    encrypted_files.decrypt(sealed, back, "seven dry ducks")
    assert back.read_bytes() == plain.read_bytes()

    whole = sealed.read_bytes()
    start = len(encrypted_files.MARK) + encrypted_files.SALT
    one, two = whole[start : start + 80], whole[start + 80 : start + 160]
    sealed.write_bytes(
        {"cut": whole[: start + 160], "moved": whole[:start] + two + one + whole[start + 160 :], "added": whole + one}[
            change
        ]
    )

    with pytest.raises(encrypted_files.WrongPassphrase):
        encrypted_files.decrypt(sealed, back, "seven dry ducks")


def test_the_site_learns_how_the_trial_of_its_backup_went(site, tmp_path):
    file = backups.write_backup(tmp_path / "site.tar.gz")
    facts = dict(resources.backup_part().facts)
    assert facts["Trial restore elsewhere"] == "never, as far as the notes next to the files say"

    assert manage(tmp_path / "trial", "restore", str(file)).returncode == 0
    worked = resources.backup_part()
    file.write_bytes(file.read_bytes()[:1000])
    assert manage(tmp_path / "another", "restore", str(file)).returncode == 1
    failed = resources.backup_part()

    assert dict(worked.facts)["Trial restore elsewhere"].endswith(", and it worked")
    assert (worked.state, worked.todo) == ("good", "")
    assert (failed.state, "failed (no_backup)" in failed.said) == ("look", True)


def test_a_place_that_is_in_use_says_nothing_about_the_backup(site, tmp_path):
    file = backups.write_backup(tmp_path / "site.tar.gz")
    backups.note_trial(file, "not_empty")
    assert backups.last_trial([file]) is None

    backups.note_of(file).write_text("scribble")
    assert backups.last_trial([file, tmp_path / "gone.tar.gz"]) is None


def test_a_backup_that_cannot_be_finished_leaves_the_old_one(site, tmp_path):
    file = tmp_path / "site.tar.gz"
    file.write_text("the one of yesterday")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)

    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, before[1]))
    try:
        with pytest.raises(CommandError):
            call_command("backup", file)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)

    assert file.read_text() == "the one of yesterday"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["site", "site.tar.gz"]


def test_a_backup_into_a_folder_that_is_not_there_is_refused(site, tmp_path):
    with pytest.raises(Refused) as refusal:
        backups.write_backup(tmp_path / "missing" / "site.tar.gz")

    assert refusal.value.code == "bad_file"


def test_the_database_of_a_running_site_is_not_replaced(site, tmp_path, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", os.environ["DATABASE_URL"])
    file = backups.write_backup(tmp_path / "site.tar.gz")

    here = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{connection.settings_dict['NAME']}").geturl()
    with psycopg.connect(here), pytest.raises(Refused) as refusal:
        backups.restore_backup(file, replace=True)

    assert refusal.value.code == "site_runs"


@pytest.mark.parametrize(
    ("members", "code"),
    [
        ({}, "no_backup"),
        ({"backup.json": "{"}, "no_backup"),
        ({"backup.json": "[]"}, "no_backup"),
        ({"backup.json": json.dumps({"format": 2, "migrations": []})}, "newer_backup"),
        ({"backup.json": json.dumps({"format": 1, "migrations": ["decks.0999_dreams"]})}, "newer_backup"),
        ({"backup.json": json.dumps({"format": 1, "migrations": ["accounts.0001_users"]})}, "too_old"),
        ({"../keys/secret.key": "mine"}, "no_backup"),
        ({"keys/../../secret.key": "mine"}, "no_backup"),
        ({"/etc/motd": "mine"}, "no_backup"),
        ({"letter.txt": "hello"}, "no_backup"),
    ],
)
def test_what_is_no_backup_of_this_version_is_refused(members, code, site, tmp_path):
    file = archive_of(tmp_path / "odd.tar.gz", members)

    with pytest.raises(Refused) as refusal:
        backups.restore_backup(file)

    assert refusal.value.code == code
    assert sorted(path.name for path in site.BOS_HOME.iterdir()) == ["keys", "uploads"]


def test_a_file_that_was_damaged_on_its_disk_is_refused(site, tmp_path):
    text = os.urandom(40_000).hex()
    file = archive_of(tmp_path / "site.tar.gz", {"backup.json": "{}", "database.sql": text})
    written = bytearray(file.read_bytes())
    middle = len(written) // 2
    written[middle : middle + 200] = b"\xff" * 200
    file.write_bytes(written)

    with pytest.raises(Refused) as refusal:
        backups.restore_backup(file)

    assert refusal.value.code == "no_backup"


def test_a_backup_that_changed_on_its_disk_without_getting_shorter_is_refused(site, tmp_path):
    file = backups.write_backup(tmp_path / "site.tar.gz")
    written = bytearray(file.read_bytes())
    written[-8] ^= 1  # a letter of the checksum, as if one of the text had changed
    file.write_bytes(written)

    with pytest.raises(Refused) as refusal:
        backups.restore_backup(file)

    assert refusal.value.code == "no_backup"


def test_a_disk_without_room_says_nothing_about_the_backup(site, tmp_path):
    file = archive_of(tmp_path / "site.tar.gz", {"database.sql": "x" * 40_000})
    before = resource.getrlimit(resource.RLIMIT_FSIZE)

    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, before[1]))
    try:
        with pytest.raises(Refused) as refusal:
            backups.restore_backup(file)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)

    assert refusal.value.code == "no_room"
    assert backups.last_trial([file]) is None


def test_a_machine_without_the_programs_of_the_database_says_which_is_missing(site, tmp_path, monkeypatch):
    monkeypatch.setattr(postgres, "candidates", list)

    with pytest.raises(Refused, match="pg_dump could not be run") as refusal:
        backups.client("pg_dump", [], output=subprocess.DEVNULL)

    assert refusal.value.code == "no_database"


def test_a_cut_off_file_is_refused(site, tmp_path):
    whole = backups.write_backup(tmp_path / "site.tar.gz").read_bytes()
    cut = Path(tmp_path / "cut.tar.gz")
    cut.write_bytes(whole[: len(whole) // 2])

    with pytest.raises(Refused) as refusal:
        backups.restore_backup(cut)

    assert refusal.value.code == "no_backup"
