"""Tables without a result long after the others: the desk sees them, their players are reminded, nobody else is."""

from datetime import timedelta

import pytest
from django.utils import timezone

from bos_tournament.matches.models import Match
from bos_tournament.tournaments.models import Round, Sitting, Tournament
from bos_tournament.tournaments.standings import table_status
from tests.factories import StaffFactory, UserFactory
from tests.tournaments import running_tournaments

pytestmark = pytest.mark.django_db
NAMES = ["Anna", "Ben", "Carl", "Dora"]


@pytest.fixture
def late():
    """Round 1 with two tables: the first ended 16 minutes ago, the second is being played."""
    tournament = running_tournaments.running(NAMES)
    running_tournaments.publish(tournament)
    first, second = Match.objects.filter(pairing__round__stage__tournament=tournament).order_by("pairing__table")
    ended = timezone.now() - timedelta(minutes=16)
    Match.objects.filter(pk=first.pk).update(step="finished", finished_at=ended, reason="played")
    Match.objects.filter(pk=second.pk).update(step="playing")
    return tournament, second


def someone_at(match):
    return Sitting.objects.filter(pairing__match=match).first().entrant.user


def nudge(signed_in, tournament, user):
    return signed_in(user).get(f"/tournaments/{tournament.slug}/nudge/")


def test_players_of_the_late_table_are_reminded_and_the_others_are_not(late, signed_in):
    tournament, second = late
    first = Match.objects.exclude(pk=second.pk).get()

    assert "Is your match over?" in nudge(signed_in, tournament, someone_at(second)).content.decode()
    assert "Is your match over?" not in nudge(signed_in, tournament, someone_at(first)).content.decode()
    page = signed_in(someone_at(second)).get(tournament.get_absolute_url()).content.decode()
    assert "Is your match over?" in page


def test_the_desk_shows_the_table(late, signed_in):
    tournament, _ = late
    staff = StaffFactory(tournament=tournament, role="scorekeeper").user

    desk = signed_in(staff, second_factor=True).get(f"/tournaments/{tournament.slug}/desk/").content.decode()

    assert "others have finished" in desk


def test_nobody_is_reminded_too_early_or_after_the_round(late, signed_in):
    tournament, second = late
    player = someone_at(second)
    Match.objects.exclude(pk=second.pk).update(finished_at=timezone.now())
    early = nudge(signed_in, tournament, player).content.decode()
    Match.objects.exclude(pk=second.pk).update(finished_at=timezone.now() - timedelta(hours=1))
    Round.objects.update(closed_at=timezone.now())

    closed = nudge(signed_in, tournament, player).content.decode()

    assert "Is your match over?" not in early + closed


def test_while_less_than_half_have_a_result_nobody_is_late():
    now = timezone.now()

    def due(*ended):
        return table_status.results_due(ended, timedelta(minutes=15))

    assert due() is None
    assert due(now, None, None) is None
    assert due(now, None) == now + timedelta(minutes=15)
    assert due(now - timedelta(hours=1), now, None, None, None) is None
    assert due(now - timedelta(hours=1), now, None) == now + timedelta(minutes=15)


def test_cleo_the_onlooker_is_reminded_of_nothing(late, signed_in):
    tournament, _ = late

    assert nudge(signed_in, tournament, UserFactory(handle="Cleo")).status_code == 404


def test_the_tournament_says_how_long_after_the_others_a_table_is_late(late, signed_in):
    tournament, second = late
    assert tournament.late_minutes == 15
    Tournament.objects.filter(pk=tournament.pk).update(late_minutes=20)
    staff = StaffFactory(tournament=tournament, role="scorekeeper").user

    desk = signed_in(staff, second_factor=True).get(f"/tournaments/{tournament.slug}/desk/").content.decode()
    nudged = nudge(signed_in, tournament, someone_at(second)).content.decode()

    assert "others have finished" not in desk
    assert "Is your match over?" not in nudged
