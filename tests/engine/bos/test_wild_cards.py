"""Whole games with cards that say whatever the card language can say: nothing breaks, hangs or gets lost."""

import pytest
from hypothesis import HealthCheck, given, settings

from engine import log
from engine.bos import duel, keys, texts
from engine.bos.canon import canonical
from engine.bos.editions import DEFAULT_EDITION
from engine.bos.opening import open_game
from engine.choice import Answer
from engine.replay import replay
from tests.engine.bos import bots
from tests.engine.bos.laws import broken, broken_step
from tests.engine.bos.universe import misjudged
from tests.engine.bos.wild import seeds, wild

MOST = 90
"""So many answers are given in one game."""


@pytest.fixture(autouse=True)
def print_again():
    """After a test all cards say what is printed on them."""
    yield
    texts.forget()


def steps_of(deck, seed):
    """A game in which numbers choose; wizards stay where the list has them, so that records need no columns."""
    texts.forget()
    deck.teach()
    state = deck.table.start()
    for number in bots.luck(seed)[:MOST]:
        if state.outcome:
            return
        begins = state.ask.kind == "begin"
        answer = Answer(state.ask.seat, "begin") if begins else bots.chosen(state, number)
        step = duel.apply(state, answer)
        yield state, answer, step
        state = step.state


@settings(max_examples=15, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
@given(wild(), seeds)
def test_every_step_with_any_cards_keeps_the_laws(deck, seed):
    for before, answer, step in steps_of(deck, seed):
        assert broken_step(before, answer, step) == []
        assert broken(step.state) == []


@settings(max_examples=6, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
@given(wild(), seeds)
def test_options_with_any_cards_are_what_check_allows(deck, seed):
    for count, (before, _, _) in enumerate(steps_of(deck, seed)):
        if count % 30 == 7:
            assert [wrong for wrong in misjudged(before) if not _pays_x(before, wrong)] == []


def _pays_x(state, wrong):
    """X may be paid with any mixture of vim and ether; only X itself is offered, since the mixtures are too many."""
    said, _, key = wrong.partition(": ")
    return said == "not offered" and "{" in key and keys.verb(key) in ("use", "take")


@settings(max_examples=10, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
@given(wild(), seeds)
def test_a_record_of_any_game_plays_to_the_same_table(deck, seed):
    played = list(steps_of(deck, seed))
    state = played[-1][2].state
    while not state.outcome and state.ask.kind != "begin":
        state = played.pop()[0]
    record = log.read(deck.table.record(bots.answers_of(played)))

    run = replay(record, open_game(record, deck.table.decks, deck.table.pool, DEFAULT_EDITION).setup)

    assert run.stop is None
    assert canonical(run.state) == canonical(state)
