"""What the opponent of a card's controller does: "its controller's opponent gains 1 life"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.bos.cardtext.combinators import Refusal, Rule, meaning, seq
from engine.bos.cardtext.effects.sentences import Clause
from engine.bos.cardtext.grammar_words import KINDS, ThatCard
from engine.bos.model import syntax, terms

_CARDS: dict[str, Any] = {
    "its": terms.It(),
    "the enchanted card's": terms.Host(),
    **{f"the enchanted {kind}'s": terms.Host() for kind in ("summon", "wizard", "boss")},
    **{f"that {kind}'s": ThatCard((kind,)) for kind in KINDS},
    "that card's": ThatCard(),
}
_rival_of = meaning({f"{card} controller's opponent": meant for card, meant in _CARDS.items()})


def rivals(said: Callable[..., Clause], phrases: Rule) -> Rule:
    """Such clauses, from what makes a clause of a subject and its verbs: an opponent where you control that card, you
    where you do not."""

    def built(card: Any, verbs: Any) -> Clause:
        held = terms.IsSo(card, terms.Filter(control="you"))
        unbent = tuple(replace(each, third=None) for each in verbs)
        theirs, yours = (said(terms.Who(who), None, unbent).steps for who in ("an opponent", "you"))
        if any(step != syntax.Step(step.deed) for step in (*theirs, *yours)):
            raise Refusal()
        return Clause((*(replace(step, unless=held) for step in yours), *(replace(step, only=held) for step in theirs)))

    return seq(built, _rival_of, phrases)
