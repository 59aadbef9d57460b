"""Bids: the higher one chooses, the lower one is paid in ether, equal ones are made again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bos.model.bidding import MAX_BID, Outcome, name_chooser, refusal, resolve

amounts = st.integers(0, MAX_BID)


def test_the_higher_bid_chooses_and_the_lower_gets_its_own_amount():
    assert resolve({1: 4, 2: 7}) == Outcome(2, {1: 4, 2: 0})


def test_a_bid_of_nothing_brings_nothing():
    assert resolve({1: 0, 2: 3}) == Outcome(2, {1: 0, 2: 0})


def test_equal_bids_are_void():
    outcome = resolve({1: 5, 2: 5})

    assert outcome.tied
    assert outcome == Outcome(None, {1: 0, 2: 0})


def test_after_three_ties_the_named_player_chooses_and_the_other_gets_the_last_bid():
    assert name_chooser({"anna": 5, "ben": 5}, "ben") == Outcome("ben", {"anna": 5, "ben": 0})


def test_nobody_is_named_while_the_bids_decide():
    with pytest.raises(ValueError, match="higher one chooses"):
        name_chooser({1: 4, 2: 7}, 1)


def test_an_onlooker_cannot_be_named():
    with pytest.raises(ValueError, match="who bid"):
        name_chooser({"anna": 5, "ben": 5}, "cleo")


def test_of_several_bids_the_highest_chooses_and_everybody_else_gets_their_own():
    assert resolve({"anna": 4, "ben": 7, "cleo": 4}) == Outcome("ben", {"anna": 4, "ben": 0, "cleo": 4})


def test_a_tied_highest_bid_of_several_is_void_and_one_of_the_tied_is_named():
    bids = {"anna": 7, "ben": 3, "cleo": 7}

    assert resolve(bids).tied
    assert name_chooser(bids, "cleo") == Outcome("cleo", {"anna": 7, "ben": 3, "cleo": 0})
    with pytest.raises(ValueError, match="tied"):
        name_chooser(bids, "ben")


@pytest.mark.parametrize("amount", [-1, MAX_BID + 1, 2.5, True, "7", None])
def test_a_bid_is_a_whole_number_in_its_range(amount):
    assert refusal(amount)
    with pytest.raises(ValueError):
        resolve({1: amount, 2: 3})


def test_a_tournament_may_set_a_lower_limit():
    assert refusal(999, most=999) is None
    assert "999" in str(refusal(1000, most=999))


def test_one_bid_alone_decides_nothing():
    with pytest.raises(ValueError):
        resolve({1: 4})


@given(amounts, amounts)
def test_only_the_lower_bidder_ever_gets_ether_and_seats_do_not_matter(first, second):
    outcome, mirrored = resolve({1: first, 2: second}), resolve({2: first, 1: second})

    assert outcome.tied == mirrored.tied == (first == second)
    assert sum(outcome.ether.values()) == (0 if first == second else min(first, second))
    assert mirrored.chooser == {1: 2, 2: 1, None: None}[outcome.chooser]
