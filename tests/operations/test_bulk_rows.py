"""Many rows at once: whole or not at all, with the defaults of their fields, and the trail knows who wrote them."""

from uuid import uuid4

import pghistory
import pytest
from django.apps import apps
from django.db import IntegrityError, transaction
from django.utils import timezone

from bos_tournament.matches.models import Bid, BidAttempt, Game, Match, Seat
from bos_tournament.operations.bulk_rows import insert_rows, update_rows
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db


def test_what_rows_leave_out_is_as_their_fields_begin():
    match = uuid4()

    insert_rows(Match, [{"id": match, "draws_allowed": False}])
    insert_rows(Game, [{"id": uuid4(), "match_id": match, "number": 1}])

    written, usual = Match.objects.get(), Match()
    assert (written.pk, written.draws_allowed, written.step) == (match, False, Match.Step.BOSSES)
    assert (written.edition, written.pool, written.finished_at) == (usual.edition, None, None)
    assert (written.games.get().ether, written.games.get().outcome) == ({}, "")


def test_few_rows_and_many_are_one_statement_and_none_are_no_statement(django_assert_num_queries):
    for count, statements in ((0, 0), (1, 1), (30, 1)):
        with django_assert_num_queries(statements):
            insert_rows(Match, [{"id": uuid4()} for _ in range(count)])

    assert Match.objects.count() == 31


def test_the_trail_knows_who_wrote_each_row():
    anna = UserFactory(handle="Anna")

    with pghistory.context(user=str(anna.pk)):
        insert_rows(Match, [{"id": uuid4()} for _ in range(3)])

    events = apps.get_model("matches", "MatchEvent").objects.select_related("pgh_context")
    assert [(event.pgh_label, event.pgh_context.metadata) for event in events] == [
        ("insert", {"user": str(anna.pk)})
    ] * 3


def test_a_row_that_cannot_be_written_leaves_none():
    match, ben = uuid4(), UserFactory(handle="Ben")
    insert_rows(Match, [{"id": match}])
    twice = [{"id": uuid4(), "match_id": match, "number": number, "user_id": ben.pk} for number in (1, 2)]

    with pytest.raises(IntegrityError, match="one_seat_per_person"), transaction.atomic():
        insert_rows(Seat, twice)

    assert not Seat.objects.exists()


def test_fields_of_many_objects_are_written_by_one_statement_and_no_others(django_assert_num_queries):
    insert_rows(Match, [{"id": uuid4()} for _ in range(30)])
    matches = list(Match.objects.all())
    for number, match in enumerate(matches):
        match.step, match.version, match.finished_at = Match.Step.BIDDING, number, timezone.now()

    for count, statements in ((0, 0), (1, 1), (30, 1)):
        with django_assert_num_queries(statements):
            update_rows(matches[:count], ["step", "version"])

    assert set(Match.objects.values_list("step", "finished_at")) == {(Match.Step.BIDDING, None)}
    assert sorted(Match.objects.values_list("version", flat=True)) == list(range(30))


def test_what_a_field_holds_is_written_as_it_is():
    match, seat, bid = uuid4(), uuid4(), uuid4()
    insert_rows(Match, [{"id": match}])
    insert_rows(Game, [{"id": uuid4(), "match_id": match, "number": 1}])
    insert_rows(Seat, [{"id": seat, "match_id": match, "number": 1, "user_id": UserFactory().pk}])
    game = Game.objects.get()
    attempt = BidAttempt.objects.create(match_id=match, game=game, number=1)
    sealed = {"commitment": b"\x00\xff" * 16, "box": b"\\x" * 34}
    insert_rows(Bid, [{"id": bid, "attempt_id": attempt.pk, "seat_id": seat, "key_id": "0", **sealed}])
    game.ether, game.chooser_id = {"1": 2**62, "2": 0}, seat
    attempt.opened_at, attempt.void_reason_message = timezone.now(), None

    update_rows([game], ["ether", "chooser"])
    update_rows([attempt], ["opened_at", "void_reason_message"])

    kept = Bid.objects.get()
    assert (bytes(kept.commitment), bytes(kept.box)) == (sealed["commitment"], sealed["box"])
    assert Game.objects.get(ether={"1": 2**62, "2": 0}).chooser_id == seat
    assert BidAttempt.objects.get(void_reason_message__isnull=True).opened_at == attempt.opened_at
