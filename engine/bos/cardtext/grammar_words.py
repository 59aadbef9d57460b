"""The smallest words of the language: numbers, resources, players, and what stands for something found later."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.bos.cardtext.combinators import Digits, Named, meaning, words
from engine.bos.model import terms

MAX_PRINTED = 1_000_000
MAX_CARDS = 99
KINDS: tuple[terms.Kind, ...] = ("summon", "wizard", "boss", "spell")

THEY: Any = "they"
"""The player who is the subject of the clause; what is left of it when the clause is made is "that player"."""


OWN = "this"
"""In place of a name: that of the card the text stands on."""


@dataclass(frozen=True, slots=True)
class Subject:
    """Stands in a deed for what will be the subject of its clause."""


@dataclass(frozen=True, slots=True)
class ThatCard:
    """ "that summon": the last card named, which may be the other card of the event."""


@dataclass(frozen=True, slots=True)
class OwnName:
    """A name without an article: this card, or the card of that name."""

    name: str
    """The name as it is written."""


# Numbers

_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
spelled = meaning({word: value for value, word in enumerate(_NUMBERS, 1)})
number = Named("a number")
number.means(Digits(MAX_PRINTED), spelled)
several = Named("a number")
several.means(Digits(MAX_CARDS), spelled)
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}
ordinal = meaning(
    {
        **{word: value for value, word in enumerate(_ORDINALS, 1)},
        **{
            f"{value}{_ENDINGS.get(value % 10, 'th') if value not in (11, 12, 13) else 'th'}": value
            for value in range(1, 100)
        },
    }
)

resource = words("life", "vim", "ether")

# Players

player = Named("a player")
player.means(
    meaning(
        {
            "you": "you",
            "an opponent | your opponent | the opponent": "an opponent",
            "each opponent | opponents | your opponents | all opponents": "each opponent",
            "a player | any player": "a player",
            "each player | players | all players": "each player",
            "that player | they": "that player",
            "its controller | that summon's controller | that card's controller": "its controller",
        }
    )
)
possessive = Named("whose")
possessive.means(
    meaning(
        {
            "your": "you",
            "an opponent's | your opponent's | the opponent's": "an opponent",
            "each opponent's": "each opponent",
            "a player's | any player's": "a player",
            "each player's": "each player",
            "that player's": "that player",
            "its controller's": "its controller",
            "their": THEY,
        }
    )
)
