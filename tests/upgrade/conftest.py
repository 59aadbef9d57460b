"""The site of the version before, brought up once for all tests of this folder."""

import pytest

from tests.upgrade import restoring


@pytest.fixture(scope="package", autouse=True)
def site(django_db_setup, django_db_blocker, tmp_path_factory):
    """That site, brought up as every start does it. What a test does in it is taken back."""
    with django_db_blocker.unblock(), restoring.brought_up(tmp_path_factory.mktemp("upgrade")):
        yield
