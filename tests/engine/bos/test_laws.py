"""Laws of random play over every pair of starter decks: nothing is lost, and every telling of a game agrees."""

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import log
from engine.bos import game as bos
from engine.bos import game as duel
from engine.bos.model.editions import DEFAULT_EDITION
from engine.bos.notation.canonical_state import canonical, same
from engine.bos.notation.notation_writer import canonical as tidy
from engine.bos.records import implied_answers
from engine.bos.rules.options import legal
from engine.bos.rules.record_writer import only_pick, written
from engine.choice import Answer
from engine.contract import Given
from engine.log import write
from engine.replay import replay
from engine.verdict import judge_text
from tests.engine.bos.answer_keys import by_key, key_of
from tests.engine.bos.invariants import broken, broken_step, impure
from tests.engine.bos.random_players import LONGEST, answers_of, game, luck, tables, up_to_a_line
from tests.engine.bos.symmetries import Mirrored, Permuted, Renamed, Swapped, told

TABLES = st.integers(0, len(tables()) - 1).map(lambda number: tables()[number])
LUCK = st.lists(st.integers(0, 65_535), max_size=120)
SOME = [0, 7, 14, 22, 29, 30, 36]


def whole(number):
    """A table, and a game there that is played to its end."""
    table = tables()[number % len(tables())]
    return table, list(game(table.start(), luck(f"laws/{number}")))


@settings(max_examples=60, deadline=None)
@given(TABLES, LUCK)
def test_no_law_is_broken_by_any_step(table, numbers):
    for state, answer, step in game(table.start(), numbers):
        assert broken(step.state) == [], answer
        assert broken_step(state, answer, step) == [], answer


@pytest.mark.parametrize("number", SOME)
def test_every_game_comes_to_an_end_before_anybody_is_tired(number):
    _, steps = whole(number)

    assert steps[-1][2].state.outcome is not None
    assert len(steps) < LONGEST


@settings(max_examples=15, deadline=None)
@given(TABLES, LUCK)
def test_a_position_is_never_changed_by_looking_or_playing_on(table, numbers):
    for state, _, _ in list(game(table.start(), numbers))[-3:]:
        assert impure(state) == []


@settings(max_examples=25, deadline=None)
@given(TABLES, LUCK)
def test_the_same_answers_lead_to_the_same_bytes(table, numbers):
    steps = list(game(table.start(), numbers))

    state = table.start()
    for _, answer, step in steps:
        again = duel.apply(state, answer)
        assert again.events == step.events
        state = again.state
        assert canonical(state) == canonical(step.state)


OTHER_PROCESS = """
import hashlib
from engine.bos.notation.canonical_state import canonical
from tests.engine.bos.test_laws import whole
from tests.engine.bos.random_players import answers_of
from tests.engine.bos.answer_keys import key_of
for number in (3, 20, 36):
    table, steps = whole(number)
    text = table.record(answers_of(steps))
    told = "".join(f"{key_of(answer)}{canonical(step.state)}{step.events}" for _, answer, step in steps)
    print(hashlib.sha256((text + told).encode()).hexdigest())
"""


def test_games_and_records_are_the_same_in_every_process():
    seen = {
        subprocess.run(
            [sys.executable, "-c", OTHER_PROCESS],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": "."},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "271828")
    }

    assert len(seen) == 1
    assert len(seen.pop().split()) == 3


# Writing a game down


def settled(state):
    """The table once what leaves no choice is done, silence has passed over the rest, and the main phase has begun."""
    while True:
        answer = only_pick(state)
        if answer is None and state.question and state.question.kind in ("offer", "may", "conduct", "pick"):
            answer = implied_answers.answer(state)
        if answer is None and state.question and state.question.kind == "menu":
            answer = by_key(state.question.seat, "next")
        if not isinstance(answer, Answer) or duel.check(state, answer) is not None:
            return state
        state = duel.apply(state, answer).state


@settings(max_examples=40, deadline=None)
@given(TABLES, LUCK)
def test_a_game_that_is_written_down_plays_to_the_same_table(table, numbers):
    steps = up_to_a_line(game(table.start(), numbers))
    if not steps:
        return

    run = replay(bos, log.read(table.record(answers_of(steps))), table.opened(answers_of(steps)))

    assert run.stop is None
    assert run.wrong == []
    assert same(settled(run.state), settled(steps[-1][2].state))


@pytest.mark.parametrize("number", SOME)
def test_a_whole_game_that_is_written_down_is_legal(number):
    table, steps = whole(number)
    text = table.record(answers_of(steps))
    last = steps[-1][2].state

    found = judge_text(bos, text, Given(table.decks, table.pool, DEFAULT_EDITION))

    assert (found["finding"], found["line"]) == ("legal", None), found["message"]
    assert found["totals"] == {"life": list(last.life), "vim": list(last.vim), "ether": list(last.ether)}
    assert found["winner"] == (f"P{last.outcome.winners[0] + 1}" if last.outcome.winners else None)


@pytest.mark.parametrize("number", SOME)
def test_what_is_written_is_canonical(number):
    table, steps = whole(number)
    text = table.headers(answers_of(steps)) + "".join(
        f"{n}. {line}\n" for n, line in enumerate(written(answers_of(steps)), 1)
    )

    again = write(log.read(text), tidy)

    assert [line.body for line in log.read(again).lines] == [line.body for line in log.read(text).lines]
    assert write(log.read(again), tidy) == again


# The same game told otherwise


def played_otherwise(number, telling):
    """A game and its other telling, side by side: each must allow the same, and come to the same."""
    table, steps = whole(number)
    other = duel.start(telling.setup(table.setup))
    for state, answer, step in steps[:90]:
        offered = {(telling.seat(one.seat), telling.key(key_of(one))) for one in legal(state)}
        assert {(one.seat, key_of(one)) for one in legal(other)} == offered
        other = duel.apply(other, by_key(telling.seat(answer.seat), telling.key(key_of(answer)))).state
        assert told(other, telling) == told(step.state, Permuted()), answer
    return other


@pytest.mark.parametrize("number", SOME[:5])
def test_mirrored_columns_make_the_mirrored_game(number):
    assert played_otherwise(number, Mirrored()).turn


@pytest.mark.parametrize("number", SOME[:5])
def test_swapped_seats_make_the_same_game(number):
    assert played_otherwise(number, Swapped()).turn


@pytest.mark.parametrize("number", SOME[:5])
def test_the_order_of_a_deck_makes_no_difference(number):
    assert played_otherwise(number, Permuted()).turn


@pytest.mark.parametrize("number", SOME[:5])
def test_names_make_no_difference(number):
    assert played_otherwise(number, Renamed(tables()[number].pool)).turn
