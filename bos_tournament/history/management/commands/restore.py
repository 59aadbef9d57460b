"""`manage.py restore FILE`: bring back what a backup holds."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from bos_tournament.errors import Refused
from bos_tournament.history import backups


class Command(BaseCommand):
    help = "Restores a backup into an empty site. The site must be stopped."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a file that `manage.py backup` wrote")
        parser.add_argument("--replace", action="store_true", help="put the backup in the place of what is there")

    def handle(self, *, file: Path, replace: bool, **options: object) -> None:
        try:
            backups.restore_backup(file, replace=replace)
        except Refused as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(f"Restored {file}. Start the site with ./run.")
