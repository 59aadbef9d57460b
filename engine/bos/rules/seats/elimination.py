"""Players who are beaten or leave: what goes with them, and when the game is over by it (11.1, 14.5.17 to 14.5.25).

A duel ends with the first of them. With more seats a player who is out takes all cards along (14.5.18), and one who is
defeated in a raid leaves them lying (14.4.3).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from engine.bos.abilities import continuous_effects
from engine.bos.abilities.game_end import finish
from engine.bos.model.places import NOBODY, player
from engine.bos.model.presence import is_out
from engine.bos.model.state import GONE, GRAVEYARD, Draft, Frame, PendingAbility, Table, without_strength
from engine.bos.rules import control, extra_turns
from engine.choice import Outcome

Seats = tuple[int, ...]

OVER: Final = "over"
"""The routine of a turn whose player is out: nothing of it is left but that the next one takes over."""


def settle_life(draft: Draft) -> None:
    """Who is at 0 life has lost, checked after every effect (11.1.1, G-143); in a duel both at once draw (G-103)."""
    beaten = tuple(seat for seat, life in enumerate(draft.life) if life <= 0 and not is_out(draft, seat))
    if beaten and not draft.outcome:
        beat(draft, beaten, "life", "11.1.1", "11.1.1")


def beat(draft: Draft, seats: Seats, reason: str, rule: str, drawn: str) -> None:
    """Players are beaten in one step. `drawn` is the rule by which it is a draw where nobody is left."""
    if draft.setup.seating.is_duel:
        _end_duel(draft, seats, reason, rule, drawn)
        return
    seating = draft.setup.seating
    seats = tuple(seat for seat in range(seating.seats) if any(seat in seating.sharing[beaten] for beaten in seats))
    defeated = tuple(seat for seat in seats if seating.stays and seat != seating.early)
    out = tuple(seat for seat in seats if seat not in defeated)
    _fall(draft, out, defeated, Outcome((), reason, rule))


def leave(draft: Draft, seat: int, reason: str, rule: str) -> None:
    """A player concedes, runs out of time or is disqualified, and is out (14.5.24), in a raid for good (14.4.15)."""
    if draft.setup.seating.is_duel:
        _end_duel(draft, (seat,), reason, rule, rule)
    else:
        _fall(draft, draft.setup.seating.sharing[seat], (), Outcome((), reason, rule))


def _end_duel(draft: Draft, losers: Seats, reason: str, rule: str, drawn: str) -> None:
    everybody = range(len(draft.life))
    if len(losers) == len(everybody):
        if draft.setup.edition.both_at_zero == "draw":
            finish(draft, Outcome((), "draw", drawn))
            return
        losers = (draft.active,)
    finish(draft, Outcome(tuple(seat for seat in everybody if seat not in losers), reason, rule))


def _fall(draft: Draft, out: Seats, defeated: Seats, outcome: Outcome) -> None:
    """The game is over if one side is left; who falls in that step puts nothing away."""
    draft.down += defeated
    draft.gone += ((out),) if out else ()
    for seat in (*out, *defeated):
        draft.happen("out" if seat in out else "down", seat=seat)
    left = sides_in(draft)
    if len(left) > 1:
        if out:
            _put_away(draft, out)
        if defeated:
            _lay_down(draft, defeated)
        return
    winners = left[0] if left else _last_to_fall(draft, out)
    finish(draft, outcome._replace(winners=winners) if winners else Outcome((), "draw", "14.5.22"))


def sides_in(table: Table) -> list[Seats]:
    """The sides with a player still in."""
    return [side for side in table.setup.seating.sides if not all(is_out(table, seat) for seat in side)]


def _last_to_fall(draft: Draft, out: Seats) -> Seats:
    """Who wins though the last sides fell in one step: nobody, unless the edition lets the active side fall first and
    only one other is among them (14.5.22)."""
    seating = draft.setup.seating
    if draft.setup.edition.both_at_zero == "draw" or draft.active == NOBODY:
        return ()
    first = tuple(seat for seat in out if seating.side[seat] == seating.side[draft.active])
    rest = tuple(seat for seat in out if seat not in first)
    draft.gone = (*draft.gone[:-1], first, rest)
    others = {seating.side[seat] for seat in rest}
    return seating.sides[others.pop()] if len(others) == 1 else ()


# What goes with a player who is out


def _put_away(draft: Draft, seats: Seats) -> None:
    """All cards of these players leave the game, whatever lasts because of them ends, and nothing is set off by it
    (14.5.18, 14.5.20)."""
    owned = frozenset([copy.id for copy in draft.copies if copy.owner in seats])
    kept = [copy.id for copy in draft.copies if copy.control in seats and copy.owner not in seats]
    told = len(draft.events)
    taken = owned.union(kept)
    spells = [spell for spell in draft.under if draft.copies[spell].host in taken and spell not in owned]
    before = draft.modifiers
    for number in owned:
        draft.put_away(number, GONE)
    for number in (*kept, *spells):
        draft.put_away(number, GRAVEYARD)
    draft.fallen[:] = [number for number in draft.fallen if number not in taken]
    for seat in seats:
        for pool in (draft.life, draft.vim, draft.ether):
            draft.put(pool, seat, 0)
    _end_what_lasts(draft, seats, taken)
    control.give_back(draft, before)
    _end_what_runs(draft, seats, taken)
    _bury_the_weak(draft)
    del draft.events[told:]


def _end_what_lasts(draft: Draft, seats: Seats, taken: Collection[int]) -> None:
    players = {player(seat) for seat in seats}
    lasting = tuple(
        modifier
        for modifier in draft.modifiers
        if modifier.seat not in seats
        and modifier.source not in taken
        and modifier.thing not in taken
        and modifier.thing not in players
    )
    draft.delayed = tuple(each for each in draft.delayed if not _is_of(each.pending, seats, taken))
    continuous_effects.end_others(draft, lasting)


def _is_of(pending: PendingAbility, seats: Seats, taken: Collection[int]) -> bool:
    """Whether an ability is that of one of these players, or of one of these cards."""
    return pending.seat in seats or pending.source in taken


def _bury_the_weak(draft: Draft) -> None:
    """A card whose lent strength ended by it goes to its graveyard, and so on with what that one lent (G-165)."""
    continuous_effects.refresh(draft)
    while weak := [copy.id for copy in without_strength(draft) if copy.up and not copy.leaving and not copy.strength]:
        spells = [spell for spell in draft.under if draft.copies[spell].host in weak]
        for number in (*weak, *spells):
            draft.put_away(number, GRAVEYARD)
        continuous_effects.refresh(draft)


# What is over at once


def _end_what_runs(draft: Draft, seats: Seats, taken: Collection[int]) -> None:
    """Abilities of these players that wait or run are gone, attacks by or on them over, their turns cut (14.5.19)."""
    draft.waiting[:] = [pending for pending in draft.waiting if not _is_of(pending, seats, taken)]
    frames = [_left_of(draft, frame, seats, taken) for frame in draft.frames]
    draft.frames[:] = [frame for frame in frames if frame is not None]


def _left_of(draft: Draft, frame: Frame, seats: Seats, taken: Collection[int]) -> Frame | None:
    """What is left of pending work; None where nothing is."""
    values = frame.values
    match frame.routine:
        case "turn" | "last phase" | "revived":
            return _turn_left(draft, frame) if values[0] in seats else frame
        case "attack":
            return _attack_left(frame, seats, taken)
        case "boss":
            return None if values[0] in seats else frame
        case "summon" | "spell" | "cast":
            return None if values[0] in taken else frame
    pending = frame.pending
    if pending is None:
        return frame
    about = pending.event is not None and (pending.event.seat in seats or pending.event.card in taken)
    return None if _is_of(pending, seats, taken) or (frame.routine == "postponed" and about) else frame


def _turn_left(draft: Draft, frame: Frame) -> Frame:
    if frame.routine == "turn" and not frame.step:
        return Frame("turn", 0, extra_turns.following(draft, frame.values))
    return Frame(OVER, 0, frame.values)


def _attack_left(frame: Frame, seats: Seats, taken: Collection[int]) -> Frame | None:
    attacker, target, defender, blocker = frame.values[:4]
    if attacker in taken:
        return None
    if defender in seats or target in taken or blocker in taken:
        return frame._replace(values=(attacker, NOBODY, NOBODY, NOBODY))
    return frame


def _lay_down(draft: Draft, seats: Sequence[int]) -> None:
    """The cards of raiders stay as they lie; what they lent to others is measured anew (14.4.13, 14.4.19)."""
    cards = frozenset([copy.id for copy in draft.copies if copy.control in seats])
    _end_what_runs(draft, tuple(seats), cards)
    continuous_effects.refresh(draft)
    draft.ended = True
