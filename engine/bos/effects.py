"""What abilities do to the table: each deed at once to everything it names, and the same deeds where rules do them.

Everything here is asked through `replacing` first, notes its events, and never asks anybody. Whether strength or life
at 0 ends something is looked at afterwards (`waiting.after`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from engine.bos import replacing, statics, tree
from engine.bos.cards import CardType
from engine.bos.ending import finish
from engine.bos.quantities import amount
from engine.bos.state import (
    CASTLE,
    COLUMNS,
    GRAVEYARD,
    NOBODY,
    SPELLBOOK,
    TABLE,
    Copy,
    Doing,
    Draft,
    Modifier,
    at,
    column_of,
    is_summon_place,
    player,
    seat_of,
    seat_of_thing,
    summon_place,
)  # fmt: skip
from engine.choice import Event, Outcome

Things = tuple[int, ...]


class Done(NamedTuple):
    """Whether a deed did something, how much in all, and what "it" is afterwards."""

    did: bool
    amount: int = 0
    it: Things = ()


def perform(draft: Draft, doing: Doing, deed: tree.Deed, things: tuple[Things, ...]) -> Done:
    """Do a deed to the things that stand for its slots, all of it at once."""
    done: Done = _DEEDS[type(deed)](draft, doing, deed, *things)
    return done


# What rules do too


def hurt(draft: Draft, number: int, by: int, dealt: int, *, in_battle: bool = False) -> int:
    """Damage to a card; it takes at most its strength (7.3.2). Gives what was taken."""
    left = replacing.damage(draft, number, by, dealt, in_battle)
    copy = draft.copies[number]
    if left <= 0 or replacing.replaced(draft, Event("dealt", number, copy.control, by, left), in_battle):
        return 0
    copy = draft.own(number)
    taken = min(left, copy.strength)
    copy.strength -= taken
    draft.happen("dealt", number, copy.control, by, left)
    draft.happen("taken", number, copy.control, by, taken)
    return taken


def hurt_player(draft: Draft, seat: int, by: int, dealt: int) -> int:
    """Damage to a player, at most the life that is left (8.2.4, G-108). Gives what was taken."""
    left = replacing.damage(draft, player(seat), by, dealt, False)
    if left <= 0 or replacing.replaced(draft, Event("dealt", NOBODY, seat, by, left)):
        return 0
    taken = min(left, draft.life[seat])
    draft.life[seat] -= taken
    draft.happen("dealt", seat=seat, other=by, amount=left)
    draft.happen("taken", seat=seat, other=by, amount=taken)
    return taken


def change_strength(draft: Draft, number: int, change: int, source: int = NOBODY) -> int:
    """A card gains or loses strength for good, never below 0 (G-139). Gives how much."""
    copy = draft.copies[number]
    if change > 0 and statics.forbidden(draft, "gain strength", number):
        return 0
    changed = max(change, -copy.strength)
    if changed:
        draft.own(number).strength += changed
        draft.happen("gain strength" if changed > 0 else "lose strength", number, copy.control, source, abs(changed))
    return abs(changed)


def change_pool(draft: Draft, seat: int, resource: str, change: int, source: int = NOBODY) -> int:
    """A player gains or loses life, vim or ether, never below 0. Gives how much."""
    if change > 0 and statics.forbidden(draft, f"gain {resource}", player(seat)):
        return 0
    pool: list[int] = getattr(draft, resource)
    changed = max(change, -pool[seat])
    kind = f"{'gain' if changed > 0 else 'lose'} {resource}"
    if not changed or replacing.replaced(draft, Event(kind, NOBODY, seat, source, abs(changed))):
        return 0
    pool[seat] += changed
    draft.happen(kind, seat=seat, other=source, amount=abs(changed))
    return abs(changed)


def set_acted(draft: Draft, number: int) -> bool:
    """A ready card acts."""
    copy = draft.copies[number]
    if copy.acted or not copy.up or statics.forbidden(draft, "act", number):
        return False
    draft.own(number).acted = True
    draft.happen("act", number, copy.control)
    return True


def make_ready(draft: Draft, number: int) -> bool:
    """An acted card stands up; its strength stays as it is."""
    copy = draft.copies[number]
    if not copy.acted or not copy.up or statics.forbidden(draft, "ready", number):
        return False
    draft.own(number).acted = False
    draft.happen("ready", number, copy.control)
    return True


def defeat(draft: Draft, number: int, by: int = NOBODY, *, in_battle: bool = False) -> bool:
    """A summon or boss is defeated; it stays where it is until its abilities are done (7.4.2, G-94)."""
    copy = draft.copies[number]
    if copy.leaving or copy.place == NOBODY:
        return False
    if copy.strength and statics.forbidden(draft, "be defeated", number):
        return False
    if replacing.replaced(draft, Event("defeat", number, copy.control, by, int(in_battle))):
        return False
    draft.own(number).leaving = True
    draft.happen("defeat", number, copy.control, by, int(in_battle))
    return True


def lose_game(draft: Draft, seat: int) -> None:
    """11.1.3: a player is defeated outright (G-144)."""
    if draft.outcome is None:
        finish(draft, Outcome(tuple(s for s in range(len(draft.life)) if s != seat), "ability", "11.1.3"))


def take_off(draft: Draft, spell: int) -> None:
    """An enchantment goes to its owner's graveyard (G-80)."""
    host = draft.copies[spell].host
    draft.put_away(spell, GRAVEYARD)
    draft.happen("unenchant", host, other=spell)


