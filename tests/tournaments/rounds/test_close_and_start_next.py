"""One tap from one round to the next: closed, drawn, published, or nothing of it."""

import pytest
from django.urls import reverse

from bos_tournament.errors import Refused
from bos_tournament.tournaments.models import Round, Staff
from bos_tournament.tournaments.rounds import round_cycle
from tests.factories import StaffFactory
from tests.tournaments.running_tournaments import NAMES, play, publish, running

pytestmark = pytest.mark.django_db


def refused(code, deed, *args, **told):
    with pytest.raises(Refused) as refusal:
        deed(*args, **told)
    assert refusal.value.code == code
    return str(refusal.value)


def test_one_tap_closes_draws_and_publishes():
    cup = running(NAMES[:4])
    first = publish(cup)
    play(first)

    second = round_cycle.close_and_start_next(cup, number=2)

    assert (second.number, second.state) == (2, Round.State.PUBLISHED)
    assert Round.objects.get(pk=first.pk).closed_at is not None
    assert second.pairings.filter(match__isnull=False).count() == 2


def test_the_first_round_is_one_tap_too_and_two_taps_are_one():
    cup = running(NAMES[:4])

    assert round_cycle.close_and_start_next(cup, number=1) == round_cycle.close_and_start_next(cup, number=1)
    assert Round.objects.count() == 1


def test_a_draft_that_was_looked_at_is_published_as_it_is():
    cup = running(NAMES[:4])
    draft = round_cycle.create_draft_round(cup, number=1)

    assert round_cycle.close_and_start_next(cup, number=1) == draft


def test_while_a_table_has_no_result_nothing_is_closed():
    cup = running(NAMES[:4])
    first = publish(cup)

    said = refused("results_missing", round_cycle.close_and_start_next, cup, number=2)

    assert "2 tables have no result" in said
    assert Round.objects.get(pk=first.pk).closed_at is None


def test_after_the_last_round_nothing_follows_and_it_stays_open():
    cup = running(NAMES[:4], planned=1)
    first = publish(cup)
    play(first)

    refused("not_next", round_cycle.close_and_start_next, cup, number=2)

    assert Round.objects.get(pk=first.pk).closed_at is None


def test_the_desk_offers_it_with_what_is_missing(signed_in):
    cup = running(NAMES[:4], planned=2)
    desk = signed_in(StaffFactory(tournament=cup, role=Staff.Role.ORGANIZER).user, second_factor=True)
    where = reverse("tournaments:desk", args=[cup.slug])
    first = publish(cup)

    waiting = desk.get(where).content.decode()
    play(first)
    ready = desk.get(where).content.decode()
    desk.post(reverse("tournaments:close_and_start_next", args=[cup.slug, 2]))
    last = desk.get(where).content.decode()

    assert "2 tables have no result." in waiting
    assert "Close round 1 and start round 2" in ready
    assert "start round 3" not in last
