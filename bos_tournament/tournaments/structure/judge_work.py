"""What judges have to do in a tournament. Tournaments know nothing of it; the app that does sets here what answers for
it when the site starts."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from django.db.models import QuerySet

from bos_tournament.matches.models import Match
from bos_tournament.tournaments.models import Entrant, Pairing, Tournament


@dataclass(frozen=True)
class Waiting:
    """Something that waits for staff: what, where, and the word on its button."""

    title: str
    """Where it is and what it is."""
    text: str
    """A sentence more; may be empty."""
    url: str
    """Where the button leads."""
    button: str
    """What the button says."""


class Judging(Protocol):
    """What judges say of the tables and entrants of tournaments."""

    def matches_in_dispute(self) -> QuerySet[Match]:
        """Matches of which a dispute waits for a judge."""

    def matches_with_call(self) -> QuerySet[Match]:
        """Matches to which a judge is called and has not been yet."""

    def matches_with_call_waiting(self) -> QuerySet[Match]:
        """Those of them that go on and to which no judge is on the way."""

    def entrants_with_penalty_due(self) -> QuerySet[Entrant]:
        """Entrants for whom a penalty waits to be carried out."""

    def calls_waiting(self, tournament: Tournament, now: datetime) -> list[Waiting]:
        """Calls that nobody took yet, the oldest first."""

    def penalties_waiting(self, tournament: Tournament) -> list[Waiting]:
        """Game and match losses that take effect in somebody's next match."""

    def disputes_waiting(self, tournament: Tournament) -> list[Waiting]:
        """Disputes without a ruling, the oldest first."""

    def disputes_at(self, match: Match) -> Iterable[tuple[Any, ...]]:
        """The number of the game, and id, state and claim of each dispute of a match."""

    def open_check(self, pairing: Pairing) -> Any:
        """The deck check of a table that is planned or on."""

    def penalties(self, entrant: Entrant) -> Iterable[Any]:
        """The penalties of an entrant that stand, the latest first."""

    def count_penalties(self, entrant: Entrant) -> int:
        """How many of them there are."""


judging: Judging
