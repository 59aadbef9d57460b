"""The language of what must hold: "you control 2 or more summons", "an opponent has more life than you"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.bos import tree
from engine.bos.cardtext.grammar_things import filter_many, filter_one, others, past, pile, strength_bounds, thing
from engine.bos.cardtext.grammar_words import THEY, number, ordinal, player, possessive, resource, several
from engine.bos.cardtext.kernel import Named, Refusal, any_of, maybe, meaning, saying, seq, some, words

# Ranges

Range = tuple[int | None, int | None]


def _range(least: int, most: int) -> Range:
    if most <= least:
        raise Refusal("A range goes from the smaller number to the larger one.")
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


def _agrees(who: tree.Player, verb: str) -> None:
    if (who == "you") != (verb in ("control", "have", "do not", "don't")):
        raise Refusal("Write “you control” and “you have”, but “an opponent controls” and “an opponent has”.")


def _plain(meant: tree.Filter) -> tree.Filter:
    if meant.control or meant.zone != "table":
        raise Refusal("Who controls the cards was said already.")
    return meant


def _controls(who: tree.Player, verb: str, said: tuple[tree.Filter, int | None, int | None]) -> tree.Controls:
    _agrees(who, verb)
    return tree.Controls(who, _plain(said[0]), said[1], said[2])


def _controls_not(who: tree.Player, verb: str, meant: tree.Filter) -> tree.Controls:
    _agrees(who, verb)
    return tree.Controls(who, _plain(meant), None, 0)


def _one_or_more(bounds: Range, meant: tree.Filter) -> tuple[tree.Filter, int | None, int | None]:
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


def _more_cards(who: tree.Player, verb: str, meant: tree.Filter, than: tree.Player) -> tree.MoreCards:
    _agrees(who, verb)
    return tree.MoreCards(who, _plain(meant), than)


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


def _left(who: tree.Player, verb: str, bounds: Range, kind: tree.Kind | None, whose: Any, zone: tree.Zone) -> tree.Left:
    _agrees(who, verb)
    if whose not in (who, THEY):
        raise Refusal("The pile must be the pile of the player who has the cards.")
    return tree.Left(who, zone, kind, *bounds)


def _there_are(bounds: Range, kind: tree.Kind | None, whose: tree.Player, zone: tree.Zone) -> tree.Left:
    return tree.Left(whose, zone, kind, *bounds)


def _holds(who: tree.Player, verb: str, bounds: Range, what: tree.Resource) -> tree.Holds:
    _agrees(who, verb)
    return tree.Holds(who, what, *bounds)


def _has_more(who: tree.Player, verb: str, less: bool, what: tree.Resource, than: tree.Player) -> tree.HasMore:
    _agrees(who, verb)
    return tree.HasMore(who, what, than, less)


def _attacked(who: tree.Player, verb: str, least: int) -> tree.Attacked:
    _agrees(who, verb)
    return tree.Attacked(who, least)


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
    seq(lambda whose, zone: tree.Left(whose, zone, None, None, 0), possessive, _zone, "is empty"),
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
    seq(lambda look: tree.Filter(looks=(look,)), _look),
    seq(lambda color: tree.Filter(color=color), words("red", "yellow", "blue")),
    seq(lambda meant: meant, saying("a", "an"), filter_one),
    seq(others, "another", filter_one),
    meaning(
        {
            "in an adjacent column": tree.Filter(column="adjacent"),
            "in this column | in the same column": tree.Filter(column="this"),
            "in front of this": tree.Filter(column="front"),
            "facing this": tree.Filter(column="facing"),
        }
    ),
)
_has = meaning({"has | have": False, "does not have | doesn't have | do not have | don't have": True})


def _strong(what: tree.Thing, no: bool, bounds: Any) -> tree.IsSo:
    return tree.IsSo(what, tree.Filter(**dict(bounds)), no)


_single = any_of(thing, meaning({"they": tree.Them()}))


def _named_thing(what: tree.Thing) -> tree.Thing:
    """Conditions look at cards that are known; "a summon …" in a condition is somebody's control or history."""
    if isinstance(what, tree.Choose | tree.Each | tree.Both | tree.OneOf):
        raise Refusal("")
    return what


def _somewhere(what: tree.Thing, no: bool, places: Any) -> tree.IsSo:
    """Cards in piles do nothing, so nothing asks where its own card lies."""
    if isinstance(what, tree.This):
        raise Refusal("The abilities of a card work only while it is on the battlefield; leave this condition away.")
    return tree.IsSo(what, tree.Filter(**dict(places)), no)


_known = seq(_named_thing, _single)
_of_cards = any_of(
    seq(lambda what, no, meant: tree.IsSo(what, meant, no), _known, _is, _state),
    seq(lambda what, no, other: tree.Same(what, other, no), _known, _is, _known),
    seq(_somewhere, _known, _is, seq(lambda places: places, "in", pile)),
    seq(_strong, _known, _has, strength_bounds),
    seq(lambda what, when: tree.IsSo(what, tree.Filter(past=when)), _known, past),
    seq(lambda what: tree.IsSo(what, tree.Filter(control="you")), "you control", _known),
)


def _happened(no: bool) -> Callable[[tree.Filter, tree.Past], tree.Happened]:
    def built(meant: tree.Filter, when: tree.Past) -> tree.Happened:
        if meant.past:
            raise Refusal("")
        return tree.Happened(meant, when, no)

    return built


_ATTACKED = tree.Happened(tree.Filter(kinds=("summon", "boss"), control="you"), "attacked")
_of_turns = any_of(
    meaning({"you attacked this turn | you declared an attack this turn": _ATTACKED}),
    seq(_happened(False), saying("a", "an", "any"), filter_one, past),
    seq(lambda meant, when: _happened(False)(others(meant), when), "another", filter_one, past),
    seq(_happened(True), "no", filter_one, past),
    meaning({"it is your turn | it's your turn": tree.YourTurn()}),
    meaning({"it is not your turn | it isn't your turn | it is an opponent's turn": tree.YourTurn(no=True)}),
    seq(lambda n: tree.YourTurn(number=n), "it is your", ordinal, "turn"),
    seq(lambda n: tree.YourTurn(no=True, number=n), "it is not your", ordinal, "turn"),
)

predicate = Named("a condition")
predicate.means(_of_players, _of_cards, _of_turns)


def _several(make: Any) -> Any:
    def built(first: tree.Predicate, more: tuple[tree.Predicate, ...]) -> tree.Predicate:
        found: tree.Predicate = make((first, *more))
        return found

    return built


predicates = Named("a condition")
predicates.means(
    predicate,
    seq(_several(tree.All), predicate, "and", some(predicate, "and")),
    seq(_several(tree.AnyOf), predicate, "or", some(predicate, "or")),
)
