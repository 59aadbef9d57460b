"""What rounds are called, on a page."""

from django import template

from bos_tournament.tournaments.models import Round
from bos_tournament.tournaments.structure import round_names

register = template.Library()


@register.filter
def round_title(round_: Round) -> str:
    """`{{ round|round_title }}`: Semi-finals, Round 3."""
    return round_names.title(round_)


@register.filter
def round_called(round_: Round) -> str:
    """The same within a sentence: the semi-finals, round 3."""
    return round_names.called(round_)
