"""What pairings say to a reader beside what they say to all: their table, their match, and the tab of their deck."""

from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection
from django.utils.formats import localize
from django.utils.html import escape

from bos_tournament.accounts.models import User
from bos_tournament.accounts.sign_in.readers import Reader
from bos_tournament.matches.models import Match
from bos_tournament.operations.serving.frames import STAND_IN, Own
from bos_tournament.tournaments.access import tournament_access
from bos_tournament.tournaments.access.page_context import has_deck_tab
from bos_tournament.tournaments.models import Entrant, Tournament

# Each step by an index, one after the other, however little the database knows of tables that were filled just now.
LOOK = """
    WITH entry AS MATERIALIZED (
        SELECT id, state FROM tournaments_entrant WHERE tournament_id = %(tournament)s AND user_id = %(reader)s
    ), taken AS MATERIALIZED (
        SELECT match_id FROM matches_seat WHERE user_id = %(reader)s
    ), own AS MATERIALIZED (
        SELECT pairing_id FROM tournaments_sitting
        WHERE round_id = %(round)s AND entrant_id = (SELECT id FROM entry)
    )
    SELECT
        EXISTS (SELECT FROM tournaments_staff WHERE tournament_id = %(tournament)s AND user_id = %(reader)s),
        (SELECT state FROM entry),
        ARRAY (
            SELECT match.id FROM taken
            JOIN matches_match match ON match.id = taken.match_id
            JOIN tournaments_pairing pairing ON pairing.match_id = match.id
            JOIN tournaments_round round ON round.id = pairing.round_id
            JOIN tournaments_stage stage ON stage.id = round.stage_id
            WHERE match.finished_at IS NULL AND match.called_off_at IS NULL
            AND stage.tournament_id = %(tournament)s AND round.state = 'published'
        ),
        pairing.id, pairing.table, match.id, match.step, match.called_off_at IS NOT NULL,
        ARRAY (SELECT games_won FROM matches_seat WHERE match_id = match.id ORDER BY number),
        ARRAY (
            SELECT person.handle FROM matches_seat seat JOIN accounts_user person ON person.id = seat.user_id
            WHERE seat.match_id = match.id ORDER BY seat.number
        )
    FROM (SELECT) AS always
    LEFT JOIN own ON true
    LEFT JOIN tournaments_pairing pairing ON pairing.id = own.pairing_id
    LEFT JOIN matches_match match ON match.id = pairing.match_id
"""


class Seat(NamedTuple):
    """Where a reader sits in a round."""

    pairing: UUID
    """The pairing's id."""
    table: int | None
    """None for a bye."""
    match: UUID | None
    """The match's id; None for a bye."""
    step: str | None
    """How far the match is."""
    called_off: bool | None
    """Whether it was called off."""
    wins: list[int]
    """Games won, by seat."""
    people: list[str]
    """Handles, by seat."""

    @property
    def result(self) -> str:
        return "–".join(map(str, self.wins)) if self.step == Match.Step.FINISHED else ""


class OwnSeats(NamedTuple):
    """The readers of the pairings of a round."""

    tournament: UUID
    """The tournament's id."""
    round: UUID | None
    """The round's id; None where no frame can tell of it."""

    def __call__(self, reader: Reader) -> Own | None:
        """What a reader's page says of their own. None for staff, at a bye, and where another match is open: that is
        rare, and told by Django. One query, and four more for a guest."""
        if self.round is None:
            return None
        with connection.cursor() as cursor:
            cursor.execute(LOOK, {"tournament": self.tournament, "round": self.round, "reader": reader.pk})
            is_staff, state, still_open, *own = cursor.fetchone()
        seat = Seat(*own) if own[0] else None
        if is_staff or (seat and (seat.match is None or seat.called_off)):
            return None
        expected = [seat.match] if seat and not seat.result else []
        if still_open != expected:
            return None
        shape = (reader.guest, self._has_deck(reader, state), seat and bool(seat.result))
        return Own(str(shape), _words(seat) if seat else {})

    def _has_deck(self, reader: Reader, state: str | None) -> bool:
        if state is None or not reader.guest:
            return state is not None and state not in Entrant.WITHOUT_A_LIST
        user, tournament = User.objects.get(pk=reader.pk), Tournament.objects.get(pk=self.tournament)
        return has_deck_tab(tournament_access.own_entry(user, tournament))

    def stand_ins(self, context: dict[str, Any]) -> dict[str, object]:
        """The context of the pairings for a reader, with what stands in for all readers of their shape."""
        own = context["own"]
        if own is None:
            return {}
        match = str(own.match.pk)
        tabs = [(label, url.replace(match, STAND_IN["match"]), here) for label, url, here in context["tabs"]]
        link = own.match.get_absolute_url().replace(match, STAND_IN["match"])
        mine = {
            "pairing": {"table": STAND_IN["table"], "match": {"get_absolute_url": link, "called_off_at": None}},
            "people": [{"handle": STAND_IN["first"]}, {"handle": STAND_IN["second"]}],
            "result": STAND_IN["result"] if context["mine"]["result"] else "",
        }
        return {"tabs": tabs, "own": None, "mine": mine}


def _words(seat: Seat) -> dict[str, str]:
    first, second = seat.people
    row = f'<tr id="table-{seat.pairing}"'
    return {
        STAND_IN["match"]: str(seat.match),
        STAND_IN["table"]: str(localize(seat.table)),
        STAND_IN["first"]: escape(first),
        STAND_IN["second"]: escape(second),
        STAND_IN["result"]: seat.result,
        row: f'{row} class="me"',
    }
