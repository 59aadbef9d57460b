"""The turn: startup, summoning, main and ending phase, with readying, vim and decay (chapters 3 and 4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.bos.abilities import continuous_effects, delayed_abilities, standing_texts, triggers, ways
from engine.bos.model.editions import Edition
from engine.bos.model.places import NOBODY, is_boss_place, wizard_place
from engine.bos.model.presence import in_turn
from engine.bos.model.quick_values import make_question
from engine.bos.model.state import (
    ENDING,
    MAIN,
    STARTUP,
    SUMMONING,
    Draft,
    Frame,
    Question,
    Table,
    counted,
    on_table,
)
from engine.bos.rules import activation, control, extra_turns, replacement_effects
from engine.bos.rules.seats import revival
from engine.bos.rules.seats.elimination import settle_life
from engine.choice import Event

Values = tuple[int, ...]
Deed = Callable[[Draft, Values], Question | None]


def halvings(edition: Edition, own_turn: int) -> int:
    """How often life and vim are halved in that own turn (4.3.1, 4.3.2, G-48)."""
    late = max(own_turn - edition.decay_after, 0)
    if edition.decay == "never":
        return 0
    return late if edition.decay == "every turn" else min(late, 1)


def ask_to_begin(draft: Draft, values: Values) -> Question:
    """The moment of the `T` line: player two may place wizards now (3.2.3)."""
    return Question("begin", values[0])


def begin_turn(draft: Draft, values: Values) -> None:
    """A turn starts; from its first turn on a seat exists as an opponent (G-113)."""
    seat = values[0]
    draft.active = seat
    draft.turn += 1
    for member in draft.setup.seating.sharing[seat]:
        draft.turns = counted(draft.turns, member)
    draft.phase = STARTUP
    draft.readied = draft.past = draft.tallies = ()
    draft.used = tuple(use for use in draft.used if use[2] == "game" or use[2].startswith(ways.KEPT))
    before = draft.modifiers
    if before:
        continuous_effects.expire(draft, "start of your next turn", seat)
        continuous_effects.expire_before(draft, STARTUP, seat)
    if len(draft.modifiers) < len(before):
        control.give_back(draft, before)
    if draft.delayed:
        delayed_abilities.expire(draft, "start of your next turn")
        delayed_abilities.expire_before(draft, STARTUP)
    draft.happen("turn", seat=seat, amount=draft.turns[seat])
    _point(draft, "start turn", seat)
    if draft.modifiers and extra_turns.is_skipped(draft, STARTUP, seat):
        _go_on_with(draft, enter_summoning)
        return
    _point(draft, "start startup", seat)


def _go_on_with(draft: Draft, step: Deed) -> None:
    """The turn goes on with that step, behind a phase that is skipped."""
    draft.frames[-1] = draft.frames[-1]._replace(step=TURN.index(step))


def middle(draft: Draft, values: Values) -> None:
    """The middle of the startup phase, after what happens at its start (G-38)."""
    _point(draft, "middle startup", values[0])


def ready(draft: Draft, values: Values) -> Question | None:
    """Face-down wizards and acted cards become ready one at a time, each once (4.1.1, 4.1.2).

    Where nothing listens to cards that become ready their order cannot matter, and it is not asked.
    """
    seat = values[0]
    tired = to_ready(draft, seat)
    if not tired:
        return None
    if not _order_of_readying(draft):
        for number in tired:
            ready_one(draft, number)
        return None
    if len(tired) > 1:
        return Question("ready", seat)
    ready_one(draft, tired[0])
    draft.frames[-1] = draft.frames[-1]._replace(values=tuple(values))
    return None


def to_ready(table: Table, seat: int) -> list[int]:
    """The cards that have yet to become ready; of face-down cards only wizards do (G-43)."""
    return [
        copy.id
        for member in table.setup.seating.sharing[seat]
        for copy in on_table(table, member)
        if (copy.acted or (not copy.up and not is_boss_place(copy.place)))
        and copy.id not in table.readied
        and not copy.leaving
        and not any(continuous_effects.forbidden(table, verb, copy.id) for verb in NOT_READY)
        and (copy.up or continuous_effects.forbidden(table, TURN_UP, copy.id) is None)
    ]


NOT_READY: Final = ("ready", "ready in startup", "ready in next startup")
"""What a card is forbidden that does not become ready in the startup phase."""
TURN_UP: Final = "be turned face-up"
"""What a face-down card is forbidden that can neither be turned nor become ready (G-59)."""


def ready_one(draft: Draft, number: int) -> None:
    """One card stands up, or turns up."""
    card = draft.own(number)
    turned_up = not card.up
    card.acted, card.up, card.public = False, True, True
    draft.readied += (number,)
    draft.happen("ready", number, card.control, amount=int(turned_up))
    if turned_up and "face up" in triggers.listeners(draft.setup):
        draft.happen("face up", number, card.control)


def _order_of_readying(draft: Draft) -> bool:
    listening = triggers.listeners(draft.setup)
    return (
        "ready" in listening
        or "face up" in listening
        or any(standing_texts.standing(draft.setup).bans.get(verb) for verb in NOT_READY)
    )


def double_vim(draft: Draft, values: Values) -> None:
    """4.2.1; nothing doubled is nothing (G-44), and there is no cap (G-45)."""
    seat = values[0]
    event = Event("double vim", NOBODY, seat, NOBODY, draft.vim[seat])
    if not replacement_effects.replaced(draft, event):
        draft.put(draft.vim, seat, 2 * draft.vim[seat])


def decay(draft: Draft, values: Values) -> None:
    """4.3.2, after doubling and before anything at the end of the phase (G-47); life at 0 loses at once, and nothing is
    halved after that (G-50, G-143)."""
    seat = values[0]
    times = min(halvings(draft.setup.edition, draft.turns[seat]), draft.life[seat].bit_length())
    if times:
        lost = draft.life[seat] - (draft.life[seat] >> times)
        draft.put(draft.life, seat, draft.life[seat] >> times)
        draft.put(draft.vim, seat, draft.vim[seat] >> times)
        draft.happen("decay", seat=seat, amount=times)
        if lost:
            draft.happen("lose life", seat=seat, amount=lost)
        settle_life(draft)


def end_startup(draft: Draft, values: Values) -> None:
    """The end of the startup phase, after decay (G-47)."""
    _point(draft, "end startup", values[0])


def enter_summoning(draft: Draft, values: Values) -> Question | None:
    """The summoning phase begins, if it is not skipped; in a raid its player may revive somebody instead (14.4.14)."""
    if draft.modifiers:
        continuous_effects.thaw(draft, values[0])
    if draft.down and revival.can_revive(draft, values[0]):
        return Question(revival.REVIVE, values[0])
    _begin_summoning(draft, values[0])
    return None


def begin_summoning(draft: Draft, seat: int) -> None:
    """The summoning phase begins after nobody was revived."""
    frame = draft.frames[-1]
    _begin_summoning(draft, seat)
    if draft.frames[-1] is frame:
        draft.frames[-1] = frame._replace(step=frame.step + 1)


def _begin_summoning(draft: Draft, seat: int) -> None:
    if draft.modifiers and extra_turns.is_skipped(draft, SUMMONING, seat):
        _go_on_with(draft, enter_main)
        return
    _enter(draft, SUMMONING, seat)


def end_summoning(draft: Draft, values: Values) -> None:
    """The end of the summoning phase."""
    _point(draft, "end summoning", values[0])


def enter_main(draft: Draft, values: Values) -> None:
    """The main phase begins, if it is not skipped."""
    if draft.modifiers and extra_turns.is_skipped(draft, MAIN, values[0]):
        _go_on_with(draft, enter_ending)
        return
    _enter(draft, MAIN, values[0])


def end_main(draft: Draft, values: Values) -> None:
    """The end of the main phase."""
    _point(draft, "end main", values[0])


def enter_ending(draft: Draft, values: Values) -> None:
    """The ending phase begins; there is no way back (G-142)."""
    _enter(draft, ENDING, values[0])


def _enter(draft: Draft, phase: str, seat: int) -> None:
    draft.phase = phase
    draft.used = tuple(use for use in draft.used if use[2] != "phase")
    before = draft.modifiers
    if before:
        continuous_effects.expire_before(draft, phase, seat)
    if len(draft.modifiers) < len(before):
        control.give_back(draft, before)
    if draft.delayed:
        delayed_abilities.expire_before(draft, phase)
    draft.happen(phase, seat=seat)
    _point(draft, f"start {phase}", seat)


def middle_summoning(draft: Draft, values: Values) -> None:
    """The middle of the summoning phase, after what happens at its start (3.1.3)."""
    _point(draft, "middle summoning", values[0])


def middle_main(draft: Draft, values: Values) -> None:
    """The middle of the main phase."""
    _point(draft, "middle main", values[0])


def middle_ending(draft: Draft, values: Values) -> None:
    """The middle of the ending phase."""
    _point(draft, "middle ending", values[0])


def _point(draft: Draft, kind: str, seat: int) -> None:
    """A point of the turn is noted where some text waits for it."""
    if kind in triggers.listeners(draft.setup):
        draft.happen(kind, seat=seat)


def ask_menu(draft: Draft, values: Values) -> Question:
    """The middle of the summoning and of the main phase: whatever the phase allows, any number of times."""
    return make_question("menu", values[0])


def ask_window(draft: Draft, values: Values) -> Question | None:
    """The middle of the startup and of the ending phase: asked where somebody can use or cast something there."""
    return make_question("menu", values[0]) if activation.anything_to_use(draft) else None


def ask_duty(draft: Draft, values: Values) -> Question | None:
    """Before a phase is left the others use what has to be used in it, one after the other (10.3.3, 14.5.13); the
    active player has already."""
    for seat in in_turn(draft, values[0])[len(draft.setup.seating.sharing[values[0]]) :]:
        if draft.turns[seat] and activation.owed(draft, seat):
            return Question("duty", seat)
    return None


def end_ending(draft: Draft, values: Values) -> None:
    """The end of the ending phase, and of the turn."""
    _point(draft, "end ending", values[0])
    _point(draft, "end turn", values[0])


_ENDS: Final[tuple[continuous_effects.Expiry, ...]] = (
    "end of turn",
    "end of your next turn",
    "end of the attack",
    "end of an opponent's next turn",
)
"""What is over at the end of a turn."""


def hand_over(draft: Draft, values: Values) -> None:
    """What lasts for a turn is over, and turns alternate (3.1.1)."""
    before = draft.modifiers
    for moment in _ENDS if before or draft.delayed else ():
        continuous_effects.expire(draft, moment, values[0])
        delayed_abilities.expire(draft, moment)
    if len(draft.modifiers) < len(before):
        control.give_back(draft, before)
    draft.happen("over", seat=values[0])
    draft.frames[-1] = Frame("turn", 0, extra_turns.following(draft, values))


def place_wizards(draft: Draft, seat: int, wizards: list[int]) -> None:
    """Put the seat's face-down wizards into its columns in the given order (3.2.3, G-28)."""
    for column, number in zip(draft.setup.seating.columns[seat], wizards, strict=True):
        draft.own(number).place = wizard_place(seat, column)
        draft.table[wizard_place(seat, column)] = number


LAST_PHASE: Final[tuple[Deed, ...]] = (enter_ending, middle_ending, ask_window, ask_duty, end_ending, hand_over)
"""The steps of a turn from its ending phase on."""
TURN: Final[tuple[Deed, ...]] = (
    ask_to_begin,
    begin_turn,
    middle,
    ready,
    double_vim,
    decay,
    ask_window,
    ask_duty,
    end_startup,
    enter_summoning,
    middle_summoning,
    ask_menu,
    ask_duty,
    end_summoning,
    enter_main,
    middle_main,
    ask_menu,
    ask_duty,
    end_main,
    *LAST_PHASE,
)
"""The steps of a turn."""
