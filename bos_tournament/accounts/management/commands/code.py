"""Prints the six digits that the second factor of a demo account asks for now: `manage.py code E-MAIL`."""

from django.core.management.base import BaseCommand, CommandError

from bos_tournament.accounts import demo
from bos_tournament.errors import Refused


class Command(BaseCommand):
    help = "Prints the present code of a demo account's second factor. Real accounts have theirs on a phone."

    def add_arguments(self, parser) -> None:
        parser.add_argument("email", help="the address in demo-sign-ins.txt, or the part before the @")

    def handle(self, *args, email: str, **options) -> None:
        try:
            known = {one.email: one for one in demo.read_sign_ins() if one.secret}
        except Refused as refusal:
            raise CommandError(str(refusal)) from None
        wanted = email if "@" in email else f"{email}@{demo.HOST}"
        if wanted not in known:
            raise CommandError(f"No demo account with a second factor is called {email}. Known: {', '.join(known)}.")
        code, seconds = demo.code_now(known[wanted].secret)
        self.stdout.write(f"{code}   for another {seconds} s; each code works once")
