"""Whole games with cards that say whatever the card language can say: nothing breaks, hangs or gets lost.

With BOS_SEED=new a run makes up new cards; when one of them fails, it says with which BOS_SEED it can be had again.
"""

import os
import time
from random import SystemRandom

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings

from engine import log
from engine.bos import game
from engine.bos import game as bos
from engine.bos.abilities import card_abilities
from engine.bos.model.card_pool import MAX_TEXT
from engine.bos.model.editions import DEFAULT_EDITION
from engine.bos.notation.canonical_state import canonical
from engine.bos.records.record_setup import open_game
from engine.bos.rules.options import legal
from engine.bos.rules.record_writer import written
from engine.contract import Given
from engine.replay import replay
from tests.engine.bos import random_players
from tests.engine.bos.ability_examples import HERE, MET
from tests.engine.bos.answer_keys import by_key, key_of
from tests.engine.bos.brute_force_moves import misjudged
from tests.engine.bos.duel import Duel
from tests.engine.bos.invariants import broken, broken_step
from tests.engine.bos.mutations import damaged
from tests.engine.bos.random_decks import lone, seeds, wild
from tests.engine.bos.symmetries import Mirrored, Permuted, Swapped, told
from tests.engine.bos.test_mutations import judged

# What a strategy that tries again is made of is long, and nobody reads it.
pytestmark = pytest.mark.filterwarnings("ignore:Generating overly large repr")
MOST = 90
"""So many answers are given in one game."""
SHORT = 12
"""So many are given in a scene with one ability."""
ABILITIES = 200
"""So many different abilities at least are made up."""
LONGEST = 5
"""No answer may take so many seconds of work; almost all take a thousandth."""
SEED = SystemRandom().randrange(2**32) if os.environ.get("BOS_SEED") == "new" else int(os.environ.get("BOS_SEED") or 1)
"""What is made up: the same in every run, or with BOS_SEED=new other cards each time."""


@pytest.fixture(autouse=True)
def print_again():
    """After a test all cards say what is printed on them."""
    yield
    card_abilities.forget()


def steps_of(deck, drawn):
    """A game in which numbers choose; wizards stay where the list has them, so that records need no columns."""
    deck.speak()
    yield from steps_from(deck.table.start(), random_players.luck(drawn)[:MOST])


def steps_from(state, numbers):
    for number in numbers:
        if state.outcome:
            return
        begins = state.question.kind == "begin"
        answer = by_key(state.question.seat, "begin") if begins else random_players.chosen(state, number)
        began = time.process_time()
        step = game.apply(state, answer)
        assert time.process_time() - began < LONGEST
        yield state, answer, step
        state = step.state


def anew(examples, *drawn):
    """Calls a check with values made up from the seed, and tells how to have them again.

    What fails is not made smaller: that takes minutes, and the cards are told.
    """

    def calls(check):
        often = settings(
            max_examples=examples, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
        )
        try:
            seed(SEED)(often(given(*drawn)(check)))()
        except BaseException as fault:
            fault.add_note(f"BOS_SEED={SEED} makes up the same cards again.")
            raise

    return calls


def test_new_abilities_are_read_as_they_were_meant_and_played_in_a_scene():
    played = set()

    def check(made, drawn):
        card, meant = made
        card_abilities.forget()
        printed = card.abilities[-1].text
        if len(printed) > MAX_TEXT:
            return
        assert card_abilities.texts_of(card)[len(card.abilities) - 1] == meant, printed
        for before, answer, step in steps_from(scene_with(card), random_players.luck(drawn)[:SHORT]):
            assert broken_step(before, answer, step) == [], printed
            assert broken(step.state) == [], printed
        played.add(printed)

    anew(2 * ABILITIES, lone(), seeds)(check)

    assert len(played) >= ABILITIES


def scene_with(card):
    """The table of Anna's Fox and Ben's Elks, as far as the card lets it come about."""
    table = Duel(card)
    record = log.read(table.log(HERE if card.name == "Fox" else MET))
    return replay(bos, record, open_game(record, Given(table.lists, table.pool, table.edition)).setup).state


def test_every_step_with_any_cards_keeps_the_laws():
    def check(deck, drawn):
        for before, answer, step in steps_of(deck, drawn):
            assert broken_step(before, answer, step) == [], deck
            assert broken(step.state) == [], deck

    anew(15, wild(), seeds)(check)


@settings(max_examples=6, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
@given(wild(), seeds)
def test_options_with_any_cards_are_what_check_allows(deck, seed):
    for count, (before, _, _) in enumerate(steps_of(deck, seed)):
        if count % 30 == 7:
            assert [wrong for wrong in misjudged(before) if not _pays_x(before, wrong)] == []


def _pays_x(state, wrong):
    """X may be told by what is paid for it; what is offered is X first, and then every way to pay it."""
    said, _, key = wrong.partition(": ")
    return said == "not offered" and "{" in key and key.startswith(("use:", "take:"))


@settings(max_examples=10, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
@given(wild(), seeds)
def test_a_record_of_any_game_plays_to_the_same_table(deck, seed):
    played = list(steps_of(deck, seed))
    state = played[-1][2].state
    while not state.outcome and state.question.kind != "begin":
        state = played.pop()[0]
    written = deck.table.record(random_players.answers_of(played))
    record = log.read(f"{written}= L{state.life[0]}/{state.life[1]}\n")

    run = replay(bos, record, open_game(record, Given(deck.table.decks, deck.table.pool, DEFAULT_EDITION)).setup)

    assert run.stop is None
    assert canonical(run.state) == canonical(state)


@pytest.mark.parametrize("telling", [Mirrored(), Swapped(), Permuted()], ids=lambda telling: type(telling).__name__)
def test_a_game_with_any_cards_is_the_same_when_it_is_told_otherwise(telling):
    def check(deck, drawn):
        steps = list(steps_of(deck, drawn))
        other = game.start(telling.setup(deck.table.setup))
        for state, answer, step in steps:
            offered = {(telling.seat(one.seat), telling.key(key_of(one))) for one in legal(state)}
            assert {(one.seat, key_of(one)) for one in legal(other)} == offered, deck
            other = game.apply(other, by_key(telling.seat(answer.seat), telling.key(key_of(answer)))).state
            assert told(other, telling) == told(step.state, Permuted()), deck

    anew(5, wild(), seeds)(check)


def test_a_damaged_record_of_any_game_gets_a_finding():
    def check(deck, drawn):
        answers = random_players.answers_of(list(steps_of(deck, drawn)))
        head, lines = deck.table.headers(answers), written(answers)
        numbers = iter(random_players.luck(f"damage/{drawn}", 200))
        for _ in range(3):
            judged(deck.table, head + "\n".join(damaged(lines, numbers)[0]))

    anew(8, wild(), seeds)(check)
