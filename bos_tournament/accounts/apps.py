"""Listens to what allauth says about second factors and new accounts."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "bos_tournament.accounts"

    def ready(self) -> None:
        from allauth.account.signals import password_changed, password_reset, user_signed_up
        from allauth.mfa import signals
        from django.contrib.auth.signals import user_logged_in

        from bos_tournament.accounts.sign_in import (
            access_log,
            known_devices,
            reauthentication,
            second_factor,
            session_lifetimes,
            sessions,
            tokens,
        )

        access_log.listen()
        signals.authenticator_added.connect(second_factor.added)
        signals.authenticator_removed.connect(second_factor.removed)
        signals.authenticator_used.connect(second_factor.confirmed)
        user_signed_up.connect(reauthentication.chose_password)
        user_logged_in.connect(known_devices.remember)
        user_logged_in.connect(session_lifetimes.began)
        password_changed.connect(tokens.end_all)
        password_reset.connect(tokens.end_all)
        password_changed.connect(sessions.end_others)
        password_reset.connect(sessions.end_others)
        password_reset.connect(known_devices.remember)
