"""Turns that are added, and turns and phases that are skipped (G-52, G-359, G-378)."""

from __future__ import annotations

from engine.bos.abilities import continuous_effects
from engine.bos.model import syntax
from engine.bos.model.places import NOBODY, player
from engine.bos.model.presence import is_out, next_turn
from engine.bos.model.state import MAIN, SUMMONING, Draft, Modifier, PendingAbility, Table

SKIP = "skip"
"""The kind of what waits to be skipped."""
Seats = tuple[int, ...]


def add(draft: Draft, seat: int) -> None:
    """That seat's extra turn comes right after this one, and then whoever would have come (G-359)."""
    for index, frame in enumerate(draft.frames):
        if frame.routine in ("turn", "last phase"):
            active, *coming = frame.values
            draft.frames[index] = frame._replace(values=(active, seat, *(coming or (next_turn(draft, active),))))


def skip(draft: Draft, pending: PendingAbility, seat: int, deed: syntax.Skip) -> None:
    """The next such turn or phase of the seat is skipped; each skip counts once (G-378)."""
    waits = Modifier(SKIP, player(seat), deed.what, int(deed.later), "", pending.seat, pending.source, draft.turn)
    continuous_effects.add(draft, waits)


def following(draft: Draft, values: Seats) -> Seats:
    """Whose turns come now: turns alternate (3.1.1) after those that were added, without those that are skipped and
    without players who are out (14.5.2)."""
    last, coming = values[0], values[1:]
    while True:
        coming = coming or (next_turn(draft, last),)
        last = coming[0]
        if not (is_out(draft, last) or is_skipped(draft, "turn", last)):
            return coming
        coming = coming[1:]


def is_skipped(draft: Draft, what: str, seat: int) -> bool:
    """Whether this turn or phase is skipped, which uses up what said so."""
    index = _waiting(draft, what, seat)
    if index == NOBODY:
        return False
    draft.modifiers = (*draft.modifiers[:index], *draft.modifiers[index + 1 :])
    draft.happen(f"skip {what}", seat=seat)
    return True


def ends_turn(table: Table) -> bool:
    """Whether the active player ends the turn by leaving this phase: the main phase, or the one before it if that is
    skipped."""
    if table.phase == MAIN:
        return True
    return bool(table.modifiers) and table.phase == SUMMONING and _waiting(table, MAIN, table.active) != NOBODY


def _waiting(table: Table, what: str, seat: int) -> int:
    """The number of what is skipped next; NOBODY where nothing is."""
    for index, modifier in enumerate(table.modifiers):
        waits = modifier.kind == SKIP and modifier.thing == player(seat) and modifier.what == what
        if waits and (not modifier.amount or modifier.turn < table.turn):
            return index
    return NOBODY
