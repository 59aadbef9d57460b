"""The language of what is done: "gains 2 strength", "deal 3 damage to a summon", "cannot attack this turn"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
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
from engine.bos.cardtext.grammar_targets import (
    amount,
    amount_of,
    anyone,
    filter_many,
    filter_one,
    per,
    quantity,
    thing,
    times,
)
from engine.bos.cardtext.grammar_targets import for_each as _for_each
from engine.bos.cardtext.grammar_words import OWN, Subject, number, possessive, resource
from engine.bos.cardtext.tree_walk import parts
from engine.bos.model import syntax, terms
from engine.messages import Message

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


until = meaning(
    {
        "this turn | until the end of the turn | until end of turn | until the end of this turn": "end of turn",
        "until the end of your next turn": "end of your next turn",
        "until the start of your next turn | until your next turn": "start of your next turn",
        "while this is on the battlefield | as long as this is on the battlefield": "on the battlefield",
        "for the rest of the game | permanently": "",
        **{
            f"until {whose} next {phase} phase": f"{whose} next {phase} phase"
            for whose in ("your", "an opponent's")
            for phase in ("startup", "summoning", "main", "ending")
        },
    }
)
_until = perhaps(until, OPEN)


def verb(base: str, third: str) -> Any:
    """Both forms of a verb; the value tells which."""
    return meaning({base: False, third: True})


def _phrase(make: Callable[..., syntax.Deed]) -> Callable[..., Phrase]:
    def built(third: bool, *values: Any) -> Phrase:
        return Phrase(third, (make(*values),))

    return built


# Amounts

_gained = any_of(words("strength"), resource)


def _gain(lose: bool) -> Callable[..., syntax.Deed]:
    def built(gained: tuple[terms.Quantity, Any], end: Any) -> syntax.Deed:
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


_rounded = perhaps(meaning({"rounded up | , rounded up": True, "rounded down | , rounded down": False}))
_gains = amount_of(_gained)
_half = seq(_share(False), "half", possessive, resource, _rounded)
_losses = any_of(
    _gains,
    _half,
    seq(_share(True), "all", possessive, resource),
)


def _has(third: bool, gained: tuple[terms.Quantity, bool], end: Any) -> Phrase:
    """Without an end it holds all the time; with one it is a gain that ends."""
    if end == OPEN:
        return Phrase(third, (syntax.Bonus(SUBJECT, gained[0], gained[1]),))
    return Phrase(third, (syntax.Gain(SUBJECT, gained[0], "strength", gained[1], end),))


_more = meaning({"more strength": False, "less strength": True})
_measured = any_of(
    seq(_phrase(_gain(False)), verb("gain", "gains"), any_of(_gains, _half), _until),
    seq(_phrase(_gain(True)), verb("lose", "loses"), _losses, _until),
    seq(_phrase(_gain_each(False)), verb("gain", "gains"), amount, words("strength"), until, _for_each),
    seq(_phrase(_gain_each(True)), verb("lose", "loses"), amount, words("strength"), until, _for_each),
    seq(_has, verb("have", "has"), amount_of(_more), _until),
)


# Payments in the middle of an ability

_payment = seq(
    _phrase(lambda much, what: syntax.Spend(SUBJECT, much, what)),
    meaning({"pay | spend": False, "pays | spends": True}),
    amount,
    resource,
)

# Damage


def _deal(much: terms.Quantity, to: terms.Thing, each: terms.Count | None = None) -> syntax.Damage:
    return syntax.Damage(to, times(much, each), SUBJECT)


def _deal_to(to: terms.Thing, much: terms.Quantity) -> syntax.Damage:
    return syntax.Damage(to, much, SUBJECT)


def _take(damage: tuple[terms.Quantity, str]) -> syntax.Damage:
    return syntax.Damage(SUBJECT, damage[0], None, True)


def _dealt(damage: tuple[terms.Quantity, str]) -> syntax.Damage:
    return syntax.Damage(SUBJECT, damage[0])


def _prevent(much: int | None, to: terms.Thing, end: Any) -> syntax.Prevent:
    return syntax.Prevent(to, much, end)


def _everything(end: Any) -> syntax.Prevent:
    """Damage to nobody in particular is that to everybody."""
    fighters = terms.Each(terms.Filter(kinds=("summon", "boss")))
    return syntax.Prevent(terms.Both((fighters, terms.Who("each player"))), None, end)


_deal_verb = verb("deal", "deals")
_prevented = any_of(meaning({"all damage": None}), seq(lambda n: n, saying("the next"), number, "damage"))
_damage = any_of(
    seq(_phrase(_deal), _deal_verb, amount, "damage to", anyone, per),
    seq(_phrase(lambda much, each, to: _deal(much, to, each)), _deal_verb, amount, "damage", per, "to", anyone),
    seq(_phrase(_deal_to), _deal_verb, "damage to", anyone, "equal to", quantity),
    seq(_phrase(_deal), _deal_verb, "damage equal to", quantity, "to", anyone),
    seq(_phrase(_take), verb("take", "takes"), amount_of(words("damage"))),
    seq(_phrase(_dealt), meaning({"are dealt": False, "is dealt": True}), amount_of(words("damage"))),
    seq(_phrase(_everything), verb("prevent", "prevents"), "all damage", _until),
    seq(_phrase(_prevent), verb("prevent", "prevents"), _prevented, "that would be dealt to", anyone, _until),
)

# Cards as a whole

_plain_verbs: tuple[tuple[str, str, Callable[[terms.Thing], syntax.Deed]], ...] = (
    ("ready", "readies", syntax.Ready),
    ("act", "acts", syntax.Act),
    ("discard", "discards", lambda what: syntax.Put(what, "graveyard", True)),
)
_up = meaning({"face-up | face up": True, "face-down | face down": False})
_column = meaning(
    {
        "to an adjacent column": "adjacent",
        "to an open column | to any open column | to any column": "open",
    }
)
_owners = saying("its owner's", "their owner's", "their owners'")
_pile = meaning({f"{pile} | {pile}s": pile for pile in ("castle", "spellbook", "graveyard")})
_moving = any_of(verb("return", "returns"), verb("put", "puts"), verb("send", "sends"))
_into = saying("to", "into", "onto")
_battlefield = saying("to the battlefield", "onto the battlefield")
_state = perhaps(words("ready", "acted"), "ready")
_front = perhaps(meaning({"in front of this": True}), False)


def _home(what: terms.Thing, zone: terms.Zone) -> syntax.Put:
    """ "Your" pile fits only cards that are known to be yours; every card goes to its owner's."""
    meant = what.filter if isinstance(what, terms.Choose | terms.Each) else None
    if meant and "you" not in (meant.owner, meant.control):
        raise Refusal(Message("bos.card_text.owners_pile"))
    return syntax.Put(what, zone)


