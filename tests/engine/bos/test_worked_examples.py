"""Worked examples in numbers: vim, ether, battles, columns, the card Collaia; others stand with the rules they show."""

import pytest

from engine.bos.abilities.payment import splits
from engine.bos.model.card_pool import Pool, sample_pool
from engine.bos.model.piles import available
from engine.bos.model.places import POSITIONS
from engine.bos.model.state import CASTLE, GRAVEYARD, at
from engine.bos.rules.combat import possible_blockers
from engine.bos.rules.game_loop import apply
from engine.bos.rules.options import legal
from tests.engine.bos.answer_keys import by_key, key_of, refusal_of
from tests.engine.bos.positions import draft_with
from tests.engine.bos.random_players import Table
from tests.engine.bos.simple_cards import LISTS, POOL, at_the_start

ANNA, BEN = 0, 1


def play(state, *keys):
    """The position after these answers, each by the seat that is asked."""
    for key in keys:
        state = apply(state, by_key(state.question.seat, key)).state
    return state


def turns_of_anna(spend, turns=6):
    """Anna's vim as each of her turns begins; from the end of each startup phase `spend` tells what she pays."""
    state, seen = at_the_start(), []
    for turn in range(turns):
        state = play(state, "begin")
        seen.append(state.vim[ANNA])
        if not turn:
            state = play(state, "summon:a:lava hound")
        state = play(state, "next")
        for _ in range(spend(turn, state.vim[ANNA])):
            state = play(state, "cast:v1e0:bellows", "pick:1a") if _asks(state) else play(state, "cast:v1e0:bellows")
        state = play(state, "end", "begin", "next", "end")
    return seen


def _asks(state):
    after = apply(state, by_key(ANNA, "cast:v1e0:bellows")).state
    return after.question.kind == "pick"


def test_vim_doubles_while_nothing_is_spent():
    assert turns_of_anna(lambda turn, vim: 0) == [2, 4, 8, 16, 32, 64]


def test_whoever_spends_one_a_turn_stays_at_two():
    assert turns_of_anna(lambda turn, vim: 1, turns=3) == [2, 2, 2]


def test_whoever_spends_all_in_the_first_turn_has_none_for_good():
    assert turns_of_anna(lambda turn, vim: vim, turns=4) == [2, 0, 0, 0]


@pytest.mark.parametrize(
    ("cost", "vim", "ether", "ways"),
    [
        (4, 5, 2, [(4, 0), (3, 1), (2, 2)]),
        (4, 1, 2, []),
        (0, 0, 3, [(0, 0)]),
        (3, 0, 3, [(0, 3)]),
        (3, 9, 0, [(3, 0)]),
    ],
)
def test_a_cost_is_paid_in_any_split(cost, vim, ether, ways):
    assert list(splits(cost, vim, ether)) == ways


@pytest.mark.parametrize(
    ("attacker", "target", "left"), [(5, 3, (2, 0)), (500, 2, (498, 0)), (4, 4, (0, 0)), (2, 500, (0, 498))]
)
def test_both_take_what_the_other_has_and_no_more_than_they_have(attacker, target, left):
    step = apply(draft_with(s1a=attacker, s2b=target).freeze(), by_key(ANNA, "attack:1a>2b"))

    taken = [event.amount for event in step.events if event.kind == "taken"]
    dealt = [event.amount for event in step.events if event.kind == "dealt"]
    stands = [at(step.state, POSITIONS[place]) for place in ("1a", "2b")]
    assert dealt == [target, attacker]
    assert taken == [min(attacker, target)] * 2
    assert tuple(card.strength if card else 0 for card in stands) == left


@pytest.mark.parametrize(
    ("attacker", "defenders", "may"),
    [("s1a", ("s2b", "s2c"), ["2b"]), ("s1b", ("s2a", "s2c"), ["2a", "2c"]), ("s1a", ("s2c",), []),
     ("s1a", ("s2c", "b2"), ["2*"])],
)  # fmt: skip
def test_only_adjacent_summons_and_the_boss_may_block(attacker, defenders, may):
    draft = draft_with(**{attacker: 5}, **dict.fromkeys(defenders, 4))

    blockers = possible_blockers(draft, at(draft, POSITIONS[attacker[1:]]), BEN)

    assert sorted(blocker.place for blocker in blockers) == sorted(POSITIONS[place] for place in may)


def test_a_summon_in_front_closes_the_column_and_may_be_attacked_itself():
    state = draft_with(s1a=5, s2a=3, s2c=4).freeze()

    assert refusal_of(state, ANNA, "attack:1a>P2").rule == "8.1.1"
    assert {key_of(one) for one in legal(state) if key_of(one).startswith("attack:1a")} == {
        "attack:1a>2a",
        "attack:1a>2c",
    }


@pytest.mark.parametrize(
    ("key", "rule"), [("attack:1a>P2", "8.1.2"), ("attack:1a>1b", None), ("attack:1a>2*", "7.2.1")]
)
def test_in_the_first_turn_there_is_nobody_else_to_attack(key, rule):
    state = play(at_the_start(), "begin", "summon:a:lava hound", "summon:b:cinder imp", "next")

    refusal = refusal_of(state, ANNA, key)

    assert (refusal and refusal.rule) == rule


# Collaia: when this defeats a summon in battle, ready this.

ALL = Pool((*POOL.cards, sample_pool().find("Collaia"), sample_pool().find("Enraged Mage")))


@pytest.fixture
def collaia():
    """A table on which Collaia stands at 1a, in place of a Smoke Runner."""

    def stands(**others):
        red = LISTS["red"].replace("2 Smoke Runner\n", "1 Smoke Runner\n        Collaia\n", 1)
        start = Table(red, LISTS["yellow"], ALL).start()
        draft = draft_with(start, **others)
        number = available(draft, ANNA, CASTLE, ALL.find("Collaia")).id
        draft.move(number, POSITIONS["1a"])
        card = draft.own(number)
        card.up, card.strength = True, 4
        return draft.freeze()

    return stands


@pytest.mark.parametrize(("others", "target", "left", "offered"), [
    ({"s2b": 3}, "2b", 1, True),
    ({"b2": 3}, "2*", 1, False),
    ({"s2b": 5}, "2b", 0, False),
])  # fmt: skip
def test_collaia_readies_after_a_summon_and_not_after_a_boss(collaia, others, target, left, offered):
    state = play(collaia(**others), f"attack:1a>{target}")

    assert ("take:1a.1" in {key_of(one) for one in legal(state)}) == offered
    if offered:
        state = play(state, "take:1a.1")
        assert not at(state, POSITIONS["1a"]).acted
        assert any(key_of(one).startswith("attack:1a>") for one in legal(state))
    card = at(state, POSITIONS["1a"])
    assert (card.strength if card else 0) == left


def test_collaia_and_an_equal_summon_fall_together(collaia):
    state = play(collaia(s2b=4), "attack:1a>2b")
    assert "take:1a.1" in {key_of(one) for one in legal(state)}
    state = play(state, "take:1a.1")
    while state.question.kind == "offer":
        state = play(state, "pass")

    assert at(state, POSITIONS["1a"]) is None
    assert sum(copy.zone == GRAVEYARD for copy in state.copies) == 2
