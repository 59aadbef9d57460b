"""How cards, players and abilities of a table are pointed at in moves, and which abilities there are at a place."""

from __future__ import annotations

from engine.bos.abilities.active_abilities import lent_to
from engine.bos.abilities.card_abilities import face_of, printed_ability, spoken_text, text_at, texts_of
from engine.bos.abilities.departed import tells_of_going
from engine.bos.abilities.standing_texts import standing
from engine.bos.model.ability_numbers import is_delayed, is_lent, printed_number
from engine.bos.model.moves import AbilityRef, ThingRef
from engine.bos.model.places import NOBODY, place_of_thing, seat_of_thing
from engine.bos.model.quick_values import make_ability_ref
from engine.bos.model.state import Copy, PendingAbility, Table


def abilities_at(table: Table, place: int) -> list[tuple[Copy, int]]:
    """The abilities that can be named at a place, in the order of their numbers: card and number on that card. What
    the card has from others comes last."""
    held = table.table[place]
    if held < 0:
        return []
    copy = table.copies[held]
    gives = standing(table.setup).gives
    if not copy.face.abilities and not table.under and not gives:
        return []
    abilities = [(copy, number) for number in range(len(copy.face.abilities))]
    for lying in table.under:
        spell = table.copies[lying]
        if spell.host == held:
            abilities += [(spell, number) for number in range(len(texts_of(spell.face)))]
    if gives:
        abilities += [(copy, number) for number in lent_to(table, held)]
    return abilities


def is_mandatory(table: Table, copy: Copy, number: int) -> bool:
    """Whether an ability of a card is mandatory: by its sign, or of what it has from others by its words."""
    if not is_lent(number):
        return printed_ability(copy.face, printed_number(number)).mandatory
    text = text_at(table, copy, number)
    return text is not None and text.must


def ability_ref(table: Table, pending: PendingAbility) -> AbilityRef:
    """How an ability is pointed at: by place and number, or by its card, if that has left; what one left waiting, as
    that one."""
    copy, own_ability = table.copies[pending.source], printed_number(pending.number)
    if is_lent(pending.number) and not is_delayed(pending.number):
        own_ability = pending.number
    place = copy.place if copy.host == NOBODY else table.copies[copy.host].place
    if place == NOBODY or _is_of_former(table, copy, pending):
        return make_ability_ref(NOBODY, own_ability + 1, copy.face.key)
    if own_ability < 0:
        return AbilityRef(place, 0)
    for number, (card, own) in enumerate(abilities_at(table, place), 1):
        if card.id == copy.id and own == own_ability:
            return make_ability_ref(place, number)
    return make_ability_ref(NOBODY, own_ability + 1, copy.face.key)


def _is_of_former(table: Table, copy: Copy, pending: PendingAbility) -> bool:
    """Whether it is about the going of its card, and what stands there now has come since and is a new one (G-66).
    A card that would only go is still there."""
    if is_delayed(pending.number) or not tells_of_going(pending):
        return False
    if copy.leaving and pending.event is not None and pending.event.kind == "defeat":
        return False
    text = spoken_text(face_of(table, pending), pending.number)
    return text is not None and text.instead is None


def thing_ref(table: Table, number: int) -> ThingRef:
    """How a thing is pointed at: a card on a place, a player, an empty place, or a card of a pile by what it is."""
    if place_of_thing(number) != NOBODY:
        return ThingRef(place_of_thing(number))
    if number < NOBODY:
        return ThingRef(seat=seat_of_thing(number))
    copy = table.copies[number]
    return ThingRef(card=copy.face.key) if copy.place == NOBODY else ThingRef(copy.place)
