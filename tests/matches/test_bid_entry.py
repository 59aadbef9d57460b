"""Bids: sealed, opened together, tied, named, void, on paper."""

import hmac
import json
from functools import partial
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import DatabaseError, transaction
from django.utils.crypto import salted_hmac

from bos_tournament.errors import Refused
from bos_tournament.matches import bid_crypto, bid_entry, bid_opening, bid_sealing, first_player_choice
from bos_tournament.matches.models import Bid, BidAttempt, Match
from bos_tournament.operations import idempotency
from bos_tournament.operations.models import Answered, Job
from tests.factories import UserFactory
from tests.matches.playing import (
    bid_both,
    enter,
    fresh,
    greet_both,
    live_attempt,
    match_at,
    new_match,
    open_waiting_bids,
    person,
    play_game,
    seats,
)
from tests.owner_connection import as_owner

Step, State = Match.Step, BidAttempt.State
pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    return match_at(Step.BIDDING)


def refusal(deed, *arguments, **named):
    with pytest.raises(Refused) as refused:
        deed(*arguments, **named)
    return refused.value.code


# Sealing


def test_a_receipt_names_everything_but_amount_and_time(match):
    anna, _ = seats(match)

    receipt = bid_entry.seal_bid(anna, amount=7777777)

    bid = Bid.objects.get(seat=anna)
    assert receipt == {
        "commitment": bytes(bid.commitment).hex(),
        "match": str(match.pk),
        "attempt": 1,
        "seat": str(anna.pk),
        "level": "server-sealed",
        "key_id": bid.key_id,
    }
    assert (bid.amount, bid.nonce) == (None, None)


def test_a_sealed_bid_cannot_be_changed(match):
    anna, _ = seats(match)
    bid_entry.seal_bid(anna, amount=7)

    assert refusal(bid_entry.seal_bid, anna, amount=9) == "bid_already_sealed"
    assert Bid.objects.count() == 1


@pytest.mark.parametrize("amount", [-1, 2**63, 10**30])
def test_a_bid_out_of_range_is_refused(match, amount):
    anna, _ = seats(match)

    assert refusal(bid_entry.seal_bid, anna, amount=amount) == "bid_out_of_range"
    assert Bid.objects.count() == 0


@pytest.mark.parametrize("amount", [0, 2**63 - 1])
def test_the_lowest_and_the_highest_bid_come_back_whole(match, amount):
    bid_both(match, anna=amount, ben=5)

    assert Bid.objects.get(seat__number=1).amount == amount


def test_a_bid_meant_for_an_earlier_attempt_is_refused(match):
    anna, _ = seats(match)
    bid_both(match, anna=3, ben=3)

    assert refusal(bid_entry.seal_bid, anna, amount=9, attempt=1) == "attempt_over"
    bid_entry.seal_bid(anna, amount=9, attempt=2)


def test_a_bid_that_cannot_be_sealed_is_not_taken(match, settings, tmp_path):
    (tmp_path / "file").write_text("not a folder")
    settings.BID_KEY_FILE = tmp_path / "file" / "bids.key"
    anna, _ = seats(match)

    assert refusal(bid_entry.seal_bid, anna, amount=7) == "bids_cannot_be_sealed"
    assert Bid.objects.count() == 0


def test_one_bid_a_seat_one_live_attempt_and_numbers_without_gaps(match):
    anna, _ = seats(match)
    bid_both(match, 2, 2)
    bid_both(match, 3, 3)

    live = live_attempt(match)
    bid_entry.seal_bid(anna, amount=1)

    assert [one.number for one in match.attempts.all()] == [1, 2, 3]
    with pytest.raises(DatabaseError, match="one_bid_per_seat"), transaction.atomic():
        Bid.objects.create(
            attempt=live, seat=anna, **bid_crypto.seal(bid_crypto.Place(match.pk, 3, anna.pk), 5)._asdict()
        )
    with pytest.raises(DatabaseError, match="one_live_attempt"), transaction.atomic():
        BidAttempt.objects.create(match=match, game=live.game, number=4)


@pytest.mark.parametrize(
    "change",
    [
        "commitment = decode(repeat('00', 32), 'hex')",
        "box = decode(repeat('00', 68), 'hex')",
        "key_id = 'ffffffffffffffff'",
        "level = 'paper'",
        "seat_id = gen_random_uuid()",
        "amount = 1, nonce = decode(repeat('00', 32), 'hex')",
    ],
)
def test_the_database_itself_refuses_to_change_a_sealed_bid(match, change):
    anna, _ = seats(match)
    bid_entry.seal_bid(anna, amount=7)

    with (
        pytest.raises(DatabaseError, match=r"never changes|only when both"),
        transaction.atomic(),
        as_owner() as cursor,
    ):
        cursor.execute(f"UPDATE matches_bid SET {change}")


