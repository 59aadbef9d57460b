"""A featured table in tests: its recording, as old as a test needs it."""

from datetime import timedelta

from django.db.models import F

from bos_tournament.matches.models import BidAttempt
from bos_tournament.play.models import RecordedLine, Recording
from bos_tournament.tournaments.models import Pairing
from bos_tournament.tournaments.standings import featured_matches
from tests.play.recorded import place, recorded, write

TOLD = "T2 P2"


def featured(*, lines=("S a Field Sentinel", "E")):
    """Ben's first turn, and Anna's, has begun; their table is featured."""
    case = recorded()
    feature(case)
    for line in lines:
        write(case.ben, case, line)
    place(case, case.anna)
    return case


def feature(case):
    featured_matches.feature(Pairing.objects.get(match=case.match))


def minutes_pass(case, minutes):
    """As if everything so far had happened so much earlier."""
    earlier = timedelta(minutes=minutes)
    RecordedLine.objects.filter(recording__game=case.game).update(made_at=F("made_at") - earlier)
    taken_back = RecordedLine.objects.filter(recording__game=case.game, taken_back_at__isnull=False)
    taken_back.update(taken_back_at=F("taken_back_at") - earlier)
    Recording.objects.filter(game=case.game).update(made_at=F("made_at") - earlier)
    BidAttempt.objects.filter(game=case.game, opened_at__isnull=False).update(opened_at=F("opened_at") - earlier)
