"""The terms of a sentence on a card, as values: players, cards, amounts and conditions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Phase = Literal["startup", "summoning", "main", "ending", "turn"]
"""A phase of a turn, or the whole turn."""

Whose = Literal["your", "an opponent's", "each player's"]
"""Whose turn a phase belongs to, seen from the controller of the ability."""

Player = Literal["you", "an opponent", "each opponent", "a player", "each player", "that player", "its controller"]
"""Players in a sentence. "an opponent" and "a player" are chosen where there are several; "that player" is the player
of the event or the last one named; "its controller" controls the last thing named."""

Resource = Literal["life", "vim", "ether"]
Kind = Literal["summon", "wizard", "boss", "spell"]
Look = Literal["ready", "acted", "face-down", "face-up", "enchanted"]
Zone = Literal["table", "castle", "spellbook", "graveyard"]
Past = Literal["attacked", "was summoned", "was defeated"]


# Things


@dataclass(frozen=True, slots=True)
class Filter:
    """Which cards are meant. An empty field asks for nothing; `kinds` of several are "a summon or boss".

    `control` is who controls a card on the table, `owner` whose pile or card it is. `least` and `most` bound the
    strength now. `extreme` keeps only those with the most or least strength among the rest. `column` is seen from this
    card: "adjacent", "this" (the same column), "facing" (the opposing summon in it), "front" (the own summon in it);
    "its front" is seen from the card named last. `color`, `not_color`, `name` and `looks` are of the card, `zone` is
    where it is.
    `other` leaves this card out. `past` looks at the running turn. `on` is the card that an enchantment lies under.
    """

    kinds: tuple[Kind, ...] = ()
    color: Literal["", "red", "yellow", "blue"] = ""
    not_color: Literal["", "red", "yellow", "blue"] = ""
    looks: tuple[Look, ...] = ()
    control: Player | None = None
    owner: Player | None = None
    zone: Zone = "table"
    least: Quantity | None = None
    most: Quantity | None = None
    extreme: Literal["", "most", "least"] = ""
    column: Literal["", "adjacent", "this", "facing", "front", "its front"] = ""
    name: str = ""
    other: bool = False
    past: Past | None = None
    on: This | It | Host | Target | None = None


@dataclass(frozen=True, slots=True)
class This:
    """The card that the ability stands on."""


@dataclass(frozen=True, slots=True)
class It:
    """The last single thing named before, or, where nothing was, the thing of the event."""


@dataclass(frozen=True, slots=True)
class Them:
    """The last set named before."""


@dataclass(frozen=True, slots=True)
class Target:
    """What an attack was declared on: a card or a player (in a "when … attacks" ability); else who attacks this."""


@dataclass(frozen=True, slots=True)
class Host:
    """The card that an enchantment lies under: "the enchanted summon"."""


@dataclass(frozen=True, slots=True)
class Other:
    """The other card of the event: whom this defeated, who blocked, whom this battles."""


@dataclass(frozen=True, slots=True)
class Choose:
    """Cards that fit a `filter`, chosen by `by`: from `low` to `high` of them; `high` None is any number."""

    filter: Filter
    low: int = 1
    high: int | None = 1
    by: Player = "you"


@dataclass(frozen=True, slots=True)
class Each:
    """Every card that fits a `filter`, at once."""

    filter: Filter


@dataclass(frozen=True, slots=True)
class Who:
    """A `player` as the thing something is done to."""

    player: Player


@dataclass(frozen=True, slots=True)
class Both:
    """Several things (`parts`) together: "all summons and all other bosses"."""

    parts: tuple[Thing, ...]


@dataclass(frozen=True, slots=True)
class OneOf:
    """One thing out of several descriptions (`parts`), chosen: "a summon or a player"."""

    parts: tuple[Thing, ...]


Thing = This | It | Them | Target | Host | Other | Choose | Each | Who | Both | OneOf


# Numbers


@dataclass(frozen=True, slots=True)
class Number:
    """A number as printed: its `value`."""

    value: int


@dataclass(frozen=True, slots=True)
class Count:
    """How many cards fit a `filter`."""

    filter: Filter


@dataclass(frozen=True, slots=True)
class Strength:
    """The strength `of` a thing now, or its `base`: the printed one."""

    of: Thing
    base: bool = False


@dataclass(frozen=True, slots=True)
class TotalStrength:
    """The strengths of all that fit a `filter`, added up."""

    filter: Filter


@dataclass(frozen=True, slots=True)
class Has:
    """How much of a `resource` a `player` has."""

    player: Player
    resource: Resource


@dataclass(frozen=True, slots=True)
class ThatMuch:
    """The amount of the event, or of the step before: damage taken, vim gained, strength lost."""


@dataclass(frozen=True, slots=True)
class X:
    """The number named when the cost was paid, or by the controller when the step begins."""


@dataclass(frozen=True, slots=True)
class Times:
    """A `factor` `of` a quantity: "twice …", and "2 … for each …" as Times(Number(2), Count(…))."""

    factor: Quantity
    of: Quantity


@dataclass(frozen=True, slots=True)
class Half:
    """Half `of` a quantity, rounded down unless `up` (G-138)."""

    of: Quantity
    up: bool = False


Quantity = Number | Count | Strength | TotalStrength | Has | ThatMuch | X | Times | Half


# What must hold


@dataclass(frozen=True, slots=True)
class Controls:
    """A `player` controls so many cards that fit a `filter`: from `least` to `most` (None: no bound)."""

    player: Player
    filter: Filter
    least: int | None = 1
    most: int | None = None


@dataclass(frozen=True, slots=True)
class MoreCards:
    """A `player` controls more cards that fit a `filter` `than` another."""

    player: Player
    filter: Filter
    than: Player


@dataclass(frozen=True, slots=True)
class Holds:
    """A `player` has at least `least` or at most `most` of a `resource`."""

    player: Player
    resource: Resource
    least: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class HasMore:
    """A `player` has more (or `less`) of a `resource` `than` another."""

    player: Player
    resource: Resource
    than: Player
    less: bool = False


@dataclass(frozen=True, slots=True)
class IsSo:
    """A `thing` fits a `filter`, or does not (`no`)."""

    thing: Thing
    filter: Filter
    no: bool = False


@dataclass(frozen=True, slots=True)
class Same:
    """A `thing` is the same card as the `other` one, or is not (`no`)."""

    thing: Thing
    other: Thing
    no: bool = False


@dataclass(frozen=True, slots=True)
class Attacked:
    """A `player` has declared at least so many attacks (`least`) in this game (G-124)."""

    player: Player
    least: int


@dataclass(frozen=True, slots=True)
class Left:
    """So many cards of a `kind` (None: any) are in a pile of a `player`, the `zone`: from `least` to `most` (None: no
    bound). "no spells left": most 0."""

    player: Player
    zone: Zone
    kind: Kind | None = None
    least: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class YourTurn:
    """It is, or is not (`no`), the controller's turn; `number` asks for the controller's n-th own turn."""

    no: bool = False
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Happened:
    """A card that fits a `filter` attacked, was summoned or was defeated (`past`) this turn, or not (`no`)."""

    filter: Filter
    past: Past
    no: bool = False


@dataclass(frozen=True, slots=True)
class All:
    """All `parts` hold."""

    parts: tuple[Predicate, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one of the `parts` holds."""

    parts: tuple[Predicate, ...]


Predicate = (
    Controls | MoreCards | Holds | HasMore | IsSo | Same | Attacked | Left | YourTurn | Happened | All | AnyOf
)  # fmt: skip
