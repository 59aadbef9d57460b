"""What the words of a text stand for: which cards fit, who is meant, what can be chosen (10.1, G-94, G-112)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from functools import cache
from typing import Any, Final

from engine.bos import quantities, texts, tree
from engine.bos.cards import CardType, key
from engine.bos.state import (
    NOBODY,
    Copy,
    Doing,
    Table,
    column_of,
    in_pile,
    is_boss_place,
    is_summon_place,
    opponents,
    player,
    seat_of,
    seat_of_thing,
)  # fmt: skip

Things = tuple[int, ...]


# The things of a deed


@cache
def _thing_fields(kind: type) -> tuple[str, ...]:
    return tuple(f.name for f in fields(kind) if str(f.type).removesuffix(" | None") == "Thing")


def said(deed: tree.Deed) -> tuple[tree.Thing, ...]:
    """The things of a deed as it says them, in printed order."""
    kind: type = type(deed)
    found = [getattr(deed, name) for name in _thing_fields(kind)]
    return tuple([thing for thing in found if thing is not None])


def slots(deed: tree.Deed) -> tuple[tree.Thing, ...]:
    """The things that a deed names, in printed order; of several things together each one."""
    held = _SLOTS.get(id(deed))
    if held is None:
        if len(_SLOTS) >= MOST_DEEDS:
            _SLOTS.clear()
        held = _SLOTS[id(deed)] = (deed, tuple([part for thing in said(deed) for part in _parts(thing)]))
    return held[1]


MOST_DEEDS: Final = 20_000
_SLOTS: dict[int, tuple[tree.Deed, tuple[tree.Thing, ...]]] = {}
"""By its number in memory, which no other deed can come to have as long as it is kept here."""


def _parts(thing: tree.Thing) -> tuple[tree.Thing, ...]:
    if type(thing) is tree.Both:
        return tuple([one for part in thing.parts for one in _parts(part)])
    return (thing,)


def joined(deed: tree.Deed, found: tuple[Things, ...]) -> tuple[Things, ...]:
    """What stands for the slots of a deed, put together again for each thing as the deed says it."""
    counts = [len(_parts(thing)) for thing in said(deed)]
    if len(counts) == sum(counts):
        return found
    together: list[Things] = []
    for count in counts:
        together.append(_once(one for slot in found[:count] for one in slot))
        found = found[count:]
    return (*together, *found)


def _once(found: Iterable[int]) -> Things:
    return tuple(dict.fromkeys(found))


# Players


def players(table: Table, doing: Doing, who: tree.Player) -> tuple[int, ...]:
    """The seats that a word means; whoever has not started a turn does not exist for others (10.5.1)."""
    return _PLAYERS[who](table, doing)


def _you(table: Table, doing: Doing) -> tuple[int, ...]:
    return (doing.seat,)


def _opponents(table: Table, doing: Doing) -> tuple[int, ...]:
    return opponents(table, doing.seat)


def _everybody(table: Table, doing: Doing) -> tuple[int, ...]:
    return tuple([seat for seat in range(len(table.life)) if _exists(table, doing, seat)])


def _that_player(table: Table, doing: Doing) -> tuple[int, ...]:
    seat = that_player(table, doing)
    return () if seat < 0 else (seat,)


def that_player(table: Table, doing: Doing) -> int:
    """The seat of the player last named, else of whoever the event is about; -1 where nobody is."""
    if doing.who != NOBODY:
        return doing.who
    if doing.it:
        return owner_now(table, doing.it[0])
    return doing.event.seat if doing.event else NOBODY


def owner_now(table: Table, thing: int) -> int:
    """The seat that a player is, or that controls a card."""
    return seat_of_thing(thing) if thing < NOBODY else table.copies[thing].control


def _controllers(table: Table, doing: Doing) -> tuple[int, ...]:
    return tuple([owner_now(table, thing) for thing in doing.it[:1]])


_PLAYERS: Final[dict[tree.Player, Callable[[Table, Doing], tuple[int, ...]]]] = {
    "you": _you,
    "an opponent": _opponents,
    "each opponent": _opponents,
    "a player": _everybody,
    "each player": _everybody,
    "that player": _that_player,
    "its controller": _controllers,
}


def _exists(table: Table, doing: Doing, seat: int) -> bool:
    return seat == doing.seat or table.turns[seat] > 0


# Cards


def fits(table: Table, doing: Doing, wanted: tree.Filter, copy: Copy) -> bool:
    """Whether a card is one that the words describe, wherever it is; whether it can be chosen is another question."""
    face = copy.face
    if wanted.kinds and face.type not in wanted.kinds:
        return False
    if wanted.control is not None and not _is_of(table, doing, wanted.control, copy.control):
        return False
    if wanted.owner is not None and not _is_of(table, doing, wanted.owner, copy.owner):
        return False
    if wanted.color and face.color != wanted.color:
        return False
    if wanted.not_color and face.color == wanted.not_color:
        return False
    if wanted.other and copy.id in (doing.source, table.copies[doing.source].host):
        return False
    if wanted.name and face.key != key(wanted.name):
        return False
    return not asks_more(wanted) or _fits_now(table, doing, wanted, copy)


def asks_more(wanted: tree.Filter) -> bool:
    """Whether a card fits or not by more than what it is, and whose: by how it stands, and where."""
    return bool(wanted.looks or wanted.column or wanted.past or wanted.least or wanted.most or wanted.on)


def _fits_now(table: Table, doing: Doing, wanted: tree.Filter, copy: Copy) -> bool:
    if wanted.looks and not all(_LOOKS[look](table, copy) for look in wanted.looks):
        return False
    if wanted.least is not None and copy.strength < quantities.amount(table, doing, wanted.least):
        return False
    if wanted.most is not None and copy.strength > quantities.amount(table, doing, wanted.most):
        return False
    if wanted.column and not _in_column(table, doing, wanted.column, copy):
        return False
    if wanted.on is not None and (copy.host == NOBODY or copy.host not in named(table, doing, wanted.on)):
        return False
    return wanted.past is None or _did(table, wanted.past, copy.id)


def _did(table: Table, past: tree.Past, number: int) -> bool:
    """Whether that befell the card this turn, since it came to the battlefield: one that comes back is new (G-66)."""
    for what, card in reversed(table.past):
        if card == number and (what == past or what == "was summoned"):
            return what == past
    return False


def _is_of(table: Table, doing: Doing, who: tree.Player, seat: int) -> bool:
    if who == "you":
        return seat == doing.seat
    return seat in _PLAYERS[who](table, doing)


_LOOKS: Final[dict[str, Callable[[Table, Copy], bool]]] = {
    "ready": lambda table, copy: copy.up and not copy.acted and copy.place != NOBODY,
    "acted": lambda table, copy: copy.up and copy.acted,
    "face-down": lambda table, copy: not copy.up,
    "face-up": lambda table, copy: copy.up,
    "enchanted": lambda table, copy: any(table.copies[lying].host == copy.id for lying in table.under),
}


def _in_column(table: Table, doing: Doing, column: str, copy: Copy) -> bool:
    seen_from = doing.source if column != "its front" else next(iter(doing.it), NOBODY)
    if seen_from < 0:
        return False
    source = table.copies[seen_from]
    if source.host != NOBODY:
        source = table.copies[source.host]
    if source.place == NOBODY or copy.place == NOBODY or is_boss_place(source.place) or is_boss_place(copy.place):
        return False
    return _COLUMNS[column](source.place, copy.place)


def _is_in_front(here: int, there: int) -> bool:
    return column_of(here) == column_of(there) and is_summon_place(there) and seat_of(here) == seat_of(there)


_COLUMNS: Final[dict[str, Callable[[int, int], bool]]] = {
    "adjacent": lambda here, there: abs(column_of(here) - column_of(there)) == 1,
    "this": lambda here, there: column_of(here) == column_of(there),
    "facing": lambda here, there: (
        column_of(here) == column_of(there) and is_summon_place(there) and seat_of(here) != seat_of(there)
    ),
    "front": _is_in_front,
    "its front": _is_in_front,
}


def fitting(table: Table, doing: Doing, wanted: tree.Filter) -> list[Copy]:
    """Every card that the words mean now: no defeated card, no face-down boss, nothing of who has not started."""
    there = _on_table if wanted.zone == "table" else _in_piles
    found = [copy for copy in there(table, doing, wanted) if fits(table, doing, wanted, copy)]
    if wanted.extreme and found:
        edge = (max if wanted.extreme == "most" else min)([copy.strength for copy in found])
        return [copy for copy in found if copy.strength == edge]
    return found


def exist(table: Table, doing: Doing, wanted: tree.Filter, least: int = 1) -> bool:
    """Whether at least so many cards are what the words mean now."""
    if wanted.extreme:
        return len(fitting(table, doing, wanted)) >= least
    there = _on_table if wanted.zone == "table" else _in_piles
    for copy in there(table, doing, wanted):
        if fits(table, doing, wanted, copy):
            least -= 1
            if least <= 0:
                return True
    return least <= 0


def _on_table(table: Table, doing: Doing, wanted: tree.Filter) -> list[Copy]:
    """By place; then, where spells can be meant, what lies under cards."""
    copies, begun, own = table.copies, table.turns, doing.seat
    found = [
        copy
        for number in table.table
        if number >= 0
        and not (copy := copies[number]).leaving
        and (copy.up or copy.face.type is not CardType.BOSS)
        and (copy.control == own or begun[copy.control])
    ]
    if table.under and (not wanted.kinds or "spell" in wanted.kinds):
        lying = [copies[number] for number in table.under]
        found += [spell for spell in lying if _exists(table, doing, copies[spell.host].control)]
    return found


def _in_piles(table: Table, doing: Doing, wanted: tree.Filter) -> list[Copy]:
    """The cards of that kind of pile, of everybody who has started (10.5.1)."""
    seats = [seat for seat in range(len(table.life)) if _exists(table, doing, seat)]
    return [copy for seat in seats for copy in in_pile(table, seat, wanted.zone)]


# Choosing


def is_open(table: Table, doing: Doing, thing: tree.Thing) -> bool:
    """Whether somebody has to choose what it is."""
    opens = _OPENS.get(type(thing))
    return opens is not None and opens(table, doing, thing)


def _always(table: Table, doing: Doing, thing: tree.Thing) -> bool:
    return True


def _one_of_several(table: Table, doing: Doing, thing: tree.Who) -> bool:
    return thing.player in ("an opponent", "a player") and len(players(table, doing, thing.player)) != 1


def _open_part(table: Table, doing: Doing, thing: tree.Both) -> bool:
    return any(is_open(table, doing, part) for part in thing.parts)


_OPENS: Final[dict[type, Callable[[Table, Doing, Any], bool]]] = {
    tree.Choose: _always,
    tree.OneOf: _always,
    tree.Who: _one_of_several,
    tree.Both: _open_part,
}


def chooser(table: Table, doing: Doing, thing: tree.Thing) -> int:
    """The seat that chooses it."""
    choice = _choice(thing)
    seats = players(table, doing, choice.by) if choice else ()
    return seats[0] if seats else doing.seat


def choices(table: Table, doing: Doing, thing: tree.Thing) -> tuple[tuple[int, tree.Thing], ...]:
    """The choices by which a thing comes about, each with who "that player" is in it: one, or where each player chooses
    one for each of them, the active player first (10.4.1)."""
    choice = _choice(thing)
    if choice is None or choice.by != "each player":
        return ((doing.who, thing),)
    seats = sorted(players(table, doing, "each player"), key=lambda seat: seat != table.active)
    return tuple([(seat, _for_one(thing)) for seat in seats])


@cache
def _for_one(thing: tree.Thing) -> tree.Thing:
    """What each player chooses, said of one of them."""
    if isinstance(thing, tree.OneOf):
        return replace(thing, parts=tuple(map(_for_one, thing.parts)))
    if not isinstance(thing, tree.Choose):
        return thing
    own: dict[str, tree.Player] = {
        field: "that player" for field in ("control", "owner") if getattr(thing.filter, field) == "each player"
    }
    return replace(thing, by="that player", filter=replace(thing.filter, **own))  # type: ignore[arg-type]


def as_chooser(table: Table, doing: Doing, choice: tree.Choose) -> Doing:
    """The ability as whoever chooses understands it: where that is not its controller, "that player" is the chooser."""
    return doing if choice.by == "you" else doing._replace(who=chooser(table, doing, choice))


def bounds(thing: tree.Thing) -> tuple[int, int | None]:
    """How many things are chosen: at least, and at most (None: any number)."""
    choice = _choice(thing)
    return (choice.low, choice.high) if choice else (1, 1)


def _choice(thing: tree.Thing) -> tree.Choose | None:
    """The choice of cards in a thing, the first of "a summon or a player"."""
    if type(thing) is tree.Choose:
        return thing
    if type(thing) is tree.OneOf:
        return next(filter(None, map(_choice, thing.parts)), None)
    return None


def candidates(table: Table, doing: Doing, thing: tree.Thing) -> Things:
    """What can be chosen, in a fixed order: places, players, cards of piles by name, one of equal ones.

    What was chosen for the same step already is left out: a card does not change places with itself.
    """
    found = _offered(table, doing, thing)
    if not doing.picked:
        return found
    taken = {one for picked in doing.picked for one in picked}
    return tuple([one for one in found if one not in taken])


def _offered(table: Table, doing: Doing, thing: tree.Thing) -> Things:
    kind = type(thing)
    if kind is tree.Choose:
        return _cards(table, as_chooser(table, doing, thing), thing.filter)  # type: ignore[arg-type, union-attr]
    if kind is tree.OneOf or kind is tree.Both:
        parts: tuple[tree.Thing, ...] = thing.parts  # type: ignore[union-attr]
        found = _once(one for part in parts for one in _offered(table, doing, part))
        return tuple(sorted(found, key=lambda one: _rank(table, one)))
    return named(table, doing, thing)


def _rank(table: Table, thing: int) -> int:
    """Places before players before piles; sorting keeps the order within each."""
    if thing < NOBODY:
        return 1
    return 0 if table.copies[thing].place != NOBODY or table.copies[thing].host != NOBODY else 2


def _cards(table: Table, doing: Doing, wanted: tree.Filter) -> Things:
    found = fitting(table, doing, wanted)
    if wanted.zone == "table":
        return tuple([copy.id for copy in found])
    different = {(copy.face.key, copy.owner): copy.id for copy in reversed(found)}
    return tuple([different[name] for name in sorted(different)])


# What is not chosen


def named(table: Table, doing: Doing, thing: tree.Thing) -> Things:
    """What a thing stands for that nobody chooses; nothing for what somebody does."""
    means = _MEANS.get(type(thing))
    return means(table, doing, thing) if means else ()


def _this(table: Table, doing: Doing, thing: tree.This) -> Things:
    return (doing.source,)


def _it(table: Table, doing: Doing, thing: tree.It | tree.Them) -> Things:
    return doing.it


def _each(table: Table, doing: Doing, thing: tree.Each) -> Things:
    return tuple([copy.id for copy in fitting(table, doing, thing.filter)])


def _who(table: Table, doing: Doing, thing: tree.Who) -> Things:
    return tuple([player(seat) for seat in players(table, doing, thing.player)])


def _host(table: Table, doing: Doing, thing: tree.Host) -> Things:
    host = table.copies[doing.source].host
    return () if host == NOBODY else (host,)


def _both(table: Table, doing: Doing, thing: tree.Both) -> Things:
    return _once(one for part in thing.parts for one in named(table, doing, part))


def _target(table: Table, doing: Doing, thing: tree.Target) -> Things:
    """What an attack was declared on; for the attacked card, who attacks it."""
    event = doing.event
    if event is None:
        return ()
    about_other = _speaks_of_the_other(table, doing)
    attacked = event.other in _selves(table, doing) if about_other is None else about_other
    if event.kind != "attack" or attacked:
        return _other(table, doing, thing)
    return _second(event.other, event.seat)


def _other(table: Table, doing: Doing, thing: tree.Thing) -> Things:
    event = doing.event
    if event is None:
        return ()
    selves = _selves(table, doing)
    reverse = event.other in selves or (event.card not in selves and _speaks_of_the_other(table, doing) is True)
    if reverse:
        return _second(event.card, event.seat)
    return _second(event.other, event.seat if event.kind == "attack" else NOBODY)


def _second(card: int, seat: int) -> Things:
    """That card, or where it is none that player."""
    if card != NOBODY:
        return (card,)
    return () if seat == NOBODY else (player(seat),)


def _selves(table: Table, doing: Doing) -> Things:
    """This card, and the one it lies under."""
    host = table.copies[doing.source].host
    return (doing.source,) if host == NOBODY else (doing.source, host)


_OF_THE_OTHER: Final = {"attacked": "attack", "blocked": "block", "defeats": "defeat", "deals damage": "taken"}
"""Verbs whose subject is the second card of the event, by the kind of that event."""
_OF_THE_FIRST: Final = {"attacks": "attack", "blocks": "block", "defeated": "defeat", "damaged": "taken"}


def _speaks_of_the_other(table: Table, doing: Doing) -> bool | None:
    """Whether the ability is about the second card of its event; None where its text speaks of no such event."""
    said = texts.texts_of(table.copies[doing.source].face)
    text = said[doing.number] if doing.number < len(said) else None
    happened = doing.event
    selves = _selves(table, doing)
    for moment in text.moments if text and happened else ():
        for event in moment.events if type(moment) is tree.When else ():
            assert happened is not None
            if happened.kind in (_OF_THE_OTHER.get(event.verb), _OF_THE_FIRST.get(event.verb)):
                second = event.verb in _OF_THE_OTHER
                subject = happened.other if second else happened.card
                if type(event.who) not in (tree.This, tree.Host) or subject in selves:
                    return second
    return None


_MEANS: Final[dict[type, Callable[[Table, Doing, Any], Things]]] = {
    tree.This: _this,
    tree.It: _it,
    tree.Them: _it,
    tree.Each: _each,
    tree.Who: _who,
    tree.Host: _host,
    tree.Both: _both,
    tree.Target: _target,
    tree.Other: _other,
}
