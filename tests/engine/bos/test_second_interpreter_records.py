"""Where one interpreter wrote a game down or read it as another one than was played: each a short game."""

import pytest

from engine.bos import game as bos
from engine.bos.model import moves
from engine.bos.model.moves import AbilityRef, Payment, ThingRef
from engine.bos.model.places import NOBODY, POSITIONS
from engine.bos.rules.record_writer import NOT_CONDUCTED, Entry, Said, written
from engine.choice import Answer
from tests.engine.bos.ability_examples import HERE
from tests.engine.bos.duel import YELLOW, Duel, spell, summon, wizard


def test_the_order_of_two_spells_that_wait_is_written_so_that_it_can_be_read():
    duel = Duel(
        spell("Wand", 0, "At the end of the turn, double your vim."),
        spell("Word", 0, "At the end of the turn, you gain 1 vim."),
    )
    table = f"{HERE.replace('Fox', 'Imp5')}; C Wand; C Word; E"
    written = bos.continuations(duel.table(table).state)

    assert all(duel.judged(f"{table}; {line}")["finding"] == "unfinished" for line in written)


LATER = "When this is summoned: At the start of your next main phase, a summon gains 1 strength."
AT_LAST = "When this is summoned: At the end of the turn, double your vim."


def test_what_a_summon_left_for_the_main_phase_ends_the_summoning_phase():
    duel = Duel(summon("Owl", 3, LATER))

    assert duel.table("T1 P1; S a Owl; + a; S b Imp5; + a -> b")["1b"] == 6


def test_what_a_spell_left_for_the_main_phase_ends_the_summoning_phase():
    promise = "When you cast a spell: At the start of your next main phase, discard a spell in your spellbook."
    duel = Duel(spell("Wand", 0, "You gain 1 vim."), spell("Word", 0, promise))

    found = duel.judged("T1 P1; C Wand; C Word; E; T2 P2; E; T3 P1; C Word -> Spark1; E")

    assert found["finding"] == "unfinished"


def test_the_order_of_what_two_summons_left_for_the_end_is_written_so_that_it_can_be_read():
    duel = Duel(summon("Owl", 3, AT_LAST), summon("Crow", 3, AT_LAST.replace("double your vim", "you lose 1 vim")))
    table = "T1 P1; S a Owl; + a; S b Crow; + b; E"
    written = bos.continuations(duel.table(table).state)

    assert written
    assert all(duel.judged(f"{table}; {line}")["finding"] == "unfinished" for line in written)


def test_a_summon_behind_one_that_was_not_conducted_is_not_that_one():
    refused = Entry("C Word", 0, 0, (Said(moves.Pass(), NOT_CONDUCTED, "C Word"),))

    assert refused.lines("S b Imp5") == ["C Word = 0"]
    assert refused.lines("E") == ["C Word"]


def test_what_is_used_when_the_last_card_is_ready_is_not_read_as_used_before():
    duel = Duel(spell("Word", 0, "When a wizard you control is turned face-up: You gain 1 vim."))
    state, answers = duel.table("T1 P1").state, []
    word = AbilityRef(NOBODY, 1, duel.pool.find("Word").key)
    for move in (moves.Ready(0), moves.Pass(), moves.Ready(1), moves.Pass(), moves.Take(word)):
        answers.append((state, Answer(0, move)))
        state = bos.apply(*answers[-1]).state

    assert written(answers) == ["R wa", "R wb", "R wc", "C Word"]


def test_what_two_cards_with_an_ability_of_the_main_phase_left_is_ordered_as_it_is_written():
    left = "Until the start of your next turn, when a summon an opponent controls attacks, {}."
    texts = [f"During your main phase, [act]: {left.format(deed)}" for deed in ("you gain 1 life", "double your life")]
    duel = Duel(summon("Owl", 3, texts[0]), summon("Crow", 3, texts[1]))
    table = duel.table("T1 P1; S a Owl; S b Crow; U a; U b; E; T2 P2; S a Elk5; A a x 1a")

    written = bos.continuations(table.state)

    assert len([line for line in written if line.startswith("!")]) == 2
    assert duel.told("T1 P1; S a Owl; S b Crow; U a; U b; E; T2 P2; S a Elk5; A a x 1a; ! 1b; E")[0] == "unfinished"


def test_what_is_aimed_at_in_the_turn_of_the_other_player_is_written_from_the_side_of_the_writer():
    left = "Until the start of your next turn, when a summon an opponent controls attacks, {}."
    wand = spell("Wand", 0, left.format("a summon gains 1 strength"))
    duel = Duel(wand, spell("Word", 0, left.format("you gain 1 life")))
    state, answers = duel.table("T1 P1; S a Imp5; C Wand; C Word; E; T2 P2; S b Elk5; A b x 1a").state, []
    first = AbilityRef(NOBODY, 1, duel.pool.find("Wand").key)
    for move in (moves.First(first), moves.Pick(ThingRef(POSITIONS["2b"]))):
        answers.append((state, Answer(state.question.seat, move)))
        state = bos.apply(*answers[-1]).state

    assert written(answers) == ["> C Wand -> 2b"]


