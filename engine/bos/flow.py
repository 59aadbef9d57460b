"""The machine that plays: it runs pending frames until the game asks something or is over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.bos import (
    abilities,
    answering,
    battle,
    bosses,
    carrying,
    keys,
    moments,
    spells,
    summoning,
    texts,
    turn,
    waiting,
)
from engine.bos.checks import check
from engine.bos.ending import finish
from engine.bos.state import NOBODY, Ask, Doing, Draft, Frame, Setup, State, Step, boss_place, next_frame
from engine.choice import Answer, Outcome, RuleViolation

Deed = Callable[[Draft, tuple[int, ...]], Ask | None]
Routine = tuple[Deed, ...]

_LAST_PHASE: Final[Routine] = (turn.enter_ending, turn.ask_window, turn.ask_duty, turn.end_ending, turn.hand_over)

ROUTINES: Final[dict[str, Routine]] = {
    "turn": (
        turn.ask_to_begin,
        turn.begin,
        turn.middle,
        turn.ready,
        turn.double_vim,
        turn.decay,
        turn.ask_window,
        turn.ask_duty,
        turn.end_startup,
        turn.enter_summoning,
        turn.ask_menu,
        turn.ask_duty,
        turn.end_summoning,
        turn.enter_main,
        turn.ask_menu,
        turn.ask_duty,
        turn.end_main,
        *_LAST_PHASE,
    ),
    "last phase": _LAST_PHASE,
    "summon": (summoning.conduct,),
    "attack": (battle.declare, battle.ask_block, battle.engage, battle.damage),
    "spell": (spells.put_away,),
    "boss": (bosses.pay, bosses.turn_up),
    "ability": (carrying.carry_on,),
    "settle": (waiting.settle,),
}
"""What a frame's name stands for. A step that returns a question is answered before the next one runs; one that changes
its own frame, or puts another on top, is not passed by itself."""


def apply(state: State, answer: Answer, *, asks_all: bool = False) -> Step:
    """The position after a legal answer, and what happened. Raises RuleViolation; never changes `state`.

    With `asks_all` a choice that leaves nothing to choose is asked all the same, so that a record can be held to it.
    """
    violation = check(state, answer)
    if violation:
        raise RuleViolation(violation)
    return carry_out(state, answer, asks_all=asks_all)


def carry_out(state: State, answer: Answer, *, asks_all: bool = False) -> Step:
    """What `apply` gives for an answer that is known to be legal."""
    draft = Draft(state)
    draft.ask = None
    draft.asks_all = asks_all
    _ANSWERS[keys.verb(answer.key)](draft, answer)
    waiting.after(draft)
    _run(draft)
    return Step(draft.freeze(), tuple(draft.events), draft.auto)


def force(state: State, answer: Answer) -> Step | None:
    """What an answer that breaks a rule leads to when it is done all the same; None if it cannot be done on this table.

    Only for following what people did; nothing that is asked of it is lawful.
    """
    draft = Draft(state)
    draft.ask = None
    try:
        _ANSWERS[keys.verb(answer.key)](draft, answer)
        waiting.after(draft)
        _run(draft)
    except (AssertionError, AttributeError, IndexError, KeyError, StopIteration, ValueError):
        return None
    return Step(draft.freeze(), tuple(draft.events), draft.auto)


def _run(draft: Draft) -> None:
    frames, steps = draft.frames, draft.setup.known.steps or _steps(draft.setup)
    while frames and draft.ask is None and draft.outcome is None:
        frame = frames[-1]
        name, step, values, doing = frame
        routine = ROUTINES[name]
        if step == len(routine):
            frames.pop()
        else:
            draft.ask = routine[step](draft, values)
            if draft.ask is not None:
                return
            if frames and frames[-1] is frame:
                frames[-1] = next_frame(Frame, (name, steps[name][step], values, doing))
        if len(draft.events) != draft.heard or draft.waiting or draft.fallen:
            waiting.after(draft)


def _steps(setup: Setup) -> Mapping[str, tuple[int, ...]]:
    """For each routine and each of its steps the next one that has anything to do in this game."""
    heard = moments.listeners(setup)
    idle = {step for step, kinds in _ONLY_IF_HEARD.items() if heard.keys().isdisjoint(kinds)}
    found = {name: _next_steps(routine, idle) for name, routine in ROUTINES.items()}
    setup.known.steps = found
    texts.hangs_on_texts(setup.known)
    return found


def _next_steps(routine: Routine, idle: set[Deed]) -> tuple[int, ...]:
    busy = [number for number, step in enumerate(routine) if step not in idle]
    return tuple(next((one for one in busy if one > number), len(routine)) for number in range(len(routine)))


_ONLY_IF_HEARD: Final[dict[Deed, tuple[str, ...]]] = {
    turn.middle: ("middle startup",),
    turn.ask_window: ("during startup", "during ending"),
    turn.ask_duty: (moments.DUTY,),
    turn.end_startup: ("end startup",),
    turn.end_summoning: ("end summoning",),
    turn.end_main: ("end main",),
    turn.end_ending: ("end ending", "end turn"),
    battle.engage: ("engage",),
}
"""Steps that do nothing where no text waits for these points of a turn or of an attack."""


def _advance(draft: Draft) -> None:
    frame = draft.frames[-1]
    draft.frames[-1] = Frame(frame.routine, frame.step + 1, frame.values, frame.doing)


def _begin(draft: Draft, answer: Answer) -> None:
    columns = keys.begin(answer.key)
    if columns:
        turn.place_wizards(
            draft, answer.seat, [draft.table[place] for place in keys.wizard_places(answer.seat, columns)]
        )
    _advance(draft)


def _go_on(draft: Draft, answer: Answer) -> None:
    _advance(draft)


def _summon(draft: Draft, answer: Answer) -> None:
    if draft.frames[-1].routine == carrying.ABILITY:
        answering.conducted(draft)
    move = keys.summon(answer.key)
    number = summoning.take(draft, answer.seat, draft.setup.playing[answer.seat][move.name])
    wizards = [draft.table[place] for place in keys.wizard_places(answer.seat, move.wizards)]
    draft.frames.append(Frame("summon", 0, (number, *wizards)))


def _attack(draft: Draft, answer: Answer) -> None:
    move = keys.attack(answer.key)
    target = NOBODY if move.target == NOBODY else draft.table[move.target]
    draft.frames.append(Frame("attack", 0, (draft.table[move.attacker], target, move.player, NOBODY)))


def _cast(draft: Draft, answer: Answer) -> None:
    move = keys.cast(answer.key)
    spell = spells.cast(draft, answer.seat, draft.setup.playing[answer.seat][move.name], move.payment)
    spells.resolve(draft, spell, Doing(spell, 0, answer.seat))


def _use(draft: Draft, answer: Answer) -> None:
    """An ability whose text is not read is only noted; `unread` says that nothing is certain from there on."""
    move = keys.use(answer.key)
    copy, own = keys.abilities_at(draft, move.place)[move.number - 1]
    if texts.texts_of(copy.face)[own] is None:
        draft.happen("use", copy.id, answer.seat, amount=move.number)
        return
    doing = Doing(copy.id, own, abilities.controller(copy))
    carrying.begin(draft, doing, move.payment or carrying.vim_first(draft, doing))


def _boss(draft: Draft, answer: Answer) -> None:
    assert draft.table[boss_place(answer.seat)] != NOBODY
    draft.frames.append(Frame("boss", 0, (answer.seat,)))


def _block(draft: Draft, answer: Answer) -> None:
    blocker = draft.table[keys.block(answer.key)]
    battle.block(draft, blocker)
    _advance(draft)


def _ready(draft: Draft, answer: Answer) -> None:
    place = answer.key.partition(":")[2]
    turn.ready_one(draft, draft.table[keys.POSITIONS[place]])


def _first(draft: Draft, answer: Answer) -> None:
    name, _ = keys.waiting(answer.key)
    waiting.begin(draft, next(d for d in waiting.mandatory(draft) if keys.ability(draft, d) == name))


def _take(draft: Draft, answer: Answer) -> None:
    name, payment = keys.waiting(answer.key)
    doing = next(waiting.optional(draft, answer.seat, name))
    waiting.take(draft, doing, payment)


def _pass(draft: Draft, answer: Answer) -> None:
    if draft.frames[-1].routine == waiting.SETTLE:
        waiting.decline(draft, answer.seat)
    else:
        answering.refuse(draft)


def _yes(draft: Draft, answer: Answer) -> None:
    answering.agree(draft)


def _pick(draft: Draft, answer: Answer) -> None:
    asked = carrying.asked(draft.before)
    answering.pick(draft, asked.pick, asked.named[answer.key.partition(":")[2]])


def _done(draft: Draft, answer: Answer) -> None:
    answering.pick(draft, carrying.asked(draft.before).pick, None)


def _pay(draft: Draft, answer: Answer) -> None:
    answering.set_payment(draft, keys.pay(answer.key))


def _mode(draft: Draft, answer: Answer) -> None:
    answering.set_mode(draft, keys.count(answer.key))


def _number(draft: Draft, answer: Answer) -> None:
    answering.set_number(draft, keys.count(answer.key))


def _leave(draft: Draft, answer: Answer) -> None:
    """Concession, time and disqualification end the game at any moment (G-146, 13.1.1)."""
    how, seat = keys.leave(answer.key)
    if how == "draw":
        finish(draft, Outcome((), "draw", "11.1.1"))
        return
    winners = tuple(other for other in range(len(draft.life)) if other != seat)
    finish(draft, Outcome(winners, _REASONS[how][0], _REASONS[how][1]))


_REASONS: Final = {
    "concede": ("concession", "11.1.1"),
    "time": ("time", "13.1.1"),
    "disqualify": ("disqualified", "11.1.1"),
}

_ANSWERS: Final[dict[str, Callable[[Draft, Answer], None]]] = {
    "begin": _begin,
    "next": _go_on,
    "end": _go_on,
    "summon": _summon,
    "attack": _attack,
    "cast": _cast,
    "use": _use,
    "boss": _boss,
    "block": _block,
    "no": _go_on,
    "ready": _ready,
    "first": _first,
    "take": _take,
    "pass": _pass,
    "yes": _yes,
    "pick": _pick,
    "done": _done,
    "pay": _pay,
    "mode": _mode,
    "number": _number,
    "concede": _leave,
    "time": _leave,
    "disqualify": _leave,
    "draw": _leave,
}
