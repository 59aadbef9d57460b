"""What tests of tournaments share: a staff member at the desk, and an evening on which a guest's link is renewed."""

import pytest

from bos_tournament.tournaments.models import Staff
from tests.tournaments.guest_phone_match import Evening


@pytest.fixture
def at_the_desk(signed_in):
    """The browser of a staff member, second factor confirmed: `at_the_desk(StaffFactory())`."""
    return lambda staff: signed_in(staff.user, second_factor=True)


@pytest.fixture
def evening():
    return Evening()


@pytest.fixture
def playing(evening):
    return evening.begin()


@pytest.fixture
def browser_of(signed_in, evening):
    return lambda user: signed_in(user, second_factor=Staff.objects.filter(user=user).exists())
