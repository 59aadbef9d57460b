"""Colour and type of a card in one expression, since languages join the two in their own ways; no cards at all."""

from django import template
from django.utils.translation import gettext_lazy as _

from bos_tournament.cards import catalogue

register = template.Library()
KINDS = {
    ("red", "boss"): _("Red boss"),
    ("red", "wizard"): _("Red wizard"),
    ("red", "summon"): _("Red summon"),
    ("red", "spell"): _("Red spell"),
    ("yellow", "boss"): _("Yellow boss"),
    ("yellow", "wizard"): _("Yellow wizard"),
    ("yellow", "summon"): _("Yellow summon"),
    ("yellow", "spell"): _("Yellow spell"),
    ("blue", "boss"): _("Blue boss"),
    ("blue", "wizard"): _("Blue wizard"),
    ("blue", "summon"): _("Blue summon"),
    ("blue", "spell"): _("Blue spell"),
    ("", "boss"): _("Boss"),
    ("", "wizard"): _("Wizard"),
    ("", "summon"): _("Summon"),
    ("", "spell"): _("Spell"),
}


@register.simple_tag
def kind(color: str | None, type_: str | None) -> str:
    """What a card is, as its face says it: "Red wizard"; empty without a type."""
    return str(KINDS.get((str(color or ""), str(type_ or "")), ""))


@register.simple_tag
def no_cards() -> bool:
    """Whether nothing is published, so that no deck can be legal."""
    return not catalogue.pool().cards
