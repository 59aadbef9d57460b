"""Players' clocks: two phones and every reload agree, each tap counts once, and nothing is lost by a clock alone."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import ProgrammingError, connection, transaction
from django.urls import reverse
from django.utils import timezone

from bos_tournament.errors import Refused
from bos_tournament.matches import (
    clock_marks,
    clocks,
    first_player_choice,
    match_start,
    presenter,
    reserve_swaps,
    result_reports,
)
from bos_tournament.matches.clock_state import Setting, begun
from bos_tournament.matches.models import ClockMark, Match, Reason
from tests.factories import UserFactory
from tests.matches.playing import Step, bid_both, enter, fresh, match_at, seats, start_match

pytestmark = pytest.mark.django_db
Deed = ClockMark.Deed


def timed(step=Step.PLAYING, *, minutes=15, delay=30, per_game=False):
    """A match with clocks at this step; Ben goes first."""
    match = match_at(step)
    Match.objects.filter(pk=match.pk).update(clock_minutes=minutes, clock_delay=delay, clock_per_game=per_game)
    return fresh(match)


def begun_before(match, *, seconds):
    """The clocks of the open game began so long ago."""
    game = match.games.latest("number")
    past = timezone.now() - timedelta(seconds=seconds)
    setting = clock_marks.setting_of(match)
    state = begun(past, first=game.first.number, setting=setting, before=None, seats=(1, 2))
    clock_marks.make(match, game, Deed.START, state, by=None)
    match.save()
    return fresh(match)


def to_second_game(match):
    """Through the bids and swaps of the second game; Anna's seat."""
    bid_both(match)
    anna, ben = seats(match)
    first_player_choice.choose_first(ben, goes_first=True)
    for seat in (anna, ben):
        reserve_swaps.swap_reserves(seat, out=[], into=[])
    return seats(match)[0]


def refused(code, deed, *args, **told):
    with pytest.raises(Refused) as refusal:
        deed(*args, **told)
    assert refusal.value.code == code


def shown_to(seat=None, match=None):
    return presenter.present_match(fresh(match or seat.match), seat)["clocks"]


def test_the_clocks_begin_with_the_turn_of_whoever_goes_first():
    match = timed()
    anna, ben = seats(match)
    assert shown_to(anna)["state"] == "to_begin"

    mark = clocks.start_clocks(anna, after=0)

    assert (mark.number, mark.turn, mark.runs, mark.left) == (1, 2, True, {"1": 900_000, "2": 900_000})
    assert [shown_to(seat)["turn_name"] for seat in (anna, ben)] == [str(ben.user)] * 2


def test_both_players_and_onlookers_see_the_same_clocks():
    match = begun_before(timed(), seconds=100)
    anna, ben = seats(match)

    seen = [shown_to(seat, match) for seat in (anna, ben, None)]

    assert len({(one["mark"], one["at"], str(one["faces"])) for one in seen}) == 1
    assert [one["you"] and one["you"]["may_tap"] for one in seen] == [True, True, None]


def test_a_tap_that_is_sent_again_is_the_same_tap():
    match = timed()
    anna, ben = seats(match)
    clocks.start_clocks(ben, after=0)

    first = clocks.end_turn(ben, of=2, after=1)
    again = clocks.end_turn(ben, of=2, after=1)
    clocks.end_turn(anna, of=1, after=2)
    much_later = clocks.end_turn(ben, of=2, after=1)

    assert first == again == much_later
    assert [mark.turn for mark in match.marks.all()] == [2, 1, 2]


def test_both_say_that_the_turn_has_ended_and_it_ends_once():
    match = timed()
    anna, ben = seats(match)
    clocks.start_clocks(anna, after=0)
    assert clocks.start_clocks(ben, after=0).number == 1

    assert clocks.end_turn(ben, of=2, after=1) == clocks.end_turn(anna, of=2, after=1)
    assert match.marks.count() == 2


def test_who_claims_the_end_of_the_others_turn_starts_their_own_time():
    match = begun_before(timed(), seconds=130)
    anna, _ = seats(match)

    mark = clocks.end_turn(anna, of=2, after=1)

    assert (mark.turn, mark.by, mark.runs) == (1, anna.user, True)
    assert 700_000 < mark.left["2"] <= 800_000
    assert mark.left["1"] == 900_000


