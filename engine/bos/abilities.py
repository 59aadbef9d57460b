"""Using an ability: what can be said before its text is read (chapter 10)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.bos import keys
from engine.bos.cards import CardType
from engine.bos.rows import Row, first_broken
from engine.bos.state import Copy, State, at, position, seat_name
from engine.choice import Answer, Violation


@dataclass(frozen=True, slots=True)
class UseCase:
    """An ability, counted from 1, of the card in a place."""

    state: State
    seat: int
    place: int
    card: Copy | None
    number: int


def _nobody_there(case: UseCase) -> str:
    return f"No card stands at {position(case.place)}, so there is no ability to use."


USE: tuple[Row[UseCase], ...] = (
    Row("10.1.1", lambda c: c.card is not None, _nobody_there),
    Row(
        "10.3.1",
        lambda c: c.card is not None and c.card.control == c.seat,
        lambda c: f"{position(c.place)} belongs to {seat_name(1 - c.seat)}, who alone decides about its abilities.",
    ),
    Row(
        "5.2.1",
        lambda c: c.card is not None and (c.card.up or c.card.face.type is not CardType.WIZARD),
        lambda c: f"{position(c.place)} is a face-down wizard and has no abilities.",
    ),
    Row(
        "10.1.1",
        lambda c: c.card is not None and c.card.up,
        lambda c: f"The card at {position(c.place)} is face-down and has no abilities.",
    ),
    Row(
        "10.1.1",
        lambda c: c.card is not None and 1 <= c.number <= len(c.card.face.abilities),
        lambda c: f"The card at {position(c.place)} has no ability number {c.number}."
    ),
)  # fmt: skip


def check_use(state: State, answer: Answer) -> Violation | None:
    """Whether there is such an ability; what it asks for is in its text."""
    move = keys.use(answer.key)
    return first_broken(USE, UseCase(state, answer.seat, move.place, at(state, move.place), move.number))
