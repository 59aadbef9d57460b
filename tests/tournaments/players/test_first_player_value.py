"""The sums behind what going first is worth: rates, bands, and the price at which both are as likely to win."""

from math import exp

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bos_tournament.tournaments.players.first_player_value import Rate, bands, fair

GAMES = st.dictionaries(
    st.integers(-300, 300), st.tuples(st.integers(0, 40), st.integers(0, 40)).filter(any), max_size=40
)


def curve(level, slope, each=1000, prices=range(-4, 21)):
    """Games exactly along the curve."""
    chances = {price: 1 / (1 + exp(slope * price - level)) for price in prices}
    return {price: (round(each * one), each - round(each * one)) for price, one in chances.items()}


def test_the_price_is_where_both_are_as_likely_to_win():
    found = fair(curve(level=2, slope=0.2))

    assert found.price == pytest.approx(10, abs=0.05)
    assert found.low < 10 < found.high
    assert found.high - found.low < 1


def test_fewer_games_leave_it_wider():
    many, few = fair(curve(2, 0.2, each=1000)), fair(curve(2, 0.2, each=20))

    assert few.high - few.low > 5 * (many.high - many.low)


@pytest.mark.parametrize(
    "games",
    [
        {},
        {0: (20, 19)},  # 39 games
        {0: (40, 40)},  # one price alone
        {0: (500, 500), 5: (500, 500)},  # ether does not count
        {0: (400, 600), 5: (600, 400)},  # the more the other has, the better: no price at all
        {0: (50, 0), 9: (0, 50)},  # no curve fits
        {0: (21, 19), 1: (19, 21)},  # too few to show it
    ],
)
def test_what_games_do_not_tell_is_not_told(games):
    assert fair(games) is None


@given(GAMES)
def test_told_from_the_other_side_it_is_the_same_price(games):
    here, there = fair(games), fair({-price: (lost, won) for price, (won, lost) in games.items()})

    assert (here is None) == (there is None)
    if here and there:
        assert there.price == pytest.approx(-here.price, rel=1e-6, abs=1e-6)
        assert (there.low, there.high) == pytest.approx((-here.high, -here.low), rel=1e-6, abs=1e-6)


@given(GAMES)
def test_every_game_is_in_one_of_at_most_ten_bands_of_equal_width(games):
    found = bands(games)

    assert sum(band.first.of for band in found) == sum(won + lost for won, lost in games.values())
    assert sum(band.first.won for band in found) == sum(won for won, lost in games.values())
    assert len(found) <= 10
    assert len({band.most - band.least for band in found}) <= 1
    assert all(one.most < other.least for one, other in zip(found, found[1:], strict=False))


@pytest.mark.parametrize(
    ("won", "of", "shown"), [(8, 10, (80, 49, 94)), (0, 5, (0, 0, 43)), (5, 5, (100, 57, 100)), (0, 0, (0, 0, 100))]
)
def test_a_rate_says_where_it_surely_lies(won, of, shown):
    rate = Rate(won, of)

    assert (rate.percent, rate.low, rate.high) == shown