def test_the_database_itself_refuses_to_change_or_drop_an_opened_bid(match):
    bid_both(match)

    for statement in ("UPDATE matches_bid SET amount = 8 WHERE amount = 7", "DELETE FROM matches_bid"):
        with pytest.raises(DatabaseError, match=r"never changes|stay"), transaction.atomic(), as_owner() as cursor:
            cursor.execute(statement)
    assert sorted(Bid.objects.values_list("amount", flat=True)) == [4, 7]


def bid_again(seat, key, amount):
    """What page and program do with a bid whose answer may have been lost."""
    hidden = bid_sealing.hidden(seat, amount=amount)
    deed = partial(bid_entry.seal_bid, seat, amount=amount)
    return idempotency.run_once(seat.user, key, {"bid": str(seat.pk)}, lambda: (201, deed()), hidden=hidden)


def test_a_repeated_request_gets_the_same_receipt_and_seals_once(match):
    anna, _ = seats(match)
    key = uuid4()

    answers = [bid_again(anna, key, 7) for _ in range(5)]

    assert Bid.objects.count() == 1
    assert answers == [answers[0]] * 5
    assert refusal(bid_again, anna, key, 8) == "key_reused"


@pytest.mark.parametrize("by", ["page", "program"])
def test_with_the_database_and_the_sites_secret_no_bid_is_found_by_trying(match, signed_in, by):
    anna, _ = seats(match)
    key, client = str(uuid4()), signed_in(anna.user)
    if by == "page":
        client.post(f"/matches/{match.pk}/bid/", {"amount": 83, "attempt": 1, "key": key})
    else:
        sent = {"amount": 83, "attempt": 1}
        client.post(f"/api/v1/matches/{match.pk}/bids/", sent, "application/json", headers={"Idempotency-Key": key})
    row = str(Answered.objects.values().get())

    assert Bid.objects.count() == 1
    for asked in requests_with_every_amount(anna, 90):
        text = json.dumps(asked, sort_keys=True)
        assert salted_hmac("bos.repeats", text, algorithm="sha256").hexdigest() not in row
        assert hmac.digest(settings.SECRET_KEY.encode(), text.encode(), "sha256").hex() not in row


def requests_with_every_amount(seat, most):
    for amount in range(most):
        yield from (amount, {"bid": str(seat.pk), "amount": amount, "attempt": 1})


def test_what_is_kept_of_a_bid_for_its_repetition_does_not_tell_who_was_first(match):
    for seat in seats(match):
        bid_again(seat, uuid4(), 7)

    one, other = Answered.objects.values("id", "day", "about", "status")
    assert (one.pop("id").version, other.pop("id").version) == (4, 4)
    assert one == other


@pytest.mark.parametrize("ended", ["opened", "void", "with the match"])
def test_once_bids_are_over_their_amounts_are_compared_no_more_and_the_receipt_still_comes(match, ended):
    anna, ben = seats(match)
    key = uuid4()
    receipt = bid_again(anna, key, 7)
    if ended == "opened":
        bid_again(ben, uuid4(), 4)
        open_waiting_bids()
    elif ended == "void":
        bid_entry.void_attempt(match, by=UserFactory(), reason="A phone was seen.")
    else:
        enter(match, by=UserFactory())

    assert set(Answered.objects.values_list("hidden_mac", flat=True)) == {""}
    assert bid_again(anna, key, 7) == receipt


def test_the_key_that_compares_bids_is_another_one_with_another_bid_key(match, settings, tmp_path):
    anna, _ = seats(match)
    before = bid_sealing.hidden(anna, amount=7).mac()

    settings.BID_KEY_FILE = tmp_path / "bids.key"

    assert bid_sealing.hidden(anna, amount=7).mac() != before
    assert str(2**60) not in repr(bid_sealing.hidden(anna, amount=2**60))


# Opening


def test_nothing_is_opened_before_both_are_in(match):
    anna, ben = seats(match)

    bid_entry.seal_bid(ben, amount=7)
    assert not Job.objects.exists()
    bid_entry.seal_bid(anna, amount=4)

    assert Job.objects.get().subject == live_attempt(match).pk
    assert not Bid.objects.exclude(amount=None).exists()
    open_waiting_bids()
    assert [bid.amount for bid in Bid.objects.order_by("seat__number")] == [4, 7]


