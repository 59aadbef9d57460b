"""The language of what a strength or a resource becomes: "its strength becomes 5", "your life becomes equal to …"."""

from __future__ import annotations

from typing import Any

from engine.bos.cardtext.combinators import Refusal, any_of, maybe, meaning, perhaps, saying, seq
from engine.bos.cardtext.effects.subjects import check_kinds
from engine.bos.cardtext.grammar_effects import scaled, until
from engine.bos.cardtext.grammar_targets import quantity, thing
from engine.bos.cardtext.targets.amounts import amount
from engine.bos.model import syntax, terms


def _become(what: tuple[terms.Thing, Any], modal: str | None, much: terms.Quantity, end: Any) -> syntax.Step:
    deed = syntax.Become(what[0], what[1], much, end)
    check_kinds(deed)
    return syntax.Step(deed, may=modal == "may")


def _set(what: tuple[terms.Thing, Any], much: terms.Quantity, end: Any) -> syntax.Step:
    return _become(what, None, much, end)


def _lasting(end: Any, what: tuple[terms.Thing, Any], much: terms.Quantity) -> syntax.Step:
    return _become(what, None, much, end)


def _each_other(fighters: terms.Thing) -> syntax.Step:
    """ "two summons battle each other"."""
    match fighters:
        case terms.Both((first, second)):
            return syntax.Step(syntax.Battle(first, second))
        case terms.Choose(meant, 2, 2):
            return syntax.Step(syntax.Battle(terms.Choose(meant), terms.Choose(meant)))
    raise Refusal()


_end = perhaps(until, "")
_much = any_of(amount, seq(lambda much: much, "equal to", quantity))
becomes = any_of(
    seq(_become, scaled, perhaps(meaning({"may": "may", "must": "must"})), saying("becomes", "become"), _much, _end),
    seq(_set, "set", scaled, "to", any_of(amount, quantity), _end),
    seq(_lasting, until, maybe(","), scaled, "becomes", _much),
)
"""Something that becomes so much, as a step."""
battles = seq(_each_other, thing, saying("battle each other", "battle"))
"""Two cards that battle each other, as a step."""
