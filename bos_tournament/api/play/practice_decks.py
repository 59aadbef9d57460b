"""The decks that somebody sends for a game on the board: each a starter, one of their own, or a text."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from bos_tournament.accounts.requests import Viewer
from bos_tournament.decks import access as deck_access
from bos_tournament.decks import drafts

STARTERS = list(drafts.starters())
KINDS = ("starter", "deck", "text")


def refuse_unless_one(fields: dict[str, Any], *named: str, kinds: tuple[str, ...] = KINDS) -> dict[str, Any]:
    """The fields, if of each deck one kind was sent; `named` says what its fields are called, such as `bot_{}`. Raises
    ValidationError."""
    for pattern in named:
        names = {pattern.format(kind) for kind in kinds}
        if len(names & fields.keys()) != 1:
            sentence = _("Send exactly one of these: %(names)s.") % {"names": ", ".join(sorted(names))}
            raise serializers.ValidationError(sentence, code="one_of_these")
    return fields


def sent_deck(user: Viewer, fields: dict[str, Any], named: str = "{}") -> tuple[str, str]:
    """The name and the list of a deck that was sent. Raises Http404 for a deck of somebody else."""
    if pk := fields.get(named.format("deck")):
        deck = deck_access.deck_of(user, pk)
        return deck.name, deck.text
    if starter := fields.get(named.format("starter")):
        return drafts.starters()[starter]
    text = fields[named.format("text")]
    return drafts.name_in(text), text
