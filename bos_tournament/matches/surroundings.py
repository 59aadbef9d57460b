"""What is around a match: the event it is played in, and judges. A match knows neither; the apps that do set here what
answers for them when the site starts."""

from collections.abc import Sequence
from typing import Any, Protocol

from django.db.models import QuerySet
from django.http import HttpRequest

from bos_tournament.accounts.requests import Viewer
from bos_tournament.matches.models import Game, Match, Seat


class Event(Protocol):
    """What tournaments say of the table at which a match is played."""

    def with_event(self, matches: QuerySet[Match]) -> QuerySet[Match]:
        """The same matches, read so that nothing below asks again."""

    def is_at_a_table(self, match: Match) -> bool:
        """Does its pairing stand?"""

    def round_is_open(self, match: Match) -> bool:
        """Is the match part of a round whose results may still change?"""

    def time_at_table(self, match: Match) -> dict[str, Any] | None:
        """When its time ends, what is left while it is paused, and what this table has beyond the others; None where
        no time is limited."""

    def sit_by(self, match: Match) -> str | None:
        """Until when both should be at the table."""

    def shows_outcomes(self, match: Match) -> bool:
        """Does the board tell both players what comes of each move? Without an event it does."""

    def spectator_delay(self, match: Match) -> int | None:
        """How many minutes spectators are behind who follow this match while it is played; None where nobody may."""

    def is_staff_at(self, user: Viewer, match: Match) -> bool:
        """Does this user help to run the event?"""

    def frame(self, request: HttpRequest, match: Match) -> str:
        """What stands above every page of the match, as HTML; empty without an event."""

    def on_the_page(self, match: Match) -> dict[str, Any]:
        """For the page of the match: `topic` of its live updates, addresses of `nudge` and `desk`, and whether the
        event `runs`. Empty without an event."""


class Judging(Protocol):
    """What judges know of a match and its games."""

    def with_comparisons(self, games: QuerySet[Game]) -> QuerySet[Game]:
        """The same games, read so that `is_verified` and `is_recorded` ask nothing."""

    def is_verified(self, game: Game) -> bool:
        """Did both players write down the same lawful game with this result?"""

    def is_recorded(self, game: Game) -> bool:
        """Was it recorded on the board?"""

    def last_record(self, game: Game, seat: Seat) -> str:
        """What this seat wrote down of the game last; empty without a record."""

    def keep_board_record(self, game: Game, seat: Seat, text: str) -> None:
        """Keeps what was recorded on the board, which this seat says is right."""

    def disputes(self, match: Match) -> Sequence[Any]:
        """The contested games, which only the two players and staff know of."""

    def call_judge(self, seat: Seat, *, reason: str) -> None:
        """Calls a judge to the table of this seat, unless one is called already. Raises Refused where none can come."""

    def open_call(self, match: Match) -> Any:
        """The call for a judge that is open at this table."""

    def deck_check(self, match: Match) -> Any:
        """The deck check that has begun at this table and is on."""

    def penalties(self, match: Match, seat: Seat) -> Sequence[Any]:
        """What this seat's player was given in this match, or waits for them."""


event: Event
judging: Judging
