"""A card that a judge, or both players, put where it is on their table: another place, a pile, ready or turned."""

from __future__ import annotations

from engine.bos.abilities.continuous_effects import refresh
from engine.bos.model.places import field_of, is_boss_place, is_summon_place
from engine.bos.model.state import CASTLE, GRAVEYARD, Copy, Draft, State, at
from engine.bos.notation.line_parser import SetCard
from engine.bos.notation.reference_resolution import place_of, writer
from engine.bos.rules.leaving import home_of, lying_under


def set_card(state: State, wanted: SetCard) -> State | None:
    """The position with that card as it is wanted, and the strengths that texts give there; nothing is set off. None
    where no such card stands, where it cannot be so, and while anything waits for an answer."""
    card = at(state, place_of(wanted.ref, writer(state)))
    is_calm = state.question is not None and state.question.kind in ("menu", "begin")
    if card is None or card.leaving or not is_calm:
        return None
    draft = Draft(state)
    if not _set(draft, card, wanted):
        return None
    refresh(draft)
    return draft.freeze()


def _set(draft: Draft, card: Copy, wanted: SetCard) -> bool:
    match wanted.how:
        case "acted" | "ready":
            return _ready(draft, card, acted=wanted.how == "acted")
        case "up" | "down":
            return _turn(draft, card, up=wanted.how == "up")
        case "graveyard" | "castle":
            return _put_away(draft, card, GRAVEYARD if wanted.how == "graveyard" else CASTLE)
    place = place_of(wanted.to, writer(draft.before)) if wanted.to else card.place
    return _move(draft, card, place)


def _ready(draft: Draft, card: Copy, *, acted: bool) -> bool:
    if not card.up or card.acted == acted:
        return False
    draft.own(card.id).acted = acted
    return True


def _turn(draft: Draft, card: Copy, *, up: bool) -> bool:
    """Summons are never face-down (5.1.5)."""
    if card.up == up or is_summon_place(card.place):
        return False
    turned = draft.own(card.id)
    turned.up, turned.public = up, True
    return True


def _put_away(draft: Draft, card: Copy, zone: str) -> bool:
    """A summon goes to a pile of its owner, and what lies under it to graveyards."""
    if not is_summon_place(card.place) or (zone == CASTLE and home_of(card) != CASTLE):
        return False
    for spell in lying_under(draft, (card.id,)):
        draft.put_away(spell, GRAVEYARD)
    draft.put_away(card.id, zone)
    return True


def _move(draft: Draft, card: Copy, place: int) -> bool:
    """To a place of the same kind on the same side: a free one, or the other card takes this one's."""
    kinds = [is_summon_place(one) for one in (card.place, place)]
    other = at(draft, place)
    same_side = field_of(place) == field_of(card.place)
    if place == card.place or kinds[0] != kinds[1] or is_boss_place(card.place) or is_boss_place(place):
        return False
    if not same_side or (other and other.leaving):
        return False
    before = card.place
    draft.move(card.id, place)
    if other:
        draft.own(other.id).place = before
        draft.table[before] = other.id
    return True
