"""Which texts work now: of cards on places, of enchantments, and what cards have from others, in quotation marks.

A continuous text works while its card is face-up on the battlefield and not defeated (5.2.1, G-94). An enchantment
works while it lies under a card (`host`), whichever way that card faces (G-77); "you" in it is its caster (G-79). What
a card has from another one works like what is printed on it (G-390). A card that has no abilities has none of either
kind (G-392).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, TypeVar

from engine.bos.abilities import conditions, targets
from engine.bos.abilities.card_abilities import number_of
from engine.bos.abilities.standing_clauses import Clause
from engine.bos.abilities.standing_texts import TAKEN, Voices, own_numbers, standing
from engine.bos.model import terms
from engine.bos.model.ability_numbers import DELAYED, LENT, giver_of, lent_number, own_number
from engine.bos.model.places import NOBODY
from engine.bos.model.quick_values import make_pending
from engine.bos.model.state import TABLE, Copy, PendingAbility, Table
from engine.bos.model.syntax import During

D = TypeVar("D")

GRANT: Final = "grant"
"""The kind of modifier by which a card has an ability from now on; its amount is the number of that ability."""

COPY: Final = "copy"
"""The kind of modifier by which a card is a copy of another one; what it has by that is called so too."""

_NOBODY: Final[frozenset[int]] = frozenset()


# Who speaks


def speaking(table: Table, voices: Voices[D] | None) -> Iterator[tuple[PendingAbility, D]]:
    """Every deed that continuous texts do now: cards by place, then enchantments in order of their numbers, then what
    cards have from others."""
    if voices is not None:
        yield from _printed(table, voices, abilities_lost(table) | copies(table) | _of_defeated(table))
        if voices.lent:
            yield from _lent(table, voices)


def _of_defeated(table: Table) -> frozenset[int]:
    """The cards of raiders who are defeated, and what lies under them, which have no abilities (14.4.13, 14.4.19)."""
    if not table.down:
        return _NOBODY
    down = table.down
    lying = [spell for spell in table.under if table.copies[table.copies[spell].host].control in down]
    return frozenset([*lying, *(copy.id for copy in table.copies if copy.control in down)])


def _printed(table: Table, voices: Voices[D], lost: frozenset[int]) -> Iterator[tuple[PendingAbility, D]]:
    if voices.cards:
        for number in table.table:
            if number >= 0:
                copy = table.copies[number]
                clauses = voices.cards.get(copy.face.key)
                if clauses and copy.up and not copy.leaving and number not in lost:
                    yield from _spoken(table, copy, clauses)
    if voices.spells:
        for lying in table.under:
            copy = table.copies[lying]
            if copy.host >= 0:
                clauses = voices.spells.get(copy.face.key)
                if clauses and lying not in lost and _lies_under(table, table.copies[copy.host]):
                    yield from _spoken(table, copy, clauses)


def _lent(table: Table, voices: Voices[D]) -> Iterator[tuple[PendingAbility, D]]:
    for bearer, number in lent(table):
        copy = table.copies[bearer]
        own = _lent_clauses(table, voices, number)
        if own and copy.up and not copy.leaving:
            yield from _spoken(table, copy, own)


def _lent_clauses(table: Table, voices: Voices[D], number: int) -> tuple[Clause[D], ...]:
    """What an ability says that a card has from another one."""
    clauses = voices.lent.get(table.copies[giver_of(number)].face.key, ())
    return tuple([clause._replace(number=number) for clause in clauses if clause.number == own_number(number)])


def _lies_under(table: Table, host: Copy) -> bool:
    if host.zone != TABLE or host.leaving:
        return False
    return host.up or table.setup.edition.enchantment_of_face_down


def _spoken(table: Table, copy: Copy, clauses: tuple[Clause[D], ...]) -> Iterator[tuple[PendingAbility, D]]:
    for clause in clauses:
        pending = make_pending(copy.id, clause.number, copy.control)
        if _holds(table, pending, clause):
            yield pending, clause.deed


def _holds(table: Table, pending: PendingAbility, clause: Clause[D]) -> bool:
    for during in clause.during:
        if not in_phase(table, pending, during):
            return False
    for only in clause.only:
        if not conditions.holds(table, pending, only):
            return False
    return not (clause.unless and any(conditions.holds(table, pending, unless) for unless in clause.unless))


def in_phase(table: Table, pending: PendingAbility, during: During) -> bool:
    """Whether the running phase is the one that a text asks for, seen from whoever has it."""
    if during.phase not in ("turn", table.phase):
        return False
    return is_turn_of(table, pending, during.whose)


def is_turn_of(table: Table, pending: PendingAbility, whose: terms.Whose) -> bool:
    """Whether the running turn is that of the player whom a text names."""
    if whose == "each player's":
        return True
    if whose == "your" or whose == "an opponent's":
        return whose_turn(table, pending.seat, table.active) == whose
    return table.active in targets.players(table, pending, whose)


def whose_turn(table: Table, seat: int, active: int) -> str:
    """What a turn is for a seat: "your", "an opponent's", or a teammate's, which is neither (14.5.11)."""
    seating = table.setup.seating
    if seating.lead[seat] == active:
        return "your"
    return "" if active >= 0 and seating.side[seat] == seating.side[active] else "an opponent's"


