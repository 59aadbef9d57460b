"""What abilities cost: whether all of it can be paid, and paying one part after the other (10.2.1)."""

from __future__ import annotations

from engine.bos import effects, statics, tree
from engine.bos.payment import Payment, affords, pay_resource, splits, unwritten
from engine.bos.quantities import amount
from engine.bos.state import Doing, Draft, Table, named, seat_name
from engine.bos.things import bounds, candidates, is_open
from engine.bos.things import named as meant

Lacking = tuple[str, str]
"""The rule that an unpayable cost breaks, and a sentence."""


def lacking(table: Table, doing: Doing, cost: tuple[tree.Cost, ...], payment: Payment | None = None) -> Lacking | None:
    """Why the cost cannot be paid, with that split of vim and ether if one is given; None if it can."""
    seat = doing.seat
    vim = sum(
        amount(table, doing, part.amount) for part in cost if isinstance(part, tree.Pay) and part.resource == "vim"
    )
    paid = payment or unwritten(table, seat, vim)
    if paid.vim + paid.ether != vim:
        return "10.2.1", f"The cost is {vim} vim; {paid.vim} vim and {paid.ether} ether are not {vim}."
    if paid.vim > table.vim[seat]:
        return "10.2.1", f"{seat_name(seat)} has {table.vim[seat]} vim and cannot pay {paid.vim}."
    ether = sum(
        amount(table, doing, part.amount) for part in cost if isinstance(part, tree.Pay) and part.resource == "ether"
    )
    if paid.ether + ether > table.ether[seat]:
        return (
            "6.3.1" if payment else "10.2.1",
            f"{seat_name(seat)} has {table.ether[seat]} ether, not {paid.ether + ether}.",
        )
    for part in cost:
        found = _part_lacking(table, doing, part)
        if found:
            return found
    return None


def names_x(cost: tuple[tree.Cost, ...]) -> bool:
    """Whether what is paid may depend on X."""
    return any(isinstance(part, tree.Pay) and not isinstance(part.amount, tree.Number) for part in cost)


def meant_by(table: Table, doing: Doing, cost: tuple[tree.Cost, ...], payment: Payment | None) -> Doing:
    """The ability with the X that a written payment stands for; as it is where no X fits."""
    if payment is None or not names_x(cost):
        return doing
    paid = payment.vim + payment.ether
    guesses = (doing._replace(x=number) for number in range(paid + 1))
    return next((guess for guess in guesses if vim_of(table, guess, cost) == paid), doing)


def vim_of(table: Table, doing: Doing, cost: tuple[tree.Cost, ...]) -> int:
    """How much vim a cost asks for, which ether may replace."""
    return sum(
        amount(table, doing, part.amount) for part in cost if isinstance(part, tree.Pay) and part.resource == "vim"
    )


def ways(table: Table, doing: Doing, cost: tuple[tree.Cost, ...]) -> list[Payment]:
    """Every way to pay the vim of a cost, vim first."""
    seat = doing.seat
    possible = splits(vim_of(table, doing, cost), table.vim[seat], table.ether[seat])
    return [payment for payment in possible if lacking(table, doing, cost, payment) is None]


def vim_first(table: Table, doing: Doing, cost: tuple[tree.Cost, ...]) -> Payment:
    """What silence says about how a cost is paid."""
    return unwritten(table, doing.seat, vim_of(table, doing, cost))


def most_x(table: Table, doing: Doing, cost: tuple[tree.Cost, ...]) -> int | None:
    """The greatest X that can be paid; None where nothing of the cost is X."""
    for part in cost:
        if isinstance(part, tree.Pay) and isinstance(part.amount, tree.X):
            return most_of(table, doing.seat, part.resource)
        if isinstance(part, tree.PayStrength) and isinstance(part.amount, tree.X):
            return table.copies[doing.source].strength
    return None


def most_of(table: Table, seat: int, resource: str) -> int:
    """How much of a resource a seat can pay."""
    pools = {"vim": table.vim[seat] + table.ether[seat], "ether": table.ether[seat]}
    return pools.get(resource, max(table.life[seat] - 1, 0))


def _part_lacking(table: Table, doing: Doing, part: tree.Cost) -> Lacking | None:
    if isinstance(part, tree.Pay):
        return _life_lacking(table, doing, part) if part.resource == "life" else None
    if is_open(table, doing, part.what):
        low, _ = bounds(part.what)
        if sum(_can_give(table, doing, part, thing) for thing in candidates(table, doing, part.what)) < low:
            return "10.2.1", "Nothing is there with which the cost could be paid."
        return None
    things = meant(table, doing, part.what)
    if isinstance(part, tree.PayAct):
        for thing in things:
            ban = statics.forbidden(table, "act", thing)
            if ban:
                return "10.7", f"{_told(table, things)} cannot act; {named(ban)} says so."
    if not things or not all(_can_give(table, doing, part, thing) for thing in things):
        return "10.2.1", f"{_told(table, things)} cannot pay the cost{_because(part)}."
    return None


def _life_lacking(table: Table, doing: Doing, part: tree.Pay) -> Lacking | None:
    asked, has = amount(table, doing, part.amount), table.life[doing.seat]
    if not affords(table, doing.seat, "life", asked):
        return "10.2.1", f"{seat_name(doing.seat)} has {has} life; to pay {asked} would leave none (J-16)."
    return None


def _can_give(table: Table, doing: Doing, part: tree.Cost, thing: int) -> bool:
    if thing < 0:
        return False
    copy = table.copies[thing]
    match part:
        case tree.PayAct():
            return copy.up and not copy.acted and not copy.leaving and not statics.forbidden(table, "act", thing)
        case tree.PayStrength():
            return copy.strength >= amount(table, doing, part.amount)
        case tree.PayCard(deed="turn face-down"):
            return copy.up
        case tree.PayCard(deed="defeat"):
            return not copy.leaving and not statics.forbidden(table, "be defeated", thing)
    return True


def offered(table: Table, doing: Doing, part: tree.Cost, things: tuple[int, ...]) -> tuple[int, ...]:
    """Those of the things with which that part of a cost can be paid."""
    return tuple(thing for thing in things if _can_give(table, doing, part, thing))


def _because(part: tree.Cost) -> str:
    return ", since an acted card cannot act again" if isinstance(part, tree.PayAct) else ""


def _told(table: Table, things: tuple[int, ...]) -> str:
    return named(table.copies[things[0]]) if things and things[0] >= 0 else "Nothing"


def pay_part(draft: Draft, doing: Doing, part: tree.Cost, payment: Payment | None, things: tuple[int, ...]) -> None:
    """Pay one part; the whole cost was checked before."""
    match part:
        case tree.Pay():
            asked = amount(draft, doing, part.amount)
            pay_resource(draft, doing.seat, part.resource, asked, payment, doing.source)
        case tree.PayAct():
            for thing in things:
                effects.set_acted(draft, thing)
        case tree.PayStrength():
            for thing in things:
                effects.change_strength(draft, thing, -amount(draft, doing, part.amount), doing.source)
        case tree.PayCard():
            effects.perform(draft, doing, _as_deed(part), (things,))


def _as_deed(part: tree.PayCard) -> tree.Deed:
    match part.deed:
        case "defeat":
            return tree.Defeat(part.what)
        case "turn face-down":
            return tree.Turn(part.what, False)
        case "discard":
            return tree.Put(part.what, "graveyard", discard=True)
    return tree.Put(part.what, part.zone or "castle")
