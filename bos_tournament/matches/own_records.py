"""What a player wrote down of the game that is on: a report that says otherwise is asked about first."""

from django.utils.translation import gettext as _

from bos_tournament.errors import Refused
from bos_tournament.matches import surroundings
from bos_tournament.matches.models import Game, Seat
from engine.bos.game import winners_written


def refuse_contradicting_record(seat: Seat, game: Game, winner: Seat | None) -> None:
    """Raises Refused (`record_says_otherwise`) where this seat's own last record writes another end than the one that
    is reported. It is taken at its word: whether it is lawful is not told before the report, not even by asking."""
    record = surroundings.judging.last_record(game, seat)
    written = winners_written(record) if record else None
    if written is None or written == ((winner.number - 1,) if winner else ()):
        return
    if written:
        player = seat.match.seats.select_related("user").get(number=written[0] + 1).user
        sentence = _("Your record says that %(player)s won. Report that, or confirm that your report is right.")
        raise Refused(sentence % {"player": player}, code="record_says_otherwise")
    sentence = _("Your record ends in a draw. Report that, or confirm that your report is right.")
    raise Refused(sentence, code="record_says_otherwise")
