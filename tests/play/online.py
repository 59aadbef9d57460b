"""Online games in tests: a match on the board, with Ben's first turn begun."""

from bos_tournament.matches.models import Match, Seat
from bos_tournament.play.models import Recording
from bos_tournament.play.online import turns
from bos_tournament.play.recording import positions, recordings
from tests.play.recorded import being_played, place, recording, write


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


def turn(case, seat):
    row = board(case)
    return turns.turn_of(row, positions.standing_rows(row), seat.number)


def attacked():
    """Ben attacks Anna, who has somebody to block with."""
    case = online(clock_minutes=15)
    write(case.ben, case, "S c Field Sentinel")
    write(case.ben, case, "E")
    place(case, case.anna)
    write(case.anna, case, next(one.written for one in turn(case, case.anna).options if one.written.startswith("S b ")))
    write(case.anna, case, "E")
    write(case.ben, case, "A c P1")
    return case
