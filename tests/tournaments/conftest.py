"""What tests of tournaments share: a staff member at the desk."""

import pytest


@pytest.fixture
def at_the_desk(signed_in):
    """The browser of a staff member, second factor confirmed: `at_the_desk(StaffFactory())`."""
    return lambda staff: signed_in(staff.user, second_factor=True)
