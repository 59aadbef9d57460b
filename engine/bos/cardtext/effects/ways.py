"""The language of ways that are chosen: "choose one", "an opponent chooses one", "choose two", "choose one or both"."""

from __future__ import annotations

from typing import Any

from engine.bos.cardtext.combinators import Refusal, any_of, maybe, meaning, perhaps, saying, seq
from engine.bos.cardtext.grammar_words import player, several
from engine.bos.model import syntax, terms
from engine.messages import Message

ALL = -1
"""In place of a number: as many as there are."""


def _of(count: int) -> tuple[int, int]:
    if not count:
        raise Refusal()
    return (count, count)


_of_them = maybe(
    "of the following", "of these", "of them", "different", "different ones", "effect", "effects", "option", "options",
    "way", "ways", "of the following effects",
)  # fmt: skip
_count = any_of(
    seq(_of, maybe("any"), several),
    seq(lambda count: (0, count), "up to", several),
    meaning(
        {
            "one or both | either or both": (1, 2),
            "one or more | at least one": (1, ALL),
            "any number": (0, ALL),
            "both or one": (1, 2),
        }
    ),
)
_fresh = perhaps(
    meaning(
        {
            **{
                f"that {has} been chosen {end}".strip(): limit
                for has in ("has not", "hasn't", "have not", "haven't")
                for end, limit in (("", "game"), ("this turn", "turn"), ("yet", "game"), ("before", "game"))
            },
            **{
                f"that {was} chosen {end}": limit
                for was in ("was not", "wasn't", "were not", "weren't")
                for end, limit in (("before", "game"), ("this turn", "turn"), ("yet", "game"))
            },
        }
    ),
    "",
)


def _chosen(count: tuple[int, int], fresh: syntax.Limit) -> syntax.Ways:
    return syntax.Ways("you", *count, fresh)


def _chosen_by(who: terms.Player, count: tuple[int, int], fresh: syntax.Limit) -> syntax.Ways:
    """In a duel each opponent is the only one."""
    if who == "each opponent":
        who = "an opponent"
    if who in ("each player", "a player"):
        raise Refusal(Message("bos.card_text.one_chooses"))
    return syntax.Ways(who, *count, fresh)


_behind = maybe(":", "-", ": -")
choose_ways: Any = any_of(
    seq(_chosen, maybe("you may", "you must", "you"), "choose", _count, _of_them, _fresh, _behind),
    seq(_chosen_by, player, maybe("must", "may"), saying("chooses", "choose"), _count, _of_them, _fresh, _behind),
)
""" "Choose one:" with what it says of who chooses, and how many."""
