"""An evening on which a guest's link is renewed, for tests of new phones.

Gus plays as a guest against Ben. Dora keeps scores, Hana is head judge, Otto organizes; none of them plays.
"""

from datetime import timedelta
from uuid import uuid4

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bos_tournament.accounts.models import PersonalLink
from bos_tournament.accounts.sign_in.personal_links import open_link
from bos_tournament.matches import bid_opening, boss_reveal
from bos_tournament.matches.models import Match
from bos_tournament.operations import jobs
from bos_tournament.operations.models import Job
from bos_tournament.tournaments.decklists import submissions
from bos_tournament.tournaments.entrants import guests
from bos_tournament.tournaments.models import Entrant, Staff, Tournament
from engine.bos.decks.deck_lists import starter_decks
from tests.factories import StaffFactory, TournamentFactory, pinned_pool
from tests.tournaments.running_tournaments import publish, ready, start

GROVE = next(iter(starter_decks().values()))


class Evening:
    """A cup of Gus and Ben, from the desk to round 1."""

    def __init__(self):
        self.cup = TournamentFactory(pool=pinned_pool())
        self.otto = StaffFactory(tournament=self.cup, user__handle="Otto").user
        self.hana = self.staff("Hana", Staff.Role.HEAD_JUDGE)
        self.dora = self.staff("Dora", Staff.Role.SCOREKEEPER)
        self.entry, token = guests.add_guest(self.cup, handle="Gus", real_name="", by=self.dora)
        self.gus = open_link(token)
        submissions.submit_list(self.entry, text=GROVE)
        self.ben = ready(self.cup, "Ben", place=2).user

    def staff(self, name, role):
        return StaffFactory(tournament=self.cup, user__handle=name, role=role).user

    def begin(self):
        """Round 1 is published and the bosses are shown."""
        self.cup = start(Tournament.objects.get(pk=self.cup.pk))
        publish(self.cup)
        for seat in self.match.seats.all():
            boss_reveal.confirm_bosses(seat)
        return self

    @property
    def match(self):
        return Match.objects.get(seats__user=self.gus)

    def seat(self, user):
        return self.match.seats.select_related("user", "match").get(user=user)

    def renew(self):
        """Dora makes a new link and opens it on a phone: that browser."""
        token = guests.renew_link(Entrant.objects.get(pk=self.entry.pk), by=self.dora)
        browser = Client()
        assert browser.post(reverse("accounts:personal_link", args=[token])).status_code == 302
        return browser

    @property
    def phone(self):
        return PersonalLink.objects.get(user=self.gus, revoked_at=None).pk

    def two_minutes_pass(self):
        earlier = timezone.now() - timedelta(minutes=3)
        PersonalLink.objects.filter(pk=self.phone).update(opened_at=earlier)
        Match.objects.filter(pk=self.match.pk).update(made_at=earlier)


def at(name, evening):
    return reverse(f"matches:{name}", args=[evening.match.pk])


def bid(browser, evening, amount=0):
    return browser.post(at("bid", evening), {"amount": amount, "attempt": 1, "key": str(uuid4())})


def open_bids():
    for job in Job.objects.filter(task="matches.open_bids", state=Job.State.WAITING):
        jobs.perform(str(job.pk), bid_opening.open_attempt)
