"""What abilities do to the table: each deed at once to everything it names, and the same deeds where rules do them.

Everything here is asked through `replacing` first, notes its events, and never asks anybody. Whether strength or life
at 0 ends something is looked at afterwards (`waiting.after`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from engine.bos import replacing, statics, things, tree
from engine.bos.cards import CardType
from engine.bos.ending import finish
from engine.bos.payment import affords, pay_resource
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
    Table,
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
    """Whether a deed did something, and how much in all; what "it" or "them" is afterwards, and whose seat "that
    player" is (-1: as before it began)."""

    did: bool
    amount: int = 0
    it: Things = ()
    who: int = NOBODY


def perform(draft: Draft, doing: Doing, deed: tree.Deed, found: tuple[Things, ...]) -> Done:
    """Do a deed to what stands for its slots (`things.slots`), all of it at once; never asks.

    Behind the slots of Move and Bring may stand the columns where the cards come, one for each.
    """
    it, who = _named_by(draft, doing, deed, found)
    perform_one = _DEEDS.get(type(deed), _nothing)
    measured = doing._replace(it=it) if _names_one(deed) else doing
    done: Done = perform_one(draft, measured, deed, *things.joined(deed, found))
    return Done(done.did, done.amount, it, who)


def after(doing: Doing, done: Done) -> Doing:
    """The ability when a deed is done: what the next step looks back on."""
    source, number, seat, event, _, _, _, x, _, mode, _ = doing
    return Doing(source, number, seat, event, (), done.it, done.amount, x, done.did, mode, done.who)


def _named_by(draft: Draft, doing: Doing, deed: tree.Deed, found: tuple[Things, ...]) -> tuple[Things, int]:
    """What "it" and "that player" mean once these things were named. "You" and a player leave "it" as it was."""
    said = things.said(deed)
    if not said:
        return doing.it, doing.who
    named = things.joined(deed, found)[0] if type(deed) is not tree.Swap else (*found[0], *found[1])
    if type(said[0]) is tree.Who:
        meant = doing.who if said[0].player == "you" or not named else seat_of_thing(named[0])
        return doing.it, meant
    if named and _names_a_player(said[0], named[0]):
        return named, things.owner_now(draft, named[0])
    return named, things.that_player(draft, doing)


def _names_one(deed: tree.Deed) -> bool:
    """Whether "its strength" in the deed is that of the one card the deed names: "a summon gains … its strength"."""
    said = things.said(deed)
    return bool(said) and type(said[0]) is not tree.Who and things.bounds(said[0])[1] == 1 and not _is_set(said[0])


def _is_set(thing: tree.Thing) -> bool:
    return isinstance(thing, tree.Each | tree.Both | tree.Them)


def _names_a_player(thing: tree.Thing, first: int) -> bool:
    """Whether a player is named with it: "a summon an opponent controls", "the target"."""
    if first < NOBODY or type(thing) is tree.Target:
        return True
    wanted = getattr(thing, "filter", None)
    own = (None, "you", "that player")
    return wanted is not None and (wanted.control not in own or wanted.owner not in own)


def here(copy: Copy) -> bool:
    """Whether something can be done to the card: it is on the battlefield and not defeated (G-94)."""
    return copy.place != NOBODY and not copy.leaving


# What rules do too


def hurt(draft: Draft, number: int, by: int, dealt: int, *, in_battle: bool = False) -> int:
    """Damage to a card; it takes at most its strength (7.3.2). Gives what was taken."""
    if not here(draft.copies[number]):
        return 0
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
    if not here(copy) or copy.face.strength is None:
        return 0
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
    if copy.acted or not copy.up or not here(copy) or statics.forbidden(draft, "act", number):
        return False
    draft.own(number).acted = True
    draft.happen("act", number, copy.control)
    return True


def make_ready(draft: Draft, number: int) -> bool:
    """An acted card stands up, a face-down wizard turns face-up (4.1.1, G-59); a face-down boss stays (G-43)."""
    copy = draft.copies[number]
    turned_up = not copy.up and copy.face.type is CardType.WIZARD
    if not here(copy) or not (turned_up or (copy.up and copy.acted)) or statics.forbidden(draft, "ready", number):
        return False
    card = draft.own(number)
    card.acted, card.up, card.public = False, True, True
    draft.happen("ready", number, copy.control, amount=int(turned_up))
    if turned_up:
        draft.happen("face up", number, copy.control)
    return True


