"""Players, pairings and standings as tables for a spreadsheet (CSV, lines end with CR LF), as everybody sees them."""

import csv
from collections.abc import Iterable
from io import StringIO

from django.utils.translation import gettext as _

from bos_tournament.history.table_cells import plain
from bos_tournament.tournaments import board, paper, standings
from bos_tournament.tournaments.kept_words import in_words
from bos_tournament.tournaments.models import Entrant, Round, Tournament
from bos_tournament.tournaments.stages import tables_of


def players(tournament: Tournament) -> str:
    """Everybody who has a place, by handle, with their state."""
    inside = tournament.entrants.exclude(place=None).select_related("user").order_by("user__handle")
    rows = ((one.user.handle, one.get_state_display()) for one in inside)
    return _table((_("player"), _("state")), rows)


def pairings(round_: Round) -> str:
    """Every table of a round with its result as games won; who has no table stands below."""
    sheet = paper.by_table(round_, tables_of(round_))
    return _table((_("table"), _("player 1"), _("result"), _("player 2")), sheet.rows)


def ranks(tournament: Tournament) -> str:
    """Ranks after the last closed round, final places once all is over, with points, games and tie-breaks."""
    field = standings.field(tournament)
    entrants = {entrant.pk: entrant for entrant in field}
    found = board.board(tournament, field, board.edition(tournament).version)
    lines = {line.entrant: line for line in found.lines}
    head = (_("place"), _("player"), _("points"), _("won"), _("lost"), _("drawn"), *map(in_words, found.columns))
    rows = [_rank(place, entrants[pk], lines.get(pk)) for place, pk in board.order(tournament, found, entrants)]
    return _table(head, rows)


def _rank(place: int | None, entrant: Entrant, line: board.Line | None) -> tuple[object, ...]:
    shown = (place or "", entrant.user.handle)
    return (*shown, line.points, *line.record, *(share for _key, share, _exact in line.figures)) if line else shown


def _table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    written = StringIO()
    csv.writer(written).writerows([list(head), *([plain(cell) for cell in row] for row in rows)])
    return "\ufeff" + written.getvalue()  # so that spreadsheets read names of any script
