"""Conditions that texts speak of: whether one holds on a table."""

from __future__ import annotations

from collections.abc import Callable
from operator import eq, ge, gt, le, lt
from typing import Any, Final

from engine.bos.abilities import targets
from engine.bos.abilities.amounts import is_there
from engine.bos.abilities.departed import as_it_is_known
from engine.bos.abilities.targets import resource_of
from engine.bos.abilities.turn_memory import befallen
from engine.bos.model import terms
from engine.bos.model.cards import CardType
from engine.bos.model.piles import pile_size
from engine.bos.model.presence import is_active
from engine.bos.model.state import CASTLE, SPELLBOOK, PendingAbility, Table


def holds(table: Table, pending: PendingAbility, predicate: terms.Predicate) -> bool:
    """Whether a condition is so now."""
    return _HOLDS[type(predicate)](table, pending, predicate)


# Predicates


def _within(number: int, least: int | None, most: int | None) -> bool:
    return (least is None or number >= least) and (most is None or number <= most)


def _controlled(table: Table, pending: PendingAbility, wanted: terms.Filter, seat: int) -> int:
    return sum([card.control == seat for card in targets.fitting(table, pending, wanted)])


def _of_players(table: Table, pending: PendingAbility, word: terms.Player, holds_for: Callable[[int], bool]) -> bool:
    """Whether it is so for one of the players meant, or of "each" for all; of nobody nothing is so (10.5.1)."""
    verdicts = [holds_for(seat) for seat in targets.players(table, pending, word)]
    return bool(verdicts) and (all(verdicts) if word in ("each opponent", "each player") else any(verdicts))


def _controls(table: Table, pending: PendingAbility, predicate: terms.Controls) -> bool:
    return _of_players(
        table,
        pending,
        predicate.player,
        lambda seat: (
            _within(_controlled(table, pending, predicate.filter, seat), predicate.least, predicate.most)
            and (predicate.total is None or _strong_together(table, pending, predicate, seat))
        ),
    )


def _strong_together(table: Table, pending: PendingAbility, predicate: terms.Controls, seat: int) -> bool:
    """G-384: whether the strongest of those counted have so much strength together."""
    cards = [card.strength for card in targets.fitting(table, pending, predicate.filter) if card.control == seat]
    return sum(sorted(cards, reverse=True)[: predicate.least or 1]) >= (predicate.total or 0)


def _more_cards(table: Table, pending: PendingAbility, predicate: terms.MoreCards) -> bool:
    return _of_players(
        table,
        pending,
        predicate.player,
        lambda seat: _of_players(
            table,
            pending,
            predicate.than,
            lambda other: (
                _controlled(table, pending, predicate.filter, seat)
                > _controlled(table, pending, predicate.filter, other)
            ),
        ),
    )


def _holds_resource(table: Table, pending: PendingAbility, predicate: terms.Holds) -> bool:
    pool = resource_of(table, predicate.resource)
    return _of_players(
        table, pending, predicate.player, lambda seat: _within(pool[seat], predicate.least, predicate.most)
    )


def _has_more(table: Table, pending: PendingAbility, predicate: terms.HasMore) -> bool:
    pool = resource_of(table, predicate.resource)
    more = lt if predicate.less else gt
    return _of_players(
        table,
        pending,
        predicate.player,
        lambda seat: _of_players(table, pending, predicate.than, lambda other: more(pool[seat], pool[other])),
    )


def _is_so(table: Table, pending: PendingAbility, predicate: terms.IsSo) -> bool:
    ids = targets.named(table, pending, predicate.thing)
    return (bool(ids) and all(_is(table, pending, predicate.filter, target) for target in ids)) != predicate.no


def _only(table: Table, pending: PendingAbility, predicate: terms.Only) -> bool:
    meant = [copy.id for copy in targets.fitting(table, pending, predicate.filter)]
    return (bool(meant) and meant == list(targets.named(table, pending, predicate.thing))) != predicate.no


def _same(table: Table, pending: PendingAbility, predicate: terms.Same) -> bool:
    first, second = targets.named(table, pending, predicate.thing), targets.named(table, pending, predicate.other)
    return (bool(first) and set(first) == set(second)) != predicate.no


