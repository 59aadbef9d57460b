"""Cards that change their places or come to the battlefield by an effect (G-57, G-64)."""

from __future__ import annotations

from typing import Final

from engine.bos.abilities import continuous_effects
from engine.bos.abilities.columns import columns_at
from engine.bos.abilities.targets import Things, distinct, named
from engine.bos.model import syntax, terms
from engine.bos.model.cards import CardType
from engine.bos.model.places import (
    NOBODY,
    boss_place,
    column_of,
    field_of,
    is_boss_place,
    is_summon_place,
    wizard_places,
)
from engine.bos.model.state import ASIDE, CASTLE, GRAVEYARD, TABLE, Copy, Draft, PendingAbility, Table, here
from engine.bos.rules.coming import come
from engine.bos.rules.effect_dispatch import EFFECTS, Done
from engine.bos.rules.exchanges import exchange
from engine.bos.rules.free_places import open_columns
from engine.bos.rules.leaving import put


def _each(changes: list[bool]) -> Done:
    """What one number for each thing comes to."""
    return Done(any(changes), sum(changes))


def _move(draft: Draft, pending: PendingAbility, deed: syntax.Move, affected: Things, to: Things = ()) -> Done:
    allowed = columns_at(draft, pending, deed.at, named)
    return _each(
        [
            _move_one(draft, target, to[index : index + 1] or allowed, deed.column)
            for index, target in enumerate(affected)
        ]
    )


def _move_one(draft: Draft, number: int, to: Things, column: str) -> bool:
    columns = open_columns(draft, draft.copies[number], column) if number >= 0 else []
    if columns and continuous_effects.forbidden(draft, "move", number):
        return False
    columns = [free for free in columns if free in to]
    if not columns:
        return False
    copy = draft.copies[number]
    draft.move(number, draft.setup.seating.summons[copy.control][columns[0]])
    draft.happen("move", number, copy.control)
    return True


def _swap(draft: Draft, pending: PendingAbility, deed: syntax.Swap, first: Things, second: Things = ()) -> Done:
    pair = distinct((*first, *second))
    if len(pair) != 2 or not can_swap(draft, *pair):
        return Done(False)
    first_place, second_place = (draft.copies[number].place for number in pair)
    for number, place in ((pair[0], second_place), (pair[1], first_place)):
        draft.own(number).place = place
        draft.table[place] = number
        draft.happen("move", number, draft.copies[number].control)
    return Done(True, 2)


def can_swap(table: Table, first: int, second: int) -> bool:
    """Whether two things are summons on one side, which can change their places."""
    if first == second or not _stands(table, first) or not _stands(table, second):
        return False
    if any(continuous_effects.forbidden(table, "move", number) for number in (first, second)):
        return False
    return field_of(table.copies[first].place) == field_of(table.copies[second].place)


def _stands(table: Table, target: int) -> bool:
    """Whether a thing is a summon that can change its place."""
    return target >= 0 and here(table.copies[target]) and is_summon_place(table.copies[target].place)


def _bring(draft: Draft, pending: PendingAbility, deed: syntax.Bring, affected: Things, to: Things = ()) -> Done:
    if deed.front:
        to = (column_of(draft.copies[pending.source].place),) * len(affected)
    allowed = columns_at(draft, pending, deed.at, named)
    if deed.at is not None and isinstance(deed.at.of, terms.Earlier):
        _make_room(draft, pending, deed.at.of)
    return _each(
        [
            _bring_one(draft, target, pending.source, deed.state, to[index : index + 1] or allowed)
            for index, target in enumerate(affected)
        ]
    )


def _make_room(draft: Draft, pending: PendingAbility, of: terms.Thing) -> None:
    """A card that comes to the place of a defeated one takes it at once (G-356)."""
    for target in named(draft, pending, of):
        if target >= 0 and draft.copies[target].leaving:
            put(draft, target, GRAVEYARD)


_COMES: Final = {CardType.SUMMON: "summon", CardType.BOSS: "boss", CardType.WIZARD: "face up"}
"""What happens when a card comes to the battlefield by an effect, by its type; spells do not."""


def _bring_one(draft: Draft, number: int, source: int, state: str, to: Things) -> bool:
    if number < 0 or draft.copies[number].zone == TABLE:
        return False
    places = [
        place for place in open_places(draft, draft.copies[number]) if is_boss_place(place) or column_of(place) in to
    ]
    if not places:
        return draft.copies[number].zone == ASIDE and put(draft, number, CASTLE)
    card = draft.own(number)
    come(draft, number, places[0])
    card.up, card.public, card.acted = True, True, state == "acted"
    kind = _COMES[card.face.type or CardType.SUMMON]
    draft.happen(kind, number, card.control, source if kind == "boss" else NOBODY)
    return True


def open_places(table: Table, copy: Copy) -> list[int]:
    """Where a card from a pile can come: an open place for such cards on the side of its player (G-57, G-265)."""
    seat = copy.control
    match copy.face.type:
        case CardType.SUMMON:
            places = list(table.setup.seating.summons[seat])
        case CardType.WIZARD:
            places = wizard_places(seat, table.setup.seating.columns[seat])
        case CardType.BOSS:
            places = [boss_place(seat)]
        case _:
            places = []
    return [place for place in places if table.table[place] == NOBODY]


EFFECTS.update({syntax.Move: _move, syntax.Swap: _swap, syntax.Bring: _bring, syntax.Exchange: exchange})
