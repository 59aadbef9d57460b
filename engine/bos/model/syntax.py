"""What an ability says, as values: the reader makes them from a sentence, the printer writes them, the machine plays.

An ability is one `Text`: when it may be used, what it costs, and its steps in printed order. Steps name players and
things; a thing that somebody chooses is chosen when its step begins, after the cost (G-71). Every field is played:
nothing here is decoration.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.bos.model.terms import (
    Each,
    Filter,
    Host,
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

# Effects: one value for each kind, done to the things that the text names

Until = Literal[
    "", "end of turn", "end of your next turn", "start of your next turn", "on the battlefield",
    "your next startup phase", "your next summoning phase", "your next main phase", "your next ending phase",
    "an opponent's next startup phase", "an opponent's next summoning phase", "an opponent's next main phase",
    "an opponent's next ending phase",
]  # fmt: skip
"""How long: for good, or until then. "on the battlefield": as long as the card of the ability is there. A phase ends it
when it begins."""


@dataclass(frozen=True, slots=True)
class Gain:
    """Things gain, or lose, strength; players life, vim or ether."""

    who: Thing
    """Whose strength, life, vim or ether."""
    amount: Quantity
    """How much."""
    what: Literal["strength", "life", "vim", "ether"]
    """Of what."""
    lose: bool = False
    """Whether it is lost instead."""
    until: Until = ""
    """How long strength lasts."""


@dataclass(frozen=True, slots=True)
class Damage:
    """Damage to cards or players, dealt by this card or, with `by`, by another one; `taken`: "takes", by nobody
    (G-140), though the ability's card is credited with what it defeats."""

    to: Thing
    """What is damaged."""
    amount: Quantity
    """How much damage."""
    by: Thing | None = None
    taken: bool = False


@dataclass(frozen=True, slots=True)
class Scale:
    """A player's resource, or a thing's strength, is doubled or halved (rounded down, G-138)."""

    who: Thing
    """Whose resource or strength."""
    what: Literal["strength", "life", "vim", "ether"]
    """Which."""
    half: bool = False
    """Whether it is halved instead of doubled."""


@dataclass(frozen=True, slots=True)
class Select:
    """Something is chosen, and the next steps speak of it; nothing happens to it yet."""

    what: Thing
    """What is chosen."""


@dataclass(frozen=True, slots=True)
class Spend:
    """A player pays in the middle of an ability; all of it, or nothing where that is too much (G-72)."""

    who: Thing
    """Who pays."""
    amount: Quantity
    """How much."""
    what: Literal["life", "vim", "ether"]
    """Of what."""


@dataclass(frozen=True, slots=True)
class Ready:
    """Acted cards stand up; a ready card stays as it is."""

    what: Thing
    """What becomes ready."""


@dataclass(frozen=True, slots=True)
class Act:
    """Ready cards act, without effect of their own."""

    what: Thing
    """What acts."""


@dataclass(frozen=True, slots=True)
class Defeat:
    """Defeated whatever its strength (G-93); a player defeated loses the game (G-144)."""

    what: Thing
    """What is defeated."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A wizard turns face-up or face-down."""

    what: Thing
    """What turns."""
    up: bool
    """Whether face-up."""


@dataclass(frozen=True, slots=True)
class Move:
    """A summon moves to another place of its side: an adjacent or any open column. The place must be free (G-57)."""

    what: Thing
    """What moves."""
    column: Literal["adjacent", "open"]
    """To which columns it may."""


@dataclass(frozen=True, slots=True)
class Swap:
    """Two summons of one side change their places."""

    first: Thing
    """The one."""
    second: Thing
    """The other."""


@dataclass(frozen=True, slots=True)
class Put:
    """Cards go to a pile of their owner; discarding is putting into the graveyard."""

    what: Thing
    """What is put away."""
    zone: Zone
    """The pile."""
    discard: bool = False
    """Whether it is called discarding."""


@dataclass(frozen=True, slots=True)
class Unenchant:
    """Enchantments leave: all on some things, or `what`, spells that enchant."""

    on: Thing | None = None
    """The things whose enchantments all leave; None where `what` says which."""
    what: Thing | None = None


@dataclass(frozen=True, slots=True)
class Conduct:
    """A summon is conducted now, with a wizard, outside the summoning phase (G-64); `with_` narrows the wizard."""

    with_: Filter | None = None


