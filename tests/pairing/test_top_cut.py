"""Who goes on to the elimination stage."""

import pytest

from bos_tournament.pairing.standings import standings
from bos_tournament.pairing.top_cut import cut_seeds
from tests.pairing.event_notation import event_of

EIGHT = "Anna 2-0 Ben · Cleo 2-0 Dora · Emil 2-0 Finn · Gita 2-0 Hugo"


def test_the_cut_follows_the_standings_and_a_lot_orders_equals_the_same_way_every_time():
    event = event_of(EIGHT)
    cuts = [cut_seeds(event, 4, seed=seed) for seed in (1, 1, 2, 3)]

    assert {line.rank for line in standings(event)} == {1, 5}
    assert all(set(cut) == {"Anna", "Cleo", "Emil", "Gita"} for cut in cuts)
    assert cuts[0] == cuts[1]
    assert len(set(cuts)) > 1


def test_whoever_left_or_was_disqualified_makes_room_for_the_next():
    text = "Anna 2-0 Ben · Cleo 2-0 Dora\nAnna 2-0 Cleo · Ben 2-1 Dora\nCleo disqualified Dora · Ben 2-0 Anna"
    event = event_of(text, dropped={"Anna": 3})

    assert set(cut_seeds(event, 2)) == {"Ben", "Dora"}


def test_a_cut_larger_than_the_field_is_refused():
    with pytest.raises(ValueError, match="A top 16 needs 16 players; only 8 are left"):
        cut_seeds(event_of(EIGHT), 16)
