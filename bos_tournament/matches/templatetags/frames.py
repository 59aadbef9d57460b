"""The frame of an event around pages of its matches."""

from typing import Any

from django import template
from django.utils.safestring import SafeString, mark_safe

from bos_tournament.matches import surroundings
from bos_tournament.matches.models import Match

register = template.Library()


@register.simple_tag(takes_context=True)
def match_frame(context: dict[str, Any], match: Match) -> SafeString:
    """`{% match_frame match %}`: the event's name, round and table, its announcement and the reader's tabs."""
    return mark_safe(surroundings.event.frame(context["request"], match))  # noqa: S308, a rendered template
