"""The language of where cards go that says where they do not: "to your castle instead of your graveyard"."""

from __future__ import annotations

from engine.bos.cardtext.combinators import maybe, meaning, saying, seq

_WHOSE = ("your", "the", "its owner's", "their owner's", "their", "its controller's", "a", "that player's")
_PUT = ("", "into ", "to ", "putting it into ", "putting it in ", "putting this into ", "going to ", "being put into ")
_ELSEWHERE = tuple(
    f"{instead} {put}{whose} graveyard" for instead in ("instead of", "rather than") for put in _PUT for whose in _WHOSE
)
_pile = meaning({f"{pile} | {pile}s": pile for pile in ("castle", "spellbook", "graveyard")})
owners = saying("its owner's", "their owner's", "their owners'", "their")
"""Whose pile it is, of every card its own."""
pile = seq(lambda zone: zone, _pile, maybe(*_ELSEWHERE))
"""A pile, and perhaps the graveyard in which what has fallen would lie otherwise, which says nothing more."""
