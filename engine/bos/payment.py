"""Paying vim: ether stands in for vim, one for one, in any split (6.1.2, 6.3.1, G-17)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.bos.state import Draft, Table


class Payment(NamedTuple):
    """So much of each source."""

    vim: int
    ether: int


def splits(cost: int, vim: int, ether: int) -> Iterator[Payment]:
    """Every way to pay a cost exactly, vim first."""
    for part in range(max(cost - vim, 0), min(ether, cost) + 1):
        yield Payment(cost - part, part)


def unwritten(table: Table, seat: int, cost: int) -> Payment:
    """What silence about a payment means: vim first, ether for the rest, whether or not there is enough."""
    vim = min(cost, table.vim[seat])
    return Payment(vim, cost - vim)


def pay(draft: Draft, seat: int, payment: Payment) -> None:
    """Take a payment that was checked."""
    draft.vim[seat] -= payment.vim
    draft.ether[seat] -= payment.ether
    draft.happen("pay", seat=seat, other=payment.ether, amount=payment.vim)
    if payment.vim:
        draft.happen("spend vim", seat=seat, amount=payment.vim)
    if payment.ether:
        draft.happen("spend ether", seat=seat, amount=payment.ether)