def test_the_higher_bid_chooses_and_the_lower_gets_its_own_amount(match):
    bid_both(match, anna=9, ben=4)

    game = match.games.get()
    assert (fresh(match).step, game.chooser.number, game.ether) == (Step.CHOICE, 1, {"1": 0, "2": 4})


def test_opening_again_changes_nothing(match):
    bid_both(match, anna=9, ben=4)
    before = fresh(match).version

    bid_opening.open_attempt(match.attempts.get().pk)

    assert fresh(match).version == before
    assert match.attempts.count() == 1


def test_all_nonces_of_an_event_differ(match):
    for _ in range(3):
        bid_both(match, 5, 5)

    nonces = [bytes(bid.nonce) for bid in Bid.objects.all()]
    assert len(set(nonces)) == 6


def test_a_tie_is_void_for_ether_and_asks_for_new_bids(match):
    bid_both(match, 5, 5)

    game = match.games.get()
    assert (fresh(match).step, game.chooser, game.ether) == (Step.BIDDING, None, {})
    assert [one.state for one in match.attempts.all()] == [State.TIED, State.OPEN]


def test_after_the_third_tie_the_players_name_who_chooses(match):
    anna, ben = seats(match)
    for amount in (1, 2, 6):
        bid_both(match, amount, amount)
    assert fresh(match).step == Step.CHOICE
    assert [one.state for one in match.attempts.all()] == [State.TIED, State.TIED, State.NAMED]
    assert refusal(first_player_choice.choose_first, anna, goes_first=True) == "chooser_not_named"

    first_player_choice.name_chooser(anna)

    game = match.games.get()
    assert (game.chooser, game.ether) == (ben, {"1": 6, "2": 0})
    assert refusal(first_player_choice.name_chooser, ben) == "chooser_settled"
    assert refusal(first_player_choice.choose_first, anna, goes_first=True) == "not_the_chooser"
    first_player_choice.choose_first(ben, goes_first=False)
    assert match.games.get().first == anna


def test_a_chooser_by_bids_cannot_be_renamed(match):
    bid_both(match, 4, 7)
    _, ben = seats(match)

    assert refusal(first_player_choice.name_chooser, ben) == "chooser_settled"


def test_ties_are_counted_game_by_game(match):
    bid_both(match, 5, 5)
    bid_both(match, 5, 5)
    play_game(match)

    bid_both(match, 5, 5)

    assert live_attempt(match).number == 5
    assert fresh(match).step == Step.BIDDING


def test_ties_and_void_attempts_have_one_successor_and_revealed_ones_none(match):
    organizer = person()
    bid_both(match, 5, 5)
    bid_entry.void_attempt(match, by=organizer, reason="A phone was left open.")
    bid_both(match, 1, 2)
    anna, ben = seats(match)

    for attempt in match.attempts.all():
        later = match.attempts.filter(number=attempt.number + 1).count()
        assert later == (attempt.state in (State.TIED, State.VOID))
        amounts = set(attempt.bids.values_list("amount", flat=True))
        assert (len(amounts) == 1 and None not in amounts) == (attempt.state == State.TIED)


# What goes wrong


def tamper(statement, *values):
    """What somebody with the database could do, past the trigger."""
    with as_owner() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE matches_bid DISABLE TRIGGER USER")
        cursor.execute(statement, values)
        cursor.execute("ALTER TABLE matches_bid ENABLE TRIGGER USER")


def both_sealed(match):
    anna, ben = seats(match)
    bid_entry.seal_bid(anna, amount=4)
    bid_entry.seal_bid(ben, amount=7)


def swap_boxes():
    tamper("UPDATE matches_bid a SET box = b.box FROM matches_bid b WHERE a.id <> b.id")


def swap_seats():
    one, two = Bid.objects.all()
    tamper("ALTER TABLE matches_bid DROP CONSTRAINT one_bid_per_seat")
    tamper("UPDATE matches_bid SET seat_id = %s WHERE id = %s", two.seat_id, one.pk)
    tamper("UPDATE matches_bid SET seat_id = %s WHERE id = %s", one.seat_id, two.pk)


def change_commitment():
    tamper("UPDATE matches_bid SET commitment = sha256(commitment)")


def damage_a_box():
    tamper("UPDATE matches_bid SET box = set_byte(box, 20, 255 - get_byte(box, 20))")


def name_another_key():
    tamper("UPDATE matches_bid SET key_id = '0123456789abcdef'")


def drop_a_bid():
    tamper("DELETE FROM matches_bid WHERE id = (SELECT id FROM matches_bid LIMIT 1)")