@dataclass(frozen=True, slots=True)
class Bring:
    """A card comes to the battlefield from a pile without a wizard (G-64), in an open column of its controller; with
    `front` only in the column of this card."""

    what: Thing
    """What comes."""
    state: Literal["ready", "acted"] = "ready"
    """How it comes."""
    front: bool = False


@dataclass(frozen=True, slots=True)
class Enchant:
    """This spell is put under a card and stays there (6.2.1)."""

    what: Thing
    """The card it is put under."""


@dataclass(frozen=True, slots=True)
class Prevent:
    """The next `amount` damage that would be dealt to a thing is prevented, all of it where None."""

    to: Thing
    """What is protected."""
    amount: int | None = None
    until: Until = "end of turn"
    """How long."""


@dataclass(frozen=True, slots=True)
class Cannot:
    """A prohibition: attack, block, act, ready, be attacked, be enchanted, be defeated, cast spells, gain …"""

    who: Thing
    """Who is forbidden something."""
    what: Literal[
        "attack", "block", "act", "ready", "be attacked", "be blocked", "be enchanted", "be defeated", "be damaged",
        "attack players", "conduct", "cast spells", "gain life", "gain vim", "gain ether", "gain strength",
    ]  # fmt: skip
    """What is forbidden."""
    until: Until = ""
    """How long."""


@dataclass(frozen=True, slots=True)
class Bonus:
    """Continuous: things have so much more (or less) strength as long as it applies (G-165)."""

    who: Thing
    """Whose strength."""
    amount: Quantity
    """How much."""
    less: bool = False
    """Whether it is so much less."""


@dataclass(frozen=True, slots=True)
class Costs:
    """Continuous: spells that fit cost more or less vim, never less than 0 (G-82)."""

    filter: Filter
    """Which spells."""
    amount: int
    """By how much vim."""
    less: bool = False
    """Whether they cost less."""
    player: Player | None = None
    """Whose spells; None: everybody's."""


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The running turn goes to its ending phase."""


@dataclass(frozen=True, slots=True)
class Lose:
    """A player is defeated (11.1.3)."""

    player: Player
    """Who is defeated."""


Deed = (
    Gain | Damage | Scale | Select | Spend | Ready | Act | Defeat | Turn | Move | Swap | Put | Unenchant | Enchant
    | Conduct | Bring | Prevent | Cannot | Bonus | Costs | EndTurn | Lose
)  # fmt: skip


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
    "casts", "summons", "discards", "gains", "loses", "spends",
]  # fmt: skip
"""What happens. Of a card: summoned, defeated, attacks, attacked (declared as a target), blocks, blocked, battles,
defeats (another), deals damage, damaged (takes), readied, acts, turned face-down or face-up, moves (to a column),
enchanted, leaves (the battlefield). Of a player: casts, summons, discards, gains, loses, spends."""


@dataclass(frozen=True, slots=True)
class When:
    """An event, by its `verb`; once for each (G-127). `who` is the card or player it happens to or that does it; `to`
    the other one.

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
    """Only as long as a `predicate` holds: "if …", "while …"."""

    predicate: Predicate


Moment = During | At | When | While
"""One clause of the condition; all clauses of an ability must fit."""


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
    """A card (`what`) is given up by a `deed`: defeated, discarded from a `zone`, returned to one, turned face-down."""

    deed: Literal["defeat", "discard", "return", "turn face-down"]
    what: Thing
    zone: Zone | None = None


@dataclass(frozen=True, slots=True)
class PayStrength:
    """A card (`what`) loses an `amount` of strength that it has."""

    what: Thing
    amount: Quantity


Cost = PayAct | Pay | PayCard | PayStrength


@dataclass(frozen=True, slots=True)
class Step:
    """One `deed` of an ability, and when it happens.

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
    """One ability: its `steps`, and the `limit` of how often it may be used.

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


_ANY_WIZARD = Filter(kinds=("wizard",))


@dataclass(frozen=True, slots=True)
class SummoningCondition:
    """A summoning condition: a `count` of wizards that fit (`wizard`), or the cards in `names`; and whatever else must
    hold (`only`)."""

    count: int = 1
    wizard: Filter = _ANY_WIZARD
    names: tuple[str, ...] = ()
    only: Predicate | None = None


@dataclass(frozen=True, slots=True)
class BossCondition:
    """A boss's condition to turn face-up: what must hold (`only`), and what is paid (`cost`)."""

    only: Predicate | None = None
    cost: tuple[Cost, ...] = ()
