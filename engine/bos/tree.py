"""What an ability says, as values: the reader makes them from a sentence, the printer writes them, the machine plays.

An ability is one `Text`: when it may be used, what it costs, and its steps in printed order. Steps name players and
things; a thing that somebody chooses is chosen when its step begins, after the cost (G-71). Every field is played:
nothing here is decoration.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.bos.deeds import (
    Act as Act,
)
from engine.bos.deeds import (
    Bonus as Bonus,
)
from engine.bos.deeds import (
    Bring as Bring,
)
from engine.bos.deeds import (
    Cannot as Cannot,
)
from engine.bos.deeds import (
    Conduct as Conduct,
)
from engine.bos.deeds import (
    Costs as Costs,
)
from engine.bos.deeds import (
    Damage as Damage,
)
from engine.bos.deeds import (
    Deed as Deed,
)
from engine.bos.deeds import (
    Defeat as Defeat,
)
from engine.bos.deeds import (
    Enchant as Enchant,
)
from engine.bos.deeds import (
    EndTurn as EndTurn,
)
from engine.bos.deeds import (
    Gain as Gain,
)
from engine.bos.deeds import (
    Lose as Lose,
)
from engine.bos.deeds import (
    Move as Move,
)
from engine.bos.deeds import (
    Prevent as Prevent,
)
from engine.bos.deeds import (
    Put as Put,
)
from engine.bos.deeds import (
    Ready as Ready,
)
from engine.bos.deeds import (
    Scale as Scale,
)
from engine.bos.deeds import (
    Select as Select,
)
from engine.bos.deeds import (
    Spend as Spend,
)
from engine.bos.deeds import (
    Swap as Swap,
)
from engine.bos.deeds import (
    Turn as Turn,
)
from engine.bos.deeds import (
    Unenchant as Unenchant,
)
from engine.bos.deeds import (
    Until as Until,
)

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
    "its front" is seen from the card named last.
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
    """Cards chosen by `by`: from `low` to `high` of them; `high` None is any number."""

    filter: Filter
    low: int = 1
    high: int | None = 1
    by: Player = "you"


@dataclass(frozen=True, slots=True)
class Each:
    """Every card that fits, at once."""

    filter: Filter


@dataclass(frozen=True, slots=True)
class Who:
    """A player as the thing something is done to."""

    player: Player


@dataclass(frozen=True, slots=True)
class Both:
    """Several things together: "all summons and all other bosses"."""

    parts: tuple[Thing, ...]


@dataclass(frozen=True, slots=True)
class OneOf:
    """One thing out of several descriptions, chosen: "a summon or a player"."""

    parts: tuple[Thing, ...]


Thing = This | It | Them | Target | Host | Other | Choose | Each | Who | Both | OneOf


# Numbers


@dataclass(frozen=True, slots=True)
class Number:
    """A number as printed."""

    value: int


@dataclass(frozen=True, slots=True)
class Count:
    """How many cards fit."""

    filter: Filter


@dataclass(frozen=True, slots=True)
class Strength:
    """The strength of a thing now, or its base: the printed one."""

    of: Thing
    base: bool = False


@dataclass(frozen=True, slots=True)
class TotalStrength:
    """The strengths of all that fit, added up."""

    filter: Filter


@dataclass(frozen=True, slots=True)
class Has:
    """How much of a resource a player has."""

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
    """A quantity multiplied: "twice …", and "2 … for each …" as Times(Number(2), Count(…))."""

    factor: Quantity
    of: Quantity


@dataclass(frozen=True, slots=True)
class Half:
    """Half of a quantity, rounded down unless `up` (G-138)."""

    of: Quantity
    up: bool = False


Quantity = Number | Count | Strength | TotalStrength | Has | ThatMuch | X | Times | Half


# What must hold


@dataclass(frozen=True, slots=True)
class Controls:
    """A player controls so many cards that fit: at least `least`, at most `most` (None: no bound)."""

    player: Player
    filter: Filter
    least: int | None = 1
    most: int | None = None


@dataclass(frozen=True, slots=True)
class MoreCards:
    """A player controls more fitting cards than another."""

    player: Player
    filter: Filter
    than: Player


@dataclass(frozen=True, slots=True)
class Holds:
    """A player has at least `least` or at most `most` of a resource."""

    player: Player
    resource: Resource
    least: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class HasMore:
    """A player has more (or less) of a resource than another."""

    player: Player
    resource: Resource
    than: Player
    less: bool = False


@dataclass(frozen=True, slots=True)
class IsSo:
    """A thing fits a filter, or does not."""

    thing: Thing
    filter: Filter
    no: bool = False


@dataclass(frozen=True, slots=True)
class Same:
    """A thing is the same card as another one, or is not."""

    thing: Thing
    other: Thing
    no: bool = False


@dataclass(frozen=True, slots=True)
class Attacked:
    """A player has declared at least so many attacks in this game (G-124)."""

    player: Player
    least: int


@dataclass(frozen=True, slots=True)
class Left:
    """So many cards are in a player's pile: from `least` to `most` (None: no bound). "no spells left": most 0."""

    player: Player
    zone: Zone
    kind: Kind | None = None
    least: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class YourTurn:
    """It is, or is not, the controller's turn; `number` asks for the controller's n-th own turn."""

    no: bool = False
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Happened:
    """A card that fits attacked, was summoned or was defeated this turn."""

    filter: Filter
    past: Past
    no: bool = False


