"""More or less of what a player would gain or lose: "twice that much instead", "1 less life"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from engine.bos.cardtext.combinators import Refusal, any_of, meaning, perhaps, saying, seq
from engine.bos.cardtext.effects.phrases import OPEN
from engine.bos.cardtext.grammar_words import number
from engine.bos.cardtext.problems import Fault
from engine.bos.cardtext.targets.amounts import factor, rounding
from engine.bos.cardtext.tree_walk import change
from engine.bos.model import syntax, terms
from engine.messages import Message

Amount = tuple[terms.Quantity, Any]
"""How much, and of what: OPEN, perhaps with the resource that the words name, until the event says it."""
_MUCH: Final = terms.ThatMuch()


def _multiplied(times: int) -> Amount:
    return terms.Times(terms.Number(times), _MUCH), OPEN


def _halved(up: bool) -> Amount:
    return terms.Half(_MUCH, up), OPEN


def _more(much: int, what: str = "") -> Amount:
    return terms.Sum(_MUCH, terms.Number(much)), OPEN + what


def _less(much: int, what: str = "") -> Amount:
    return terms.Minus(_MUCH, terms.Number(much)), OPEN + what


_resource = meaning({"life": "life", "vim": "vim", "ether": "ether"})
changed_amount = any_of(
    seq(lambda: (_MUCH, OPEN), saying("that much", "that amount", "that many", "the same amount", "the same")),
    seq(_multiplied, factor, saying("that much", "that amount", "as much", "the amount")),
    seq(
        _halved, saying("half that much", "half that amount", "half as much", "half of that"), perhaps(rounding, False)
    ),
    seq(_more, number, "more"),
    seq(_less, number, "less"),
    seq(_more, number, saying("more", "additional", "extra"), _resource),
    seq(_less, number, "less", _resource),
)
"""What somebody gains or loses in place of another amount."""


def _is_open(part: Any) -> bool:
    return isinstance(part, syntax.Gain) and part.what.startswith(OPEN)


def of_event(steps: tuple[syntax.Step, ...], event: syntax.When) -> tuple[syntax.Step, ...]:
    """The steps, with the resource of the event that they take the place of where they name none."""

    def named(part: Any) -> Any:
        if not _is_open(part):
            return part
        if not event.resource or part.what[len(OPEN) :] not in ("", event.resource):
            raise Refusal(Message("bos.card_text.which_resource"))
        return replace(part, what=event.resource)

    filled: tuple[syntax.Step, ...] = change(steps, named)
    return filled


def of_trigger(steps: tuple[syntax.Step, ...], moments: tuple[syntax.Moment, ...]) -> tuple[syntax.Step, ...]:
    """ "When an opponent gains life: You gain that much": of what the event was, where it is the first thing done."""
    event = next((each for each in moments if isinstance(each, syntax.When)), None)
    first = steps[0].deed if steps else None
    if event is None or event.also or not event.resource or not isinstance(first, syntax.Gain):
        return steps
    if not _is_open(first) or isinstance(first.amount, terms.Minus):
        return steps
    if isinstance(first.amount, terms.Sum):
        first = replace(first, amount=first.amount.more)
    return (*of_event((replace(steps[0], deed=first),), event), *steps[1:])


def unnamed(steps: tuple[syntax.Step, ...]) -> list[Fault]:
    """What is wrong where "1 more" or "that much" does not say of what, and no event does."""
    if any(_is_open(step.deed) for step in steps):
        return [Fault("E-READ", Message("bos.card_text.which_resource"), ("more", "less", "much", "amount"))]
    return []
