"""The turn: readying, vim, decay, phases, and who loses when."""

import pytest

from engine.bos.game import apply
from engine.bos.model.editions import DEFAULT_EDITION
from engine.bos.model.places import POSITIONS
from engine.bos.model.state import Draft, at
from engine.bos.rules.turn import halvings, settle_life
from tests.engine.bos.answer_keys import by_key
from tests.engine.bos.simple_cards import at_the_start


def play(state, *keys):
    for key in keys:
        state = apply(state, by_key(state.question.seat, key)).state
    return state


def whole_turns(state, count):
    """So many turns in which nothing is done."""
    for _ in range(count):
        state = play(state, "begin", "next", "end")
        if state.outcome:
            break
    return state


def test_a_game_begins_with_thirty_life_and_one_vim_face_down():
    state = at_the_start()

    assert (state.life, state.vim, state.ether) == ((30, 30), (1, 1), (4, 0))
    assert not any(copy.up for copy in state.copies)


def test_wizards_turn_up_in_the_startup_phase_and_the_boss_does_not():
    state = play(at_the_start(), "begin")

    assert [at(state, POSITIONS[place]).up for place in ("1wa", "1wb", "1wc", "1*", "2wa")] == [True] * 3 + [False] * 2


def test_vim_doubles_every_own_turn_when_nothing_is_spent():
    state = at_the_start()
    vim = []
    for _ in range(6):
        state = play(state, "begin")
        vim.append(state.vim[0])
        state = whole_turns(play(state, "next", "end"), 1)

    assert vim == [2, 4, 8, 16, 32, 64]


def test_vim_that_was_spent_to_the_last_stays_nothing():
    state = play(at_the_start(), "begin", "summon:a:lava hound", "next", "cast:v2e0:thrown brand")
    state = play(whole_turns(play(state, "end"), 1), "begin")

    assert state.vim[0] == 0


def test_ether_neither_doubles_nor_decays():
    state = whole_turns(at_the_start(), 22)

    assert state.ether == (4, 0)


@pytest.mark.parametrize(("turn", "times"), [(1, 0), (10, 0), (11, 1), (12, 2), (13, 3), (20, 10)])
def test_decay_halves_once_more_in_every_turn_after_the_tenth(turn, times):
    assert halvings(DEFAULT_EDITION, turn) == times


@pytest.mark.parametrize(
    ("life", "expected"),
    [(30, [15, 3, 0]), (63, [31, 7, 0]), (64, [32, 8, 1, 0]), (1, [0])],
)
def test_decay_takes_the_last_life(life, expected):
    state = whole_turns(at_the_start(), 20)
    draft = Draft(state)
    draft.life = [life, 1000]
    state = draft.freeze()

    seen = []
    while not state.outcome:
        state = play(state, "begin")
        seen.append(state.life[0])
        if not state.outcome:
            state = whole_turns(play(state, "next", "end"), 1)

    assert seen == expected
    assert (state.outcome.winners, state.outcome.reason) == ((1,), "life")


def test_both_at_nothing_is_a_draw():
    draft = Draft(play(at_the_start(), "begin"))
    draft.life = [0, 0]

    settle_life(draft)

    assert (draft.outcome.winners, draft.outcome.reason) == ((), "draw")


def test_player_two_places_wizards_as_their_first_turn_begins():
    state = play(at_the_start(), "begin", "next", "end", "begin:cab")

    assert [at(state, POSITIONS[place]).face.name for place in ("2wa", "2wb", "2wc")] == [
        "Orchard Hermit",
        "Dawn Herald",
        "Meadow Warden",
    ]
