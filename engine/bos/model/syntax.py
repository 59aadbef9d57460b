"""What an ability says, as values: the reader makes them from a sentence, the printer writes them, the machine plays.

An ability is one `Text`: when it may be used, what it costs, and its steps in printed order. Steps name players and
things; a thing that somebody chooses is chosen when its step begins, after the cost (G-71). Every field is played:
nothing here is decoration.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.bos.model.arrivals import BossCondition as BossCondition
from engine.bos.model.arrivals import SummoningCondition as SummoningCondition
from engine.bos.model.combat_deeds import Cannot as Cannot
from engine.bos.model.combat_deeds import CombatRule as CombatRule
from engine.bos.model.combat_deeds import DamageChange as DamageChange
from engine.bos.model.combat_deeds import EndAttack as EndAttack
from engine.bos.model.combat_deeds import Retarget as Retarget
from engine.bos.model.combat_deeds import Side as Side
from engine.bos.model.combat_deeds import Toll as Toll
from engine.bos.model.deeds_of_piles import CarryOut as CarryOut
from engine.bos.model.deeds_of_piles import CastSpell as CastSpell
from engine.bos.model.deeds_of_piles import Reveal as Reveal
from engine.bos.model.moments import ONE_WAY as ONE_WAY
from engine.bos.model.moments import At as At
from engine.bos.model.moments import Cost as Cost
from engine.bos.model.moments import During as During
from engine.bos.model.moments import Limit as Limit
from engine.bos.model.moments import Moment as Moment
from engine.bos.model.moments import Party as Party
from engine.bos.model.moments import Pay as Pay
from engine.bos.model.moments import PayAct as PayAct
from engine.bos.model.moments import PayCard as PayCard
from engine.bos.model.moments import PayStrength as PayStrength
from engine.bos.model.moments import Until as Until
from engine.bos.model.moments import Verb as Verb
from engine.bos.model.moments import Ways as Ways
from engine.bos.model.moments import When as When
from engine.bos.model.moments import While as While
from engine.bos.model.terms import (
    Filter,
    Near,
    Player,
    Predicate,
    Quantity,
    Thing,
    Zone,
)

# Effects: one value for each kind, done to the things that the text names


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
    """A player's resource, or a thing's strength, is multiplied, or halved (rounded down, G-138)."""

    who: Thing
    """Whose resource or strength."""
    what: Literal["strength", "life", "vim", "ether"]
    """Which."""
    half: bool = False
    """Whether it is halved instead."""
    times: int = 2
    """By what it is multiplied."""


@dataclass(frozen=True, slots=True)
class Become:
    """A thing's strength, or a player's resource, becomes so much: what is missing is gained, the rest lost (G-293)."""

    who: Thing
    """Whose strength or resource."""
    what: Literal["strength", "life", "vim", "ether"]
    """Which."""
    amount: Quantity
    """How much there is then."""
    until: Until = ""
    """How long; only strength becomes something for a time."""


@dataclass(frozen=True, slots=True)
class Battle:
    """Two cards battle each other without an attack: both deal their strength, at once (G-294)."""

    first: Thing
    """The one."""
    second: Thing
    """The other."""


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
    at: Near | None = None
    """Where the column must be besides, seen from a card or column."""


@dataclass(frozen=True, slots=True)
class Swap:
    """Two summons of one side change their places."""

    first: Thing
    """The one, or both of them."""
    second: Thing | None = None
    """The other; None where the first are two."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """Two cards or players exchange their strength, life, vim or ether: each has what the other had (G-353)."""

    first: Thing
    """The one, or both of them."""
    what: Literal["strength", "life", "vim", "ether"]
    """What they exchange."""
    second: Thing | None = None
    """The other; None where the first are two."""


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
    at: Near | None = None
    """Where it must come, seen from a card or column."""


@dataclass(frozen=True, slots=True)
class Enchant:
    """This spell is put under a card and stays there (6.2.1)."""

    what: Thing
    """The card it is put under."""


@dataclass(frozen=True, slots=True)
class Prevent:
    """The next `amount` damage that would be dealt to a thing is prevented, all of it where None; `once` only all that
    is dealt to it the next time (G-309)."""

    to: Thing
    """What is protected."""
    amount: int | None = None
    until: Until = "end of turn"
    """How long."""
    once: bool = False


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
    """Spells that fit cost more or less vim, never less than 0 (G-82), or no vim at all (`free`, G-382): as long as a
    text applies, `until` a moment, or only the next one that is cast (`once`, G-310)."""

    filter: Filter
    """Which spells."""
    amount: int
    """By how much vim."""
    less: bool = False
    """Whether they cost less."""
    player: Player | None = None
    """Whose spells; None: everybody's."""
    until: Until = ""
    """How long, where it is no continuous text."""
    once: bool = False
    """Whether only the next such spell."""
    nth: int | None = None
    """Only the n-th such spell of that player in each turn (G-280)."""
    times: Quantity | None = None
    """How often the amount counts: "1 less vim for each …"."""
    free: bool = False

    @property
    def waits(self) -> bool:
        """Whether it begins with a deed, and is not said of all the time in which a text applies."""
        return self.once or bool(self.until)


