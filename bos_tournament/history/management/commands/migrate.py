"""`manage.py migrate` for large databases and slow machines: no step is cut off for taking long."""

from typing import Any

from django.core.management.commands import migrate

from bos_tournament.history.patience import without_time_limits


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        with without_time_limits(options["database"]):
            super().handle(*args, **options)
