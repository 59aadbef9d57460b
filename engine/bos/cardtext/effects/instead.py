"""The language of what takes the place of an event: at a price, if somebody likes, or by nothing at all."""

from __future__ import annotations

from typing import Any

from engine.bos.cardtext.combinators import Refusal, any_of, maybe, meaning, saying, seq
from engine.bos.cardtext.effects.nothing import NOTHING
from engine.bos.cardtext.grammar_clauses import Clause, Sentence, clauses, had
from engine.bos.cardtext.grammar_words import Subject, number
from engine.bos.model import syntax, terms
from engine.bos.model.syntax import Step


def _becomes(much: int) -> Sentence:
    life: Any = Subject()
    return Sentence((Step(syntax.Become(life, "life", terms.Number(much))),))


def is_life_of(deed: syntax.Deed) -> bool:
    """Whether "it" in "it becomes 1" is a player's life."""
    return isinstance(deed, syntax.Become) and deed.what == "life" and isinstance(deed.who, Subject)


life_becomes = seq(_becomes, saying("it becomes", "it is", "you have", "your life total becomes"), number,
                   maybe("life"), "instead")  # fmt: skip
"""What a player's life becomes instead of 0."""


def _and_then(first: Sentence, then: Clause) -> Sentence:
    return Sentence((*first.steps, *then.steps))


saved = any_of(
    life_becomes, seq(_and_then, life_becomes, saying("and", ", and", "and then", ", and then", ", then"), clauses)
)
"""The same, and what happens besides: "it becomes 5 instead and turn this face-down"."""


def _if_done(first: Clause, then: Clause) -> Sentence:
    """ "You may pay 2 vim. If you do, … instead": what happens only where the first was done."""
    if not first.steps[0].may or any(step.did is not None for step in then.steps):
        raise Refusal()
    done = tuple(_done(step) for step in then.steps)
    return Sentence((*first.steps, *done))


def _done(step: Step) -> Step:
    return Step(step.deed, may=step.may, only=step.only, unless=step.unless, did=True)


_if_you_do = saying("if you do,", "if that player does,", "if they do,", "if so,")
if_liked = any_of(
    seq(_if_done, any_of(clauses, had), ".", _if_you_do, clauses, "instead"),
    seq(_if_done, any_of(clauses, had), ".", _if_you_do, "instead", clauses),
    seq(_if_done, any_of(clauses, had), "to", seq(lambda effect: effect, clauses), "instead"),
)
"""Something that its player may do first."""

# Doubling

_whose = meaning(
    {
        "your": "you",
        "an opponent's | your opponent's | the opponent's": "an opponent",
        "each player's | every player's": "a player",
    }
)
_times = meaning({"triples": 3, "is tripled": 3, "quadruples": 4, "is quadrupled": 4})


def _multiplied(who: Any, times: int) -> tuple[syntax.When, Sentence]:
    subject: terms.Player = "that player" if who == "a player" else who
    deed = syntax.Scale(terms.Who(subject), "vim", times=times)
    return syntax.When(terms.Who(who), "doubles", resource="vim"), Sentence((Step(deed),))


def _undoubled(who: Any) -> tuple[syntax.When, Sentence]:
    return syntax.When(terms.Who(who), "doubles", resource="vim"), NOTHING


doubling = any_of(
    seq(_multiplied, _whose, "vim", _times, saying("instead of doubling", "instead of being doubled")),
    seq(_undoubled, _whose, saying("vim does not double", "vim doesn't double", "vim is not doubled")),
)
"""The doubling of vim in the startup phase, and what takes its place."""
