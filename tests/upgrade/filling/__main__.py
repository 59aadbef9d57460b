"""Fills a site of its own with every kind of row there is and backs it up: `python -m tests.upgrade.filling FILE`.

It made `site.tar.xz`, once, with the code of that day: what a site kept then is what an upgrade has to bring over, so
that file is never made again. Later code fills a site with what later code keeps: that is a file for the release after
it, and what only this version keeps (`every_sentence`) goes from here when it goes from the code. Exit status 1 where a
table stays empty.
"""

import logging
import os
import sys
import tarfile
import tempfile
from pathlib import Path

from bos_tournament.launch import servers, translations

AGE = "420 days"
"""So much older the site is made, so that every deadline in it has passed, today as in years."""


def main(file: str) -> int:
    translations.compile_all()
    with tempfile.TemporaryDirectory(prefix="bos-fill-") as folder, servers.both(Path(folder), durable=False) as both:
        _prepare(Path(folder), *both)
        from django.db import connection

        from bos_tournament.operations import backups
        from tests.upgrade.filling import (
            demo_and_people,
            disputed_games,
            every_deed,
            every_format,
            every_message,
            phone_tournaments,
            remaining_values,
            row_counts,
        )

        for part in (
            demo_and_people.demo,
            every_deed.play_all,
            remaining_values.play_all,
            every_format.play_all,
            phone_tournaments.play_all,
        ):
            part()
            print(part.__module__, flush=True)
        demo_and_people.people()
        every_message.keep_all()
        if "--quick" not in sys.argv:
            disputed_games.play_all()
        phone_tournaments.bids_that_wait()
        missing = row_counts.report()
        row_counts.age(AGE)
        repack(backups.write_backup(Path(folder) / "backup-filled.tar.gz", with_keys=True), Path(file))
        connection.close()
        connection.close_pool()
    return 1 if missing else 0


def repack(backup: Path, file: Path) -> None:
    """The same files in half the room, without who made them and when."""
    with tarfile.open(backup) as whole, tarfile.open(file, "w:xz", preset=9) as small:
        for member in whole:
            plain = tarfile.TarInfo(member.name)
            plain.size, plain.mode = member.size, 0o600
            small.addfile(plain, whole.extractfile(member))


def _prepare(folder: Path, database: str, broker: str) -> None:
    """A site of its own, in this process."""
    os.environ |= {"BOS_HOME": str(folder), "DATABASE_URL": database, "BROKER_URL": broker}
    os.environ |= {"ALLOWED_HOSTS": "testserver", "DJANGO_SETTINGS_MODULE": "bos_tournament.settings"}
    os.environ |= {"STATIC_STORAGE": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    os.environ |= {"EMAIL_URL": "memorymail://", "WEBHOOKS_TO_LAN": "1"}
    (folder / "static").mkdir()
    import django
    from django.conf import settings
    from django.core.management import call_command

    options = settings.DATABASES["default"]["OPTIONS"]
    options["options"] = f"{options.get('options', '')} -c idle_in_transaction_session_timeout=0"
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *settings.PASSWORD_HASHERS]
    django.setup()
    logging.disable(logging.WARNING)
    call_command("migrate", interactive=False, verbosity=0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
