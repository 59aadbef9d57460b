"""What an answer to an ability changes: how far the ability on top has come, and what it knows."""

from __future__ import annotations

from engine.bos import costs
from engine.bos.carrying import Pick, Place, next_step, open_price, put_back
from engine.bos.payment import Payment
from engine.bos.state import NOBODY, Draft, place_of_thing


def pick(draft: Draft, asked: Pick, thing: int | None) -> None:
    """One more thing is chosen of those asked for, or None: no more."""
    frame = draft.frames[-1]
    doing, place = frame.doing, Place(*frame.values)
    assert doing is not None
    slot = len(doing.picked) - place.filling
    so_far = doing.picked[slot] if place.filling else ()
    chosen = so_far if thing is None else (*so_far, thing)
    done = thing is None or (asked.high is not None and len(chosen) >= asked.high)
    doing = doing._replace(picked=(*doing.picked[:slot], chosen))
    put_back(draft, doing, place._replace(filling=0 if done else 1))
    if thing is not None and place_of_thing(thing) == NOBODY:
        draft.happen("pick", doing.source, doing.seat, thing)


def agree(draft: Draft) -> None:
    """Yes to "you may"."""
    frame = draft.frames[-1]
    assert frame.doing is not None
    put_back(draft, frame.doing, Place(*frame.values)._replace(agreed=1))


def refuse(draft: Draft) -> None:
    """No to "you may", or to a summon that could be conducted: the step does not happen."""
    frame = draft.frames[-1]
    assert frame.doing is not None
    next_step(draft, frame.doing._replace(did=False), Place(*frame.values))


def conducted(draft: Draft) -> None:
    """A summon is conducted for the step."""
    frame = draft.frames[-1]
    assert frame.doing is not None
    next_step(draft, frame.doing._replace(did=True), Place(*frame.values))


def set_mode(draft: Draft, mode: int) -> None:
    """Which of "choose one"."""
    frame = draft.frames[-1]
    assert frame.doing is not None
    put_back(draft, frame.doing._replace(mode=mode), Place(*frame.values))


def set_number(draft: Draft, number: int) -> None:
    """What X is."""
    frame = draft.frames[-1]
    assert frame.doing is not None
    put_back(draft, frame.doing._replace(x=number), Place(*frame.values)._replace(number=1))


def set_payment(draft: Draft, payment: Payment | None) -> None:
    """How the vim of the ability on top is paid; None is vim first."""
    frame = draft.frames[-1]
    doing, cost = open_price(draft)
    paid = payment or costs.vim_first(draft, doing, cost)
    put_back(draft, doing, Place(*frame.values)._replace(vim=paid.vim, ether=paid.ether))
