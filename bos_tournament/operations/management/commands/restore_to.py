"""`manage.py restore_to MOMENT`: the embedded database as it was then, by its archived log."""

from argparse import ArgumentTypeError
from datetime import UTC, datetime

from django.core.management.base import BaseCommand, CommandError, CommandParser

from bos_tournament.errors import Refused
from bos_tournament.operations import moment_restore

END = "latest"


def moment_of(text: str) -> datetime | None:
    """The moment of an argument, in UTC unless it says otherwise; None for the end of the log."""
    if text == END:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is no moment. Write one such as 2026-11-29T10:15:30 (UTC), or {END}.")
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


class Command(BaseCommand):
    help = "Brings the embedded database back to a moment. The site must be stopped; what was there is kept beside it."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("moment", type=moment_of, help=f"such as 2026-11-29T10:15:30 (UTC), or {END}")

    def handle(self, *, moment: datetime | None, **options: object) -> None:
        try:
            before = moment_restore.restore_to(moment)
        except Refused as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(f"Restored. The database as it was lies in {before}. Start the site with ./run.")
