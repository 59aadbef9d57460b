"""What silence in a record means while abilities wait, and whether it may mean it.

An optional ability that is not written was not used (G-167). What has to be chosen and is not written is no matter
where every choice leads to the same position; otherwise the record breaks a rule, or leaves open what happened.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Final

from engine.bos.abilities import standing_texts, triggers
from engine.bos.model import moves, syntax, terms
from engine.bos.model.moves import Move
from engine.bos.model.state import PendingAbility, State, named
from engine.bos.notation import canonical_state
from engine.bos.notation.table_references import ability_ref
from engine.bos.rules import ability_choices, game_loop, trigger_queue
from engine.bos.rules.legality import check
from engine.bos.rules.options import legal
from engine.bos.rules.seats.revival import REVIVE
from engine.choice import Answer
from engine.contract import Problem
from engine.messages import Message
from engine.seats import seat_name

MOST_POSITIONS: Final = 400
"""So many positions are looked at to see whether an order or a choice matters."""

MOST_KNOWN: Final = 20_000
"""Of so many positions of a game is remembered where silence leads."""

INNER: Final[tuple[str, ...]] = ("pick", "may", "pay", "mode", "number", "conduct")
"""Questions of the ability that is being carried out."""
BETWEEN: Final[tuple[str, ...]] = (*INNER, "order", "offer")
"""These, and questions about those that wait."""
ABILITIES: Final[tuple[str, ...]] = (*BETWEEN, "ready")


def answer(state: State) -> Answer[Move] | Problem | None:
    """What silence answers to the question asked here; None where the question has to be answered in writing."""
    question = state.question
    if question is None:
        return None
    if question.kind in ("offer", "may", "conduct"):
        return Answer(question.seat, moves.Pass())
    if question.kind == REVIVE or (question.kind == "menu" and state.phase in ("startup", "ending")):
        return Answer(question.seat, moves.NextPhase())
    if question.kind == "duty":
        return _unused(state)
    return _any(state) if question.kind in ABILITIES else None


def _unused(state: State) -> Problem:
    """10.3.3: what has to be used in a phase is used when its player chooses, so silence does not use it."""
    violation = check(state, Answer(state.active, moves.NextPhase()))
    assert violation is not None
    return Problem("illegal", violation.rule, violation.message, None, violation.ruling)


def _any(state: State) -> Answer[Move] | Problem:
    """Any of the answers, if it makes no difference which."""
    pick = ability_choices.asked(state).pick if state.question and state.question.kind == "pick" else None
    if pick is not None and pick.enough:
        return Answer(state.question.seat if state.question else 0, moves.Done())
    answers = _unpaid(state)
    if len(answers) == 1 or _end(state):
        return answers[0]
    return _left_open(state)


def _unpaid(state: State) -> list[Answer[Move]]:
    """The answers that say nothing about vim and ether, since silence says vim first."""
    if state.question and state.question.kind == "order":
        due = trigger_queue.mandatory(state)
        names = dict.fromkeys(ability_ref(state, pending) for pending in (due[:1] if _only_adds(state, due) else due))
        return [Answer(state.question.seat, moves.First(name)) for name in names]
    return [option for option in legal(state) if moves.stated_payment(option.move) is None]


def _only_adds(state: State, due: list[PendingAbility]) -> bool:
    """Whether every duty gives fixed amounts that nothing hears of, forbids or replaces: a sum has no order."""
    standing, heard = standing_texts.standing(state.setup), triggers.listeners(state.setup)
    if standing.bonuses or standing.bans or standing.replacements or state.modifiers:
        return False
    return all(_adds(ability_choices.spoken(state, pending), heard) for pending in due)


def _adds(text: syntax.Text, heard: Container[str]) -> bool:
    if text.cost or text.limit or text.modes or any(not _is_plain(moment) for moment in text.moments):
        return False
    return all(step == syntax.Step(step.deed) and _is_sum(step.deed, heard) for step in text.steps)


def _is_plain(moment: syntax.Moment) -> bool:
    return isinstance(moment, syntax.At) or (isinstance(moment, syntax.When) and moment.condition is None)


def _is_sum(deed: syntax.Deed, heard: Container[str]) -> bool:
    if not isinstance(deed, syntax.Gain) or deed.lose or deed.until or not isinstance(deed.amount, terms.Number):
        return False
    to_whom = terms.This if deed.what == "strength" else terms.Who
    return isinstance(deed.who, to_whom) and f"gain {deed.what}" not in heard


def _silent(state: State) -> list[Answer[Move]]:
    """The answers that silence may mean: what may be left undone is left undone."""
    if state.question and state.question.kind in ("offer", "may", "conduct"):
        return [Answer(state.question.seat, moves.Pass())]
    return _unpaid(state)


def _end(state: State) -> bytes:
    """The position to which all answers lead at the next question that must be answered in writing; empty if they lead
    to several, or if that cannot be seen."""
    known: dict[bytes, bytes] = state.setup.known.fresh().silence
    form = canonical_state.canonical(state)
    if form in known:
        return known[form]
    if len(known) > MOST_KNOWN:
        known.clear()
    passed, reached = _look_ahead(state, known)
    end = reached.pop() if len(reached) == 1 else b""
    known[form] = end
    if end:
        known.update(dict.fromkeys(passed, end))
    return end


def _look_ahead(state: State, known: Mapping[bytes, bytes]) -> tuple[set[bytes], set[bytes]]:
    """The positions on all the ways that silence leaves open, and those to which they lead; of ways that lead to
    several, or that are too many, nothing that could be taken for one end."""
    passed: set[bytes] = set()
    reached: set[bytes] = set()
    ahead = [(state, option) for option in _silent(state)]
    for _ in range(MOST_POSITIONS):
        if not ahead:
            return passed, reached
        after = game_loop.carry_out(*ahead.pop()).state
        form = canonical_state.canonical(after)
        if not after.question or after.question.kind not in ABILITIES or after.question.kind == "number":
            reached.add(form)
        elif form in known:
            reached.add(known[form])
        elif form not in passed:
            passed.add(form)
            ahead += [(after, option) for option in _silent(after)]
        if len(reached) > 1 or b"" in reached:
            return passed, set()
    return passed, set()


# What would have ended the game


def would_end(state: State) -> str:
    """The card with an optional ability that waits here, or asks, and could end the game at once; empty if none can."""
    if state.question is None or state.question.kind not in ("offer", "may"):
        return ""
    pending = state.frames[-1].pending
    offered = state.question.kind == "offer"
    for waiting in trigger_queue.optional(state, state.question.seat) if offered else (pending,) if pending else ():
        if any(_can_end(step.deed) for step in ability_choices.spoken(state, waiting).steps) and _ends(state, waiting):
            return named(state.copies[waiting.source])
    return ""


def _can_end(deed: syntax.Deed) -> bool:
    """Whether a deed could bring a player to 0 life, or defeat one."""
    match deed:
        case syntax.Lose():
            return True
        case syntax.Gain(what="life", lose=True) | syntax.Scale(what="life", half=True):
            return True
        case syntax.Damage() | syntax.Defeat():
            to = deed.to if isinstance(deed, syntax.Damage) else deed.what
            return not isinstance(to, terms.This | terms.Host | terms.Choose | terms.Each)
    return False


def _ends(state: State, pending: PendingAbility) -> bool:
    """Whether using that ability, in any way, ends the game before anything else has to be decided."""
    asks_may = state.question is not None and state.question.kind == "may"
    use: Move = moves.Yes() if asks_may else moves.Take(ability_ref(state, pending))
    ahead = [game_loop.carry_out(state, Answer(pending.seat, use)).state]
    for _ in range(MOST_POSITIONS):
        if not ahead:
            return False
        now = ahead.pop()
        if now.outcome:
            return True
        if (
            now.question
            and now.question.kind in INNER
            and now.frames[-1].pending
            and now.frames[-1].pending.source == pending.source
        ):
            ahead += [game_loop.carry_out(now, option).state for option in _unpaid(now)]
    return False


def _left_open(state: State) -> Problem:
    assert state.question
    player = seat_name(state.question.seat)
    if state.question.kind == "ready":
        message = Message("bos.line.ready_order", seat=player)
        return Problem("unproven", "4.1.1", message, None, "G-39")
    if state.question.kind == "order":
        message = Message("bos.line.ability_order", seat=player)
        return Problem("unproven", "10.4.1", message)
    pending = state.frames[-1].pending
    assert pending is not None
    card = named(state.copies[pending.source])
    if is_duty(state):
        message = Message("bos.line.duty_unwritten", card=card, seat=player)
        return Problem("illegal", "10.3.2", message)
    message = Message("bos.line.choice_unwritten", card=card, seat=player)
    return Problem("unproven", "6.1.4" if in_spell(state) else "10.3.1", message)


def ability_asks(state: State) -> bool:
    """Whether the ability that is being carried out asks something."""
    return state.question is not None and state.question.kind in INNER


def is_duty(state: State) -> bool:
    """Whether the ability that asks is one that had to be used."""
    pending = state.frames[-1].pending
    return pending is not None and not in_spell(state) and ability_choices.spoken(state, pending).must


def in_spell(state: State) -> bool:
    """Whether the text of a spell is being carried out."""
    return len(state.frames) > 1 and state.frames[-2].routine == "spell"


def settle(state: State) -> State:
    """The table once what still waits is answered as silence answers it, so that nobody stands there half defeated."""
    for _ in range(MOST_WAITING):
        silent = answer(state)
        if not isinstance(silent, Answer):
            break
        state = game_loop.apply(state, silent, asks_all=True).state
    return state


MOST_WAITING: Final = 200
"""Answers of silence, at most, before a table counts as settled."""
