"""Listens to what allauth says about second factors."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "bos_tournament.accounts"

    def ready(self) -> None:
        from allauth.mfa import signals

        from bos_tournament.accounts import second_factor

        signals.authenticator_added.connect(second_factor.added)
        signals.authenticator_removed.connect(second_factor.removed)
        signals.authenticator_used.connect(second_factor.confirmed)
