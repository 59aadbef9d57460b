"""Lets `manage.py check --deploy` look at what an operator set up."""

from django.apps import AppConfig


class OperationsConfig(AppConfig):
    name = "bos_tournament.operations"

    def ready(self) -> None:
        from bos_tournament.operations import deploy_checks

        deploy_checks.register_all()
