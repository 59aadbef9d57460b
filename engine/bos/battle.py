"""Attacks step by step: act, declare, block, damage, defeat, graveyard (chapters 7 and 8, Battle Flow)."""

from __future__ import annotations

from engine.bos.state import (
    COLUMNS,
    GRAVEYARD,
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
from engine.bos.turn import settle_life

Values = tuple[int, ...]
"""Attacker, target or -1, attacked seat or -1, blocker or -1."""


def possible_blockers(table: Table, attacker: Copy, defender: int) -> list[Copy]:
    """Who may block a player attack: adjacent summons, and a face-up boss from anywhere (8.2.1, 9.2.2, G-98).

    On an attack against oneself only one's own boss may (G-107).
    """
    blockers: list[Copy] = []
    column = column_of(attacker.place)
    if column != NOBODY and defender != attacker.control:
        for other in range(COLUMNS):
            summon = at(table, summon_place(defender, other))
            if abs(other - column) == 1 and summon and summon.up and not summon.leaving:
                blockers.append(summon)
    boss = face_up_boss(table, defender)
    if boss and boss.id != attacker.id:
        blockers.append(boss)
    return blockers


def declare(draft: Draft, values: Values) -> None:
    """7.1.2, 7.2.2: the attacker acts, the attack counts (G-124), the target is known."""
    attacker, target, defender, _ = values
    copy = draft.own(attacker)
    copy.acted = True
    draft.attacks[copy.control] += 1
    draft.happen("attack", attacker, defender, target)


def ask_block(draft: Draft, values: Values) -> Ask | None:
    """8.2.1: the attacked player decides, if somebody could block at all."""
    attacker, _, defender, _ = values
    if defender == NOBODY or draft.copies[attacker].zone != TABLE:
        return None
    return Ask("block", defender) if possible_blockers(draft, draft.copies[attacker], defender) else None


def block(draft: Draft, blocker: int) -> None:
    """8.2.1, 8.2.2: a summon moves over for good (G-101), a boss stays (9.2.2); neither acts."""
    frame = draft.frames[-1]
    attacker, target, defender, _ = frame.values
    draft.frames[-1] = Frame(frame.routine, frame.step, (attacker, target, defender, blocker))
    if not is_boss_place(draft.copies[blocker].place):
        draft.move(blocker, summon_place(defender, column_of(draft.copies[attacker].place)))
    draft.happen("block", blocker, defender, attacker)


def damage(draft: Draft, values: Values) -> None:
    """7.3.1, 7.3.2, 8.2.4: strengths are dealt together, nobody takes more than they have."""
    attacker, target, defender, blocker = values
    first = draft.copies[attacker]
    if first.zone != TABLE or first.leaving:
        return
    if defender != NOBODY and blocker == NOBODY:
        _hurt_player(draft, attacker, defender, first.strength)
        return
    other = draft.copies[target if blocker == NOBODY else blocker]
    if other.zone != TABLE or other.leaving:
        return
    dealt_to_first, dealt_to_other = other.strength, first.strength
    _hurt(draft, first.id, other.id, dealt_to_first)
    _hurt(draft, other.id, first.id, dealt_to_other)


def defeat(draft: Draft, values: Values) -> None:
    """7.4.1: strength 0 is defeat; from now on the card is no target and is not counted (G-94)."""
    attacker, target, _, blocker = values
    fighters = [number for number in (attacker, target, blocker) if number != NOBODY]
    for number in fighters:
        copy = draft.copies[number]
        if copy.zone == TABLE and copy.strength == 0 and not copy.leaving:
            draft.own(number).leaving = True
            foes = [other for other in fighters if other != number]
            draft.happen("defeat", number, copy.control, foes[0] if foes else NOBODY)


def bury(draft: Draft, values: Values) -> None:
    """7.4.3: the defeated go to their graveyards together, and their enchantments with them (6.2.3)."""
    for copy in [copy for copy in draft.copies if copy.leaving]:
        draft.put_away(copy.id, GRAVEYARD)
        for spell in [spell for spell in draft.copies if spell.host == copy.id]:
            draft.put_away(spell.id, GRAVEYARD)


def _hurt(draft: Draft, number: int, by: int, dealt: int) -> None:
    copy = draft.own(number)
    taken = min(dealt, copy.strength)
    copy.strength -= taken
    draft.happen("dealt", number, copy.control, by, dealt)
    draft.happen("taken", number, copy.control, by, taken)


def _hurt_player(draft: Draft, attacker: int, seat: int, dealt: int) -> None:
    taken = min(dealt, draft.life[seat])
    draft.life[seat] -= taken
    draft.happen("dealt", seat=seat, other=attacker, amount=dealt)
    draft.happen("taken", seat=seat, other=attacker, amount=taken)
    settle_life(draft)
