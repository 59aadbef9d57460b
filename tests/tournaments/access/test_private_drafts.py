"""A tournament that was never opened is known to its staff alone: as a draft, cancelled, and until it is deleted."""

import pytest
from django.urls import reverse

from bos_tournament.errors import Refused
from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.planning import lifecycle
from bos_tournament.tournaments.rounds import undo_actions
from tests.factories import EntrantFactory, StaffFactory, UserFactory
from tests.tournaments.played_series import season

pytestmark = pytest.mark.django_db


@pytest.fixture
def draft():
    """Olga's, in a series."""
    staff = StaffFactory(tournament__state="draft", tournament__name="Secret Cup", user__handle="Olga")
    season(staff.tournament, organizer=staff.user)
    return staff


def everywhere(browser, cup):
    """What everybody may open, as one text; and whether the tournament's own doors lead somewhere."""
    listed = ["/", "/tournaments/", "/tournaments/?state=cancelled", "/calendar.ics"]
    listed += ["/series/", "/series/moon-season/", reverse("tournaments:series_calendar", args=["moon-season"])]
    listed += ["/api/v1/tournaments/"]
    pages = [browser.get(address) for address in listed]
    assert {page.status_code for page in pages} == {200}
    text = "".join(page.content.decode() for page in pages)
    own = [reverse(f"tournaments:{name}", args=[cup.slug]) for name in ("detail", "players", "calendar_of")]
    own += [f"/join/{cup.join_code}/", f"/api/v1/tournaments/{cup.slug}/"]
    return cup.name in text, {browser.get(address).status_code for address in own}


def test_cleo_learns_nothing_of_a_draft_that_was_cancelled(draft, client, signed_in, at_the_desk):
    cup = draft.tournament
    lifecycle.cancel(cup, confirmation=cup.name)
    cup.refresh_from_db()

    assert cup.state == "cancelled"
    assert everywhere(client, cup) == (False, {404})
    assert everywhere(signed_in(UserFactory()), cup) == (False, {404})
    assert at_the_desk(draft).get(cup.get_absolute_url()).status_code == 200
    assert cup.name in at_the_desk(draft).get("/tournaments/").content.decode()


def test_a_tournament_that_was_open_stays_public_when_it_is_cancelled(draft, client):
    cup = lifecycle.open_registration(draft.tournament)
    lifecycle.cancel(cup, confirmation=cup.name)

    assert client.get(cup.get_absolute_url()).status_code == 200
    assert cup.name in client.get("/tournaments/?state=cancelled").content.decode()


def test_an_opening_that_was_taken_back_makes_it_private_again(draft, client):
    cup = lifecycle.open_registration(draft.tournament)
    undo_actions.undo(cup, "open", token=undo_actions.preview_undo(cup, "open").token)
    cup.refresh_from_db()
    lifecycle.cancel(cup, confirmation=cup.name)

    assert client.get(cup.get_absolute_url()).status_code == 404


@pytest.mark.parametrize("cancelled", [False, True])
def test_an_organizer_deletes_a_draft_after_reading_what_goes(draft, at_the_desk, cancelled):
    cup, desk = draft.tournament, at_the_desk(draft)
    EntrantFactory(tournament=cup)
    if cancelled:
        lifecycle.cancel(cup, confirmation=cup.name)
    door = reverse("tournaments:delete", args=[cup.slug])

    assert door in desk.get(reverse("tournaments:edit", args=[cup.slug])).content.decode()
    asked = desk.get(door).content.decode()
    gone = desk.post(door, follow=True)

    assert "1 player you added is deleted too." in asked
    assert gone.redirect_chain == [("/tournaments/", 302)]
    assert "Draft Secret Cup deleted." in gone.content.decode()
    assert not Tournament.objects.exists()

    assert [one.name for one in kept(cup)] == ["Secret Cup"]


def kept(cup):
    """What the trail keeps of its end."""
    return cup.pgh_event_model.objects.filter(pgh_obj_id=cup.pk, pgh_label="delete")


def test_what_people_know_of_is_not_deleted(draft, at_the_desk):
    cup = lifecycle.open_registration(draft.tournament)

    with pytest.raises(Refused) as refusal:
        lifecycle.delete(cup)
    page = at_the_desk(draft).post(reverse("tournaments:delete", args=[cup.slug]))

    assert refusal.value.code == "not_a_draft"
    assert page.status_code == 422
    assert "Cancel the tournament instead." in page.content.decode()
    assert Tournament.objects.filter(pk=cup.pk).exists()


def test_a_judge_and_cleo_delete_no_draft(draft, at_the_desk, signed_in):
    judge = StaffFactory(tournament=draft.tournament, role="judge")
    door = reverse("tournaments:delete", args=[draft.tournament.slug])

    assert at_the_desk(judge).post(door).status_code == 403
    assert signed_in(UserFactory(), second_factor=True).post(door).status_code == 404
    assert Tournament.objects.filter(pk=draft.tournament_id).exists()
