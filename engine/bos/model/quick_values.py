"""Values made in a third of the time: `make_frame(…)` for `Frame(…)`, and so on, with the same fields.

A named tuple asks for each of its fields as an argument, in a function that is never compiled. What is made now and
then is called by its name; these are for where very many are made. What a menu proposes again and again is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from engine.bos.model.moves import AbilityRef, Attack, Cast, Move, Payment, Summon, Use
from engine.bos.model.places import NOBODY
from engine.bos.model.state import Frame, PendingAbility, Question, Remembered, State, Step
from engine.choice import Answer, Event

KEPT: Final = 4_096
"""So many moves of a kind are kept."""

_made: Final[Callable[[type[Any], tuple[Any, ...]], Any]] = tuple.__new__


def make_answer(seat: int, move: Move) -> Answer[Move]:
    """An answer that quotes no question."""
    answer: Answer[Move] = _made(Answer, (seat, move, None))
    return answer


def make_event(kind: str, card: int = NOBODY, seat: int = NOBODY, other: int = NOBODY, amount: int = 0) -> Event:
    """An event."""
    event: Event = _made(Event, (kind, card, seat, other, amount))
    return event


def make_frame(
    routine: str, step: int = 0, values: tuple[int, ...] = (), pending: PendingAbility | None = None
) -> Frame:
    """Pending work."""
    frame: Frame = _made(Frame, (routine, step, values, pending))
    return frame


def make_pending(
    source: int,
    number: int,
    seat: int,
    event: Event | None = None,
    it: tuple[int, ...] = (),
    amount: int = 0,
    x: int = 0,
    did: bool = True,
    mode: int = 0,
    who: int = NOBODY,
    named: tuple[Remembered, ...] = (),
) -> PendingAbility:
    """An ability of which nothing is picked yet, and no spell came late."""
    pending: PendingAbility = _made(
        PendingAbility, (source, number, seat, event, (), it, amount, x, did, mode, who, named, ())
    )
    return pending


def make_question(kind: str, seat: int) -> Question:
    """What the game waits for."""
    question: Question = _made(Question, (kind, seat))
    return question


def make_payment(vim: int, ether: int) -> Payment:
    """So much from each."""
    payment: Payment = _made(Payment, (vim, ether))
    return payment


def make_ability_ref(place: int, number: int, card: str = "") -> AbilityRef:
    """An ability pointed at."""
    ref: AbilityRef = _made(AbilityRef, (place, number, card))
    return ref


def make_step(state: State, events: tuple[Event, ...], auto: tuple[int, ...]) -> Step:
    """What an answer led to."""
    step: Step = _made(Step, (state, events, auto))
    return step


@lru_cache(KEPT)
def make_attack(attacker: int, target: int, player: int) -> Attack:
    """An attack."""
    return Attack(attacker, target, player)


@lru_cache(KEPT)
def make_summon(wizards: tuple[int, ...], card: str) -> Summon:
    """A summon that is conducted."""
    return Summon(wizards, card)


@lru_cache(KEPT)
def make_cast(payment: Payment, card: str) -> Cast:
    """A spell that is cast."""
    return Cast(payment, card)


@lru_cache(KEPT)
def make_use(place: int, number: int, payment: Payment | None) -> Use:
    """An ability that is used."""
    return Use(place, number, payment)
