"""Brings all that is made from the code up to date with it: `python -m bos_tournament.launch.prepare`.

The compiled translations, the keys, the database and the static files. One process for all steps, since each start of
Django costs a second. `--own` says that the database is the embedded one, where an empty site gets the demo; on any
other server it gets a link with which the first admin signs up.
"""

import hashlib
import os
import sys
from pathlib import Path

import django
from django.core.management import CommandError, call_command, get_commands

from bos_tournament.launch import home, translations


def main(arguments: list[str]) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bos_tournament.settings")
    translations.compile_all()
    django.setup()
    make_keys()
    bring_database_up()
    collect_static()
    if not has_people():
        welcome(own="--own" in arguments)


def make_keys() -> None:
    """The keys of bids and lists, where there are none yet: further machines get copies before they seal anything."""
    from django.conf import settings

    from bos_tournament.operations.key_files import key_in

    for file in (settings.BID_KEY_FILE, settings.LISTS_KEY_FILE):
        key_in(Path(file), make=True)


def bring_database_up() -> None:
    """Bring a database that is empty, or that an earlier version filled, up to what the code expects."""
    call_command("migrate", interactive=False, verbosity=0)


def has_people() -> bool:
    from django.contrib.auth import get_user_model

    return bool(get_user_model().objects.exists())


def welcome(*, own: bool) -> None:
    """Fill an empty site: the demo in our own database unless refused, else the way in for the first admin."""
    from django.conf import settings

    command = "demo" if own and settings.DEMO else "first_admin"
    if command in get_commands():
        call_command(command)


def collect_static() -> None:
    """Collect the static files when they are not those of the last time."""
    from django.conf import settings

    stamp = Path(settings.STATIC_ROOT) / ".stamp"
    digest = digest_of_static()
    if stamp.exists() and stamp.read_text() == digest:
        return
    stamp.unlink(missing_ok=True)
    call_command("collectstatic", interactive=False, verbosity=0)
    stamp.write_text(digest)


def digest_of_static() -> str:
    """A digest over name, size and time of each static file, and over how they are stored."""
    from django.conf import settings
    from django.contrib.staticfiles.finders import get_finders

    digest = hashlib.sha256(settings.STORAGES["staticfiles"]["BACKEND"].encode())
    for finder in get_finders():
        for path, storage in finder.list([]):
            about = os.stat(storage.path(path))
            digest.update(f"{path}\0{about.st_size}\0{about.st_mtime_ns}\n".encode())
    return digest.hexdigest()


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (home.LaunchError, CommandError) as error:
        sys.exit(str(error))
