"""The language of what happened this turn: "you cast two or more spells this turn", "an opponent lost life"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.bos.cardtext.combinators import Named, Refusal, any_of, meaning, perhaps, saying, seq
from engine.bos.cardtext.conditions.occurrences import declared_by
from engine.bos.cardtext.grammar_targets import filter_many, filter_one, others, owned_one, theirs
from engine.bos.cardtext.grammar_words import Range, amounts, cards, resource, several
from engine.bos.cardtext.targets.this_turn import DID_NOT, past, past_not
from engine.bos.model import terms
from engine.messages import Message

_BATTLERS = terms.Filter(kinds=("summon", "boss"))
_person = meaning(
    {
        "you": "you",
        "an opponent | your opponent | the opponent": "an opponent",
        "each opponent": "each opponent",
        "a player | any player": "a player",
        "that player | they | that opponent": "that player",
    }
)
# Cards

_Cards = tuple[terms.Filter, bool, int]
"""Which cards, whether none of them, and how many at least."""


def _range(bounds: Range, meant: terms.Filter) -> _Cards:
    least, most = bounds
    if least is None or most is not None:
        raise Refusal()
    return (meant, False, least)


_cards = any_of(
    seq(lambda meant: (meant, False, 1), saying("a", "an", "any"), filter_one),
    seq(lambda meant: (others(meant), False, 1), "another", filter_one),
    seq(lambda meant: (meant, True, 1), "no", any_of(filter_one, filter_many)),
    seq(_range, cards, filter_many),
    seq(lambda count, meant: (meant, False, count), several, filter_many),
)
_owned = any_of(
    seq(lambda meant: (meant, False, 1), owned_one),
    seq(lambda meant: (meant, True, 1), "none of", theirs),
    seq(lambda bounds, meant: _range(bounds, meant), cards, "of", theirs),
    seq(lambda count, meant: (meant, False, count), several, "of", theirs),
)


def _happened(which: _Cards, when: terms.Past) -> terms.Happened:
    meant, no, least = which
    if meant.past or meant.zone != "table":
        raise Refusal()
    return terms.Happened(meant, when, no, least)


def _never(meant: terms.Filter, when: terms.Past) -> terms.Happened:
    """ "Your boss did not attack this turn"; of several cards it could be said of one or of all."""
    return _happened((meant, True, 1), when)


# Players


def _cast(who: terms.Player, which: _Cards) -> terms.Happened:
    meant = which[0]
    if meant.kinds != ("spell",) or meant.control or meant.owner:
        raise Refusal(Message("bos.card_text.price_in_vim"))
    return _happened((replace(meant, control=who), *which[1:]), "was cast")


def _by(when: terms.Past) -> Any:
    def built(who: terms.Player, which: _Cards) -> terms.Happened:
        meant = which[0]
        if meant.control or meant.owner:
            raise Refusal(Message("bos.card_text.whose_twice"))
        control = None if who == "a player" else who
        return _happened((replace(meant, control=control), *which[1:]), when)

    return built


def _none(which: _Cards) -> _Cards:
    if which[2] != 1:
        raise Refusal()
    return (which[0], True, 1)


def _attacked(no: bool) -> Any:
    return lambda who: _by("attacked")(who, (_BATTLERS, no, 1))


def _attacked_player(no: bool) -> Any:
    return lambda who: _by("attacked a player")(who, (_BATTLERS, no, 1))


def _were_attacked(no: bool) -> terms.Happened:
    attacks: terms.Happened = _by("attacked a player")("an opponent", (_BATTLERS, no, 1))
    return attacks


_somebody = saying("you", "a player", "an opponent", "your opponent", "any player", "them", "players", "opponents")
_did_not = saying(*DID_NOT)
_none_of = seq(_none, any_of(_cards, seq(lambda meant: (meant, False, 1), filter_many)))


def _total(who: terms.Player, verb: Any, bounds: Range | None, what: terms.Resource | None) -> terms.Compared:
    least, most = bounds or (1, None)
    total = terms.TurnTotal(who, verb, what)
    if least == most and least is not None:
        return terms.Compared(total, "equal", terms.Number(least))
    if least is not None and most is not None:
        raise Refusal()
    if least is not None:
        return terms.Compared(total, "at least", terms.Number(least))
    return terms.Compared(total, "at most", terms.Number(most or 0))


def _verbs(*forms: tuple[str, str, str]) -> Any:
    return meaning({f"{word}{past}": verb for verb, past, _ in forms for word in ("", "has ", "have ")})


_FORMS = (("gains", "gained", "gain"), ("loses", "lost", "lose"), ("spends", "spent", "spend"))
_have = saying("has not", "have not", "hasn't", "haven't")
_changes = any_of(
    seq(_total, _person, _verbs(*_FORMS), perhaps(any_of(amounts, meaning({"no": (None, 0)}))), resource, "this turn"),
    seq(
        lambda who, verb, what: _total(who, verb, (None, 0), what),
        _person, saying("did not", "didn't"), meaning({base: verb for verb, _, base in _FORMS}), resource, "this turn",
    ),
    seq(
        lambda who, verb, what: _total(who, verb, (None, 0), what),
        _person, _have, meaning({past: verb for verb, past, _ in _FORMS}), resource, "this turn",
    ),
    seq(
        lambda who, bounds: _total(who, "takes", bounds, None),
        _person, saying("took", "has taken", "have taken", "was dealt", "were dealt"),
        perhaps(any_of(amounts, meaning({"no": (None, 0)}))), "damage this turn",
    ),
    seq(
        lambda who: _total(who, "takes", (None, 0), None),
        _person, saying("did not take", "didn't take", "was not dealt", "were not dealt"), "damage this turn",
    ),
)  # fmt: skip


def _declared(who: terms.Player, bounds: Range) -> terms.Compared:
    """ "You have declared two attacks this turn": how often, with whatever attacked."""
    least, most = bounds
    if (least is None) == (most is None) and least != most:
        raise Refusal()
    how: Any = "equal" if least == most else "at least" if most is None else "at most"
    number = terms.Number((least if most is None else most) or 0)
    return terms.Compared(declared_by(who), how, number)


_have_declared = saying("declared", "has declared", "have declared", "made", "has made", "have made")
happened = Named("something of this turn")
"""What happened this turn, or did not."""
happened.means(
    seq(_happened, any_of(_cards, _owned), past),
    seq(_never, owned_one, past_not),
    seq(_cast, _person, saying(*(f"{have}{already}cast" for have in ("", "has ", "have ") for already in
        ("", "already "))), _cards, "this turn"),
    seq(_cast, _person, seq(lambda which: which, _did_not, "cast", _none_of), "this turn"),
    seq(_by("was summoned"), _person, saying("summoned", "conducted", "has summoned", "have summoned"), _cards,
        "this turn"),
    seq(_by("was summoned"), _person, seq(lambda which: which, _did_not, saying("summon", "summoned", "conduct",
        "conducted"), _none_of), "this turn"),
    seq(_attacked(False), _person, saying("attacked", "has attacked", "have attacked", "declared an attack"),
        "this turn"),
    seq(_attacked(True), _person, _did_not, saying("attack", "attacked", "declare an attack", "declared an attack"),
        "this turn"),
    seq(_attacked(True), _person, "declared no attacks this turn"),
    seq(_declared, _person, _have_declared, any_of(cards, seq(lambda least: (least, None), several)),
        "attacks this turn"),
    seq(lambda: _were_attacked(False), saying("you were attacked this turn", "you have been attacked this turn")),
    seq(lambda: _were_attacked(True), saying(
        "you were not attacked this turn", "you weren't attacked this turn", "you have not been attacked this turn",
        "nobody attacked you this turn", "no one attacked you this turn")),
    seq(_attacked_player(False), _person, saying("attacked", "has attacked", "have attacked"), _somebody, "this turn"),
    seq(_attacked_player(True), _person, _did_not, saying("attack", "attacked"), _somebody, "this turn"),
    seq(_by("attacked"), _person, saying("attacked with", "has attacked with", "have attacked with"), _cards,
        "this turn"),
    _changes,
)  # fmt: skip