def _select(what: terms.Thing) -> syntax.Select:
    if not any(isinstance(part, terms.Choose | terms.OneOf) or part == terms.Who("a player") for part in parts(what)):
        raise Refusal(Message("bos.card_text.nothing_to_choose"))
    return syntax.Select(what)


def _enchantments(what: terms.Thing, on: terms.Thing | None = None) -> syntax.Unenchant:
    if not isinstance(what, terms.It | terms.Them) and not (
        isinstance(what, terms.Choose | terms.Each) and what.filter.kinds == ("spell",) and what.filter.zone == "table"
    ):
        raise Refusal(Message("bos.card_text.removed"))
    if on is not None and isinstance(what, terms.Each):
        raise Refusal()
    return syntax.Unenchant(on, what)


def _swap_two(meant: terms.Filter) -> syntax.Swap:
    return syntax.Swap(terms.Choose(meant), terms.Choose(meant))


_put = any_of(
    *(seq(_phrase(make), verb(base, third), thing) for base, third, make in _plain_verbs),
    seq(_phrase(syntax.Defeat), verb("defeat", "defeats"), anyone),
    seq(_phrase(syntax.Turn), verb("turn", "turns"), thing, _up),
    seq(_phrase(syntax.Move), verb("move", "moves"), thing, _column),
    seq(_phrase(syntax.Swap), verb("swap", "swaps"), thing, saying("with", "and"), thing),
    seq(_phrase(_swap_two), verb("swap", "swaps"), saying("two", "the places of two"), filter_many),
    seq(_phrase(syntax.Put), _moving, thing, _into, _owners, _pile),
    seq(_phrase(_home), _moving, thing, _into, "your", _pile),
    seq(_phrase(syntax.Bring), _moving, thing, _battlefield, _state, _front),
    seq(_phrase(syntax.Bring), verb("summon", "summons"), thing, _state, _front),
    seq(_phrase(_select), verb("choose", "chooses"), anyone),
    seq(_phrase(syntax.Unenchant), verb("remove", "removes"), "all enchantments from", thing),
    seq(_phrase(_enchantments), verb("remove", "removes"), thing),
    seq(_phrase(_enchantments), verb("remove", "removes"), thing, "from", thing),
)
_itself = any_of(
    seq(lambda third: Phrase(third, (syntax.Ready(SUBJECT),)), meaning({"ready": False, "readies": True})),
    seq(lambda third: Phrase(third, (syntax.Ready(SUBJECT),)), meaning({"become ready": False, "becomes ready": True})),
    seq(lambda third: Phrase(third, (syntax.Act(SUBJECT),)), verb("act", "acts")),
    seq(lambda third: Phrase(third, (syntax.Defeat(SUBJECT),)), meaning({"are defeated": False, "is defeated": True})),
    seq(_phrase(lambda up: syntax.Turn(SUBJECT, up)), verb("turn", "turns"), _up),
    seq(_phrase(lambda column: syntax.Move(SUBJECT, column)), verb("move", "moves"), _column),
    seq(_phrase(lambda zone: syntax.Put(SUBJECT, zone)), verb("return", "returns"), "to", _owners, _pile),
)

