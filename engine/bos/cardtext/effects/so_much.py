"""Amounts that are told by what was done: "the vim paid this way", "1 life for every vim they spent"."""

from __future__ import annotations

from typing import Any

from engine.bos.cardtext.effects.bound_words import AMOUNTS, WHAT_THERE_IS
from engine.bos.cardtext.grammar_words import SoMuch
from engine.bos.cardtext.mentions import overlap
from engine.bos.cardtext.problems import Fault
from engine.bos.cardtext.tree_walk import change, parts
from engine.bos.model import syntax, terms
from engine.bos.model.deed_things import things_of
from engine.messages import Message

Steps = tuple[syntax.Step, ...]


def settled_amounts(
    steps: Steps, moments: tuple[syntax.Moment, ...], cost: tuple[syntax.Cost, ...], faults: list[Fault]
) -> Steps:
    """The steps with each such amount as X, where it was named for the cost, else as "that much" of the cost or of the
    event; a fault where neither is such an amount."""
    if not any(isinstance(part, SoMuch | terms.ThisWay) for part in parts(steps)):
        return steps
    for before, step in zip((None, *steps), steps, strict=False):
        if any(isinstance(part, terms.ThisWay) and not _was_done(part, before) for part in parts(step)):
            faults.append(Fault("E-REF", Message("bos.card_text.no_them"), ("way",)))
    settled: list[syntax.Step] = []
    for step in steps:
        changed_before = any(isinstance(each.deed, AMOUNTS) for each in settled)

        def meant(part: Any, late: bool = changed_before) -> Any:
            return _meant(part, () if late else moments, cost, faults) if isinstance(part, SoMuch) else part

        settled.append(change(step, meant))
    return tuple(settled)


def _meant(
    word: SoMuch, moments: tuple[syntax.Moment, ...], cost: tuple[syntax.Cost, ...], faults: list[Fault]
) -> terms.X | terms.ThatMuch:
    paid = [part.amount for part in cost if isinstance(part, syntax.Pay) and word.resource in ("", part.resource)]
    if word.verb == "spends" and word.who != "they" and len(paid) == 1:
        if isinstance(paid[0], terms.X):
            return terms.X()
        if isinstance(paid[0], WHAT_THERE_IS):
            return terms.ThatMuch()
    events = [event for each in moments if isinstance(each, syntax.When) for event in each.events]
    if not events or not all(_is_told_by(word, event) for event in events):
        faults.append(Fault("E-REF", Message("bos.card_text.no_amount"), (word.resource or "amount",)))
    return terms.ThatMuch()


def _is_told_by(word: SoMuch, event: syntax.When) -> bool:
    """Whether the event is that a player gains, loses or spends such a resource: "they" are others than you."""
    if event.verb != word.verb or (event.resource or "vim") != word.resource or not isinstance(event.who, terms.Who):
        return False
    return not word.who or (word.who == "you") is (event.who.player == "you")


_FELLING = (syntax.Defeat, syntax.Damage, syntax.Gain, syntax.Become, syntax.Scale)


def _was_done(told: terms.ThisWay, before: syntax.Step | None) -> bool:
    """Whether the step before did that to several such cards."""
    if before is None or not any(_are_many(what, told.filter.kinds) for what in things_of(before.deed)):
        return False
    if told.how == "defeated" or not isinstance(before.deed, syntax.Put):
        return told.how == "defeated" and isinstance(before.deed, _FELLING)
    return (before.deed.zone == "graveyard") is (told.how == "discarded")


def _are_many(what: terms.Thing, kinds: tuple[terms.Kind, ...]) -> bool:
    if isinstance(what, terms.Both):
        return any(_are_many(part, kinds) for part in what.parts)
    if not isinstance(what, terms.Each | terms.Choose) or not overlap(what.filter.kinds, kinds):
        return False
    return isinstance(what, terms.Each) or what.high != 1 or what.by in ("each player", "each opponent")
