"""Equal positions have equal bytes, whatever led to them; different ones never do."""

import subprocess
import sys

from hypothesis import given
from hypothesis import strategies as st

from engine.bos import game
from engine.bos import game as bos
from engine.bos.model.places import POSITIONS
from engine.bos.notation.canonical_state import canonical, same, state_id
from engine.choice import Answer
from engine.log import read
from engine.replay import begin_replay
from engine.replay_step import advance
from tests.engine.bos.simple_cards import at_the_start, opening

ONE_TURN = """
from tests.engine.bos.test_canonical_state import after
from engine.bos.notation.canonical_state import state_id
print(state_id(after("T1 P1; S a Lava Hound; S b Cinder Imp; E; T2 P2; A a P1")))
"""


def after(lines):
    """The position after lines parted by semicolons; stops where one cannot be played."""
    run = begin_replay(bos, opening())
    for line in read("\n".join(lines.split(";"))).lines:
        run = advance(run, line)
    return run.state


def walk(numbers):
    """A position reached by answering with the options of these numbers."""
    state = at_the_start()
    for number in numbers:
        offered = [Answer(choice.seat, option.move) for choice in game.options(state) for option in choice.options]
        if not offered:
            break
        state = game.apply(state, offered[number % len(offered)]).state
    return state


def test_an_id_is_24_hexadecimal_digits():
    assert len(state_id(at_the_start())) == 24
    assert int(state_id(at_the_start()), 16) >= 0


def test_the_order_in_which_two_summons_came_is_forgotten():
    one = after("T1 P1; S a Lava Hound; S b Cinder Imp")
    other = after("T1 P1; S b Cinder Imp; S a Lava Hound")

    assert state_id(one) == state_id(other)
    assert same(one, other)


def test_equal_cards_are_not_told_apart():
    one = after("T1 P1; S a Cinder Imp; S b Cinder Imp")
    other = after("T1 P1; S b Cinder Imp; S a Cinder Imp")

    assert one.table != other.table
    assert state_id(one) == state_id(other)


def test_how_many_answers_were_given_is_forgotten():
    state = after("T1 P1; S a Lava Hound")

    assert state_id(state._replace(serial=99)) == state_id(state)


def test_whatever_a_rule_can_ask_for_makes_a_difference():
    state = after("T1 P1; S a Lava Hound; E; T2 P2; S b Granite Ox")
    others = [
        after("T1 P1; S b Smoke Runner; E; T2 P2; S b Granite Ox"),
        after("T1 P1; S a Lava Hound; E; T2 P2; S b Granite Ox; E"),
        after("T1 P1; S a Lava Hound; E; T2 P2; S b Granite Ox; A b x 1a"),
        state._replace(life=(29, 30)),
        state._replace(vim=(2, 1)),
        state._replace(ether=(3, 0)),
        state._replace(attacks=(1, 0)),
    ]

    ids = [state_id(other) for other in (state, *others)]

    assert len(set(ids)) == len(ids)
    assert not any(same(state, other) for other in others)


def test_a_number_that_is_no_card_stays_what_it_is():
    state = at_the_start()
    frames = [state._replace(frames=(state.frames[0]._replace(values=(number,)),)) for number in (0, 1, 12, 13)]

    assert len({canonical(framed) for framed in frames}) == 4


def test_an_amount_of_this_turn_is_no_card_and_has_no_order():
    one = after("T1 P1; S a Cinder Imp; S b Cinder Imp")
    other = after("T1 P1; S b Cinder Imp; S a Cinder Imp")
    imp = one.table[POSITIONS["1a"]]
    gained, lost = ("life gained", 0, imp), ("life lost", 1, imp)

    assert state_id(one._replace(tallies=(gained, lost))) == state_id(other._replace(tallies=(lost, gained)))
    assert state_id(one._replace(tallies=(gained,))) != state_id(one._replace(tallies=(lost,)))


@given(st.lists(st.integers(0, 10_000), max_size=30))
def test_asking_for_the_id_changes_nothing_and_gives_the_same_again(numbers):
    state = walk(numbers)
    before = canonical(state)

    assert canonical(walk(numbers)) == before == canonical(state)
    assert same(state, walk(numbers))


def test_every_process_finds_the_same_id():
    ids = {
        subprocess.run(
            [sys.executable, "-c", ONE_TURN], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True, timeout=60
        ).stdout
        for seed in ("1", "2")
    }

    assert len(ids) == 1
    assert len(ids.pop().strip()) == 24
