"""`manage.py restore FILE`: bring back what a backup holds."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from bos_tournament.errors import Refused
from bos_tournament.operations import backups
from bos_tournament.operations.management.passphrases import ASKS, passphrase_for


class Command(BaseCommand):
    help = "Restores a backup into an empty site. The site must be stopped."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a file that `manage.py backup` wrote")
        parser.add_argument("--replace", action="store_true", help="put the backup in the place of what is there")
        parser.add_argument("--keys", type=Path, help="the file of keys that `manage.py backup_keys` wrote")
        parser.add_argument("--newer", type=Path, help="a newer backup: who was erased by its day is erased again")
        parser.add_argument("--passphrase", action="store_true", help=ASKS)

    def handle(
        self, *, file: Path, replace: bool, keys: Path | None, newer: Path | None, passphrase: bool, **options: object
    ) -> None:
        beside = backups.Beside(keys, newer, passphrase_for(passphrase))
        try:
            backups.restore_backup(file, replace=replace, beside=beside)
        except Refused as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(f"Restored {file}. Start the site with ./run.")