@pytest.mark.parametrize(
    "harm", [swap_boxes, swap_seats, change_commitment, damage_a_box, name_another_key, drop_a_bid]
)
def test_bids_that_were_tampered_with_open_as_void_and_new_ones_are_asked_for(match, harm):
    both_sealed(match)
    harm()

    open_waiting_bids()

    first, second = match.attempts.all()
    assert (first.state, second.state, fresh(match).step) == (State.VOID, State.OPEN, Step.BIDDING)
    assert first.void_reason_words
    assert not Bid.objects.exclude(amount=None).exists()
    assert Job.objects.get().state == Job.State.DONE


def test_bids_are_void_when_their_key_is_lost_and_the_next_ones_have_a_new_key(match, settings, tmp_path):
    settings.BID_KEY_FILE = tmp_path / "bids.key"
    both_sealed(match)
    settings.BID_KEY_FILE.unlink()

    open_waiting_bids()
    bid_both(match, 1, 2)

    assert [one.state for one in match.attempts.all()] == [State.VOID, State.REVEALED]
    assert "key" in match.attempts.first().void_reason_words


def test_staff_void_bids_with_a_reason_and_never_open_ones(match):
    organizer = person()
    assert refusal(bid_entry.void_attempt, match, by=organizer, reason="  ") == "reason_missing"
    assert refusal(bid_entry.void_attempt, match, by=organizer, reason="x" * 301) == "reason_too_long"
    both_sealed(match)

    bid_entry.void_attempt(match, by=organizer, reason="Ben's phone was seen.")
    open_waiting_bids()

    first = match.attempts.first()
    assert (first.state, first.voided_by, first.void_reason) == (State.VOID, organizer, "Ben's phone was seen.")
    assert not Bid.objects.exclude(amount=None).exists()
    bid_both(match, 1, 2)
    assert refusal(bid_entry.void_attempt, match, by=organizer, reason="Too late.") == "nothing_to_void"


def test_before_the_bosses_are_shown_there_is_nothing_to_void():
    assert refusal(bid_entry.void_attempt, new_match(), by=person(), reason="Why not.") == "nothing_to_void"


# On paper


@pytest.fixture
def paper():
    match = new_match(on_paper=True)
    greet_both(match)
    return match


def test_bids_on_paper_are_entered_together_and_decide_like_sealed_ones(paper):
    anna, _ = seats(paper)
    assert refusal(bid_entry.seal_bid, anna, amount=4) == "bids_on_paper"

    bid_entry.enter_paper_bids(paper, by=anna.user, amounts={1: 4, 2: 7})

    attempt = paper.attempts.get()
    assert (fresh(paper).step, paper.games.get().ether) == (Step.CHOICE, {"1": 4, "2": 0})
    assert (attempt.state, attempt.entered_by) == (State.REVEALED, anna.user)


def test_ties_on_paper_are_counted_too(paper):
    for _ in range(3):
        bid_entry.enter_paper_bids(paper, by=person(), amounts={1: 4, 2: 4})

    assert fresh(paper).step == Step.CHOICE
    first_player_choice.name_chooser(seats(paper)[0])
    assert paper.games.get().ether == {"1": 4, "2": 0}


@pytest.mark.parametrize(
    ("amounts", "code"),
    [({1: 4}, "both_bids_needed"), ({1: 4, 2: 5, 3: 6}, "both_bids_needed"), ({1: 4, 2: -1}, "bid_out_of_range")],
)
def test_half_of_the_bids_on_paper_are_refused(paper, amounts, code):
    assert refusal(bid_entry.enter_paper_bids, paper, by=person(), amounts=amounts) == code
    assert not Bid.objects.exists()


def test_nobody_enters_bids_for_others_where_they_are_sealed(match):
    assert refusal(bid_entry.enter_paper_bids, match, by=person(), amounts={1: 4, 2: 7}) == "bids_are_sealed"


def test_mistyped_bids_on_paper_can_be_voided_until_somebody_chose(paper):
    bid_entry.enter_paper_bids(paper, by=person(), amounts={1: 44, 2: 7})

    bid_entry.void_attempt(paper, by=person(), reason="Anna bid 4, not 44.")
    assert (fresh(paper).step, paper.games.get().chooser, paper.games.get().ether) == (Step.BIDDING, None, {})
    bid_entry.enter_paper_bids(paper, by=person(), amounts={1: 4, 2: 7})
    first_player_choice.choose_first(seats(paper)[1], goes_first=True)

    assert refusal(bid_entry.void_attempt, paper, by=person(), reason="Too late.") == "nothing_to_void"
