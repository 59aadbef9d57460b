"""The smallest words of the language: numbers, resources, players, and what stands for something found later."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from engine.bos.cardtext.combinators import Digits, Named, Refusal, Rule, any_of, meaning, saying, seq, words
from engine.bos.cardtext.tree_walk import change
from engine.bos.model import terms
from engine.messages import Message

MAX_PRINTED = 1_000_000
MAX_CARDS = 99
KINDS: tuple[terms.Kind, ...] = ("summon", "wizard", "boss", "spell")

THEY: Any = "they"
"""The player who is the subject of the clause; what is left of it when the clause is made is "that player"."""

YOURS: Any = "your choice"
"""The controller, who is said to choose: "a spell of your choice"; nobody else can be told to choose it."""

TURN = ("this turn", "that turn")
"""The running turn, of which an ability at its end speaks as "that turn"."""

HELD: Any = "held"
"""In place of a zone: the piles where such cards lie before they are used; whose they are, the clause says."""

THAT_PILE: Any = "that pile"
"""In place of a zone: the pile of which was spoken last."""

DOER: Any = "doer"
"""The player who does what is said, whose side is meant: "sacrifice a summon"."""

OWN = "this"
"""In place of a name: that of the card the text stands on."""


@dataclass(frozen=True, slots=True)
class Subject:
    """Stands in a deed for what will be the subject of its clause."""


@dataclass(frozen=True, slots=True)
class ThatCard:
    """ "that summon", "the spell": the last card of these kinds that was named; of any kind where there are none."""

    kinds: tuple[terms.Kind, ...] = ()
    """What it is called."""
    gone: Literal["", "sacrificed", "discarded", "returned"] = ""
    """What has become of it, where the words say so: then it must be the only one of which that can be said."""


GONE: tuple[Literal["sacrificed", "discarded", "returned"], ...] = ("sacrificed", "discarded", "returned")


@dataclass(frozen=True, slots=True)
class ItAsSubject:
    """ "It" as the subject of its clause: what the clause before spoke about comes first."""


@dataclass(frozen=True, slots=True)
class ItBefore:
    """ "Its" in front of what the deed is done to, which it cannot mean."""


@dataclass(frozen=True, slots=True)
class ThatColumn:
    """ "That column", "those columns": what was chosen of columns last; else that of the last card."""

    many: bool = False
    """Whether it is said of several; both words are read as one."""


@dataclass(frozen=True, slots=True)
class SoMuch:
    """ "The vim paid this way", "the life they lost": the amount of what was done, in the cost or by the event."""

    verb: Literal["gains", "loses", "spends"]
    """What was done."""
    resource: Literal["", "life", "vim", "ether"] = ""
    """With which resource; empty where none is said."""
    who: Literal["", "you", "they"] = ""
    """By whom, where it is said."""


@dataclass(frozen=True, slots=True)
class Rest:
    """ "The rest": the cards of the kind that was chosen from, without those that were chosen."""


Role = Literal["attacker", "blocker", "defeated", "defeater", "summoned", "defender"]


@dataclass(frozen=True, slots=True)
class Participant:
    """ "The attacker", "the blocker", "the defeated card": who takes that part in the event."""

    role: Role
    """Which part."""
    kinds: tuple[terms.Kind, ...] = ()
    """What it must be, where the word says so: "the summon that defeated it"."""


@dataclass(frozen=True, slots=True)
class OwnName:
    """A name without an article: this card, or the card of that name."""

    name: str
    """The name as it is written."""


def fighters(attacker: str, blocker: str) -> dict[str, tuple[tuple[str, Any], ...]]:
    """ "An attacker" is an attacking summon or boss: by the words for both, the parts of their filters."""
    looks = {attacker: "attacking", blocker: "blocking"}
    return {noun: (("kinds", ("summon", "boss")), ("looks", (look,))) for noun, look in looks.items()}


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

# Ranges

Range = tuple[int | None, int | None]


def _range(least: int, most: int) -> Range:
    if most <= least:
        raise Refusal(Message("bos.card_text.range"))
    return (least, most)


def _below(most: int) -> Range:
    if not most:
        raise Refusal(Message("bos.card_text.range"))
    return (None, most - 1)


def _ranges(count: Any) -> Any:
    """ "2 or more", "at most 3", "more than 4", "exactly 2", "2 to 4"."""
    return any_of(
        seq(lambda n: (n, None), count, saying("or more", "or greater")),
        seq(lambda n: (None, n), count, saying("or less", "or fewer")),
        seq(lambda n: (n, None), "at least", count),
        seq(lambda n: (None, n), "at most", count),
        seq(lambda n: (n + 1, None), "more than", count),
        seq(_below, saying("fewer than", "less than"), count),
        seq(lambda n: (n, n), "exactly", count),
        seq(_range, count, "to", count),
    )


cards = _ranges(several)
"""How many cards."""
amounts = _ranges(number)
"""How much of a resource."""

# Players


def _controller(of: Any) -> terms.ControllerOf:
    """Who controls what the words speak of, which is bound later."""
    return terms.ControllerOf(of)


_THEM: Any = terms.Them()
_ways = ("defeated", "returned", "moved", "damaged", "dealt damage", "acted", "chosen", "destroyed", "discarded")
_of_each = (
    "their controllers",
    "each of their controllers",
    *(
        f"each player {whose} {was} {way} this way"
        for whose, was in (("whose summon", "was"), ("whose summons", "were"), ("whose card", "was"))
        for way in _ways
    ),
    *(f"each player whose {kind} was {way}" for kind in ("summon", "card") for way in ("defeated", "returned")),
)
_of_sides = {
    "the target's controller": terms.ControllerOf(terms.Target()),
    "the attacker's controller": _controller(Participant("attacker")),
    "the blocker's controller": _controller(Participant("blocker")),
    **{
        words: _controller(Participant("defeated"))
        for kind in ("card", "summon", "boss")
        for words in (f"the defeated {kind}'s controller", f"the controller of the defeated {kind}")
    },
    "the controller of the attacker": _controller(Participant("attacker")),
    "the controller of the blocker": _controller(Participant("blocker")),
}


class OtherPlayers(str):
    """ "Each other player", "the other player": an opponent, unless a player was named whose others they could be."""


player = Named("a player")
player.means(
    meaning(
        {
            "you": "you",
            "an opponent | your opponent | the opponent": "an opponent",
            "the other player": OtherPlayers("an opponent"),
            "each opponent | opponents | your opponents | all opponents | all your opponents": "each opponent",
            "each of your opponents": "each opponent",
            "each other player | all other players | the other players": OtherPlayers("each opponent"),
            "a player | any player": "a player",
            "each player | players | all players | both players | every player": "each player",
            "the active player | the turn player | the player whose turn it is": "the active player",
            "that player | they | that opponent": "that player",
            "its controller": "its controller",
            **{words: terms.ControllerOf(_THEM, each=True) for words in _of_each},
            **{f"that {kind}'s controller": _controller(ThatCard((kind,))) for kind in KINDS},
            **{f"the controller of that {kind}": _controller(ThatCard((kind,))) for kind in KINDS},
            "that card's controller": _controller(ThatCard()),
            **_of_sides,
            "the attacking player": _controller(Participant("attacker")),
            "the defending player | the attacked player": terms.ControllerOf(terms.Target()),
            "the enchanted card's controller | the enchanted summon's controller": terms.ControllerOf(terms.Host()),
        }
    )
)
possessive = Named("whose")
possessive.means(
    meaning(
        {
            "your": "you",
            "an opponent's | your opponent's | the opponent's": "an opponent",
            "the other player's": OtherPlayers("an opponent"),
            "each opponent's": "each opponent",
            "each other player's": OtherPlayers("each opponent"),
            "a player's | any player's": "a player",
            "each player's": "each player",
            "the active player's | the turn player's": "the active player",
            "that player's | that opponent's": "that player",
            "its controller's": "its controller",
            **{f"{name}'s": who for name, who in _of_sides.items()},
            "their": THEY,
        }
    )
)

whose_own: Any = meaning(
    {
        "yours | your own": "you",
        "theirs": THEY,
        "that of an opponent | that of your opponent": "an opponent",
        "that player's | that of that player": "that player",
    }
)
"""A possessive without its noun: "your life becomes equal to theirs"."""

bare_possessive: Any = meaning(
    {
        "an opponent's | your opponent's | the opponent's": "an opponent",
        "the other player's": OtherPlayers("an opponent"),
        "that opponent's": "that player",
    }
)
"""The same of an opponent, where a resource was just named: "the difference between your life and an opponent's"."""

# Possessives

whose = Named("whose")
"""Whose cards they are, in front of them; the value is their controller."""
whose.means(
    meaning(
        {
            "your": "you",
            "an opponent's | your opponent's | the opponent's | opponent's": "an opponent",
            "one of your opponents'": "an opponent",
            "the other player's | another player's": OtherPlayers("an opponent"),
            "each opponent's | each of your opponents'": "each opponent",
            "each other player's": OtherPlayers("each opponent"),
            "opponents' | your opponents' | all opponents' | all your opponents'": "each opponent",
            "a player's | any player's": "a player",
            "each player's | all players'": "each player",
            "the active player's | the turn player's": "the active player",
            "that player's | that opponent's": "that player",
            "its controller's | that summon's controller's | that card's controller's": "its controller",
            "their": THEY,
        }
    )
)


def _of(owner: terms.Player, meant: terms.Filter) -> terms.Filter:
    if meant.zone == HELD and not meant.owner:
        return replace(meant, owner=owner)
    if meant.zone not in ("table", HELD) and meant.owner == owner:
        return meant
    if meant.control or meant.owner or meant.zone != "table":
        raise Refusal(Message("bos.card_text.whose_twice"))
    return replace(meant, control=owner)


def owned(cards: Rule) -> Rule:
    """Cards by whose they are, from the rule of cards without it: on the battlefield, under that player's control."""
    return seq(_of, whose, cards)


# Where cards are held before they are used


def laid_by(part: Any, whose: Any) -> Any:
    """The same with the piles named from which that player discards what has no place (G-263)."""

    def laid(inner: Any) -> Any:
        if not isinstance(inner, terms.Filter) or inner.zone != HELD:
            return inner
        zone = _HOMES.get(inner.kinds, "castle or spellbook")
        return replace(inner, zone=zone, owner=inner.owner or whose)

    return change(part, laid)


_HOMES: dict[tuple[terms.Kind, ...], terms.Zone] = {("summon",): "castle", ("spell",): "spellbook"}
