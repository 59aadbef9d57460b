"""How cards, players and abilities of a table are pointed at in moves, and which abilities there are at a place."""

from __future__ import annotations

from engine.bos.abilities.card_abilities import texts_of
from engine.bos.model.ability_numbers import printed_number
from engine.bos.model.moves import AbilityRef, ThingRef
from engine.bos.model.places import NOBODY, place_of_thing, seat_of_thing
from engine.bos.model.state import Copy, PendingAbility, Table


def abilities_at(table: Table, place: int) -> list[tuple[Copy, int]]:
    """The abilities that can be named at a place, in the order of their numbers: card and number on that card."""
    held = table.table[place]
    if held < 0:
        return []
    copy = table.copies[held]
    if not copy.face.abilities and not table.under:
        return []
    abilities = [(copy, number) for number in range(len(copy.face.abilities))]
    for lying in table.under:
        spell = table.copies[lying]
        if spell.host == held:
            abilities += [(spell, number) for number in range(len(texts_of(spell.face)))]
    return abilities


def ability_ref(table: Table, pending: PendingAbility) -> AbilityRef:
    """How an ability is pointed at: by place and number, or by its card; what one left waiting, as that one."""
    copy, own_number = table.copies[pending.source], printed_number(pending.number)
    place = copy.place if copy.host == NOBODY else table.copies[copy.host].place
    if place == NOBODY:
        return AbilityRef(NOBODY, own_number + 1, copy.face.key)
    if own_number < 0:
        return AbilityRef(place, 0)
    for number, (card, own) in enumerate(abilities_at(table, place), 1):
        if card.id == copy.id and own == own_number:
            return AbilityRef(place, number)
    return AbilityRef(NOBODY, own_number + 1, copy.face.key)


def thing_ref(table: Table, number: int) -> ThingRef:
    """How a thing is pointed at: a card on a place, a player, an empty place, or a card of a pile by what it is."""
    if place_of_thing(number) != NOBODY:
        return ThingRef(place_of_thing(number))
    if number < NOBODY:
        return ThingRef(seat=seat_of_thing(number))
    copy = table.copies[number]
    return ThingRef(card=copy.face.key) if copy.place == NOBODY else ThingRef(copy.place)
