"""What two sentences say together: a summon that changes sides and moves, and a column that is chosen on the way."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

from engine.bos.cardtext.grammar_words import ItAsSubject, ThatCard, ThatColumn
from engine.bos.cardtext.problems import Fault
from engine.bos.cardtext.space.movement import ANY_COLUMN, ANY_SIDE
from engine.bos.cardtext.tree_walk import change, parts
from engine.bos.model import syntax, terms
from engine.messages import Message

Steps = tuple[syntax.Step, ...]


def with_places(steps: Steps) -> Steps:
    """The steps with each change of sides and each choice of a column as one that can be played."""
    return _choosing_columns(_changing_sides(steps))


def faults(text: syntax.Text) -> tuple[Fault, ...]:
    """What is said of places and cannot be meant."""
    found: list[Fault] = []
    if any(isinstance(part, syntax.Move) and part.column == "adjacent" and part.at for part in parts(text.steps)):
        found.append(Fault("E-READ", Message("bos.card_text.other_side"), ("side", "opposite", "place")))
    if any(_is_brought(before.deed, step.deed) for before, step in pairwise(text.steps)):
        found.append(Fault("E-READ", Message("bos.card_text.other_side"), ("put", "side", "column", "place")))
    asked = (text.moments, text.cost, text.instead, text.enchant, *(text.steps if text.continuous else ()))
    if any(isinstance(part, terms.ChooseColumn) for part in parts(asked)):
        found.append(Fault("E-READ", Message("bos.card_text.which_column"), ("column", "columns")))
    return tuple(found)


def comes_from_nowhere(text: syntax.Text) -> bool:
    """Whether "the column it came from" is said of another card than the blocker of the event, of which alone it is
    known where it stood (G-358)."""
    quoted = [part.text for part in parts(text) if isinstance(part, syntax.Grant)]
    former = _formers(text) - sum(map(_formers, quoted))
    events = [event for each in text.moments if isinstance(each, syntax.When) for event in each.events]
    moves = [step.deed for step in text.steps if isinstance(step.deed, syntax.Move) and _formers(step.deed)]
    known = all(_is_blocker(move.what, events) for move in moves)
    return former > (len(moves) if known else 0) or any(map(comes_from_nowhere, quoted))


def _formers(value: Any) -> int:
    return sum(isinstance(part, terms.Near) and part.how == "former" for part in parts(value))


def _is_blocker(what: terms.Thing, events: list[syntax.When]) -> bool:
    """Whether it is the part of the event that blocks, or of each of them."""
    slots = {_BLOCKER.get(event.verb) for event in events}
    slot = slots.pop() if len(slots) == 1 else None
    if slot is None:
        return False
    return what == terms.Earlier("event", 0, slot) or all((event.who, event.to)[slot] == what for event in events)


_BLOCKER: dict[syntax.Verb, int] = {"blocks": 0, "has blocked": 0, "blocked": 1}


# Changing sides


def _changing_sides(steps: Steps) -> Steps:
    """ "Gain control of a summon. It moves to the opposite place" is one deed (G-354)."""
    merged: list[syntax.Step] = []
    for step in steps:
        deed, before = step.deed, merged[-1] if merged else None
        if before is not None and isinstance(before.deed, syntax.Control) and isinstance(deed, syntax.Move):
            at = _side(deed)
            if at is not None and not (step.only or step.unless or step.may):
                merged[-1] = replace(before, deed=replace(before.deed, at=at))
                continue
        if isinstance(deed, syntax.Delay):
            step = replace(step, deed=replace(deed, steps=_changing_sides(deed.steps)))
        merged.append(step)
    return tuple(merged)


def _side(deed: syntax.Move) -> Any:
    """Where a card that changes sides comes by moving; None for a move of another kind."""
    if not isinstance(deed.what, terms.It | ItAsSubject | ThatCard):
        return None
    if deed.at == ANY_COLUMN:
        return "open"
    if deed.column == "open" and deed.at in _OWN_COLUMN:
        return "opposite"
    if deed.column == "adjacent":
        return None if deed.at is None else "" if deed.at == ANY_SIDE else "opposite"
    return None if deed.at is not None else "open"


_WORDS: tuple[Any, ...] = (terms.It(), ItAsSubject(), ThatCard(("summon",)))
_OWN_COLUMN = tuple(terms.Near("column", word) for word in _WORDS)
"""Where a summon comes from that changes sides, and comes to on the other side: "the place opposite it"."""


def _is_brought(before: syntax.Deed, deed: syntax.Deed) -> bool:
    """ "Gain control of a summon. Put it into an empty column" speaks of a card on the battlefield."""
    return (
        isinstance(before, syntax.Control)
        and isinstance(deed, syntax.Bring)
        and isinstance(deed.what, terms.It | ItAsSubject | ThatCard)
    )


# Choosing columns


def _choosing_columns(steps: Steps) -> Steps:
    """ "Deal 2 damage to each summon in a column": the column is chosen first, by itself."""
    return tuple(each for step in steps for each in _with_column(step))


def _with_column(step: syntax.Step) -> Steps:
    deed = step.deed
    if isinstance(deed, syntax.Delay):
        return (replace(step, deed=replace(deed, steps=_choosing_columns(deed.steps))),)
    if isinstance(deed, syntax.Select):
        return (step,)
    chosen = tuple(dict.fromkeys(part for part in parts(deed) if isinstance(part, terms.ChooseColumn)))
    if len(chosen) != 1:
        return (step,)
    word: Any = ThatColumn()
    known: syntax.Deed = change(deed, lambda part: word if isinstance(part, terms.ChooseColumn) else part)
    then = replace(step, deed=known, may=False, did=True if step.may else step.did)
    return (replace(step, deed=syntax.Select(chosen[0])), then)
