"""The best lines of a position, and what it is worth: Anna asks the bot, and Ben's answers decide what is proved."""

import pytest

from engine.best_lines import MOST, best_lines, out_of_a_hundred
from engine.bos import game as bos
from engine.bos.model.editions import DEFAULT_EDITION
from engine.contract import Given
from engine.record_viewer import track
from tests.engine.bos.simple_cards import HEAD, POOL, RED_AND_YELLOW
from tests.engine.test_bots import ANNA, BEN, FEW, OPENED, duel, written

BEN_HAS_A_BLOCKER = ("T1 P1", "S a Lava Hound", "E", "T2 P2", "S b Granite Ox", "E", "T3 P1")


def found(run, nodes=FEW):
    return best_lines(bos, run, "magpie", nodes=nodes)


def test_the_best_lines_are_lawful_lines_of_whoever_is_asked_each_once_and_the_best_comes_first():
    run = duel(*OPENED, "T3 P1")

    best = found(run)

    lawful = {line.written for line in bos.next_lines(run.own_state).lines}
    assert best.seat == ANNA
    assert len({line.written for line in best.lines} & lawful) == len(best.lines) == MOST
    assert [line.worth for line in best.lines] == sorted((line.worth for line in best.lines), reverse=True)


def test_what_is_said_to_follow_can_follow():
    run = duel(*OPENED, "T3 P1")

    for line in found(run).lines:
        written(run, line.written, *line.then)


def test_the_same_position_gives_the_same_lines_and_more_nodes_are_more_lines_tried():
    run = duel(*OPENED, "T3 P1")

    assert found(run) == found(run)
    assert found(run, nodes=400).nodes > found(run).nodes


def test_a_win_that_ben_cannot_answer_is_proved():
    best = found(duel(*OPENED, "T3 P1", life=(30, 1))).lines[0]

    assert (best.written, best.then, best.worth, best.proved) == ("A a P2", (), 100, True)


@pytest.mark.parametrize("life", [1, 4, 9])
def test_no_win_is_proved_on_whose_way_ben_is_asked(life):
    start = duel(*BEN_HAS_A_BLOCKER, life=(30, life))
    for line in found(start, nodes=400).lines:
        run, is_alone = start, True
        for body in (line.written, *line.then):
            is_alone = is_alone and {ask.seat for ask in bos.asks(run.own_state)} == {ANNA}
            run = written(run, body)
        has_won = run.state.outcome is not None and run.state.outcome.winners == (ANNA,)

        assert line.proved == (is_alone and has_won)


def test_after_the_end_there_are_no_lines():
    assert found(written(duel(*OPENED), "X P1 concedes")) == (None, (), 0)


@pytest.mark.parametrize("changed", [{}, {"life": (5, 30)}, {"life": (30, 5)}, {"vim": (40, 1)}])
def test_what_one_seat_has_of_a_hundred_the_other_lacks(changed):
    state = duel(*OPENED, "T3 P1", **changed).own_state

    assert out_of_a_hundred(bos, state, ANNA) + out_of_a_hundred(bos, state, BEN) == 100


def test_who_is_ahead_has_more_than_half_and_only_who_has_won_has_all():
    ahead = duel(*OPENED, "T3 P1", life=(30, 1))

    assert 50 < out_of_a_hundred(bos, ahead.own_state, ANNA) < 100
    assert out_of_a_hundred(bos, written(ahead, "A a P2").own_state, ANNA) == 100
    assert out_of_a_hundred(bos, written(ahead, "A a P2").own_state, BEN) == 0


def test_a_record_tells_what_every_table_is_worth_and_the_best_lines_at_its_end():
    text = HEAD + "1. T1 P1\n2. S a Lava Hound\n3. E\n"
    walked = track(bos, text, Given(RED_AND_YELLOW, POOL, DEFAULT_EDITION))
    unreadable = track(bos, "[Game", Given(RED_AND_YELLOW, POOL, DEFAULT_EDITION))

    assert sorted(walked.worths(ANNA)) == ["0", "1", "2", "3"]
    assert walked.best_lines("magpie", nodes=FEW).lines[0].written == "T2 P2"
    assert unreadable.best_lines("magpie", nodes=FEW).lines == ()
