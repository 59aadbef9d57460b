"""Prints the six digits that the second factor of a demo account asks for now: `manage.py code E-MAIL`."""

from django.core.management.base import BaseCommand, CommandError, CommandParser

from bos_tournament.accounts import demo
from bos_tournament.errors import Refused


class Command(BaseCommand):
    help = "Prints the present code of a demo account's second factor. Real accounts have theirs on a phone."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", help="the address in demo-sign-ins.txt, or the part before the @")

    def handle(self, *args: object, email: str, **options: object) -> None:
        try:
            by_email = {sign_in.email: sign_in for sign_in in demo.read_sign_ins() if sign_in.secret}
        except Refused as refusal:
            raise CommandError(str(refusal)) from None
        address = email if "@" in email else f"{email}@{demo.HOST}"
        if address not in by_email:
            raise CommandError(f"No demo account with a second factor is called {email}. Known: {', '.join(by_email)}.")
        code, seconds = demo.code_now(by_email[address].secret)
        self.stdout.write(f"{code}   for another {seconds} s; each code works once")