@dataclass(frozen=True, slots=True)
class Nothing:
    """In place of an event nothing happens: "that spell has no effect", "it does not" (G-375)."""


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The running turn goes to its ending phase."""


Skippable = Literal["turn", "startup", "summoning", "main"]


@dataclass(frozen=True, slots=True)
class TakeTurn:
    """A player takes one more turn after this one; then it goes on as before (G-359)."""

    player: Player
    """Who takes it."""


@dataclass(frozen=True, slots=True)
class Skip:
    """A player skips the next turn, or the next such phase; it does not begin (G-52, G-378)."""

    player: Player
    """Who skips it."""
    what: Skippable
    """The turn, or which phase."""
    later: bool = False
    """Whether only a phase of a turn that begins later counts."""


@dataclass(frozen=True, slots=True)
class Lose:
    """A player is defeated (11.1.3)."""

    player: Player
    """Who is defeated."""


@dataclass(frozen=True, slots=True)
class Delay:
    """An ability that waits from now on, whatever becomes of this card, and is carried out when its moment comes
    (G-305).

    What "it", "that player" and X mean in its `steps` is what they mean now; a card that leaves is forgotten (G-306).
    """

    when: At | When
    """The moment, or the event, that it waits for."""
    steps: tuple[Step, ...]
    """What is done then."""
    until: Until = ""
    """How long it waits; an end of its own ends it unused."""
    again: bool = False
    """Whether it waits for every such event; else only for the next one."""
    later: bool = False
    """Whether only a turn that begins later counts: "your next turn"."""
    would: bool = False
    """Whether it takes the place of the event: "the next time you would …, … instead" (G-369)."""


@dataclass(frozen=True, slots=True)
class Control:
    """A `player` gains control of summons, which come to that side if a place is open there (G-136, G-311)."""

    what: Thing
    """What changes sides."""
    until: Until = ""
    """How long; empty for good."""
    player: Player = "you"
    """Who gains control."""
    at: Literal["", "open", "opposite"] = ""
    """Where it comes on the other side: as G-311 has it, in any open column, or only in the same one."""


@dataclass(frozen=True, slots=True)
class Grant:
    """Cards have one more ability, the one in quotation marks: all the time, or from now on (G-390).

    "This" in it is the card that has it, "you" that card's controller.
    """

    who: Thing
    """Which cards have it."""
    text: Text
    """The ability."""
    until: Until = ""
    """How long; empty for as long as the card is there."""


@dataclass(frozen=True, slots=True)
class Borrow:
    """Cards have the abilities that are printed on other cards: all the time, or from now on (G-389, G-396)."""

    who: Thing
    """Which cards have them."""
    of: Thing
    """On which cards they are printed."""
    until: Until = ""
    """How long; empty for as long as the card is there."""


@dataclass(frozen=True, slots=True)
class BecomeCopy:
    """Cards become copies of another one of their type: they have its printed strength and abilities (G-397)."""

    who: Thing
    """Which cards."""
    of: Thing
    """Of which card."""
    until: Until = ""
    """How long; empty for as long as the card is there."""


Deed = (
    Gain | Damage | Scale | Become | Battle | Select | Spend | Ready | Act | Defeat | Turn | Move | Swap | Put
    | Unenchant | Enchant | Conduct | Exchange | Bring | Prevent | Cannot | CombatRule | Bonus | DamageChange | Costs
    | Nothing | EndTurn | TakeTurn | Skip | Lose | Delay | Control | Grant | Toll | EndAttack | Retarget | Reveal
    | CastSpell | CarryOut | Borrow | BecomeCopy
)  # fmt: skip


# What an ability does


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


@dataclass(frozen=True, slots=True)
class Text:
    """One ability: its `steps`, and the `limit` of how often it may be used.

    `moments` are the clauses of its condition, `cost` is paid in order, `must` is the arrow. `enchant` is what a spell
    may lie under; the steps of its text are then continuous. `instead` makes it a replacement. `continuous` marks
    steps that apply by themselves as long as the moments hold (10.1.2). `modes` counts the choices of "choose one",
    `ways` says who chooses how many of them. `beside` are the other abilities that the text of an enchantment tells,
    each played as if printed by itself (G-370).
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
    beside: tuple[Text, ...] = ()
    ways: Ways = ONE_WAY
