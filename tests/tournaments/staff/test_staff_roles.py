"""Invitations by link, roles, and the last organizer."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.http import Http404
from django.utils import timezone

from bos_tournament.errors import Refused, SecondFactorNeeded
from bos_tournament.tournaments.models import Staff, StaffInvitation
from bos_tournament.tournaments.staff import staff_roles
from tests.factories import GuestFactory, StaffFactory, UserFactory
from tests.polling import PATIENCE

pytestmark = pytest.mark.django_db
JUDGE = Staff.Role.JUDGE


@pytest.fixture
def organizer():
    return StaffFactory()


def invited(organizer, role=JUDGE):
    return staff_roles.invite(organizer.tournament, role=role, by=organizer.user)


def test_whoever_opens_the_link_first_becomes_staff(organizer):
    ben = UserFactory(second_factor=True)

    role = staff_roles.accept_invitation(ben, invited(organizer))

    assert (role.user, role.role, role.tournament) == (ben, JUDGE, organizer.tournament)


def test_only_the_digest_of_a_link_is_kept(organizer):
    token = invited(organizer)

    kept = StaffInvitation.objects.get()
    assert token not in {str(getattr(kept, field.attname)) for field in kept._meta.fields}


def test_a_link_works_once(organizer):
    token = invited(organizer)
    staff_roles.accept_invitation(UserFactory(second_factor=True), token)

    with pytest.raises(Http404):
        staff_roles.accept_invitation(UserFactory(second_factor=True), token)

    assert Staff.objects.filter(role=JUDGE).count() == 1


def test_a_link_ends_after_a_day_or_when_it_is_withdrawn(organizer):
    old, withdrawn = invited(organizer), invited(organizer)
    first, second = StaffInvitation.objects.order_by("made_at")
    StaffInvitation.objects.filter(pk=first.pk).update(made_at=timezone.now() - timedelta(hours=24))
    staff_roles.withdraw_invitation(second)

    for token in (old, withdrawn, "never-made"):
        with pytest.raises(Http404):
            staff_roles.accept_invitation(UserFactory(second_factor=True), token)

    assert not staff_roles.open_invitations(organizer.tournament).exists()


def test_a_link_asks_for_an_account_with_a_second_factor(organizer):
    token = invited(organizer)

    with pytest.raises(SecondFactorNeeded):
        staff_roles.accept_invitation(UserFactory(), token)
    with pytest.raises(PermissionDenied):
        staff_roles.accept_invitation(GuestFactory(), token)

    assert staff_roles.open_invitations(organizer.tournament).count() == 1


def test_who_holds_the_role_already_leaves_the_link_for_somebody_else(organizer):
    token = invited(organizer, Staff.Role.ORGANIZER)

    with pytest.raises(Refused) as refusal:
        staff_roles.accept_invitation(organizer.user, token)

    assert refusal.value.code == "role_held"
    assert staff_roles.open_invitations(organizer.tournament).count() == 1


def test_a_role_that_does_not_exist_is_refused(organizer):
    with pytest.raises(Refused) as refusal:
        invited(organizer, "king")

    assert refusal.value.code == "unknown_role"


def test_the_last_organizer_cannot_leave_and_the_last_but_one_can(organizer):
    with pytest.raises(Refused) as refusal:
        staff_roles.remove_staff(organizer)
    StaffFactory(tournament=organizer.tournament)
    staff_roles.remove_staff(organizer)

    assert refusal.value.code == "last_organizer"
    assert organizer.tournament.staff.filter(role=Staff.Role.ORGANIZER).count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_who_open_one_link_at_once_and_one_becomes_staff(organizer):
    token, together = invited(organizer), Barrier(2)

    def race(person):
        together.wait(PATIENCE)
        try:
            return staff_roles.accept_invitation(person, token)
        except Http404:
            return None
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        roles = list(pool.map(race, [UserFactory(second_factor=True) for _ in range(2)]))

    assert sum(role is not None for role in roles) == 1


@pytest.mark.django_db(transaction=True)
def test_two_organizers_who_leave_at_once_and_one_stays(organizer):
    other, together = StaffFactory(tournament=organizer.tournament), Barrier(2)

    def race(role):
        together.wait(PATIENCE)
        try:
            staff_roles.remove_staff(role)
            return "left"
        except Refused as refusal:
            return refusal.code
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        outcomes = sorted(pool.map(race, [organizer, other]))

    assert outcomes == ["last_organizer", "left"]
