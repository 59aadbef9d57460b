"""The language of amounts of this turn: "the number of summons defeated this turn", "the life you gained"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.bos.cardtext.combinators import Refusal, any_of, meaning, perhaps, saying, seq
from engine.bos.cardtext.grammar_words import TURN, player, resource
from engine.bos.model import terms
from engine.messages import Message


def _occurred(meant: terms.Filter, past: terms.Past) -> terms.Occurred:
    if meant.past or meant.zone != "table":
        raise Refusal(Message("bos.card_text.said_twice"))
    return terms.Occurred(meant, past)


def _cast(meant: terms.Filter, caster: terms.Player) -> terms.Occurred:
    if meant.kinds != ("spell",) or meant.control or meant.owner:
        raise Refusal(Message("bos.card_text.price_in_vim"))
    return _occurred(replace(meant, control=caster), "was cast")


def _count(meant: terms.Filter) -> terms.Count | terms.Occurred:
    """Cards that were defeated, and spells that were cast, are no longer where cards are counted."""
    if meant.zone == "table" and meant.past in ("was defeated", "was cast"):
        return _occurred(replace(meant, past=None), meant.past)
    return terms.Count(meant)


def _this_way(meant: terms.Filter, how: Any) -> terms.ThisWay:
    """ "Summons defeated this way": of those that were named before."""
    if meant != terms.Filter(kinds=meant.kinds):
        raise Refusal()
    return terms.ThisWay(terms.Them(), meant, how)


_ANYBODY: terms.Player = "a player"


def declared_by(who: terms.Player) -> terms.Occurred:
    """ "For each attack you declared this turn": with whatever attacked."""
    control = None if who in ("a player", "each player") else who
    return terms.Occurred(terms.Filter(kinds=("summon", "boss"), control=control), "attacked")


attacks_declared = seq(
    declared_by,
    saying("attack", "attacks"),
    perhaps(player, _ANYBODY),
    saying(*(f"{have}{made} this turn" for have in ("", "have ", "has ") for made in ("declared", "made"))),
)
"""How often a player attacked this turn."""


def counted_of(noun: Any) -> Any:
    """Cards that are counted: those there are, or how often something befell them this turn."""
    return any_of(
        attacks_declared,
        seq(_count, noun),
        seq(_this_way, noun, meaning({"defeated this way": "defeated", "returned this way": "returned",
                                      "discarded this way": "discarded", "destroyed this way": "defeated"})),
        *(seq(_occurred, noun, meaning({f"{befell} {turn}": f"was {befell}" for turn in TURN}))
          for befell in ("defeated", "summoned", "cast")),
        seq(_cast, noun, player, saying("cast this turn", "has cast this turn", "have cast this turn")),
    )  # fmt: skip


turn_total = any_of(
    seq(
        lambda what, who, verb: terms.TurnTotal(who, verb, what),
        "the",
        resource,
        player,
        meaning({"gained this turn": "gains", "lost this turn": "loses", "spent this turn": "spends"}),
    ),
    seq(
        lambda who: terms.TurnTotal(who, "takes"), "the damage", player, saying("took this turn", "was dealt this turn")
    ),
)
"""How much a player gained, lost, spent or took this turn."""
