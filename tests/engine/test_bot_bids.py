"""What a bot bids: near what its own spells cost, by chance, and alike for the same salt."""

from engine.bots.bids import USUAL_BID, bid_of


def test_the_same_costs_and_salt_give_the_same_bid():
    assert bid_of([2, 4, 8], salt="a") == bid_of([2, 4, 8], salt="a")


def test_bids_spread_around_what_a_spell_costs():
    bids = {bid_of([4, 4, 8], salt=str(number)) for number in range(200)}
    assert min(bids) == 1
    assert max(bids) == 7


def test_a_list_without_spells_bids_little():
    assert all(bid_of([], salt=str(number)) <= 2 * USUAL_BID for number in range(50))