def _is(table: Table, pending: PendingAbility, wanted: terms.Filter, target: int) -> bool:
    """Whether one thing is so; of a card that was just defeated, too, it can be said what it is, or last was."""
    if target < 0:
        return False
    copy = table.copies[target]
    was = as_it_is_known(pending, copy)
    if wanted.zone not in ("table", copy.zone) or not targets.fits(table, pending, wanted, was):
        return False
    return not wanted.extreme or copy in targets.fitting(table, pending, wanted)


def _attacked(table: Table, pending: PendingAbility, predicate: terms.Attacked) -> bool:
    return _of_players(table, pending, predicate.player, lambda seat: table.attacks[seat] >= predicate.least)


def _left(table: Table, pending: PendingAbility, predicate: terms.Left) -> bool:
    return _of_players(
        table,
        pending,
        predicate.player,
        lambda seat: _within(_in_pile(table, seat, predicate), predicate.least, predicate.most),
    )


def _in_pile(table: Table, seat: int, predicate: terms.Left) -> int:
    """Piles that may hold swapped cards are known by their size only; castles hold summons, spellbooks spells."""
    if (
        predicate.kind is None
        or (predicate.zone == CASTLE and predicate.kind == "summon")
        or (predicate.zone == SPELLBOOK and predicate.kind == "spell")
    ):
        return pile_size(table, seat, predicate.zone)
    kind = CardType(predicate.kind)
    return sum(card.owner == seat and card.zone == predicate.zone and card.face.type is kind for card in table.copies)


def _your_turn(table: Table, pending: PendingAbility, predicate: terms.YourTurn) -> bool:
    begun = table.turns[pending.seat]
    if predicate.onward:
        return (begun >= (predicate.number or 0)) != predicate.no
    yours = is_active(table, pending.seat) and (predicate.number is None or begun == predicate.number)
    return yours != predicate.no


def _happened(table: Table, pending: PendingAbility, predicate: terms.Happened) -> bool:
    if predicate.filter.control is not None and not targets.players(table, pending, predicate.filter.control):
        return False  # of nobody nothing is so (10.5.1)
    if predicate.least > 1:
        return targets.occurrences(table, pending, predicate) >= predicate.least
    cards = befallen(table, predicate.past)
    return any(targets.fits(table, pending, predicate.filter, card) for card in cards) != predicate.no


_COMPARED: Final[dict[str, Callable[[int, int], bool]]] = {
    "more": gt,
    "less": lt,
    "at least": ge,
    "at most": le,
    "equal": eq,
}


def _compared(table: Table, pending: PendingAbility, predicate: terms.Compared) -> bool:
    """What is not there has no amount, and compares with nothing (G-277)."""
    if not all(is_there(table, pending, side) for side in (predicate.amount, predicate.than)):
        return False
    amounts = (targets.amount(table, pending, side) for side in (predicate.amount, predicate.than))
    return _COMPARED[predicate.how](*amounts)


def _all(table: Table, pending: PendingAbility, predicate: terms.All) -> bool:
    return all(holds(table, pending, part) for part in predicate.parts)


def _any_of(table: Table, pending: PendingAbility, predicate: terms.AnyOf) -> bool:
    return any(holds(table, pending, part) for part in predicate.parts)


def _not(table: Table, pending: PendingAbility, predicate: terms.Not) -> bool:
    return not holds(table, pending, predicate.part)


_HOLDS: Final[dict[type, Callable[[Table, PendingAbility, Any], bool]]] = {
    terms.Controls: _controls,
    terms.MoreCards: _more_cards,
    terms.Holds: _holds_resource,
    terms.HasMore: _has_more,
    terms.IsSo: _is_so,
    terms.Only: _only,
    terms.Same: _same,
    terms.Attacked: _attacked,
    terms.Left: _left,
    terms.YourTurn: _your_turn,
    terms.Happened: _happened,
    terms.Compared: _compared,
    terms.All: _all,
    terms.AnyOf: _any_of,
    terms.Not: _not,
}
