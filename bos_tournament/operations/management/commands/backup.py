"""`manage.py backup FILE`: database and uploads in one file, with the keys only when asked."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from bos_tournament.errors import Refused
from bos_tournament.operations import backups
from bos_tournament.operations.management.passphrases import ASKS, passphrase_for


class Command(BaseCommand):
    help = "Writes the database and the uploads into one file (tar.gz). The site may run meanwhile."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the file to write; it gets its name only when it is complete")
        parser.add_argument("--with-keys", action="store_true", help="the keys too; see also: manage.py backup_keys")
        parser.add_argument("--passphrase", action="store_true", help=ASKS)

    def handle(self, *, file: Path, with_keys: bool, passphrase: bool, **options: object) -> None:
        try:
            written = backups.write_backup(file, with_keys=with_keys, passphrase=passphrase_for(passphrase, twice=True))
        except Refused as refusal:
            raise CommandError(str(refusal)) from refusal
        about = "It holds the keys: keep it as safe as the site itself." if with_keys else "It holds no keys."
        self.stdout.write(f"Wrote {written}. {about}")
