"""Headers, lists and swaps: how a game is opened, and what is said when it cannot be."""

import pytest

from engine.bos.model.editions import EDITIONS
from engine.bos.records.record_setup import Pinned
from tests.engine.bos.simple_cards import HEAD, LISTS, POOL, judged, told

WOLF = "T1 P1;S a Cinder Wolf;E;T2 P2;E;T3 P1;A a P2"


@pytest.mark.parametrize(
    ("bids", "ether"),
    [("P1 4 P2 7", [4, 0]), ("P2 7 P1 4", [4, 0]), ("P1 3 P2 0", [0, 0]), ("P1 5 P2 5", [0, 0]), ("P1 4", [0, 0])],
)
def test_the_lower_bid_gets_its_ether(bids, ether):
    assert judged("T1 P1", head=f"[Bid {bids}]\n")["totals"]["ether"] == ether


def test_without_headers_nobody_has_ether_and_the_first_turn_tells_who_is_first():
    found = judged("T1 P2;E;T2 P1", head="")

    assert (found["finding"], found["totals"]["ether"], found["totals"]["vim"]) == ("unfinished", [0, 0], [2, 2])


@pytest.mark.parametrize(
    "head",
    [
        "[Bid P1 4 P1 7]",
        "[Bid 4 7]",
        "[Bid P1 -1 P2 3]",
        "[First Anna]",
        "[Wizards Ember Adept]",
        "[Wizards P1 Ember Adept, Ash Caller]",
        "[Wizards P1 Ember Adept, Ember Adept, Ash Caller]",
        "[Wizards P1 Nobody, Ash Caller, Flint Novice]",
        "[Rules bos-9]",
        "[Mode raid]",
        "[Number two]",
        "[Clock long]",
        "[Event]",
        "[First P1] [First P2]",
        "[Number 2] [Swap P1 Cinder Wolf]",
        "[Number 2] [Swap P1 -Cinder Imp +Cinder Wulf]",
    ],
)
def test_a_header_that_cannot_be_read_is_a_fault_of_line_0(head):
    found = judged("T1 P1", head=head + "\n")

    assert (found["finding"], found["line"], found["rule"]) == ("unreadable", 0, None)
    assert found["message"][-1] in ".?"


def test_a_header_nobody_knows_is_passed_over_with_a_note():
    assert judged("T1 P1", head="[Weather rain]\n")["notes"] == ["The header [Weather …] is unknown and was ignored."]


def test_another_pool_is_noted():
    same = POOL.hash.removeprefix("sha256:")[:8]

    assert judged("T1 P1", head=f"[Cards {same}…]\n")["notes"] == []
    assert "another card pool" in judged("T1 P1", head="[Cards 0000…]\n")["notes"][0]


def test_the_header_says_which_edition_holds():
    found = judged("T1 P1", head="[Rules bos-legacy]\n")

    assert found["versions"]["rules"] == "bos-legacy"
    assert judged("T1 P1", head="", edition=EDITIONS["bos-legacy"])["versions"]["rules"] == "bos-legacy"


def test_a_list_that_is_missing_or_not_legal_is_said_before_any_line():
    assert told("T1 P1", decks={"P1": LISTS["red"]}) == ("unreadable", 0, None)
    assert told("T1 P1", decks={"P1": LISTS["red"], "P2": LISTS["eleven"]}) == ("illegal", 0, "1.1.1")


@pytest.mark.parametrize(
    ("swap", "rule"),
    [
        ("-Bellows +Cinder Wolf", "12.3.2"),
        ("-Ash Caller +Cinder Wolf", "1.2.2"),
        ("-Slag Brute +Honeycomb Bear", "1.1.4"),
        ("-Slag Brute -Slag Brute +Cinder Wolf +Cinder Wolf +Cinder Wolf", "12.3.2"),
    ],
)
def test_a_swap_that_breaks_a_rule_is_said_before_any_line(swap, rule):
    assert told("T1 P1", head=HEAD + f"[Number 2] [Swap P1 {swap}]\n") == ("illegal", 0, rule)


def test_a_name_in_a_swap_that_fits_two_cards_leaves_it_open():
    assert told("T1 P1", head=HEAD + "[Number 2] [Swap P1 -Slag +Cinder]\n")[0] == "unproven"


def test_what_was_swapped_out_cannot_be_played():
    head = HEAD + "[Number 2] [Swap P1 -Slag Brute -Slag Brute +Cinder Wolf +Cinder Wolf]\n"

    assert told("T1 P1;S a Slag Brute (wa wb)", head=head) == ("illegal", 2, "1.1.4")
    assert told(WOLF, head=head) == ("legal", None, None)


def test_pinned_lists_leave_no_room_for_an_unseen_swap():
    assert told(WOLF, head=HEAD + "[Number 2]\n") == ("legal", None, None)
    assert told(WOLF, head=HEAD + "[Number 2]\n", pinned=Pinned(0)) == ("illegal", 2, "1.1.4")


def test_what_the_caller_knows_outranks_the_headers():
    head = "[Rules bos-legacy] [Bid P1 4 P2 7] [First P1] [Number 2] [Swap P1 -Slag Brute +Cinder Wolf]\n"

    found = judged("T1 P2", head=head, pinned=Pinned(1, (0, 3)))

    assert (found["finding"], found["totals"]["ether"], found["versions"]["rules"]) == ("unfinished", [0, 3], "bos-1")
    assert len(found["notes"]) == 4


def test_unwritten_columns_matter_only_where_they_matter():
    head = "[First P1] [Wizards P1 Ember, Ash, Flint]\n"

    assert told("T1 P1;S a Lava Hound;E;T2 P2;S b Field Sentinel;E", head=head) == ("unfinished", None, None)
    assert told("T1 P1;S a Lava Hound;E;T2 P2;S b Granite Ox;E", head=head) == ("unproven", 5, "3.2.3")
    assert told("T1 P1;S a Granite Ox", head="") == ("illegal", 2, "1.1.4")
