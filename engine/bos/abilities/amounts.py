"""Amounts that are calculated from others, and the costs of spells; whether there is anything to measure."""

from __future__ import annotations

from dataclasses import replace

from engine.bos.abilities.targets import AMOUNTS, Things, amount, fits, fitting, named, players, remembered
from engine.bos.model import terms
from engine.bos.model.state import PendingAbility, Table


def is_there(table: Table, pending: PendingAbility, quantity: terms.Quantity) -> bool:
    """Whether there is a card or player that the quantity measures."""
    match quantity:
        case terms.Strength(of) | terms.SpellCost(of):
            return any(target >= 0 for target in _cards(table, pending, of))
        case terms.Sum(first) | terms.Minus(first) | terms.Capped(first):
            return is_there(table, pending, first)
        case terms.Has(who) | terms.TurnTotal(who):
            return bool(players(table, pending, who))
        case terms.Times(_, of) | terms.Half(of):
            return is_there(table, pending, of)
    return True


def _times(table: Table, pending: PendingAbility, quantity: terms.Times) -> int:
    return amount(table, pending, quantity.factor) * amount(table, pending, quantity.of)


def _half(table: Table, pending: PendingAbility, quantity: terms.Half) -> int:
    whole = amount(table, pending, quantity.of)
    return (whole + 1) // 2 if quantity.up else whole // 2


def _cost(table: Table, pending: PendingAbility, quantity: terms.SpellCost) -> int:
    """What is printed on the spell, whatever was paid for it (G-380)."""
    cards = _cards(table, pending, quantity.of)
    return sum(table.copies[target].face.cost or 0 for target in cards[:1] if target >= 0)


def _cards(table: Table, pending: PendingAbility, of: terms.Thing) -> Things:
    """What is measured: what was chosen for it, or what the words name."""
    return remembered(table, pending, of) if type(of) is terms.Choose else named(table, pending, of)


def _total(table: Table, pending: PendingAbility, quantity: terms.TotalStrength) -> int:
    return sum(card.strength for card in fitting(table, pending, quantity.filter))


def _turn_total(table: Table, pending: PendingAbility, quantity: terms.TurnTotal) -> int:
    tally = f"{quantity.verb} {quantity.resource or 'damage'}"
    seats = [table.setup.seating.lead[seat] for seat in players(table, pending, quantity.player)[:1]]
    return sum(amount for name, seat, amount in table.tallies if name == tally and seat in seats)


def _this_way(table: Table, pending: PendingAbility, quantity: terms.ThisWay) -> int:
    wanted = replace(quantity.filter, past="was defeated") if quantity.how == "defeated" else quantity.filter
    cards = [table.copies[target] for target in named(table, pending, quantity.of) if target >= 0]
    return sum(fits(table, pending, wanted, card) for card in cards)


def _minus(table: Table, pending: PendingAbility, quantity: terms.Minus) -> int:
    apart = amount(table, pending, quantity.of) - amount(table, pending, quantity.less)
    return abs(apart) if quantity.apart else apart


AMOUNTS.update(
    {
        terms.Times: _times,
        terms.TotalStrength: _total,
        terms.ThisWay: _this_way,
        terms.TurnTotal: _turn_total,
        terms.Half: _half,
        terms.SpellCost: _cost,
        terms.Sum: lambda table, pending, quantity: (
            amount(table, pending, quantity.of) + amount(table, pending, quantity.more)
        ),
        terms.Minus: _minus,
        terms.Capped: lambda table, pending, quantity: min(amount(table, pending, quantity.of), quantity.most),
    }
)
