"""The rows of a table of pairings."""

from collections.abc import Iterable

from django import template
from django.utils.safestring import SafeString

from bos_tournament.tournaments.models import Pairing, Tournament
from bos_tournament.tournaments.standings import pairing_rows as plain_rows

register = template.Library()


@register.simple_tag
def pairing_rows(
    tournament: Tournament, rows: Iterable[plain_rows.PairingRow], own: Pairing | None, is_on: bool
) -> SafeString:
    """`{% pairing_rows tournament page own is_on %}`: those with a match; the row of the pairing `own` is marked."""
    return plain_rows.draw_rows(tournament, rows, own=own.pk if own else None, is_on=is_on)
