"""Where no demo is made."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from bos_tournament.cards.models import Card
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def home(settings, tmp_path):
    """The folder where the sign-ins of a demo would be kept."""
    settings.BOS_HOME = tmp_path
    return tmp_path


def test_a_site_with_people_gets_no_demo(home):
    UserFactory(handle="Anna")

    with pytest.raises(CommandError, match="people already"):
        call_command("demo")

    assert not Card.objects.exists()
    assert not (home / "demo-sign-ins.txt").exists()


def test_a_site_without_a_demo_has_no_codes(home):
    with pytest.raises(CommandError, match="no demo"):
        call_command("code", "organizer", stdout=StringIO())
