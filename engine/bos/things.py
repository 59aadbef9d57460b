"""What the words of a text stand for: which cards fit, which players are meant, what can be chosen (G-94, G-112)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import cache

from engine.bos import quantities, tree
from engine.bos.cards import CardType, key
from engine.bos.state import (
    NOBODY,
    UNDER,
    Copy,
    Doing,
    Table,
    column_of,
    is_boss_place,
    is_summon_place,
    player,
    seat_of,
    seat_of_thing,
)  # fmt: skip

_KINDS = {CardType.SUMMON: "summon", CardType.WIZARD: "wizard", CardType.BOSS: "boss", CardType.SPELL: "spell"}


# The things of a deed


@cache
def _thing_fields(kind: type) -> tuple[str, ...]:
    return tuple(f.name for f in fields(kind) if str(f.type).removesuffix(" | None") == "Thing")


def slots(deed: tree.Deed) -> tuple[tree.Thing, ...]:
    """The things that a deed names, in printed order."""
    kind: type = type(deed)
    found = (getattr(deed, name) for name in _thing_fields(kind))
    return tuple(thing for thing in found if thing is not None)


# Players


def players(table: Table, doing: Doing, who: tree.Player) -> tuple[int, ...]:
    """The seats that a word means; whoever has not started a turn does not exist for others (10.5.1)."""
    seat = doing.seat
    match who:
        case "you":
            return (seat,)
        case "an opponent" | "each opponent":
            return tuple(other for other in range(len(table.life)) if other != seat and table.turns[other])
        case "a player" | "each player":
            return tuple(other for other in range(len(table.life)) if other == seat or table.turns[other])
        case "that player":
            return _that_player(table, doing)
        case "its controller":
            return tuple(table.copies[thing].control for thing in doing.it[:1] if thing >= 0)


def _that_player(table: Table, doing: Doing) -> tuple[int, ...]:
    for thing in doing.it:
        return (seat_of_thing(thing) if thing < NOBODY else table.copies[thing].control,)
    event = doing.event
    return (event.seat,) if event and event.seat >= 0 else ()


# Cards


def fits(table: Table, doing: Doing, wanted: tree.Filter, copy: Copy) -> bool:
    """Whether a card is one that the words describe; whether it can be chosen is another question."""
    face = copy.face
    if wanted.kinds and (face.type is None or _KINDS[face.type] not in wanted.kinds):
        return False
    if wanted.color and face.color != wanted.color:
        return False
    if wanted.not_color and face.color == wanted.not_color:
        return False
    if wanted.name and face.key != key(wanted.name):
        return False
    if wanted.other and copy.id == doing.source:
        return False
    if wanted.control is not None and copy.control not in players(table, doing, wanted.control):
        return False
    if wanted.owner is not None and copy.owner not in players(table, doing, wanted.owner):
        return False
    if wanted.looks and not all(_LOOKS[look](table, copy) for look in wanted.looks):
        return False
    if wanted.least is not None and copy.strength < quantities.amount(table, doing, wanted.least):
        return False
    if wanted.most is not None and copy.strength > quantities.amount(table, doing, wanted.most):
        return False
    if wanted.column and not _in_column(table, doing, wanted.column, copy):
        return False
    return wanted.past is None or (wanted.past, copy.id) in table.past


_LOOKS: dict[str, Callable[[Table, Copy], bool]] = {
    "ready": lambda table, copy: copy.up and not copy.acted,
    "acted": lambda table, copy: copy.up and copy.acted,
    "face-down": lambda table, copy: not copy.up,
    "face-up": lambda table, copy: copy.up,
    "enchanted": lambda table, copy: any(table.copies[lying].host == copy.id for lying in table.under),
}


def _in_column(table: Table, doing: Doing, column: str, copy: Copy) -> bool:
    source = table.copies[doing.source]
    if source.host >= 0:
        source = table.copies[source.host]
    if source.place == NOBODY or copy.place == NOBODY or is_boss_place(source.place) or is_boss_place(copy.place):
        return False
    here, there = column_of(source.place), column_of(copy.place)
    match column:
        case "adjacent":
            return abs(here - there) == 1
        case "facing":
            return here == there and is_summon_place(copy.place) and seat_of(copy.place) != seat_of(source.place)
        case "front":
            return here == there and is_summon_place(copy.place) and seat_of(copy.place) == seat_of(source.place)
    return here == there


def fitting(table: Table, doing: Doing, wanted: tree.Filter) -> list[Copy]:
    """Every card that the words mean now: no defeated card, no face-down boss, nothing of who has not started."""
    found = [copy for copy in _present(table, doing, wanted) if fits(table, doing, wanted, copy)]
    if wanted.extreme and found:
        edge = (max if wanted.extreme == "most" else min)(copy.strength for copy in found)
        return [copy for copy in found if copy.strength == edge]
    return found


def _present(table: Table, doing: Doing, wanted: tree.Filter) -> Iterator[Copy]:
    if wanted.zone != "table":
        yield from (copy for copy in table.copies if copy.zone == wanted.zone and _exists(table, doing, copy.owner))
        return
    for number in table.table:
        if number >= 0:
            copy = table.copies[number]
            if not copy.leaving and (copy.up or not is_boss_place(copy.place)) and _exists(table, doing, copy.control):
                yield copy
    if "spell" in wanted.kinds or not wanted.kinds:
        yield from (copy for copy in table.copies if copy.zone == UNDER)


def _exists(table: Table, doing: Doing, seat: int) -> bool:
    return seat == doing.seat or table.turns[seat] > 0


# Choosing


def is_open(table: Table, doing: Doing, thing: tree.Thing) -> bool:
    """Whether somebody has to choose what it is."""
    if isinstance(thing, tree.Choose | tree.OneOf):
        return True
    if isinstance(thing, tree.Who):
        return thing.player in ("an opponent", "a player") and len(players(table, doing, thing.player)) != 1
    return isinstance(thing, tree.Both) and any(is_open(table, doing, part) for part in thing.parts)


def chooser(table: Table, doing: Doing, thing: tree.Thing) -> int:
    """The seat that chooses it."""
    by = thing.by if isinstance(thing, tree.Choose) else "you"
    seats = players(table, doing, by)
    return seats[0] if seats else doing.seat


def bounds(thing: tree.Thing) -> tuple[int, int | None]:
    """How many things are chosen: at least, and at most (None: any number)."""
    if isinstance(thing, tree.Choose):
        return thing.low, thing.high
    return 1, 1


def candidates(table: Table, doing: Doing, thing: tree.Thing) -> tuple[int, ...]:
    """What can be chosen, in a fixed order: places, players, cards of piles by name, one of equal ones."""
    match thing:
        case tree.Choose():
            return _cards(table, doing, thing.filter)
        case tree.OneOf() | tree.Both():
            found = [one for part in thing.parts for one in candidates(table, doing, part)]
            return tuple(dict.fromkeys(found))
        case tree.Who():
            return tuple(player(seat) for seat in players(table, doing, thing.player))
    return named(table, doing, thing)


def _cards(table: Table, doing: Doing, wanted: tree.Filter) -> tuple[int, ...]:
    found = fitting(table, doing, wanted)
    if wanted.zone == "table":
        return tuple(copy.id for copy in found)
    different = {(copy.face.key, copy.owner): copy.id for copy in reversed(found)}
    return tuple(different[name] for name in sorted(different))


def named(table: Table, doing: Doing, thing: tree.Thing) -> tuple[int, ...]:
    """What a thing stands for that nobody chooses."""
    match thing:
        case tree.This():
            return (doing.source,)
        case tree.It() | tree.Them():
            return doing.it
        case tree.Each():
            return tuple(copy.id for copy in fitting(table, doing, thing.filter))
        case tree.Who():
            return tuple(player(seat) for seat in players(table, doing, thing.player))
        case tree.Host():
            host = table.copies[doing.source].host
            return (host,) if host >= 0 else ()
        case tree.Target():
            return _target(doing)
        case tree.Other():
            return _other(doing)
        case tree.Both():
            return tuple(dict.fromkeys(one for part in thing.parts for one in named(table, doing, part)))
    return ()


def _target(doing: Doing) -> tuple[int, ...]:
    """What an attack was declared on; for the attacked card, who attacks it."""
    event = doing.event
    if event is None:
        return ()
    if event.kind == "attack" and event.other == doing.source:
        return (event.card,)
    if event.kind == "attack":
        return (event.other,) if event.other >= 0 else (player(event.seat),)
    return _other(doing)


def _other(doing: Doing) -> tuple[int, ...]:
    event = doing.event
    if event is None:
        return ()
    other = event.card if event.other == doing.source else event.other
    return (other,) if other >= 0 else ()
