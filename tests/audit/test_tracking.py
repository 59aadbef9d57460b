"""The audit trail: what the database writes down by itself, and who it names."""

import pghistory
import pghistory.models
import pytest
from django.apps import apps

from bos_tournament.matches.models import Match
from bos_tournament.operations.db_clock import db_now
from bos_tournament.tournaments.models import Staff, Tournament
from tests.factories import MatchFactory, StaffFactory, TournamentFactory, UserFactory

TournamentEvent = apps.get_model("tournaments", "TournamentEvent")
StaffEvent = apps.get_model("tournaments", "StaffEvent")
MatchEvent = apps.get_model("matches", "MatchEvent")
pytestmark = pytest.mark.django_db


def test_the_database_writes_down_who_changed_what_from_what_to_what():
    rita = UserFactory(handle="Rita")
    cup = TournamentFactory(name="Autumn Cup")
    with pghistory.context(user=str(rita.pk)):
        Tournament.objects.filter(pk=cup.pk).update(name="Winter Cup", capacity=8)

    made, changed = TournamentEvent.objects.filter(pgh_obj_id=cup.pk).order_by("pgh_id")

    assert (made.pgh_label, made.pgh_context, made.name, made.capacity) == ("insert", None, "Autumn Cup", 64)
    assert (changed.pgh_label, changed.name, changed.capacity) == ("update", "Winter Cup", 8)
    assert changed.pgh_context.metadata == {"user": str(rita.pk)}


def test_a_deleted_row_says_what_it_was():
    role = StaffFactory(role=Staff.Role.JUDGE)
    role.delete()

    last = StaffEvent.objects.latest("pgh_id")

    assert (last.pgh_label, last.role) == ("delete", "judge")


def test_a_version_that_only_grows_leaves_no_trace():
    """A seal bumps the match's version; its moment and its person would tell who was first."""
    match = MatchFactory()
    before = MatchEvent.objects.count()

    Match.objects.filter(pk=match.pk).update(version=7)

    assert MatchEvent.objects.count() == before


def test_the_trail_cannot_be_changed():
    TournamentFactory()

    with pytest.raises(Exception, match="Cannot update"):
        TournamentEvent.objects.update(name="Another")


def test_no_event_keeps_what_is_secret():
    words = ("amount", "nonce", "box", "commitment", "digest", "password", "join_code", "deck_version", "text", "out")
    events = [model for model in apps.get_models() if issubclass(model, pghistory.models.Event)]

    kept = {(model.__name__, field.name) for model in events for field in model._meta.fields if field.name in words}

    assert kept == set()


def test_a_page_request_names_its_user_and_no_address(client, settings):
    anna = UserFactory(handle="Anna")
    client.force_login(anna)
    cup = TournamentFactory()

    with pghistory.context(user=str(anna.pk)):
        Tournament.objects.filter(pk=cup.pk).update(name="Winter Cup")

    metadata = TournamentEvent.objects.latest("pgh_id").pgh_context.metadata
    assert metadata == {"user": str(anna.pk)}


def test_the_clock_goes_on_inside_a_transaction():
    first, second = db_now(), db_now()

    assert first < second
    assert first.tzinfo is not None
