"""Words that refer to a card or player without describing it: this, what was named before, the target."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class This:
    """The card that the ability stands on."""


@dataclass(frozen=True, slots=True)
class Earlier:
    """What was named before, as the reader bound it: in the event (`slot` 0 its subject, 1 its object; `number` 1 is
    the one that is waited for), in a part of the cost, in a step, or in a step of what waits ("then"), there the thing
    `slot` in printed order, each of several things together by itself. Numbers and slots count from 0."""

    where: Literal["event", "cost", "step", "then"]
    """In which part of the text."""
    number: int = 0
    slot: int = 0


@dataclass(frozen=True, slots=True)
class Itself:
    """What the deed is done to; of several each by itself: "each summon gains strength equal to its strength"."""


@dataclass(frozen=True, slots=True)
class It:
    """A pronoun that is not bound yet: the last single thing named before, else the thing of the event."""


@dataclass(frozen=True, slots=True)
class Them:
    """A plural that is not bound yet: the last set named before."""


@dataclass(frozen=True, slots=True)
class Target:
    """What an attack was declared on: a card or a player (in a "when … attacks" ability); else who attacks this."""


@dataclass(frozen=True, slots=True)
class Host:
    """The card that an enchantment lies under: "the enchanted summon"."""


@dataclass(frozen=True, slots=True)
class Other:
    """The other card of the event: whom this defeated, who blocked, whom this battles."""