# What cards have from others, and what they have no more


def lent(table: Table) -> list[tuple[int, int]]:
    """The abilities that cards on places have from others now, each with the card that has it."""
    effects = standing(table.setup)
    if not effects.gives:
        return []
    held = [(each.thing, each.amount) for each in table.modifiers if each.kind == GRANT]
    lost = abilities_lost(table)
    for pending, borrow in _told(table, effects.borrows, lost):
        held += borrowed(table, _bearers(table, pending, borrow.who), _printed_on(table, pending, borrow.of))
    if effects.grants:
        for pending, grant in (*_told(table, effects.grants, lost), *_told_by(table, effects.grants, held, lost)):
            stands_on = table.copies[pending.source if pending.number < LENT else giver_of(pending.number)]
            own = number_of(stands_on.face, own_number(pending.number), grant)
            number = lent_number(stands_on.id, own)
            held += [(bearer, number) for bearer in _bearers(table, pending, grant.who)]
    return [each for each in dict.fromkeys(held) if each[0] not in lost and table.copies[each[0]].place != NOBODY]


def _told(table: Table, voices: Voices[D] | None, lost: frozenset[int]) -> Iterator[tuple[PendingAbility, D]]:
    """What cards say of what others have, as long as it holds."""
    lost |= copies(table)
    for giver, clauses in _givers(table, voices) if voices else ():
        if giver.id not in lost:
            yield from _spoken(table, giver, clauses)


def _told_by(
    table: Table, voices: Voices[D], held: list[tuple[int, int]], lost: frozenset[int]
) -> Iterator[tuple[PendingAbility, D]]:
    """The same of abilities that cards have from others."""
    for bearer, number in held if voices.lent else ():
        copy = table.copies[bearer]
        if bearer not in lost and copy.up:
            yield from _spoken(table, copy, _lent_clauses(table, voices, number))


def borrowed(table: Table, bearers: Iterable[int], of: Iterable[int]) -> list[tuple[int, int]]:
    """The abilities printed on cards as others have them: of those that have any now (G-389)."""
    lost = abilities_lost(table)
    givers = [table.copies[number] for number in of if number >= 0 and _has_its_own(table.copies[number])]
    return [
        (bearer, lent_number(giver.id, number))
        for bearer in bearers
        for giver in givers
        if bearer >= 0 and bearer != giver.id and giver.id not in lost
        for number in own_numbers(giver.face)
    ]


def _has_its_own(copy: Copy) -> bool:
    """Whether its abilities can be had: not of a card that lies face-down on the battlefield."""
    return copy.up or copy.place == NOBODY


def _printed_on(table: Table, pending: PendingAbility, of: terms.Thing) -> tuple[int, ...]:
    """The cards whose abilities are meant, in a pile or on the battlefield."""
    if isinstance(of, terms.Each) and of.filter.zone != "table":
        return targets.named(table, pending, of)
    return _bearers(table, pending, of)


def _givers(table: Table, voices: Voices[D]) -> Iterator[tuple[Copy, tuple[Clause[D], ...]]]:
    """Who gives abilities; a card that has fallen keeps what it has itself, for what its own defeat sets off."""
    for number in table.table:
        if number >= 0 and (clauses := voices.cards.get(table.copies[number].face.key)) and table.copies[number].up:
            yield table.copies[number], clauses
    for lying in table.under:
        if clauses := voices.spells.get(table.copies[lying].face.key):
            yield table.copies[lying], clauses


def _bearers(table: Table, pending: PendingAbility, who: terms.Thing) -> tuple[int, ...]:
    """The cards that are meant, the defeated too as long as they are there (G-390)."""
    if isinstance(who, terms.Both):
        return targets.distinct(card for part in who.parts for card in _bearers(table, pending, part))
    if not isinstance(who, terms.Each) or who.filter.extreme:
        return targets.named(table, pending, who)
    places = [table.copies[number] for number in table.table if number >= 0]
    return tuple([copy.id for copy in places if targets.fits(table, pending, who.filter, copy)])


def copies(table: Table) -> frozenset[int]:
    """The cards that are copies of others now, and so have not the abilities printed on them (G-397)."""
    if not table.modifiers or not standing(table.setup).copies:
        return _NOBODY
    return frozenset([each.thing for each in table.modifiers if each.kind == COPY])


def is_lost(table: Table, pending: PendingAbility) -> bool:
    """Whether a card has not that ability now: it has none, or is a copy of another card and has this one in print."""
    if pending.source in abilities_lost(table):
        return True
    return 0 <= pending.number < DELAYED and pending.source in copies(table)


def lent_to(table: Table, bearer: int) -> list[int]:
    """The abilities that a card has from others now, by their numbers."""
    return [number for card, number in lent(table) if card == bearer]


def abilities_lost(table: Table) -> frozenset[int]:
    """The cards that have no abilities now (G-392)."""
    effects = standing(table.setup)
    if not effects.takes_abilities:
        return _NOBODY
    lost = [each.thing for each in table.modifiers if each.what == TAKEN]
    voices = effects.bans.get(TAKEN)
    for pending, ban in _printed(table, voices, _NOBODY) if voices else ():
        lost += _bearers(table, pending, ban.who)
    return frozenset(lost)
