"""The language of what must hold: "you control 2 or more summons", "an opponent has more life than you"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.bos.cardtext.combinators import Named, Refusal, any_of, maybe, meaning, saying, seq, some, words
from engine.bos.cardtext.grammar_targets import filter_many, filter_one, others, past, pile, strength_bounds, thing
from engine.bos.cardtext.grammar_words import THEY, number, ordinal, player, possessive, resource, several
from engine.bos.model import terms
from engine.messages import Message

# Ranges

Range = tuple[int | None, int | None]


def _range(least: int, most: int) -> Range:
    if most <= least:
        raise Refusal(Message("bos.card_text.range"))
    return (least, most)


def _ranges(count: Any) -> Any:
    """ "2 or more", "at most 3", "exactly 2", "2 to 4"."""
    return any_of(
        seq(lambda n: (n, None), count, saying("or more", "or greater")),
        seq(lambda n: (None, n), count, saying("or less", "or fewer")),
        seq(lambda n: (n, None), "at least", count),
        seq(lambda n: (None, n), "at most", count),
        seq(lambda n: (n, n), "exactly", count),
        seq(_range, count, "to", count),
    )


_cards = _ranges(several)
_amounts = _ranges(number)

# What a player controls


def _agrees(who: terms.Player, verb: str) -> None:
    if (who == "you") != (verb in ("control", "have", "do not", "don't")):
        raise Refusal(Message("bos.card_text.control_controls_have"))


def _plain(meant: terms.Filter) -> terms.Filter:
    if meant.control or meant.zone != "table":
        raise Refusal(Message("bos.card_text.controller_twice"))
    return meant


def _controls(who: terms.Player, verb: str, counted: tuple[terms.Filter, int | None, int | None]) -> terms.Controls:
    _agrees(who, verb)
    return terms.Controls(who, _plain(counted[0]), counted[1], counted[2])


def _controls_not(who: terms.Player, verb: str, meant: terms.Filter) -> terms.Controls:
    _agrees(who, verb)
    return terms.Controls(who, _plain(meant), None, 0)


def _one_or_more(bounds: Range, meant: terms.Filter) -> tuple[terms.Filter, int | None, int | None]:
    return (meant, *bounds)


_control = words("control", "controls")
_quantified = any_of(
    seq(lambda meant: (meant, 1, None), saying("a", "an", "any"), filter_one),
    seq(lambda meant: (others(meant), 1, None), "another", filter_one),
    seq(lambda meant: (meant, None, 0), "no", filter_many),
    seq(lambda meant: (meant, None, 0), "no", filter_one),
    seq(_one_or_more, _cards, filter_many),
    seq(_one_or_more, meaning({"exactly 1": (1, 1), "exactly one": (1, 1)}), filter_one),
    seq(lambda count, meant: (meant, count, None), several, filter_many),
    seq(lambda meant: (meant, 1, None), "the", filter_one),
)


_than = seq(lambda who: who, "than", player, maybe("do", "does", "control", "controls", "has", "have"))


def _more_cards(who: terms.Player, verb: str, meant: terms.Filter, than: terms.Player) -> terms.MoreCards:
    _agrees(who, verb)
    return terms.MoreCards(who, _plain(meant), than)


# What a player has

_have = words("have", "has")
_kind = meaning(
    {
        "summons | summon": "summon",
        "wizards | wizard": "wizard",
        "bosses | boss": "boss",
        "spells | spell": "spell",
        "cards | card": None,
    }
)
_zone = words("castle", "spellbook", "graveyard")
_count_left = any_of(
    _cards,
    meaning({"no": (None, 0), "a": (1, None)}),
    seq(lambda n: (n, None), several),
)


def _left(
    who: terms.Player, verb: str, bounds: Range, kind: terms.Kind | None, whose: Any, zone: terms.Zone
) -> terms.Left:
    _agrees(who, verb)
    if whose not in (who, THEY):
        raise Refusal(Message("bos.card_text.pile_of_owner"))
    return terms.Left(who, zone, kind, *bounds)


def _there_are(bounds: Range, kind: terms.Kind | None, whose: terms.Player, zone: terms.Zone) -> terms.Left:
    return terms.Left(whose, zone, kind, *bounds)


def _holds(who: terms.Player, verb: str, bounds: Range, what: terms.Resource) -> terms.Holds:
    _agrees(who, verb)
    return terms.Holds(who, what, *bounds)


def _has_more(who: terms.Player, verb: str, less: bool, what: terms.Resource, than: terms.Player) -> terms.HasMore:
    _agrees(who, verb)
    return terms.HasMore(who, what, than, less)


def _attacked(who: terms.Player, verb: str, least: int) -> terms.Attacked:
    _agrees(who, verb)
    return terms.Attacked(who, least)


_of_players = any_of(
    seq(_controls, player, _control, _quantified),
    seq(_controls_not, player, meaning(
        {"do not control | don't control": "control", "does not control | doesn't control": "controls"}
    ), seq(lambda meant: meant, saying("a", "an", "any"), any_of(filter_one, filter_many))),
    seq(_more_cards, player, _control, seq(lambda meant: meant, "more", filter_many), _than),
    seq(
        _left, player, _have, _count_left, _kind, maybe("left"), "in", possessive, _zone
    ),
    seq(_there_are, saying("there are", "there is"), _count_left, _kind, maybe("left"), "in", possessive, _zone),
    seq(lambda whose, zone: terms.Left(whose, zone, None, None, 0), possessive, _zone, "is empty"),
    seq(_holds, player, _have, _amounts, resource),
    seq(lambda who, verb, what: _holds(who, verb, (None, 0), what), player, _have, "no", resource),
    seq(_has_more, player, _have, meaning({"more": False, "less": True}), resource, _than),
    seq(
        _attacked, player, _have, saying("declared attacks", "attacked"), number, saying("or more times"),
        maybe("this game"),
    ),
)  # fmt: skip

# What a card is

_is = meaning({"is | are": False, "is not | isn't | are not | aren't": True})
_look = meaning(
    {
        "ready": "ready", "acted": "acted", "enchanted": "enchanted",
        "face-down | face down": "face-down", "face-up | face up": "face-up",
    }
)  # fmt: skip
_state = any_of(
    seq(lambda look: terms.Filter(looks=(look,)), _look),
    seq(lambda color: terms.Filter(color=color), words("red", "yellow", "blue")),
    seq(lambda meant: meant, saying("a", "an"), filter_one),
    seq(others, "another", filter_one),
    meaning(
        {
            "in an adjacent column": terms.Filter(column="adjacent"),
            "in this column | in the same column": terms.Filter(column="this"),
            "in front of this": terms.Filter(column="front"),
            "facing this": terms.Filter(column="facing"),
        }
    ),
)
_has = meaning({"has | have": False, "does not have | doesn't have | do not have | don't have": True})


def _strong(what: terms.Thing, no: bool, bounds: Any) -> terms.IsSo:
    return terms.IsSo(what, terms.Filter(**dict(bounds)), no)


_single = any_of(thing, meaning({"they": terms.Them()}))


def _named_thing(what: terms.Thing) -> terms.Thing:
    """Conditions look at cards that are known; "a summon …" in a condition is somebody's control or history."""
    if isinstance(what, terms.Choose | terms.Each | terms.Both | terms.OneOf):
        raise Refusal()
    return what


