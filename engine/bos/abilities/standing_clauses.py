"""What texts do by themselves, clause by clause: bonuses, bans, prices, shields, and what happens instead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, NamedTuple, TypeVar

from engine.bos.cardtext.effects.replacements import asks_first
from engine.bos.model.syntax import (
    Bonus,
    Borrow,
    Cannot,
    CombatRule,
    Costs,
    DamageChange,
    Deed,
    During,
    Gain,
    Grant,
    Limit,
    Moment,
    Prevent,
    Step,
    Text,
    Toll,
    When,
    While,
)
from engine.bos.model.terms import Predicate

D = TypeVar("D")


class Clause(NamedTuple, Generic[D]):
    """A deed that a card does by itself as long as its conditions hold; `number` is its ability, from 0."""

    number: int
    deed: D
    """What it does."""
    during: tuple[During, ...]
    """When it does; empty for at any time."""
    only: tuple[Predicate, ...]
    """What must hold."""
    unless: tuple[Predicate, ...]
    """What must not hold."""


class Guard(NamedTuple):
    """Damage kept off: `when` narrows it ("would be dealt damage in battle"), None is any damage to `deed.to`."""

    when: When | None
    deed: Prevent
    """What is prevented."""
    limit: Limit = ""
    """How often."""


class Asking(NamedTuple):
    """Something that happens instead of an event only if its player likes, or after something is chosen."""

    text: Text
    """What happens instead, and at what price."""


Speech = Asking | Bonus | Borrow | Cannot | CombatRule | Costs | DamageChange | Grant | Toll | Guard | Text


def clauses_of(texts: Iterable[tuple[int, Text | None]]) -> Iterator[Clause[Speech]]:
    """Everything that works without being used in abilities with their numbers."""
    for number, text in texts:
        if text is None:
            continue
        if text.instead is not None:
            yield from _replacement(number, text, text.instead)
        elif text.enchant is not None:
            # What stands before "Enchant a …" is the condition of casting it and over when it lies there (G-68).
            yield from _steps(number, text.steps, (), enchants=True)
        elif text.continuous:
            yield from _steps(number, text.steps, text.moments, enchants=False)


def _replacement(number: int, text: Text, when: When) -> Iterator[Clause[Speech]]:
    """ "Would … instead": damage prevented in part is a guard, everything else takes the place of the event.

    Before one that somebody is asked about the event waits (`postponed_events`).
    """
    during, only = _moments(text.moments)
    if asks_first(text):
        yield Clause(number, Asking(text), during, only, ())
        return
    if when.verb in ("damaged", "deals damage") and all(isinstance(step.deed, Prevent) for step in text.steps):
        for step in text.steps:
            if isinstance(step.deed, Prevent):
                yield Clause(number, Guard(when, step.deed, text.limit), during, *_conditions(only, step))
    else:
        yield Clause(number, text, during, only, ())


def _steps(
    number: int, steps: tuple[Step, ...], moments: tuple[Moment, ...], *, enchants: bool
) -> Iterator[Clause[Speech]]:
    during, only = _moments(moments)
    for step in steps:
        speech = _speech(step.deed, enchants=enchants)
        if speech is not None:
            yield Clause(number, speech, during, *_conditions(only, step))


def _speech(deed: Deed, *, enchants: bool) -> Speech | None:
    if isinstance(deed, Bonus | Borrow | Cannot | CombatRule | Costs | DamageChange | Grant | Toll):
        return deed
    if isinstance(deed, Prevent):
        return Guard(None, deed)
    if enchants and isinstance(deed, Gain) and deed.what == "strength":
        return Bonus(deed.who, deed.amount, deed.lose)
    return None


def _moments(moments: tuple[Moment, ...]) -> tuple[tuple[During, ...], tuple[Predicate, ...]]:
    during = tuple(moment for moment in moments if isinstance(moment, During))
    return during, tuple(moment.predicate for moment in moments if isinstance(moment, While))


def _conditions(only: tuple[Predicate, ...], step: Step) -> tuple[tuple[Predicate, ...], tuple[Predicate, ...]]:
    return (*only, *((step.only,) if step.only else ())), ((step.unless,) if step.unless else ())
