"""`manage.py backup_keys FILE`: the keys in a file of their own, to be kept apart from the backups."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from bos_tournament.errors import Refused
from bos_tournament.operations import backups
from bos_tournament.operations.management.passphrases import ASKS, passphrase_for


class Command(BaseCommand):
    help = "Writes the keys into a file (tar.gz). Keep it apart from the backups: both together open sealed bids."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the file to write; it gets its name only when it is complete")
        parser.add_argument("--passphrase", action="store_true", help=ASKS)

    def handle(self, *, file: Path, passphrase: bool, **options: object) -> None:
        try:
            written = backups.write_keys(file, passphrase=passphrase_for(passphrase, twice=True))
        except Refused as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(f"Wrote {written}. Keep it apart from the backups: both together open sealed bids.")
