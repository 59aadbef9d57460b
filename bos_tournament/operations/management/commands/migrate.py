"""`manage.py migrate` as the owner of the tables, without time limits; then the site's role may use what is new.

A database of the version before is brought over first.
"""

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate

from bos_tournament.errors import Refused
from bos_tournament.operations.database_roles import as_owner, grant
from bos_tournament.operations.db_timeouts import without_time_limits
from bos_tournament.upgrading import step


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        only_asks = options["plan"] or options["check_unapplied"]
        with as_owner(options["database"]), without_time_limits(options["database"]):
            if not only_asks:
                self.bring_over(options["database"])
            super().handle(*args, **options)
            if not only_asks:
                grant(options["database"])

    def bring_over(self, alias: str) -> None:
        try:
            step.bring_over(alias)
        except Refused as refusal:
            raise CommandError(str(refusal)) from refusal
