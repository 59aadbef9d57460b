"""Offers the way from matches to the board on which a game is recorded."""

from django.apps import AppConfig


class PlayConfig(AppConfig):
    name = "bos_tournament.play"

    def ready(self) -> None:
        from bos_tournament.accounts.page_links import PageLink, add

        add("match.recording", PageLink("recording:board"))
        add("match.replay", PageLink("recording:replay"))
        add("deck.test", PageLink("deck_tests:start"))
