"""What later words of a text look back on: remembered when it is named, so that "it" is the card the reader bound."""

from __future__ import annotations

from typing import Final

from engine.bos.abilities.columns import standing
from engine.bos.abilities.departed import last_strength
from engine.bos.abilities.targets import Things
from engine.bos.cardtext.tree_walk import parts
from engine.bos.model import syntax, terms
from engine.bos.model.ability_numbers import is_delayed
from engine.bos.model.places import NOBODY
from engine.bos.model.state import PendingAbility, Remembered, Table

Reference = terms.Earlier | terms.Host

MOST_TEXTS: Final = 20_000
_KNOWN: Final[dict[int, tuple[syntax.Text, frozenset[Reference], bool]]] = {}
"""By a text's number in memory, which no other text can come to have as long as it is kept here: what it refers back
to, and whether it asks how strong a card is that it names."""

_NOTHING: Final[frozenset[Reference]] = frozenset()


def looked_back(text: syntax.Text) -> frozenset[Reference]:
    """Everything that the words of a text refer back to; nothing for most texts."""
    return (_KNOWN.get(id(text)) or _learnt(text))[1]


def measures_strength(text: syntax.Text) -> bool:
    """Whether a text asks how strong a card is that it names."""
    return (_KNOWN.get(id(text)) or _learnt(text))[2]


def _learnt(text: syntax.Text) -> tuple[syntax.Text, frozenset[Reference], bool]:
    if len(_KNOWN) >= MOST_TEXTS:
        _KNOWN.clear()
    found = frozenset(part for part in parts(text) if isinstance(part, Reference)) or _NOTHING
    measures = any(isinstance(part, terms.Strength | terms.IsSo) for part in parts(text))
    known = _KNOWN[id(text)] = (text, found, measures)
    return known


def remember(
    table: Table, pending: PendingAbility, wanted: frozenset[Reference], named: terms.Earlier, things: Things
) -> PendingAbility:
    """The ability with these things in mind, if its words look back on them; each with the strength it has now."""
    if named not in wanted:
        return pending
    kept = tuple([memory for memory in pending.named if memory.of != named])
    return pending._replace(named=(*kept, _remembered(table, pending, named, things)))


def _remembered(table: Table, pending: PendingAbility, of: Reference, things: Things) -> Remembered:
    strengths = [last_strength(pending, table.copies[target]) if target >= 0 else 0 for target in things]
    places = [standing(table, target) for target in things]
    return Remembered(of, things, tuple(strengths), tuple(places))


def with_event(table: Table, pending: PendingAbility, text: syntax.Text, subject: int, other: int) -> PendingAbility:
    """The ability with what its event is about in mind: the subject and the object of the verb, as things, and the card
    it lies under now."""
    wanted = looked_back(text)
    if not wanted:
        return pending
    number = int(is_delayed(pending.number))
    for slot, target in enumerate((subject, other)):
        things = () if target == NOBODY else (target,)
        pending = remember(table, pending, wanted, terms.Earlier("event", number, slot), things)
    host = table.copies[pending.source].host
    if pending.event is not None and pending.event.kind == "unenchant" and pending.event.other == pending.source:
        host = pending.event.card
    if terms.Host() in wanted and host != NOBODY:
        pending = pending._replace(named=(*pending.named, _remembered(table, pending, terms.Host(), (host,))))
    return pending


def in_step(pending: PendingAbility, number: int, slot: int = 0) -> terms.Earlier:
    """What refers to a thing that a step of this ability names."""
    return terms.Earlier("then" if is_delayed(pending.number) else "step", number, slot)


def with_step(
    table: Table, pending: PendingAbility, text: syntax.Text, number: int, targets: tuple[Things, ...]
) -> PendingAbility:
    """The ability with what its step of that number names in mind; `targets` stand for the slots of its deed."""
    wanted = looked_back(text)
    for slot, things in enumerate(targets if wanted else ()):
        pending = remember(table, pending, wanted, in_step(pending, number, slot), things)
    return pending
