"""What the words of a text stand for now: players, cards and amounts (10.1, G-94, G-112)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from engine.bos.abilities import card_abilities, columns, turn_memory
from engine.bos.abilities.departed import last_strength
from engine.bos.model import syntax, terms
from engine.bos.model.cards import Card, key
from engine.bos.model.piles import in_pile, pile_size
from engine.bos.model.places import NOBODY, column_of, field_of, is_boss_place, is_summon_place, player, seat_of_thing
from engine.bos.model.presence import exists, is_passed_by, opponents
from engine.bos.model.state import CASTLE, SPELLBOOK, Copy, PendingAbility, Table

Things = tuple[int, ...]


def distinct(ids: Iterable[int]) -> Things:
    return tuple(dict.fromkeys(ids))


# Players


def players(table: Table, pending: PendingAbility, word: terms.Player) -> tuple[int, ...]:
    """The seats that a word means; whoever has not started a turn does not exist for others (10.5.1)."""
    if type(word) is terms.ControllerOf:
        cards = named(table, pending, word.of)
        return distinct(owner_now(table, target) for target in (cards if word.each else cards[:1]))
    return _PLAYERS[word](table, pending)


def means(table: Table, pending: PendingAbility, word: terms.Player, target: int) -> bool:
    """Whether a word means that player; what happens to a combined team happens to both members (14.3.7, 14.3.12)."""
    seats, seat, seating = players(table, pending, word), seat_of_thing(target), table.setup.seating
    if seat in seats or not seating.is_shared or pending.event is None or pending.event.kind in _OF_MEMBERS:
        return seat in seats
    return any(seating.lead[other] == seating.lead[seat] for other in seats)


_OF_MEMBERS: Final = ("cast", "summon", "boss", "discard", "pay", "spend vim", "spend ether")  # what one member does


def _opponents(table: Table, pending: PendingAbility) -> tuple[int, ...]:
    return opponents(table, pending.seat)


def _everybody(table: Table, pending: PendingAbility) -> tuple[int, ...]:
    return tuple([seat for seat in range(len(table.turns)) if _exists(table, pending, seat)])


def _that_player(table: Table, pending: PendingAbility) -> tuple[int, ...]:
    seat = that_player(table, pending)
    return () if seat < 0 or is_passed_by(table, seat) else (seat,)


def that_player(table: Table, pending: PendingAbility) -> int:
    """The seat of the player last named, else of whoever the event is about; -1 where nobody is."""
    if pending.who != NOBODY:
        return pending.who
    if pending.it:
        return owner_now(table, pending.it[0])
    return pending.event.seat if pending.event else NOBODY


def owner_now(table: Table, target: int) -> int:
    """The seat that a player is, or that controls a card."""
    return seat_of_thing(target) if target < NOBODY else table.copies[target].control


def _controllers(table: Table, pending: PendingAbility) -> tuple[int, ...]:
    return tuple([owner_now(table, target) for target in pending.it[:1]])


_PLAYERS: Final[dict[terms.Player, Callable[[Table, PendingAbility], tuple[int, ...]]]] = {
    "you": lambda table, pending: (pending.seat,),
    "an opponent": _opponents,
    "each opponent": _opponents,
    "a player": _everybody,
    "each player": _everybody,
    "the active player": lambda table, pending: (table.active,),
    "that player": _that_player,
    "its controller": _controllers,
}


def _exists(table: Table, pending: PendingAbility, seat: int) -> bool:
    return seat == pending.seat or exists(table, seat)


# Cards


def fits(table: Table, pending: PendingAbility, wanted: terms.Filter, copy: Copy) -> bool:
    """Whether a card is one that the words describe, wherever it is; whether it can be chosen is another question."""
    face = copy.face
    if wanted.kinds and face.type not in wanted.kinds:
        return False
    if wanted.control is not None and not _is_of(table, pending, wanted.control, copy.control):
        return False
    if wanted.owner is not None and not _is_of(table, pending, wanted.owner, copy.owner):
        return False
    if wanted.color and face.color != wanted.color:
        return False
    if wanted.not_color and face.color == wanted.not_color:
        return False
    if wanted.other and copy.id in (pending.source, table.copies[pending.source].host):
        return False
    if wanted.name and face.key != key(wanted.name):
        return False
    if (wanted.dear or wanted.cheap) and not costs_within(table, pending, wanted, face):
        return False
    return not asks_more(wanted) or _fits_now(table, pending, wanted, copy)


def costs_within(table: Table, pending: PendingAbility, wanted: terms.Filter, face: Card) -> bool:
    """Whether the printed cost of a spell is what the words ask for (G-380); other cards have none."""
    if face.cost is None or (wanted.dear and face.cost < amount(table, pending, wanted.dear)):
        return False
    return wanted.cheap is None or face.cost <= _most(table, pending, wanted.cheap)


def _most(table: Table, pending: PendingAbility, quantity: terms.Quantity) -> int:
    """The most that something may have; below 0 where it has to be less than nothing, which nothing is."""
    if isinstance(quantity, terms.Below):
        return amount(table, pending, quantity.of) - 1
    return amount(table, pending, quantity)


def asks_more(wanted: terms.Filter) -> bool:
    """Whether a card fits or not by more than what it is, and whose: by how it stands, and where."""
    return bool(
        wanted.looks or wanted.column or wanted.past or wanted.least or wanted.most or wanted.on or wanted.besides
        or wanted.near
    )  # fmt: skip


def _fits_now(table: Table, pending: PendingAbility, wanted: terms.Filter, copy: Copy) -> bool:
    if wanted.looks and not all(_LOOKS[look](table, copy) for look in wanted.looks):
        return False
    if (wanted.least or wanted.most) and not _is_so_strong(table, pending, wanted, copy):
        return False
    if wanted.besides is not None and copy.id in named(table, pending, wanted.besides):
        return False
    if wanted.near is not None and not columns.is_near(table, pending, wanted.near, copy, named):
        return False
    if wanted.column and not _in_column(table, pending, wanted.column, copy):
        return False
    if wanted.on is not None and (copy.host == NOBODY or copy.host not in named(table, pending, wanted.on)):
        return False
    return wanted.past is None or _did(table, wanted.past, copy.id) is not wanted.past_no


def _is_so_strong(table: Table, pending: PendingAbility, wanted: terms.Filter, copy: Copy) -> bool:
    """Whether its strength, or the printed one, is within the bounds; they can be its own: "more than its base"."""
    strength = (copy.face.strength or 0) if wanted.base else copy.strength
    seen = pending._replace(it=(copy.id,)) if _is_own(wanted.least) or _is_own(wanted.most) else pending
    if wanted.least is not None and strength < amount(table, seen, wanted.least):
        return False
    return wanted.most is None or strength <= _most(table, seen, wanted.most)


def _is_own(bound: terms.Quantity | None) -> bool:
    """Whether it is the printed strength of the card itself; the strength now would be that of the subject."""
    measured = bound.of if isinstance(bound, terms.Above | terms.Below) else bound
    return isinstance(measured, terms.Strength) and measured.base and isinstance(measured.of, terms.Itself)


def _did(table: Table, past: terms.Past, number: int) -> bool:
    """Whether that befell the card this turn, since it came to the battlefield: one that comes back is new (G-66)."""
    for event, card, _ in reversed(table.past):
        if card == number and (event == past or event == "was summoned"):
            return event == past
    return False


def _is_of(table: Table, pending: PendingAbility, word: terms.Player, seat: int) -> bool:
    if word == "you":
        return seat == pending.seat
    return seat in players(table, pending, word)


_LOOKS: Final[dict[str, Callable[[Table, Copy], bool]]] = {
    "ready": lambda table, copy: copy.up and not copy.acted and copy.place != NOBODY,
    "acted": lambda table, copy: copy.up and copy.acted,
    "face-down": lambda table, copy: not copy.up,
    "face-up": lambda table, copy: copy.up,
    "enchanted": lambda table, copy: any(table.copies[lying].host == copy.id for lying in table.under),
    "attacking": lambda table, copy: _takes_part(table, copy, 0),
    "blocking": lambda table, copy: _takes_part(table, copy, 3),
}


def _takes_part(table: Table, copy: Copy, part: int) -> bool:
    """Whether a card is the attacker (0), or the blocker (3), of an attack under way."""
    return any(frame.routine == "attack" and frame.values[part] == copy.id for frame in table.frames)


def _in_column(table: Table, pending: PendingAbility, column: str, copy: Copy) -> bool:
    seen_from = pending.source if column != "its front" else next(iter(pending.it), NOBODY)
    if seen_from < 0:
        return False
    source = table.copies[seen_from]
    if source.host != NOBODY:
        source = table.copies[source.host]
    if source.place == NOBODY or copy.place == NOBODY or is_boss_place(source.place) or is_boss_place(copy.place):
        return False
    side = table.setup.seating.side
    if column == "facing" and side[source.control] == side[copy.control]:
        return False
    return _COLUMNS[column](source.place, copy.place)


def _is_in_front(here: int, there: int) -> bool:
    return column_of(here) == column_of(there) and is_summon_place(there) and field_of(here) == field_of(there)


_COLUMNS: Final[dict[str, Callable[[int, int], bool]]] = {
    "adjacent": lambda here, there: abs(column_of(here) - column_of(there)) == 1,
    "this": lambda here, there: column_of(here) == column_of(there),
    "facing": lambda here, there: (
        column_of(here) == column_of(there) and is_summon_place(there) and field_of(here) != field_of(there)
    ),
    "front": _is_in_front,
    "its front": _is_in_front,
}


def fitting(table: Table, pending: PendingAbility, wanted: terms.Filter) -> list[Copy]:
    """Every card that the words mean now: no defeated card, no face-down boss, nothing of who has not started."""
    cards_in = _on_table if wanted.zone == "table" else _in_piles
    cards = [copy for copy in cards_in(table, pending, wanted) if fits(table, pending, wanted, copy)]
    if wanted.extreme and cards:
        edge = (max if wanted.extreme == "most" else min)([copy.strength for copy in cards])
        return [copy for copy in cards if copy.strength == edge]
    return cards


def exist(table: Table, pending: PendingAbility, wanted: terms.Filter, least: int = 1) -> bool:
    """Whether at least so many cards are what the words mean now."""
    if wanted.extreme:
        return len(fitting(table, pending, wanted)) >= least
    cards_in = _on_table if wanted.zone == "table" else _in_piles
    for copy in cards_in(table, pending, wanted):
        if fits(table, pending, wanted, copy):
            least -= 1
            if least <= 0:
                return True
    return least <= 0


def _on_table(table: Table, pending: PendingAbility, wanted: terms.Filter) -> list[Copy]:
    """By place; then, where spells can be meant, what lies under cards."""
    copies, own = table.copies, pending.seat
    there = [exists(table, seat) for seat in range(len(table.turns))] if table.gone or table.down else table.turns
    hidden = "face-down" in wanted.looks and "boss" in wanted.kinds
    cards = [
        copy
        for number in table.table
        if number >= 0
        and not (copy := copies[number]).leaving
        and (copy.up or hidden or not is_boss_place(copy.place))
        and (copy.control == own or there[copy.control])
    ]
    if table.under and (not wanted.kinds or "spell" in wanted.kinds):
        lying = [copies[number] for number in table.under]
        cards += [spell for spell in lying if _exists(table, pending, copies[spell.host].control)]
    return cards


def _in_piles(table: Table, pending: PendingAbility, wanted: terms.Filter) -> list[Copy]:
    """The cards of that kind of pile, of everybody who has started (10.5.1)."""
    seats = [seat for seat in range(len(table.turns)) if _exists(table, pending, seat)]
    return [copy for seat in seats for zone in _piles(wanted) for copy in in_pile(table, seat, zone)]


def _piles(wanted: terms.Filter) -> tuple[str, ...]:
    return (CASTLE, SPELLBOOK) if wanted.zone == "castle or spellbook" else (wanted.zone,)


# What is not chosen


def named(table: Table, pending: PendingAbility, phrase: terms.Thing) -> Things:
    """What a thing stands for that nobody chooses; nothing for what somebody does."""
    means = _MEANS.get(type(phrase))
    return means(table, pending, phrase) if means else ()


def _this(table: Table, pending: PendingAbility, phrase: terms.This) -> Things:
    return (pending.source,)


def _it(table: Table, pending: PendingAbility, phrase: terms.Itself) -> Things:
    return pending.it


def remembered(table: Table, pending: PendingAbility, phrase: terms.Thing) -> Things:
    """What a reference stands for, or what was chosen to be measured."""
    return next((memory.things for memory in pending.named if memory.of == phrase), ())


def _each(table: Table, pending: PendingAbility, phrase: terms.Each) -> Things:
    return tuple([copy.id for copy in fitting(table, pending, phrase.filter)])


def _who(table: Table, pending: PendingAbility, phrase: terms.Who) -> Things:
    return tuple([player(seat) for seat in players(table, pending, phrase.player)])


def _host(table: Table, pending: PendingAbility, phrase: terms.Host) -> Things:
    host = table.copies[pending.source].host
    return remembered(table, pending, phrase) if host == NOBODY else (host,)


def _both(table: Table, pending: PendingAbility, phrase: terms.Both) -> Things:
    return distinct(target for part in phrase.parts for target in named(table, pending, part))


def _target(table: Table, pending: PendingAbility, phrase: terms.Target) -> Things:
    """What an attack was declared on; for the attacked card, who attacks it."""
    event = pending.event
    if event is None:
        return ()
    about_other = _speaks_of_the_other(table, pending)
    attacked = event.other in _selves(table, pending) if about_other is None else about_other
    if event.kind not in ATTACKS or attacked:
        return _other(table, pending, phrase)
    return _second(table, event.other, event.seat)


def _other(table: Table, pending: PendingAbility, phrase: terms.Thing) -> Things:
    event = pending.event
    if event is None:
        return ()
    selves = _selves(table, pending)
    reverse = event.other in selves or (event.card not in selves and _speaks_of_the_other(table, pending) is True)
    if reverse:
        return _second(table, event.card, event.seat)
    return _second(table, event.other, event.seat if event.kind in ATTACKS else NOBODY)


def _second(table: Table, card: int, seat: int) -> Things:
    """That card, or where it is none that player."""
    if card != NOBODY:
        return (card,)
    return () if seat == NOBODY or is_passed_by(table, seat) else (player(seat),)


def _selves(table: Table, pending: PendingAbility) -> Things:
    """This card, and the one it lies under."""
    host = table.copies[pending.source].host
    return (pending.source,) if host == NOBODY else (pending.source, host)


_OF_THE_OTHER: Final = {"attacked": "attack", "blocked": "block", "defeats": "defeat", "deals damage": "taken"}
"""Verbs whose subject is the second card of the event, by the kind of that event."""
_OF_THE_FIRST: Final = {
    "attacks": "attack", "blocks": "block", "defeated": "defeat", "damaged": "taken", "unblocked": "unblocked",
    "has attacked": "attack over",
}  # fmt: skip
ATTACKS: Final = ("attack", "unblocked", "attack over")
"""Events that are about an attacker, what it attacks, and the seat that is attacked."""


def _speaks_of_the_other(table: Table, pending: PendingAbility) -> bool | None:
    """Whether the ability is about the second card of its event; None where its text speaks of no such event."""
    text = card_abilities.spoken_text(card_abilities.face_of(table, pending), pending.number)
    happened = pending.event
    selves = _selves(table, pending)
    for moment in text.moments if text and happened else ():
        for event in moment.events if type(moment) is syntax.When else ():
            assert happened is not None
            if happened.kind in (_OF_THE_OTHER.get(event.verb), _OF_THE_FIRST.get(event.verb)):
                second = event.verb in _OF_THE_OTHER
                subject = happened.other if second else happened.card
                if type(event.who) not in (terms.This, terms.Host) or subject in selves:
                    return second
    return None


_MEANS: Final[dict[type, Callable[[Table, PendingAbility, Any], Things]]] = {
    terms.This: _this,
    terms.Earlier: remembered,
    terms.Itself: _it,
    terms.Each: _each,
    terms.Who: _who,
    terms.Host: _host,
    terms.Both: _both,
    terms.Column: lambda table, pending, phrase: columns.fixed(table, pending, phrase),
    terms.Target: _target,
    terms.Other: _other,
}


_HIDDEN: Final = (CASTLE, SPELLBOOK)


def amount(table: Table, pending: PendingAbility, quantity: terms.Quantity) -> int:
    """How much a quantity is now; never less than 0."""
    return max(AMOUNTS[type(quantity)](table, pending, quantity), 0)


# Quantities


def _number(table: Table, pending: PendingAbility, quantity: terms.Number) -> int:
    return quantity.value


def _count(table: Table, pending: PendingAbility, quantity: terms.Count) -> int:
    cards = fitting(table, pending, quantity.filter)
    zones = _piles(quantity.filter)
    if zones[0] not in _HIDDEN or not any(table.setup.hidden_swap):
        return len(cards)
    piles = [(seat, zone) for seat in range(len(table.turns)) for zone in zones]
    lying = [(seat, zone, [card for card in cards if card.owner == seat]) for seat, zone in piles]
    return sum(_held(table, [card for card in own if card.zone == zone], seat, zone) for seat, zone, own in lying)


def _held(table: Table, cards: list[Copy], seat: int, zone: str) -> int:
    """Of cards that may be in a pile no more are there than the pile holds (2.2.2)."""
    return min(len(cards), pile_size(table, seat, zone)) if table.setup.hidden_swap[seat] else len(cards)


def _strength(table: Table, pending: PendingAbility, quantity: terms.Strength) -> int:
    of = quantity.of
    if type(of) is terms.Earlier and not quantity.base:
        return _last_known(table, pending, of)
    if type(of) is terms.Choose:
        return sum([table.copies[target].strength for target in remembered(table, pending, of)])
    cards = [table.copies[target] for target in named(table, pending, of) if target >= 0]
    return sum((card.face.strength or 0) if quantity.base else last_strength(pending, card) for card in cards[:1])


def _last_known(table: Table, pending: PendingAbility, phrase: terms.Earlier) -> int:
    """The strength of a card that was named before; of one that is gone the strength it last had (G-321)."""
    things = remembered(table, pending, phrase)
    return last_strength(pending, table.copies[things[0]]) if things and things[0] >= 0 else 0


def _has(table: Table, pending: PendingAbility, quantity: terms.Has) -> int:
    pool = resource_of(table, quantity.resource)
    return sum(pool[seat] for seat in players(table, pending, quantity.player)[:1])


def _that_much(table: Table, pending: PendingAbility, quantity: terms.ThatMuch) -> int:
    return pending.amount


def _x(table: Table, pending: PendingAbility, quantity: terms.X) -> int:
    return pending.x


def occurrences(table: Table, pending: PendingAbility, what: terms.Happened | terms.Occurred) -> int:
    """How often it befell cards that fit this turn; where it is asked whether it did, each card counts once of what it
    can do again."""
    cards = turn_memory.befallen(table, what.past)
    if what.past not in _EACH_TIME and isinstance(what, terms.Happened):
        cards = list({(card.id, card.control): card for card in cards}.values())
    return sum(fits(table, pending, what.filter, card) for card in cards)


def done_this_turn(table: Table, pending: PendingAbility, when: syntax.When, seat: int) -> int:
    """How many such cards that seat has cast, or summoned, this turn."""
    past: terms.Past = "was cast" if when.verb == "casts" else "was summoned"
    return cards_of_turn(table, pending, when.to.filter, past, seat) if isinstance(when.to, terms.Each) else 0


def cards_of_turn(table: Table, pending: PendingAbility, wanted: terms.Filter, past: terms.Past, seat: int) -> int:
    """How often this turn that befell cards of a seat that fit."""
    copies = turn_memory.befallen(table, past)
    return sum(copy.control == seat and fits(table, pending, wanted, copy) for copy in copies)


_EACH_TIME: Final = ("was summoned", "was defeated", "was cast")


AMOUNTS: Final[dict[type, Callable[[Table, PendingAbility, Any], int]]] = {
    terms.Number: _number,
    terms.Count: _count,
    terms.Strength: _strength,
    terms.Has: _has,
    terms.ThatMuch: _that_much,
    terms.X: _x,
    terms.Below: lambda table, pending, quantity: amount(table, pending, quantity.of) - 1,
    terms.Above: lambda table, pending, quantity: amount(table, pending, quantity.of) + 1,
    terms.Occurred: occurrences,
    terms.CountColumns: lambda table, pending, much: len(columns.fitting_columns(table, pending, much.filter, named)),
}
"""How much each kind of quantity is; what is calculated from others is entered by `amounts`."""


def resource_of(table: Table, resource: terms.Resource) -> tuple[int, ...] | list[int]:
    """The life, vim or ether of each seat."""
    if resource == "life":
        return table.life
    return table.vim if resource == "vim" else table.ether
