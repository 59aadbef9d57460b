"""What tests of tournaments share: a staff member at the desk, and a browser page opened by somebody."""

import pytest
from django.conf import settings


@pytest.fixture
def at_the_desk(signed_in):
    """The browser of a staff member, second factor confirmed: `at_the_desk(StaffFactory())`."""
    return lambda staff: signed_in(staff.user, second_factor=True)


@pytest.fixture
def opened_by(signed_in, live_server):
    """Signs a browser page in as somebody."""

    def sign_in(page, user):
        key = signed_in(user, second_factor=True).cookies[settings.SESSION_COOKIE_NAME].value
        page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": key, "url": live_server.url}])
        return page

    return sign_in
