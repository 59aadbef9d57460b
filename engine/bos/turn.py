"""The turn: startup, summoning, main and ending phase, with readying, vim and decay (chapters 3 and 4)."""

from __future__ import annotations

from engine.bos.editions import Edition
from engine.bos.state import (
    ENDING,
    MAIN,
    STARTUP,
    SUMMONING,
    Ask,
    Draft,
    Frame,
    boss_place,
    on_table,
    wizard_place,
)
from engine.choice import Outcome

Values = tuple[int, ...]


def halvings(edition: Edition, own_turn: int) -> int:
    """How often life and vim are halved in that own turn (4.3.1, 4.3.2, G-48)."""
    late = max(own_turn - edition.decay_after, 0)
    if edition.decay == "never":
        return 0
    return late if edition.decay == "every turn" else min(late, 1)


def ask_to_begin(draft: Draft, values: Values) -> Ask:
    """The moment of the `T` line: player two may place wizards now (3.2.3)."""
    return Ask("begin", values[0])


def begin(draft: Draft, values: Values) -> None:
    """A turn starts; from its first turn on a seat exists as an opponent (G-113)."""
    seat = values[0]
    draft.active = seat
    draft.turn += 1
    draft.turns[seat] += 1
    draft.phase = STARTUP
    draft.readied = ()
    draft.happen("turn", seat=seat, amount=draft.turns[seat])


def ready(draft: Draft, values: Values) -> None:
    """Face-down wizards and acted cards become ready, each once (4.1.1, 4.1.2); a face-down boss does not (G-43)."""
    seat = values[0]
    boss = boss_place(seat)
    for copy in list(on_table(draft, seat)):
        if copy.acted or (not copy.up and copy.place != boss):
            turned_up = not copy.up
            card = draft.own(copy.id)
            card.acted, card.up, card.public = False, True, True
            draft.readied += (copy.id,)
            draft.happen("ready", copy.id, seat, amount=int(turned_up))


def double_vim(draft: Draft, values: Values) -> None:
    """4.2.1; nothing doubled is nothing (G-44), and there is no cap (G-45)."""
    draft.vim[values[0]] *= 2


def decay(draft: Draft, values: Values) -> None:
    """4.3.2, after doubling and before anything at the end of the phase (G-47); life at 0 loses at once (G-50)."""
    seat = values[0]
    times = halvings(draft.setup.edition, draft.turns[seat])
    if times:
        draft.life[seat] >>= times
        draft.vim[seat] >>= times
        draft.happen("decay", seat=seat, amount=times)
        settle_life(draft)


def enter_summoning(draft: Draft, values: Values) -> None:
    """The summoning phase begins."""
    draft.phase = SUMMONING
    draft.happen(SUMMONING, seat=values[0])


def enter_main(draft: Draft, values: Values) -> None:
    """The main phase begins."""
    draft.phase = MAIN
    draft.happen(MAIN, seat=values[0])


def enter_ending(draft: Draft, values: Values) -> None:
    """The ending phase begins; there is no way back (G-142)."""
    draft.phase = ENDING
    draft.happen(ENDING, seat=values[0])


def ask_menu(draft: Draft, values: Values) -> Ask:
    """The middle of the summoning and of the main phase: whatever the phase allows, any number of times."""
    return Ask("menu", values[0])


def hand_over(draft: Draft, values: Values) -> None:
    """Turns alternate (3.1.1)."""
    draft.happen("over", seat=values[0])
    draft.frames[-1] = Frame("turn", 0, (1 - values[0],))


def settle_life(draft: Draft) -> None:
    """Whoever is at 0 life has lost, checked after every effect (11.1.1, G-143); both at once is a draw (G-103)."""
    fallen = [seat for seat, life in enumerate(draft.life) if life <= 0]
    if not fallen or draft.outcome:
        return
    if len(fallen) == len(draft.life) and draft.setup.edition.both_at_zero == "draw":
        finish(draft, Outcome((), "draw", "11.1.1"))
        return
    losers = fallen if len(fallen) == 1 else [draft.active]
    finish(draft, Outcome(tuple(s for s in range(len(draft.life)) if s not in losers), "life", "11.1.1"))


def finish(draft: Draft, outcome: Outcome) -> None:
    """The game is over; nothing that was pending happens any more (11.1.2)."""
    draft.outcome = outcome
    draft.frames.clear()
    draft.ask = None


def place_wizards(draft: Draft, seat: int, wizards: list[int]) -> None:
    """Put the seat's face-down wizards into columns in the given order (3.2.3, G-28)."""
    for column, number in enumerate(wizards):
        draft.own(number).place = wizard_place(seat, column)
        draft.table[wizard_place(seat, column)] = number
