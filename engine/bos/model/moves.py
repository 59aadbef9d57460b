"""What a player may answer, as values: a move is what is done, said apart from who does it and how it is written.

Moves are equal where they say the same. Columns count from 0, and places are the numbers of `places`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine.bos.model.places import NOBODY, position
from engine.seats import seat_name


class Payment(NamedTuple):
    """So much of each source."""

    vim: int
    """From vim."""
    ether: int
    """From ether."""


class ThingRef(NamedTuple):
    """What is pointed at: what stands on a place, or the empty place; a player; or a card of a pile, by what it is.

    As text it is `2b`, `P2` or `=NAME`.
    """

    place: int = NOBODY
    """The number of the place; -1 for a player or a card of a pile."""
    seat: int = NOBODY
    """The seat of the player, from 0; -1 for anything else."""
    card: str = ""
    """The identity of the card; empty for anything else."""

    def __str__(self) -> str:
        if self.place != NOBODY:
            return position(self.place)
        return f"={self.card}" if self.seat == NOBODY else seat_name(self.seat)


class AbilityRef(NamedTuple):
    """An ability pointed at: by the place of its card, or by its card where that is on no place.

    As text it is `1a.1` or `=NAME.1`.
    """

    place: int
    """The number of the place of the card, or of the card it lies under; -1 where there is none."""
    number: int
    """Which ability, from 1: at a place first the card's own, then those of what lies under it; else of the card alone.
    0 is the price of a boss."""
    card: str = ""
    """The identity of the card that is on no place; empty where the place is known."""

    def __str__(self) -> str:
        return f"={self.card}.{self.number}" if self.place == NOBODY else f"{position(self.place)}.{self.number}"


# In a turn


@dataclass(frozen=True, slots=True)
class Begin:
    """A turn begins, perhaps with the wizards placed (3.2.3)."""

    columns: tuple[int, ...] = ()
    """For each column the column whose wizard comes there; empty when all stay."""


@dataclass(frozen=True, slots=True)
class NextPhase:
    """The phase that is on is over."""


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The main phase, and with it the turn, is over."""


@dataclass(frozen=True, slots=True)
class Summon:
    """A summon is conducted."""

    wizards: tuple[int, ...]
    """The columns of the wizards that turn face-down, the first being the summon's."""
    card: str
    """The identity of the card."""


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack on the card in a place, or on a player; of `target` and `player` the other one is -1."""

    attacker: int
    """The number of the attacker's place."""
    target: int = NOBODY
    """The number of the attacked place."""
    player: int = NOBODY
    """The attacked seat, from 0."""


@dataclass(frozen=True, slots=True)
class Block:
    """The attack on a player is blocked."""

    place: int
    """The number of the blocker's place."""


@dataclass(frozen=True, slots=True)
class NoBlock:
    """The attack on a player is not blocked."""


@dataclass(frozen=True, slots=True)
class TurnUpBoss:
    """The boss is turned face-up."""


@dataclass(frozen=True, slots=True)
class Cast:
    """A spell is cast."""

    payment: Payment
    """What is paid."""
    card: str
    """The identity of the card."""


@dataclass(frozen=True, slots=True)
class Use:
    """An ability is used at will."""

    place: int
    """The number of the place of its card, or of the card it lies under."""
    number: int
    """Which ability of that place, from 1."""
    payment: Payment | None = None
    """What is paid; None where nothing is said, which is vim first."""


# What abilities ask


@dataclass(frozen=True, slots=True)
class Ready:
    """Which card becomes ready next (4.1.1)."""

    place: int
    """The number of its place."""


@dataclass(frozen=True, slots=True)
class First:
    """Which waiting mandatory ability comes first (10.4.1)."""

    ability: AbilityRef
    """The ability."""


@dataclass(frozen=True, slots=True)
class Take:
    """A waiting optional ability is used, or a spell cast that waits for what happened."""

    ability: AbilityRef
    """The ability."""
    payment: Payment | None = None
    """What is paid; None where nothing is said, which is vim first."""


@dataclass(frozen=True, slots=True)
class Pass:
    """What may be done is not done."""


@dataclass(frozen=True, slots=True)
class Yes:
    """What may be done is done."""


@dataclass(frozen=True, slots=True)
class Pick:
    """One more thing is chosen."""

    thing: ThingRef
    """What is chosen."""


@dataclass(frozen=True, slots=True)
class Done:
    """Nothing more is chosen."""


@dataclass(frozen=True, slots=True)
class Pay:
    """How a price is paid."""

    payment: Payment | None = None
    """What is paid; None is vim first."""


@dataclass(frozen=True, slots=True)
class Mode:
    """Which of "choose one"."""

    number: int
    """Its number, from 1."""


@dataclass(frozen=True, slots=True)
class Number:
    """What X is."""

    number: int
    """The number named for X."""


# In a raid


@dataclass(frozen=True, slots=True)
class Revive:
    """A raider gives up summoning and main phase to bring a defeated one back (14.4.4)."""

    seat: int
    """The seat that is brought back, from 0."""


# The end without a last blow


@dataclass(frozen=True, slots=True)
class Concede:
    """A player gives up."""

    seat: int
    """The seat that gives up, from 0."""


@dataclass(frozen=True, slots=True)
class RunOutOfTime:
    """A player has no time left."""

    seat: int
    """The seat whose time is over, from 0."""


@dataclass(frozen=True, slots=True)
class Disqualify:
    """A player is disqualified."""

    seat: int
    """The seat that is disqualified, from 0."""


@dataclass(frozen=True, slots=True)
class Draw:
    """The players agree to a draw."""


Leave = Concede | RunOutOfTime | Disqualify | Draw
"""What ends a game at any moment."""

Move = (
    Begin | NextPhase | EndTurn | Summon | Attack | Block | NoBlock | TurnUpBoss | Cast | Use | Ready | First | Take
    | Pass | Yes | Pick | Done | Pay | Mode | Number | Revive | Leave
)  # fmt: skip


def named_card(move: Move) -> str | None:
    """The identity of the card that a summon or a cast names; None for other moves."""
    return move.card if isinstance(move, Summon | Cast) else None


def named_places(move: Move) -> tuple[int, ...]:
    """The places that a move names by their numbers; -1 stands for what is on no place."""
    match move:
        case Attack():
            return move.attacker, move.target
        case Use() | Block() | Ready():
            return (move.place,)
        case First() | Take():
            return (move.ability.place,)
        case Pick():
            return (move.thing.place,)
    return ()


def stated_payment(move: Move) -> Payment | None:
    """How an ability is paid, where the move says so."""
    return move.payment if isinstance(move, Use | Take | Pay) else None