def test_a_tap_for_a_turn_that_is_not_on_is_refused():
    match = timed()
    anna, ben = seats(match)
    refused("clocks_not_begun", clocks.end_turn, ben, of=2, after=0)
    clocks.start_clocks(anna, after=0)

    refused("clock_moved", clocks.end_turn, anna, of=1, after=1)
    clocks.pause_clocks(match, by=ben.user, after=1)
    refused("clocks_paused", clocks.end_turn, ben, of=2, after=2)


def in_the_second_game():
    """Game 1 was played with clocks (marks 1 and 2); in game 2 it is Ben's first turn (mark 3)."""
    match = begun_before(timed(), seconds=5)
    anna, ben = seats(match)
    result_reports.report_result(anna, winner=anna, reason=Reason.PLAYED)
    result_reports.agree(ben)
    return fresh(match), to_second_game(match)


def test_a_tap_that_was_lost_in_the_first_game_does_nothing_in_the_second():
    match, anna = in_the_second_game()
    _, ben = seats(match)

    assert clocks.start_clocks(anna, after=0).number == 1
    clocks.start_clocks(anna, after=2)
    refused("clock_moved", clocks.end_turn, ben, of=2, after=1)
    clocks.pause_clocks(match, by=ben.user, after=3)
    refused("clock_moved", clocks.resume_clocks, match, by=ben.user, after=1)

    assert [mark.deed for mark in match.marks.all()] == [Deed.START, Deed.STOP, Deed.START, Deed.PAUSE]


def test_a_tap_from_before_staff_set_the_clocks_ends_no_turn_after_it():
    match, judge = begun_before(timed(), seconds=5), UserFactory()
    _, ben = seats(match)
    clocks.set_clocks(match, by=judge, left={1: 60, 2: 30}, turn=2, why="Anna had tapped by mistake.")
    clocks.resume_clocks(match, by=judge, after=2)

    refused("clock_moved", clocks.end_turn, ben, of=2, after=1)

    assert clocks.end_turn(ben, of=2, after=2).turn == 1


def test_letting_go_on_ends_the_pause_that_was_seen_and_none_that_came_after_it():
    match, judge = begun_before(timed(), seconds=5), UserFactory()
    anna, ben = seats(match)
    clocks.pause_clocks(match, by=anna.user, after=1)
    clocks.resume_clocks(match, by=ben.user, after=2)
    clocks.pause_clocks(match, by=judge, after=3, why="I look at line 9.")

    refused("clock_moved", clocks.resume_clocks, match, by=anna.user, after=2)

    assert shown_to(anna)["state"] == "paused"
    assert clocks.resume_clocks(match, by=anna.user, after=4).runs


def test_a_pause_stops_everything_until_it_ends_and_is_one_however_often_it_is_tapped():
    match = begun_before(timed(), seconds=50)
    anna, ben = seats(match)

    paused = clocks.pause_clocks(match, by=anna.user, after=1)
    assert (
        clocks.pause_clocks(match, by=anna.user, after=1) == clocks.pause_clocks(match, by=ben.user, after=1) == paused
    )
    going = clocks.resume_clocks(match, by=ben.user, after=2)

    assert (paused.runs, going.runs, going.turn) == (False, True, 2)
    assert going.left == paused.left
    assert clocks.pause_clocks(match, by=anna.user, after=1) == paused
    assert clocks.pause_clocks(match, by=anna.user, after=3).number == 4


def test_clocks_stand_still_while_no_game_is_played():
    match = begun_before(timed(), seconds=60)
    anna, ben = seats(match)

    result_reports.report_result(anna, winner=anna, reason=Reason.PLAYED)
    refused("not_now", clocks.end_turn, ben, of=2, after=1)
    stopped = clock_marks.last(match)
    result_reports.agree(ben)

    assert (stopped.deed, stopped.runs, stopped.by) == (Deed.STOP, False, None)
    assert clock_marks.last(match) == stopped
    assert shown_to(anna)["state"] == "stopped"


