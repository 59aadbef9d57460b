"""Back to a moment: the embedded database as it was then, without those who were erased since."""

import logging
from datetime import datetime
from pathlib import Path
from uuid import UUID

import psycopg
from django.conf import settings

from bos_tournament.accounts.models import Session
from bos_tournament.errors import Refused
from bos_tournament.launch import home, point_in_time, postgres, prepare, servers, wal_archive
from bos_tournament.operations import backups

log = logging.getLogger(__name__)
OWN_SERVER = "This is for the embedded database. For a server of your own see “Back to a moment” in docs/operators.md."


def archive() -> Path:
    """The archive of the embedded database. Raises Refused where there is none."""
    if not servers.is_own(settings.BOS_HOME, settings.DATABASES["default"]["OPTIONS"].get("host")):
        raise Refused(OWN_SERVER, code="own_server")
    folder = wal_archive.folder()
    if folder is None:
        raise Refused("There is no archive. Set WAL_ARCHIVE to its folder.", code="no_archive")
    return folder


def make_base_backup(*, keep: int) -> Path:
    """Writes a base backup into the archive and keeps so many of them; gives its folder. Raises Refused."""
    folder = archive()
    try:
        base = point_in_time.make_base(settings.BOS_HOME, folder)
    except home.LaunchError as error:
        raise Refused(str(error), code="no_base") from error
    point_in_time.prune(folder, keep=keep)
    return base.path


def restore_to(moment: datetime | None) -> Path:
    """The embedded database as it was at a moment, or at the end of its log; gives the folder of what it replaced.

    Everybody signs in again. Whoever was erased since is erased again, as far as what is replaced can still be asked.
    Raises Refused, and then nothing has changed.
    """
    folder = archive()
    erased = erased_since()
    try:
        before = point_in_time.restore(settings.BOS_HOME, folder, moment)
    except home.LaunchError as error:
        raise Refused(str(error), code="no_restore") from error
    with backups.database_at_hand(alone=True):
        prepare.bring_database_up()
        Session.objects.all().delete()
        for forget_again in backups.after_restore:
            forget_again(erased)
    return before


def erased_since() -> set[UUID]:
    """Who is erased in the database that is to be replaced; nobody where it is lost."""
    if not (postgres.cluster(settings.BOS_HOME).data / "PG_VERSION").exists():
        return set()
    try:
        with backups.database_at_hand(alone=True):
            return backups.erased_here()
    except (Refused, psycopg.Error) as fault:
        if isinstance(fault, Refused) and fault.code == "site_runs":
            raise
        log.warning("The old database does not start, so nobody knows who was deleted since: %s", type(fault).__name__)
        return set()
