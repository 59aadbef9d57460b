"""The language of what is done: "gains 2 strength", "deal 3 damage to a summon", "cannot attack this turn"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.bos.cardtext.combinators import (
    CardName,
    Named,
    Refusal,
    any_of,
    maybe,
    meaning,
    perhaps,
    saying,
    seq,
    some,
    words,
)
from engine.bos.cardtext.effects.changed_gains import changed_amount
from engine.bos.cardtext.effects.damage_changes import damage_changes
from engine.bos.cardtext.effects.destinations import owners, pile
from engine.bos.cardtext.effects.extra_turns import turns
from engine.bos.cardtext.effects.fighting import attack_orders, fighting, frozen, prohibitions, tolls
from engine.bos.cardtext.effects.passives import done_to, up_or_down
from engine.bos.cardtext.effects.phrases import OPEN as OPEN
from engine.bos.cardtext.effects.phrases import SUBJECT as SUBJECT
from engine.bos.cardtext.effects.phrases import Phrase as Phrase
from engine.bos.cardtext.effects.phrases import made as _phrase
from engine.bos.cardtext.effects.phrases import more_or_less
from engine.bos.cardtext.effects.phrases import until as until
from engine.bos.cardtext.effects.phrases import until_said as _until
from engine.bos.cardtext.effects.phrases import verb as verb
from engine.bos.cardtext.grammar_targets import (
    anyone,
    discarded,
    filter_one,
    given_up,
    quantity,
    thing,
)
from engine.bos.cardtext.grammar_words import DOER, OWN, ItBefore, ThatCard, number, possessive, resource
from engine.bos.cardtext.space.movement import moved
from engine.bos.cardtext.targets.amounts import DOWN, UP, amount, amount_of, per, rounding, times
from engine.bos.cardtext.targets.amounts import for_each as _for_each
from engine.bos.cardtext.tree_walk import change, parts
from engine.bos.model import syntax, terms
from engine.messages import Message

# Amounts

_gained = any_of(words("strength"), resource)


def _gain(lose: bool) -> Callable[..., syntax.Deed]:
    def built(gained: tuple[terms.Quantity, Any], end: Any) -> syntax.Deed:
        if gained[1] != "strength" and end != OPEN:
            raise Refusal(Message("bos.card_text.end_twice"))
        return syntax.Gain(SUBJECT, gained[0], gained[1], lose, end)

    return built


def _share(whole: bool) -> Callable[..., tuple[terms.Quantity, Any]]:
    """ "half their life, rounded up", "all their vim"."""

    def built(whose: terms.Player, what: terms.Resource, up: bool | None = None) -> tuple[terms.Quantity, Any]:
        has = terms.Has(whose, what)
        return (has if whole else terms.Half(has, bool(up)), what)

    return built


def _gain_each(lose: bool) -> Callable[..., syntax.Deed]:
    """ "gains 1 strength this turn for each …"."""

    def built(much: terms.Quantity, what: Any, end: syntax.Until, each: terms.Count) -> syntax.Deed:
        return syntax.Gain(SUBJECT, terms.Times(much, each), what, lose, end)

    return built


_rounded = perhaps(rounding)
gained_amount = amount_of(_gained)
_own_half = seq(
    lambda up: (terms.Half(terms.Strength(terms.Itself()), bool(up)), "strength"),
    saying("half its strength", "half of its strength", "half their strength", "half of their strength"),
    _rounded,
)
_half = any_of(seq(_share(False), saying("half", "half of"), possessive, resource, _rounded), _own_half)
_losses = any_of(
    gained_amount,
    _half,
    seq(_share(True), saying("all", "all of"), possessive, resource),
    changed_amount,
)


def _gain_all(lose: bool) -> Callable[..., Phrase]:
    """ "gains 2 life and 1 vim"."""

    def built(third: bool, before: tuple[Any, ...], last: Any) -> Phrase:
        return Phrase(third, tuple(syntax.Gain(SUBJECT, much, what, lose, OPEN) for much, what in (*before, last)))

    return built


def _give(to: terms.Thing, gained: tuple[terms.Quantity, Any], end: Any) -> syntax.Deed:
    """ "give a summon 2 strength": it gains them."""
    return syntax.Gain(to, gained[0], gained[1], False, end)


def _has(third: bool, gained: tuple[terms.Quantity, bool], end: Any) -> Phrase:
    """Without an end it holds all the time; with one it is a gain that ends."""
    if end == OPEN:
        return Phrase(third, (syntax.Bonus(SUBJECT, gained[0], gained[1]),))
    return Phrase(third, (syntax.Gain(SUBJECT, gained[0], "strength", gained[1], end),))


_more_strength = amount_of(meaning({"more strength | additional strength | extra strength": "strength"}))
_listed = seq(lambda much, what: (much, what), amount, resource)
_before_last = some(_listed, ",")
_last = seq(lambda last: last, saying("and", ", and"), amount_of(resource))
_signed = seq(
    lambda less, much, each: (times(terms.Number(much), each), less),
    meaning({"+": False, "-": True}), number, "strength", per,
)  # fmt: skip
""" "+1 strength": a bonus where it holds all the time, else a gain."""


def _for_good(third: bool, gained: tuple[terms.Quantity, bool]) -> Phrase:
    return Phrase(third, (syntax.Gain(SUBJECT, gained[0], "strength", gained[1], OPEN),))


_measured = any_of(
    seq(_gain_all(False), verb("gain", "gains"), _before_last, _last),
    seq(_gain_all(True), verb("lose", "loses"), _before_last, _last),
    seq(_phrase(_give), verb("give", "gives"), anyone, any_of(gained_amount, _more_strength), _until),
    seq(_phrase(_gain(False)), verb("gain", "gains"), any_of(gained_amount, _half, changed_amount), _until),
    seq(_phrase(_gain(True)), verb("lose", "loses"), _losses, _until),
    seq(_phrase(_gain_each(False)), verb("gain", "gains"), amount, words("strength"), until, _for_each),
    seq(_phrase(_gain_each(True)), verb("lose", "loses"), amount, words("strength"), until, _for_each),
    seq(_has, verb("have", "has"), amount_of(more_or_less), _until),
    seq(_has, any_of(verb("gain", "gains"), verb("get", "gets")), amount_of(more_or_less), until),
    seq(_has, any_of(verb("have", "has"), verb("get", "gets")), _signed, _until),
    seq(_has, verb("gain", "gains"), _signed, until),
    seq(_for_good, any_of(verb("gain", "gains"), verb("get", "gets")), _signed),
)


# Payments in the middle of an ability

_pays = meaning({"pay | spend": False, "pays | spends": True})
_payment = any_of(
    seq(
        _phrase(lambda much, what: syntax.Spend(SUBJECT, much, what)),
        _pays,
        any_of(amount, meaning({"any amount of": terms.X()})),
        resource,
    ),
    seq(
        _phrase(lambda whose, what: syntax.Spend(SUBJECT, terms.Has(whose, what), what)),
        _pays,
        "all",
        possessive,
        resource,
    ),
)

# Damage


def _deal(much: terms.Quantity, to: terms.Thing, each: terms.Count | None = None) -> syntax.Damage:
    return syntax.Damage(to, times(much, each), SUBJECT)


def _deal_also(third: bool, first: Any, more: tuple[Any, ...]) -> Phrase:
    """ "2 damage to a summon and 1 damage to a player"."""
    return Phrase(third, tuple(_deal(*each) for each in (first, *more)))


def _deal_both(much: terms.Quantity, first: terms.Thing, second: terms.Thing) -> syntax.Damage:
    """ "to a summon and to an opponent"."""
    both = tuple(one for part in (first, second) for one in (part.parts if isinstance(part, terms.Both) else (part,)))
    return _deal(much, terms.Both(both))


def _deal_measured(much: terms.Quantity, to: terms.Thing) -> syntax.Damage:
    """ "Deal damage equal to its strength to a summon": "its" cannot be what is only named behind it."""
    before: terms.Quantity = change(much, lambda part: ItBefore() if isinstance(part, terms.It) else part)
    return _deal(before, to)


def _deal_to(to: terms.Thing, much: terms.Quantity) -> syntax.Damage:
    return syntax.Damage(to, much, SUBJECT)


def _take(damage: tuple[terms.Quantity, str]) -> syntax.Damage:
    return syntax.Damage(SUBJECT, damage[0], None, True)


def _dealt(damage: tuple[terms.Quantity, str]) -> syntax.Damage:
    return syntax.Damage(SUBJECT, damage[0])


def _prevent(much: int | None, to: terms.Thing, end: Any) -> syntax.Prevent:
    return syntax.Prevent(to, much, end)


def _prevent_next(to: terms.Thing, end: Any) -> syntax.Prevent:
    return syntax.Prevent(to, None, end, once=True)


def _everything(end: Any) -> syntax.Prevent:
    """Damage to nobody in particular is that to everybody."""
    fighters = terms.Each(terms.Filter(kinds=("summon", "boss")))
    return syntax.Prevent(terms.Both((fighters, terms.Who("each player"))), None, end)


_deal_verb = verb("deal", "deals")
_prevented = any_of(meaning({"all damage": None}), seq(lambda n: n, saying("the next"), number, "damage"))
_dealt_to = seq(lambda much, to, each: (much, to, each), amount, "damage to", anyone, per)
_and_dealt = seq(lambda much, to: (much, to), saying("and", ", and", ","), amount, saying("damage to", "to"), anyone)
_that_damage = saying("that damage", "the damage", "the same damage")
_damage = any_of(
    seq(_deal_also, _deal_verb, _dealt_to, some(_and_dealt)),
    seq(_phrase(_deal_both), _deal_verb, amount, "damage to", anyone, "and to", anyone),
    seq(_phrase(_deal), _deal_verb, amount, "damage to", anyone, per),
    seq(_phrase(lambda much, each, to: _deal(much, to, each)), _deal_verb, amount, "damage", per, "to", anyone),
    seq(_phrase(_deal_to), _deal_verb, "damage to", anyone, "equal to", quantity),
    seq(_phrase(_deal_measured), _deal_verb, "damage equal to", quantity, "to", anyone),
    seq(_phrase(lambda: syntax.Damage(SUBJECT, terms.ThatMuch(), None, True)), verb("take", "takes"), _that_damage),
    seq(
        _phrase(lambda to: _deal(terms.ThatMuch(), to)),
        _deal_verb,
        saying("that damage", "the same damage"),
        "to",
        anyone,
    ),
    seq(
        _phrase(lambda: syntax.Damage(SUBJECT, terms.ThatMuch(), None, True)),
        meaning({"is dealt that damage": True, "are dealt that damage": False}),
    ),
    seq(_phrase(_take), verb("take", "takes"), amount_of(words("damage"))),
    seq(_phrase(_dealt), meaning({"are dealt": False, "is dealt": True}), amount_of(words("damage"))),
    seq(_phrase(_everything), verb("prevent", "prevents"), "all damage", _until),
    seq(
        _phrase(_prevent_next),
        verb("prevent", "prevents"),
        saying("the next damage that would be dealt to", "the next time damage would be dealt to"),
        anyone,
        _until,
    ),
    seq(_phrase(_prevent), verb("prevent", "prevents"), _prevented, "that would be dealt to", anyone, _until),
)

# Cards as a whole

_plain_verbs: tuple[tuple[str, str, Callable[[terms.Thing], syntax.Deed]], ...] = (
    ("ready", "readies", syntax.Ready),
    ("act", "acts", syntax.Act),
)
_up = seq(
    lambda up: up,
    up_or_down,
    maybe(
        *(f"{comma}{remark}" for comma in ("", ", ") for remark in (
            "whether its condition is met or not", "whether or not its condition is met", "whatever its condition",
            "regardless of its condition", "ignoring its condition", "without meeting its condition")),
    ),
)  # fmt: skip
_turns = meaning({"turn | flip": False, "turns | flips": True})
_moving = any_of(verb("return", "returns"), verb("put", "puts"), verb("send", "sends"))
_into = saying("to", "into", "onto")


def _home(what: terms.Thing, whose: terms.Player, zone: terms.Zone) -> syntax.Put:
    """A player's pile fits only cards that are known to be that player's; every card goes to its owner's."""
    meant = what.filter if isinstance(what, terms.Choose | terms.Each) else None
    named = (meant.owner, meant.control) if meant else ()
    if meant and (("you" not in named) if whose == "you" else (named == (None, None) or "you" in named)):
        raise Refusal(Message("bos.card_text.owners_pile"))
    return syntax.Put(what, zone)


