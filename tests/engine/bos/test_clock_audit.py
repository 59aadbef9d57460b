"""The clock audit: what the stamps of a record prove about Anna's (P1) and Ben's (P2) time."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bos.model.rulebook import rulebook
from engine.bos.records import clock_audit
from engine.bos.records.clock_audit import MOST_OF_A_KIND, Kind, audit, bring_along, clock_json
from engine.bos.records.clock_spec import ClockCarryOver, ClockSpec, spec_of
from engine.log import Line, Log, read, write
from engine.stamps import face

QUARTER = ClockSpec()
NOON = 12 * 3600


def notes(found, **ended):
    """The remarks in English."""
    return tuple(map(str, clock_audit.notes(found, **ended)))


def audited(lines, spec=QUARTER, **known):
    return audit(read(lines.replace(";", "\n")), spec, **known)


def kinds(found):
    return [(finding.kind, finding.line, finding.seat) for finding in found.findings]


def at(seconds):
    """The moment that many seconds after noon."""
    clock = (NOON + seconds) % 86_400
    return f"@T{clock // 3600:02}:{clock // 60 % 60:02}:{clock % 60:02}"


def game(*turns, start=0):
    """A record whose players take turns of so many seconds, Anna first, each stamped when it begins and ends."""
    lines, now = [], start
    for number, seconds in enumerate(turns, 1):
        lines += [f"T{number} P{2 - number % 2} {at(now)}", f"E {at(now + seconds)}"]
        now += seconds
    return "\n".join(lines)


# What a turn costs


def test_four_turns_of_25_30_45_and_31_seconds_leave_884_of_900():
    found = audited(game(25, 0, 30, 0, 45, 0, 31))

    assert found.used == found.at_most == (16, 0)
    assert QUARTER.main - found.used[0] == 884
    assert [turn.used for turn in found.turns if turn.seat == 0] == [0, 0, 15, 1]


def test_what_anna_saves_of_a_delay_is_lost():
    assert audited(game(0, 0, 60)).used == (30, 0)


def test_the_delay_is_one_budget_for_the_whole_turn():
    found = audited("T1 P1 @T12:00:00;S a Hound @T12:00:20;S b Imp @T12:00:40;E @T12:01:00")

    assert found.used == (30, 0)


def test_a_turn_lasts_until_the_next_one_begins_where_its_end_has_no_stamp():
    found = audited("T1 P1 @T12:00:00;E;= L30/30;T2 P2 @T12:00:50;E;T3 P1 @T12:02:00")

    assert found.used == found.at_most == (20, 40)


def test_writing_totals_between_two_turns_costs_nobody_anything():
    found = audited("T1 P1 @T12:00:00;E @T12:00:10;= L30/30 @T12:05:00;T2 P2 @T12:06:00;E @T12:06:10")

    assert found.used == found.at_most == (0, 0)


def test_abilities_of_the_ending_phase_are_still_annas_time():
    found = audited("T1 P1 @T12:00:00;E @T12:00:30;+ a @T12:00:50;= L30/30 @T12:05:00")

    assert found.used == found.at_most == (20, 0)


def test_bidding_and_swapping_before_the_first_turn_cost_nothing():
    found = audited("O P1 bid 4 @T12:00:00;T1 P1 @T12:20:00;E @T12:20:10")

    assert found.used == found.at_most == (0, 0)


def test_time_that_may_be_of_two_players_is_proved_of_neither():
    found = audited("T1 P1 @T12:00:00;E;T2 P2;E;T3 P1 @T12:05:00;E @T12:05:00")

    assert (found.used, found.at_most) == ((0, 0), (270, 270))


def test_a_turn_without_its_last_stamp_has_no_upper_limit():
    found = audited("T1 P1 @T12:00:00;S a Hound @T12:01:00;E")

    assert (found.used, found.at_most) == ((30, 0), (None, 0))


def test_play_may_go_on_past_midnight():
    assert audited("T1 P1 @T23:59:30;E @T00:00:40").used == (40, 0)


def test_dates_zones_and_fractions_are_understood():
    found = audited("T1 P1 @2031-05-03T23:59:30.25Z;E @2031-05-04T02:00:40+02:00;T2 P2 @2031-05-06T00:00:00Z")

    assert (found.used, found.findings) == ((40, 0), ())


def test_a_record_without_stamps_says_nothing():
    found = audited("T1 P1;E;T2 P2;X P2 concedes", used=(5, 7))

    assert (found.used, found.stamped, notes(found), clock_json(found)) == ((5, 7), False, (), None)


def test_a_claim_that_no_stamp_can_bear_out_is_remarked():
    found = audited("T1 P1;E;T2 P2;X P2 time")

    assert kinds(found) == [(Kind.UNPROVEN, 4, 1)]
    assert notes(found) == (
        "Line 4: The record says that P2 ran out of time; no line has a stamp to confirm it. Rule 13.1.1.",
    )
    assert notes(audited("T1 P1;E;T2 P2;X P2 tired;X draw")) == ()


# Pauses


def test_the_time_until_ben_answers_a_block_is_a_pause():
    found = audited("T1 P1 @T12:00:00;A a P2 @T12:00:30;> no @T12:04:00;E @T12:04:15")

    assert found.used == found.at_most == (15, 0)


@pytest.mark.parametrize("answer", ["> B a", "> C Still Water", "> U wa -> 1b", "+ 2a", "! 2a -> 1b", "> P2 no"])
def test_whatever_ben_answers_in_annas_turn_is_a_pause(answer):
    found = audited(f"T1 P1 @T12:00:00;A a P2 @T12:00:10;{answer} @T12:09:10;E @T12:09:20")

    assert found.used == found.at_most == (0, 0)


@pytest.mark.parametrize("answer", ["+ 1a", "- a", "! a -> 2b", "> P1 C Still Water", "U a"])
def test_what_anna_answers_in_her_own_turn_is_her_time(answer):
    found = audited(f"T1 P1 @T12:00:00;S a Hound @T12:00:10;{answer} @T12:01:10;E @T12:01:20")

    assert found.used == found.at_most == (50, 0)


def test_a_block_against_oneself_is_ones_own_time():
    found = audited("T1 P1 @T12:00:00;A a P1 @T12:00:10;> B * @T12:01:10;E @T12:01:20")

    assert found.used == found.at_most == (50, 0)


def test_a_question_without_a_stamp_leaves_open_whose_the_time_was():
    found = audited("T1 P1 @T12:00:00;A a P2;> no @T12:01:30;E @T12:01:30")

    assert (found.used, found.at_most) == ((0, 0), (60, 0))


def test_a_written_pause_stops_time_and_delay():
    found = audited("T1 P1 @T12:00:00;J pause @T12:00:20;S a Hound @T12:05:00;J go on @T12:09:00;E @T12:09:25")

    assert found.used == found.at_most == (15, 0)


def test_a_pause_whose_end_has_no_stamp_leaves_the_rest_open():
    found = audited("T1 P1 @T12:00:00;J pause @T12:00:30;J go on;E @T12:01:30")

    assert (found.used, found.at_most) == ((0, 0), (60, 0))


def test_the_time_until_a_judge_decides_is_open():
    found = audited("T1 P1 @T12:00:00;S a Hound @T12:00:30;J stands @T12:03:30;E @T12:03:40")

    assert (found.used, found.at_most) == ((10, 0), (190, 0))


@pytest.mark.parametrize(
    ("lines", "line"),
    [("T1 P1 @T12:00:00;J go on", 2), ("T1 P1 @T12:00:00;J pause;J  PAUSE", 3), ("T1 P1 @15:00;J pause;T2 P2", 3)],
)
def test_a_pause_that_does_not_fit_is_told(lines, line):
    assert [(found.kind, found.line, found.rule) for found in audited(lines).findings] == [(Kind.PAUSE, line, "13.1.3")]


def test_a_turn_that_a_judge_takes_back_to_goes_on_with_what_is_left_of_its_delay():
    found = audited(
        "T1 P1 @T12:00:00;S a Hound @T12:00:20;E @T12:00:20;T2 P2 @T12:00:20;S a Imp @T12:00:30;J undo to 2 @T12:00:30;"
        "S b Hound @T12:00:50;E @T12:01:00"
    )

    assert found.used == found.at_most == (20, 0)


# Running out


def test_who_runs_out_is_named_with_the_line_and_the_seconds():
    found = audited(game(30, 500, 30, 500), ClockSpec(main=900, delay=30))
    out = found.out

    assert (out.kind, out.line, out.seat, out.rule, out.used) == (Kind.FLAG, 8, 1, "13.1.1", 940)
    assert notes(found) == (
        "Line 8: P2 ran out of time (940 of 900 seconds are used) and, by 13.1.4, loses the match. Rule 13.1.1.",
    )


def test_the_last_second_is_not_the_end_and_the_one_after_it_is():
    assert audited(game(929)).out is None
    assert audited(game(930)).out.used == 900


def test_running_out_is_told_once_for_each_player():
    found = audited(game(2000, 2000, 2000, 2000))

    assert kinds(found) == [(Kind.FLAG, 2, 0), (Kind.FLAG, 4, 1)]


def test_a_clock_for_each_game_loses_the_game():
    found = audited(game(2000), ClockSpec(scope="game"), used=(800, 0))

    assert found.used == (1970, 0)
    assert str(found.out.message).endswith("loses the game.")


def test_a_clock_that_shows_nothing_more_has_run_out():
    found = audited("T1 P1 @15:00;E @14:40;T2 P2 @15:00;X P2 time @0:00")

    assert kinds(found) == [(Kind.FLAG, 4, 1), (Kind.CONFIRMED, 4, 1)]
    assert found.used == (20, 900)


def test_a_claim_that_the_stamps_leave_time_for_is_contradicted():
    found = audited(game(30, 60) + "\nT3 P1 @T12:01:30\nX P2 time")

    assert kinds(found) == [(Kind.CONTRADICTED, 6, 1)]
    assert notes(found) == (
        "Line 6: The record says that P2 ran out of time; by the stamps 14:30 were left. Rule 13.1.1.",
    )


def test_a_claim_against_what_the_clock_shows_is_contradicted():
    assert kinds(audited("T1 P1 @15:00;E @14:40;T2 P2 @15:00;X P2 time @2:10")) == [(Kind.CONTRADICTED, 4, 1)]
    assert kinds(audited("T1 P1 @15:00;E @14:40;T2 P2 @15:00;X P1 time")) == [(Kind.CONTRADICTED, 4, 0)]


def test_a_claim_in_a_turn_without_stamps_is_left_open():
    assert kinds(audited("T1 P1 @15:00;E @14:40;T2 P2 @0:20;X P2 time")) == [(Kind.RAN, 3, 1), (Kind.UNPROVEN, 4, 1)]
    assert kinds(audited(game(30) + "\nT2 P2 @T12:00:30\nX P2 time")) == [(Kind.UNPROVEN, 4, 1)]


def test_after_the_end_no_clock_runs():
    found = audited(game(30) + "\nT2 P2 @T12:00:30\nX P1 concedes @T12:00:40\n= L0/30 @T18:00:00")

    assert (found.used, found.findings) == ((0, 0), ())


@pytest.mark.parametrize(
    ("ended", "said"),
    [(12, "before the game ended otherwise in line 12"), (8, "the end counts, since it stands first")],
)
def test_of_running_out_and_0_life_the_earlier_line_counts(ended, said):
    told = notes(audited(game(0, 500, 0, 500)), ended=ended)

    assert said in told[-1]
    assert told[-1].endswith("Rule 13.1.8 (ruling G-153).")


# Stamps that cannot all be right


def test_remaining_time_does_not_grow_by_itself():
    found = audited("T1 P1 @15:00;S a Hound @14:00;E @14:30")

    assert kinds(found) == [(Kind.GREW, 3, 0)]
    assert notes(found)[0].startswith("Line 3: P1 has 14:30 left, after 14:00 in line 2;")
    assert notes(found)[0].endswith("Rule 13.1.5 (ruling G-150).")


def test_a_judge_may_give_time_back():
    assert audited("T1 P1 @15:00;S a Hound @14:00;J rule P1 gets a minute;E @14:50").findings == ()


def test_more_than_the_main_time_is_more_than_anybody_has():
    assert kinds(audited("T1 P1 @20:00;E @19:00")) == [(Kind.GREW, 1, 0)]
    assert audited("[Clock 20:00 30];T1 P1 @20:00;E @19:00", ClockSpec(main=1200)).findings == ()


def test_a_clock_does_not_run_in_the_other_players_turn():
    found = audited("T1 P1 @15:00;E @14:40;T2 P2 @15:00;E @14:50;T3 P1 @14:10")

    assert [(one.kind, one.line, one.rule) for one in found.findings] == [(Kind.RAN, 5, "13.1.6")]


def test_a_clock_does_not_run_in_a_pause():
    assert kinds(audited("T1 P1 @15:00;J pause @14:50;J go on @14:30")) == [(Kind.RAN, 3, 0)]


def test_players_need_not_stop_the_clock_for_an_answer():
    assert audited("T1 P1 @15:00;A a P2 @14:50;> no @14:30;E @14:30").findings == ()


def test_a_moment_before_the_last_one_is_told_and_not_counted():
    found = audited("T1 P1 @T12:10:00;S a Hound @T12:05:00;E @T12:06:00")

    assert [(one.kind, one.line, one.rule) for one in found.findings] == [(Kind.BACK, 2, "13.1.1")]
    assert (found.used, found.at_most) == ((30, 0), (None, 0))


def test_what_the_clock_showed_outranks_moments_in_the_same_record():
    found = audited("T1 P1 @15:00;S a Hound @T12:00:00;S b Imp @T12:20:00;E @14:40")

    assert (found.used, found.findings) == ((20, 0), ())


@pytest.mark.parametrize(
    "stamp", ["noon", "T25:00:00", "2031-02-30T12:00:00", "2031-13-01T12:00:00", "", "1:2", "9" * 900]
)
def test_a_stamp_that_is_none_is_told(stamp):
    found = audit(Log(lines=(Line(1, "T1 P1", stamp),)), QUARTER)

    assert [(one.kind, one.line, one.rule) for one in found.findings] == [(Kind.UNREADABLE, 1, "13.1.1")]
    assert len(str(found.findings[0].message)) < 200


def test_a_hundred_wrong_stamps_are_not_a_hundred_remarks():
    found = audited("T1 P1 @15:00;S a Hound @1:00" + "".join(f";S a Hound @{minute}:00" for minute in range(2, 102)))

    assert len(found.findings) == MOST_OF_A_KIND


# Games of a match


def test_the_games_of_a_match_share_one_clock():
    first = audited(game(100, 60))
    second = audited(game(900, 30), used=first.used)

    assert (first.used, second.used) == ((70, 30), (940, 30))
    assert kinds(second) == [(Kind.FLAG, 2, 0)]


def test_the_second_game_begins_with_what_the_first_left():
    assert audited("[Number 2];T1 P1 @13:50;E @13:40", used=(70, 0)).used == (80, 0)
    assert kinds(audited("[Number 2];T1 P1 @14:50;E @14:40", used=(70, 0))) == [(Kind.GREW, 1, 0)]
    assert kinds(audited("[Number 2];T1 P1 @12:50;E @12:40", used=(70, 0))) == [(Kind.RAN, 1, 0)]


def test_what_earlier_games_took_may_be_unknown():
    found = audited("[Number 2];T1 P1 @12:50;E @12:40;T2 P2;X P2 time")

    assert (found.used, found.at_most) == ((140, 0), (140, None))
    assert kinds(found) == [(Kind.UNPROVEN, 4, 1)]


def logs(*texts):
    return [read(text.replace(";", "\n")) for text in texts]


def test_what_is_brought_along_is_what_every_record_of_a_game_proves():
    one_story, another = game(100, 60), game(90, 200)

    assert bring_along([]) == ClockCarryOver(QUARTER, (0, 0), whole=True)
    assert bring_along([logs(one_story)]) == ClockCarryOver(QUARTER, (70, 30), whole=True)
    assert bring_along([logs(one_story), logs(one_story)]) == ClockCarryOver(QUARTER, (140, 60), whole=True)
    assert bring_along([logs(one_story, another)]) == ClockCarryOver(QUARTER, (60, 30), whole=False)
    assert bring_along([logs(one_story, "T1 P1;E")]) == ClockCarryOver(QUARTER, (70, 30), whole=True)


def test_a_game_without_stamps_leaves_open_what_it_took():
    brought = bring_along([logs("T1 P1;E"), logs(game(100))])
    found = audited(game(40, 20) + "\nX P2 time", used=brought.used, whole=brought.whole)

    assert brought == ClockCarryOver(QUARTER, (70, 0), whole=False)
    assert kinds(found) == [(Kind.UNPROVEN, 5, 1)]
    assert kinds(audited(game(40, 20) + "\nX P2 time", whole=True)) == [(Kind.CONTRADICTED, 5, 1)]


def test_the_clock_that_a_record_names_holds_for_the_games_after_it():
    assert bring_along([logs("[Clock 20:00 10]\n" + game(60))]).spec == ClockSpec(1200, 10)
    assert bring_along([logs("[Clock 20:00 10 game]\n" + game(60)), logs(game(60))]).spec.scope == "game"


def test_whoever_ran_out_in_an_earlier_game_has_run_out():
    found = audited(game(10), used=(0, 901))

    assert notes(found) == (
        "Before the first line: P2 ran out of time (901 of 900 seconds are used) and, by 13.1.4, loses the match. "
        "Rule 13.1.1.",
    )


# The clock of the header, and what programs get


@pytest.mark.parametrize(
    ("header", "spec"),
    [
        ("[Clock 10:30 5]", ClockSpec(630, 5)),
        ("[Clock 25:00 0 game]", ClockSpec(1500, 0, "game")),
        ("[Clock 25:00 10 MATCH]", ClockSpec(1500, 10, "match")),
        ("[Clock long]", QUARTER),
        ("[Clock 0:00 30]", QUARTER),
        ("", QUARTER),
    ],
)
def test_the_header_names_the_clock(header, spec):
    assert spec_of(read(header), QUARTER) == spec


def test_a_header_without_a_scope_leaves_the_default():
    assert spec_of(read("[Clock 10:00 5]"), ClockSpec(scope="game")) == ClockSpec(600, 5, "game")


@pytest.mark.parametrize(("main", "delay"), [(0, 30), (900, -1)])
def test_there_is_no_clock_without_time(main, delay):
    with pytest.raises(ValueError, match="at least one second"):
        ClockSpec(main, delay)


def test_programs_get_the_audit_as_plain_data():
    plain = clock_json(audited(game(40, 20) + "\nX P2 time"))

    assert json.loads(json.dumps(plain)) == plain
    assert (plain["main"], plain["delay"], plain["scope"]) == (900, 30, "match")
    assert (plain["used"], plain["left"], plain["at_most"], plain["out"]) == ([10, 0], [890, 900], [10, 0], None)
    assert plain["turns"][0] == {"line": 1, "turn": 1, "seat": "P1", "needed": 40, "used": 10}
    assert [(one["kind"], one["seat"], one["rule"]) for one in plain["findings"]] == [("contradicted", "P2", "13.1.1")]


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("1. E @ t12:03:05z", "T12:03:05Z"),
        ("E @2031-05-03T12:03:05.5+02:00 # late", "2031-05-03T12:03:05.5+02:00"),
        ("E @1:14:32", "1:14:32"),
    ],
)
def test_a_record_keeps_its_stamps_apart_from_what_its_lines_say(written, kept):
    line = read(written).lines[0]

    assert (line.body, line.clock) == ("E", kept)
    assert read(write(read(written))).lines[0].clock == kept


def test_the_example_of_the_docs_is_what_they_say():
    page = (Path(__file__).parents[3] / "docs" / "notation.md").read_text(encoding="utf-8")
    example = re.search(r"## Clock stamps\n.*?```bln\n(.*?)```", page, re.DOTALL)[1]

    found = audited(example)

    assert (found.used, found.at_most, found.findings) == ((20, 10), (20, 10), ())


# Laws

seconds = st.integers(min_value=0, max_value=3000)
turns = st.lists(seconds, max_size=8)
stamps = st.one_of(
    st.sampled_from(["", "@0:00", "@14:32", "@99:00", "@1:00:00", "@T00:00:00", "@T12:03:05Z", "@2031-05-03T12:00:00"]),
    st.integers(min_value=0, max_value=2 * NOON - 1).map(at),
    st.integers(min_value=0, max_value=1000).map(lambda left: f"@{face(left)}"),
)
bodies = st.sampled_from(
    ["T1 P1", "T2 P2", "T3 P1", "T4 P3", "E", "", "S a Hound", "A a P2", "A a x 2b", "A b P1", "> no", "> B *", "+ 2a"]
    + ["! a", "> C Bark", "= L30/30", "J pause", "J go on", "J stands", "J undo to 3", "J undo to 0", "J rule a minute"]
    + ["X P2 time", "X P1 time", "X P4 time", "X draw", "O P1 bid 4", "what", "[Number 2]", "[Clock 5:00 3 game]"]
)
records = st.lists(st.tuples(bodies, stamps).map(" ".join), max_size=30).map("\n".join)
clocks = st.builds(ClockSpec, st.integers(1, 2000), st.integers(0, 100), st.sampled_from(["match", "game"]))


@given(records, clocks, st.tuples(seconds, seconds))
def test_no_record_whatever_breaks_the_audit_and_use_is_never_negative(text, clock, before):
    found = audit(read(text), clock, used=before)

    assert all(used >= 0 for used in (*found.used, *(turn.used for turn in found.turns)))
    assert all(most is None or most >= used for used, most in zip(found.used, found.at_most, strict=True))
    assert all(one.rule in rulebook() for one in found.findings)
    assert len(notes(found, ended=5)) >= len(found.findings)
    json.dumps(clock_json(found))


@given(st.text(max_size=300), st.text(max_size=40))
def test_no_text_whatever_breaks_it(text, stamp):
    log = read(text)
    lines = (*log.lines, Line(1, "T1 P1", stamp), Line(2, text, stamp))

    assert audit(Log(log.headers, lines), spec_of(log, QUARTER)).stamped


@given(turns, clocks)
def test_a_stamped_game_costs_what_its_turns_are_beyond_the_delay(lengths, clock):
    found = audited(game(*lengths), clock)

    spent = [sum(max(length - clock.delay, 0) for length in lengths[seat::2]) for seat in (0, 1)]
    assert list(found.used) == spent
    assert not lengths or found.at_most == found.used
    assert {one.seat for one in found.findings} == {seat for seat in (0, 1) if spent[seat] >= clock.main}


@given(turns, turns)
def test_the_order_of_the_games_does_not_matter_for_what_is_used(first, second):
    one_way = audited(game(*second), used=audited(game(*first)).used)
    other_way = audited(game(*first), used=audited(game(*second)).used)

    assert one_way.used == other_way.used


@given(turns, st.integers(min_value=0, max_value=86_399))
def test_it_does_not_matter_when_a_game_began(lengths, start):
    assert audited(game(*lengths, start=start)) == audited(game(*lengths))


@given(turns, st.sets(st.integers(min_value=0, max_value=15)))
def test_fewer_stamps_prove_less_and_exclude_less(lengths, dropped):
    whole = game(*lengths).splitlines()
    torn = [re.sub(" @.*", "", line) if number in dropped else line for number, line in enumerate(whole)]

    full, part = audited("\n".join(whole)), audited("\n".join(torn))

    for seat in (0, 1):
        assert part.used[seat] <= full.used[seat]
        assert part.at_most[seat] is None or part.at_most[seat] >= full.used[seat]


@given(seconds, seconds, seconds)
def test_a_pause_of_any_length_costs_nothing(before, pause, after):
    begun, over = before, before + pause
    lines = f"T1 P1 {at(0)};J pause {at(begun)};J go on {at(over)};E {at(over + after)}"

    assert audited(lines).used == audited(game(before + after)).used


@given(st.lists(st.integers(min_value=0, max_value=200), min_size=1, max_size=6))
def test_clocks_that_are_read_tell_the_same_as_those_that_are_counted(lengths):
    lines, left = [], [900, 900]
    for number, length in enumerate(lengths):
        seat = number % 2
        lines.append(f"T{number + 1} P{seat + 1} @{face(left[seat])}")
        left[seat] -= max(length - 30, 0)
        lines.append(f"E @{face(left[seat])}")

    found = audited("\n".join(lines))

    assert (found.used, found.findings) == (audited(game(*lengths)).used, ())
