"""The frame of a tournament around pages of its matches, which know nothing of tournaments themselves."""

from typing import Any

from django import template

from bos_tournament.matches.models import Match
from bos_tournament.tournaments.context import tabs

register = template.Library()


@register.inclusion_tag("tournaments/_match_frame.html", takes_context=True)
def match_frame(context: dict[str, Any], match: Match) -> dict[str, Any]:
    """`{% match_frame match %}`: the tournament's name, round and table, its announcement and the reader's tabs."""
    pairing = getattr(match, "pairing", None)
    if pairing is None:
        return {"tournament": None}
    tournament, request = pairing.round.stage.tournament, context["request"]
    shown = tabs(tournament, request.user, request.path, match=match)
    return {"pairing": pairing, "tournament": tournament, "tabs": shown, "request": request}
