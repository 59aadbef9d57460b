"""The terms of a sentence on a card, as values: players, cards, amounts and conditions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.bos.model.references import Earlier as Earlier
from engine.bos.model.references import Host as Host
from engine.bos.model.references import It as It
from engine.bos.model.references import Itself as Itself
from engine.bos.model.references import Other as Other
from engine.bos.model.references import Target as Target
from engine.bos.model.references import Them as Them
from engine.bos.model.references import This as This

Phase = Literal["startup", "summoning", "main", "ending", "turn"]
"""A phase of a turn, or the whole turn."""


@dataclass(frozen=True, slots=True)
class ControllerOf:
    """Who controls a card, or who a thing is that is a player: "its controller", "that player", "they"."""

    of: Thing
    """The card, or the player."""
    each: bool = False
    """Whether there can be several cards, and everybody is meant who controls one of them."""


Whose = Literal["your", "an opponent's", "each player's", "that player", "its controller"] | ControllerOf
"""Whose turn a phase belongs to, seen from the controller of the ability; the reader binds the last two words."""


Player = (
    Literal[
        "you",
        "an opponent",
        "each opponent",
        "a player",
        "each player",
        "the active player",
        "that player",
        "its controller",
    ]
    | ControllerOf
)
"""Players in a sentence. "an opponent" and "a player" are chosen where there are several. The reader binds "that
player" and "its controller" to somebody; in trees that were kept unbound they are the player of the event or the last
one named, and who controls the last thing named."""

Resource = Literal["life", "vim", "ether"]
Kind = Literal["summon", "wizard", "boss", "spell"]
Look = Literal["ready", "acted", "face-down", "face-up", "enchanted", "attacking", "blocking"]
Zone = Literal["table", "castle", "spellbook", "castle or spellbook", "graveyard", "aside"]
Past = Literal[
    "attacked", "was summoned", "was defeated", "was cast", "blocked", "was attacked", "was blocked", "dealt damage",
    "was dealt damage", "attacked a player",
]  # fmt: skip
"""What befell a card this turn."""


# Things


@dataclass(frozen=True, slots=True)
class Filter:
    """Which cards are meant. An empty field asks for nothing; `kinds` of several are "a summon or boss".

    `control` is who controls a card on the table, `owner` whose pile or card it is. `least` and `most` bound the
    strength now. `extreme` keeps only those with the most or least strength among the rest. `column` is seen from this
    card: "adjacent", "this" (the same column), "facing" (the opposing summon in it), "front" (the own summon in it);
    "its front" is seen from the card named last. `color`, `not_color`, `name` and `looks` are of the card, `zone` is
    where it is.
    `other` leaves this card out. `past` looks at the
    running turn; with `past_no` that must not have befallen the card. `on` is the card that an enchantment lies under,
    `besides` what is left out as well: "other than the target". `near` is where it is, seen from a
    card or column that is named. `dear` and `cheap` bound what a spell costs, as it is printed: at least, and at most
    so much vim (G-380). With `base` the bounds are those of the strength that is printed.
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
    on: This | It | Host | Target | Earlier | Itself | None = None
    besides: Thing | None = None
    near: Near | None = None
    dear: Quantity | None = None
    cheap: Quantity | None = None
    base: bool = False
    past_no: bool = False


@dataclass(frozen=True, slots=True)
class Choose:
    """Cards that fit a `filter`, chosen by `by`: from `low` to `high` of them; `high` None is any number."""

    filter: Filter
    low: int = 1
    high: int | None = 1
    by: Player = "you"
    together: bool = False
    """Whether they are adjacent to each other, on one side (G-350)."""


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


# Columns and neighbours


@dataclass(frozen=True, slots=True)
class Near:
    """A place seen from a card or a column, `of`; from each where there are several (G-350).

    `how`: on the same side in an adjacent column ("beside"), opposing it ("facing"), in front of a wizard ("front"),
    the wizard of a summon ("behind"), in the same column ("column"), in an adjacent one on either side ("adjacent"),
    where it stood before it blocked ("former").
    """

    how: Literal["beside", "facing", "front", "behind", "column", "adjacent", "former"]
    of: Thing


@dataclass(frozen=True, slots=True)
class ColumnFilter:
    """Which columns are meant: those in which `yours` or `theirs` (the opponent's) summon stands ("some") or none does
    ("none"), in which one of the two is `stronger` than the other, that are `near` a card or column, and not those
    `besides`."""

    yours: Literal["", "some", "none"] = ""
    theirs: Literal["", "some", "none"] = ""
    stronger: Literal["", "yours", "theirs"] = ""
    near: Near | None = None
    besides: Thing | None = None


