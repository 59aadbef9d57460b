"""The ways of "choose one": which of them an ability has chosen, and which can be chosen still.

Of a choice of one way `PendingAbility.mode` is its number. Of several it has a bit for each, and the first bit says
that no more are chosen.
"""

from __future__ import annotations

from engine.bos.abilities.targets import players
from engine.bos.model import syntax
from engine.bos.model.state import Draft, PendingAbility, Table

CLOSED = 1


def chosen_ways(text: syntax.Text, pending: PendingAbility) -> tuple[int, ...]:
    """The ways that are chosen, by their numbers."""
    if text.ways.most == 1:
        return (pending.mode,) if pending.mode else ()
    return tuple([way for way in range(1, text.modes + 1) if pending.mode >> way & 1])


def is_closed(text: syntax.Text, pending: PendingAbility) -> bool:
    """Whether no more ways are chosen."""
    if text.ways.most == 1:
        return bool(pending.mode)
    return bool(pending.mode & CLOSED) or len(chosen_ways(text, pending)) >= text.ways.most


def choose(text: syntax.Text, pending: PendingAbility, way: int | None) -> PendingAbility:
    """The ability with one more way chosen, or none more."""
    if text.ways.most == 1:
        return pending._replace(mode=way or 0)
    return pending._replace(mode=pending.mode | (CLOSED if way is None else 1 << way))


def may_stop(text: syntax.Text, pending: PendingAbility) -> bool:
    """Whether enough ways are chosen."""
    return len(chosen_ways(text, pending)) >= text.ways.least


def chooser(table: Table, pending: PendingAbility, text: syntax.Text) -> int:
    """The seat that chooses."""
    seats = players(table, pending, text.ways.by)
    return seats[0] if seats else pending.seat


# Ways that have not been chosen before


def is_spent(table: Table, pending: PendingAbility, text: syntax.Text, way: int) -> bool:
    """Whether the way was chosen before, and may not be chosen again."""
    return bool(text.ways.fresh) and (pending.source, pending.number, _mark(text, way)) in table.used


def spend(draft: Draft, pending: PendingAbility, text: syntax.Text, way: int) -> None:
    """From now on the way was chosen."""
    if text.ways.fresh:
        draft.used += ((pending.source, pending.number, _mark(text, way)),)


def are_spent(table: Table, pending: PendingAbility, text: syntax.Text) -> bool:
    """Whether every way was chosen before."""
    return bool(text.ways.fresh) and all(is_spent(table, pending, text, way) for way in range(1, text.modes + 1))


def _mark(text: syntax.Text, way: int) -> str:
    return f"{KEPT if text.ways.fresh == 'game' else ''}way {way}"


KEPT = "ever "
"""Before the mark of what was used for good, not only for a turn."""
