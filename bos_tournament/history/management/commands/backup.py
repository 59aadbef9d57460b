"""`manage.py backup FILE`: database, keys and uploads in one file."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from bos_tournament.errors import Refused
from bos_tournament.history import backups


class Command(BaseCommand):
    help = "Writes the database, the keys and the uploads into one file (tar.gz). The site may run meanwhile."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the file to write; it gets its name only when it is complete")

    def handle(self, *, file: Path, **options: object) -> None:
        try:
            written = backups.write_backup(file)
        except Refused as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(f"Wrote {written}. It holds the keys: keep it as safe as the site itself.")
