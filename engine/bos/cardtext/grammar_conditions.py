"""The language of what must hold: "you control 2 or more summons", "an opponent has more life than you"."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any, cast

from engine.bos.cardtext.combinators import Named, Refusal, any_of, maybe, meaning, saying, seq, some, words
from engine.bos.cardtext.conditions.comparisons import compare, comparison, count_bounds, known
from engine.bos.cardtext.conditions.past import happened
from engine.bos.cardtext.grammar_targets import (
    filter_many,
    filter_one,
    others,
    owned_one,
    pile,
    position,
    strength_bounds,
    theirs,
    thing,
)
from engine.bos.cardtext.grammar_words import (
    THEY,
    Range,
    Subject,
    amounts,
    cards,
    number,
    ordinal,
    player,
    possessive,
    resource,
    several,
)
from engine.bos.cardtext.mentions import is_unique
from engine.bos.cardtext.space.conditions import facing_conditions, in_each_column, nobody_faces
from engine.bos.cardtext.space.positions import part_of_filter
from engine.bos.cardtext.targets.this_turn import past, past_not
from engine.bos.model import terms
from engine.messages import Message

SAME: Any = "the same player"
"""The subject of the condition before: "you have 10 or less life or control no summons"."""

# What a player controls


def _agrees(who: terms.Player, verb: str) -> None:
    """ "Both players have" and "each player has" are the same, "they have" and "that player has" too."""
    if who not in ("each player", "each opponent", "that player", SAME) and (who == "you") != (
        verb in ("control", "have")
    ):
        raise Refusal(Message("bos.card_text.control_controls_have"))


def _plain(meant: terms.Filter) -> terms.Filter:
    if meant.control or meant.zone != "table":
        raise Refusal(Message("bos.card_text.controller_twice"))
    return meant


def _controls(who: terms.Player, verb: str, counted: tuple[Any, ...]) -> terms.Controls:
    _agrees(who, verb)
    return terms.Controls(who, _plain(counted[0]), *counted[1:])


def _strong_together(count: int, meant: terms.Filter, strength: Range) -> tuple[Any, ...]:
    """ "Three summons with a combined strength of 30 or more"."""
    if strength[0] is None or strength[1] is not None:
        raise Refusal()
    return (meant, count, None, strength[0])


def _at_least(bounds: Range) -> int:
    """ "2 or more": the least of them."""
    if bounds[0] is None or bounds[1] is not None:
        raise Refusal()
    return bounds[0]


def _strong_in_all(who: terms.Player, verb: str, meant: terms.Filter, strength: Range) -> terms.Predicate:
    """ "You control summons with a total strength of 30 or more": all of them together."""
    _agrees(who, verb)
    if strength[0] is None or strength[1] is not None:
        raise Refusal()
    total = terms.TotalStrength(replace(_plain(meant), control=who))
    return compare(total, "at least", terms.Number(strength[0]))


def _has_cards(who: terms.Player, verb: str, counted: tuple[Any, ...]) -> terms.Controls:
    """ "While its controller has no summons": on the battlefield; spells and cards lie in piles too."""
    if not {"summon", "wizard", "boss"}.issuperset(counted[0].kinds or ("spell",)):
        raise Refusal()
    return _controls(who, verb, counted)


def _controls_not(who: terms.Player, verb: str, meant: terms.Filter) -> terms.Controls:
    _agrees(who, verb)
    return terms.Controls(who, _plain(meant), None, 0)


def _one_or_more(bounds: Range, meant: terms.Filter) -> tuple[terms.Filter, int | None, int | None]:
    return (meant, *bounds)


_control = words("control", "controls")
_together = saying(
    "with a combined strength of", "with a total strength of", "with combined strength", "with total strength",
    "whose combined strength is", "whose total strength is", "that together have a strength of",
)  # fmt: skip
_quantified = any_of(
    seq(lambda meant: (meant, 1, None), saying("a", "an", "any"), filter_one),
    seq(lambda meant: (others(meant), 1, None), "another", filter_one),
    seq(lambda meant: (meant, None, 0), "no", filter_many),
    seq(lambda meant: (meant, None, 0), "no", filter_one),
    seq(_one_or_more, cards, filter_many),
    seq(_one_or_more, meaning({"exactly 1": (1, 1), "exactly one": (1, 1)}), filter_one),
    seq(lambda count, meant: (meant, count, None), several, filter_many),
    seq(_strong_together, several, filter_many, _together, amounts),
    seq(_strong_together, seq(_at_least, cards), filter_many, _together, amounts),
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
    cards,
    meaning({"no": (None, 0), "a": (1, None)}),
    seq(lambda n: (n, None), several),
)


def _left(
    who: terms.Player, verb: str, bounds: Range, kind: terms.Kind | None, whose: Any, zone: terms.Zone
) -> terms.Left:
    _agrees(who, verb)
    if who == SAME:
        who = who if whose == THEY else whose
    elif whose not in (who, THEY):
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


def _rules_of_players(player: Any) -> Any:
    """What is said of a player; without a subject of its own, of the one before."""
    return any_of(
        seq(_controls, player, _control, _quantified),
        seq(_has_cards, player, _have, _quantified),
        seq(_controls_not, player, meaning(
            {"do not control | don't control": "control", "does not control | doesn't control": "controls"}
        ), seq(lambda meant: meant, saying("a", "an", "any"), any_of(filter_one, filter_many))),
        seq(_strong_in_all, player, _control, filter_many, _together, amounts),
        seq(_more_cards, player, any_of(_control, _have), seq(lambda meant: meant, "more", filter_many), _than),
        seq(
            _left, player, _have, _count_left, _kind, maybe("left"), "in", possessive, _zone
        ),
        seq(_holds, player, _have, amounts, resource, maybe("left")),
        seq(lambda who, verb, what: _holds(who, verb, (None, 0), what), player, _have, "no", resource, maybe("left")),
        seq(
            lambda who, verb, less, what: _has_more(who, verb, less, what, "an opponent"),
            player, _have, meaning({"the most": False, "the least": True}), resource,
        ),
        seq(_has_more, player, _have, meaning({"more": False, "less": True}), resource, _than),
        seq(
            _attacked, player, _have, saying("declared attacks", "attacked"), number, saying("or more times"),
            maybe("this game"),
        ),
    )  # fmt: skip


_of_players = any_of(
    _rules_of_players(player),
    seq(_there_are, saying("there are", "there is"), _count_left, _kind, maybe("left"), "in", possessive, _zone),
    seq(lambda whose, zone: terms.Left(whose, zone, None, None, 0), possessive, _zone, "is empty"),
    seq(
        lambda whose, zone, bounds, kind: terms.Left(whose, zone, kind, *bounds),
        possessive,
        _zone,
        saying("has", "contains", "holds"),
        _count_left,
        _kind,
        maybe("left", "in it"),
    ),
    seq(
        lambda who, meant: terms.Controls(who, _plain(meant), None, 0),
        meaning({"no opponent": "each opponent", "neither player | no player | nobody": "each player"}),
        saying("control", "controls"),
        saying("a", "an", "any"),
        filter_one,
    ),
)

# What a card is

_is = meaning({"is | are": False, "is not | isn't | are not | aren't": True})
_look = meaning(
    {
        "ready": "ready", "acted": "acted", "enchanted": "enchanted", "attacking": "attacking", "blocking": "blocking",
        "face-down | face down": "face-down", "face-up | face up": "face-up",
    }
)  # fmt: skip
_state = any_of(
    seq(lambda look: terms.Filter(looks=(look,)), _look),
    seq(lambda color: terms.Filter(color=color), words("red", "yellow", "blue")),
    seq(lambda meant: meant, saying("a", "an"), filter_one),
    seq(others, "another", filter_one),
    seq(lambda seen: terms.Filter(**dict(part_of_filter(seen))), position),
    meaning(
        {
            "in an adjacent column": terms.Filter(column="adjacent"),
            "in this column | in the same column": terms.Filter(column="this"),
        }
    ),
)
_has = meaning({"has | have": False, "does not have | doesn't have | do not have | don't have": True})


def _strong(what: terms.Thing, no: bool, bounds: Any) -> terms.IsSo:
    return terms.IsSo(what, terms.Filter(**dict(bounds)), no)


_single = any_of(thing, meaning({"they": terms.Them()}))


def _somewhere(what: terms.Thing, no: bool, places: Any) -> terms.IsSo:
    """Cards in piles do nothing, so nothing asks where its own card lies."""
    if isinstance(what, terms.This):
        raise Refusal(Message("bos.card_text.on_battlefield"))
    return terms.IsSo(what, terms.Filter(**dict(places)), no)


_known = seq(known, _single)


def _rules_of_cards(card: Any) -> Any:
    """What is said of a card that is known; without a subject of its own, of the one before."""
    return any_of(
        seq(lambda what, no, meant: terms.IsSo(what, meant, no), card, _is, _state),
        seq(_strong, card, _has, strength_bounds),
        *facing_conditions(card),
        seq(lambda what, when: terms.IsSo(what, terms.Filter(past=when)), card, past),
        seq(lambda what, when: terms.IsSo(what, terms.Filter(past=when), no=True), card, past_not),
        meaning({"that defeats it | this defeats it": terms.IsSo(terms.It(), terms.Filter(past="was defeated"))}),
    )


_of_cards = any_of(
    _rules_of_cards(_known),
    nobody_faces,
    in_each_column,
    seq(lambda what, no, other: terms.Same(what, other, no), _known, _is, _known),
    seq(_somewhere, _known, _is, seq(lambda places: places, "in", pile)),
    seq(lambda what: terms.IsSo(what, terms.Filter(control="you")), "you control", _known),
)
_of_turns = any_of(
    happened,
    meaning({"it is your turn | it's your turn": terms.YourTurn()}),
    meaning({"it is not your turn | it isn't your turn | it is an opponent's turn": terms.YourTurn(no=True)}),
    seq(lambda n: terms.YourTurn(number=n), saying("it is your", "it's your"), ordinal, "turn"),
    seq(
        lambda n: terms.YourTurn(number=n, onward=True),
        saying("it is your", "it's your"),
        ordinal,
        saying("turn or later", "turn or a later one"),
    ),
    seq(lambda n: terms.YourTurn(no=True, number=n), "it is not your", ordinal, "turn"),
)


# How a card is that is told by whose it is, or by its kind


def _fits_too(meant: terms.Filter, state: terms.Filter) -> terms.Filter:
    """What both ask for; what both say is refused."""
    said = {field.name: getattr(state, field.name) for field in fields(state)}
    more = {name: value for name, value in said.items() if value != getattr(_NOTHING, name)}
    if any(getattr(meant, name) != getattr(_NOTHING, name) for name in more if name != "looks"):
        raise Refusal(Message("bos.card_text.said_twice"))
    if "looks" in more:
        more["looks"] = (*state.looks, *meant.looks)
    return replace(meant, **more)


_NOTHING = terms.Filter()


def _is_somebodys(meant: terms.Filter, no: bool, state: terms.Filter) -> terms.Predicate:
    """ "Your boss is ready": a boss you control is; what is not there is not ready either."""
    bounds: Range = (None, 0) if no else (1, None)
    if meant.zone != "table" or meant.past:
        raise Refusal()
    return count_bounds(_fits_too(meant, state), bounds)


def _of_kind(meant: terms.Filter, no: bool, state: terms.Filter) -> terms.Predicate:
    """Of "a summon you control" it can be said that it is something, not that it is not: which one?"""
    if no:
        raise Refusal()
    return _is_somebodys(meant, no, state)


def _standing_there(meant: terms.Filter) -> terms.Filter:
    """ "The summon facing this", "the wizard behind this": the only one at that place."""
    if not is_unique(meant):
        raise Refusal()
    return meant


_OPPOSITE: dict[terms.Look, terms.Look] = {
    "ready": "acted", "acted": "ready", "face-up": "face-down", "face-down": "face-up"
}  # fmt: skip


def _all_are(meant: terms.Filter, look: terms.Look) -> terms.Predicate:
    """ "All your summons are acted": none of them is ready."""
    if look not in _OPPOSITE or meant.zone != "table" or meant.past:
        raise Refusal()
    return count_bounds(_fits_too(meant, terms.Filter(looks=(_OPPOSITE[look],))), (None, 0))


_strength_state = seq(lambda bounds: terms.Filter(**dict(bounds)), strength_bounds)
_a_card = any_of(
    seq(lambda meant: meant, saying("a", "an", "any"), filter_one),
    seq(others, "another", filter_one),
)
_the_only = seq(_standing_there, "the", filter_one)
_of_known = any_of(
    seq(_is_somebodys, owned_one, _is, _state),
    seq(_is_somebodys, owned_one, _has, _strength_state),
    seq(_is_somebodys, _the_only, _is, _state),
    seq(_is_somebodys, _the_only, _has, _strength_state),
    seq(_of_kind, _a_card, _is, _state),
    seq(_of_kind, _a_card, _has, _strength_state),
    seq(_all_are, saying("all", "all of"), theirs, "are", _look),
    seq(_all_are, saying("all", "all of the"), filter_many, "are", _look),
)

predicate = Named("a condition")
predicate.means(_of_players, _of_cards, _of_turns, _of_known, comparison)


said_of_players = _rules_of_players(seq(lambda: SAME))
"""What is said of players without a subject: "control no summons"."""
_elliptic = any_of(
    said_of_players,
    _rules_of_cards(seq(Subject)),
    seq(lambda counted: _controls(SAME, "control", counted), _quantified),
    seq(
        lambda bounds, kind, whose, zone: _left(SAME, "have", bounds, kind, whose, zone),
        _count_left,
        _kind,
        maybe("left"),
        "in",
        possessive,
        _zone,
    ),
)
"""A condition without a subject, which has that of the one before."""


def _may_control(first: terms.Predicate) -> bool:
    """Whether "and a boss" can go on with what a player controls, has, or did."""
    return isinstance(first, terms.Controls | terms.MoreCards | terms.Holds | terms.HasMore | terms.Left)


def _with_subject(first: terms.Predicate, held: terms.Predicate) -> terms.Predicate:
    who, card = getattr(first, "player", None), first.thing if isinstance(first, terms.IsSo) else None
    if isinstance(held, terms.IsSo):
        if card is None:
            raise Refusal()
        return replace(held, thing=card)
    said = getattr(held, "player", None)
    if who is None or said not in (SAME, who) or (isinstance(held, terms.Controls) and not _may_control(first)):
        raise Refusal()
    bound: Any = held
    return cast(terms.Predicate, replace(bound, player=who))


def _several(make: Any) -> Any:
    def built(first: terms.Predicate, more: tuple[terms.Predicate, ...]) -> terms.Predicate:
        combined: terms.Predicate = make((first, *more))
        return combined

    return built


def _sharing(make: Any) -> Any:
    def built(first: terms.Predicate, more: tuple[terms.Predicate, ...]) -> terms.Predicate:
        combined: terms.Predicate = make((first, *(_with_subject(first, held) for held in more)))
        return combined

    return built


_and, _or = saying("and", ", and"), saying("or", ", or")
predicates = Named("a condition")
predicates.means(
    predicate,
    seq(_several(terms.All), predicate, _and, some(predicate, _and)),
    seq(_several(terms.AnyOf), predicate, _or, some(predicate, _or)),
    seq(_sharing(terms.All), predicate, _and, some(_elliptic, _and)),
    seq(_sharing(terms.AnyOf), predicate, _or, some(_elliptic, _or)),
)


def _of_opponent(held: terms.Predicate) -> terms.Predicate:
    if getattr(held, "player", None) != SAME:
        raise Refusal()
    bound: Any = held
    return cast(terms.Predicate, replace(bound, player="an opponent"))


opponent_who = seq(
    _of_opponent, saying(*(f"{who} {that}" for who in ("each opponent", "opponents") for that in ("who", "that"))),
    said_of_players,
)  # fmt: skip
"""An opponent of whom something must hold: the value is that."""
