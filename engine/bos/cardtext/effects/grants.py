"""The language of abilities that cards have from others, in quotation marks, and of those that they lose."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.bos.cardtext.combinators import Named, Refusal, any_of, maybe, meaning, saying, seq, some
from engine.bos.cardtext.effects.copying import copying
from engine.bos.cardtext.effects.looking import showing
from engine.bos.cardtext.grammar_effects import OPEN, SUBJECT, Phrase, further, gained_amount, until, verb
from engine.bos.cardtext.grammar_targets import anyone, filter_many, filter_one, thing
from engine.bos.cardtext.grammar_words import THEY, Participant, ThatCard, player
from engine.bos.cardtext.tree_walk import parts
from engine.bos.model import syntax, terms
from engine.messages import Message

_KINDS: tuple[terms.Kind, ...] = ("summon", "wizard", "boss")

quoted_ability = Named()
"""A whole ability as it stands in quotation marks; `grammar` says what it is."""

_end: Any = any_of(until, meaning({"for the rest of the game": ""}))
_until = any_of(seq(lambda end: end, maybe(","), _end), seq(lambda: OPEN))
_dot = maybe("⊙", "•", "○", "◦")
_quoted = seq(lambda raw: raw, '"', _dot, quoted_ability, '"')
_called = maybe(
    "the ability", "the ability:", "the ability,", "an ability", "an ability:", "this ability:", "this ability",
    "the following ability:", "the abilities", "the abilities:", "the following abilities:", ":",
)  # fmt: skip
_abilities = seq(lambda texts: texts, _called, some(_quoted, saying("and", ",", ", and")))


def _granted(third: bool, texts: tuple[Any, ...], end: Any) -> Phrase:
    return Phrase(third, tuple(syntax.Grant(SUBJECT, text, end) for text in texts))


def _strong(third: bool, gained: Any, texts: tuple[Any, ...], end: Any) -> Phrase:
    """ "gains 2 strength and "When …" until the end of the turn"."""
    much, what = gained
    gain = syntax.Gain(SUBJECT, much, what, False, end)
    return Phrase(third, (gain, *(syntax.Grant(SUBJECT, text, end) for text in texts)))


def _given(third: bool, to: terms.Thing, texts: tuple[Any, ...], end: Any) -> Phrase:
    """ "give a summon "…": it gains it."""
    return Phrase(third, tuple(syntax.Grant(to, text, end) for text in texts))


def _lost(third: bool, end: Any) -> Phrase:
    return Phrase(third, (syntax.Cannot(SUBJECT, "have abilities", end),))


def _taken(third: bool, whose: terms.Thing, end: Any) -> Phrase:
    """ "remove all abilities from a summon"."""
    return Phrase(third, (syntax.Cannot(whose, "have abilities", end),))


def _borrowed(third: bool, of: terms.Thing, end: Any) -> Phrase:
    """ "gains the abilities of a summon you control": of cards that have any, on the battlefield or in a graveyard."""
    _check_abilities_of(of)
    return Phrase(third, (syntax.Borrow(SUBJECT, of, end),))


def _copying(third: bool, of: terms.Thing, end: Any) -> Phrase:
    """ "becomes a copy of a summon you control": of one card."""
    _check_abilities_of(of)
    if isinstance(of, terms.Each | terms.Them | terms.Both | terms.OneOf) or getattr(of, "high", 1) != 1:
        raise Refusal()
    return Phrase(third, (syntax.BecomeCopy(SUBJECT, of, end),))


def _check_abilities_of(of: terms.Thing) -> None:
    """Whether these are cards that have abilities, and no players."""
    if isinstance(of, terms.Who):
        raise Refusal()
    for part in parts(of):
        if isinstance(part, terms.Filter) and (not part.kinds or "spell" in part.kinds):
            raise Refusal(Message("bos.card_text.abilities_of"))


_has = any_of(verb("have", "has"), verb("gain", "gains"), meaning({"are given": False, "is given": True}))
_abilities_of = saying(
    "the abilities of", "all abilities of", "all the abilities of", "all of the abilities of", "every ability of",
    "the same abilities as", "each ability of", "abilities of",
)  # fmt: skip
_their_abilities: Any = meaning(
    {"its abilities | all its abilities | all of its abilities": terms.It(),
     "their abilities | all their abilities | all of their abilities": terms.Them(),
     "the target's abilities": terms.Target(),
     "the defeated card's abilities | the defeated summon's abilities": Participant("defeated"),
     **{f"that {kind}'s abilities": ThatCard((kind,)) for kind in _KINDS}}
)  # fmt: skip
_all_of_them = saying(
    "its abilities", "their abilities", "all its abilities", "all their abilities", "all of its abilities",
    "all of their abilities", "all abilities", "every ability", "each of its abilities", "each ability",
)  # fmt: skip
further.means(
    showing,
    copying,
    seq(_granted, _has, _abilities, _until),
    seq(_strong, verb("gain", "gains"), gained_amount, saying("and", ", and"), _abilities, _until),
    seq(_given, verb("give", "gives"), anyone, _abilities, _until),
    seq(_borrowed, _has, _abilities_of, thing, _until),
    seq(_copying, verb("become", "becomes"), "a copy of", thing, _until),
    seq(_borrowed, _has, _their_abilities, _until),
    seq(_lost, verb("lose", "loses"), _all_of_them, _until),
    seq(_lost, verb("have", "has"), saying("no abilities", "no ability"), _until),
    seq(_taken, verb("remove", "removes"), saying("all abilities from", "the abilities from", "all abilities of"),
        thing, _until),
)  # fmt: skip


# "The abilities of wizards cannot be used"


def _unusable(whose: terms.Thing, end: Any) -> syntax.Step:
    return syntax.Step(syntax.Cannot(whose, "have abilities", end))


def _unusable_by(who: terms.Player, meant: terms.Filter | None, end: Any) -> syntax.Step:
    """ "Opponents cannot use abilities of wizards": of those they control."""
    meant = meant or terms.Filter(_KINDS)
    if meant.control not in (None, who, "that player", THEY) or meant.zone != "table":
        raise Refusal()
    return _unusable(terms.Each(replace(meant, control=who)), end)


_cannot = saying("cannot", "can't")
_several = any_of(thing, seq(terms.Each, filter_many))
unusable = any_of(
    seq(_unusable, saying("the abilities of", "abilities of"), _several, _cannot, "be used", _until),
    seq(_unusable, _several, saying("'s abilities", "' abilities"), _cannot, "be used", _until),
    seq(
        _unusable_by, player, _cannot, "use", saying("the abilities of", "abilities of", "an ability of"),
        any_of(filter_many, seq(lambda meant: meant, saying("a", "an", "any"), filter_one)), _until,
    ),
    seq(lambda who, end: _unusable_by(who, None, end), player, _cannot, saying("use abilities", "use any abilities"),
        _until),
)  # fmt: skip
"""Cards that have no abilities since nobody can use them, as a step."""
