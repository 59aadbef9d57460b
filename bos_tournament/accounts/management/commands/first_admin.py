"""Prints a link at which the first admin of this site is made, once, within a day."""

from django.core.management.base import BaseCommand

from bos_tournament.accounts.sign_in import first_admin


class Command(BaseCommand):
    help = "Prints a one-time link for the first admin, when the site has none."

    def handle(self, *args: object, **options: object) -> None:
        address = first_admin.invite()
        if address is None:
            self.stdout.write("This site has an admin already; nothing was made.")
            return
        self.stdout.write(f"Make the first admin here, once, within 24 hours:\n  {address}")
