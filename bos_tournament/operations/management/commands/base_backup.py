"""`manage.py base_backup`: a copy of the embedded database from which its archived log leads to any later moment."""

from django.core.management.base import BaseCommand, CommandError, CommandParser

from bos_tournament.errors import Refused
from bos_tournament.operations import moment_restore


class Command(BaseCommand):
    help = "Writes a base backup into WAL_ARCHIVE and removes what older ones needed. The site may run meanwhile."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--keep", type=int, default=2, help="how many base backups stay, this one included (2)")

    def handle(self, *, keep: int, **options: object) -> None:
        try:
            written = moment_restore.make_base_backup(keep=max(keep, 1))
        except Refused as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(f"Wrote {written}.")
