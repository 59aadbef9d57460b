"""What is said of a guest's new phone at a table, each deed as a scene, and the line it leaves in the trail."""

from datetime import timedelta

from django.utils import timezone

from bos_tournament.accounts.models import PersonalLink
from bos_tournament.accounts.sign_in.personal_links import open_link
from bos_tournament.matches import new_phones
from bos_tournament.matches.models import Match
from bos_tournament.tournaments.entrants import guests
from bos_tournament.tournaments.models import Tournament
from tests.factories import TournamentFactory, pinned_pool
from tests.judging.scenario_people import judge, olga
from tests.tournaments.running_tournaments import publish, ready, start


def new_phone():
    """Gus, who plays Ben, came with a new phone: tournament, Ben's seat and the link."""
    cup = TournamentFactory(pool=pinned_pool())
    gus, ben = ready(cup, "Gus", place=1), ready(cup, "Ben", place=2)
    type(gus.user).objects.filter(pk=gus.user_id).update(guest=True, email=None)
    cup = start(Tournament.objects.get(pk=cup.pk))
    publish(cup)
    gus.refresh_from_db()
    open_link(guests.renew_link(gus, by=olga()))
    seat = Match.objects.get(seats__user=gus.user_id).seats.select_related("match").get(user=ben.user_id)
    return cup, seat, PersonalLink.objects.get(user=gus.user_id, revoked_at=None)


def answer():
    cup, ben, link = new_phone()
    yield cup
    new_phones.confirm_phone(ben, phone=link.pk, is_them=True)


def decide():
    cup, ben, link = new_phone()
    earlier = timezone.now() - timedelta(minutes=3)
    PersonalLink.objects.filter(pk=link.pk).update(opened_at=earlier)
    Match.objects.filter(pk=ben.match_id).update(made_at=earlier)
    yield cup
    new_phones.decide(ben.match, phone=link.pk, is_them=False, by=judge())


SCENES = {
    "matches.new_phones.confirm_phone": (answer, "Ben confirmed the new phone of Gus at the table."),
    "matches.new_phones.decide": (decide, "Judith decided at the table that the new phone does not belong to Gus."),
}