def _somewhere(what: terms.Thing, no: bool, places: Any) -> terms.IsSo:
    """Cards in piles do nothing, so nothing asks where its own card lies."""
    if isinstance(what, terms.This):
        raise Refusal(Message("bos.card_text.on_battlefield"))
    return terms.IsSo(what, terms.Filter(**dict(places)), no)


_known = seq(_named_thing, _single)
_of_cards = any_of(
    seq(lambda what, no, meant: terms.IsSo(what, meant, no), _known, _is, _state),
    seq(lambda what, no, other: terms.Same(what, other, no), _known, _is, _known),
    seq(_somewhere, _known, _is, seq(lambda places: places, "in", pile)),
    seq(_strong, _known, _has, strength_bounds),
    seq(lambda what, when: terms.IsSo(what, terms.Filter(past=when)), _known, past),
    seq(lambda what: terms.IsSo(what, terms.Filter(control="you")), "you control", _known),
)


def _happened(no: bool) -> Callable[[terms.Filter, terms.Past], terms.Happened]:
    def built(meant: terms.Filter, when: terms.Past) -> terms.Happened:
        if meant.past:
            raise Refusal()
        return terms.Happened(meant, when, no)

    return built


_ATTACKED = terms.Happened(terms.Filter(kinds=("summon", "boss"), control="you"), "attacked")
_of_turns = any_of(
    meaning({"you attacked this turn | you declared an attack this turn": _ATTACKED}),
    seq(_happened(False), saying("a", "an", "any"), filter_one, past),
    seq(lambda meant, when: _happened(False)(others(meant), when), "another", filter_one, past),
    seq(_happened(True), "no", filter_one, past),
    meaning({"it is your turn | it's your turn": terms.YourTurn()}),
    meaning({"it is not your turn | it isn't your turn | it is an opponent's turn": terms.YourTurn(no=True)}),
    seq(lambda n: terms.YourTurn(number=n), "it is your", ordinal, "turn"),
    seq(lambda n: terms.YourTurn(no=True, number=n), "it is not your", ordinal, "turn"),
)

predicate = Named("a condition")
predicate.means(_of_players, _of_cards, _of_turns)


def _several(make: Any) -> Any:
    def built(first: terms.Predicate, more: tuple[terms.Predicate, ...]) -> terms.Predicate:
        combined: terms.Predicate = make((first, *more))
        return combined

    return built


predicates = Named("a condition")
predicates.means(
    predicate,
    seq(_several(terms.All), predicate, "and", some(predicate, "and")),
    seq(_several(terms.AnyOf), predicate, "or", some(predicate, "or")),
)
