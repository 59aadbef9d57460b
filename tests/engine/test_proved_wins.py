"""Wins that are proved: Anna wins whatever Ben answers, or nothing is said."""

import pytest

from engine import log
from engine.bos import game as bos
from engine.bos.model.editions import DEFAULT_EDITION
from engine.contract import WON, Given
from engine.lines import Ask, NextLines
from engine.messages import Message
from engine.proved_wins import ProvedWin, _Search, proved_win
from engine.replay import begin_replay
from tests.engine.bos.simple_cards import POOL, RED_AND_YELLOW
from tests.engine.test_bots import ANNA, BEN, OPENED, duel, written

ANNAS_TURN = (*OPENED, "T3 P1")
WIZARDS = "wa Flint Novice, wb Ash Caller, wc Ember Adept"
BEN_HAS_A_BLOCKER = ("T1 P1", "S a Lava Hound", "E", "T2 P2", "S b Granite Ox", "E", "T3 P1")


def test_an_attack_that_nobody_can_block_wins_and_is_proved():
    assert proved_win(bos, duel(*ANNAS_TURN, life=(30, 5)), nodes=300)[:3] == (ANNA, ("A a P2",), 1)


def test_a_win_by_two_lines_is_proved_where_the_first_one_alone_does_not_win():
    found = proved_win(bos, duel(*ANNAS_TURN, life=(30, 7), vim=(9, 0)), nodes=3_000)

    assert (found.seat, len(found.way), found.way[-1][-3:], found.turns) == (ANNA, 2, " P2", 1)


def test_what_looks_won_and_can_be_blocked_is_not_said_to_win():
    run = duel(*BEN_HAS_A_BLOCKER, life=(30, 1))

    assert bos.estimate(run.own_state, ANNA) > 0
    assert proved_win(bos, run, nodes=400).seat is None


def test_what_looks_won_and_is_not_over_in_time_is_not_said_to_win():
    run = duel(*ANNAS_TURN, life=(30, 29))

    assert proved_win(bos, run, nodes=300).seat is None


def test_a_budget_that_does_not_last_proves_nothing():
    run = duel(*ANNAS_TURN, life=(30, 7), vim=(9, 0))

    assert proved_win(bos, run, nodes=6) == ProvedWin(None, (), 0, 6)
    assert proved_win(bos, run, nodes=0) == ProvedWin(None, (), 0, 0)


def test_ben_loses_where_all_that_he_can_write_lets_anna_win():
    run = duel(*ANNAS_TURN, "E", "T4 P2", life=(30, 1), vim=(0, 0))

    found = proved_win(bos, run, nodes=1_000)

    assert found.seat in (ANNA, None)
    assert found.seat is None or bos.estimate(written(run, *found.way).own_state, ANNA) >= WON


def test_ben_has_not_lost_where_he_has_to_answer_and_no_answer_is_known():
    owed = Ask(BEN, Message("bos.prompt.act"), NextLines((), whole=True), may_pass=False)

    assert _Search(bos, ANNA, 10).asked(duel(*ANNAS_TURN), (owed,), 3) is None


@pytest.mark.parametrize("life", [1, 4, 9])
@pytest.mark.parametrize("opened", [ANNAS_TURN, BEN_HAS_A_BLOCKER])
def test_by_every_proved_way_whoever_is_said_to_win_has_won_at_its_end(opened, life):
    run = duel(*opened, life=(30, life))
    found = proved_win(bos, run, nodes=400)

    if found.seat is not None:
        assert bos.estimate(written(run, *found.way).own_state, found.seat) >= WON


def test_against_every_answer_of_ben_a_proved_win_stays_proved():
    run = duel(*BEN_HAS_A_BLOCKER, life=(30, 1), vim=(30, 0))
    found = proved_win(bos, run, nodes=4_000)
    while found.seat == ANNA and run.state.outcome is None:
        run = written(run, found.way[0])
        answers = [line.written for ask in bos.asks(run.own_state) if ask.seat == BEN for line in ask.lines.lines]
        assert all(proved_win(bos, written(run, answer), nodes=4_000).seat == ANNA for answer in answers)
        found = proved_win(bos, run, nodes=4_000)


def position(headers):
    opening = bos.open_game(log.read(headers), Given(RED_AND_YELLOW, POOL, DEFAULT_EDITION))
    return begin_replay(bos, opening.setup)


def test_a_win_against_a_blocker_is_proved_where_it_falls_first():
    run = position(f"[Position T7 P1 main L20/5] [Board P1 {WIZARDS}, a Slag Brute, b Lava Hound, c Cinder Imp]\n"
                   "[Board P2 b Granite Ox]")  # fmt: skip

    found = proved_win(bos, run, nodes=1_000)

    assert (found.seat, found.turns) == (ANNA, 1)
    assert bos.estimate(written(run, *found.way).own_state, ANNA) >= WON


def test_ben_who_can_neither_block_nor_gain_enough_loses_in_his_own_turn():
    run = position(f"[Position T8 P2 main L20/1] [Board P1 {WIZARDS}, a Slag Brute, b Lava Hound] [Board P2]")

    found = proved_win(bos, run, nodes=2_000)

    assert (found.seat, found.turns, found.way[-1].split()[-1]) == (ANNA, 1, "P2")


def test_after_the_end_nothing_is_left_to_prove():
    assert proved_win(bos, written(duel(*OPENED), "X P1 concedes")) == ProvedWin(None, (), 0, 0)


def test_the_same_position_gives_the_same_proof():
    run = duel(*ANNAS_TURN, life=(30, 7), vim=(9, 0))

    assert proved_win(bos, run, nodes=3_000) == proved_win(bos, run, nodes=3_000)
