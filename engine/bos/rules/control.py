"""Who controls a summon: it changes sides by an effect, for good or until a moment, and needs an open place (G-136)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.bos.abilities import continuous_effects
from engine.bos.abilities.targets import Things, players
from engine.bos.model import syntax
from engine.bos.model.places import NOBODY, column_of, is_summon_place
from engine.bos.model.state import CASTLE, TABLE, Copy, Draft, Modifier, PendingAbility, Table, here
from engine.bos.rules.effect_dispatch import EFFECTS, Done
from engine.bos.rules.leaving import put


def open_places(table: Table, copy: Copy, seat: int, at: str = "") -> list[int]:
    """Where a summon can come to stand when that seat takes control of it: the same column, else any open one; as `at`
    says any open one, or the same column only."""
    if not here(copy) or not is_summon_place(copy.place) or copy.control == seat:
        return []
    places = [place for place in table.setup.seating.summons[seat] if table.table[place] == NOBODY]
    facing = table.setup.seating.summons[seat][column_of(copy.place)]
    if at == "open" or (at and facing not in places):
        return places if at == "open" else []
    return [facing] if facing in places else places


def take(
    draft: Draft, pending: PendingAbility, number: int, seat: int, deed: syntax.Control, to: Sequence[int] = ()
) -> bool:
    """A seat takes control of a summon; `to` are columns that were chosen."""
    copy = draft.copies[number]
    places = [place for place in open_places(draft, copy, seat, deed.at) if not to or column_of(place) in to]
    if not places:
        return False
    before = copy.control
    _change_sides(draft, number, places[0], seat)
    if deed.until:
        taken = Modifier("control", number, str(seat), before, deed.until, pending.seat, pending.source, draft.turn)
        continuous_effects.add(draft, taken)
    return True


def _change_sides(draft: Draft, number: int, place: int, seat: int) -> None:
    draft.move(number, place)
    draft.own(number).control = seat
    draft.happen("control", number, seat)


def give_back(draft: Draft, before: tuple[Modifier, ...]) -> None:
    """What was taken for a time that is over goes back; where no place is open, to its owner's castle (G-311)."""
    for taken in before:
        if taken.kind != "control" or taken in draft.modifiers:
            continue
        copy = draft.copies[taken.thing]
        if copy.zone != TABLE or copy.leaving or str(copy.control) != taken.what:
            continue
        places = open_places(draft, copy, taken.amount)
        if places:
            _change_sides(draft, taken.thing, places[0], taken.amount)
        else:
            put(draft, taken.thing, CASTLE)


def _control(draft: Draft, pending: PendingAbility, deed: syntax.Control, what: Things, to: Things = ()) -> Done:
    seats = players(draft, pending, deed.player)
    taken = [take(draft, pending, number, seats[0], deed, to) for number in what if number >= 0 and seats]
    return Done(any(taken), sum(taken))


EFFECTS[syntax.Control] = _control
