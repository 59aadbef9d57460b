"""Offers the ways from accounts and cards to decks."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DecksConfig(AppConfig):
    name = "bos_tournament.decks"

    def ready(self) -> None:
        from bos_tournament.accounts.page_links import PageLink, add

        add("account.data", PageLink("decks:list", _("Your decks"), while_closed=True))
        add("cards.all", PageLink("decks:list", _("Decks"), icon="deck"))
        add("cards.card", PageLink("decks:add", _("Add to a deck"), icon="plus"))
