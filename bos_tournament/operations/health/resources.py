"""What an operator looks after: backups, room on the disks, mail, and which versions run."""

import os
import platform
import shutil
import tomllib
from datetime import datetime
from functools import cache
from pathlib import Path

import django
from django.conf import settings
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.utils.translation import gettext as _

from bos_tournament.accounts import mail_delivery
from bos_tournament.launch import home
from bos_tournament.operations import backups, scheduled_backups
from bos_tournament.operations.health.component_status import ComponentStatus, State, ago
from bos_tournament.operations.models import Backup, Mailing
from engine.bos.game import EDITIONS

MOST_TRIED = 50
"""So many of the last backups are looked at for a note of their trial."""
LITTLE_ROOM, NO_ROOM = 0.10, 0.03
"""As shares of a disk."""


def backup_part() -> ComponentStatus:
    """Three queries."""
    title, last = _("Backup"), Backup.objects.order_by("-made_at").first()
    how = _("Set BACKUP_FOLDER to a folder on another disk, or run manage.py backup FILE from a timer.")
    if last is None:
        return ComponentStatus("backup", title, State.LOOK, _("No backup has ever been made of this database."), how)
    tried = Backup.objects.exclude(restored_at=None).order_by("-restored_at").first()
    made = list(Backup.objects.order_by("-made_at").values_list("file", "made_at")[:MOST_TRIED])
    trial = backups.last_trial(Path(file) for file in dict(made))
    proven = next((at for file, at in made if backups.is_proven(Path(file), since=at)), None)
    facts = _backup_facts(last, tried, trial, proven)
    if timezone.now() - last.made_at > Backup.IS_OLD:
        sentence = _("The last one is %(ago)s.") % {"ago": ago(last.made_at)}
        return ComponentStatus("backup", title, State.LOOK, sentence, how, facts)
    if trial and trial.fault:
        sentence = _("A trial restore %(ago)s failed (%(fault)s).") % {"ago": ago(trial.at), "fault": trial.fault}
        todo = _("Make a new backup and try to restore it.")
        return ComponentStatus("backup", title, State.LOOK, sentence, todo, facts)
    if settings.BACKUP_FOLDER and (proven is None or timezone.now() - proven > 2 * scheduled_backups.every()):
        sentence = _("The last scheduled backups were not proven by a trial restore.")
        todo = _("The worker's log says why. Check that workers can write to BACKUP_FOLDER and that it has room.")
        return ComponentStatus("backup", title, State.LOOK, sentence, todo, facts)
    todo = "" if tried or trial else _("Try restoring it into a new home before you need to (manage.py restore).")
    return ComponentStatus("backup", title, State.GOOD, _("Made %(ago)s.") % {"ago": ago(last.made_at)}, todo, facts)


def _backup_facts(
    last: Backup, tried: Backup | None, trial: backups.Trial | None, proven: datetime | None
) -> tuple[tuple[str, str], ...]:
    here = _("is in its place") if os.path.exists(last.file) else _("is not on this machine")
    return (
        (_("Made"), _moment(last.made_at)),
        (_("Size"), filesizeformat(last.bytes)),
        (_("File"), f"{last.file} ({here})"),
        (_("Database restored from a backup"), ago(tried.restored_at) if tried and tried.restored_at else _("never")),
        (_("Trial restore elsewhere"), _tried(trial)),
        (_("Last proven backup"), _moment(proven) if proven else _("never")),
    )


def _moment(at: datetime) -> str:
    return _("%(ago)s, on %(date)s UTC") % {"ago": ago(at), "date": f"{at:%Y-%m-%d %H:%M}"}


def _tried(trial: backups.Trial | None) -> str:
    if trial is None:
        return _("never, as far as the notes next to the files say")
    if trial.fault:
        return _("%(ago)s, and it failed (%(fault)s)") % {"ago": ago(trial.at), "fault": trial.fault}
    return _("%(ago)s, and it worked") % {"ago": ago(trial.at)}


