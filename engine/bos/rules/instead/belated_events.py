"""How an event that waited happens after all, when nobody let anything else happen instead (G-373)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.bos.abilities.game_end import stay_alive
from engine.bos.model.state import GRAVEYARD, TABLE, Draft, Frame, Question, here
from engine.bos.rules import effects, leaving, spells
from engine.bos.rules.ability_choices import ABILITY, progress_of, spoken
from engine.bos.rules.instead.postponed_events import HAPPENS, below, forget
from engine.bos.rules.seats.elimination import settle_life
from engine.choice import Event


def _change(draft: Draft, event: Event, in_battle: bool) -> None:
    verb, resource = event.kind.split()
    change = event.amount if verb == "gain" else -event.amount
    effects.change_pool(draft, event.seat, resource, change, event.other)


def _bury(draft: Draft, event: Event, in_battle: bool) -> None:
    zone = draft.copies[event.card].zone
    if zone in ("castle", "spellbook"):
        leaving.put_now(draft, event.card, GRAVEYARD, "away")
    else:
        leaving.bury_now(draft, event.card)


def _put(draft: Draft, event: Event, in_battle: bool) -> None:
    home = leaving.home_of(draft.copies[event.card])
    leaving.put_now(draft, event.card, GRAVEYARD if event.kind == "discard" else home or GRAVEYARD, event.kind)


def _cast(draft: Draft, event: Event, in_battle: bool) -> None:
    frame = next(each for each in draft.frames if each.routine == "spell" and each.values == (event.card,))
    assert frame.pending is not None
    spells.carry_out(draft, event.card, frame.pending)


def _lie_under(draft: Draft, event: Event, in_battle: bool) -> None:
    draft.lay_under(event.other, event.card)
    draft.happen("enchant", event.card, event.seat, event.other)


def _double(draft: Draft, event: Event, in_battle: bool) -> None:
    draft.put(draft.vim, event.seat, 2 * draft.vim[event.seat])


_POOLS: Final = [f"{verb} {resource}" for verb in ("gain", "lose") for resource in ("life", "vim", "ether")]

HAPPEN: Final[dict[str, Callable[[Draft, Event, bool], object]]] = {
    "defeat": lambda draft, event, in_battle: effects.defeat(
        draft, event.card, event.other, in_battle=bool(event.amount)
    ),
    "dealt": lambda draft, event, in_battle: effects.hurt(draft, event, in_battle=in_battle),
    "return": _put,
    "discard": _put,
    "leave": lambda draft, event, in_battle: leaving.leave_now(draft, event),
    "to graveyard": _bury,
    "face down": lambda draft, event, in_battle: effects.turn_now(draft, event.card, event.other, up=False),
    "enchant": _lie_under,
    "cast": _cast,
    "double vim": _double,
    "life 0": lambda draft, event, in_battle: settle_life(draft),
    "lose game": lambda draft, event, in_battle: effects.lose_game(draft, event.seat),
    **dict.fromkeys(_POOLS, _change),
}
"""How an event of each kind happens that nobody replaced."""


def _is_void(draft: Draft, event: Event) -> bool:
    """Whether it cannot happen any more, since its card has gone by what happened instead of something else."""
    if event.card < 0:
        return False
    card = draft.copies[event.card]
    match event.kind:
        case "dealt" | "defeat" | "face down" | "enchant":
            return not here(card)
        case "leave":
            return card.zone != TABLE
        case "return":
            return card.zone == leaving.home_of(card)
        case "discard" | "to graveyard":
            return card.zone == GRAVEYARD
    return False


def _tell_that_it_was_done(draft: Draft, postponed: Frame) -> None:
    """What a text asked for that waited has been done after all, and "if you do" holds behind it."""
    at = below(draft.frames, next((place for place, frame in enumerate(draft.frames) if frame is postponed), -1))
    pending = draft.frames[at].pending if at >= 0 and draft.frames[at].routine == ABILITY else None
    if pending is None:
        return
    last = progress_of(draft.frames[at]).step - 1
    step = spoken(draft, pending).steps[last] if last >= 0 else None
    if step is not None and (step.did is None or step.may):
        draft.frames[at] = draft.frames[at]._replace(pending=pending._replace(did=True))


def decide_event(draft: Draft, values: tuple[int, ...]) -> Question | None:
    """The event happens now, unless something has taken its place."""
    frame = draft.frames[-1]
    event = frame.pending.event if frame.pending is not None else None
    assert event is not None
    forget(draft, event)
    if values[1] != HAPPENS and event.kind == "life 0":
        stay_alive(draft, event)
    if values[1] != HAPPENS and event.kind in ("leave", "to graveyard"):
        leaving.stay(draft, event.card)
    happens = values[1] == HAPPENS and not _is_void(draft, event)
    if happens or event.kind == "life 0":
        happened = HAPPEN[event.kind](draft, event, bool(values[0]))
        if happened is None or happened:
            _tell_that_it_was_done(draft, frame)
    where = next((index for index, each in enumerate(draft.frames) if each is frame), None)
    if where is not None:
        del draft.frames[where]
    return None
