"""The records of Anna and Ben: where the two stories of one game part, and what each comes to by itself."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bos import game as bos
from engine.bos.model.editions import DEFAULT_EDITION
from engine.bos.records.record_setup import Pinned
from engine.compare import KINDS, compare_text, record_of, report
from engine.contract import Given
from tests.engine.bos.simple_cards import HEAD, LISTS, POOL, RED_AND_YELLOW

START = "T1 P1; S a Lava Hound; S b Smoke Runner; E; = L30/30 V2/1 E4/0; T2 P2; S a Ambercrest Stag; S b Granite Ox;"
WRITERS = (record_of("Anna"), record_of("Ben"))


def compared(anna, ben, *, head=HEAD, ben_head=None, pinned=None, lists=RED_AND_YELLOW):
    """Anna's and Ben's lines, parted by semicolons, laid side by side."""
    first, second = (
        top + "\n".join(line.strip() for line in lines.split(";"))
        for top, lines in ((head, anna), (head if ben_head is None else ben_head, ben))
    )
    return compare_text(bos, first, second, Given(lists, POOL, DEFAULT_EDITION, pinned=pinned), writers=WRITERS)


def parted(anna, ben, **more):
    """Each difference in short: its kind, and the lines that Anna and Ben have there."""
    return [
        (found["kind"], *(", ".join(line["text"] for line in found[side]) for side in ("first", "second")))
        for found in compared(anna, ben, **more)["differences"]
    ]


# The same story


def test_one_story_told_twice_is_the_same():
    found = compared(START + "A a x 1a; E", START + "A a x 1a; E")

    assert found["same"] is True
    assert found["compared"] is True
    assert found["message"] == "Both records tell the same story."
    assert found["common"] == [10, 10]
    assert found["ends"] == []


def test_shorter_names_missing_totals_and_comments_are_no_difference():
    ben = "T1 P1; S a Lava  # my wolf; S b smoke; E; T2 P2; S 2a Amb; S b Gra; # he thinks; A 2a x 1a; E; = L30/30"

    assert compared(START + "A a x 1a; E", ben)["same"] is True


def test_an_order_that_does_not_matter_is_no_difference():
    ben = "T1 P1; S b Smoke Runner; S a Lava Hound; E; T2 P2; S b Granite Ox; S a Ambercrest Stag;"

    assert compared(START + "A a x 1a; E", ben + "A a x 1a; E")["same"] is True


def test_two_equal_summons_in_another_order_are_no_difference():
    anna = "T1 P1; S a Cinder Imp; S b Cinder Imp; S c Cinder Imp; E; T2 P2"
    ben = "T1 P1; S c Cinder Imp; S a Cinder Imp; S b Cinder Imp; E; T2 P2"

    assert compared(anna, ben)["same"] is True


def test_a_no_that_only_anna_wrote_is_no_difference_but_bens_sheet_alone_leaves_it_open():
    open_column = "T1 P1; S a Lava Hound; E; T2 P2; S b Granite Ox; E; T3 P1; A a P2;"

    found = compared(open_column + "> no; E", open_column + "E")

    assert found["same"] is True
    assert [story["finding"] for story in found["stories"]] == ["unfinished", "unproven"]


def test_what_the_first_record_says_is_not_more_than_what_the_second_says():
    anna, ben = START + "A a x 1a; E; T3 P1", START + "A a x 1b; E; T3 P1"

    there, back = compared(anna, ben), compared(ben, anna)

    assert [found["kind"] for found in there["differences"]] == [found["kind"] for found in back["differences"]]
    assert there["differences"][0]["first"] == back["differences"][0]["second"]


def test_a_judge_takes_both_sheets_back_by_the_numbers_of_each():
    anna = START + "A a x 1a; J undo to 8; A b x 1b; E"
    ben = START.replace("E; = L30/30 V2/1 E4/0;", "E;") + "A a x 1a; J undo to 7; A b x 1b; E"

    assert compared(anna, ben)["same"] is True
    assert parted(anna, ben.replace("undo to 7", "undo to 6"))[0][0] == "detail"


def test_an_ability_that_happens_by_itself_need_not_be_written_by_both():
    lists = {"P1": LISTS["red"], "P2": LISTS["blue"]}
    head = HEAD.replace("Dawn Herald, Meadow Warden, Orchard Hermit", "Tide Reader, Lantern Keeper, Fog Weaver")
    anna = "T1 P1; S a Lava Hound; E; T2 P2; S b Anvil Pike; A b x 1a; ! b; E; T3 P1"

    assert compared(anna, anna.replace("! b;", ""), head=head, lists=lists)["same"] is True


def test_an_ability_that_only_ben_used_is_an_omission():
    lists = {"P1": LISTS["red"], "P2": LISTS["blue"]}
    head = HEAD.replace("Dawn Herald, Meadow Warden, Orchard Hermit", "Tide Reader, Lantern Keeper, Fog Weaver")
    ben = "T1 P1; S a Lava Hound; E; T2 P2; S b Anvil Pike; U wb -> 1a; E; T3 P1; E"

    found = parted(ben.replace("U wb -> 1a;", ""), ben, head=head, lists=lists)

    assert found == [("omission", "", "U wb -> 1a")]


# Every kind of difference


def test_another_target_is_a_detail():
    assert parted(START + "A a x 1a; E", START + "A a x 1b; E") == [("detail", "A a x 1a", "A a x 1b")]


def test_another_payment_is_a_detail():
    anna = "T1 P1; C Spiteful Sparks {1v}"

    assert parted(anna, "T1 P1; C Spiteful Sparks {1e}")[0][0] == "detail"


def test_another_attacker_is_another_act():
    assert parted(START + "A a x 1a; E", START + "A b x 1a; E") == [("act", "A a x 1a", "A b x 1a")]


def test_a_line_that_ben_left_out_is_an_omission_and_the_rest_is_compared_as_well():
    anna = START + "A a x 1a; E; T3 P1; S c Cinder Imp; E; T4 P2; E"

    assert parted(anna, START + "E; T3 P1; S c Cinder Imp; E; T4 P2; E") == [("omission", "A a x 1a", "")]


def test_two_lines_left_out_in_a_row_are_one_difference():
    anna = START + "A a x 1a; A b x 1b; E; T3 P1; S c Cinder Imp; E; T4 P2; E; T5 P1; E"

    found = parted(anna, START + "E; T3 P1; S c Cinder Imp; E; T4 P2; E; T5 P1; E")

    assert found == [("omission", "A a x 1a, A b x 1b", "")]


def test_an_order_that_matters_is_told_with_both_orders():
    anna, ben = START + "A a x 1b; A b x 1b; E", START + "A b x 1b; A a x 1b; E"

    assert parted(anna, ben) == [("order", "A a x 1b, A b x 1b", "A b x 1b, A a x 1b")]


def test_a_name_that_fits_several_cards_is_a_matter_of_reading_and_the_other_sheet_is_followed():
    anna, ben = "T1 P1; S a Lava Hound; E; T2 P2; E", "T1 P1; S a La va; E; T2 P2; E"

    assert parted(anna, ben) == [("reading", "S a Lava Hound", "S a La va")]


def test_an_unreadable_line_is_a_matter_of_reading():
    assert parted(START + "E; T3 P1", START + "ende; T3 P1") == [("reading", "E", "ende")]


def test_totals_that_differ_are_told_with_who_is_right():
    found = compared(START + "E; = L30/30 V2/2; T3 P1", START + "E; = L30/28 V2/2; T3 P1")

    (difference,) = found["differences"]
    assert (difference["kind"], difference["fits"]) == ("totals", "first")
    assert "The moves agree with the record of Anna." in difference["message"]
    (none, (wrong,)) = [story["contradictions"] for story in found["stories"]]
    assert none == []
    assert wrong["line"] == 10
    assert wrong["message"] == "The line says life 30/28, but by the moves so far it is 30/30."


def test_totals_that_say_less_are_no_difference():
    assert compared(START + "E; = L30/30 V2/2 E4/0", START + "E; = V2/2")["same"] is True


def test_a_sheet_that_ends_early_is_told():
    found = compared(START + "A a x 1a; E", START)

    assert found["message"] == "The record of Anna says “A a x 1a” (line 9); the record of Ben ends before it."


def test_headers_that_disagree_are_told_before_the_first_line():
    found = compared("T1 P1; E", "T1 P1; E", ben_head=HEAD.replace("P1 4 P2 7", "P1 5 P2 7"))

    assert found["differences"][0]["kind"] == "header"
    assert found["message"].endswith("Ether of P1/P2: 4/0 in the record of Anna, 5/0 in the record of Ben.")
    assert found["same"] is False


def test_what_the_match_knows_outranks_both_headers():
    ben_head = HEAD.replace("P1 4 P2 7", "P1 5 P2 7")

    found = compared("T1 P1; E", "T1 P1; E", ben_head=ben_head, pinned=Pinned(first=0, ether=(4, 0)))

    assert found["same"] is True


# What a judge needs to know about a difference


def test_the_tables_after_both_versions_are_laid_side_by_side():
    (difference,) = compared(START + "A a x 1a; E", START + "A a x 1b; E")["differences"]

    assert "1a: nothing in the record of Anna, Lava Hound 5 in the record of Ben." in difference["tables"]
    assert (
        "Graveyard of P1: also Lava Hound in the record of Anna, also Smoke Runner in the record of Ben."
        in difference["tables"]
    )


def test_a_line_that_cannot_stand_says_which_rule_it_breaks():
    found = compared(START + "A a x 1a; E; T3 P1; E; T4 P2", START + "A a x 1c; E; T3 P1; E; T4 P2")

    (difference,) = found["differences"]
    assert difference["first"][0]["problem"] is None
    assert difference["second"][0]["problem"]["rule"] == "7.2.1"
    assert difference["fits"] == "first"
    assert found["stories"][1]["finding"] == "illegal"


def test_where_the_later_lines_fit_only_one_version_it_is_told():
    later = "; E; T3 P1; S a Cinder Imp; E; T4 P2; E"

    (difference,) = compared(START + "A a x 1a" + later, START + "A a x 1b" + later)["differences"]

    assert difference["fits"] == "first"
    assert difference["message"].endswith("What follows in both fits the record of Anna better.")


def test_a_line_that_both_have_and_nobody_can_play_is_no_difference():
    found = compared(START + "A a x 1c; E", START + "A a x 1c; E")

    assert found["same"] is True
    assert found["stopped"]["rule"] == "7.2.1"


def test_beyond_a_line_that_both_have_and_nobody_can_play_words_are_compared():
    assert parted(START + "A a x 1c; A b x 1a; E", START + "A a x 1c; A b x 1b; E") == [
        ("detail", "A b x 1a", "A b x 1b")
    ]


def test_an_ability_that_only_anna_used_is_a_difference_beyond_such_a_line_too():
    there = START + "A a x 1c; "

    assert parted(there + "+ wa; - wb; E", there + "E") == [("omission", "+ wa", "")]


def test_columns_that_only_one_of_them_wrote_down_are_taken_from_there():
    lines = "T1 P1; S c Lava Hound; E; T2 P2; E"
    head = HEAD.replace("Ember Adept, Ash Caller, Flint Novice", "Ash Caller, Flint Novice, Ember Adept")

    assert compared(lines, lines, head="[First P1]\n", ben_head=head)["same"] is True
    assert compared(lines, lines, head=head, ben_head="[First P1]\n")["same"] is True


def test_columns_that_nobody_wrote_down_are_those_that_both_sheets_fit():
    found = compared("T1 P1; S c Lava Hound; E", "T1 P1; S c Lava Hound; S a Smoke Runner; E", head="")

    assert [difference["kind"] for difference in found["differences"]] == ["omission"]


def test_a_swap_that_only_one_of_them_wrote_down_is_taken_from_there():
    swapped = "[Number 2]\n[Swap P1 -Cinder Imp +Cinder Wolf]\n"
    lines = "T1 P1; S a Cinder Wolf; E"

    assert compared(lines, lines, head=HEAD + "[Number 2]\n", ben_head=HEAD + swapped)["same"] is True


def test_a_sheet_that_cannot_be_opened_is_not_compared():
    found = compared("T1 P1", "T1 P1", ben_head="[Game Chess]\n")

    assert (found["same"], found["compared"]) == (False, False)
    assert "the record of Ben: This record is of the game Chess" in found["message"]


def test_the_report_reads_from_the_first_difference_to_each_record_alone():
    said = report(compared(START + "A a x 1a; E", START + "A a x 1c; E"))

    assert said.startswith("The record of Anna says “A a x 1a” (line 9), the record of Ben says “A a x 1c” (line 9).")
    assert "The record of Ben, line 9: No card stands at 1c that could be attacked." in said
    assert "The record of Anna by itself: unfinished." in said


# For any text


def test_an_empty_sheet_is_compared():
    assert compared("", "")["same"] is True
    assert compared("T1 P1", "")["differences"][0]["kind"] == "omission"


def test_two_endless_sheets_are_given_up_with_a_word():
    found = compared(";".join(["T1 P1"] * 1_900), ";".join(["E", "T9 P2"] * 900))

    assert found["differences"] or found["given_up"]


LINES = (START + "A a x 1a; A b P1; > B b; > no; X P1 concedes; = L1/1; J undo to 3; J set 1a=4; J stands").split(";")


@given(st.lists(st.sampled_from(LINES), max_size=14), st.lists(st.sampled_from(LINES), max_size=14))
def test_any_two_sheets_get_a_comparison_in_json_and_in_words(anna, ben):
    found = compared(START + ";".join(anna), START + ";".join(ben))

    assert json.loads(json.dumps(found)) == found
    assert {difference["kind"] for difference in found["differences"]} <= set(KINDS)
    assert report(found)
    assert found == compared(START + ";".join(anna), START + ";".join(ben))


@given(st.lists(st.sampled_from(LINES), max_size=14))
def test_any_sheet_tells_the_same_story_as_itself(lines):
    assert compared(START + ";".join(lines), START + ";".join(lines))["same"] is True


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_text_is_answered(anna, ben):
    assert compared(anna, ben, head="")["message"]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_difference_is_explained(kind):
    assert str(KINDS[kind]).endswith(".")
