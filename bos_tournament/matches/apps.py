"""Says when a guest sits at a match, where others must not sign in as them."""

from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "bos_tournament.matches"

    def ready(self) -> None:
        from bos_tournament.accounts.sign_in import personal_links
        from bos_tournament.matches import access

        personal_links.stakes.append(access.sits_at_open_match)