@dataclass(frozen=True, slots=True)
class ChooseColumn:
    """A `number` of columns that fit a `filter`, chosen; several can be asked to be adjacent to each other
    (`together`)."""

    filter: ColumnFilter = ColumnFilter()
    number: int = 1
    together: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """One of the three columns, as a record counts them for both players (G-351)."""

    which: Literal["left", "middle", "right"]
    """Which."""


Thing = (
    This | Choose | Each | Who | Target | Host | Other | Both | OneOf | Earlier | Itself | It | Them | ChooseColumn
    | Column
)  # fmt: skip


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


@dataclass(frozen=True, slots=True)
class Occurred:
    """How often this turn something (`past`) befell a card that fits a `filter`, wherever the card is now (G-276): of
    attacks, how many a player declared."""

    filter: Filter
    past: Past


@dataclass(frozen=True, slots=True)
class ThisWay:
    """How many cards (`of`) of the kinds of a `filter` a deed before defeated, returned or discarded (`how`): "for each
    summon defeated this way"; of cards that were dealt damage, those are counted that fell."""

    of: Thing
    filter: Filter
    how: Literal["defeated", "returned", "discarded"]


@dataclass(frozen=True, slots=True)
class TurnTotal:
    """How much of a `resource` a `player` gained, lost or spent this turn, as the `verb` says; the damage taken where
    the resource is None."""

    player: Player
    verb: Literal["gains", "loses", "spends", "takes"]
    resource: Resource | None = None


@dataclass(frozen=True, slots=True)
class CountColumns:
    """How many columns fit a `filter`."""

    filter: ColumnFilter


@dataclass(frozen=True, slots=True)
class Below:
    """Less than a quantity (`of`): a bound of strength."""

    of: Quantity


@dataclass(frozen=True, slots=True)
class Above:
    """More than a quantity (`of`): a bound of strength."""

    of: Quantity


@dataclass(frozen=True, slots=True)
class SpellCost:
    """What a spell costs, as it is printed on it: "that spell's cost" (G-380)."""

    of: Thing
    """The spell."""


@dataclass(frozen=True, slots=True)
class Sum:
    """Two quantities (`of` and `more`) together: "your life plus your vim", "one more than the number of …"."""

    of: Quantity
    more: Quantity


@dataclass(frozen=True, slots=True)
class Minus:
    """A quantity (`of`) without another one (`less`), at least 0; `apart`: the difference, whichever is more."""

    of: Quantity
    less: Quantity
    apart: bool = False


@dataclass(frozen=True, slots=True)
class Capped:
    """A quantity, but never more than `most`: "up to a maximum of 6" (G-381)."""

    of: Quantity
    """The quantity as it would be."""
    most: int
    """The most that it can be."""


Quantity = (
    Below | Above | Number | Count | Strength | TotalStrength | Has | ThatMuch | X | Times | Half | Occurred | TurnTotal
    | CountColumns | ThisWay | SpellCost | Sum | Minus | Capped
)  # fmt: skip


# What must hold


@dataclass(frozen=True, slots=True)
class Controls:
    """A `player` controls so many cards that fit a `filter`: from `least` to `most` (None: no bound); with `total` some
    `least` of them have at least so much strength together (G-384)."""

    player: Player
    filter: Filter
    least: int | None = 1
    most: int | None = None
    total: int | None = None


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
class Only:
    """A `thing` is the only card that fits a `filter`, or is not (`no`)."""

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
    """It is, or is not (`no`), the controller's turn; `number` asks for the controller's n-th own turn, and with
    `onward` for any time since that turn began, also in turns of others (G-278)."""

    no: bool = False
    number: int | None = None
    onward: bool = False


@dataclass(frozen=True, slots=True)
class Happened:
    """Something (`past`) befell a card that fits a `filter` this turn, or did not (`no`); at least `least` times, or
    as many cards (G-276)."""

    filter: Filter
    past: Past
    no: bool = False
    least: int = 1


@dataclass(frozen=True, slots=True)
class Compared:
    """An `amount` is more or less than another one (`than`), at least, at most or as much (`how`)."""

    amount: Quantity
    how: Literal["more", "less", "at least", "at most", "equal"]
    than: Quantity


@dataclass(frozen=True, slots=True)
class All:
    """All `parts` hold."""

    parts: tuple[Predicate, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one of the `parts` holds."""

    parts: tuple[Predicate, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """A condition (`part`) does not hold: "unless …"."""

    part: Predicate


Predicate = (
    Controls | MoreCards | Holds | HasMore | IsSo | Only | Same | Attacked | Left | YourTurn | Happened | Compared | All
    | AnyOf | Not
)  # fmt: skip
