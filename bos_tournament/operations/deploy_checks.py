"""What `manage.py check --deploy` says of keys, rights, backups and the network, beside Django's own checks."""

import stat
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Tags, Warning, register
from django.db import DatabaseError, connection
from django.utils import timezone

from bos_tournament.launch import unprivileged
from bos_tournament.operations import database_roles
from bos_tournament.operations.models import Backup

LOCAL = ("", "localhost", "127.0.0.1", "::1")
SAFE_MODES = ("require", "verify-ca", "verify-full")


def register_all() -> None:
    for look in (keys, root, database_role, backups, ways):
        register(_listed(look), Tags.security, deploy=True)


def _listed(look: Callable[[], Iterator[CheckMessage]]) -> Callable[..., list[CheckMessage]]:
    def check(**arguments: Any) -> list[CheckMessage]:
        return list(look())

    return check


def keys() -> Iterator[CheckMessage]:
    """Nobody but the site reads its home and its keys."""
    files = [Path(settings.BID_KEY_FILE), Path(settings.LISTS_KEY_FILE), *settings.KEYS.glob("*")]
    paths = [settings.BOS_HOME, settings.KEYS, *files]
    for path in dict.fromkeys(paths):
        if path.exists() and stat.S_IMODE(path.stat().st_mode) & 0o077:
            yield Warning(f"Others can reach {path}.", hint=f"chmod go= {path}", id="bos.W001")


def root() -> Iterator[CheckMessage]:
    """The site has no root's rights."""
    given_up = settings.BOS_HOME.exists() and settings.BOS_HOME.stat().st_uid != 0
    if unprivileged.is_root() and (unprivileged.keeps_root() or not given_up):
        hint = "Start it with ./run, which gives them up, or as an ordinary user; and without BOS_AS_ROOT."
        yield Warning("The site runs with root's rights.", hint=hint, id="bos.W002")


def database_role() -> Iterator[CheckMessage]:
    """The site's role has no power over its database."""
    try:
        if not database_roles.is_restricted(connection):
            hint = "Give it a role of its own, and the owner's to migrations: DATABASE_OWNER_URL (docs/operators.md)."
            yield Warning("The site's role is superuser or owns its tables.", hint=hint, id="bos.W003")
    except DatabaseError as fault:
        sentence = f"The database does not answer ({type(fault).__name__}), so its role and backups were not looked at."
        yield Warning(sentence, hint="Start the site first.", id="bos.W004")


def backups() -> Iterator[CheckMessage]:
    """There is a backup of yesterday."""
    hint = "manage.py backup FILE, from a timer of the machine, to another disk."
    try:
        last = Backup.objects.order_by("-made_at").first()
    except DatabaseError:
        return  # said above
    if last is None:
        yield Warning("No backup was ever made from this database.", hint=hint, id="bos.W005")
    elif timezone.now() - last.made_at > Backup.IS_OLD:
        yield Warning(f"The last backup is of {last.made_at:%Y-%m-%d}.", hint=hint, id="bos.W005")


def ways(database: Mapping[str, Any] | None = None) -> Iterator[CheckMessage]:
    """What leaves the machine is encrypted on its way."""
    database = database or settings.DATABASES["default"]
    options = database["OPTIONS"]
    host = str(options.get("host") or database["HOST"])
    if not is_local(host) and options.get("sslmode") not in SAFE_MODES:
        hint = "DATABASE_URL=postgres://…?sslmode=verify-full"
        yield Warning(f"The way to the database at {host} may be unencrypted.", hint=hint, id="bos.W006")
    broker = urlsplit(settings.BROKER_URL)
    if broker.scheme in ("redis", "amqp") and not is_local(broker.hostname or ""):
        hint = "BROKER_URL=rediss://… or amqps://…"
        yield Warning(f"The way to the broker at {broker.hostname} is unencrypted.", hint=hint, id="bos.W007")
    safe = getattr(settings, "EMAIL_USE_TLS", False) or getattr(settings, "EMAIL_USE_SSL", False)
    if "smtp" in settings.MAIL_BACKEND and not safe and not is_local(settings.EMAIL_HOST):
        hint = "EMAIL_URL=smtp+tls://… or smtp+ssl://…"
        yield Warning(f"Mail goes to {settings.EMAIL_HOST} unencrypted.", hint=hint, id="bos.W008")


def is_local(host: str) -> bool:
    """Whether a host is this machine: by name, or the folder of a socket."""
    return host in LOCAL or host.startswith("/")
