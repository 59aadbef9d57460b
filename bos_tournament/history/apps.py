"""Lets `manage.py check --deploy` look at what an operator set up."""

from django.apps import AppConfig


class HistoryConfig(AppConfig):
    name = "bos_tournament.history"

    def ready(self) -> None:
        from bos_tournament.history import deploy_checks

        deploy_checks.register_all()
