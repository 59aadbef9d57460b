"""What is said of each player's strongest or weakest card: of one on each side, where somebody has one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.bos.cardtext.combinators import Refusal
from engine.bos.cardtext.effects.sentences import Clause
from engine.bos.cardtext.effects.subjects import is_standing
from engine.bos.cardtext.tree_walk import change, parts
from engine.bos.model import syntax, terms

_SIDES: tuple[terms.Player, ...] = ("you", "an opponent")


def on_each_side(effect: Clause) -> Clause:
    """ "Defeat each player's weakest summon": yours if you control one, then an opponent's if they do."""
    if not any(_is_of_each(part) for part in parts(effect.steps)):
        return effect
    if len(effect.steps) > 1:
        raise Refusal()
    return replace(effect, steps=tuple(_of(effect.steps[0], who) for who in _SIDES))


def _is_of_each(what: Any) -> bool:
    return isinstance(what, terms.Each) and bool(what.filter.extreme) and what.filter.control == "each player"


def _of(step: syntax.Step, who: terms.Player) -> syntax.Step:
    lasting = is_standing(step.deed)

    def one(part: Any) -> Any:
        if not _is_of_each(part):
            return part
        meant = replace(part.filter, control=who)
        return terms.Each(meant) if lasting else terms.Choose(meant)

    there = next(part.filter for part in parts(step) if _is_of_each(part))
    held = terms.Controls(who, replace(there, control=None, extreme=""))
    sided: syntax.Step = change(step, one)
    return replace(sided, only=None if lasting else held)
