"""Online games in tests: a match on the board, with Ben's first turn begun."""

from bos_tournament.matches.models import Match, Seat
from bos_tournament.play.models import Recording
from bos_tournament.play.recording import recordings
from tests.play.recorded import being_played, place, recording


def online(*, begun=True, **settings):
    """Anna brings First Sparks, Ben Open Meadow and goes first; once begun, his wizards have their columns."""
    case = being_played()
    Match.objects.filter(pk=case.match.pk).update(online=True, **settings)
    case.match.refresh_from_db()
    seats = Seat.objects.filter(match=case.match).select_related("user", "match").order_by("number")
    case.anna, case.ben = seats
    if begun:
        recordings.start_recording(case.anna)
        place(case, case.ben)
    return case


def board(case):
    return Recording.objects.get(pk=recording(case).pk)
