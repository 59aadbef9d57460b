"""Answers that a record cannot give, but a page or a program can: each is refused with its rule."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.bos.abilities.card_abilities import texts_of
from engine.bos.cardtext import read_summoning_condition
from engine.bos.game import apply
from engine.bos.model.places import POSITIONS
from engine.bos.model.state import Draft, at
from engine.bos.rules.summoning import suffices
from engine.choice import Choice, RuleViolation
from tests.engine.bos.answer_keys import by_key, refusal_of
from tests.engine.bos.simple_cards import POOL, at_the_start
from tests.engine.bos.test_combat import table


def refused(state, seat, key, **more):
    return refusal_of(state, seat, key, **more).rule


def play(state, *keys):
    for key in keys:
        state = apply(state, by_key(state.question.seat, key)).state
    return state


def test_attacks_wait_for_the_main_phase():
    state = play(at_the_start(), "begin", "summon:a:lava hound")

    assert refused(state, 0, "attack:1a>P1") == "7.1.1"
    assert refused(state, 0, "boss") == "9.1.2"


def test_phases_follow_each_other():
    state = play(at_the_start(), "begin")

    assert refused(state, 0, "end") == "3.1.2"
    assert refused(play(state, "next"), 0, "next") == "3.1.2"


def test_only_player_two_places_wizards_and_only_once():
    state = at_the_start()
    assert refused(state, 0, "begin:cab") == "3.2.3"

    later = play(state, "begin", "next", "end", "begin:cab", "next", "end", "begin", "next", "end")
    assert refused(later, 1, "begin:cab") == "3.2.3"


def test_an_answer_to_an_old_question_is_refused():
    state = play(at_the_start(), "begin")

    assert refused(state, 0, "next", choice=state.serial - 1) == "3.1.2"
    assert refusal_of(state, 0, "next", choice=state.serial) is None


@pytest.mark.parametrize(
    "key",
    [
        "",
        "dance",
        "attack:",
        "attack:1a",
        "attack:1a>3a",
        "summon:",
        "summon:a",
        "summon:aa:x",
        "summon:f:x",
        "cast:v1:x",
        "cast:vxe1:x",
        "use:1a",
        "use:9z.1",
        "begin:aab",
        "concede:P9",
        "draw:P1",
    ],
)
def test_an_answer_of_no_known_shape_is_refused_with_a_sentence(key):
    state = play(at_the_start(), "begin", "next")

    violation = refusal_of(state, 0, key)

    assert violation.rule in ("3.1.2", "3.1.1")
    assert str(violation.message).endswith(".")


def test_the_other_player_waits_for_their_turn():
    assert refused(play(at_the_start(), "begin"), 1, "summon:a:field sentinel") == "3.1.1"


def test_a_block_that_is_asked_comes_before_everything_but_leaving():
    state = play(table(s1a=5, s2b=3), "attack:1a>P2")

    assert refused(state, 0, "end") == "8.2.1"
    assert refused(state, 0, "no") == "8.2.1"
    assert refused(state, 0, "cast:v1e0:bellows") == "8.2.1"
    assert refused(state, 1, "cast:v2e0:bark ward") == "6.1.1"
    assert refusal_of(state, 0, "concede:P1") is None
    assert refusal_of(state, 1, "no") is None


def test_a_spell_with_a_condition_may_be_cast_in_any_turn_while_it_holds(speak):
    speak("Spiteful Sparks", *texts_of(POOL.find("Late Tide")))
    draft = Draft(table(s1a=5, s2b=3))
    draft.active = 1

    assert refused(draft.freeze(), 0, "cast:v1e0:spiteful sparks") == "6.1.3"
    draft.life[0] = 29
    assert refusal_of(draft.freeze(), 0, "cast:v1e0:spiteful sparks") is None


def test_apply_refuses_what_check_refuses_and_changes_nothing():
    state = play(at_the_start(), "begin")

    with pytest.raises(RuleViolation) as refusal:
        apply(state, by_key(0, "end"))

    assert refusal.value.violation == refusal_of(state, 0, "end")


def test_the_choice_inside_an_ability_is_its_controllers():
    """Anna casts Thrown Brand; Ben does not choose whom it hits."""
    state = play(table(s1a=5, s2b=3), "cast:v0e2:thrown brand")

    assert refused(state, 1, "pick:2b") == "10.4.4"
    assert refusal_of(state, 0, "pick:2b") is None


def test_a_choice_without_options_cannot_be_made():
    with pytest.raises(ValueError, match="no option"):
        Choice(1, 0, "menu", (), "3.1.2", "?")


def test_named_wizards_must_be_exactly_those():
    summoning_condition = read_summoning_condition("Conduct a summon with Dawn Herald and Meadow Warden.").condition
    state = at_the_start()
    herald, warden, hermit = (at(state, POSITIONS[place]) for place in ("2wa", "2wb", "2wc"))

    assert suffices(state, 1, summoning_condition, [warden, herald])
    assert not suffices(state, 1, summoning_condition, [herald])
    assert not suffices(state, 1, summoning_condition, [herald, hermit])


VERBS = ("begin", "summon", "attack", "cast", "use", "block", "concede", "time", "draw", "next", "end", "no", "boss")


@settings(max_examples=300)
@given(
    st.integers(-2, 3),
    st.one_of(st.text(), st.builds("{}:{}".format, st.sampled_from(VERBS), st.text("12abcw*P>:ve.0٣", max_size=9))),
)
def test_no_answer_whatever_makes_the_check_fail(seat, key):
    for state in (at_the_start(), play(at_the_start(), "begin"), play(table(s1a=5, s2b=3), "attack:1a>P2")):
        violation = refusal_of(state, seat, key)

        assert violation is None or str(violation.message)[-1] in ".?"
