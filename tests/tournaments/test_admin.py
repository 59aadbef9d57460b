"""Tournaments in the admin: to be looked at and mended, without a way around the deeds and without secrets."""

import pytest
from django.urls import reverse

from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.staff import staff_roles
from tests.factories import DeckVersionFactory, EntrantFactory, StaffFactory, UserFactory

pytestmark = pytest.mark.django_db
MODELS = ("tournament", "entrant", "staffinvitation", "stage", "round", "pairing")


@pytest.fixture
def rita(signed_in):
    return signed_in(UserFactory(handle="Rita", is_staff=True, is_superuser=True), second_factor=True)


@pytest.mark.parametrize("model", MODELS)
def test_every_list_opens_and_is_searched(rita, model):
    EntrantFactory(tournament=StaffFactory().tournament)

    page = rita.get(reverse(f"admin:tournaments_{model}_changelist"), {"q": "Autumn"})

    assert page.status_code == 200


def test_an_admin_mends_texts_and_open_pages_learn_of_it(rita):
    tournament = StaffFactory(tournament__place="Hal").tournament
    address = reverse("admin:tournaments_tournament_change", args=[tournament.pk])
    form = rita.get(address).context["adminform"].form
    rows = {"staff-TOTAL_FORMS": 0, "staff-INITIAL_FORMS": 0}

    page = rita.post(address, {**form.initial, "place": "Hall", "state": "finished", **rows})

    tournament.refresh_from_db()
    assert page.status_code == 302
    assert (tournament.place, tournament.state, tournament.version) == ("Hall", Tournament.State.OPEN, 1)


def test_what_deeds_write_is_not_written_here(rita):
    for model in MODELS:
        assert rita.get(reverse(f"admin:tournaments_{model}_add")).status_code == 403


def test_only_a_draft_is_deleted(rita):
    draft, seen = StaffFactory(tournament__state="draft").tournament, StaffFactory().tournament

    answers = [
        rita.get(reverse("admin:tournaments_tournament_delete", args=[one.pk])).status_code for one in (draft, seen)
    ]

    assert answers == [200, 403]


def test_neither_lists_nor_digests_are_shown(rita):
    organizer = StaffFactory()
    entrant = EntrantFactory(tournament=organizer.tournament)
    entrant.deck_version = DeckVersionFactory(owner=entrant.user)
    entrant.save()
    staff_roles.invite(organizer.tournament, role="judge", by=organizer.user)
    invitation = organizer.tournament.invitations.get()

    entry = rita.get(reverse("admin:tournaments_entrant_change", args=[entrant.pk])).content.decode()
    invited = rita.get(reverse("admin:tournaments_staffinvitation_change", args=[invitation.pk])).content.decode()

    assert str(entrant.deck_version.pk) not in entry
    assert invitation.token_digest not in invited
