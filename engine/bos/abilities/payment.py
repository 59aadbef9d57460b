"""Paying vim: ether stands in for vim, one for one, in any split (6.1.2, 6.3.1, G-17)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.bos.model.moves import Payment
from engine.bos.model.places import NOBODY
from engine.bos.model.quick_values import make_payment
from engine.bos.model.state import Draft, Table


def splits(cost: int, vim: int, ether: int) -> Iterator[Payment]:
    """Every way to pay a cost exactly, vim first."""
    for part in range(max(cost - vim, 0), min(ether, cost) + 1):
        yield make_payment(cost - part, part)


def unwritten(table: Table, seat: int, cost: int) -> Payment:
    """What silence about a payment means: vim first, ether for the rest, whether or not there is enough."""
    vim = min(cost, table.vim[seat])
    return make_payment(vim, cost - vim)


def affords(table: Table, seat: int, resource: str, price: int) -> bool:
    """Whether a seat can pay so much; ether stands in for vim, and life is not paid down to 0 (J-16)."""
    if resource == "life":
        least = 0 if table.setup.edition.life_may_be_paid_to_zero else 1
        return not price or table.life[seat] - price >= least
    return price <= table.ether[seat] + (table.vim[seat] if resource == "vim" else 0)


def pay_resource(draft: Draft, seat: int, resource: str, price: int, payment: Payment | None, source: int) -> None:
    """Take so much of a resource that was checked; `payment` is how vim is paid, vim first where it is None."""
    if resource == "life":
        draft.put(draft.life, seat, draft.life[seat] - price)
        for kind, other in (("lose life", source), ("spend life", NOBODY)) if price else ():
            draft.happen(kind, seat=seat, other=other, amount=price)
        return
    pay(draft, seat, Payment(0, price) if resource == "ether" else payment or unwritten(draft, seat, price))


def pay(draft: Draft, seat: int, payment: Payment) -> None:
    """Take a payment that was checked."""
    draft.put(draft.vim, seat, draft.vim[seat] - payment.vim)
    draft.put(draft.ether, seat, draft.ether[seat] - payment.ether)
    draft.happen("pay", seat=seat, other=payment.ether, amount=payment.vim)
    if payment.vim:
        draft.happen("spend vim", seat=seat, amount=payment.vim)
    if payment.ether:
        draft.happen("spend ether", seat=seat, amount=payment.ether)
