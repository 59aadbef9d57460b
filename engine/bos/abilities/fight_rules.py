"""What texts say of attacks and blocks now: how often they may be made, what they cost, and changed damage."""

from __future__ import annotations

from collections.abc import Iterator

from engine.bos.abilities import targets
from engine.bos.abilities.continuous_effects import speaking
from engine.bos.abilities.standing_texts import standing
from engine.bos.model.places import NOBODY
from engine.bos.model.state import Modifier, PendingAbility, Table
from engine.bos.model.syntax import DamageChange, Side, Toll
from engine.bos.model.terms import Each


def is_side(table: Table, pending: PendingAbility, side: Side | None, other: int) -> bool:
    """Whether a card or player is the other side that a text names; everybody is, where it names none."""
    if side is None:
        return True
    if other == NOBODY:
        return False
    if other >= 0 and isinstance(side, Each) and not side.filter.extreme:
        return targets.fits(table, pending, side.filter, table.copies[other])
    return other in targets.named(table, pending, side)


# Damage


def changes(table: Table) -> Iterator[tuple[PendingAbility, DamageChange, Modifier | None]]:
    """Every change of damage that holds now; with the modifier, where it is one of those that last for a time."""
    for modifier in table.modifiers:
        if isinstance(modifier.ban, DamageChange):
            yield PendingAbility(modifier.source, 0, modifier.seat, it=(modifier.thing,)), modifier.ban, modifier
    for pending, deed in speaking(table, standing(table.setup).damage):
        yield pending, deed, None


# Prices


def price(table: Table, what: str, number: int, other: int) -> dict[str, int]:
    """What the controller of a card pays for this attack, or block, by resource (G-366)."""
    due: dict[str, int] = {}
    for pending, toll in _tolls(table, number):
        if toll.what == what and is_side(table, pending._replace(it=(number,)), toll.other, other):
            due[toll.resource] = due.get(toll.resource, 0) + toll.amount
    return due


def _tolls(table: Table, number: int) -> Iterator[tuple[PendingAbility, Toll]]:
    for modifier in table.modifiers:
        if isinstance(modifier.ban, Toll) and modifier.thing == number:
            yield PendingAbility(modifier.source, 0, modifier.seat), modifier.ban
    tolls = standing(table.setup).tolls
    for pending, toll in speaking(table, tolls) if tolls else ():
        if number in targets.named(table, pending, toll.who):
            yield pending, toll
