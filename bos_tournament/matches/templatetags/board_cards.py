"""The cards on a board."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.template.context import Context

from bos_tournament.operations.templatetags.kept_parts import kept_part

register = template.Library()


@register.simple_tag(takes_context=True)
def board_card(context: Context, at: str, card: Mapping[str, Any] | None, *, place: str, what: str) -> str:
    """`{% board_card at card place=_("open") what=_("Summon") %}`: what stands at a place of the board; `place` says
    what the place is without a card, and `what` the card is while it is face-down."""
    return kept_part(
        "matches/_board_card.html",
        at=at,
        card=card,
        place=place,
        what=what,
        drawing=context["drawings"].of(card["name"]) if card and card["up"] and card["name"] else "",
        pointed_at=context.get("pointed_at", ()),
    )