def test_a_summon_conducted_for_what_was_left_is_not_read_as_one_of_the_phase():
    duel = Duel(spell("Wand", 0, "At the start of your next main phase, conduct a summon."))
    state, answers = duel.table("T1 P1; C Wand; E; T2 P2; E; T3 P1").state, []
    for move in (moves.NextPhase(), moves.Summon((0,), duel.pool.find("Imp5").key)):
        answers.append((state, Answer(0, move)))
        state = bos.apply(*answers[-1]).state

    assert written(answers) == ["C Wand", "S a Imp5"]


def test_what_is_put_first_and_cannot_be_done_does_not_hold_what_the_next_one_aims_at():
    owl = summon("Owl", 3, "When this is summoned: At the end of the turn, a summon you control battles a boss.")
    duel = Duel(owl, spell("Word", 0, "At the end of the turn, each opponent defeats a summon that player controls."))
    theirs = "T1 P1; E; T2 P2; S a Elk4; S b Elk2; E"
    scene = f"{theirs}; T3 P1; S a Owl; + a; S b Imp3; A b x a; C Word; E"
    state, answers = duel.table(scene).state, []
    first = AbilityRef(NOBODY, 1, duel.pool.find("Owl").key)
    for seat, move in ((0, moves.First(first)), (1, moves.Pick(ThingRef(POSITIONS["2a"])))):
        answers.append((state, Answer(seat, move)))
        state = bos.apply(*answers[-1]).state

    assert written(answers) == ["C Owl", "C Word -> 2a"]
    assert duel.told(f"{scene}; C Owl; C Word -> 2a; T4 P2")[0] == "unfinished"


def answered(state, *given):
    """What a record says of these moves of whoever is asked."""
    answers = []
    for move in given:
        answers.append((state, Answer(state.question.seat, move)))
        state = bos.apply(*answers[-1]).state
    return written(answers)


def test_a_second_cast_of_a_spell_is_not_read_as_more_of_the_first_one():
    word = spell("Word", 0, "[discard a summon in your castle]: Up to two summons you control take 1 damage.")
    duel = Duel(word, word, spell("Wand", 0, "When you cast a spell: You gain 1 life."))
    first, second = (
        (moves.Cast(Payment(0, 0), word.name.lower()), moves.Pick(ThingRef(card=name)), moves.Done())
        for name in ("imp3", "imp4")
    )

    lines = answered(duel.table("T1 P1; S a Imp5").state, moves.NextPhase(), *first, moves.Pass(), *second)

    assert lines == ["C Word -> Imp3 = 0", "C Word -> Imp4"]
    assert duel.told(f"T1 P1; S a Imp5; {'; '.join(lines)}; E")[0] == "unfinished"


def test_a_second_cast_is_told_by_what_the_first_one_cannot_aim_at():
    word = spell("Word", 0, "[discard a summon in your castle]: Up to two summons you control take 1 damage.")
    scene = "T1 P1; S a Imp5; C Word -> Imp3"

    assert Duel(word, word).table(f"{scene}; C Word -> Imp4, a; E")["1a"] == 4
    assert Duel(word).told(f"{scene}; C Word -> Imp4; E") == ("illegal", 4, "6.1.4")
    assert Duel(word).table(f"{scene}; C Word -> a; E")["1a"] == 4


def test_a_line_that_goes_on_in_the_turn_of_the_other_player_has_its_own_side():
    fetch = "You may discard a spell in your spellbook. If you do, gain 1 life. Otherwise, {}."
    back = fetch.format("return a summon you control to its owner's castle")
    theirs = wizard("Gil", f"During each player's main phase, [X vim]: {back}", color=YELLOW)
    duel, scene = Duel(theirs), "T1 P1; S c Imp5; E; T2 P2; S b Elk5; E; T3 P1; A c P2"
    given = (moves.Use(POSITIONS["2wa"], 1), moves.Number(0), moves.Pass(), moves.EndTurn())

    lines = answered(duel.table(scene).state, *given)

    assert lines == ["> U wa = 0", "+ 2wa -> 2b = 0", "E"]
    assert duel.table(f"{scene}; {'; '.join(lines)}")["2b"] is None


GOES = "When this {}: {} 1 life."


@pytest.mark.parametrize("must", ["You gain", "You must gain"])
@pytest.mark.parametrize("event", ["leaves the battlefield", "is put into a graveyard", "is returned"])
def test_what_a_card_tells_of_its_going_is_told_by_whoever_controlled_it_last(event, must):
    take = spell("Wand", 0, "Gain control of a summon an opponent controls.")
    owl = summon("Owl", 3, GOES.format(event, must), color=YELLOW)
    duel = Duel(take, owl, spell("Wane", 0, "Return a summon to its owner's castle."))
    scene = "T1 P1; S b Imp5; E; T2 P2; S a Owl; E; T3 P1; C Wand -> 2a, 1a; {}"
    goes = scene.format("C Wane -> a" if event == "is returned" else "A b x a")

    if "must" not in must:
        assert duel.told(f"{goes}; > C Owl; E")[0] == "illegal"
        goes += f"; {answered(duel.table(goes).state, moves.Take(AbilityRef(NOBODY, 1, 'owl')))[0]}"
    assert duel.table(f"{goes}; E").life == (31, 30)


