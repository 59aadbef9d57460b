"""Recorded games in tests: a match that is being played, and what its players write."""

from bos_tournament.matches.models import Seat
from bos_tournament.play.models import Recording
from bos_tournament.play.recording import positions, recordings
from bos_tournament.play.recording.record_writer import wizards_of
from bos_tournament.tournaments.models import Pairing
from engine.bos.decks.deck_lists import starter_decks
from engine.bos.model.card_pool import sample_pool
from tests.judging.cases import at_a_table
from tests.matches.playing import Step

SPARKS, MEADOW = starter_decks()["First Sparks"], starter_decks()["Open Meadow"]


def being_played(step=Step.PLAYING):
    """A case in which Ben goes first; Anna brings First Sparks, Ben Open Meadow."""
    case = at_a_table(step)
    for seat, text in ((case.anna, SPARKS), (case.ben, MEADOW)):
        seat.deck_version.text = text
        seat.deck_version.save()
    case.anna, case.ben = Seat.objects.filter(match=case.match).select_related("user", "match").order_by("number")
    return case


def recorded():
    """The same, with the board open and Ben's wizards in their columns, so that his first turn has begun."""
    case = being_played()
    recordings.start_recording(case.anna)
    place(case, case.ben)
    return case


def place(case, seat, *, by=None, shared=False):
    names = wizards_of(seat.deck_version.text, sample_pool())
    recordings.place_wizards(by or seat, case.game, of=seat.number, names=names, shared=shared)


def recording(case):
    return Recording.objects.get(game=case.game)


def lines(case):
    """The lines that stand."""
    return [row.written for row in positions.standing_rows(recording(case))]


def write(seat, case, line, *, shared=False):
    recordings.record_line(seat, case.game, line, after=len(lines(case)), shared=shared)


def offered(case, viewer, card=None):
    """What a phone of that seat, None for one that both use, may write next."""
    row = recording(case)
    here = positions.position_of(row, positions.standing_rows(row), viewer, card=card)
    return [line.written for ask in here.asks for line in ask.lines.lines]


def at_home():
    """A match that is part of no tournament, with its board open."""
    case = recorded()
    Pairing.objects.filter(match=case.match).delete()
    case.anna.refresh_from_db()
    case.ben.refresh_from_db()
    return case


def three_turns():
    """Ben, Anna and Ben again have begun their turns."""
    case = recorded()
    write(case.ben, case, "S a Field Sentinel")
    write(case.ben, case, "E")
    place(case, case.anna)
    write(case.anna, case, "S a Cinder Imp")
    write(case.anna, case, "E")
    return case
