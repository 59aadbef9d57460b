"""Laws of random play: options are what `check` allows, nothing changes or gets lost, a record plays the same."""

from collections import Counter
from itertools import permutations, product

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import log
from engine.bos import keys
from engine.bos.duel import apply, check, options, view, write
from engine.bos.options import continuations, legal
from engine.bos.state import COLUMNS, PLACES, TABLE
from engine.choice import Answer
from engine.replay import replay
from tests.engine.bos.plain import HEAD, POOL, at_the_start, judged, opening

WALKS = st.lists(st.integers(0, 10_000), max_size=70)
POSITIONS = sorted(keys.POSITIONS)
NAMES = [card.key for card in POOL.cards]


def walk(choices):
    """The positions of a game in which numbers choose among the options; casting and using are left out."""
    state = at_the_start()
    yield state, None
    for choice in choices:
        if state.outcome:
            return
        offered = [a for a in legal(state) if not a.key.startswith(("cast", "use")) and a.key.count(":") < 9]
        answer = offered[choice % len(offered)]
        state = apply(state, answer).state
        yield state, answer


def universe(state):
    """Every well-formed answer, by nothing but the alphabet of keys."""
    yield from ("next", "end", "boss", "no", "begin")
    yield from ("begin:" + "".join(order) for order in permutations("abc"))
    yield from (f"block:{place}" for place in POSITIONS)
    yield from (f"attack:{a}>{b}" for a, b in product(POSITIONS, [*POSITIONS, "P1", "P2"]))
    yield from (f"use:{place}.{number}" for place, number in product(POSITIONS, range(3)))
    for name in NAMES:
        for count in (1, 2, 3):
            yield from (f"summon:{''.join(columns)}:{name}" for columns in permutations("abc", count))
        top = 6
        yield from (f"cast:v{vim}e{ether}:{name}" for vim, ether in product(range(top), range(top)))


@settings(max_examples=25, deadline=None)
@given(WALKS)
def test_options_are_exactly_what_brute_force_finds_legal(choices):
    *_, (state, _) = walk(choices)
    if state.outcome:
        assert options(state) == ()
        return

    found = {key for key in universe(state) if check(state, Answer(state.ask.seat, key)) is None}

    offered = {option.key for option in options(state)[0].options}
    assert offered == {key for key in found if key != "begin:abc"}


@settings(max_examples=60, deadline=None)
@given(WALKS)
def test_every_step_keeps_the_laws_of_the_table(choices):
    cards = Counter((copy.owner, copy.face.key) for copy in at_the_start().copies)
    for state, _ in walk(choices):
        assert Counter((copy.owner, copy.face.key) for copy in state.copies) == cards
        standing = {copy.place: copy.id for copy in state.copies if copy.zone == TABLE}
        assert standing == {place: number for place, number in enumerate(state.table) if number >= 0}
        assert min(*state.life, *state.vim, *state.ether) >= 0
        assert all(copy.strength > 0 for copy in state.copies if copy.place % PLACES >= COLUMNS and copy.zone == TABLE)
        assert (state.ask is None) == (state.outcome is not None)
        assert not any(copy.leaving for copy in state.copies)
        assert state.ask is None or state.ask.kind == "block" or len(state.frames) == 1
        assert all(choice.options for choice in options(state))


@settings(max_examples=40, deadline=None)
@given(WALKS)
def test_a_step_never_changes_the_position_it_starts_from(choices):
    states = [state for state, _ in walk(choices)]
    pictures = [repr((view(state, "judge"), state.copies, state.table)) for state in states]

    again = [state for state, _ in walk(choices)]
    for state in states:
        list(legal(state))

    assert [repr((view(state, "judge"), state.copies, state.table)) for state in states] == pictures
    assert again == states


@settings(max_examples=60, deadline=None)
@given(WALKS)
def test_a_game_that_is_written_down_plays_to_the_same_table(choices):
    lines, before = [], None
    for state, answer in walk([c if i > 3 else 0 for i, c in enumerate(choices)]):
        if answer and not answer.key.startswith("begin:"):
            lines.append(write(before, answer))
        elif answer:
            return
        before = state

    run = replay(log.read("\n".join(line for line in lines if line)), opening())

    assert run.stop is None
    left = {**view(before, "judge"), "phase": None, "asked": None}
    assert {**view(run.state, "judge"), "phase": None, "asked": None} == left


@settings(max_examples=15, deadline=None)
@given(WALKS)
def test_every_line_that_is_offered_is_lawful(choices):
    lines, before = [], None
    for state, answer in walk(choices):
        if answer and answer.key.startswith("begin:"):
            return
        if answer and (line := write(before, answer)):
            lines.append(line)
        before = state
    if before.outcome:
        return

    for line in continuations(before)[:12]:
        found = judged("\n".join([*lines, line]), head=HEAD)
        assert found["finding"] in ("legal", "unfinished", "unproven"), line


def test_a_seat_that_is_not_asked_has_no_choice():
    assert options(at_the_start(), 1) == ()
    assert [option.key for option in options(at_the_start(), 0)[0].options] == ["begin"]
