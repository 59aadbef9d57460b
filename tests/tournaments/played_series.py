"""Series for tests: cups with people who come again, played to their end."""

from django.utils import timezone

from bos_tournament.accounts.models import User
from bos_tournament.tournaments.models import Staff
from bos_tournament.tournaments.rounds import tournament_end
from bos_tournament.tournaments.series import series_setup
from bos_tournament.tournaments.series.series_setup import SeriesPlan
from tests.factories import (
    DeckVersionFactory,
    EntrantFactory,
    TournamentFactory,
    UserFactory,
    pinned_pool,
)
from tests.tournaments import running_tournaments


def somebody(name, **facts):
    return User.objects.filter(handle=name).first() or UserFactory(handle=name, **facts)


def started(names, *, planned=1, **settings):
    """A cup that runs; who is named first is the best."""
    cup = TournamentFactory(pool=pinned_pool(), **settings)
    for place, name in enumerate(names, start=1):
        user = somebody(name)
        deck = DeckVersionFactory(owner=user)
        EntrantFactory(tournament=cup, user=user, place=place, deck_version=deck, checked_in_at=timezone.now())
    return running_tournaments.start(cup, planned=planned)


def ended(cup):
    return tournament_end.finish_tournament(cup)


def played(names, *, planned=1, **settings):
    """A finished cup in which the better place always won."""
    cup = started(names, planned=planned, **settings)
    for _ in range(planned):
        running_tournaments.play_and_close(cup)
    return ended(cup)


def season(*cups, organizer=None, **plan):
    """A series with these tournaments, by an organizer of all of them."""
    olga = organizer or somebody("Olga", second_factor=True)
    made = series_setup.create(
        olga, SeriesPlan(**{"name": "Moon Season", "points": (10, 6, 4), "taking_part": 0} | plan)
    )
    for cup in cups:
        Staff.objects.get_or_create(tournament=cup, user=olga, role=Staff.Role.ORGANIZER)
        series_setup.attach(made, cup)
    return made
