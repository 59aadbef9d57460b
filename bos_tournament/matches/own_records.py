"""What a player wrote down of the game that is on: a report that says otherwise is asked about first."""

from django.utils.translation import gettext as _

from bos_tournament.errors import Refused
from bos_tournament.matches.models import Game, Seat
from engine.bos.written_end import winners_written


def refuse_otherwise(seat: Seat, game: Game, winner: Seat | None) -> None:
    """Raises Refused (`record_says_otherwise`) where this seat's own last record writes another end than the one that
    is reported. It is taken at its word: whether it is lawful is not told before the report, not even by asking."""
    record = game.records.filter(seat=seat).order_by("made_at").last()
    written = winners_written(record.text) if record else None
    if written is None or written == ((winner.number - 1,) if winner else ()):
        return
    if written:
        player = seat.match.seats.select_related("user").get(number=written[0] + 1).user
        said = _("Your own record ends with %(player)s winning. Report it so, or say that your report is right.")
        raise Refused(said % {"player": player}, code="record_says_otherwise")
    said = _("Your own record ends in a draw. Report it so, or say that your report is right.")
    raise Refused(said, code="record_says_otherwise")
