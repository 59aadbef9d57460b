"""What the engine finds in a record that was handed in, with what the match pinned."""

import pytest

from bos_tournament.judging.models import Finding
from bos_tournament.judging.records import record_entry
from bos_tournament.judging.records.adjudication import find
from bos_tournament.matches import reserve_swaps
from bos_tournament.matches.models import Match
from bos_tournament.operations import jobs
from tests.judging.cases import at_a_table, record
from tests.matches.playing import Step
from tests.polling import wait_until

pytestmark = pytest.mark.django_db


def found(case, *lines):
    return find(case.dispute(text=record(case, *lines)).records.get().pk)


def test_a_lawful_beginning_is_unfinished():
    finding = found(at_a_table(), "1. T1 P2", "2. E")

    assert (finding.finding, finding.line) == ("unfinished", None)


def test_the_wrong_player_going_first_is_illegal_whatever_the_header_says():
    case = at_a_table()  # Ben bid more and chose to go first.

    finding = find(case.dispute(text="[First P1]\n" + record(case, "1. T1 P1")).records.get().pk)

    assert (finding.finding, finding.line, finding.rule) == ("illegal", 1, "3.1.1")
    assert "P2 did" in " ".join(finding.data["notes"])


def test_annas_ether_is_the_bid_she_lost_with():
    finding = found(at_a_table(), "1. T1 P2", "2. E", "3. = E4/0")

    assert finding.finding == "unfinished"


def test_a_concession_makes_a_whole_game():
    finding = found(at_a_table(), "1. T1 P2", "2. X P1 concedes")

    assert (finding.finding, finding.data["winner"], finding.data["reason"]) == ("legal", "P2", "concession")


def test_an_unreadable_line_is_named():
    finding = found(at_a_table(), "1. T1 P2", "2. what is this")

    assert (finding.finding, finding.line) == ("unreadable", 2)


def test_asking_twice_gives_one_finding():
    case = at_a_table()
    record_id = case.dispute(text=record(case, "1. T1 P2")).records.get().pk

    assert find(record_id) == find(record_id)
    assert Finding.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_is_killed_while_judging_judges_anyway_and_once(worker):
    case = at_a_table()
    worker.kill()
    dispute = case.dispute(text=record(case, "1. T1 P2"))

    worker.start()
    jobs.hint(jobs.Job.objects.get(task="judging.find"))

    wait_until(lambda: Finding.objects.filter(record__game=dispute.game).count() == 1)


# Clocks


def handed_in(game, seat, text):
    return find(record_entry.hand_in(game, by=seat.user, seat=seat, text=text).pk)


def in_game_two():
    """Game 1 is over, game 2 is being played; Ben goes first in both."""
    case = at_a_table(Step.SWAPPING)
    for seat in (case.anna, case.ben):
        reserve_swaps.swap_reserves(seat, out=[], into=[])
    return case, *case.match.games.order_by("number")


def test_seconds_of_an_earlier_game_count_in_the_clock_of_the_match():
    case, first, second = in_game_two()
    handed_in(first, case.anna, record(case, "1. T1 P2 @T12:00:00", "2. E @T12:10:00"))

    finding = handed_in(second, case.anna, record(case, "1. T1 P2 @T13:00:00", "2. E @T13:06:00"))

    used = finding.data["clock"]["used"]
    assert used[1] == (600 - 30) + (360 - 30)
    assert "P2 ran out of time (900 of 900 seconds are used)" in " ".join(finding.data["notes"])


def test_each_game_has_its_own_clock_where_the_record_says_so():
    case, first, second = in_game_two()
    handed_in(first, case.anna, record(case, "1. T1 P2 @T12:00:00", "2. E @T12:10:00"))

    written = record(case, "1. T1 P2 @T13:00:00", "2. E @T13:06:00")
    finding = handed_in(second, case.anna, "[Clock 15:00 30 game]\n" + written)

    assert finding.data["clock"]["used"][1] == 330
    assert finding.data["clock"]["out"] is None


def test_the_clock_named_in_game_one_holds_in_game_two():
    case, first, second = in_game_two()
    written = record(case, "1. T1 P2 @T12:00:00", "2. E @T12:01:00")
    handed_in(first, case.anna, "[Clock 20:00 10]\n" + written)

    finding = handed_in(second, case.ben, record(case, "1. T1 P2 @T13:00:00", "2. E @T13:00:05"))

    assert (finding.data["clock"]["main"], finding.data["clock"]["delay"]) == (1200, 10)


def test_of_two_records_of_a_game_only_what_both_prove_is_brought_along():
    case, first, second = in_game_two()
    for writer, until in ((case.anna, "12:10:00"), (case.ben, "12:02:00")):
        handed_in(first, writer, record(case, "1. T1 P2 @T12:00:00", f"2. E @T{until}"))

    finding = handed_in(second, case.anna, record(case, "1. T1 P2 @T13:00:00", "2. E @T13:00:20"))

    assert finding.data["clock"]["used"][1] == 90
    assert finding.data["clock"]["at_most"][1] is None


@pytest.mark.parametrize(("minutes", "out"), [(None, None), (1, "P2")])
def test_the_clocks_of_a_match_count_whatever_a_record_names(minutes, out):
    case = at_a_table()
    Match.objects.filter(pk=case.match.pk).update(clock_minutes=minutes, clock_delay=30)
    written = record(case, "1. T1 P2 @T12:00:00", "2. E @T12:05:00")

    finding = handed_in(case.match.games.get(), case.anna, "[Clock 99:00 60]\n" + written)

    assert finding.data["clock"]["out"] == out
