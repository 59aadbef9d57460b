"""What has to be so before a summon or a boss arrives: wizards, a state, a price."""

from __future__ import annotations

from dataclasses import dataclass

from engine.bos.model.moments import Cost
from engine.bos.model.terms import Filter, Predicate

_ANY_WIZARD = Filter(kinds=("wizard",))


@dataclass(frozen=True, slots=True)
class SummoningCondition:
    """A summoning condition: a `count` of wizards that fit (`wizard`), or the cards in `names`; and whatever else must
    hold (`only`) and is paid (`cost`). `either` are other wizards with which it can be met as well (G-282)."""

    count: int = 1
    wizard: Filter = _ANY_WIZARD
    names: tuple[str, ...] = ()
    only: Predicate | None = None
    either: tuple[SummoningCondition, ...] = ()
    cost: tuple[Cost, ...] = ()

    @property
    def ways(self) -> tuple[SummoningCondition, ...]:
        """Every choice of wizards with which it can be met."""
        return (self, *self.either)


@dataclass(frozen=True, slots=True)
class BossCondition:
    """A boss's condition to turn face-up: what must hold (`only`), and what is paid (`cost`)."""

    only: Predicate | None = None
    cost: tuple[Cost, ...] = ()
