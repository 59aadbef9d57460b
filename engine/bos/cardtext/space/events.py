"""The language of cards that come to a place: "when a summon is summoned facing this", "… moves into this column"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.bos.cardtext.combinators import Refusal, Rule, any_of, meaning, seq
from engine.bos.cardtext.grammar_targets import block_column, position
from engine.bos.cardtext.space.positions import part_of_filter
from engine.bos.model import syntax, terms

_arrives = meaning(
    {
        "is summoned | enters the battlefield | enters | arrives | comes into play": "summoned",
        "is put onto the battlefield | is brought onto the battlefield": "summoned",
        "attacks": "attacks",
    }
)
_moves_into = meaning({"moves to | moves into | moves in | is moved to | is moved into": "moves"})
_in_column = seq(lambda seen: seen, "in", block_column)


def _there(who: Any, verb: syntax.Verb, seen: terms.Near) -> tuple[syntax.When, ...]:
    """ "A summon is summoned facing this": one that stands there then."""
    if not isinstance(who, terms.Each) or who.filter.near or who.filter.column:
        raise Refusal()
    return (syntax.When(terms.Each(replace(who.filter, **dict(part_of_filter(seen)))), verb),)


def arriving_there(party: Rule) -> Rule:
    """A card of the event that comes to a place."""
    return any_of(
        seq(_there, party, _arrives, any_of(position, _in_column)),
        seq(_there, party, _moves_into, block_column),
    )
