"""What `manage.py check --deploy` tells an operator beside Django's own checks."""

import os
import shutil
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from bos_tournament.operations import database_roles, deploy_checks
from bos_tournament.operations.models import Backup


def said(look):
    return [(message.id, message.msg) for message in look()]


@pytest.fixture
def place(settings, tmp_path):
    settings.BOS_HOME = tmp_path / "home"
    settings.KEYS = settings.BOS_HOME / "keys"
    settings.BID_KEY_FILE = settings.KEYS / "bids.key"
    settings.KEYS.mkdir(parents=True, mode=0o700)
    settings.BOS_HOME.chmod(0o700)
    settings.BID_KEY_FILE.touch(mode=0o600)
    return settings.BOS_HOME


def test_each_key_that_others_can_reach_is_named(place, settings):
    assert said(deploy_checks.keys) == []

    settings.BID_KEY_FILE.chmod(0o640)
    place.chmod(0o755)

    names = [f"Others can reach {place}.", f"Others can reach {settings.BID_KEY_FILE}."]
    assert said(deploy_checks.keys) == [("bos.W001", name) for name in names]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has root's rights")
def test_a_site_that_keeps_roots_rights_is_told(place, monkeypatch):
    assert said(deploy_checks.root) == [("bos.W002", "The site runs with root's rights.")]

    os.chown(place, 65534, -1)
    assert said(deploy_checks.root) == []
    monkeypatch.setenv("BOS_AS_ROOT", "1")
    assert said(deploy_checks.root) == [("bos.W002", "The site runs with root's rights.")]
    monkeypatch.delenv("BOS_AS_ROOT")
    shutil.rmtree(place)  # as where every key is given by a setting
    assert said(deploy_checks.root) == [("bos.W002", "The site runs with root's rights.")]


@pytest.mark.django_db(transaction=True)
def test_a_role_that_owns_the_tables_is_told():
    if not database_roles.is_restricted(connection):
        pytest.skip("the tests were given a database of which they are the owner")
    assert said(deploy_checks.database_role) == []

    with database_roles.as_owner():
        assert said(deploy_checks.database_role) == [("bos.W003", "The site's role is superuser or owns its tables.")]


@pytest.mark.django_db
def test_a_site_without_a_backup_of_these_days_is_told():
    assert said(deploy_checks.backups) == [("bos.W005", "No backup was ever made from this database.")]

    made = timezone.now() - timedelta(days=3)
    Backup.objects.create(file="/safe/old.tar.gz", bytes=1, made_at=made)
    assert said(deploy_checks.backups) == [("bos.W005", f"The last backup is of {made:%Y-%m-%d}.")]

    Backup.objects.create(file="/safe/new.tar.gz", bytes=1, made_at=timezone.now())
    assert said(deploy_checks.backups) == []


@pytest.mark.parametrize(
    ("database", "broker", "mail", "ids"),
    [
        ({"HOST": "", "OPTIONS": {"host": "/tmp/bos-1"}}, "redis+socket:///tmp/valkey.sock", ("localhost", False), []),
        ({"HOST": "127.0.0.1", "OPTIONS": {}}, "redis://localhost:6379/0", ("mail.example", True), []),
        ({"HOST": "db.example", "OPTIONS": {"sslmode": "verify-full"}}, "amqps://b.example", ("127.0.0.1", False), []),
        ({"HOST": "db.example", "OPTIONS": {}}, "rediss://b.example", ("::1", False), ["bos.W006"]),
        ({"HOST": "db.example", "OPTIONS": {"sslmode": "prefer"}}, "redis://localhost", ("", False), ["bos.W006"]),
        ({"HOST": "", "OPTIONS": {}}, "amqp://b.example", ("mail.example", False), ["bos.W007", "bos.W008"]),
    ],
)
def test_each_way_over_the_network_without_encryption_is_told(database, broker, mail, ids, settings):
    settings.BROKER_URL, settings.MAIL_BACKEND = broker, "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_USE_TLS = mail

    assert [name for name, _ in said(lambda: deploy_checks.ways(database))] == ids