@dataclass(frozen=True, slots=True)
class All:
    """All of these hold."""

    parts: tuple[Predicate, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one of these holds."""

    parts: tuple[Predicate, ...]


Predicate = (
    Controls | MoreCards | Holds | HasMore | IsSo | Same | Attacked | Left | YourTurn | Happened | All | AnyOf
)  # fmt: skip


# When


@dataclass(frozen=True, slots=True)
class During:
    """The middle of a phase, or a whole turn, in which the ability may be used again and again (G-127)."""

    phase: Phase
    whose: Whose = "your"


@dataclass(frozen=True, slots=True)
class At:
    """The start, middle or end of a phase or turn; once each time (4.x, G-38)."""

    point: Literal["start", "middle", "end"]
    phase: Phase
    whose: Whose = "your"


Verb = Literal[
    "summoned", "defeated", "attacks", "attacked", "blocks", "blocked", "battles", "defeats", "deals damage",
    "damaged", "readied", "acts", "turned face-down", "turned face-up", "moves", "enchanted", "leaves", "returns",
    "casts", "summons", "discards", "gains", "loses", "spends",
]  # fmt: skip
"""What happens. Of a card: summoned, defeated, attacks, attacked (declared as a target), blocks, blocked, battles,
defeats (another), deals damage, damaged (takes), readied, acts, turned face-down or face-up, moves (to a column),
enchanted, leaves (the battlefield). Of a player: casts, summons, discards, gains, loses, spends."""


@dataclass(frozen=True, slots=True)
class When:
    """An event; once for each (G-127). `who` is the card or player it happens to or that does it; `to` the other one.

    `in_battle` counts only battle damage; `least` asks for at least so much (damage, vim); `resource` is what a player
    gains, loses or spends. `condition` is looked at when it happens and again before the ability is used (10.4.3).
    `also` are other events that set the ability off as well ("attacks or blocks"); they have no condition of their own,
    and what is two of them at once sets it off once.
    """

    who: This | Host | Each | Who
    verb: Verb
    to: This | Host | Each | Who | None = None
    in_battle: bool = False
    least: int | None = None
    resource: Resource | None = None
    condition: Predicate | None = None
    also: tuple[When, ...] = ()

    @property
    def events(self) -> tuple[When, ...]:
        """Every event that sets it off, the first one first."""
        return (self, *self.also)


@dataclass(frozen=True, slots=True)
class While:
    """Only as long as this holds: "if …", "while …"."""

    predicate: Predicate


Moment = During | At | When | While
"""One clause of the condition; all clauses of an ability must fit."""


# Cost


@dataclass(frozen=True, slots=True)
class PayAct:
    """`[act]`: a card acts; it must be ready (G-126)."""

    what: Thing


@dataclass(frozen=True, slots=True)
class Pay:
    """So much of a resource. Vim may be paid with ether (G-17), life never down to 0 (J-16)."""

    resource: Resource
    amount: Quantity


@dataclass(frozen=True, slots=True)
class PayCard:
    """A card is given up: defeated, discarded from a pile, returned to a pile, or turned face-down."""

    deed: Literal["defeat", "discard", "return", "turn face-down"]
    what: Thing
    zone: Zone | None = None


@dataclass(frozen=True, slots=True)
class PayStrength:
    """A card loses strength that it has."""

    what: Thing
    amount: Quantity


Cost = PayAct | Pay | PayCard | PayStrength


@dataclass(frozen=True, slots=True)
class Step:
    """One deed of an ability, and when it happens.

    `may`: its player decides ("you may …"). `only` must hold when the step begins, `unless` must not. `did` asks
    whether the step before happened ("if you do" True, "otherwise" False). `mode` is the number, from 1, of the
    choice of `modes` ("choose one") to which the step belongs.
    """

    deed: Deed
    may: bool = False
    only: Predicate | None = None
    unless: Predicate | None = None
    did: bool | None = None
    mode: int | None = None


Limit = Literal["", "turn", "game"]


@dataclass(frozen=True, slots=True)
class Text:
    """One ability.

    `moments` are the clauses of its condition, `cost` is paid in order, `must` is the arrow. `enchant` is what a spell
    may lie under; the steps of its text are then continuous. `instead` makes it a replacement. `continuous` marks
    steps that apply by themselves as long as the moments hold (10.1.2). `modes` counts the choices of "choose one".
    """

    steps: tuple[Step, ...]
    moments: tuple[Moment, ...] = ()
    cost: tuple[Cost, ...] = ()
    must: bool = False
    limit: Limit = ""
    enchant: Filter | None = None
    instead: When | None = None
    continuous: bool = False
    modes: int = 0


@dataclass(frozen=True, slots=True)
class Calling:
    """A summoning condition: so many wizards that fit, or the cards named; and whatever else must hold."""

    count: int = 1
    wizard: Filter = Filter(kinds=("wizard",))
    names: tuple[str, ...] = ()
    only: Predicate | None = None


@dataclass(frozen=True, slots=True)
class Rising:
    """A boss's condition: what must hold, and what is paid, to turn it face-up."""

    only: Predicate | None = None
    cost: tuple[Cost, ...] = ()