def _back_home(what: terms.Thing, out_of: tuple[Any, ...], into: tuple[terms.Player | None, terms.Zone]) -> syntax.Put:
    """ "Return it from your graveyard to your castle": what is said of where it lies holds anyway."""
    if not isinstance(what, terms.It | terms.Them | ThatCard) or out_of == into or into[0] not in (None, out_of[0]):
        raise Refusal()
    return syntax.Put(what, into[1])


_own_pile = any_of(
    seq(lambda zone: (None, zone), owners, pile), seq(lambda whose, zone: (whose, zone), possessive, pile)
)
_CHOSEN_PLAYERS = (terms.Who("a player"), terms.Who("an opponent"))


def _select(what: terms.Thing) -> syntax.Select:
    if not any(
        isinstance(part, terms.Choose | terms.OneOf | terms.ChooseColumn) or part in _CHOSEN_PLAYERS
        for part in parts(what)
    ):
        raise Refusal(Message("bos.card_text.nothing_to_choose"))
    return syntax.Select(what)


def _searched(whose: terms.Player, pile: terms.Zone, what: terms.Thing) -> syntax.Select:
    """ "Search your castle for a summon": it is chosen there, since every player may look through the own piles."""
    if not isinstance(what, terms.Choose) or what.filter.zone != "table" or what.filter.control or what.filter.owner:
        raise Refusal()
    return syntax.Select(replace(what, filter=replace(what.filter, owner=whose, zone=pile)))