# The game


def _conduct(meant: terms.Filter | None) -> syntax.Conduct:
    if meant is not None and meant.kinds != ("wizard",):
        raise Refusal(Message("bos.card_text.conducted_with_a_wizard"))
    return syntax.Conduct(meant)


def _scale(half: bool, what: tuple[terms.Thing, Any]) -> syntax.Scale:
    return syntax.Scale(what[0], what[1], half)


_scaled = any_of(
    seq(lambda whose, what: (terms.Who(whose), what), possessive, resource),
    meaning({"its strength": (terms.It(), "strength")}),
    seq(lambda of: (of, "strength"), "the strength of", thing),
    seq(lambda of: (of, "strength"), thing, "'s strength"),
)
_game = any_of(
    seq(_phrase(lambda what: _scale(False, what)), verb("double", "doubles"), _scaled),
    seq(_phrase(lambda what: _scale(True, what)), verb("halve", "halves"), _scaled, maybe(", rounded down")),
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
    seq(_phrase(syntax.EndTurn), verb("end", "ends"), "the turn"),
    seq(lambda third: Phrase(third, (syntax.Lose(SUBJECT),)), verb("lose", "loses"), "the game"),
)

# Prohibitions

_forbidden = meaning(
    {
        **{what: what for what in ("attack", "block", "act", "be attacked", "be blocked", "be enchanted")},
        **{what: what for what in ("be defeated", "gain life", "gain vim", "gain ether", "gain strength")},
        "attack players | attack a player": "attack players",
        "ready | be readied | become ready": "ready",
        "be dealt damage | be damaged | take damage": "be damaged",
        "conduct summons | conduct a summon": "conduct",
        "cast spells | cast a spell": "cast spells",
    }
)


def _cannot(what: tuple[Any, ...], end: Any) -> Phrase:
    return Phrase(None, tuple(syntax.Cannot(SUBJECT, each, end) for each in what))


_prohibition = seq(_cannot, saying("cannot", "can't", "can not"), some(_forbidden, "or"), _until)

phrase = Named("an effect")
phrase.means(_measured, _payment, _damage, _put, _itself, _game, _prohibition)