def defeat(draft: Draft, number: int, by: int = NOBODY, *, in_battle: bool = False) -> bool:
    """A summon or boss is defeated; it stays where it is until its abilities are done (7.4.2, G-94)."""
    copy = draft.copies[number]
    if not here(copy) or statics.forbidden(draft, "be defeated", number):
        return False
    if replacing.replaced(draft, Event("defeat", number, copy.control, by, int(in_battle))):
        return False
    draft.own(number).leaving = True
    draft.happen("defeat", number, copy.control, by, int(in_battle))
    return True


def spare(draft: Draft, number: int) -> None:
    """A card without strength stays: it cannot be defeated, or something else happened instead, once for each blow."""
    draft.spared += (number,)
    draft.own(number).spared = statics.forbidden(draft, "be defeated", number) is None


def lose_game(draft: Draft, *seats: int) -> None:
    """11.1.3: players are defeated outright (G-144); all of them together is decided as at 0 life (G-103)."""
    if draft.outcome is not None or not seats:
        return
    everybody = range(len(draft.life))
    if len(seats) < len(everybody):
        losers: tuple[int, ...] = seats
    elif draft.setup.edition.both_at_zero == "draw":
        finish(draft, Outcome((), "draw", "11.1.4"))
        return
    else:
        losers = (draft.active,)
    finish(draft, Outcome(tuple(seat for seat in everybody if seat not in losers), "ability", "11.1.3"))


def take_off(draft: Draft, spell: int) -> None:
    """An enchantment goes to its owner's graveyard (G-80)."""
    host = draft.copies[spell].host
    draft.put_away(spell, GRAVEYARD)
    draft.happen("unenchant", host, other=spell)


# Deeds


def _each(found: Sequence[int]) -> Done:
    """What one number for each thing comes to."""
    return Done(any(found), sum(found))


def _gain(draft: Draft, doing: Doing, deed: tree.Gain, who: Things) -> Done:
    much = amount(draft, doing, deed.amount)
    change = -much if deed.lose else much
    if deed.what != "strength":
        seats = [seat_of_thing(thing) for thing in who if thing < NOBODY]
        return _each([change_pool(draft, seat, deed.what, change, doing.source) for seat in seats])
    cards = [thing for thing in who if thing >= 0]
    if deed.until:
        return _each([_for_a_time(draft, doing, deed, thing, change) for thing in cards])
    return _each([change_strength(draft, thing, change, doing.source) for thing in cards])


def _for_a_time(draft: Draft, doing: Doing, deed: tree.Gain, thing: int, change: int) -> int:
    copy = draft.copies[thing]
    if not change or not here(copy) or copy.face.strength is None:
        return 0
    if change > 0 and statics.forbidden(draft, "gain strength", thing):
        return 0
    changed = max(change, -copy.strength)
    lasting = Modifier("strength", thing, "", change, deed.until, doing.seat, doing.source, draft.turn)
    if not statics.add(draft, lasting):
        return 0
    kind = "gain strength" if change > 0 else "lose strength"
    draft.happen(kind, thing, copy.control, doing.source, abs(changed))
    return abs(changed)


def _damage(draft: Draft, doing: Doing, deed: tree.Damage, to: Things, by: Things | None = None) -> Done:
    much = amount(draft, doing, deed.amount)
    dealer = NOBODY if deed.taken else by[0] if by else doing.source
    done = _each([_strike(draft, thing, dealer, much) for thing in to])
    if deed.taken:
        _credit(draft, doing.source, to)
    return done


def _strike(draft: Draft, thing: int, dealer: int, much: int) -> int:
    if thing < NOBODY:
        return hurt_player(draft, seat_of_thing(thing), dealer, much)
    return hurt(draft, thing, dealer, much)


def _credit(draft: Draft, source: int, hurt_ones: Things) -> None:
    """Damage that nobody deals is no event from which the one who defeats could be told later (7.4.9, G-140)."""
    for thing in hurt_ones:
        if thing >= 0 and _has_fallen(draft.copies[thing]) and not defeat(draft, thing, source):
            spare(draft, thing)


def _has_fallen(copy: Copy) -> bool:
    return here(copy) and copy.face.strength is not None and copy.strength == 0