def _enchantments(what: terms.Thing, on: terms.Thing | None = None) -> syntax.Unenchant:
    if not isinstance(what, terms.It | terms.Them | terms.This) and not (
        isinstance(what, terms.Choose | terms.Each) and what.filter.kinds == ("spell",) and what.filter.zone == "table"
    ):
        raise Refusal(Message("bos.card_text.removed"))
    if on is not None and isinstance(what, terms.Each):
        raise Refusal()
    return syntax.Unenchant(on, what)


_put = any_of(
    *(seq(_phrase(make), verb(base, third), thing) for base, third, make in _plain_verbs),
    seq(_phrase(lambda what: syntax.Put(what, "graveyard", True)), verb("discard", "discards"), discarded),
    seq(_phrase(syntax.Defeat), verb("defeat", "defeats"), anyone),
    seq(_phrase(lambda what: syntax.Defeat(given_up(what, DOER))), verb("sacrifice", "sacrifices"), thing),
    seq(_phrase(syntax.Turn), _turns, thing, _up),
    seq(_phrase(lambda up, what: syntax.Turn(what, up)), _turns, _up, thing),
    seq(_phrase(syntax.Put), _moving, thing, _into, owners, pile),
    seq(_phrase(_home), _moving, thing, _into, possessive, pile),
    seq(_phrase(_back_home), _moving, thing, "from", _own_pile, _into, _own_pile),
    seq(_phrase(_select), verb("choose", "chooses"), anyone),
    seq(_phrase(_searched), verb("search", "searches"), possessive, pile, "for", thing),
    seq(_phrase(syntax.Unenchant), verb("remove", "removes"), "all enchantments from", thing),
    seq(_phrase(_enchantments), verb("remove", "removes"), thing),
    seq(_phrase(_enchantments), verb("remove", "removes"), thing, "from", thing),
)
_itself = any_of(
    seq(lambda third: Phrase(third, (syntax.Ready(SUBJECT),)), meaning({"ready": False, "readies": True})),
    seq(lambda third: Phrase(third, (syntax.Ready(SUBJECT),)), meaning({"become ready": False, "becomes ready": True})),
    seq(lambda third: Phrase(third, (syntax.Act(SUBJECT),)), verb("act", "acts")),
    seq(lambda third: Phrase(third, (syntax.Act(SUBJECT),)), meaning({"become acted": False, "becomes acted": True})),
    seq(
        lambda third: Phrase(third, (syntax.Defeat(SUBJECT),)),
        meaning({"are defeated | be defeated": False, "is defeated": True}),
        maybe("as well", "too"),
    ),
    seq(_phrase(lambda up: syntax.Turn(SUBJECT, up)), _turns, _up),
    seq(_phrase(lambda zone: syntax.Put(SUBJECT, zone)), verb("return", "returns"), "to", owners, pile),
    done_to,
)