# Deeds


def _each(found: list[int], things: Things) -> Done:
    """What one number for each thing comes to."""
    return Done(any(found), sum(found), things)


def _gain(draft: Draft, doing: Doing, deed: tree.Gain, who: Things) -> Done:
    much = amount(draft, doing, deed.amount)
    change = -much if deed.lose else much
    if deed.what != "strength":
        seats = [seat_of_thing(thing) for thing in who if thing < NOBODY]
        return _each([change_pool(draft, seat, deed.what, change, doing.source) for seat in seats], who)
    cards = [thing for thing in who if thing >= 0]
    if deed.until:
        return _each([_for_a_time(draft, doing, deed, thing, change) for thing in cards], who)
    return _each([change_strength(draft, thing, change, doing.source) for thing in cards], who)


def _for_a_time(draft: Draft, doing: Doing, deed: tree.Gain, thing: int, change: int) -> int:
    if change > 0 and statics.forbidden(draft, "gain strength", thing):
        return 0
    lasting = Modifier("strength", thing, "", change, deed.until, doing.seat, doing.source, draft.turn)
    statics.add(draft, lasting)
    control = draft.copies[thing].control
    draft.happen("gain strength" if change > 0 else "lose strength", thing, control, doing.source, abs(change))
    return abs(change)


def _damage(draft: Draft, doing: Doing, deed: tree.Damage, to: Things, by: Things | None = None) -> Done:
    much = amount(draft, doing, deed.amount)
    dealer = by[0] if by else doing.source
    return _each([_strike(draft, thing, dealer, much) for thing in to], to)


def _strike(draft: Draft, thing: int, dealer: int, much: int) -> int:
    return (
        hurt_player(draft, seat_of_thing(thing), dealer, much) if thing < NOBODY else hurt(draft, thing, dealer, much)
    )