def _scale(draft: Draft, doing: Doing, deed: tree.Scale, who: Things) -> Done:
    if deed.what == "strength":
        cards = [(thing, draft.copies[thing].strength) for thing in who if thing >= 0]
        return _each([change_strength(draft, thing, _scaled(deed, now), doing.source) for thing, now in cards])
    pool: list[int] = getattr(draft, deed.what)
    seats = [(seat_of_thing(thing), pool[seat_of_thing(thing)]) for thing in who if thing < NOBODY]
    return _each([change_pool(draft, seat, deed.what, _scaled(deed, now), doing.source) for seat, now in seats])


def _scaled(deed: tree.Scale, now: int) -> int:
    return now // 2 - now if deed.half else now


def _select(draft: Draft, doing: Doing, deed: tree.Select, what: Things) -> Done:
    return Done(bool(what), len(what))


def _spend(draft: Draft, doing: Doing, deed: tree.Spend, who: Things) -> Done:
    much = amount(draft, doing, deed.amount)
    payers = [seat for thing in who if affords(draft, seat := seat_of_thing(thing), deed.what, much)]
    for seat in payers:
        pay_resource(draft, seat, deed.what, much, None, doing.source)
    return Done(bool(payers), much)


def _ready(draft: Draft, doing: Doing, deed: tree.Ready, what: Things) -> Done:
    return _each([make_ready(draft, thing) for thing in what if thing >= 0])


def _act(draft: Draft, doing: Doing, deed: tree.Act, what: Things) -> Done:
    return _each([set_acted(draft, thing) for thing in what if thing >= 0])


def _defeat(draft: Draft, doing: Doing, deed: tree.Defeat, what: Things) -> Done:
    seats = [seat_of_thing(thing) for thing in what if thing < NOBODY]
    fallen = _each([defeat(draft, thing, doing.source) for thing in what if thing >= 0])
    lose_game(draft, *seats)
    return Done(fallen.did or bool(seats), fallen.amount + len(seats))


def _turn(draft: Draft, doing: Doing, deed: tree.Turn, what: Things) -> Done:
    return _each([_turn_one(draft, thing, deed.up) for thing in what if thing >= 0])


def _turn_one(draft: Draft, number: int, up: bool) -> bool:
    copy = draft.copies[number]
    if copy.up == up or not here(copy) or copy.face.type is not CardType.WIZARD:
        return False
    card = draft.own(number)
    card.up, card.acted, card.public = up, False, True
    draft.happen("face up" if up else "face down", number, card.control)
    return True


def _move(draft: Draft, doing: Doing, deed: tree.Move, what: Things, to: Things = ()) -> Done:
    return _each([_move_one(draft, thing, deed.column, to[nth : nth + 1]) for nth, thing in enumerate(what)])


def _move_one(draft: Draft, number: int, column: str, to: Things) -> bool:
    columns = open_columns(draft, draft.copies[number], column) if number >= 0 else []
    if to:
        columns = [one for one in columns if one in to]
    if not columns:
        return False
    copy = draft.copies[number]
    draft.move(number, summon_place(copy.control, columns[0]))
    draft.happen("move", number, copy.control)
    return True


def open_columns(table: Table, copy: Copy, column: str) -> list[int]:
    """Where a summon may be moved to: free places of its side (G-57), adjacent ones or all."""
    if not here(copy) or not is_summon_place(copy.place):
        return []
    own = column_of(copy.place)
    return [one for one in free_columns(table, copy.control) if column == "open" or abs(one - own) == 1]


def free_columns(table: Table, seat: int) -> list[int]:
    """The columns in which a seat has no summon, not even a defeated one (G-57, G-94)."""
    return [column for column in range(COLUMNS) if table.table[summon_place(seat, column)] == NOBODY]


def _swap(draft: Draft, doing: Doing, deed: tree.Swap, first: Things, second: Things) -> Done:
    pair = (*first, *second)
    if len(pair) != 2 or not can_swap(draft, *pair):
        return Done(False)
    first_place, there = (draft.copies[number].place for number in pair)
    for number, place in ((pair[0], there), (pair[1], first_place)):
        draft.own(number).place = place
        draft.table[place] = number
        draft.happen("move", number, draft.copies[number].control)
    return Done(True, 2)


def can_swap(table: Table, one: int, other: int) -> bool:
    """Whether two things are summons on one side, which can change their places."""
    if one == other or not _stands(table, one) or not _stands(table, other):
        return False
    return seat_of(table.copies[one].place) == seat_of(table.copies[other].place)


def _stands(table: Table, thing: int) -> bool:
    """Whether a thing is a summon that can change its place."""
    return thing >= 0 and here(table.copies[thing]) and is_summon_place(table.copies[thing].place)


