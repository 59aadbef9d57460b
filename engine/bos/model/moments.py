"""When an ability is used, and what it costs: points of a turn, events, states and payments, as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.bos.model.terms import (
    Each,
    Earlier,
    Host,
    It,
    Phase,
    Player,
    Predicate,
    Quantity,
    Resource,
    Thing,
    This,
    Who,
    Whose,
    Zone,
)

# When


@dataclass(frozen=True, slots=True)
class During:
    """The middle of a `phase`, or a whole turn, of `whose`, in which it may be used again and again (G-127)."""

    phase: Phase
    whose: Whose = "your"


@dataclass(frozen=True, slots=True)
class At:
    """The start, middle or end (`point`) of a `phase` or turn of `whose`; once each time (4.x, G-38)."""

    point: Literal["start", "middle", "end"]
    phase: Phase
    whose: Whose = "your"


Verb = Literal[
    "summoned", "defeated", "attacks", "attacked", "blocks", "blocked", "battles", "defeats", "deals damage",
    "damaged", "readied", "acts", "turned face-down", "turned face-up", "moves", "enchanted", "leaves", "returns",
    "casts", "summons", "discards", "gains", "loses", "spends", "enchants", "removed", "unblocked", "survives",
    "has attacked", "has blocked", "to graveyard", "to castle", "to spellbook", "doubles", "runs out", "loses the game",
    "conducts",
]  # fmt: skip
"""What happens. Of a card: summoned, defeated, attacks, attacked (declared as a target), blocks, blocked, battles,
defeats (another), deals damage, damaged (takes), readied, acts, turned face-down or face-up, moves (to a column),
enchanted, leaves (the battlefield), unblocked (attacks a player and is not blocked), survives (a battle), has attacked
and has blocked (when that attack is over, G-361), conducts (a wizard, a summon, G-379). Of a spell: enchants
(a card), removed (from the card it lay under). Of a card in any place: to graveyard, castle or spellbook (it
is put there). Of a player: casts, summons, discards, gains, loses, spends, doubles (the vim, 4.2.1), runs out (of
life), loses the game."""


Party = This | Host | Each | Who | Earlier | It
"""Who takes part in an event."""


@dataclass(frozen=True, slots=True)
class When:
    """An event, by its `verb`; once for each (G-127). `who` is the card or player it happens to or that does it; `to`
    the other one.

    `in_battle` counts only battle damage; `least` asks for at least so much (damage, vim); `resource` is what a player
    gains, loses or spends. `condition` is looked at when it happens and again before the ability is used (10.4.3).
    `also` are other events that set the ability off as well ("attacks or blocks"); they have no condition of their own,
    and what is two of them at once sets it off once. `nth` asks for the n-th such card that the player casts or summons
    in the turn (G-280). `out_of` is where a card comes from that is put into a pile; "aside" is a spell that is cast.
    """

    who: Party
    verb: Verb
    to: This | Host | Each | Who | None = None
    in_battle: bool = False
    least: int | None = None
    resource: Resource | None = None
    condition: Predicate | None = None
    also: tuple[When, ...] = ()
    nth: int | None = None
    out_of: Literal["", "table", "castle", "spellbook", "aside"] = ""

    @property
    def events(self) -> tuple[When, ...]:
        """Every event that sets it off, the first one first."""
        return (self, *self.also)


@dataclass(frozen=True, slots=True)
class While:
    """Only as long as a `predicate` holds: "if …", "while …"."""

    predicate: Predicate


Moment = During | At | When | While
"""One clause of the condition; all clauses of an ability must fit."""


Until = Literal[
    "", "end of turn", "end of your next turn", "start of your next turn", "on the battlefield",
    "end of the attack", "end of an opponent's next turn",
    "your next startup phase", "your next summoning phase", "your next main phase", "your next ending phase",
    "an opponent's next startup phase", "an opponent's next summoning phase", "an opponent's next main phase",
    "an opponent's next ending phase",
]  # fmt: skip
"""How long: for good, or until then. "on the battlefield": as long as the card of the ability is there. A phase ends it
when it begins, an attack when it is over (G-361)."""


# Cost


@dataclass(frozen=True, slots=True)
class PayAct:
    """`[act]`: a card (`what`) acts; it must be ready (G-126)."""

    what: Thing


@dataclass(frozen=True, slots=True)
class Pay:
    """An `amount` of a `resource`. Vim may be paid with ether (G-17), life never down to 0 (J-16)."""

    resource: Resource
    amount: Quantity


@dataclass(frozen=True, slots=True)
class PayCard:
    """A card (`what`) is given up by a `deed`: defeated, discarded from a `zone`, returned to one, turned face-down; of
    an enchantment, removed."""

    deed: Literal["defeat", "discard", "return", "turn face-down", "remove"]
    what: Thing
    zone: Zone | None = None


@dataclass(frozen=True, slots=True)
class PayStrength:
    """A card (`what`) loses an `amount` of strength that it has."""

    what: Thing
    amount: Quantity


Cost = PayAct | Pay | PayCard | PayStrength


# Ways

Limit = Literal["", "turn", "game"]


@dataclass(frozen=True, slots=True)
class Ways:
    """How ways are chosen: "choose one", "an opponent chooses two", "choose one or both" (G-393)."""

    by: Player = "you"
    """Who chooses."""
    least: int = 1
    """How many different ways at least, as far as that many can be chosen."""
    most: int = 1
    """How many at most."""
    fresh: Limit = ""
    """Whether each way is chosen only once: in a turn, or for good."""


ONE_WAY = Ways()
