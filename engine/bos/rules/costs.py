"""What abilities cost: whether all of it can be paid, and paying one part after the other (10.2.1)."""

from __future__ import annotations

from bisect import bisect_left

from engine.bos.abilities import continuous_effects
from engine.bos.abilities.choices import bounds, candidates, is_open
from engine.bos.abilities.payment import affords, pay_resource, splits, unwritten
from engine.bos.abilities.targets import amount
from engine.bos.abilities.targets import named as meant
from engine.bos.model import syntax, terms
from engine.bos.model.moves import Payment
from engine.bos.model.places import NOBODY
from engine.bos.model.state import Copy, Draft, PendingAbility, Table, named
from engine.bos.rules import effect_dispatch, effects
from engine.messages import Message
from engine.seats import seat_name

Lacking = tuple[str, Message]
"""The rule that an unpayable cost breaks, and a sentence."""


def lacking(
    table: Table, pending: PendingAbility, cost: tuple[syntax.Cost, ...], payment: Payment | None = None
) -> Lacking | None:
    """Why the cost cannot be paid, with that split of vim and ether if one is given; None if it can."""
    seat = pending.seat
    vim = sum(
        amount(table, pending, part.amount) for part in cost if isinstance(part, syntax.Pay) and part.resource == "vim"
    )
    paid = payment or unwritten(table, seat, vim)
    if paid.vim + paid.ether != vim:
        return "10.2.1", Message("bos.cost.other_sum", cost=vim, vim=paid.vim, ether=paid.ether, sum=vim)
    if paid.ether and _asks_for_own_vim(cost):
        return "10.2.1", Message("bos.cost.own_vim", seat=seat_name(seat))
    if paid.vim > table.vim[seat]:
        return "10.2.1", Message("bos.spell.too_little_vim", seat=seat_name(seat), vim=table.vim[seat], cost=paid.vim)
    ether = sum(
        amount(table, pending, part.amount)
        for part in cost
        if isinstance(part, syntax.Pay) and part.resource == "ether"
    )
    if paid.ether + ether > table.ether[seat]:
        return (
            "6.3.1" if payment else "10.2.1",
            Message("bos.cost.no_ether", seat=seat_name(seat), ether=table.ether[seat], cost=paid.ether + ether),
        )
    for part in cost:
        problem = _part_lacking(table, pending, part)
        if problem:
            return problem
    return _life_lacking(table, pending, cost)


def _asks_for_own_vim(cost: tuple[syntax.Cost, ...]) -> bool:
    """ "All your vim" is the vim that there is, for which ether does not stand in (G-281)."""
    return any(
        isinstance(part, syntax.Pay) and part.resource == "vim" and isinstance(part.amount, terms.Has | terms.Half)
        for part in cost
    )


def said_of(lacking: Lacking | None) -> Message:
    """The sentence about what is lacking; to be asked only where something is."""
    assert lacking is not None
    return lacking[1]


def names_x(cost: tuple[syntax.Cost, ...]) -> bool:
    """Whether what is paid may depend on X."""
    return any(isinstance(part, syntax.Pay) and not isinstance(part.amount, terms.Number) for part in cost)


def meant_by(
    table: Table, pending: PendingAbility, cost: tuple[syntax.Cost, ...], payment: Payment | None
) -> PendingAbility:
    """The ability with the X that a written payment stands for; as it is where no X fits.

    A greater X never costs less, so that even an absurd payment is looked up at once.
    """
    if payment is None or not names_x(cost):
        return pending
    paid = payment.vim + payment.ether
    number = bisect_left(range(paid + 1), paid, key=lambda x: vim_of(table, pending._replace(x=x), cost))
    guess = pending._replace(x=number)
    return guess if number <= paid and vim_of(table, guess, cost) == paid else pending


def vim_of(table: Table, pending: PendingAbility, cost: tuple[syntax.Cost, ...]) -> int:
    """How much vim a cost asks for, which ether may replace."""
    return sum(
        amount(table, pending, part.amount) for part in cost if isinstance(part, syntax.Pay) and part.resource == "vim"
    )


def ways(table: Table, pending: PendingAbility, cost: tuple[syntax.Cost, ...]) -> list[Payment]:
    """Every way to pay the vim of a cost, vim first."""
    seat = pending.seat
    possible = splits(vim_of(table, pending, cost), table.vim[seat], table.ether[seat])
    return [payment for payment in possible if lacking(table, pending, cost, payment) is None]


def vim_first(table: Table, pending: PendingAbility, cost: tuple[syntax.Cost, ...]) -> Payment:
    """What silence says about how a cost is paid."""
    return unwritten(table, pending.seat, vim_of(table, pending, cost))


def most_x(table: Table, pending: PendingAbility, cost: tuple[syntax.Cost, ...]) -> int | None:
    """The greatest X that can be paid; None where nothing of the cost is X."""
    for part in cost:
        if isinstance(part, syntax.Pay) and isinstance(part.amount, terms.X):
            return most_of(table, pending.seat, part.resource)
        if isinstance(part, syntax.PayStrength) and isinstance(part.amount, terms.X):
            return table.copies[pending.source].strength
    return None


def most_of(table: Table, seat: int, resource: str) -> int:
    """How much of a resource a seat can pay."""
    pools = {"vim": table.vim[seat] + table.ether[seat], "ether": table.ether[seat]}
    return pools.get(resource, max(table.life[seat] - 1, 0))


