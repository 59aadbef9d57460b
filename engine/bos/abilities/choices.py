"""What somebody chooses for a text: what is open, who chooses, and among which things."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any, Final

from engine.bos.abilities import columns
from engine.bos.abilities.continuous_effects import can_be_chosen, limits_choices
from engine.bos.abilities.targets import Things, distinct, fitting, named, players
from engine.bos.model import syntax, terms
from engine.bos.model.deed_things import MOST_DEEDS, things_of
from engine.bos.model.places import NOBODY
from engine.bos.model.state import PendingAbility, Table

# The things of a deed


def slots(deed: syntax.Deed) -> tuple[terms.Thing, ...]:
    """The things that a deed names, in printed order; of several things together each one."""
    cached = _SLOTS.get(id(deed))
    if cached is None:
        if len(_SLOTS) >= MOST_DEEDS:
            _SLOTS.clear()
        parts = [part for phrase in things_of(deed) for part in _parts(phrase)]
        if isinstance(deed, syntax.Turn) and deed.up:
            parts = list(map(_face_down, parts))
        cached = _SLOTS[id(deed)] = (deed, tuple(parts))
    return cached[1]


def are_together(deed: syntax.Deed) -> bool:
    """Whether all that a deed names is named together, as in "a summon and an opponent"."""
    phrases = things_of(deed)
    return len(phrases) == 1 and type(phrases[0]) is terms.Both


def _face_down(phrase: terms.Thing) -> terms.Thing:
    """A boss that is turned face-up is one that lies face-down, which nothing else can mean (G-264)."""
    if not isinstance(phrase, terms.Choose | terms.Each) or "boss" not in phrase.filter.kinds or phrase.filter.looks:
        return phrase
    return replace(phrase, filter=replace(phrase.filter, looks=("face-down",)))


_SLOTS: dict[int, tuple[syntax.Deed, tuple[terms.Thing, ...]]] = {}
"""By its number in memory, which no other deed can come to have as long as it is kept here."""


def _parts(phrase: terms.Thing) -> tuple[terms.Thing, ...]:
    if type(phrase) is terms.Both:
        return tuple([inner for part in phrase.parts for inner in _parts(part)])
    return (phrase,)


def joined(deed: syntax.Deed, targets: tuple[Things, ...]) -> tuple[Things, ...]:
    """What stands for the slots of a deed, put together again for each thing as the deed says it."""
    counts = [len(_parts(phrase)) for phrase in things_of(deed)]
    if len(counts) == sum(counts):
        return targets
    together: list[Things] = []
    for count in counts:
        together.append(distinct(target for slot in targets[:count] for target in slot))
        targets = targets[count:]
    return (*together, *targets)


# Choosing


def is_open(table: Table, pending: PendingAbility, phrase: terms.Thing) -> bool:
    """Whether somebody has to choose what it is."""
    opens = _OPENS.get(type(phrase))
    return opens is not None and opens(table, pending, phrase)


def _always(table: Table, pending: PendingAbility, phrase: terms.Thing) -> bool:
    return True


def _one_of_several(table: Table, pending: PendingAbility, phrase: terms.Who) -> bool:
    return phrase.player in ("an opponent", "a player") and len(players(table, pending, phrase.player)) != 1


def _open_part(table: Table, pending: PendingAbility, phrase: terms.Both) -> bool:
    return any(is_open(table, pending, part) for part in phrase.parts)


_OPENS: Final[dict[type, Callable[[Table, PendingAbility, Any], bool]]] = {
    terms.Choose: _always,
    terms.OneOf: _always,
    terms.ChooseColumn: _always,
    terms.Who: _one_of_several,
    terms.Both: _open_part,
}


def chooser(table: Table, pending: PendingAbility, phrase: terms.Thing) -> int:
    """The seat that chooses it."""
    choice = _choice(phrase)
    seats = players(table, pending, choice.by) if choice else ()
    return seats[0] if seats else pending.seat


def choices(table: Table, pending: PendingAbility, phrase: terms.Thing) -> tuple[tuple[int, terms.Thing], ...]:
    """The choices by which a thing comes about, each with who "that player" is in it: one, or where each player or
    each of several opponents chooses one for each of them, in the order of turns (10.4.1, 14.5.13)."""
    choice = _choice(phrase)
    seats = players(table, pending, choice.by) if choice and choice.by in ("each player", "each opponent") else ()
    if not seats or (choice and choice.by == "each opponent" and len(seats) == 1):
        return ((pending.who, phrase),)
    order = table.setup.seating.orders[max(table.active, 0)]
    return tuple([(seat, _for_one(phrase)) for seat in order if seat in seats])


@cache
def _for_one(phrase: terms.Thing) -> terms.Thing:
    """What each player chooses, said of one of them."""
    if isinstance(phrase, terms.OneOf):
        return replace(phrase, parts=tuple(map(_for_one, phrase.parts)))
    if not isinstance(phrase, terms.Choose):
        return phrase
    own: dict[str, Any] = {
        field: "that player" for field in ("control", "owner") if getattr(phrase.filter, field) == phrase.by
    }
    return replace(phrase, by="that player", filter=replace(phrase.filter, **own))


def as_chooser(table: Table, pending: PendingAbility, choice: terms.Choose) -> PendingAbility:
    """The ability as whoever chooses understands it: where that is not its controller, "that player" is the chooser."""
    return pending if choice.by == "you" else pending._replace(who=chooser(table, pending, choice))


def bounds(phrase: terms.Thing) -> tuple[int, int | None]:
    """How many things are chosen: at least, and at most (None: any number)."""
    if type(phrase) is terms.ChooseColumn:
        return phrase.number, phrase.number
    choice = _choice(phrase)
    return (choice.low, choice.high) if choice else (1, 1)


def _choice(phrase: terms.Thing) -> terms.Choose | None:
    """The choice of cards in a thing, the first of "a summon or a player"."""
    if type(phrase) is terms.Choose:
        return phrase
    if type(phrase) is terms.OneOf:
        return next(filter(None, map(_choice, phrase.parts)), None)
    return None


def candidates(table: Table, pending: PendingAbility, phrase: terms.Thing) -> Things:
    """What can be chosen, in a fixed order: places, players, cards of piles by name, one of equal ones.

    What was chosen for the same step already is left out: a card does not change places with itself.
    """
    options = _offered(table, pending, phrase)
    if limits_choices(table):
        by = chooser(table, pending, phrase)
        options = tuple([option for option in options if can_be_chosen(table, option, by, pending.source)])
    if not pending.picked:
        return options
    taken = {option for picked in pending.picked for option in picked}
    return tuple([option for option in options if option not in taken])


def _offered(table: Table, pending: PendingAbility, phrase: terms.Thing) -> Things:
    if type(phrase) is terms.Choose:
        if phrase.by in ("an opponent", "each opponent") and not players(table, pending, phrase.by):
            return ()  # who has not begun a turn chooses nothing (10.5.1)
        return _cards(table, as_chooser(table, pending, phrase), phrase.filter)
    if type(phrase) is terms.ChooseColumn:
        return columns.offered(table, pending, phrase, named)
    if type(phrase) is terms.OneOf or type(phrase) is terms.Both:
        options = distinct(target for part in phrase.parts for target in _offered(table, pending, part))
        return tuple(sorted(options, key=lambda target: _rank(table, target)))
    return named(table, pending, phrase)


def _rank(table: Table, target: int) -> int:
    """Places before players before piles; sorting keeps the order within each."""
    if target < NOBODY:
        return 1
    return 0 if table.copies[target].place != NOBODY or table.copies[target].host != NOBODY else 2


def _cards(table: Table, pending: PendingAbility, wanted: terms.Filter) -> Things:
    cards = fitting(table, pending, wanted)
    if wanted.zone == "table":
        return tuple([copy.id for copy in cards])
    different = {(copy.face.key, copy.owner): copy.id for copy in reversed(cards)}
    return tuple([different[name] for name in sorted(different)])
