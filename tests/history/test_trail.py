"""The audit trail: what the database writes down by itself, who it names, and reading it."""

import pghistory
import pghistory.models
import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bos_tournament.history.moments import db_now
from bos_tournament.history.reading import changes
from bos_tournament.matches.models import Match
from bos_tournament.tournaments.models import Staff, Tournament
from tests.factories import MatchFactory, StaffFactory, TournamentFactory, UserFactory

TournamentEvent = apps.get_model("tournaments", "TournamentEvent")
StaffEvent = apps.get_model("tournaments", "StaffEvent")
MatchEvent = apps.get_model("matches", "MatchEvent")
pytestmark = pytest.mark.django_db


def test_a_change_is_told_with_who_what_and_from_what_to_what():
    rita = UserFactory(handle="Rita")
    cup = TournamentFactory(name="Autumn Cup")
    with pghistory.context(user=str(rita.pk)):
        Tournament.objects.filter(pk=cup.pk).update(name="Winter Cup", capacity=8)

    newest, oldest = changes(TournamentEvent)

    assert (newest.who, newest.deed, newest.model, newest.row) == ("Rita", "changed", "tournament", str(cup.pk))
    assert {field: (old, new) for field, old, new in newest.fields} == {
        "name": ("Autumn Cup", "Winter Cup"),
        "capacity": (64, 8),
    }
    assert (oldest.who, oldest.deed) == ("", "made")


def test_a_deleted_row_says_what_it_was():
    role = StaffFactory(role=Staff.Role.JUDGE)
    role.delete()

    newest = changes(StaffEvent)[0]

    assert newest.deed == "deleted"
    assert ("role", "judge", None) in newest.fields


def test_several_models_come_newest_first_and_filtered():
    cup, other = TournamentFactory(), TournamentFactory()
    StaffFactory(tournament=cup)
    StaffFactory(tournament=other)

    told = changes(StaffEvent, limit=10, tournament=cup)

    assert [change.deed for change in told] == ["made"]
    assert len(changes(StaffEvent, TournamentEvent, limit=3)) == 3


def test_the_trail_is_read_with_the_same_number_of_queries_however_long_it_is():
    def queries():
        with CaptureQueriesContext(
            connection,
        ) as asked:
            changes(StaffEvent, TournamentEvent)
        return len(asked)

    def somebody_joins():
        with pghistory.context(user=str(UserFactory().pk)):
            StaffFactory()

    somebody_joins()
    few = queries()
    for _ in range(29):
        somebody_joins()

    assert queries() == few <= 3


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
