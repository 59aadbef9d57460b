"""Attacks and blocks: the worked examples of the rules, on a table set up for each."""

import pytest

from engine.bos.game import apply, options
from engine.bos.model.piles import available
from engine.bos.model.places import POSITIONS
from engine.bos.model.state import CASTLE, MAIN, Draft, Frame, Question, at
from engine.bos.rules.turn import TURN, ask_menu, enter_main
from engine.choice import RuleViolation
from tests.engine.bos.answer_keys import by_key, key_of
from tests.engine.bos.simple_cards import POOL, at_the_start

MAIN_MENU = TURN.index(ask_menu, TURN.index(enter_main))
CARDS = {"1": ("cinder imp", "lava hound", "smoke runner"), "2": ("field sentinel", "granite ox", "ambercrest stag")}


def table(**strengths):
    """Anna's main phase with summons (s1a=5) and face-up bosses (b1=7) of these strengths; both have started."""
    draft = Draft(at_the_start())
    draft.turns, draft.turn, draft.active, draft.phase = (1, 1), 2, 0, MAIN
    draft.frames, draft.question = [Frame("turn", MAIN_MENU, (0,))], Question("menu", 0)
    for place, strength in strengths.items():
        where = POSITIONS[place[1] + "*" if place[0] == "b" else place[1:]]
        if place[0] == "b":
            number = draft.table[where]
        else:
            name = CARDS[place[1]]["abc".index(place[2])]
            number = available(draft, int(place[1]) - 1, CASTLE, POOL.find(name)).id
            draft.move(number, where)
        card = draft.own(number)
        card.up, card.strength = True, strength
    return draft.freeze()


def play(state, *keys):
    """The position after these answers; a spell that could be cast as something falls stays in its book."""
    for key in keys:
        state = apply(state, by_key(state.question.seat, key)).state
        while state.question and state.question.kind == "offer":
            state = apply(state, by_key(state.question.seat, "pass")).state
    return state


def strength(state, place):
    card = at(state, POSITIONS[place])
    return card.strength if card else None


@pytest.mark.parametrize(
    ("first", "second", "left", "right"), [(500, 2, 498, None), (5, 3, 2, None), (4, 4, None, None), (2, 9, None, 7)]
)
def test_a_battle_leaves_what_is_left(first, second, left, right):
    state = play(table(s1a=first, s2b=second), "attack:1a>2b")

    assert (strength(state, "1a"), strength(state, "2b")) == (left, right)


def test_nobody_takes_more_than_they_have():
    step = apply(table(s1a=500, s2b=2), by_key(0, "attack:1a>2b"))

    assert [(e.kind, e.amount) for e in step.events if e.kind in ("dealt", "taken")] == [
        ("dealt", 2),
        ("taken", 2),
        ("dealt", 500),
        ("taken", 2),
    ]


def test_an_unblocked_attack_costs_life_and_hurts_nobody_else():
    state = play(table(s1a=5), "attack:1a>P2")

    assert (state.life, strength(state, "1a"), state.attacks) == ((30, 25), 5, (1, 0))


def test_an_attack_takes_the_last_life_and_no_more():
    state = play(table(s1a=500), "attack:1a>P2")

    assert (state.life, state.outcome.winners, state.outcome.reason, state.question) == ((30, 0), (0,), "life", None)


def blockers(state):
    return [key_of(option) for option in options(state)[0].options]


@pytest.mark.parametrize(
    ("attacker", "summons", "may_block"),
    [
        ("s1a", ("s2b", "s2c"), ["block:2b", "no"]),
        ("s1b", ("s2a", "s2c"), ["block:2a", "block:2c", "no"]),
        ("s1c", ("s2b", "s2a"), ["block:2b", "no"]),
    ],
)
def test_only_neighbours_block(attacker, summons, may_block):
    state = table(**{attacker: 5}, **dict.fromkeys(summons, 3))

    state = play(state, f"attack:{attacker[1:]}>P2")

    assert blockers(state) == may_block


def test_nobody_is_asked_when_nobody_could_block():
    state = play(table(s1a=5, s2c=3), "attack:1a>P2")

    assert (state.question.kind, state.life) == ("menu", (30, 25))


def test_a_blocker_moves_over_for_good_and_opens_its_column():
    state = play(table(s1a=5, s2b=9, s1b=3), "attack:1a>P2", "block:2b")

    assert (strength(state, "2a"), strength(state, "2b"), strength(state, "1a")) == (4, None, None)
    assert play(state, "attack:1b>P2", "no").life == (30, 27)


def test_a_boss_blocks_from_anywhere_and_stays():
    state = play(table(s1a=5, b2=8), "attack:1a>P2", "block:2*")

    assert (strength(state, "2*"), strength(state, "1a"), state.life) == (3, None, (30, 30))


def test_an_acted_card_may_block_and_stays_acted():
    draft = Draft(table(s1a=5, s2b=9))
    draft.own(draft.table[POSITIONS["2b"]]).acted = True

    state = play(draft.freeze(), "attack:1a>P2", "block:2b")

    assert at(state, POSITIONS["2a"]).acted


def test_a_closed_column_leaves_any_summon_to_attack():
    state = table(s1a=5, s2a=3, s2c=2)

    with pytest.raises(RuleViolation) as refusal:
        apply(state, by_key(0, "attack:1a>P2"))

    assert refusal.value.violation.rule == "8.1.1"
    assert strength(play(state, "attack:1a>2c"), "1a") == 3


def test_the_defeated_go_to_their_owners_graveyards():
    state = play(table(s1a=5, s2b=5), "attack:1a>2b")

    assert sorted((copy.face.name, copy.owner, copy.up) for copy in state.copies if copy.zone == "graveyard") == [
        ("Cinder Imp", 0, True),
        ("Granite Ox", 1, True),
    ]


def test_a_defeated_card_comes_to_the_graveyard_as_it_was_printed():
    state = play(table(s1a=9, s2b=1), "attack:1a>2b")

    assert [copy.strength for copy in state.copies if copy.zone == "graveyard"] == [6]


def test_a_boss_attacks_an_empty_side_and_one_s_own_player():
    assert play(table(b1=7), "attack:1*>P2").life == (30, 23)
    assert play(table(b1=7, s2a=1), "attack:1*>P1").life == (23, 30)


def test_both_opponents_of_a_boss_count_for_its_attack():
    for guard in ({"s2c": 1}, {"b2": 1}):
        with pytest.raises(RuleViolation) as refusal:
            apply(table(b1=7, **guard), by_key(0, "attack:1*>P2"))

        assert refusal.value.violation.rule == "9.2.3"
