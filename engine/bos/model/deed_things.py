"""The things that a deed names, in printed order: that is the order in which they are chosen and counted (10.2.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from typing import Any, Final

from engine.bos.model import syntax, terms

MOST_DEEDS: Final = 20_000
"""So many deeds are remembered at once, by what is worked out of them."""


def thing_fields(deed: syntax.Deed) -> tuple[str, ...]:
    """The fields of a deed that hold things, in printed order: who deals damage comes before whom it hits."""
    kind: Any = deed.__class__
    return _thing_fields(kind)


@cache
def _thing_fields(kind: Any) -> tuple[str, ...]:
    names = [field.name for field in fields(kind) if str(field.type).removesuffix(" | None") == "Thing"]
    return tuple(sorted(names, key=lambda name: name != "by"))


# Found again by their number in memory, beside which the deed is kept, as the texts of cards are.
_FOUND: Final[dict[int, tuple[syntax.Deed, tuple[terms.Thing, ...]]]] = {}


def things_of(deed: syntax.Deed) -> tuple[terms.Thing, ...]:
    """The things of a deed; behind them what is chosen only to be measured ("the strength of a summon you control")."""
    found = _FOUND.get(id(deed))
    if found is None:
        if len(_FOUND) >= MOST_DEEDS:
            _FOUND.clear()
        found = _FOUND[id(deed)] = (deed, _things_of(deed))
    return found[1]


def _things_of(deed: syntax.Deed) -> tuple[terms.Thing, ...]:
    named = [getattr(deed, name) for name in thing_fields(deed)]
    return (*(phrase for phrase in named if phrase is not None), *chosen_to_measure(getattr(deed, "amount", None)))


def chosen_to_measure(amount: object) -> Iterator[terms.Thing]:
    """What somebody chooses for an amount."""
    match amount:
        case terms.Strength(terms.Choose() as chosen) | terms.SpellCost(terms.Choose() as chosen):
            yield chosen
        case terms.Half(of) | terms.Times(terms.Number(), of) | terms.Capped(of):
            yield from chosen_to_measure(of)
        case terms.Sum(of, other) | terms.Minus(of, other):
            yield from chosen_to_measure(of)
            yield from chosen_to_measure(other)
