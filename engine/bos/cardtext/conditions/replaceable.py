"""The language of cards that are put into piles, and of what would happen to players: life, casting, doubling."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.bos.cardtext.combinators import Refusal, any_of, meaning, perhaps, saying, seq
from engine.bos.cardtext.grammar_targets import filter_one
from engine.bos.model import syntax, terms

_WHOSE: dict[str, Any] = {
    "your": "you",
    "an opponent's": "an opponent",
    "your opponent's": "an opponent",
    "the opponent's": "an opponent",
    **dict.fromkeys(("a", "any", "the", "its owner's", "their owner's", "a player's", "any player's"), None),
}
_PILES: dict[str, syntax.Verb] = {"graveyard": "to graveyard", "castle": "to castle", "spellbook": "to spellbook"}
_pile = meaning({f"{whose} {pile}": (of, verb) for whose, of in _WHOSE.items() for pile, verb in _PILES.items()})
_origin: Any = perhaps(
    meaning(
        {
            "from the battlefield | from play": "table",
            "from your castle | from a castle | from the castle | from its owner's castle": "castle",
            "from your spellbook | from a spellbook | from the spellbook | from its owner's spellbook": "spellbook",
            "from anywhere": "",
        }
    ),
    "",
)
_CASTS: dict[str, Any] = {"you cast": "you", "an opponent casts": "an opponent", "a player casts": None}


def _into(who: Any, pile: tuple[terms.Player | None, syntax.Verb], origin: Any) -> syntax.When:
    """A card goes to no pile but its owner's; of a card that is known nothing more is said."""
    owner, verb = pile
    if isinstance(who, terms.Each) and owner is not None:
        if who.filter.owner not in (None, owner):
            raise Refusal()
        who = terms.Each(replace(who.filter, owner=owner))
    return syntax.When(who, verb, out_of=origin)


def _just_cast(meant: terms.Filter, who: Any, pile: tuple[terms.Player | None, syntax.Verb]) -> syntax.When:
    """ "A spell you cast": it comes from being cast, not from a pile."""
    if meant.kinds != ("spell",) or meant.owner or meant.control or pile[0] not in (None, who):
        raise Refusal()
    return syntax.When(terms.Each(replace(meant, owner=who)), pile[1], out_of="aside")


def put_away(party: Any) -> Any:
    """ "A spell is put into your graveyard"."""
    goes = saying("is put into", "is put in", "goes to", "enters", "is sent to", "is returned to", "returns to")
    return any_of(
        seq(_into, party, goes, _pile, _origin),
        seq(_just_cast, saying("a", "an", "any"), filter_one, meaning(_CASTS), goes, _pile),
    )


def would_happen(one: Any, party: Any, player: Any) -> Any:
    """What would happen to a card, or to a player, beside damage and defeat."""
    goes = saying("would be put into", "would be put in", "would go to", "would be sent to", "would enter")
    return any_of(
        seq(_into, one, goes, _pile, _origin),
        seq(_just_cast, saying("a", "an", "any"), filter_one, meaning(_CASTS), goes, _pile),
        seq(lambda who, to: syntax.When(who, "casts", to), player, "would cast", party),
        seq(lambda who: syntax.When(who, "loses the game"), player, saying("would lose the game", "would be defeated")),
        seq(lambda who: syntax.When(terms.Who(who), "runs out"), _of_player, _life_ends),
        seq(lambda who: syntax.When(who, "runs out"), player, saying("would have 0 life", "would fall to 0 life")),
        seq(
            lambda who: syntax.When(terms.Who(who), "doubles", resource="vim"),
            _of_player,
            saying("vim would double", "vim would be doubled"),
        ),
    )


_of_player = meaning(
    {
        "your": "you",
        "an opponent's | your opponent's | the opponent's": "an opponent",
        "a player's | any player's | each player's": "a player",
    }
)
_ends = ("become 0", "become zero", "reach 0", "drop to 0", "fall to 0", "be reduced to 0", "go to 0", "be 0")
_life_ends = saying(
    *(f"life would {end}{behind}" for end in _ends for behind in ("", " or less")), "life total would become 0"
)