def _scale(draft: Draft, doing: Doing, deed: tree.Scale, who: Things) -> Done:
    found = []
    for thing in who:
        if deed.what == "strength" and thing >= 0:
            now = draft.copies[thing].strength
            found.append(change_strength(draft, thing, now // 2 - now if deed.half else now, doing.source))
        elif deed.what != "strength" and thing < NOBODY:
            seat = seat_of_thing(thing)
            now = getattr(draft, deed.what)[seat]
            found.append(change_pool(draft, seat, deed.what, now // 2 - now if deed.half else now, doing.source))
    return _each(found, who)


def _ready(draft: Draft, doing: Doing, deed: tree.Ready, what: Things) -> Done:
    return _each([int(make_ready(draft, thing)) for thing in what if thing >= 0], what)


def _act(draft: Draft, doing: Doing, deed: tree.Act, what: Things) -> Done:
    return _each([int(set_acted(draft, thing)) for thing in what if thing >= 0], what)


def _defeat(draft: Draft, doing: Doing, deed: tree.Defeat, what: Things) -> Done:
    found = []
    for thing in what:
        if thing < NOBODY:
            lose_game(draft, seat_of_thing(thing))
            found.append(1)
        else:
            found.append(int(defeat(draft, thing, doing.source)))
    return _each(found, what)


def _turn(draft: Draft, doing: Doing, deed: tree.Turn, what: Things) -> Done:
    found = []
    for thing in what:
        copy = draft.copies[thing] if thing >= 0 else None
        changes = copy is not None and copy.up != deed.up and copy.face.type is CardType.WIZARD
        if changes:
            card = draft.own(thing)
            card.up, card.acted, card.public = deed.up, False, True
            draft.happen("face up" if deed.up else "face down", thing, card.control)
        found.append(int(changes))
    return _each(found, what)


def _move(draft: Draft, doing: Doing, deed: tree.Move, what: Things, to: Things = ()) -> Done:
    found = []
    for thing in what:
        copy = draft.copies[thing]
        columns = open_columns(draft, copy, deed.column)
        if columns:
            draft.move(thing, summon_place(copy.control, columns[0]))
            draft.happen("move", thing, copy.control)
        found.append(int(bool(columns)))
    return _each(found, what)


def open_columns(draft: Draft, copy: Copy, column: str) -> list[int]:
    """Where a summon may be moved to: free places of its side (G-57)."""
    if copy.place == NOBODY or not is_summon_place(copy.place):
        return []
    here = column_of(copy.place)
    free = [c for c in range(COLUMNS) if at(draft, summon_place(copy.control, c)) is None]
    return [c for c in free if column == "open" or abs(c - here) == 1]


def _swap(draft: Draft, doing: Doing, deed: tree.Swap, first: Things, second: Things) -> Done:
    if not first or not second or first == second:
        return Done(False)
    one, other = draft.copies[first[0]], draft.copies[second[0]]
    both = one.place != NOBODY and other.place != NOBODY and seat_of(one.place) == seat_of(other.place)
    if not both or not is_summon_place(one.place) or not is_summon_place(other.place):
        return Done(False)
    here, there = one.place, other.place
    draft.own(one.id).place, draft.own(other.id).place = there, here
    draft.table[here], draft.table[there] = other.id, one.id
    for number in (one.id, other.id):
        draft.happen("move", number, draft.copies[number].control)
    return Done(True, 2, (*first, *second))


def _put(draft: Draft, doing: Doing, deed: tree.Put, what: Things) -> Done:
    return _each([int(put(draft, thing, deed.zone, discard=deed.discard)) for thing in what if thing >= 0], what)


def put(draft: Draft, number: int, zone: str, *, discard: bool = False) -> bool:
    """A card goes to a pile of its owner, as it was printed, and its enchantments to theirs (G-66, 6.2.3)."""
    copy = draft.copies[number]
    kind = "discard" if discard else "return"
    home = {CardType.SUMMON: CASTLE, CardType.SPELL: SPELLBOOK}.get(copy.face.type) if copy.face.type else None
    if zone not in (GRAVEYARD, home) or copy.leaving or replacing.replaced(draft, Event(kind, number, copy.owner)):
        return False
    if copy.place != NOBODY:
        draft.happen("leave", number, copy.control)
        for spell in [spell for spell in draft.under if draft.copies[spell].host == number]:
            take_off(draft, spell)
    draft.put_away(number, zone)
    draft.happen(kind, number, copy.owner)
    return True


def _unenchant(draft: Draft, doing: Doing, deed: tree.Unenchant, *things: Things) -> Done:
    hosts = things[0] if deed.on is not None else ()
    spells = things[-1] if deed.what is not None else ()
    if deed.what is None:
        spells = tuple(spell for spell in draft.under if draft.copies[spell].host in hosts)
    for spell in spells:
        if draft.copies[spell].host >= 0:
            take_off(draft, spell)
    return Done(bool(spells), len(spells), hosts or spells)


def _bring(draft: Draft, doing: Doing, deed: tree.Bring, what: Things) -> Done:
    found = []
    for thing in what:
        copy = draft.copies[thing]
        free = [c for c in range(COLUMNS) if at(draft, summon_place(copy.owner, c)) is None]
        comes = bool(free) and copy.face.type is CardType.SUMMON and copy.zone != TABLE
        if comes:
            card = draft.own(thing)
            draft.move(thing, summon_place(copy.owner, free[0]))
            card.up = card.public = True
            card.acted = deed.state == "acted"
            draft.happen("summon", thing, card.control)
        found.append(int(comes))
    return _each(found, what)


def _prevent(draft: Draft, doing: Doing, deed: tree.Prevent, to: Things) -> Done:
    much = -1 if deed.amount is None else deed.amount
    return _last(draft, doing, "prevent", "", much, deed.until, to)


def _cannot(draft: Draft, doing: Doing, deed: tree.Cannot, who: Things) -> Done:
    return _last(draft, doing, "cannot", deed.what, 0, deed.until, who)


def _last(draft: Draft, doing: Doing, kind: str, what: str, much: int, until: str, who: Things) -> Done:
    for thing in who:
        statics.add(draft, Modifier(kind, thing, what, much, until, doing.seat, doing.source, draft.turn))
    return Done(bool(who), len(who), who)


def _lose(draft: Draft, doing: Doing, deed: tree.Lose) -> Done:
    from engine.bos.things import players

    seats = players(draft, doing, deed.player)
    for seat in seats:
        lose_game(draft, seat)
    return Done(bool(seats), len(seats))


def _nothing(draft: Draft, doing: Doing, deed: tree.Deed, *things: Things) -> Done:
    """Continuous deeds apply by themselves."""
    return Done(False)


_DEEDS: dict[type, Callable[..., Any]] = {
    tree.Gain: _gain,
    tree.Damage: _damage,
    tree.Scale: _scale,
    tree.Ready: _ready,
    tree.Act: _act,
    tree.Defeat: _defeat,
    tree.Turn: _turn,
    tree.Move: _move,
    tree.Swap: _swap,
    tree.Put: _put,
    tree.Unenchant: _unenchant,
    tree.Bring: _bring,
    tree.Prevent: _prevent,
    tree.Cannot: _cannot,
    tree.Lose: _lose,
    tree.Bonus: _nothing,
    tree.Costs: _nothing,
}
