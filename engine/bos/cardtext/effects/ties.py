"""The language of ties: "if several are tied, your opponent chooses one of them"."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from engine.bos.cardtext.combinators import Refusal, any_of, maybe, saying, seq
from engine.bos.cardtext.grammar_words import player
from engine.bos.cardtext.tree_walk import change, parts
from engine.bos.model import syntax, terms


@dataclass(frozen=True, slots=True)
class Tie:
    """A sentence about what is said before it: who chooses among cards of equal strength."""

    player: terms.Player
    """Who chooses."""


_if = saying(
    "if several are tied,", "if there is a tie,", "if there are several,", "if two or more are tied,", "in a tie,",
    "if it is a tie,", "in case of a tie,", "in the case of a tie,", "in case of ties,", "if more than one is tied,",
    "if several summons are tied,", "if two or more summons are tied,", "if several have the same strength,",
    "if there are ties,", "on a tie,", "if there is more than one,", "if tied,", "if they are tied,",
)  # fmt: skip
_one = maybe(
    "one of them", "one", "which", "which one", "among them", "between them", "which of them", "one of those",
    "which summon", "the summon",
)  # fmt: skip
tie: Any = any_of(
    seq(Tie, _if, player, saying("chooses", "choose"), _one),
    seq(Tie, player, saying("chooses", "choose"), maybe("one of them", "one", "which one"), saying(
        "if several are tied", "if there is a tie", "in case of a tie", "among tied summons", "if two or more are tied",
        "in a tie")),
    seq(Tie, player, saying("breaks ties", "break ties", "breaks the tie", "break the tie")),
)  # fmt: skip


def settled(steps: tuple[syntax.Step, ...], ties: tuple[Tie, ...]) -> tuple[syntax.Step, ...]:
    """The steps in which somebody else may choose among the strongest or weakest cards."""
    for each in ties:
        if not any(_is_tied(part) for part in parts(steps)):
            raise Refusal()
        steps = change(steps, partial(_decided, each.player))
    return steps


def _decided(who: terms.Player, part: Any) -> Any:
    return _chosen_by(part, who) if _is_tied(part) else part


def _is_tied(part: Any) -> bool:
    return isinstance(part, terms.Choose) and bool(part.filter.extreme)


def _chosen_by(choice: terms.Choose, who: terms.Player) -> terms.Choose:
    if who == "each opponent":
        who = "an opponent"
    if who in ("each player", "a player"):
        raise Refusal()
    if who == "its controller":
        who = choice.filter.control or "you"
    return replace(choice, by=who)