def _part_lacking(table: Table, pending: PendingAbility, part: syntax.Cost) -> Lacking | None:
    if isinstance(part, syntax.Pay):
        return None
    if is_open(table, pending, part.what):
        return _nobody_gives(table, pending, part, part.what)
    payers = meant(table, pending, part.what)
    if isinstance(part, syntax.PayAct):
        for target in payers:
            ban = continuous_effects.forbidden(table, "act", target)
            if ban:
                return "10.7", Message("bos.cost.cannot_act", card=named(table.copies[target]), source=named(ban))
    if not payers or not all(_can_give(table, pending, part, target) for target in payers):
        return "10.2.1", _cannot_pay(table, part, payers)
    return None


def _nobody_gives(table: Table, pending: PendingAbility, part: syntax.Cost, what: terms.Thing) -> Lacking | None:
    """Why not enough can pay a part that is chosen: a prohibition where nothing else stands in the way (10.7)."""
    low, _ = bounds(what)
    payers = [target for target in candidates(table, pending, what) if _has_to_give(table, pending, part, target)]
    bans = [(target, ban) for target in payers if (ban := ban_on_giving(table, part, target))]
    if len(payers) - len(bans) >= low:
        return None
    if len(payers) < low:
        return "10.2.1", Message("bos.cost.no_payer")
    target, ban = bans[0]
    return "10.7", Message("bos.cost.forbidden", card=named(table.copies[target]), source=named(ban))


def ban_on_giving(table: Table, part: syntax.Cost, target: int) -> Copy | None:
    """The card whose text forbids that a card pays that part of a cost."""
    match part:
        case syntax.PayAct():
            return continuous_effects.forbidden(table, "act", target)
        case syntax.PayCard(deed="defeat"):
            return continuous_effects.forbidden(table, "be defeated", target)
    return None


def _life_lacking(table: Table, pending: PendingAbility, cost: tuple[syntax.Cost, ...]) -> Lacking | None:
    """Whether all that is paid in life can be paid together (J-16)."""
    prices = [part.amount for part in cost if isinstance(part, syntax.Pay) and part.resource == "life"]
    if not prices:
        return None
    price, has = sum(amount(table, pending, part) for part in prices), table.life[pending.seat]
    if not affords(table, pending.seat, "life", price):
        return "10.2.1", Message("bos.cost.too_little_life", seat=seat_name(pending.seat), life=has, cost=price)
    return None


def _can_give(table: Table, pending: PendingAbility, part: syntax.Cost, target: int) -> bool:
    return _has_to_give(table, pending, part, target) and ban_on_giving(table, part, target) is None


def _has_to_give(table: Table, pending: PendingAbility, part: syntax.Cost, target: int) -> bool:
    """Whether a card has what that part of a cost asks for, whatever texts forbid."""
    if target < 0:
        return False
    copy = table.copies[target]
    match part:
        case syntax.PayAct():
            return copy.place != NOBODY and copy.up and not copy.acted and not copy.leaving
        case syntax.PayStrength():
            lost = continuous_effects.forbidden(table, "lose strength", target) is None
            return lost and copy.place != NOBODY and copy.strength >= amount(table, pending, part.amount)
        case syntax.PayCard(deed="turn face-down"):
            return copy.up and continuous_effects.forbidden(table, "be turned face-down", target) is None
        case syntax.PayCard(deed="return"):
            return continuous_effects.forbidden(table, "be returned", target) is None
        case syntax.PayCard(deed="remove"):
            return copy.host != NOBODY
        case syntax.PayCard(deed="defeat"):
            return not copy.leaving
    return True


def offered(table: Table, pending: PendingAbility, part: syntax.Cost, options: tuple[int, ...]) -> tuple[int, ...]:
    """Those of the things with which that part of a cost can be paid."""
    return tuple(target for target in options if _can_give(table, pending, part, target))


def _cannot_pay(table: Table, part: syntax.Cost, payers: tuple[int, ...]) -> Message:
    acted = isinstance(part, syntax.PayAct)
    if not payers or payers[0] < 0:
        return Message("bos.cost.no_card_pays_acted" if acted else "bos.cost.no_card_pays")
    card = named(table.copies[payers[0]])
    return Message("bos.cost.cannot_pay_acted" if acted else "bos.cost.cannot_pay", card=card)


def pay_part(
    draft: Draft, pending: PendingAbility, part: syntax.Cost, payment: Payment | None, payers: tuple[int, ...]
) -> None:
    """Pay one part; the whole cost was checked before."""
    match part:
        case syntax.Pay():
            price = amount(draft, pending, part.amount)
            pay_resource(draft, pending.seat, part.resource, price, payment, pending.source)
        case syntax.PayAct():
            for target in payers:
                effects.set_acted(draft, target)
        case syntax.PayStrength():
            for target in payers:
                effects.change_strength(draft, target, -amount(draft, pending, part.amount), pending.source)
        case syntax.PayCard():
            effect_dispatch.perform(draft, pending, _as_deed(part), (payers,))


def _as_deed(part: syntax.PayCard) -> syntax.Deed:
    match part.deed:
        case "defeat":
            return syntax.Defeat(part.what)
        case "turn face-down":
            return syntax.Turn(part.what, False)
        case "remove":
            return syntax.Unenchant(what=part.what)
        case "discard":
            return syntax.Put(part.what, "graveyard", discard=True)
    return syntax.Put(part.what, part.zone or "castle")
