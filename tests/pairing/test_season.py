"""Season tables: places become points, the best of which add up, whatever the order of the events."""

from hypothesis import given
from hypothesis import strategies as some

from bos_tournament.pairing.season import USUAL_POINTS, Scale, season, season_places

PEOPLE = ("anna", "ben", "cleo", "dora", "emil")
orders = some.dictionaries(some.sampled_from(PEOPLE), some.integers(1, 4), min_size=1)
scales = some.builds(
    Scale,
    points=some.lists(some.integers(0, 50), min_size=1, max_size=6).map(lambda one: tuple(sorted(one, reverse=True))),
    taking_part=some.integers(0, 5),
    full_at=some.integers(0, 8),
    best=some.none() | some.integers(1, 6),
)
seasons = some.lists(orders, max_size=6).map(
    lambda all_: {f"cup {at}": season_places(one) for at, one in enumerate(all_)}
)


def test_equals_share_a_place_and_the_next_come_after_all_of_them():
    assert season_places({"anna": 1, "ben": 2, "cleo": 2, "dora": 5}) == {"anna": 1, "ben": 2, "cleo": 2, "dora": 4}
    assert season_places({}) == {}


def test_a_place_gives_its_points_and_later_ones_only_those_for_taking_part():
    scale = Scale(points=(10, 6), taking_part=1)

    assert [scale.worth(place, players=9) for place in (1, 2, 3)] == [11, 7, 1]


def test_with_fewer_players_than_asked_a_place_gives_its_share_rounded_up_and_taking_part_stays_whole():
    scale = Scale(points=(10, 5), taking_part=2, full_at=8)

    assert [scale.worth(1, players=players) for players in (4, 7, 8, 20)] == [7, 11, 12, 12]
    assert scale.worth(2, players=4) == 5


def test_only_the_best_results_count_and_of_equal_ones_the_earlier():
    events = {"one": {"anna": 2}, "two": {"anna": 1}, "three": {"anna": 2}}

    (anna,) = season(Scale(points=(10, 5), best=2), events)

    assert anna.total == 15
    assert [(one.event, one.counts) for one in anna.finishes] == [("one", True), ("two", True), ("three", False)]


def test_equal_totals_share_a_place():
    table = season(Scale(points=(10, 5)), {"one": {"anna": 1, "ben": 2, "cleo": 3}, "two": {"ben": 1, "anna": 2}})

    assert [(one.place, one.player, one.total) for one in table] == [(1, "anna", 15), (1, "ben", 15), (3, "cleo", 0)]


def test_the_usual_points_never_rise():
    assert list(USUAL_POINTS) == sorted(USUAL_POINTS, reverse=True)


@given(scales, seasons)
def test_a_total_is_the_sum_of_the_best_results(scale, events):
    for one in season(scale, events):
        worth = sorted((finish.points for finish in one.finishes), reverse=True)
        assert one.total == sum(worth[: scale.best])
        assert one.total == sum(finish.points for finish in one.finishes if finish.counts)
        assert len(one.finishes) == sum(one.player in placed for placed in events.values())


@given(scales, seasons, some.randoms(use_true_random=False))
def test_no_total_and_no_place_depends_on_the_order_of_the_events(scale, events, chance):
    names = list(events)
    chance.shuffle(names)
    shuffled = season(scale, {name: events[name] for name in names})

    def told(table):
        return [(one.place, one.player, one.total) for one in table]

    assert told(shuffled) == told(season(scale, events))


@given(scales, seasons)
def test_the_table_falls_from_the_top_and_who_has_more_stands_higher(scale, events):
    table = season(scale, events)

    for one in table:
        assert one.place == 1 + sum(other.total > one.total for other in table)
    assert [one.place for one in table] == sorted(one.place for one in table)


@given(scales, some.integers(1, 10), some.integers(1, 30))
def test_a_better_place_and_a_larger_field_never_give_less(scale, place, players):
    assert scale.worth(place, players=players) >= scale.worth(place + 1, players=players)
    assert scale.worth(place, players=players + 1) >= scale.worth(place, players=players)