# The game


def _conduct(meant: terms.Filter | None) -> syntax.Conduct:
    if meant is not None and meant.kinds != ("wizard",):
        raise Refusal(Message("bos.card_text.conducted_with_a_wizard"))
    return syntax.Conduct(meant)


def _control(what: terms.Thing, end: Any, at: Any = "") -> syntax.Control:
    named = getattr(what, "filter", None)
    if end == "on the battlefield" or (named is not None and (named.kinds != ("summon",) or named.zone != "table")):
        raise Refusal(Message("bos.card_text.control_of_summons"))
    return syntax.Control(what, "" if end == OPEN else end, at=at)


def _scale(half: bool, what: tuple[terms.Thing, Any], times: int = 2) -> syntax.Scale:
    return syntax.Scale(what[0], what[1], half, times)


def _scaled_for(times: int) -> Callable[..., syntax.Deed]:
    """ "Double its strength until the end of the turn": it gains as much as it has, for so long."""

    def built(what: tuple[terms.Thing, Any], end: syntax.Until) -> syntax.Deed:
        much: terms.Quantity = terms.Strength(terms.Itself())
        return _only_strength(what, much if times == 2 else terms.Times(terms.Number(times - 1), much), False, end)

    return built


def _halved_for(what: tuple[terms.Thing, Any], up: bool | None, end: syntax.Until) -> syntax.Deed:
    """What is left is rounded, so what is lost is rounded the other way."""
    return _only_strength(what, terms.Half(terms.Strength(terms.Itself()), up=not up), True, end)


