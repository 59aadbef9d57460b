"""The reader's own row in a table that is rendered once for all readers."""

from django import template
from django.utils.safestring import mark_safe

from bos_tournament.tournaments.models import Pairing

register = template.Library()


@register.filter
def with_own_row(table: str, pairing: Pairing | None) -> str:
    """`{% filter with_own_row:own %}`: marks the row `<tr id="table-…">` of this pairing; nothing for None."""
    row = f'<tr id="table-{pairing.pk}"' if pairing else ""
    return mark_safe(table.replace(row, f'{row} class="me"', 1)) if row else table  # noqa: S308 - a template made it
