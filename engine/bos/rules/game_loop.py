"""The machine that plays: it runs pending frames until the game asks something or is over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engine.bos.abilities import card_abilities, triggers
from engine.bos.abilities.game_end import finish
from engine.bos.model import moves
from engine.bos.model.moves import Move
from engine.bos.model.places import NOBODY, boss_place, wizard_places
from engine.bos.model.quick_values import make_frame, make_pending, make_step
from engine.bos.model.setup import Setup
from engine.bos.model.state import Draft, Frame, State, Step
from engine.bos.notation.table_references import abilities_at, ability_ref
from engine.bos.rules import (
    ability_answers,
    ability_choices,
    ability_resolution,
    activation,
    bosses,
    combat,
    spells,
    summoning,
    trigger_queue,
    turn,
)
from engine.bos.rules.instead import belated_events, postponed_events
from engine.bos.rules.legality import check
from engine.bos.rules.seats import elimination, revival
from engine.choice import Answer, Outcome, RuleViolation

Routine = tuple[turn.Deed, ...]

ROUTINES: Final[dict[str, Routine]] = {
    "turn": turn.TURN,
    "last phase": turn.LAST_PHASE,
    elimination.OVER: (turn.hand_over,),
    revival.REVIVED: (revival.ask_to_end, *turn.LAST_PHASE),
    "summon": (summoning.conduct,),
    "attack": (combat.declare, combat.ask_block, combat.engage, combat.damage, combat.finish),
    "cast": (spells.cast_by_text,),
    "spell": (spells.put_away,),
    "boss": (bosses.pay, bosses.turn_up),
    "ability": (ability_resolution.carry_on,),
    "settle": (trigger_queue.settle,),
    "postponed": (trigger_queue.ask_instead, belated_events.decide_event),
    "replacing": (),
}
"""What a frame's name stands for. A step that returns a question is answered before the next one runs; one that changes
its own frame, or puts another on top, is not passed by itself."""


def apply(state: State, answer: Answer[Move], *, asks_all: bool = False) -> Step:
    """The position after a legal answer, and what happened. Raises RuleViolation; never changes `state`.

    With `asks_all` a choice that leaves nothing to choose is asked all the same, so that a record can be held to it.
    """
    violation = check(state, answer)
    if violation:
        raise RuleViolation(violation)
    return carry_out(state, answer, asks_all=asks_all)


def carry_out(state: State, answer: Answer[Move], *, asks_all: bool = False) -> Step:
    """What `apply` gives for an answer that is known to be legal."""
    draft = Draft(state)
    draft.question = None
    draft.asks_all = asks_all
    _ANSWERS[type(answer.move)](draft, answer)
    trigger_queue.after(draft)
    _run(draft)
    return make_step(draft.freeze(), tuple(draft.events), draft.auto)


def force(state: State, answer: Answer[Move]) -> Step | None:
    """What an answer that breaks a rule leads to when it is done all the same; None if it cannot be done on this table.

    Only for following what people did; nothing that is asked of it is lawful.
    """
    draft = Draft(state)
    draft.question = None
    try:
        _ANSWERS[type(answer.move)](draft, answer)
        trigger_queue.after(draft)
        _run(draft)
    except (AssertionError, AttributeError, IndexError, KeyError, StopIteration, ValueError):
        return None
    return Step(draft.freeze(), tuple(draft.events), draft.auto)


def run_on(draft: Draft) -> State:
    """The position in which the pending work of a draft comes to ask something, with nothing answered before."""
    _run(draft)
    return draft.freeze()


def _run(draft: Draft) -> None:
    frames, steps = draft.frames, draft.setup.known.fresh().steps or _steps(draft.setup)
    while frames and draft.question is None and draft.outcome is None:
        frame = frames[-1]
        name, step, values, pending = frame
        routine = ROUTINES[name]
        if step == len(routine):
            frames.pop()
        else:
            draft.question = routine[step](draft, values)
            if draft.question is not None:
                return
            if frames and frames[-1] is frame:
                frames[-1] = make_frame(name, steps[name][step], values, pending)
            elif frames and frames[-1].routine in postponed_events.WAITING and name != ability_choices.ABILITY:
                _pass_below(draft, frame, steps[name][step])
        if len(draft.events) != draft.heard or draft.waiting or draft.fallen or draft.beaten:
            trigger_queue.after(draft)


def _pass_below(draft: Draft, frame: Frame, step: int) -> None:
    """A step is done although an event that it caused waits on top, and is not done again after that."""
    at = len(draft.frames) - 1
    while at >= 0 and draft.frames[at].routine in postponed_events.WAITING and draft.frames[at] is not frame:
        at -= 1
    if at >= 0 and draft.frames[at] is frame:
        draft.frames[at] = frame._replace(step=step)


def _steps(setup: Setup) -> dict[str, tuple[int, ...]]:
    """For each routine and each of its steps the next one that has anything to do in this game."""
    listening = triggers.listeners(setup)
    idle = {step for step, kinds in _ONLY_IF_HEARD.items() if listening.keys().isdisjoint(kinds)}
    by_routine = {name: _next_steps(routine, idle) for name, routine in ROUTINES.items()}
    setup.known.fresh().steps = by_routine
    return by_routine


def busy_frames(setup: Setup, frames: tuple[Frame, ...]) -> tuple[Frame, ...]:
    """The frames of a position, those below the last one at the next step that has anything to do by that setup."""
    steps = setup.known.fresh().steps or _steps(setup)
    return (
        *(frame._replace(step=steps[frame.routine][frame.step - 1]) if frame.step else frame for frame in frames[:-1]),
        *frames[-1:],
    )


def _next_steps(routine: Routine, idle: set[turn.Deed]) -> tuple[int, ...]:
    busy = [number for number, step in enumerate(routine) if step not in idle]
    return tuple(next((later for later in busy if later > number), len(routine)) for number in range(len(routine)))


_ONLY_IF_HEARD: Final[dict[turn.Deed, tuple[str, ...]]] = {
    turn.middle: ("middle startup",),
    turn.middle_summoning: ("middle summoning",),
    turn.middle_main: ("middle main",),
    turn.middle_ending: ("middle ending",),
    turn.ask_window: ("during startup", "during ending"),
    turn.ask_duty: (triggers.DUTY,),
    turn.end_startup: ("end startup",),
    turn.end_summoning: ("end summoning",),
    turn.end_main: ("end main",),
    turn.end_ending: ("end ending", "end turn"),
    combat.engage: ("engage", "unblocked"),
    combat.finish: (triggers.OVER, "block over"),
}
"""Steps that do nothing where no text waits for these points of a turn or of an attack."""


def _advance(draft: Draft) -> None:
    frame = draft.frames[-1]
    draft.frames[-1] = make_frame(frame.routine, frame.step + 1, frame.values, frame.pending)


def _begin(draft: Draft, answer: Answer[moves.Begin]) -> None:
    columns = answer.move.columns
    if columns:
        for seat in draft.setup.seating.sharing[answer.seat]:
            own = [column for column in columns if column in draft.setup.seating.columns[seat]]
            turn.place_wizards(draft, seat, [draft.table[place] for place in wizard_places(seat, own)])
    _advance(draft)


def _go_on(draft: Draft, answer: Answer[Move]) -> None:
    _advance(draft)


def _next_phase(draft: Draft, answer: Answer[moves.NextPhase]) -> None:
    if revival.is_asked(draft.before):
        turn.begin_summoning(draft, answer.seat)
    else:
        _advance(draft)


def _revive(draft: Draft, answer: Answer[moves.Revive]) -> None:
    revival.revive(draft, answer.move.seat)


def _summon(draft: Draft, answer: Answer[moves.Summon]) -> None:
    move = answer.move
    number = summoning.take(draft, answer.seat, draft.setup.playing[answer.seat][move.card])
    if draft.frames[-1].routine == ability_choices.ABILITY:
        ability_answers.conducted(draft, number)
    wizards = [draft.table[place] for place in wizard_places(answer.seat, move.wizards)]
    draft.frames.append(make_frame("summon", 0, (number, *wizards)))


def _attack(draft: Draft, answer: Answer[moves.Attack]) -> None:
    move = answer.move
    target = NOBODY if move.target == NOBODY else draft.table[move.target]
    attacked = NOBODY if move.player == NOBODY else draft.setup.seating.lead[move.player]
    sides = (draft.table[move.attacker], target, attacked, NOBODY)
    draft.frames.append(make_frame("attack", 0, sides))


def _cast(draft: Draft, answer: Answer[moves.Cast]) -> None:
    move = answer.move
    spell = spells.cast(draft, answer.seat, draft.setup.playing[answer.seat][move.card], move.payment)
    spells.resolve(draft, spell, make_pending(spell, 0, answer.seat))


def _use(draft: Draft, answer: Answer[moves.Use]) -> None:
    """An ability whose text is not read is only noted; `unparsed_text` says that nothing is certain from there on."""
    move = answer.move
    copy, own = abilities_at(draft, move.place)[move.number - 1]
    if card_abilities.text_at(draft, copy, own) is None:
        draft.happen("use", copy.id, answer.seat, amount=move.number)
        return
    pending = make_pending(copy.id, own, activation.controller(copy))
    ability_resolution.begin_ability(draft, pending, move.payment or ability_choices.vim_first(draft, pending))


def _boss(draft: Draft, answer: Answer[moves.TurnUpBoss]) -> None:
    assert draft.table[boss_place(answer.seat)] != NOBODY
    draft.frames.append(Frame("boss", 0, (answer.seat,)))


def _block(draft: Draft, answer: Answer[moves.Block]) -> None:
    combat.block(draft, draft.table[answer.move.place])
    _advance(draft)


def _ready(draft: Draft, answer: Answer[moves.Ready]) -> None:
    turn.ready_one(draft, draft.table[answer.move.place])


def _first(draft: Draft, answer: Answer[moves.First]) -> None:
    first = answer.move.ability
    trigger_queue.begin_waiting(
        draft, next(pending for pending in trigger_queue.mandatory(draft) if ability_ref(draft, pending) == first)
    )


def _take(draft: Draft, answer: Answer[moves.Take]) -> None:
    pending = next(trigger_queue.optional(draft, answer.seat, answer.move.ability))
    trigger_queue.take(draft, pending, answer.move.payment)


def _pass(draft: Draft, answer: Answer[moves.Pass]) -> None:
    if draft.frames[-1].routine in (trigger_queue.SETTLE, postponed_events.POSTPONED):
        trigger_queue.decline(draft, answer.seat)
    else:
        ability_answers.refuse(draft)


def _yes(draft: Draft, answer: Answer[moves.Yes]) -> None:
    ability_answers.agree(draft)


def _pick(draft: Draft, answer: Answer[moves.Pick]) -> None:
    question = ability_choices.asked(draft.before)
    ability_answers.pick(draft, question.pick, question.named[answer.move.thing])


def _done(draft: Draft, answer: Answer[moves.Done]) -> None:
    if draft.before.question is not None and draft.before.question.kind == "mode":
        ability_answers.set_mode(draft, None)
    else:
        ability_answers.pick(draft, ability_choices.asked(draft.before).pick, None)


def _pay(draft: Draft, answer: Answer[moves.Pay]) -> None:
    ability_answers.set_payment(draft, answer.move.payment)


def _mode(draft: Draft, answer: Answer[moves.Mode]) -> None:
    ability_answers.set_mode(draft, answer.move.number)


def _number(draft: Draft, answer: Answer[moves.Number]) -> None:
    ability_answers.set_number(draft, answer.move.number)


def _leave(draft: Draft, answer: Answer[moves.Concede | moves.RunOutOfTime | moves.Disqualify]) -> None:
    """Concession, time and disqualification are possible at any moment (G-146, 13.1.1, 14.5.24)."""
    elimination.leave(draft, answer.move.seat, *_REASONS[type(answer.move)])


def _draw(draft: Draft, answer: Answer[moves.Draw]) -> None:
    finish(draft, Outcome((), "draw", "11.1.1"))


_REASONS: Final[dict[type[Move], tuple[str, str]]] = {
    moves.Concede: ("concession", "11.1.1"),
    moves.RunOutOfTime: ("time", "13.1.1"),
    moves.Disqualify: ("disqualified", "11.1.1"),
}

_ANSWERS: Final[dict[type[Move], Callable[[Draft, Any], None]]] = {
    moves.Begin: _begin,
    moves.NextPhase: _next_phase,
    moves.Revive: _revive,
    moves.EndTurn: _go_on,
    moves.Summon: _summon,
    moves.Attack: _attack,
    moves.Cast: _cast,
    moves.Use: _use,
    moves.TurnUpBoss: _boss,
    moves.Block: _block,
    moves.NoBlock: _go_on,
    moves.Ready: _ready,
    moves.First: _first,
    moves.Take: _take,
    moves.Pass: _pass,
    moves.Yes: _yes,
    moves.Pick: _pick,
    moves.Done: _done,
    moves.Pay: _pay,
    moves.Mode: _mode,
    moves.Number: _number,
    moves.Concede: _leave,
    moves.RunOutOfTime: _leave,
    moves.Disqualify: _leave,
    moves.Draw: _draw,
}