def _put(draft: Draft, doing: Doing, deed: tree.Put, what: Things) -> Done:
    return _each([put(draft, thing, deed.zone, discard=deed.discard) for thing in what if thing >= 0])


_HOME: Final = {CardType.SUMMON: CASTLE, CardType.SPELL: SPELLBOOK}


def put(draft: Draft, number: int, zone: str, *, discard: bool = False) -> bool:
    """A card goes to a pile of its owner, as it was printed, and its enchantments to theirs (G-66, 6.2.3).

    A defeated card that goes elsewhere does not go to the graveyard any more.
    """
    copy = draft.copies[number]
    home = _HOME.get(copy.face.type) if copy.face.type else None
    if copy.zone == zone or zone not in (GRAVEYARD, home):
        return False
    kind = "discard" if discard else "return" if zone == home else "away"
    if kind != "away" and replacing.replaced(draft, Event(kind, number, copy.owner)):
        return False
    if copy.place != NOBODY:
        draft.happen("leave", number, copy.control)
        for spell in _under(draft, (number,)):
            take_off(draft, spell)
    elif copy.host != NOBODY:
        draft.happen("unenchant", copy.host, other=number)
    draft.put_away(number, zone)
    draft.happen(kind, number, copy.owner)
    return True


def _under(draft: Draft, hosts: Things) -> Things:
    return tuple([spell for spell in draft.under if draft.copies[spell].host in hosts])


def _unenchant(draft: Draft, doing: Doing, deed: tree.Unenchant, *found: Things) -> Done:
    spells = found[-1] if deed.what is not None else _under(draft, found[0])
    lying = [spell for spell in spells if spell >= 0 and draft.copies[spell].host != NOBODY]
    if deed.what is not None and deed.on is not None:
        lying = [spell for spell in lying if draft.copies[spell].host in found[0]]
    for spell in lying:
        take_off(draft, spell)
    return Done(bool(lying), len(lying))


def _bring(draft: Draft, doing: Doing, deed: tree.Bring, what: Things, to: Things = ()) -> Done:
    if deed.front:
        to = (column_of(draft.copies[doing.source].place),) * len(what)
    return _each([_bring_one(draft, thing, deed.state, to[nth : nth + 1]) for nth, thing in enumerate(what)])


def _bring_one(draft: Draft, number: int, state: str, to: Things) -> bool:
    if number < 0 or draft.copies[number].zone == TABLE or draft.copies[number].face.type is not CardType.SUMMON:
        return False
    columns = [one for one in free_columns(draft, draft.copies[number].control) if not to or one in to]
    if not columns:
        return False
    card = draft.own(number)
    draft.move(number, summon_place(card.control, columns[0]))
    card.up, card.public, card.acted = True, True, state == "acted"
    draft.happen("summon", number, card.control)
    return True


def _prevent(draft: Draft, doing: Doing, deed: tree.Prevent, to: Things) -> Done:
    much = -1 if deed.amount is None else deed.amount
    return _last(draft, doing, "prevent", "", much, deed.until, to)


def _cannot(draft: Draft, doing: Doing, deed: tree.Cannot, who: Things) -> Done:
    return _last(draft, doing, "cannot", deed.what, 0, deed.until, who)


def _last(draft: Draft, doing: Doing, kind: str, what: str, much: int, until: str, who: Things) -> Done:
    there = [thing for thing in who if thing < NOBODY or here(draft.copies[thing])]
    lasting = [Modifier(kind, thing, what, much, until, doing.seat, doing.source, draft.turn) for thing in there]
    added = sum([statics.add(draft, modifier) for modifier in lasting])
    return Done(bool(added), added)


def _lose(draft: Draft, doing: Doing, deed: tree.Lose) -> Done:
    seats = things.players(draft, doing, deed.player)
    lose_game(draft, *seats)
    return Done(bool(seats), len(seats))


def _nothing(draft: Draft, doing: Doing, deed: tree.Deed, *found: Things) -> Done:
    """Continuous deeds apply by themselves; what asks somebody, or ends the turn, is carried out elsewhere."""
    return Done(False)


_DEEDS: Final[dict[type, Callable[..., Any]]] = {
    tree.Gain: _gain,
    tree.Damage: _damage,
    tree.Scale: _scale,
    tree.Select: _select,
    tree.Spend: _spend,
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
}
