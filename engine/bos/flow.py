"""The machine that plays: it runs pending frames until the game asks something or is over."""

from __future__ import annotations

from collections.abc import Callable

from engine.bos import battle, bosses, keys, spells, summoning, turn
from engine.bos.checks import check
from engine.bos.state import NOBODY, Ask, Draft, Frame, State, Step, boss_place
from engine.choice import Answer, Outcome, RuleViolation

Routine = tuple[Callable[[Draft, tuple[int, ...]], Ask | None], ...]

ROUTINES: dict[str, Routine] = {
    "turn": (
        turn.ask_to_begin,
        turn.begin,
        turn.ready,
        turn.double_vim,
        turn.decay,
        turn.enter_summoning,
        turn.ask_menu,
        turn.enter_main,
        turn.ask_menu,
        turn.enter_ending,
        turn.hand_over,
    ),
    "summon": (summoning.conduct,),
    "attack": (battle.declare, battle.ask_block, battle.damage, battle.defeat, battle.bury),
    "spell": (spells.put_away,),
    "boss": (bosses.turn_up,),
}
"""What a frame's name stands for. A step that returns a question is answered before the next one runs."""


def apply(state: State, answer: Answer) -> Step:
    """The position after a legal answer, and what happened. Raises RuleViolation; never changes `state`."""
    violation = check(state, answer)
    if violation:
        raise RuleViolation(violation)
    draft = Draft(state)
    draft.ask = None
    _ANSWERS[keys.verb(answer.key)](draft, answer)
    _run(draft)
    return Step(draft.freeze(), tuple(draft.events))


def _run(draft: Draft) -> None:
    while draft.frames and draft.ask is None and draft.outcome is None:
        frame = draft.frames[-1]
        routine = ROUTINES[frame.routine]
        if frame.step == len(routine):
            draft.frames.pop()
            continue
        ask = routine[frame.step](draft, frame.values)
        if ask:
            draft.ask = ask
        elif draft.frames and draft.frames[-1] is frame:
            _advance(draft)


def _advance(draft: Draft) -> None:
    frame = draft.frames[-1]
    draft.frames[-1] = Frame(frame.routine, frame.step + 1, frame.values)


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
    draft.frames.append(Frame("spell", 0, (spell,)))


def _use(draft: Draft, answer: Answer) -> None:
    """Texts are not read: the ability is noted, and `unread` says that nothing is certain from here on."""
    move = keys.use(answer.key)
    draft.happen("use", draft.table[move.place], answer.seat, amount=move.number)


def _boss(draft: Draft, answer: Answer) -> None:
    assert draft.table[boss_place(answer.seat)] != NOBODY
    draft.frames.append(Frame("boss", 0, (answer.seat,)))


def _block(draft: Draft, answer: Answer) -> None:
    blocker = draft.table[keys.block(answer.key)]
    battle.block(draft, blocker)
    _advance(draft)


def _leave(draft: Draft, answer: Answer) -> None:
    """Concession, time and disqualification end the game at any moment (G-146, 13.1.1)."""
    how, seat = keys.leave(answer.key)
    if how == "draw":
        turn.finish(draft, Outcome((), "draw", "11.1.1"))
        return
    winners = tuple(other for other in range(len(draft.life)) if other != seat)
    turn.finish(draft, Outcome(winners, _REASONS[how][0], _REASONS[how][1]))


_REASONS = {"concede": ("concession", "11.1.1"), "time": ("time", "13.1.1"), "disqualify": ("disqualified", "11.1.1")}

_ANSWERS: dict[str, Callable[[Draft, Answer], None]] = {
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
    "concede": _leave,
    "time": _leave,
    "disqualify": _leave,
    "draw": _leave,
}