def _only_strength(what: tuple[terms.Thing, Any], much: terms.Quantity, lose: bool, end: syntax.Until) -> syntax.Gain:
    if what[1] != "strength":
        raise Refusal(Message("bos.card_text.resources"))
    return syntax.Gain(what[0], much, "strength", lose, end)


def _halved_up(what: tuple[terms.Thing, Any]) -> syntax.Deed:
    """ "Halve its strength, rounded up": half of it, rounded down, is lost."""
    if what[1] == "strength":
        return _only_strength(what, terms.Half(terms.Strength(terms.Itself())), True, "")
    if what[0] != terms.Who("you"):
        raise Refusal()
    return syntax.Gain(what[0], terms.Half(terms.Has("you", what[1])), what[1], True)


scaled = any_of(
    seq(lambda whose, what: (terms.Who(whose), what), possessive, resource),
    meaning({"its strength": (terms.It(), "strength")}),
    seq(lambda of: (of, "strength"), "the strength of", thing),
    seq(lambda of: (of, "strength"), thing, "'s strength"),
)
_game = any_of(
    seq(_phrase(lambda what: _scale(False, what)), verb("double", "doubles"), scaled),
    seq(_phrase(lambda what: _scale(False, what, 3)), verb("triple", "triples"), scaled),
    seq(_phrase(_scaled_for(2)), verb("double", "doubles"), scaled, until),
    seq(_phrase(_scaled_for(3)), verb("triple", "triples"), scaled, until),
    seq(_phrase(lambda what: _scale(True, what)), verb("halve", "halves"), scaled, maybe(*DOWN)),
    seq(_phrase(_halved_up), verb("halve", "halves"), scaled, saying(*UP)),
    seq(_phrase(_halved_for), verb("halve", "halves"), scaled, perhaps(rounding), until),
    seq(
        _phrase(_conduct),
        verb("conduct", "conducts"),
        saying("a summon", "another summon"),
        perhaps(
            any_of(
                seq(lambda meant: meant, "with", saying("a", "an", "any"), filter_one),
                seq(lambda name: terms.Filter(kinds=("wizard",), name=name), "with", CardName()),
                seq(lambda: terms.Filter(kinds=("wizard",), name=OWN), "with this"),
            )
        ),
    ),
    seq(
        _phrase(_control),
        meaning({"gain | take": False, "gains | takes": True}),
        "control of",
        thing,
        _until,
        perhaps(meaning({"to the same column": "opposite", "to any open column": "open"}), ""),
    ),
    seq(_phrase(syntax.EndTurn), verb("end", "ends"), "the turn"),
    seq(lambda third: Phrase(third, (syntax.Lose(SUBJECT),)), verb("lose", "loses"), "the game"),
    seq(_phrase(lambda other: syntax.Battle(SUBJECT, other)), verb("battle", "battles"), thing),
)

further = Named()
"""Verbs of which other modules tell."""
phrase = Named("an effect")
_movement = moved(_phrase, SUBJECT)
phrase.means(
    _measured, _payment, _damage, damage_changes, _put, _itself, _game, prohibitions, frozen, tolls, fighting,
    attack_orders, turns, further, *_movement,
)  # fmt: skip
