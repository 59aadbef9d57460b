"""Records of tables of more than two: whose lines they are, what they write back, and what their finding says."""

import pytest

from engine import log
from engine.bos import game as bos
from engine.bos.model.editions import DEFAULT_EDITION
from engine.bos.notation.canonical_state import same
from engine.contract import Given
from engine.replay import replay
from engine.verdict import judge_text
from tests.engine.bos.mode_tables import mode_tables
from tests.engine.bos.random_players import answers_of, game, luck, up_to_a_line
from tests.engine.bos.test_games import given_of

SOME = range(0, 22, 2)
HEAD = """# Lists: First Sparks, Open Meadow, Clear Ice, {fourth}
[Mode {mode}]
[Wizards P1 Ember Adept, Ash Caller, Flint Novice]
[Wizards P2 Dawn Herald, Meadow Warden, Orchard Hermit]
[Wizards P3 Tide Reader, Rime Scholar, Fog Weaver]
[Wizards P4 {wizards}]
"""
ROUND = "T1 P1;E;T2 P2;E;T3 P3;E;T4 P4;E;T5 P1"


def judged(lines, mode="free-for-all", fourth="First Sparks", wizards="Ember Adept, Ash Caller, Flint Novice"):
    text = HEAD.format(mode=mode, fourth=fourth, wizards=wizards) + lines.replace(";", "\n")
    return judge_text(bos, text, given_of(text))


def told(lines, **table):
    found = judged(lines, **table)
    return found["finding"], found["line"], found["rule"]


# Whose line it is


def test_a_seat_above_the_table_is_no_player_and_has_no_places():
    assert told("T1 P1;S a Lava Hound;A a P5") == ("illegal", 3, "8.1.2")
    assert told("T1 P1;S a Lava Hound;A a x 5b") == ("unreadable", 3, None)
    assert told("T1 P5") == ("illegal", 1, "3.1.1")
    assert told("T1 P1;X P5 concedes") == ("illegal", 2, "3.1.1")


def test_behind_the_sign_of_another_player_a_seat_is_needed_where_two_could_be_meant():
    ice = {"fourth": "Clear Ice", "wizards": "Tide Reader, Rime Scholar, Fog Weaver"}

    assert told(f"{ROUND};> C Ebb and Return -> a", **ice) == ("unproven", 10, "1.1.4")
    assert told(f"{ROUND};> P3 C Ebb and Return -> a", **ice)[0] == "illegal"
    assert told(f"{ROUND};> C Ebb and Return -> a")[0] == "illegal"


def test_what_is_aimed_at_is_in_the_game():
    lines = "T1 P1;S a Lava Hound;E;T2 P2;E;T3 P3;E;T4 P4;E;X P3 concedes;T5 P1;C Slagfall -> P3"

    assert told(lines) == ("illegal", 12, "14.5.18")
    down = "J set L30/30/5/30;T1 P1;S a Lava Hound;A a P3;E;T2 P2;E;T3 P4;C Slagfall -> P3"
    assert told(down, mode="raid") == ("illegal", 9, "14.4.13")
    assert told("T1 P1;C Slagfall -> P3")[::2] == ("illegal", "10.5.1")


def test_with_one_opponent_left_nobody_need_be_named():
    lines = f"{ROUND};E;X P3 concedes;X P4 concedes;T6 P2;E;T7 P1;C Slagfall;= L30/26/-/-"

    assert told(lines) == ("unfinished", None, None)
    assert told(lines.replace("C Slagfall;", "C Slagfall -> P2;")) == ("unfinished", None, None)


def test_only_in_a_raid_somebody_is_revived():
    assert told("T1 P1;REVIVE P2") == ("illegal", 2, "14.4.4")
    assert told("T1 P1;REVIVE P2", mode="raid") == ("illegal", 2, "14.4.4")


# Totals


def test_a_stroke_stands_for_who_is_out_and_for_nobody_else():
    lines = "T1 P1;E;X P3 concedes;= L30/30/{out}/30 V2/1/{out}/1"

    assert told(lines.format(out="-")) == ("unfinished", None, None)
    assert told(lines.format(out="0")) == ("unfinished", None, None)
    assert told(lines.format(out="30")) == ("contradicted", 4, None)
    assert told("T1 P1;E;= L30/-/30/30") == ("contradicted", 3, None)
    assert told("J set L30/5/30/30;T1 P1;S a Lava Hound;A a P2;= L30/-/30/30", mode="raid") == ("contradicted", 5, None)


def test_a_judge_gives_nothing_to_who_is_out():
    found = judged("T1 P1;E;X P3 concedes;J set L9/8/7/6")

    assert found["totals"]["life"] == [9, 8, 0, 6]


# What is found


def test_the_finding_tells_the_table_and_its_places():
    found = judged("T1 P1;X P4 concedes;X P3 concedes;X P1 concedes")

    assert (found["finding"], found["winner"], found["winners"], found["reason"]) == (
        "legal", "P2", ["P2"], "concession",
    )  # fmt: skip
    assert found["places"] == {"P1": 2, "P2": 1, "P3": 3, "P4": 4}
    assert (found["mode"], found["seats"]) == ("free-for-all", 4)
    assert found["sides"] == [["P1"], ["P2"], ["P3"], ["P4"]]
    assert any("rulings" in note for note in found["notes"])


def test_a_team_wins_with_all_its_members_and_the_sentence_names_them():
    found = judged("[Result P3 P1 concession]\nT1 P1;X P3 concedes;X P2 concedes;X P4 concedes", mode="teams")

    assert (found["winner"], found["winners"]) == ("P1", ["P1", "P3"])
    assert "P1 and P3" in found["message"]
    assert found["sides"] == [["P1", "P3"], ["P2", "P4"]]
    assert not any("header" in note for note in found["notes"])


def test_a_draw_has_no_winner_and_shared_places():
    found = judged("T1 P1;X P3 concedes;X draw")

    assert (found["winner"], found["winners"], found["reason"]) == (None, [], "draw")
    assert found["places"] == {"P1": 1, "P2": 1, "P3": 4, "P4": 1}


def test_before_the_end_nobody_has_a_place_and_a_duel_tells_nothing_of_tables():
    assert judged("T1 P1")["places"] is None
    duel = judge_text(bos, "[Mode ffa]\nT1 P1", given_of("# Lists: First Sparks, Open Meadow\n"))
    assert {"winners", "places", "mode", "seats", "sides"} & set(duel) == set()


# Written and read again


def written_game(number):
    table = mode_tables()[number]
    return table, up_to_a_line(game(table.start(), luck(f"records/{number}", 250)))


@pytest.mark.parametrize("number", SOME)
def test_a_game_that_is_written_down_plays_to_the_same_table(number):
    table, steps = written_game(number)
    text = table.record(answers_of(steps))
    opening = bos.open_game(log.read(text, bos.acts), Given(table.decks, table.pool, DEFAULT_EDITION))

    run = replay(bos, log.read(text, bos.acts), opening.setup)

    assert run.stop is None, run.stop
    assert run.wrong == []
    last = steps[-1][2].state
    assert last.outcome is None or same(run.state, last)


@pytest.mark.parametrize("number", SOME)
def test_what_is_written_is_canonical(number):
    table, steps = written_game(number)
    bodies = [line.body for line in log.read(table.record(answers_of(steps)), bos.acts).lines]

    assert [bos.canonical_line(body, table.mode) for body in bodies] == bodies