def test_a_report_that_is_withdrawn_leaves_the_clocks_paused():
    match = begun_before(timed(), seconds=60)
    anna, ben = seats(match)
    result_reports.report_result(anna, winner=anna, reason=Reason.PLAYED)

    result_reports.withdraw_report(anna)

    assert shown_to(ben)["state"] == "paused"
    assert clocks.resume_clocks(fresh(match), by=ben.user, after=2).runs


@pytest.mark.parametrize("per_game", [False, True])
def test_the_next_game_begins_with_what_is_left_or_with_a_time_of_its_own(per_game):
    match = begun_before(timed(per_game=per_game), seconds=330)
    anna, ben = seats(match)
    result_reports.report_result(anna, winner=anna, reason=Reason.PLAYED)
    result_reports.agree(ben)

    mark = clocks.start_clocks(to_second_game(match), after=2)

    assert (mark.left["2"] == 900_000) is per_game
    assert mark.left["1"] == 900_000


def test_a_time_that_is_out_ends_nothing_and_is_known_to_the_moment():
    match = begun_before(timed(minutes=1), seconds=200)
    anna, ben = seats(match)

    passed = clocks.end_turn(ben, of=2, after=1)

    began = match.marks.get(number=1).at
    assert (passed.out, passed.out_at) == (2, began + timedelta(seconds=90))
    assert fresh(match).step == Step.PLAYING
    assert (fresh(match).flag_seat, fresh(match).flag_at) == (2, began + timedelta(seconds=90))
    assert shown_to(anna)["out"]["name"] == str(ben.user)


def test_staff_set_the_clocks_with_a_reason_and_a_time_given_back_is_out_no_more():
    match, judge = begun_before(timed(minutes=1), seconds=200), UserFactory()
    _, ben = seats(match)
    clocks.end_turn(ben, of=2, after=1)

    mark = clocks.set_clocks(match, by=judge, left={1: 60, 2: 30}, turn=2, why="The phone was off.")

    assert (mark.deed, mark.runs, mark.turn, mark.out) == (Deed.SET, False, 2, None)
    assert mark.left == {"1": 60_000, "2": 30_000}
    assert fresh(match).flag_at is None
    assert "The phone was off." in shown_to(ben)["said"]


def test_clocks_are_not_set_without_a_reason_or_to_what_no_clock_shows():
    match, judge = begun_before(timed(), seconds=5), UserFactory()

    refused("reason_missing", clocks.set_clocks, match, by=judge, left={1: 60, 2: 30}, turn=2, why=" ")
    for left, turn in (({1: 60}, 1), ({1: 60, 2: -1}, 1), ({1: 60, 2: 30}, 3), ({1: 60, 2: 999_999}, 1)):
        refused("clocks_wrong", clocks.set_clocks, match, by=judge, left=left, turn=turn, why="So it is.")


def test_a_match_without_clocks_knows_none():
    anna, _ = seats(match_at(Step.PLAYING))

    refused("no_clocks", clocks.start_clocks, anna, after=0)
    assert shown_to(anna) is None


def test_clocks_wait_until_the_game_is_played():
    anna, _ = seats(timed(Step.BIDDING))

    refused("not_now", clocks.start_clocks, anna, after=0)


def test_a_match_that_is_called_off_or_entered_at_the_desk_stops_its_clocks():
    off, entered = begun_before(timed(), seconds=5), begun_before(timed(), seconds=5)

    match_start.withdraw_match(off)
    enter(entered, UserFactory())

    assert [clock_marks.last(match).deed for match in (off, entered)] == [Deed.STOP] * 2
    assert [shown_to(match=match) for match in (off, entered)] == [None, None]


def test_no_mark_is_ever_changed():
    match = begun_before(timed(), seconds=5)

    with pytest.raises(ProgrammingError), transaction.atomic():
        match.marks.update(left={"1": 1, "2": 1})


