"""The site of the version before in a database of its own, with its keys, brought up as every start does it."""

import tarfile
from contextlib import ExitStack, contextmanager
from pathlib import Path

from django.db import connection
from django.test.utils import override_settings
from psycopg import sql

from bos_tournament.launch import prepare
from bos_tournament.operations import backups
from bos_tournament.operations.database_roles import as_owner

# What a program and a guest hold from before; the site keeps digests alone.
TOKEN, LINK = "bos_of-the-version-before", "link-of-the-version-before"
# What Django notes of the code, without which no database is brought over.
OF_THE_CODE = ("django_migrations", "django_content_type", "auth_permission")
BACKUP = Path(__file__).with_name("site.tar.xz")


@contextmanager
def brought_up(folder):
    """That site is the one this process speaks to, until the end."""
    with ExitStack() as stack:
        restored(stack, folder)
        prepare.bring_database_up()
        yield


def restored(stack, folder, *, tables=None):
    """As it was left by the version before; with `tables`, no rows but theirs."""
    unpack(folder, tables)
    stack.enter_context(own_database())
    stack.enter_context(its_keys(folder / backups.KEYS))
    with as_owner():
        (folder / backups.ROW_CHECK).touch()  # the version before counted no rows
        backups.load_dump(folder, replace=False)


def unpack(folder, tables=None):
    """Its backup; with `tables`, no rows but theirs."""
    with tarfile.open(BACKUP) as packed:
        packed.extractall(folder, filter="data")
    if tables is not None:
        keep_rows_of(tables, folder / backups.DUMP)


def keep_rows_of(tables, dump):
    written, skips = [], False
    for line in dump.read_text(encoding="utf-8").splitlines(keepends=True):
        skips = skips or (line.startswith("COPY public.") and line.split(".")[1].split(" ")[0] not in tables)
        if not skips:
            written.append(line)
        skips = skips and line != "\\.\n"
    dump.write_text("".join(written), encoding="utf-8")


@contextmanager
def own_database():
    """An empty database beside that of the other tests."""
    before = connection.settings_dict["NAME"]
    own = f"{before}_upgrade"
    with as_owner(), connection.cursor() as cursor:
        cursor.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(sql.Identifier(own)))
        cursor.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(own)))
    speak_to(own)
    try:
        yield
    finally:
        speak_to(before)
        with as_owner(), connection.cursor() as cursor:
            cursor.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(own)))


def speak_to(database):
    connection.close()
    connection.close_pool()
    connection.settings_dict["NAME"] = database


@contextmanager
def its_keys(keys):
    """What its secrets were sealed with."""
    secrets = {
        "SECRET_KEY": (keys / "secret.key").read_text(),
        "SECOND_FACTOR_KEY": (keys / "second-factors.key").read_text(),
        "BID_KEY_FILE": keys / "bids.key",
        "LISTS_KEY_FILE": keys / "lists.key",
    }
    with override_settings(**secrets):
        yield