def disk_part() -> ComponentStatus:
    """Where data, uploads and the last backup lie; places on one disk share a line. One query."""
    disks: dict[int, tuple[list[str], Path]] = {}
    for content, place in _places():
        disks.setdefault(place.stat().st_dev, ([], place))[0].append(content)
    usages = [(", ".join(names), shutil.disk_usage(place)) for names, place in disks.values()]
    facts = tuple(
        (names, _("%(free)s free of %(all)s") % {"free": filesizeformat(use.free), "all": filesizeformat(use.total)})
        for names, use in usages
    )
    least = min(use.free / use.total for _names, use in usages)
    state = State.BAD if least < NO_ROOM else State.LOOK if least < LITTLE_ROOM else State.GOOD
    sentence = _("%(share)s %% free on the fullest disk.") % {"share": round(least * 100)}
    todo = "" if state is State.GOOD else _("Make room: old backups and logs first. A full disk stops the database.")
    return ComponentStatus("disk", _("Disk"), state, sentence, todo, facts)


def _places() -> list[tuple[str, Path]]:
    named = [(_("Home and keys"), settings.BOS_HOME), (_("Uploads"), Path(settings.MEDIA_ROOT))]
    if (data := settings.BOS_HOME / "postgres").exists():
        named.append((_("Database"), data))
    if last := Backup.objects.order_by("-made_at").first():
        named.append((_("Last backup"), Path(last.file).parent))
    return [(content, place) for content, place in named if os.access(place, os.X_OK) and place.exists()]


def mail_part() -> ComponentStatus:
    """One query."""
    by_outcome = {mailing.outcome: mailing for mailing in Mailing.objects.all()}
    sent, failed = by_outcome.get("sent"), by_outcome.get("failed")
    facts = (
        (_("Sent through"), carrier()),
        (_("Sender"), settings.DEFAULT_FROM_EMAIL),
        (_("Last sent"), ago(sent.at) if sent else _("never")),
        (_("Last failure"), f"{ago(failed.at)}: {failed.fault}" if failed else _("none")),
        (_("New accounts confirm their email"), _("yes") if _confirms() else _("no")),
    )
    title = _("Email")
    if failed and (sent is None or failed.at > sent.at):
        todo = _("Check EMAIL_URL and whether the server is reachable, then send a test email.")
        return ComponentStatus("mail", title, State.BAD, _("The last email was not sent."), todo, facts)
    if "smtp" not in settings.MAIL_BACKEND:
        sentence, todo = _("This site sends no email."), _("Set EMAIL_URL so that people can reset their passwords.")
        return ComponentStatus("mail", title, State.LOOK, sentence, todo, facts)
    if sent is None:
        sentence, todo = _("Set up, but never used."), _("Send a test email.")
        return ComponentStatus("mail", title, State.LOOK, sentence, todo, facts)
    return ComponentStatus(
        "mail", title, State.GOOD, _("The last email was sent %(ago)s.") % {"ago": ago(sent.at)}, "", facts
    )


def carrier() -> str:
    """How mail goes out, without name and password."""
    if mail_delivery.are_printed():
        return _("not at all: only printed")
    kind = settings.MAIL_BACKEND.split(".")[-2]
    if kind != "smtp":
        return kind
    safe = "TLS" if settings.EMAIL_USE_TLS else "SSL" if getattr(settings, "EMAIL_USE_SSL", False) else _("unencrypted")
    return f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT} ({safe})"


def _confirms() -> bool:
    return settings.ACCOUNT_EMAIL_VERIFICATION == "mandatory"


def versions_part() -> ComponentStatus:
    facts = (
        (_("BOS Tournament"), product_version()),
        (_("Rules"), ", ".join(f"{_(edition.title)} ({edition.name})" for edition in EDITIONS.values())),
        ("Python", platform.python_version()),
        ("Django", django.get_version()),
        (_("Machine"), platform.platform(terse=True)),
    )
    sentence = _("Version %(version)s.") % {"version": product_version()}
    if settings.DEBUG:
        todo = _("Set DEBUG=0: error details are shown to visitors.")
        return ComponentStatus("versions", _("Versions"), State.BAD, sentence, todo, facts)
    return ComponentStatus("versions", _("Versions"), State.GOOD, sentence, "", facts)


@cache
def product_version() -> str:
    project = tomllib.loads((home.CHECKOUT / "pyproject.toml").read_text())["project"]
    return str(project["version"])