def test_the_order_of_what_cards_of_both_lists_tell_of_their_going_is_written_so_that_it_can_be_read():
    take = spell("Wand", 0, "Gain control of a summon an opponent controls.")
    owl = summon("Owl", 3, GOES.format("leaves the battlefield", "You must gain"), color=YELLOW)
    fox = summon("Fox", 3, GOES.format("leaves the battlefield", "You must lose"))
    duel = Duel(take, owl, fox)
    table = "T1 P1; S b Fox; E; T2 P2; S a Owl; E; T3 P1; C Wand -> 2a, 1a; A b x a"
    lines = bos.continuations(duel.table(table).state)

    assert sorted(lines) == ["C Fox", "C Owl"]
    assert all(duel.table(f"{table}; {line}; E").life == (30, 30) for line in lines)


def test_what_a_card_tells_of_its_going_is_named_by_the_card_though_it_has_come_back():
    comes = "When this leaves the battlefield: Put a summon in your graveyard onto the battlefield."
    duel = Duel(summon("Owl", 6, comes), summon("Crow", 6, comes))
    scene = "T1 P1; S a Owl; S b Crow; A a x b; C Owl -> Crow, c"
    lines = bos.continuations(duel.table(scene).state)

    assert [line for line in lines if "Owl" in line] == ["C Crow -> Owl, a", "C Crow -> Owl, b"]
    assert duel.table(f"{scene}; C Crow -> Owl, a; E")["1a"] == 6


def test_a_summon_that_is_not_conducted_behind_a_yes_is_refused_in_a_line_of_its_own():
    offer = "You may discard a spell in your spellbook. If you do, conduct a summon. Otherwise, you gain 5 life."
    word = spell("Word", 0, offer)
    duel = Duel(word, word, spell("Wand", 0, "You gain 1 vim."))
    cast = moves.Cast(Payment(0, 0), word.name.lower())
    given = (cast, moves.Yes(), moves.Pick(ThingRef(card="wand")), moves.Pass(), cast, moves.Pass())

    lines = answered(duel.table("T1 P1; S a Imp5").state, moves.NextPhase(), *given)

    assert lines == ["C Word -> Wand", "C Word = 0", "C Word"]
    assert duel.table(f"T1 P1; S a Imp5; {'; '.join(lines)}; E").life[0] == 35


def test_what_a_spell_left_is_told_from_another_copy_that_waits_by_what_it_aims_at():
    later = "At the start of your next main phase, a summon gains 1 strength."
    word = spell("Word", 0, f"When you summon a summon: {later}")
    scene = "T1 P1; S a Imp3; S b Imp5; C Word; C Word -> b"

    assert Duel(word, word).table(f"{scene}; E")["1b"] == 6


def test_a_summon_conducted_as_a_duty_of_a_moment_is_not_read_as_one_of_the_phase():
    duel, scene = Duel(wizard("Ann", "At the start of your main phase: You must conduct a summon.")), "T1 P1"
    lines = answered(duel.table(scene).state, moves.NextPhase(), moves.Summon((1,), "imp5"))

    assert lines == ["! wa", "S b Imp5"]


@pytest.mark.parametrize("phases", ["an opponent's turn", "your turn"])
def test_what_an_ability_used_at_will_left_for_the_main_phase_ends_the_summoning_phase(phases):
    left = "At the start of your next main phase, a summon you control gains 1 strength."
    duel = Duel(wizard("Ann", f"During {phases}: {left}"))
    scene = "T1 P1; S c Imp3; E; T2 P2; > U wa; E; T3 P1; S b Imp5; + wa -> b; E"
    if phases == "your turn":
        scene = "T1 P1; S c Imp3; S b Imp5; U wa; + wa -> b; E"

    assert duel.table(scene)["1b"] == 6


def test_a_line_that_does_not_fit_what_waits_first_is_about_what_waits_next():
    text = "When a summon takes damage: Return a summon with 2 or less strength to its owner's castle."
    duel = Duel(spell("Word", 0, text), summon("Owl", 6, "When this attacks: Deal 1 damage to a summon."))
    scene = "T1 P1; S a Owl; S b Imp5; S c Imp3; A a x b; + a -> c; C Word -> {}; E"

    assert duel.table(scene.format("a"))["1a"] is None
    assert duel.table(scene.format("c"))["1c"] is None
    assert duel.told(scene.format("b")) == ("illegal", 7, "6.1.4")


def test_a_line_that_aims_at_something_is_about_what_an_ability_left_while_it_waits_again_and_again():
    left = "Until the end of the turn, when this deals damage, a summon gains 1 strength."
    word = spell("Word", 0, "When a summon you control attacks: You gain 1 life.")
    duel = Duel(word, word, word, summon("Owl", 6, f"When you cast a spell: {left}"))
    scene = "T1 P1; S a Owl; S b Imp5; S c Imp3; A a x b; C Word; C Word; C Word; + a; + a -> c; E"

    assert duel.table(scene)["1c"] == 4
