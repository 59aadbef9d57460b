"""Checking in: the window, the staff, and who is not in any more."""

from datetime import timedelta

import pytest
from django.utils import timezone

from bos_tournament.errors import Refused
from bos_tournament.tournaments.entrants import check_in
from bos_tournament.tournaments.models import Entrant
from tests.factories import EntrantFactory

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def entrant(opens=-HOUR, closes=HOUR, **facts):
    now = timezone.now()
    return EntrantFactory(
        tournament__check_in_opens_at=opens and now + opens,
        tournament__check_in_closes_at=closes and now + closes,
        **facts,
    )


def test_anna_checks_in_once_however_often_she_taps():
    anna = check_in.check_in(entrant())

    assert check_in.check_in(anna).checked_in_at == anna.checked_in_at is not None


@pytest.mark.parametrize(
    ("opens", "closes", "code"),
    [(HOUR, None, "check_in_not_open"), (-2 * HOUR, -HOUR, "check_in_closed"), (None, None, "check_in_closed")],
)
def test_nobody_checks_in_outside_the_window(opens, closes, code):
    anna = entrant(opens, closes)

    with pytest.raises(Refused) as refusal:
        check_in.check_in(anna)

    anna.refresh_from_db()
    assert (refusal.value.code, anna.checked_in_at) == (code, None)


def test_staff_check_people_in_and_out_before_and_after_the_window():
    anna = entrant(HOUR, None)

    there = check_in.set_checked_in(anna, present=True)
    away = check_in.set_checked_in(anna, present=False)

    assert there.checked_in_at is not None
    assert away.checked_in_at is None


def test_after_the_start_nobody_is_checked_in():
    with pytest.raises(Refused) as refusal:
        check_in.set_checked_in(entrant(tournament__state="running"), present=True)

    assert refusal.value.code == "check_in_closed"


def test_who_withdrew_is_not_checked_in():
    ben = entrant(state=Entrant.State.WITHDRAWN, place=None)

    with pytest.raises(Refused) as refusal:
        check_in.check_in(ben)

    assert refusal.value.code == "not_entered"
