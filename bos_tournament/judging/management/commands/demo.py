"""Fills an empty site with a demo: `manage.py demo`. It belongs to judging, which knows every app it needs."""

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from bos_tournament.accounts.demo import sign_ins_file, write_sign_ins
from bos_tournament.errors import Refused
from bos_tournament.judging import demo
from bos_tournament.operations.db_timeouts import without_time_limits


class Command(BaseCommand):
    help = "Fills an empty site with sample cards, people and three tournaments. Refuses when there are people."

    def handle(self, *args: object, **options: object) -> None:
        self.stdout.write("Filling the empty site with a demo …")
        self.stdout.flush()
        try:
            # Without its sign-ins the demo would be of no use, so it is not kept then.
            with without_time_limits(), transaction.atomic():
                write_sign_ins(demo.make())
        except Refused as refusal:
            raise CommandError(str(refusal)) from None
        self.stdout.write(f"The demo is ready; who can sign in stands in {sign_ins_file()}.")
