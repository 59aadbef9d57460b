"""Cards: what is printed on one, and the name by which it is known."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import Final

from engine.bos.model import syntax

_TYPOGRAPHY = str.maketrans("\u2018\u2019\u02bc\u2010\u2011\u2012\u2013\u2212", "'''-----")


class CardType(StrEnum):
    """What a card is; one name has one type (G-07)."""

    BOSS = "boss"
    WIZARD = "wizard"
    SUMMON = "summon"
    SPELL = "spell"


SPELL: Final = CardType.SPELL
"""Held by itself, since it is asked for most often, and asking the class takes long."""


class Color(StrEnum):
    """The three colours; a card has exactly one (G-10)."""

    RED = "red"
    YELLOW = "yellow"
    BLUE = "blue"


@lru_cache(maxsize=16_384)
def key(name: str) -> str:
    """The identity of a card: its name without regard to case, accents, spacing and typographic dashes or quotes."""
    if not name.isascii():
        name = _plain(_plain(name.translate(_TYPOGRAPHY)).casefold())
    return " ".join(name.casefold().split())


def _plain(name: str) -> str:
    """Without accents and invisible characters."""
    return "".join(c for c in unicodedata.normalize("NFKD", name) if unicodedata.category(c) not in ("Mn", "Cf"))


@dataclass(frozen=True, slots=True)
class Ability:
    """One printed ability and its symbol: the arrow is mandatory, the dot optional (10.3.1, 10.3.2)."""

    text: str
    """The sentence as it is printed."""
    mandatory: bool = False
    """Whether its symbol is the arrow."""


@dataclass(frozen=True, slots=True)
class Printing:
    """Where a card was printed; the newest catalogue text holds for every printing (G-08)."""

    set: str | None
    """The name of the set."""
    rarity: str | None = None
    """The rarity in that set."""
    artist: str | None = None
    """Who drew it."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """All that is printed on a card, as it was understood; None where a sentence cannot be read."""

    texts: tuple[syntax.Text | None, ...]
    """The abilities in printed order."""
    summoning_condition: syntax.SummoningCondition | None
    """What a summon asks of wizards; None for other cards."""
    boss_condition: syntax.BossCondition | None
    """What a boss asks before it turns face-up; None for other cards."""


@dataclass(frozen=True, slots=True)
class Card:
    """One entry of the catalogue. An official card whose text or numbers are unknown is listed, not playable."""

    name: str
    """The name, which is what a card is known by."""
    type: CardType | None
    """Wizard, summon, spell or boss; None where it is unknown."""
    color: Color | None
    """Its colour; None where it is unknown."""
    condition: str | None = None
    """What a summon or boss asks for, as printed; None for other cards."""
    strength: int | None = None
    """The printed strength of a summon or boss, in points."""
    cost: int | None = None
    """The printed cost of a spell, in vim."""
    abilities: tuple[Ability, ...] = ()
    """Its abilities in printed order."""
    printings: tuple[Printing, ...] = ()
    """Where it was printed."""
    official: bool = False
    """Whether it is a card of the publisher."""
    kept: Spoken | None = field(default=None, repr=False)
    """What its sentences were understood to say when that was kept; None: they are read as the language stands."""
    key: str = field(init=False, repr=False, compare=False)
    """The name as it is compared: without regard to case and accents."""
    unknown: tuple[str, ...] = field(init=False, repr=False, compare=False)
    """Names of the values that a card of this type has and nobody knows yet."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "key", key(self.name))
        object.__setattr__(self, "unknown", tuple(_unknown_values(self)))

    def __hash__(self) -> int:
        """Equal cards have equal names, and a string keeps its hash."""
        return hash(self.key)

    @property
    def playable(self) -> bool:
        """Whether everything the rules need is known, so that a deck may hold it (1.1.4)."""
        return not self.unknown


def _unknown_values(card: Card) -> Iterable[str]:
    if card.type is None:
        yield "type"
    if card.color is None:
        yield "color"
    if card.type in (CardType.SUMMON, CardType.BOSS):
        yield from (name for name in ("condition", "strength") if getattr(card, name) is None)
    if card.type is CardType.SPELL:
        if card.cost is None:
            yield "cost"
        if not card.abilities:
            yield "text"


BLANK: Final = "Unseen card"
"""How the names of cards begin of which nobody may know more than their kind and colour."""


def blank_card(kind: CardType | None, color: Color | None) -> Card:
    """A card of which nothing is known but its kind and colour, and which nobody can play."""
    return Card(f"{BLANK} ({kind})", kind, color)
