"""A site that the version before left: after an upgrade it holds every row, and its keys open what they opened."""

import json
import tarfile

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from bos_tournament.errors import Refused
from bos_tournament.operations import backups
from bos_tournament.operations.encrypted_text import Lost
from bos_tournament.upgrading import step
from tests.owner_connection import as_owner
from tests.upgrade import restoring, rows, schema
from tests.upgrade.expected_answers import WRITES, expected

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("upgrade")]


def test_every_table_still_holds_every_row_and_every_value():
    now = {name: rows.told_of(model) for name, model in rows.tables().items()} if WRITES else None

    assert list(rows.changed(expected("rows", now))) == []


def test_its_tables_are_those_that_an_empty_database_is_made_into():
    brought_over = connection.settings_dict["NAME"]
    made_now = brought_over.removesuffix("_upgrade")

    now, fresh = schema.told(brought_over), schema.told(made_now)

    assert {subject: now[subject] ^ fresh[subject] for subject in fresh} == dict.fromkeys(fresh, set())
    assert len(fresh["triggers"]) > 100


def test_what_was_brought_over_is_left_alone():
    applied = list(MigrationRecorder.Migration.objects.values_list("app", "name", "applied"))

    with as_owner():
        step.bring_over("default")

    assert list(MigrationRecorder.Migration.objects.values_list("app", "name", "applied")) == applied


def test_what_was_sealed_opens_with_the_keys_it_was_sealed_with():
    opened = 0
    for model, field in rows.sealed_fields():
        for row in model._base_manager.exclude(**{field.name: None}).iterator():
            assert not isinstance(getattr(row, field.name), Lost), f"{model.__name__}.{field.name} of {row.pk}"
            opened += 1
    assert opened > 100


def test_a_backup_is_refused_for_a_later_version_and_not_for_the_version_before(tmp_path):
    note = tmp_path / backups.NOTE
    with tarfile.open(restoring.BACKUP) as packed:
        packed.extract(backups.NOTE, tmp_path, filter="data")
    before = json.loads(note.read_text())

    backups.check_note(note)
    note.write_text(json.dumps(before | {"migrations": [*before["migrations"], "account.9999_much_later"]}))

    with pytest.raises(Refused, match=r"newer version of the site \(account\.9999_much_later\)"):
        backups.check_note(note)