def test_a_match_is_played_with_the_clocks_that_its_tournament_names():
    people = [(seat.user, seat.deck_version) for seat in seats(match_at(Step.BOSSES))]

    match = start_match(
        people,
        edition="bos-1",
        pool=None,
        draws_allowed=True,
        bids_on_paper=False,
        clocks=Setting(20, 10, per_game=True),
    )

    assert (match.clock_minutes, match.clock_delay, match.clock_per_game) == (20, 10, True)


@pytest.mark.django_db(transaction=True)
def test_taps_of_both_phones_in_the_same_moment_make_one_mark():
    match = timed()
    anna, ben = seats(match)
    clocks.start_clocks(anna, after=0)

    def tap(seat):
        try:
            return clocks.end_turn(seat, of=2, after=1).number
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as phones:
        numbers = list(phones.map(tap, [anna, ben, anna, ben]))

    assert numbers == [2, 2, 2, 2]


def post(browser, name, match, **said):
    return browser.post(reverse(f"matches:{name}", args=[match.pk]), said)


def test_players_tap_on_their_phones_with_and_without_scripts(signed_in):
    match = timed()
    anna, ben = seats(match)
    hers, his = signed_in(anna.user), signed_in(ben.user)

    assert post(hers, "start_clocks", match, after=0).status_code == 302
    where = reverse("matches:end_turn", args=[match.pk])
    answer = his.post(where, {"after": 1, "of": 2}, headers={"HX-Request": "true"})

    assert answer.status_code == 200
    assert f"{anna.user}&#x27;s turn" in answer.content.decode()
    assert "End my turn" in hers.get(reverse("matches:clocks", args=[match.pk])).content.decode()


def test_the_clocks_ask_again_for_nothing_while_nobody_taps(signed_in):
    match = begun_before(timed(), seconds=5)
    anna, ben = seats(match)
    phone, where = signed_in(anna.user), reverse("matches:clocks", args=[match.pk])
    tag = phone.get(where)["ETag"]

    assert phone.get(where, headers={"If-None-Match": tag}).status_code == 304
    clocks.end_turn(ben, of=2, after=1)
    assert phone.get(where, headers={"If-None-Match": tag}).status_code == 200


def test_a_tap_leaves_a_report_that_is_half_filled_in_alone(signed_in):
    match = begun_before(timed(), seconds=5)
    anna, ben = seats(match)
    phone, where = signed_in(anna.user), reverse("matches:live", args=[match.pk])
    tag = phone.get(where)["ETag"]

    clocks.end_turn(ben, of=2, after=1)

    assert phone.get(where, headers={"If-None-Match": tag}).status_code == 304


def test_a_tap_that_cannot_be_read_or_comes_too_late_says_so(signed_in):
    match = begun_before(timed(), seconds=5)
    anna, _ = seats(match)
    phone = signed_in(anna.user)

    unread = post(phone, "end_turn", match, after="x", of=2)
    late = post(phone, "end_turn", match, after=1, of=1)

    assert (unread.status_code, late.status_code) == (422, 422)
    assert "could not be read" in unread.content.decode()
    assert "already passed" in late.content.decode()


def test_cleo_sees_the_clocks_and_taps_none(signed_in):
    match = begun_before(timed(), seconds=5)
    cleo = signed_in(UserFactory())

    page = cleo.get(reverse("matches:detail", args=[match.pk])).content.decode()

    assert 'id="clocks"' in page
    assert "Pause clocks" not in page
    assert post(cleo, "pause_clocks", match, after=1).status_code == 403


@pytest.mark.parametrize("per_game", [False, True])
def test_what_was_done_to_the_clocks_in_one_game_is_not_said_in_the_next(per_game):
    match = begun_before(timed(per_game=per_game), seconds=60)
    anna, ben = seats(match)
    clocks.pause_clocks(match, by=ben.user, after=1)
    assert shown_to(anna)["said"] == f"{ben.user} paused the clocks"
    result_reports.report_result(anna, winner=anna, reason=Reason.PLAYED)
    result_reports.report_result(ben, winner=anna, reason=Reason.PLAYED)

    bidding = shown_to(anna)
    to_second_game(fresh(match))
    playing = shown_to(anna)

    assert bidding["said"] == playing["said"] == ""
