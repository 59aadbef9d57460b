"""What a player wrote down of the game that is on: a report that says otherwise is asked about first."""

from django.utils.translation import gettext as _

from bos_tournament.errors import Refused
from bos_tournament.matches.models import Game, Seat


def refuse_otherwise(seat: Seat, game: Game, winner: Seat | None) -> None:
    """Raises Refused (`record_says_otherwise`) where this seat's own last record ends with another winner than the one
    that is reported, as far as its writer may be told. No other record is looked at."""
    written = _winner_written(seat, game)
    if written is not None and written != winner:
        said = _("Your own record ends with %(player)s winning. Report it so, or say that your report is right.")
        raise Refused(said % {"player": written.user}, code="record_says_otherwise")


def _winner_written(seat: Seat, game: Game) -> Seat | None:
    record = game.records.filter(seat=seat).select_related("finding").order_by("made_at").last()
    told = getattr(getattr(record, "finding", None), "told", {}).get(f"P{seat.number}", {})
    winner = told.get("winner")
    return seat.match.seats.select_related("user").get(number=int(winner[1:])) if winner else None
