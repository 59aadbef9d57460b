"""What texts say of fights, as values: prohibitions, duties, prices, changed damage, attacks that go otherwise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.bos.model.moments import Until
from engine.bos.model.terms import Each, Host, Predicate, Resource, Thing, This, Who

Side = Each | This | Host | Who
"""The other side of an attack, a block or a blow."""


@dataclass(frozen=True, slots=True)
class Cannot:
    """A prohibition: attack, block, act, ready, be attacked, be enchanted, be defeated, cast spells, gain …

    "attack cards" is said the other way round: who may not do that can attack only players.
    """

    who: Thing
    """Who is forbidden something."""
    what: Literal[
        "attack", "block", "act", "ready", "be attacked", "be blocked", "be enchanted", "be defeated", "be damaged",
        "attack players", "conduct", "cast spells", "gain life", "gain vim", "gain ether", "gain strength",
        "attack cards", "be chosen", "be chosen by an opponent", "be returned", "be turned face-down",
        "be turned face-up", "move", "lose strength", "be defeated in battle", "be damaged in battle",
        "ready in startup", "ready in next startup", "attack with", "block with",
        "have abilities",
    ]  # fmt: skip
    """What is forbidden."""
    until: Until = ""
    """How long."""
    other: Each | This | Host | Who | None = None
    """The other side that it is forbidden with: whom it cannot attack, what it cannot be attacked, damaged or chosen
    by, which spells cannot be cast, with what a player cannot attack; None for any."""
    only: bool = False
    """Whether it is forbidden with everything but that other side."""
    most: int | None = None
    """It is forbidden once it was done so often in the turn (G-363); None: at all."""


DONE = {
    "attack": "attacked",
    "attack with": "attacked",
    "block": "blocked",
    "block with": "blocked",
    "cast spells": "was cast",
    "conduct": "was summoned",
}
"""What a turn remembers of what is limited, as `State.past` has it."""


@dataclass(frozen=True, slots=True)
class CombatRule:
    """Cards attack or block otherwise than the rules have it: each turn if able (G-341), opponents past their summons
    (G-342), in any column (G-344), a second time (G-365); or they must block, and be blocked, if that is possible
    (G-364)."""

    who: Thing
    """Whose attacks or blocks."""
    what: Literal[
        "must attack", "attack past summons", "block anywhere", "must block", "must be blocked", "attack twice",
    ]  # fmt: skip
    """How."""
    until: Until = ""
    """How long."""
    other: Side | None = None
    """What must be attacked; None for anything that is not one's own."""


@dataclass(frozen=True, slots=True)
class Toll:
    """Cards cannot attack, or block, unless their controller pays for it each time, vim first (G-366)."""

    who: Thing
    """Whose attacks or blocks."""
    what: Literal["attack", "block"]
    """What is paid for."""
    amount: int
    """How much."""
    resource: Resource = "vim"
    """Of what."""
    until: Until = ""
    """How long."""
    other: Side | None = None
    """Whom an attack has to be on to be paid for; None for anybody."""


@dataclass(frozen=True, slots=True)
class EndAttack:
    """The attack under way is over: nobody blocks any more, and it deals no damage (G-367)."""


@dataclass(frozen=True, slots=True)
class Retarget:
    """A card becomes what the attack under way is on, and nobody blocks it (G-368)."""

    what: Thing
    """The new target."""


@dataclass(frozen=True, slots=True)
class DamageChange:
    """Damage that things deal, or take, is so much more or less, double, half, or at most so much: as long as a text
    applies, or `until` a moment. More and less are counted first, then what doubles and halves, at last what it is at
    most (G-295, G-360)."""

    who: Thing
    """Whose damage."""
    amount: int | None = None
    """By how much, or how much at most; None where it is double or half."""
    less: bool = False
    """Whether it is so much less."""
    taken: bool = False
    """Whether it is the damage they take."""
    in_battle: bool = False
    """Whether only damage in battle counts; of a player, that of an attack (G-362)."""
    half: Literal["", "down", "up"] = ""
    """Whether it is halved instead of doubled, and how it is rounded."""
    at_most: bool = False
    """Whether the amount is the most that can be dealt or taken at once."""
    other: Side | None = None
    """Whom the damage is dealt to, or by what it is dealt; None for anybody."""
    only: Predicate | None = None
    """What must hold of the player it is dealt to: "players who control no summons"."""
    until: Until = ""
    """How long, where it is no continuous text."""
    once: bool = False
    """Whether only the next damage."""
