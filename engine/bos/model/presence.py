"""Who is there: which seats are in the game, which exist for others, who is an opponent, and whose turn comes when."""

from __future__ import annotations

from engine.bos.model.state import Table


def has_left(table: Table, seat: int) -> bool:
    """Whether a seat is out of the game for good (14.5.18)."""
    return any(seat in batch for batch in table.gone)


def is_out(table: Table, seat: int) -> bool:
    """Whether a seat is out of the game, or defeated in a raid."""
    return seat in table.down or has_left(table, seat)


def is_passed_by(table: Table, seat: int) -> bool:
    """Whether abilities pass a player by that something is about: who is out, and in a raid who was attacked before
    having begun (14.4.6)."""
    return is_out(table, seat) or (table.setup.seating.stays and not table.turns[seat])


def exists(table: Table, seat: int) -> bool:
    """Whether a seat exists for others: it has begun its first turn (10.5.1) and is in the game (14.5.12)."""
    return table.turns[seat] > 0 and not ((table.gone or table.down) and is_out(table, seat))


def opponents(table: Table, seat: int) -> tuple[int, ...]:
    """The seats that are opponents now: those of other sides that exist (8.1.2, 10.5.1, 14.2.2)."""
    side = table.setup.seating.side
    facing = tuple([other for other, begun in enumerate(table.turns) if begun and side[other] != side[seat]])
    if table.gone or table.down:
        return tuple([other for other in facing if not is_out(table, other)])
    return facing


def rivals(table: Table, seat: int) -> tuple[int, ...]:
    """Who of other sides is in the game, begun or not, in the order of turns: of a combined team the lower seat."""
    seating = table.setup.seating
    side, lead = seating.side[seat], seating.lead
    others = tuple([each for each in seating.orders[seat] if seating.side[each] != side and lead[each] == each])
    return tuple([each for each in others if not is_out(table, each)]) if table.gone or table.down else others


def next_turn(table: Table, seat: int) -> int:
    """Who sits next in the order of turns, in the game or not; in a duel the other player (14.5.2)."""
    lead = table.setup.seating.lead
    return next(other for other in table.setup.seating.orders[seat] if lead[other] != lead[seat])


def is_active(table: Table, seat: int) -> bool:
    """Whether the running turn is that seat's, or one that it has together with its team."""
    return table.setup.seating.lead[seat] == table.active


def turn_rank(table: Table, seat: int) -> int:
    """How many come before that seat in the order of turns, from the active player on; 0 before the first turn."""
    return table.setup.seating.orders[table.active].index(seat) if table.active >= 0 else 0


def in_turn(table: Table, seat: int) -> tuple[int, ...]:
    """The seats that are in the game, in the order of turns from that one on (14.5.2, 14.5.13)."""
    order = table.setup.seating.orders[max(seat, 0)]
    return tuple([each for each in order if not is_out(table, each)]) if table.gone or table.down else order
