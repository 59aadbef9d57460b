"""Numbers and conditions that texts speak of, worked out on a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engine.bos import things, tree
from engine.bos.cards import CardType
from engine.bos.state import CASTLE, SPELLBOOK, Copy, Doing, Table, pile_size

_HIDDEN: Final = (CASTLE, SPELLBOOK)


def amount(table: Table, doing: Doing, quantity: tree.Quantity) -> int:
    """How much a quantity is now; never less than 0."""
    return max(_AMOUNTS[type(quantity)](table, doing, quantity), 0)


def holds(table: Table, doing: Doing, predicate: tree.Predicate) -> bool:
    """Whether a condition is so now."""
    return _HOLDS[type(predicate)](table, doing, predicate)


# Quantities


def _number(table: Table, doing: Doing, q: tree.Number) -> int:
    return q.value


def _count(table: Table, doing: Doing, q: tree.Count) -> int:
    found = things.fitting(table, doing, q.filter)
    if q.filter.zone not in _HIDDEN or not any(table.setup.hidden_swap):
        return len(found)
    return sum(_held(table, [card for card in found if card.owner == seat], seat, q.filter.zone) for seat in (0, 1))


def _held(table: Table, found: list[Copy], seat: int, zone: str) -> int:
    """Of cards that may be in a pile no more are there than the pile holds (2.2.2)."""
    return min(len(found), pile_size(table, seat, zone)) if table.setup.hidden_swap[seat] else len(found)


def _strength(table: Table, doing: Doing, q: tree.Strength) -> int:
    cards = [table.copies[thing] for thing in things.named(table, doing, q.of) if thing >= 0]
    return sum((card.face.strength or 0) if q.base else card.strength for card in cards[:1])


def _total(table: Table, doing: Doing, q: tree.TotalStrength) -> int:
    return sum(card.strength for card in things.fitting(table, doing, q.filter))


def _has(table: Table, doing: Doing, q: tree.Has) -> int:
    pool = _pool(table, q.resource)
    return sum(pool[seat] for seat in things.players(table, doing, q.player)[:1])


def _that_much(table: Table, doing: Doing, q: tree.ThatMuch) -> int:
    return doing.amount


def _x(table: Table, doing: Doing, q: tree.X) -> int:
    return doing.x


def _times(table: Table, doing: Doing, q: tree.Times) -> int:
    return amount(table, doing, q.factor) * amount(table, doing, q.of)


def _half(table: Table, doing: Doing, q: tree.Half) -> int:
    whole = amount(table, doing, q.of)
    return (whole + 1) // 2 if q.up else whole // 2


_AMOUNTS: Final[dict[type, Callable[[Table, Doing, Any], int]]] = {
    tree.Number: _number,
    tree.Count: _count,
    tree.Strength: _strength,
    tree.TotalStrength: _total,
    tree.Has: _has,
    tree.ThatMuch: _that_much,
    tree.X: _x,
    tree.Times: _times,
    tree.Half: _half,
}


def _pool(table: Table, resource: tree.Resource) -> tuple[int, ...] | list[int]:
    if resource == "life":
        return table.life
    return table.vim if resource == "vim" else table.ether


# Predicates


def _within(number: int, least: int | None, most: int | None) -> bool:
    return (least is None or number >= least) and (most is None or number <= most)


def _controlled(table: Table, doing: Doing, wanted: tree.Filter, seat: int) -> int:
    return sum([card.control == seat for card in things.fitting(table, doing, wanted)])


def _of_players(table: Table, doing: Doing, who: tree.Player, holds_for: Callable[[int], bool]) -> bool:
    """Whether it is so for one of the players meant, or of "each" for all; of nobody nothing is so (10.5.1)."""
    found = [holds_for(seat) for seat in things.players(table, doing, who)]
    return bool(found) and (all(found) if who in ("each opponent", "each player") else any(found))


def _controls(table: Table, doing: Doing, p: tree.Controls) -> bool:
    return _of_players(
        table, doing, p.player, lambda seat: _within(_controlled(table, doing, p.filter, seat), p.least, p.most)
    )


def _more_cards(table: Table, doing: Doing, p: tree.MoreCards) -> bool:
    theirs = [_controlled(table, doing, p.filter, seat) for seat in things.players(table, doing, p.than)]
    ours = [_controlled(table, doing, p.filter, seat) for seat in things.players(table, doing, p.player)]
    return any(one > other for one in ours for other in theirs)


def _holds_resource(table: Table, doing: Doing, p: tree.Holds) -> bool:
    pool = _pool(table, p.resource)
    return _of_players(table, doing, p.player, lambda seat: _within(pool[seat], p.least, p.most))


def _has_more(table: Table, doing: Doing, p: tree.HasMore) -> bool:
    pool = _pool(table, p.resource)
    pairs = (
        (pool[one], pool[other])
        for one in things.players(table, doing, p.player)
        for other in things.players(table, doing, p.than)
    )
    return any(one < other if p.less else one > other for one, other in pairs)


def _is_so(table: Table, doing: Doing, p: tree.IsSo) -> bool:
    found = things.named(table, doing, p.thing)
    return (bool(found) and all(_is(table, doing, p.filter, thing) for thing in found)) != p.no


def _same(table: Table, doing: Doing, p: tree.Same) -> bool:
    one, other = things.named(table, doing, p.thing), things.named(table, doing, p.other)
    return (bool(one) and set(one) == set(other)) != p.no


def _is(table: Table, doing: Doing, wanted: tree.Filter, thing: int) -> bool:
    """Whether one thing is so; of a card that was just defeated, too, it can be said what it is."""
    if thing < 0:
        return False
    copy = table.copies[thing]
    if wanted.zone not in ("table", copy.zone) or not things.fits(table, doing, wanted, copy):
        return False
    return not wanted.extreme or copy in things.fitting(table, doing, wanted)


def _attacked(table: Table, doing: Doing, p: tree.Attacked) -> bool:
    return _of_players(table, doing, p.player, lambda seat: table.attacks[seat] >= p.least)


def _left(table: Table, doing: Doing, p: tree.Left) -> bool:
    return _of_players(table, doing, p.player, lambda seat: _within(_in_pile(table, seat, p), p.least, p.most))


def _in_pile(table: Table, seat: int, p: tree.Left) -> int:
    """Piles that may hold swapped cards are known by their size only; castles hold summons, spellbooks spells."""
    if p.kind is None or (p.zone == CASTLE and p.kind == "summon") or (p.zone == SPELLBOOK and p.kind == "spell"):
        return pile_size(table, seat, p.zone)
    kind = CardType(p.kind)
    return sum(card.owner == seat and card.zone == p.zone and card.face.type is kind for card in table.copies)


def _your_turn(table: Table, doing: Doing, p: tree.YourTurn) -> bool:
    yours = table.active == doing.seat and (p.number is None or table.turns[doing.seat] == p.number)
    return yours != p.no


def _happened(table: Table, doing: Doing, p: tree.Happened) -> bool:
    ids = [number for past, number in table.past if past == p.past]
    return any(things.fits(table, doing, p.filter, table.copies[number]) for number in ids) != p.no


def _all(table: Table, doing: Doing, p: tree.All) -> bool:
    return all(holds(table, doing, part) for part in p.parts)


def _any_of(table: Table, doing: Doing, p: tree.AnyOf) -> bool:
    return any(holds(table, doing, part) for part in p.parts)


_HOLDS: Final[dict[type, Callable[[Table, Doing, Any], bool]]] = {
    tree.Controls: _controls,
    tree.MoreCards: _more_cards,
    tree.Holds: _holds_resource,
    tree.HasMore: _has_more,
    tree.IsSo: _is_so,
    tree.Same: _same,
    tree.Attacked: _attacked,
    tree.Left: _left,
    tree.YourTurn: _your_turn,
    tree.Happened: _happened,
    tree.All: _all,
    tree.AnyOf: _any_of,
}
