"""What an answer to an ability changes: how far the ability on top has come, and what it knows."""

from __future__ import annotations

from engine.bos.abilities import memory, ways
from engine.bos.model.moves import Payment
from engine.bos.model.places import NOBODY, place_of_thing
from engine.bos.model.state import Draft
from engine.bos.rules import costs
from engine.bos.rules.ability_choices import Pick, open_price, progress_of, spoken
from engine.bos.rules.ability_resolution import answering, next_step, put_back


def pick(draft: Draft, choice: Pick, target: int | None) -> None:
    """One more thing is chosen of those asked for, or None: no more."""
    frame = draft.frames[-1]
    pending, progress = frame.pending, progress_of(frame)
    assert pending is not None
    slot = len(pending.picked) - progress.filling
    so_far = pending.picked[slot] if progress.filling else ()
    chosen = so_far if target is None else (*so_far, target)
    done = target is None or (choice.high is not None and len(chosen) >= choice.high)
    pending = pending._replace(picked=(*pending.picked[:slot], chosen))
    put_back(draft, pending, progress._replace(filling=0 if done else 1))
    if target is not None and place_of_thing(target) == NOBODY:
        draft.happen("pick", pending.source, pending.seat, target)


def agree(draft: Draft) -> None:
    """Yes to "you may"."""
    frame = draft.frames[-1]
    assert frame.pending is not None
    put_back(draft, frame.pending, progress_of(frame)._replace(agreed=1))


def refuse(draft: Draft) -> None:
    """No to "you may", or to a summon that could be conducted: the step does not happen."""
    frame = draft.frames[-1]
    assert frame.pending is not None
    progress = progress_of(frame)
    step = spoken(draft, frame.pending).steps[progress.step]
    next_step(draft, answering(frame.pending, step), progress)


def conducted(draft: Draft, summon: int) -> None:
    """A summon is conducted for the step; later words may speak of it."""
    frame = draft.frames[-1]
    assert frame.pending is not None
    progress = progress_of(frame)
    step = memory.in_step(frame.pending, progress.step)
    wanted = memory.looked_back(spoken(draft, frame.pending))
    pending = memory.remember(draft, frame.pending, wanted, step, (summon,))
    next_step(draft, pending._replace(did=True), progress)


def set_mode(draft: Draft, mode: int | None) -> None:
    """Which of "choose one"; None: no more of several."""
    frame = draft.frames[-1]
    pending = frame.pending
    assert pending is not None
    text = spoken(draft, pending)
    if mode is not None:
        ways.spend(draft, pending, text, mode)
    put_back(draft, ways.choose(text, pending, mode), progress_of(frame))


def set_number(draft: Draft, number: int) -> None:
    """What X is."""
    frame = draft.frames[-1]
    assert frame.pending is not None
    put_back(draft, frame.pending._replace(x=number), progress_of(frame)._replace(number=1))


def set_payment(draft: Draft, payment: Payment | None) -> None:
    """How the vim of the ability on top is paid; None is vim first."""
    frame = draft.frames[-1]
    pending, cost = open_price(draft)
    paid = payment or costs.vim_first(draft, pending, cost)
    put_back(draft, pending, progress_of(frame)._replace(vim=paid.vim, ether=paid.ether))
