"""Who plays in the scenes of the trail, and at which tables."""

from bos_tournament.accounts.models import User
from bos_tournament.matches.models import Match
from tests.factories import UserFactory
from tests.judging.cases import at_a_table
from tests.matches.playing import Step
from tests.matches.test_clocks import begun_before
from tests.tournaments import running_tournaments

FOUR = running_tournaments.NAMES[:4]


def cup(**settings):
    return running_tournaments.running(FOUR, **settings)


def olga():
    """The organizer, whose requests do the deeds."""
    return User.objects.filter(handle="Olga").first() or UserFactory(handle="Olga")


def judge():
    return User.objects.filter(handle="Judith").first() or UserFactory(handle="Judith")


def first_table(tournament):
    return running_tournaments.publish(tournament).pairings.get(table=1)


def at_table(step=Step.PLAYING, **options):
    """Anna and Ben at table 1 of round 1."""
    case = at_a_table(step, **options)
    for seat, name in ((case.anna, "Anna"), (case.ben, "Ben")):
        seat.user.handle = name
        seat.user.save()
    return case


def with_clocks(seconds):
    """Anna and Ben at their table, whose clocks began so long ago."""
    case = at_table()
    Match.objects.filter(pk=case.match.pk).update(clock_minutes=15)
    begun_before(Match.objects.get(pk=case.match.pk), seconds=seconds)
    return case
