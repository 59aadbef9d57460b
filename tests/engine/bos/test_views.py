"""What a seat, the public and a judge see: built up from nothing, and the same whatever is hidden."""

from dataclasses import replace

import pytest

from engine.bos.display.views import draw
from engine.bos.game import apply, options, view
from engine.bos.rules.initial_state import start
from tests.engine.bos.answer_keys import by_key
from tests.engine.bos.simple_cards import POOL, at_the_start, opening


def play(state, *keys):
    for key in keys:
        state = apply(state, by_key(state.question.seat, key)).state
    return state


@pytest.fixture
def later():
    """Anna has summoned a hound in column a; Ben has not started."""
    return play(at_the_start(), "begin", "summon:a:lava hound")


def test_the_public_sees_what_lies_open_and_how_many_cards_do_not(later):
    anna, ben = view(later)["seats"]

    assert anna["summons"][0]["name"] == "Lava Hound"
    assert (anna["castle"], anna["spellbook"]) == (9, 10)
    assert "castle_cards" not in anna
    assert [wizard["name"] for wizard in anna["wizards"]] == ["Ember Adept", "Ash Caller", "Flint Novice"]
    assert [wizard["name"] for wizard in ben["wizards"]] == [None, None, None]
    assert ben["boss"]["name"] == "Mother of Hives"


def test_a_seat_sees_its_own_piles_and_wizards_and_a_judge_sees_all(later):
    ben = view(later, 1)["seats"]

    assert "castle_cards" not in ben[0]
    assert len(ben[1]["castle_cards"]) == 10
    assert ben[1]["wizards"][0]["name"] == "Dawn Herald"
    assert all("spellbook_cards" in side for side in view(later, "judge")["seats"])


def test_what_is_hidden_from_anna_makes_no_difference_to_what_she_sees():
    """Ben's wizards stand in other columns, and other summons lie in his castle."""
    setup = opening()
    dawn, meadow, orchard = setup.wizards[1]
    bear, stag = POOL.find("Honeycomb Bear"), POOL.find("Ambercrest Stag")
    pile = tuple(bear if card is stag else card for card in setup.piles[1])
    other = replace(setup, wizards=(setup.wizards[0], (orchard, dawn, meadow)), piles=(setup.piles[0], pile))
    one, two = start(setup), start(other)

    for key in ("begin", "summon:a:lava hound", "next", "end"):
        assert view(one, 0) == view(two, 0)
        assert view(one, "public") == view(two, "public")
        assert options(one, 0) == options(two, 0)
        first, second = apply(one, by_key(0, key)), apply(two, by_key(0, key))
        assert first.events == second.events
        one, two = first.state, second.state
    assert view(one, 1) != view(two, 1)


def test_the_table_is_drawn_with_columns_facing_each_other(later):
    drawn = draw(view(later))

    rows = drawn.splitlines()
    assert rows[0] == "Turn 1, P1, summoning phase."
    assert rows.index(next(row for row in rows if row.startswith("P2"))) < rows.index(
        next(row for row in rows if row.startswith("P1"))
    )
    assert "Lava Hound 5" in drawn
    assert "Ember Adept (face-down)" in drawn


def test_a_finished_game_says_so(later):
    over = play(later, "concede:P1")

    assert view(over)["over"] == {"winners": ["P2"], "reason": "concession"}
    assert draw(view(over)).startswith("The game is over: P2 won (concession).")
