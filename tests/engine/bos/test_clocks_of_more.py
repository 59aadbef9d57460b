"""The clocks of games of more than two: Anna (P1), Ben (P2), Cleo (P3) and Dan (P4), one clock each, or one a team."""

from engine.bos.model.seating import COMBINED, FREE_FOR_ALL, TEAMS, seating_of, usual_sides
from engine.bos.records.clock_audit import Kind, audit, bring_along, clock_json, notes
from engine.bos.records.clock_spec import ClockSpec
from engine.bos.records.seating_headers import written_seating
from engine.log import read
from engine.verdict import judge_text
from tests.engine.bos.test_games import bos, given_of

MINUTE = ClockSpec(60, 0, "game")
THREE = "[Mode free-for-all]\n[Wizards P3 Tide Reader, Rime Scholar, Fog Weaver]\n"
TEAMED = "[Mode combined]\n"


def audited(lines, head=THREE, spec=MINUTE, **more):
    return audit(read(head + lines.replace(";", "\n")), spec, **more)


def kinds(found):
    return [(finding.kind, finding.line, finding.seat) for finding in found.findings]


def test_each_seat_has_a_clock_that_runs_in_its_own_turns_only():
    found = audited("T1 P1 @T12:00:00;E @T12:00:10;T2 P2 @T12:00:10;E @T12:00:30;T3 P3 @T12:00:30;E @T12:01:00")

    assert found.used == found.at_most == (10, 20, 30)
    assert [turn.seat for turn in found.turns] == [0, 1, 2]


def test_a_clock_may_stand_while_anybody_else_has_to_answer():
    lines = "T1 P1 @T12:00:00;S a Lava Hound @T12:00:10;A a P3 @T12:00:10;> no @T12:00:40;E @T12:00:45"
    spell = lines.replace("> no", "> P2 C Late Tide")

    for answered in (lines, spell):
        assert audited(answered).used == audited(answered).at_most == (15, 0, 0)


def test_an_answer_of_the_own_team_costs_the_team_time():
    lines = "T1 P1 @T12:00:00;> P3 C Bellows -> a @T12:00:30;E @T12:00:40"

    assert audited(lines, TEAMED).used == (40, 0)
    assert audited(lines).used == (10, 0, 0)


def test_a_combined_team_has_one_clock_whichever_member_is_named():
    first = "T1 P1 @T12:00:00;P3 S d Reef Warden @T12:00:10;E @T12:00:20"
    lines = f"{first};T2 P4 @T12:00:20;E @T12:00:25;T3 P3;E @T12:00:55"
    found = audited(lines, TEAMED)

    assert found.used == (50, 5)
    assert [turn.seat for turn in found.turns] == [0, 1, 0]
    assert clock_json(found)["clocks"] == ["P1", "P2"]


def test_who_runs_out_is_out_and_the_others_clocks_go_on():
    lines = "T1 P1 @T12:00:00;E @T12:00:10;T2 P2 @T12:00:10;X P2 time @T12:01:10;T3 P3 @T12:01:10;E @T12:01:30"
    found = audited(lines)

    assert kinds(found) == [(Kind.FLAG, 4, 1), (Kind.CONFIRMED, 4, 1)]
    assert found.used == (10, 60, 20)
    assert str(found.findings[0].message).endswith("is out of the game.")
    assert len(notes(found, 9)) == 2


def test_the_last_two_sides_end_the_clocks_with_the_game():
    lines = "T1 P1 @T12:00:00;X P2 concedes @T12:00:10;X P3 concedes @T12:00:20;= L30/-/- @T12:09:00"

    assert audited(lines).used == (20, 0, 0)


def test_a_written_time_is_weighed_for_every_seat():
    assert kinds(audited("T1 P1 @T12:00:00;X P3 time @T12:00:10")) == [(Kind.CONTRADICTED, 2, 2)]
    assert kinds(audited("T1 P1;X P3 time;X P2 time")) == [(Kind.UNPROVEN, 2, 2), (Kind.UNPROVEN, 3, 1)]
    assert kinds(audited("T1 P1;X P4 time", TEAMED)) == [(Kind.UNPROVEN, 2, 1)]


def test_remaining_times_are_read_for_every_seat():
    found = audited("T1 P1 @1:00;E @0:50;T2 P2 @1:00;E @0:30;T3 P3 @1:00;E @0:00")

    assert found.used == (10, 30, 60)
    assert kinds(found) == [(Kind.FLAG, 6, 2)]


def test_each_game_of_two_teams_has_its_own_clocks():
    log = read("[Mode teams]\nT1 P1 @T12:00:00\nE @T12:00:30\nT2 P4 @T12:00:30")
    brought = bring_along([[log]])

    found = audit(log, brought.spec_for(log), used=brought.used, whole=brought.whole)
    assert found.spec.scope == "game"
    assert found.used == (0, 0, 0, 0)
    assert clock_json(audit(log, MINUTE))["used"] == [30, 0, 0, 0]


def test_who_sits_there_is_read_from_the_record_where_nobody_says_it():
    assert written_seating(read("T1 P1")).is_duel
    assert written_seating(read(THREE)) == seating_of(FREE_FOR_ALL, usual_sides(FREE_FOR_ALL, 3))
    assert written_seating(read(TEAMED)) == seating_of(COMBINED, usual_sides(COMBINED, 4))
    assert written_seating(read("[Mode teams] [Teams P1 P4, P2 P5, P3 P6]")) == seating_of(
        TEAMS, usual_sides(TEAMS, 6, 3)
    )
    assert written_seating(read("[Mode raid]\nT1 P1\nT2 P5")).seats == 5
    assert written_seating(read("[Mode chess]\nT2 P9")).is_duel


def test_a_finding_has_an_entry_for_each_clock_and_a_duels_stays_as_it_was():
    text = f"# Lists: First Sparks, Open Meadow, Clear Ice, First Sparks\n{THREE}T1 P1 @T12:00:00\nE @T12:00:50\n"
    found = judge_text(bos, text, given_of(text))
    duel = clock_json(audit(read("T1 P1 @T12:00:00\nE @T12:00:50"), MINUTE))

    assert found["clock"]["used"] == [20, 0, 0, 0]
    assert found["clock"]["clocks"] == ["P1", "P2", "P3", "P4"]
    assert "clocks" not in duel
    assert len(duel["used"]) == 2
