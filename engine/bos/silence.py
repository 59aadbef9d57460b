"""What silence in a record means while abilities wait, and whether it may mean it.

An optional ability that is not written was not used (G-167). What has to be chosen and is not written is no matter
where every choice leads to the same position; otherwise the record breaks a rule, or leaves open what happened.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Final

from engine.bos import canon, carrying, flow, keys, moments, texts, tree, waiting
from engine.bos.checks import check
from engine.bos.names import Problem
from engine.bos.options import legal
from engine.bos.state import Doing, State, named, seat_name
from engine.bos.things import slots
from engine.choice import Answer

MOST_POSITIONS: Final = 400
"""So many positions are looked at to see whether an order or a choice matters."""

MOST_KNOWN: Final = 20_000
"""Of so many positions of a game is remembered where silence leads."""

INNER: Final[tuple[str, ...]] = ("pick", "may", "pay", "mode", "number", "conduct")
"""Questions of the ability that is being carried out."""
BETWEEN: Final[tuple[str, ...]] = (*INNER, "order", "offer")
"""These, and questions about those that wait."""
ABILITIES: Final[tuple[str, ...]] = (*BETWEEN, "ready")


def answer(state: State) -> Answer | Problem | None:
    """What silence answers to the question asked here; None where the question has to be answered in writing."""
    ask = state.ask
    if ask is None:
        return None
    if ask.kind in ("offer", "may", "conduct"):
        return Answer(ask.seat, "pass")
    if ask.kind == "menu" and state.phase in ("startup", "ending"):
        return Answer(ask.seat, "next")
    if ask.kind == "duty":
        return _unused(state)
    return _any(state) if ask.kind in ABILITIES else None


def _unused(state: State) -> Problem:
    """10.3.3: what has to be used in a phase is used when its player chooses, so silence does not use it."""
    found = check(state, Answer(state.active, "next"))
    assert found is not None
    return Problem("illegal", found.rule, found.message, None, found.ruling)


def _any(state: State) -> Answer | Problem:
    """Any of the answers, if it makes no difference which."""
    found = carrying.asked(state).pick if state.ask and state.ask.kind == "pick" else None
    if found is not None and found.enough:
        return Answer(state.ask.seat if state.ask else 0, "done")
    answers = _unpaid(state)
    if len(answers) == 1 or _end(state):
        return answers[0]
    return _left_open(state)


def _unpaid(state: State) -> list[Answer]:
    """The answers that say nothing about vim and ether, since silence says vim first."""
    if state.ask and state.ask.kind == "order":
        due = waiting.mandatory(state)
        names = dict.fromkeys(keys.ability(state, doing) for doing in (due[:1] if _only_adds(state, due) else due))
        return [Answer(state.ask.seat, f"first:{name}") for name in names]
    return [one for one in legal(state) if "{" not in one.key]


def _only_adds(state: State, due: list[Doing]) -> bool:
    """Whether every duty gives fixed amounts that nothing hears of, forbids or replaces: a sum has no order."""
    said, heard = texts.standing(state.setup), moments.listeners(state.setup)
    if said.bonuses or said.bans or said.replacements or state.modifiers:
        return False
    return all(_adds(carrying.spoken(state, doing), heard) for doing in due)


def _adds(text: tree.Text, heard: Container[str]) -> bool:
    if text.cost or text.limit or text.modes or any(not _is_plain(moment) for moment in text.moments):
        return False
    return all(step == tree.Step(step.deed) and _is_sum(step.deed, heard) for step in text.steps)


def _is_plain(moment: tree.Moment) -> bool:
    return isinstance(moment, tree.At) or (isinstance(moment, tree.When) and moment.condition is None)


def _is_sum(deed: tree.Deed, heard: Container[str]) -> bool:
    if not isinstance(deed, tree.Gain) or deed.lose or deed.until or not isinstance(deed.amount, tree.Number):
        return False
    to_whom = tree.This if deed.what == "strength" else tree.Who
    return isinstance(deed.who, to_whom) and f"gain {deed.what}" not in heard


def _silent(state: State) -> list[Answer]:
    """The answers that silence may mean: what may be left undone is left undone."""
    if state.ask and state.ask.kind in ("offer", "may", "conduct"):
        return [Answer(state.ask.seat, "pass")]
    return _unpaid(state)


def _end(state: State) -> bytes:
    """The position to which all answers lead at the next question that must be answered in writing; empty if they lead
    to several, or if that cannot be seen."""
    known: dict[bytes, bytes] = state.setup.known.silence
    form = canon.canonical(state)
    if form in known:
        return known[form]
    if len(known) > MOST_KNOWN:
        known.clear()
    texts.hangs_on_texts(state.setup.known)
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
    ahead = [(state, one) for one in _silent(state)]
    for _ in range(MOST_POSITIONS):
        if not ahead:
            return passed, reached
        after = flow.carry_out(*ahead.pop()).state
        form = canon.canonical(after)
        if not after.ask or after.ask.kind not in ABILITIES or after.ask.kind == "number":
            reached.add(form)
        elif form in known:
            reached.add(known[form])
        elif form not in passed:
            passed.add(form)
            ahead += [(after, other) for other in _silent(after)]
        if len(reached) > 1 or b"" in reached:
            return passed, set()
    return passed, set()


# What would have ended the game


def would_end(state: State) -> str:
    """The card with an optional ability that waits here, or asks, and could end the game at once; empty if none can."""
    if state.ask is None or state.ask.kind not in ("offer", "may"):
        return ""
    doing = state.frames[-1].doing
    offered = state.ask.kind == "offer"
    for one in waiting.optional(state, state.ask.seat) if offered else (doing,) if doing else ():
        if any(_can_end(step.deed) for step in carrying.spoken(state, one).steps) and _ends(state, one):
            return named(state.copies[one.source])
    return ""


def _can_end(deed: tree.Deed) -> bool:
    """Whether a deed could bring a player to 0 life, or defeat one."""
    match deed:
        case tree.Lose():
            return True
        case tree.Gain(what="life", lose=True) | tree.Scale(what="life", half=True):
            return True
        case tree.Damage() | tree.Defeat():
            to = slots(deed)[0]
            return isinstance(to, tree.Who | tree.Target | tree.OneOf | tree.It | tree.Them | tree.Other)
    return False


def _ends(state: State, doing: Doing) -> bool:
    """Whether using that ability, in any way, ends the game before anything else has to be decided."""
    use = Answer(doing.seat, "yes" if state.ask and state.ask.kind == "may" else f"take:{keys.ability(state, doing)}")
    ahead = [flow.carry_out(state, use).state]
    for _ in range(MOST_POSITIONS):
        if not ahead:
            return False
        now = ahead.pop()
        if now.outcome:
            return True
        if now.ask and now.ask.kind in INNER and now.frames[-1].doing and now.frames[-1].doing.source == doing.source:
            ahead += [flow.carry_out(now, one).state for one in _unpaid(now)]
    return False


def _left_open(state: State) -> Problem:
    assert state.ask
    who = seat_name(state.ask.seat)
    if state.ask.kind == "ready":
        said = f"{who} readied cards in an order that matters here and is not written; write it, as in R a wb."
        return Problem("unproven", "4.1.1", said, None, "G-39")
    if state.ask.kind == "order":
        said = f"Several abilities wait here and their order matters; {who} chooses it, and it is not written (! a)."
        return Problem("unproven", "10.4.1", said)
    doing = state.frames[-1].doing
    assert doing is not None
    card = named(state.copies[doing.source])
    if is_duty(state):
        said = f"{card} has an ability that had to be used here, with a choice of {who}, and it is not written."
        return Problem("illegal", "10.3.2", said)
    said = f"{card} was used here, and what {who} chose matters and is not written; write it, as in -> a."
    return Problem("unproven", "6.1.4" if in_spell(state) else "10.3.1", said)


def is_duty(state: State) -> bool:
    """Whether the ability that asks is one that had to be used."""
    doing = state.frames[-1].doing
    return doing is not None and not in_spell(state) and carrying.spoken(state, doing).must


def in_spell(state: State) -> bool:
    """Whether the text of a spell is being carried out."""
    return len(state.frames) > 1 and state.frames[-2].routine == "spell"
