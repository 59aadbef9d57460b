"""What every phrase of an effect is made of: a verb in both forms, who does it, and how long it lasts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.bos.cardtext.combinators import meaning, perhaps
from engine.bos.cardtext.grammar_words import Subject
from engine.bos.model import syntax

OPEN: Any = "?"
"""The end of a deed that says none; what that means depends on the text."""

SUBJECT: Any = Subject()
Deeds = tuple[syntax.Deed, ...]


@dataclass(frozen=True, slots=True)
class Phrase:
    """A verb and all that belongs to it. `third` is the form after "this" and "a summon"; None fits everything."""

    third: bool | None
    deeds: Deeds
    """What it does."""


more_or_less = meaning({"more strength | additional strength | extra strength": False, "less strength": True})
"""Whether strength is less."""
_OPPONENTS = ("an opponent's", "your opponent's", "the opponent's")
_FIGHT = ("battle", "attack", "combat")
_IN_FIGHT = [f"{word} {that} {fight}" for word in ("in", "during", "for") for that in ("this", "that", "the")
             for fight in _FIGHT]  # fmt: skip
_END_OF_FIGHT = [f"until {end}" for fight in _FIGHT for end in (
    f"the end of the {fight}", f"the end of this {fight}", f"the end of that {fight}", f"end of {fight}",
    f"the {fight} ends", f"the {fight} is over")]  # fmt: skip
until = meaning(
    {
        "this turn | until the end of the turn | until end of turn | until the end of this turn": "end of turn",
        "for the rest of the turn | for the rest of this turn": "end of turn",
        "until the end of your next turn": "end of your next turn",
        "until the start of your next turn | until your next turn": "start of your next turn",
        "until your next turn begins | until your next turn starts": "start of your next turn",
        "while this is on the battlefield | as long as this is on the battlefield": "on the battlefield",
        "for the rest of the game | permanently": "",
        **dict.fromkeys([*_IN_FIGHT, *_END_OF_FIGHT], "end of the attack"),
        **{f"until the end of {whose} next turn": "end of an opponent's next turn" for whose in _OPPONENTS},
        **{f"until {whose} next turn": "an opponent's next startup phase" for whose in _OPPONENTS},
        **{f"until the start of {whose} next turn": "an opponent's next startup phase" for whose in _OPPONENTS},
        **{
            f"until {whose} next {phase} phase": f"{value} next {phase} phase"
            for whose, value in (("your", "your"), *((whose, "an opponent's") for whose in _OPPONENTS))
            for phase in ("startup", "summoning", "main", "ending")
        },
    }
)
until_said = perhaps(until, OPEN)
"""The end, or that none is said."""


def verb(base: str, third: str) -> Any:
    """Both forms of a verb; the value tells which."""
    return meaning({base: False, third: True})


def made(make: Callable[..., syntax.Deed]) -> Callable[..., Phrase]:
    """The phrase of one deed, from the form of its verb and the values behind it."""

    def built(third: bool, *values: Any) -> Phrase:
        return Phrase(third, (make(*values),))

    return built
