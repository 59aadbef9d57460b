"""The drawings of cards on a board."""

from django import template

from bos_tournament.cards import art_sheets
from bos_tournament.cards.art_sheets import Drawings

register = template.Library()


@register.simple_tag
def card_drawings() -> Drawings:
    """`{% card_drawings as drawings %}`: those of all published cards. One query."""
    return art_sheets.drawings()
