"""Result slips that come back on paper: a table and the games each seat won, typed in one after the other."""

import re

from django.db import transaction
from django.utils.translation import gettext as _

from bos_tournament.accounts.models import User
from bos_tournament.errors import Refused
from bos_tournament.matches.models import Match, Reason
from bos_tournament.tournaments.access import desk_access
from bos_tournament.tournaments.models import Pairing, Round
from bos_tournament.tournaments.rounds import result_entry
from bos_tournament.tournaments.structure import round_names
from bos_tournament.tournaments.structure.locking import lock_tournament
from bos_tournament.tournaments.structure.stages import tables_of
from engine.hosting import Message

GAMES = re.compile(r"([0-9])\s*[-–—:.,/ ]?\s*([0-9])")


def games_of(text: str) -> tuple[int, int]:
    """The games of seat 1 and of seat 2: `2-1`, `2:1`, `2 1` and `21` are the same."""
    match = GAMES.fullmatch(text.strip())
    if match is None:
        raise Refused(_("Type the games of seat 1, then those of seat 2, like 2-1 or 21."), code="games_unreadable")
    return int(match[1]), int(match[2])


@transaction.atomic
def enter(round_: Round, *, table: int, games: tuple[int, int], by: User, note: str = "") -> list[str]:
    """The result of a slip, marked as from paper; whoever won more games wins, and nobody if they won equally many.

    A slip that agrees with the result is welcome and changes nothing. Raises Refused for a table that the round does
    not have, one's own, and one with another result: two papers that differ are settled on the page of the table.
    """
    lock_tournament(round_.stage.tournament)
    pairing = _at(round_, table)
    if pairing.match is None:
        raise Refused(
            _("Nothing is played at table %(table)s; publish the round first.") % {"table": table}, code="no_match"
        )
    if desk_access.plays_at(by, pairing):
        raise Refused(" ".join([str(desk_access.OWN_MATCH), _("Give them the slip.")]), code="own_match")
    match = Match.objects.select_for_update().get(pk=pairing.match.pk)  # what players report meanwhile counts first
    if match.finished_at:
        return _compared(pairing, match, games)
    winner = None if games[0] == games[1] else match.seats.get(number=1 if games[0] > games[1] else 2)
    why = Message("desk.from_paper_with_note", note=note) if note else Message("desk.from_paper")
    wins = dict(enumerate(games, start=1))
    result_entry.enter_result(pairing, by=by, wins=wins, winner=winner, reason=Reason.PLAYED, why=why)
    return [_("Table %(table)s: %(result)s. Entered.") % {"table": table, "result": _said(pairing, games)}]


def _compared(pairing: Pairing, match: Match, games: tuple[int, int]) -> list[str]:
    """What to say of a slip whose table has a result."""
    stands = tuple(seat.games_won for seat in match.seats.all())
    if games == stands and match.reason == Reason.PLAYED:
        return [
            _("Table %(table)s: %(result)s. Already entered.")
            % {"table": pairing.table, "result": _said(pairing, games)}
        ]
    raise Refused(
        _(
            "Table %(table)s: the slip says %(result)s, the site has %(stands)s (%(reason)s). Compare"
            " them, then correct the result on the table's page."
        )
        % {
            "table": pairing.table,
            "result": _said(pairing, games),
            "stands": _said(pairing, stands),
            "reason": Reason(match.reason).label,
        },
        code="differs_from_slip",
    )


def _at(round_: Round, table: int) -> Pairing:
    pairing = tables_of(round_).filter(table=table).select_related("round__stage__tournament").first()
    if pairing is None:
        raise Refused(
            _("%(round)s has no table %(table)s. Check the slip.")
            % {"round": round_names.title(round_), "table": table},
            code="unknown_table",
        )
    return pairing


def _said(pairing: Pairing, games: tuple[int, ...]) -> str:
    first, second = (str(sitting.entrant.user) for sitting in pairing.sittings.all())
    return f"{first} {games[0]}–{games[1]} {second}"
