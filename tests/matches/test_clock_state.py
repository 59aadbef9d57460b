"""The clocks as values: what passes, what is free, who runs out; laws that hold whatever is tapped and when."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from bos_tournament.matches.clock_state import Setting, begun, face

NOON = datetime(2031, 5, 3, 12, 0, tzinfo=UTC)
USUAL = Setting(minutes=15, delay=30, per_game=False)
MINUTE = 60_000


def after(seconds):
    return NOON + timedelta(seconds=seconds)


def first_turn(setting=USUAL, before=None):
    return begun(NOON, first=1, setting=setting, before=before, seats=(1, 2))


def test_the_first_thirty_seconds_of_a_turn_cost_nothing():
    assert first_turn().seen(after(30)).left == {1: 15 * MINUTE, 2: 15 * MINUTE}
    assert first_turn().seen(after(45)).left == {1: 15 * MINUTE - 15_000, 2: 15 * MINUTE}


def test_each_turn_has_its_delay_anew_and_what_was_left_of_it_is_lost():
    second = first_turn().seen(after(10)).passed_on(USUAL)
    third = second.seen(after(20)).passed_on(USUAL)

    assert (second.turn, second.delay) == (2, 30_000)
    assert (third.turn, third.delay, third.left[1]) == (1, 30_000, 15 * MINUTE)


def test_a_pause_keeps_time_and_delay_and_starts_no_other_clock():
    paused = first_turn().seen(after(12)).stopped()
    going = paused.seen(after(500)).going()

    assert (going.turn, going.delay, going.left) == (1, 18_000, {1: 15 * MINUTE, 2: 15 * MINUTE})


def test_whose_time_runs_out_first_is_known_to_the_moment_and_stays_known():
    quick = Setting(minutes=1, delay=30, per_game=False)
    late = first_turn(quick).seen(after(200))
    later = late.passed_on(quick).seen(after(1_000))

    assert first_turn(quick).runs_out_at == after(90)
    assert (late.out, late.out_at, late.left[1]) == (1, after(90), 0)
    assert (later.out, later.out_at) == (1, after(90))


def test_time_is_kept_from_game_to_game_unless_each_game_has_its_own():
    ended = first_turn().seen(after(90)).stopped()
    each = Setting(minutes=15, delay=30, per_game=True)

    assert first_turn(before=ended).left[1] == 14 * MINUTE
    assert first_turn(each, before=ended).left[1] == 15 * MINUTE


def test_a_face_shows_whole_seconds_that_are_not_used_up():
    assert [face(left) for left in (900_000, 899_999, 1, 0, -5)] == ["15:00", "15:00", "0:01", "0:00", "0:00"]


@given(st.lists(st.tuples(st.sampled_from(["turn", "pause", "on"]), st.integers(0, 400_000)), max_size=30))
def test_no_clock_ever_gains_and_only_one_runs(deeds):
    clocks, moment = first_turn(), NOON
    for deed, waited in deeds:
        moment += timedelta(milliseconds=waited)
        seen = clocks.seen(moment)
        lost = {seat: clocks.left[seat] - seen.left[seat] for seat in (1, 2)}
        most = max(waited - clocks.delay, 0) if clocks.runs else 0
        assert lost[3 - clocks.turn] == 0
        assert lost[clocks.turn] == min(most, clocks.left[clocks.turn])
        clocks = {"turn": seen.passed_on(USUAL), "pause": seen.stopped(), "on": seen.going()}[deed]


@given(st.lists(st.integers(0, 1_200_000), min_size=1, max_size=12))
def test_looking_in_between_changes_nothing(looks):
    clocks = first_turn()
    for look in sorted(looks):
        clocks = clocks.seen(NOON + timedelta(milliseconds=look))

    assert clocks == first_turn().seen(NOON + timedelta(milliseconds=max(looks)))


@given(st.integers(0, 2_000_000))
def test_somebody_is_out_exactly_when_the_moment_that_was_foretold_has_come(waited):
    moment = NOON + timedelta(milliseconds=waited)

    assert (first_turn().seen(moment).out is not None) == (moment >= first_turn().runs_out_at)
