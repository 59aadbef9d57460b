"""Who the site and its servers run as when root starts them: a user without any rights, who owns the home."""

import compileall
import importlib.util
import os
import pwd
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from bos_tournament.launch import home, process, wal_archive

NOBODY = "nobody"
LOOK = "import os, sys, django, psycopg, bos_tournament; sys.exit(not all(os.access(p, os.R_OK) for p in sys.argv[1:]))"


@dataclass(frozen=True)
class Account:
    """A user to run as, and the folders that they have to reach."""

    name: str
    """The user's name on this machine."""
    shown: tuple[Path, ...] = ()
    """Folders it must be able to enter and read."""

    @property
    def uid(self) -> int:
        return pwd.getpwnam(self.name).pw_uid

    @property
    def gid(self) -> int:
        return pwd.getpwnam(self.name).pw_gid


def is_root() -> bool:
    return os.geteuid() == 0


def keeps_root() -> bool:
    """BOS_AS_ROOT: whether the operator accepts root's rights where they cannot be given up."""
    return os.environ.get("BOS_AS_ROOT", "").lower() in ("1", "true", "yes", "on")


def user_of(folder: Path) -> str:
    """BOS_USER, or whoever owns the home or else the folder it lies in, unless both are root's: then nobody."""
    if named := os.environ.get("BOS_USER"):
        try:
            if pwd.getpwnam(named).pw_uid != 0:
                return named
        except KeyError:
            pass
        raise home.LaunchError(f"BOS_USER is {named!r}. Name a user of this machine who is not root.")
    for place in (folder, folder.parent):
        owner = place.stat().st_uid if place.exists() else 0
        with suppress(KeyError):
            if owner:
                return pwd.getpwuid(owner).pw_name
    return NOBODY


def site_account(folder: Path) -> Account | None:
    """Who the site's processes run as; None where that is who runs this.

    Raises LaunchError where root's rights cannot be given up, unless BOS_AS_ROOT accepts that.
    """
    if not is_root():
        return None
    account = Account(user_of(folder))
    wal_archive.make_folders(owner=account.uid)
    account = replace(account, shown=shown_to_site(folder))
    hand_over(folder, account)
    keys = keys_of(folder)
    if problem := refusal(account, [sys.executable, "-c", LOOK, folder, *filter(Path.exists, keys)]):
        if keeps_root():
            print("Warning: the site runs with root's rights (BOS_AS_ROOT).", flush=True)
            return None
        used = (home.CHECKOUT, folder, *keys)
        raise home.LaunchError(
            f"Root started this, and the site runs as {account.name}, who has no rights on this machine. But "
            f"{account.name} cannot use {', '.join(map(str, used))} or its Python{problem}. Move the checkout to "
            "a place that everyone may enter, such as /srv/bos; or start it as an ordinary user; or let the site keep "
            "root's rights, at your own risk: BOS_AS_ROOT=1 ./run"
        )
    return account


def shown_to_site(folder: Path) -> tuple[Path, ...]:
    """The checkout, the home, folders of backups, Python with its packages, and the folders of the links to it."""
    steps, link = [], Path(sys.executable)
    while link.is_symlink():
        steps.append(link.parent)
        link = link.parent / link.readlink()
    keys = [key.parent for key in keys_of(folder) if folder not in key.parents]
    named = [home.CHECKOUT, folder, Path(sys.prefix), Path(sys.base_prefix), *steps, link.parent, *keys]
    named += [Path(os.environ[name]).absolute() for name in ("WAL_ARCHIVE", "BACKUP_FOLDER") if os.environ.get(name)]
    return tuple(dict.fromkeys(path.resolve() for path in named if path.exists()))


def keys_of(folder: Path) -> list[Path]:
    """The keys that may lie elsewhere than the others of this home."""
    files = {"BID_KEY_FILE": "bids.key", "LISTS_KEY_FILE": "lists.key"}
    return [Path(os.environ.get(setting) or folder / "keys" / name) for setting, name in files.items()]


def refusal(account: Account, command: list[str | Path]) -> str:
    """Why this account cannot run a command; empty when it can."""
    words = process.tethered(command, if_orphaned=signal.SIGKILL, user=account.name, shown=account.shown)
    done = subprocess.run(
        words, cwd=home.CHECKOUT, env={**os.environ, **person_of(account)}, capture_output=True, timeout=120
    )
    if done.returncode == 0:
        return ""
    lines = done.stderr.decode(errors="replace").strip().splitlines()
    return f" ({lines[-1]})" if lines else " "


def person_of(account: Account) -> dict[str, str]:
    """What the environment says of the one who runs something."""
    return {"HOME": pwd.getpwnam(account.name).pw_dir, "USER": account.name, "LOGNAME": account.name}


def hand_over(folder: Path, account: Account) -> None:
    """All in the home becomes the account's. Links are not followed, and what has another name elsewhere stays."""
    uid, gid = account.uid, account.gid
    for _, folders, files, number in os.fwalk(folder, follow_symlinks=False):
        os.fchown(number, uid, gid)
        for name in (*folders, *files):
            about = os.stat(name, dir_fd=number, follow_symlinks=False)
            if about.st_uid != uid and (name in folders or about.st_nlink == 1):
                os.chown(name, uid, gid, dir_fd=number, follow_symlinks=False)


def write_bytecode() -> None:
    """What the site imports, compiled by root, who alone may write beside it; the account only reads it."""
    for place in ("bos_tournament", "engine"):
        compileall.compile_dir(home.CHECKOUT / place, quiet=2)
    package = importlib.util.find_spec("django")
    if package and package.origin and not Path(importlib.util.cache_from_source(package.origin)).exists():
        compileall.compile_dir(Path(package.origin).parents[1], quiet=2)
