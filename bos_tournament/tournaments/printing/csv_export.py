"""Players, pairings and standings as tables for a spreadsheet (CSV, lines end with CR LF), as everybody sees them."""

import csv
from collections.abc import Iterable
from io import StringIO

from django.utils.translation import gettext as _

from bos_tournament.operations.csv_cells import plain
from bos_tournament.tournaments.models import Entrant, Round, Tournament
from bos_tournament.tournaments.printing import printouts
from bos_tournament.tournaments.standings import leaderboard
from bos_tournament.tournaments.structure import stage_standings
from bos_tournament.tournaments.structure.stages import tables_of


def players_csv(tournament: Tournament) -> str:
    """Everybody who has a place, by handle, with their state."""
    inside = tournament.entrants.exclude(place=None).select_related("user").order_by("user__handle")
    rows = ((entrant.user.handle, entrant.get_state_display()) for entrant in inside)
    return _table((_("player"), _("state")), rows)


def pairings_csv(round_: Round) -> str:
    """Every table of a round with its result as games won; who has no table stands below."""
    sheet = printouts.by_table(round_, tables_of(round_))
    return _table((_("table"), _("player 1"), _("result"), _("player 2")), sheet.rows)


def ranks(tournament: Tournament) -> str:
    """Ranks after the last closed round, final places once all is over, with points, games and tie-breaks."""
    field = stage_standings.entrants_by_place(tournament)
    entrants = {entrant.pk: entrant for entrant in field}
    board = leaderboard.cached_board(tournament, field, leaderboard.leaderboard_version(tournament).version)
    lines = {line.entrant: line for line in board.lines}
    head = (_("place"), _("player"), _("points"), _("won"), _("lost"), _("drawn"), *leaderboard.headings(board))
    rows = [_rank(place, entrants[pk], lines.get(pk)) for place, pk in leaderboard.order(tournament, board, entrants)]
    return _table(head, rows)


def _rank(place: int | None, entrant: Entrant, line: leaderboard.BoardLine | None) -> tuple[object, ...]:
    cells = (place or "", entrant.user.handle)
    return (*cells, line.points, *line.record, *(share for _key, share, _exact in line.figures)) if line else cells


def _table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    written = StringIO()
    csv.writer(written).writerows([list(head), *([plain(cell) for cell in row] for row in rows)])
    return "\ufeff" + written.getvalue()  # so that spreadsheets read names of any script
