"""What is told of a line that was played with a text and without it: before, the deeds, after."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.bos.display.state_facts import Facts, deed, deeds, fact_sentences, facts, moment_of
from engine.bos.model import moves
from engine.bos.model.moves import Move
from engine.bos.model.state import State
from engine.bos.rules.legality import check
from engine.choice import Answer
from engine.messages import Message, in_a_row

Line = Sequence[tuple[State, Answer[Move]]]
"""Answers, each with the position before it."""


class Example(NamedTuple):
    """What is told, in sentences: how it was, what was done, how it is then, and how it would be without the text.

    `refused` is a deed that the text forbids, with the reason. Everything is empty where no small table was found on
    which the text can be seen.
    """

    before: tuple[Message, ...] = ()
    """How it was."""
    deeds: tuple[Message, ...] = ()
    """What was done."""
    refused: Message | None = None
    """What cannot be done, and why; None where it is not about that."""
    after: tuple[Message, ...] = ()
    """How it is then."""
    without: tuple[Message, ...] = ()
    """How it would be without the text."""

    @property
    def found(self) -> bool:
        """Whether there is anything to show."""
        return bool(self.after or self.refused)

    def lines(self) -> list[Message]:
        """The example, a line for each part of it."""
        if not self.found:
            return [NOT_FOUND]
        refused = () if self.refused is None else (self.refused,)
        sections = {"before": self.before, "deeds": self.deeds, "refused": refused}
        sections |= {"after": self.after, "without": self.without}
        return [Message(f"bos.example.{name}", said=in_a_row(said)) for name, said in sections.items() if said]


NONE = Example()
NOT_FOUND = Message("bos.example.not_found")


def sight(state: State) -> tuple[object, ...]:
    """Everything that `facts` can tell of, as one value: equal where there is nothing to tell apart."""
    cards = [
        (copy.zone, copy.place, copy.up, copy.acted, copy.strength, copy.control, copy.host, copy.leaving)
        for copy in state.copies
    ]
    amounts = (state.life, state.vim, state.ether, state.outcome, state.active, state.phase)
    return amounts, cards, state.modifiers, len(state.delayed)


def told(line: Line, before: Facts, after: Facts, without: Facts) -> Example:
    """Told is what the text changes; how that is without it only where it is not as it was before."""
    changed = after.changed(without)
    if not changed:
        return _in_time(line, after.state, without.state)
    other = [fact for fact in changed if without.so.get(fact) != before.so.get(fact)]
    return Example(
        before=(_begun(line, before.state), *(fact_sentences(changed, before) if line else ())),
        deeds=deeds(line),
        after=fact_sentences(changed, after),
        without=fact_sentences(other, without),
    )


def _in_time(line: Line, after: State, without: State) -> Example:
    """One that is at another moment than without the text, and else the same; `NONE` for the same moment."""
    now, other = moment_of(after), moment_of(without)
    return NONE if now == other or not line else Example((moment_of(line[0][0]),), deeds(line), None, (now,), (other,))


def refused(line: Line, state: State, other: State, here: list[Answer[Move]], there: list[Answer[Move]]) -> Example:
    """A deed that is lawful without the text only; where the same card can be played otherwise, how."""
    before, lawful = (_begun(line, state),), set(here)
    for answer in there:
        violation = None if answer in lawful else check(state, answer)
        if violation is None:
            continue
        name = moves.named_card(answer.move)
        instead = [each for each in here if name and moves.named_card(each.move) == name and each not in there]
        if instead:
            return Example(before, deeds(line), None, (deed(state, instead[0]),), (deed(other, answer),))
        return Example(before, deeds(line), _refusal(state, other, answer))
    return NONE


def allowed(line: Line, ended: State, other: State, answer: Answer[Move]) -> Example:
    """A deed, the last of the line's own, that is lawful with the text only."""
    state = next(state for state, each in line if each is answer)
    before, after = facts(state), facts(ended)
    changed = after.changed(before)
    return Example(
        before=(moment_of(line[0][0]), *fact_sentences(changed, before)),
        deeds=deeds(line),
        after=fact_sentences(changed, after),
        without=(said,) if (said := _refusal(other, state, answer)) else (),
    )


def _refusal(state: State, told_of: State, answer: Answer[Move]) -> Message | None:
    violation = check(state, answer)
    if violation is None:
        return None
    return Message(
        "bos.example.refused_deed", deed=deed(told_of, answer), reason=violation.message, rule=violation.rule
    )


def _begun(line: Line, state: State) -> Message:
    return moment_of(line[0][0] if line else state)
