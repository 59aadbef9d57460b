"""Who walks, and what each of them keeps to themselves."""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.test import Client, RequestFactory

from bos_tournament.accounts.models import User
from bos_tournament.accounts.sign_in.allauth_internals import note_proof
from bos_tournament.matches.models import Match, Seat
from bos_tournament.operations.db_clock import db_now
from bos_tournament.tournaments.models import Entrant, Pairing, Tournament
from bos_tournament.tournaments.planning import lifecycle
from bos_tournament.tournaments.planning.tournament_settings import Plan
from bos_tournament.tournaments.staff import staff_roles
from bos_tournament.tournaments.structure.stages import position
from engine.bos.decks.deck_lists import starter_decks
from tests.factories import GuestFactory, UserFactory

ROLES = (
    *("nobody", "onlooker", "player", "opponent", "other player", "guest", "judge", "head judge", "organizer"),
    *("scorekeeper", "organizer who plays", "admin"),
)
PLAYERS = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Pia", "Gus", "Gerda")
GUESTS, PLAIN = ("Gus", "Gerda"), ("Anna", "Ben", "Cleo", "Dora", "Emil")
STAFF = {"Judith": "judge", "Hera": "head_judge", "Olga": "organizer", "Sven": "scorekeeper", "Pia": "organizer"}
SEED = "b05b05b05b05b05b05b05b05b05b05b0"
RESERVES = "Reserves\nSmoke Runner\nSlag Brute\n2 Burning Oath\n2 Ember Squall\n2 "


@dataclass(frozen=True)
class Secrets:
    """What may be in nobody's answers but their owners'. Two worlds differ in nothing else."""

    bid: int
    """An amount nobody else bids."""
    reserve: str
    """The name of a card in the reserves."""
    draft: str
    """The text of a list that is never handed in."""
    mail: str
    """A part of the addresses of mail."""
    real_name: str
    """Of guests."""
    record: str
    """The first line of a sealed record."""

    @property
    def deck(self) -> str:
        """A legal list of which nobody but its player and judges may know the reserves."""
        return starter_decks()["First Sparks"].partition("Reserves")[0] + RESERVES + self.reserve


ONE = Secrets(713171317, "Flashpoint", "1 Thrown Brand\nHush Plan", "qx1.hush", "Quirina Onehush", "T1 P2")
OTHER = Secrets(757775777, "Backdraft", "Boss\nFurnace Tyrant", "qx2.hush", "Walburga Twohush", "T1 P1")


@dataclass
class World:
    """A tournament with its people. Whoever sits opposite Anna is the opponent."""

    settings: dict[str, Any]
    """Those of the tournament that are not usual."""
    secrets: Secrets
    """What is watched for."""
    people: dict[str, User] = field(default_factory=dict)
    """By handle."""
    cup: Tournament = None
    """As it was last asked for."""
    player: str = "Anna"
    """The handle of who sits at the table that is looked at."""
    opponent: str = "Ben"
    """The handle of who sits opposite."""
    penalized: str = ""
    """The handle of who got a penalty; empty before."""
    alike: int = 2
    """So many pages and buttons of one kind does one role try in one state."""

    def __post_init__(self) -> None:
        for name in (*PLAYERS, *STAFF, "Xenia", "Ada"):
            if name in GUESTS:
                self.people[name] = GuestFactory(handle=name, real_name=self.secrets.real_name)
            elif name not in self.people:
                mail = f"{name.lower()}.{self.secrets.mail}@example.org"
                self.people[name] = UserFactory(handle=name, password=None, email=mail)
        User.objects.filter(handle="Ada").update(is_staff=True, is_superuser=True)
        plan = {"name": "Walk Cup", "place": "Hall 2", "capacity": 8, "round_minutes": 50, **self.settings}
        starts_at = db_now() + timedelta(hours=2)
        self.cup = lifecycle.create(self.people["Olga"], Plan(starts_at=starts_at, **plan))
        Tournament.objects.filter(pk=self.cup.pk).update(seed=SEED)
        for name, role in STAFF.items():
            if name != "Olga":
                self.people[name].second_factor = self.people[name].second_factor_lately = True
                staff_roles.accept_invitation(
                    self.people[name], staff_roles.invite(self.cup, role=role, by=self.people["Olga"])
                )

    @property
    def order(self) -> list[str]:
        """In which people enter: so that Anna and Ben meet in the first round."""
        others = [name for name in PLAYERS if name != "Ben"]
        others.insert(4 if self.settings["format"].startswith("swiss") else 7, "Ben")
        return others

    def fresh(self) -> Tournament:
        self.cup = Tournament.objects.get(pk=self.cup.pk)
        return self.cup

    def entrant(self, name: str) -> Entrant:
        return self.fresh().entrants.select_related("user", "tournament").get(user=self.people[name])

    def table(self) -> Pairing:
        """Of the round that is on: Anna's, or the first one that is played."""
        on = position(self.fresh()).round
        tables = list(on.pairings.exclude(match=None).order_by("table").select_related("round__stage__tournament"))
        named = {one.pk: [sit.entrant.user.handle for sit in one.sittings.order_by("number")] for one in tables}
        best = next((one for one in tables if "Anna" in named[one.pk]), tables[0])
        self.player, self.opponent = sorted(named[best.pk], key=lambda name: name != "Anna")
        return best

    def match(self) -> Match:
        return Match.objects.get(pk=self.table().match_id)

    def seats(self) -> list[Seat]:
        """The player's and the opponent's, as they are now."""
        return list(self.match().seats.select_related("user", "match").order_by("number"))

    def who(self, role: str) -> User | None:
        playing = (self.player, self.opponent)
        elsewhere = next(name for name in PLAIN if name not in playing)
        named = {
            "onlooker": "Xenia", "player": self.player, "opponent": self.opponent, "other player": elsewhere,
            "guest": "Gus", "judge": "Judith", "head judge": "Hera", "organizer": "Olga", "scorekeeper": "Sven",
            "organizer who plays": "Pia", "admin": "Ada",
        }  # fmt: skip
        return User.objects.get(pk=self.people[named[role]].pk) if role in named else None

    def browser(self, role: str) -> Client:
        """Signed in a moment ago; staff and admins with a second factor."""
        client, user = Client(raise_request_exception=False), self.who(role)
        if user is None:
            return client
        client.force_login(user, settings.AUTHENTICATION_BACKENDS[0])
        request = RequestFactory().get("/")
        request.session = client.session
        if not user.guest:
            note_proof(request, user, "password")
        if is_trusted(user):
            note_proof(request, user, "mfa")
        request.session.save()
        return client


def is_trusted(user: User) -> bool:
    """Staff and admins come with a second factor."""
    return user.is_staff or user.staff_roles.exists()
