"""Attacks step by step: act, declare, block, damage, defeat, graveyard (chapters 7 and 8, Battle Flow)."""

from __future__ import annotations

from engine.bos import effects, moments, statics
from engine.bos.state import (
    COLUMNS,
    NOBODY,
    TABLE,
    Ask,
    Copy,
    Draft,
    Frame,
    Table,
    at,
    column_of,
    face_up_boss,
    is_boss_place,
    summon_place,
)

Values = tuple[int, ...]
"""Attacker, target or -1, attacked seat or -1, blocker or -1."""


def possible_blockers(table: Table, attacker: Copy, defender: int) -> list[Copy]:
    """Who may block a player attack: adjacent summons, and a face-up boss from anywhere (8.2.1, 9.2.2, G-98).

    On an attack against oneself only one's own boss may (G-107).
    """
    blockers: list[Copy] = []
    column = column_of(attacker.place)
    if column != NOBODY and defender != attacker.control and at(table, summon_place(defender, column)) is None:
        for other in range(COLUMNS):
            summon = at(table, summon_place(defender, other))
            if abs(other - column) == 1 and summon and summon.up and not summon.leaving:
                blockers.append(summon)
    boss = face_up_boss(table, defender)
    if boss and boss.id != attacker.id:
        blockers.append(boss)
    if blockers and statics.forbidden(table, "be blocked", attacker.id):
        return []
    return [blocker for blocker in blockers if statics.forbidden(table, "block", blocker.id) is None]


def declare(draft: Draft, values: Values) -> None:
    """7.1.2, 7.2.2: the attacker acts, the attack counts (G-124), the target is known."""
    attacker, target, defender, _ = values
    effects.set_acted(draft, attacker)
    draft.attacks[draft.copies[attacker].control] += 1
    draft.happen("attack", attacker, defender, target)


def ask_block(draft: Draft, values: Values) -> Ask | None:
    """8.2.1: the attacked player decides, if somebody could block at all."""
    attacker, _, defender, _ = values
    first = draft.copies[attacker]
    if defender == NOBODY or first.zone != TABLE or first.leaving:
        return None
    return Ask("block", defender) if possible_blockers(draft, first, defender) else None


def block(draft: Draft, blocker: int) -> None:
    """8.2.1, 8.2.2: a summon moves over for good (G-101), a boss stays (9.2.2); neither acts."""
    frame = draft.frames[-1]
    attacker, target, defender, _ = frame.values
    draft.frames[-1] = Frame(frame.routine, frame.step, (attacker, target, defender, blocker))
    if not is_boss_place(draft.copies[blocker].place):
        draft.move(blocker, summon_place(defender, column_of(draft.copies[attacker].place)))
        draft.happen("move", blocker, defender)
    draft.happen("block", blocker, defender, attacker)


def damage(draft: Draft, values: Values) -> None:
    """7.3.1, 7.3.2, 8.2.4: strengths are dealt together, nobody takes more than they have."""
    attacker, target, defender, blocker = values
    first = draft.copies[attacker]
    if first.zone != TABLE or first.leaving:
        return
    if defender != NOBODY and blocker == NOBODY:
        effects.hurt_player(draft, defender, attacker, first.strength)
        return
    other = draft.copies[target if blocker == NOBODY else blocker]
    if other.zone != TABLE or other.leaving:
        return
    dealt_to_first, dealt_to_other = other.strength, first.strength
    draft.happen("battle", first.id, first.control, other.id)
    if "battle" in moments.listeners(draft.setup):
        draft.happen("battle", other.id, other.control, first.id)
    effects.hurt(draft, first.id, other.id, dealt_to_first, in_battle=True)
    effects.hurt(draft, other.id, first.id, dealt_to_other, in_battle=True)
