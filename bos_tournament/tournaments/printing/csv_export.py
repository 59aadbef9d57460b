"""Players, pairings and standings as tables for a spreadsheet (CSV, lines end with CR LF), as everybody sees them."""

import csv
from collections.abc import Iterable
from io import StringIO
from typing import Any

from django.utils.translation import gettext as _

from bos_tournament.operations.csv_cells import plain
from bos_tournament.tournaments.models import Round, Tournament
from bos_tournament.tournaments.printing import printouts
from bos_tournament.tournaments.standings import leaderboard, standings_rows
from bos_tournament.tournaments.structure.stages import tables_of

CELLS = (
    *("place", "rank", "group", "entrant__user__handle", "position"),
    *("points", "won", "lost", "drawn", "figures"),
)


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
    standings = leaderboard.standings_of(tournament)
    head = (_("place"), _("player"), _("points"), _("won"), _("lost"), _("drawn"))
    lines = standings_rows.order(tournament, standings).values_list(*CELLS)
    is_over = tournament.state == Tournament.State.FINISHED
    rows = (_rank(is_over, *line) for line in lines)
    return _table((*head, *standings_rows.headings(standings.columns)), rows)


def _rank(
    is_over: bool, place: int | None, rank: int | None, group: str, player: str, position: int | None, *cells: Any
) -> tuple[object, ...]:
    """Until the end, a rank in a group is no place, and in a mere bracket there are only places."""
    ranked = position is not None
    shown = place if is_over or not ranked else None if group else rank
    *counts, figures = cells
    return (shown or "", player, *((*counts, *(share for _key, share, _exact in figures)) if ranked else ()))


def _table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    written = StringIO()
    csv.writer(written).writerows([list(head), *([plain(cell) for cell in row] for row in rows)])
    return "\ufeff" + written.getvalue()  # so that spreadsheets read names of any script
