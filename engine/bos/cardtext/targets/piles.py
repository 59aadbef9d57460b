"""The language of piles: "your castle", "a graveyard", "an opponent's castle or spellbook", "all graveyards"."""

from __future__ import annotations

from engine.bos.cardtext.combinators import any_of, meaning, saying, seq, words
from engine.bos.cardtext.conditions.strength_bounds import Parts
from engine.bos.cardtext.grammar_words import possessive

_zone = words("castle", "spellbook", "graveyard")


def _pile(whose: str | None, zone: str) -> Parts:
    return (("zone", zone), ("owner", whose)) if whose else (("zone", zone),)


_piles = any_of(_zone, meaning({"castle or spellbook | spellbook or castle": "castle or spellbook"}))
pile = any_of(
    seq(_pile, possessive, _piles),
    seq(lambda zone: _pile(None, zone), saying("a", "any"), _piles),
    seq(
        lambda zone: _pile(None, zone),
        "all",
        meaning({f"{zone}s": zone for zone in ("castle", "spellbook", "graveyard")}),
    ),
)
"""A pile, as parts of a filter."""
