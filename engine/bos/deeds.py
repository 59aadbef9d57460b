"""What an ability does: one value for each kind of deed, done to the things that its text names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from engine.bos.tree import Filter, Player, Quantity, Thing, Zone

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
    amount: Quantity
    what: Literal["strength", "life", "vim", "ether"]
    lose: bool = False
    until: Until = ""


@dataclass(frozen=True, slots=True)
class Damage:
    """Damage to cards or players, dealt by this card or, with `by`, by another one; `taken`: "takes", by nobody
    (G-140), though the ability's card is credited with what it defeats."""

    to: Thing
    amount: Quantity
    by: Thing | None = None
    taken: bool = False


@dataclass(frozen=True, slots=True)
class Scale:
    """A player's resource, or a thing's strength, is doubled or halved (rounded down, G-138)."""

    who: Thing
    what: Literal["strength", "life", "vim", "ether"]
    half: bool = False


@dataclass(frozen=True, slots=True)
class Select:
    """Something is chosen, and the next steps speak of it; nothing happens to it yet."""

    what: Thing


@dataclass(frozen=True, slots=True)
class Spend:
    """A player pays in the middle of an ability; all of it, or nothing where that is too much (G-72)."""

    who: Thing
    amount: Quantity
    what: Literal["life", "vim", "ether"]


@dataclass(frozen=True, slots=True)
class Ready:
    """Acted cards stand up; a ready card stays as it is."""

    what: Thing


@dataclass(frozen=True, slots=True)
class Act:
    """Ready cards act, without effect of their own."""

    what: Thing


@dataclass(frozen=True, slots=True)
class Defeat:
    """Defeated whatever its strength (G-93); a player defeated loses the game (G-144)."""

    what: Thing


@dataclass(frozen=True, slots=True)
class Turn:
    """A wizard turns face-up or face-down."""

    what: Thing
    up: bool


@dataclass(frozen=True, slots=True)
class Move:
    """A summon moves to another place of its side: an adjacent or any open column. The place must be free (G-57)."""

    what: Thing
    column: Literal["adjacent", "open"]


@dataclass(frozen=True, slots=True)
class Swap:
    """Two summons of one side change their places."""

    first: Thing
    second: Thing


@dataclass(frozen=True, slots=True)
class Put:
    """Cards go to a pile of their owner; discarding is putting into the graveyard."""

    what: Thing
    zone: Zone
    discard: bool = False


@dataclass(frozen=True, slots=True)
class Unenchant:
    """Enchantments leave: all on some things, or `what`, spells that enchant."""

    on: Thing | None = None
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
    state: Literal["ready", "acted"] = "ready"
    front: bool = False


@dataclass(frozen=True, slots=True)
class Enchant:
    """This spell is put under a card and stays there (6.2.1)."""

    what: Thing


@dataclass(frozen=True, slots=True)
class Prevent:
    """The next `amount` damage that would be dealt to a thing is prevented, all of it where None."""

    to: Thing
    amount: int | None = None
    until: Until = "end of turn"


@dataclass(frozen=True, slots=True)
class Cannot:
    """A prohibition: attack, block, act, ready, be attacked, be enchanted, be defeated, cast spells, gain …"""

    who: Thing
    what: Literal[
        "attack", "block", "act", "ready", "be attacked", "be blocked", "be enchanted", "be defeated", "be damaged",
        "attack players", "conduct", "cast spells", "gain life", "gain vim", "gain ether", "gain strength",
    ]  # fmt: skip
    until: Until = ""


@dataclass(frozen=True, slots=True)
class Bonus:
    """Continuous: things have so much more (or less) strength as long as it applies (G-165)."""

    who: Thing
    amount: Quantity
    less: bool = False


@dataclass(frozen=True, slots=True)
class Costs:
    """Continuous: spells that fit cost more or less vim, never less than 0 (G-82)."""

    filter: Filter
    amount: int
    less: bool = False
    player: Player | None = None


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The running turn goes to its ending phase."""


@dataclass(frozen=True, slots=True)
class Lose:
    """A player is defeated (11.1.3)."""

    player: Player


Deed = (
    Gain | Damage | Scale | Select | Spend | Ready | Act | Defeat | Turn | Move | Swap | Put | Unenchant | Enchant
    | Conduct | Bring | Prevent | Cannot | Bonus | Costs | EndTurn | Lose
)  # fmt: skip
