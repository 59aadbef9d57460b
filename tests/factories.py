"""Makes people and things for tests: one factory a model, sensible by default."""

from datetime import timedelta

import factory
from django.utils import timezone

from bos_tournament.accounts.models import User
from bos_tournament.cards import catalogue
from bos_tournament.decks.models import Deck, DeckVersion
from bos_tournament.matches.models import Game, Match, Seat
from bos_tournament.tournaments.models import Entrant, Staff, Tournament
from engine.bos.decks.deck_lists import starter_decks
from engine.bos.model.card_pool import sample_pool


class UserFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = User
        skip_postgeneration_save = True

    handle = factory.Sequence("Player {}".format)
    email = factory.LazyAttribute(lambda user: f"{user.handle.lower().replace(' ', '.')}@example.org")
    password = factory.django.Password("correct horse battery")

    @factory.post_generation
    def second_factor(self, create, given, **facts):
        """UserFactory(second_factor=True) is somebody who has confirmed one in this request."""
        self.second_factor = self.second_factor_lately = bool(given)


class GuestFactory(UserFactory):
    email = None
    guest = True
    password = factory.django.Password(None)


def pinned_pool():
    """The sample pool, pinned."""
    return catalogue.pin_cards(sample_pool(), sample_pool())


class DeckFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Deck

    owner = factory.SubFactory(UserFactory)
    name = "Grove"
    text = factory.LazyFunction(lambda: next(iter(starter_decks().values())))


class DeckVersionFactory(factory.django.DjangoModelFactory):
    """A legal starter list, handed in."""

    class Meta:
        model = DeckVersion

    owner = factory.SubFactory(UserFactory)
    text = factory.LazyFunction(lambda: next(iter(starter_decks().values())))
    color = "red"
    boss = "Pyro-Maniac"


class MatchFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Match

    pool = factory.LazyFunction(pinned_pool)


class SeatFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Seat

    match = factory.SubFactory(MatchFactory)
    number = 1
    user = factory.SubFactory(UserFactory)
    deck_version = factory.SubFactory(DeckVersionFactory, owner=factory.SelfAttribute("..user"))


class GameFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Game

    match = factory.SubFactory(MatchFactory)
    number = 1


class TournamentFactory(factory.django.DjangoModelFactory):
    """Open for registration, starting in two hours."""

    class Meta:
        model = Tournament

    name = factory.Sequence("Autumn Cup {}".format)
    slug = factory.Sequence("autumn-cup-{}".format)
    starts_at = factory.LazyFunction(lambda: timezone.now() + timedelta(hours=2))
    join_code = factory.Sequence("JOIN{:04}".format)
    seed = "0123456789abcdef0123456789abcdef"
    state = Tournament.State.OPEN
    opened_at = factory.LazyAttribute(lambda one: None if one.state == Tournament.State.DRAFT else timezone.now())


class StaffFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Staff

    tournament = factory.SubFactory(TournamentFactory)
    user = factory.SubFactory(UserFactory, second_factor=True)
    role = Staff.Role.ORGANIZER


class EntrantFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Entrant

    tournament = factory.SubFactory(TournamentFactory)
    user = factory.SubFactory(UserFactory)
    place = factory.Sequence(lambda number: number % 30_000 + 1)  # however many tests came before
