"""The language of piles that are shown or looked at, and of spells that are cast out of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.bos.cardtext.combinators import Refusal, any_of, meaning, perhaps, saying, seq
from engine.bos.cardtext.grammar_effects import SUBJECT, Phrase, verb
from engine.bos.cardtext.grammar_targets import thing
from engine.bos.cardtext.grammar_words import possessive
from engine.bos.model import syntax, terms

_pile: Any = meaning(
    {
        "castle": "castle",
        "spellbook": "spellbook",
        "graveyard": "graveyard",
        "castle and spellbook | castle and their spellbook | spellbook and castle | castle or spellbook":
            "castle or spellbook",
    }
)  # fmt: skip
_whole = seq(lambda owner, zone: terms.Each(terms.Filter(owner=owner, zone=zone)), possessive, _pile)
_cards_of = seq(
    lambda owner, zone: terms.Each(terms.Filter(owner=owner, zone=zone)),
    saying("all cards in", "all the cards in", "each card in", "the cards in"),
    possessive,
    _pile,
)
_piles = any_of(_whole, _cards_of)


def _shown(look: bool) -> Any:
    return lambda third, pile: Phrase(third, (syntax.Reveal(pile, SUBJECT, look),))


def _chosen(look: bool) -> Any:
    def built(third: bool, what: terms.Thing) -> Phrase:
        if not isinstance(what, terms.Choose) or what.filter.zone == "table":
            raise Refusal()
        return Phrase(third, (syntax.Reveal(what, None, look),))

    return built


def _cast(third: bool, what: terms.Thing, paid: bool) -> Phrase:
    """Of a spell without a place, that in the own spellbook."""
    if not isinstance(what, terms.Choose) or what.filter.kinds != ("spell",) or what.high != 1 or not what.low:
        raise Refusal()
    if what.filter.control or what.filter.owner not in (None, "you"):
        raise Refusal()
    zone: terms.Zone = "spellbook" if what.filter.zone == "table" else what.filter.zone
    if zone not in ("spellbook", "graveyard"):
        raise Refusal()
    return Phrase(third, (syntax.CastSpell(replace(what, filter=replace(what.filter, owner="you", zone=zone)), paid),))


_look_at = meaning(
    {"look at": False, "looks at": True, "look through": False, "looks through": True, "see": False, "sees": True}
)
_reveal = any_of(verb("reveal", "reveals"), verb("show", "shows"))
_free = perhaps(
    meaning(
        {
            "without paying its cost | without paying its vim cost | without paying for it | for free": False,
            "without paying vim | without paying any vim | for no vim | at no cost | for 0 vim": False,
            "without paying the cost | without spending vim | paying no vim": False,
        }
    ),
    True,
)
showing = any_of(
    seq(_shown(True), _look_at, _piles),
    seq(_shown(False), _reveal, _piles),
    seq(_chosen(True), _look_at, thing),
    seq(_chosen(False), _reveal, thing),
    seq(_cast, verb("cast", "casts"), thing, _free),
)
