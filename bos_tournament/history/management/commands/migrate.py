"""`manage.py migrate` as the owner of the tables, without time limits; then the site's role may use what is new."""

from typing import Any

from django.core.management.commands import migrate

from bos_tournament.history.database_roles import as_owner, grant
from bos_tournament.history.patience import without_time_limits


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        with as_owner(options["database"]), without_time_limits(options["database"]):
            super().handle(*args, **options)
            if not (options["plan"] or options["check_unapplied"]):
                grant(options["database"])
