"""The language of how often: "once per turn", "only once per game", "the first time you gain life each turn"."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from engine.bos.cardtext.combinators import Named, Refusal, any_of, maybe, meaning, perhaps, saying, seq
from engine.bos.cardtext.grammar_conditions import predicates
from engine.bos.cardtext.grammar_targets import filter_one
from engine.bos.cardtext.grammar_triggers import casting, conditional, moment, nth, one_of_events, when_word
from engine.bos.cardtext.grammar_words import ordinal
from engine.bos.model import syntax, terms


class Timing(NamedTuple):
    """One part of what stands before the effects: moments, and how often the ability may be used."""

    moments: tuple[syntax.Moment, ...] = ()
    """When."""
    limit: syntax.Limit = ""
    """How often; empty where the part does not say."""


_often = meaning(
    {
        "once per turn | once each turn | once a turn | once every turn | one time each turn": "turn",
        "once per game | once each game | once a game": "game",
    }
)
_this = saying(
    "use this ability",
    "you may use this ability",
    "you can use this ability",
    "use this",
    "you may use this",
    "you can use this",
    "do this",
    "you may do this",
    "this ability can be used",
    "this ability may be used",
    "this can be used",
    "this may be used",
    "this ability works",
    "this works",
    "this ability triggers",
    "this triggers",
    "activate this ability",
    "this happens",
)
limit = Named("how often")
limit.means(
    _often, seq(lambda often: often, saying("only"), _often), seq(lambda often: often, _this, maybe("only"), _often)
)
limit_behind = any_of(
    seq(lambda often: often, ".", limit),
    seq(lambda often: often, maybe(",", "but", ", but"), any_of(_often, seq(lambda often: often, "only", _often))),
)
"""A limit behind the effects, in the same sentence or as one of its own."""
each_turn = meaning({"each turn | in a turn | in each turn | every turn | per turn | of each turn": "turn",
                 "each game | in a game | in the game | this game | per game": "game"})  # fmt: skip
_held = perhaps(seq(lambda held: held, saying(", if", "if", "while", ", while"), predicates))


def _first(events: tuple[syntax.When, ...], often: syntax.Limit, held: terms.Predicate | None = None) -> Timing:
    return Timing((conditional(events, held),), often)


def first_that(meant: terms.Filter, verb: syntax.Verb, often: syntax.Limit) -> Timing:
    """ "The first summon you control that attacks each turn": it, the first time that one does."""
    return Timing((syntax.When(terms.Each(meant), verb),), often)


def nth_that(number: int, meant: terms.Filter, who: terms.Who, verb: syntax.Verb, often: syntax.Limit) -> Timing:
    """ "The first summon you conduct each turn": counted for each player."""
    if often != "turn":
        raise Refusal()
    return Timing((nth(who, verb, number, meant),))


def _nth_time(number: int, verb: syntax.Verb, meant: terms.Filter, often: syntax.Limit) -> Timing:
    """ "The second time you cast a spell in a turn"."""
    if number < 2:
        raise Refusal()
    return nth_that(number, meant, terms.Who("you"), verb, often)


_comes = meaning({"summon | conduct": "summons", "cast": "casts"})


def _first_attack(who: Any, often: syntax.Limit) -> Timing:
    """ "After this card's first attack each turn": when that attack is over; of several cards each has a first one."""
    if not isinstance(who, terms.This | terms.Host):
        raise Refusal()
    return Timing((syntax.When(who, "has attacked"),), often)


def _on_turn(number: int) -> Timing:
    return Timing((syntax.During("turn"), syntax.While(terms.YourTurn(number=number))))


def _since_turn(number: int) -> Timing:
    return Timing((syntax.While(terms.YourTurn(number=number, onward=True)),))


_turns = meaning(
    {
        "once during each of your turns | once on each of your turns | once in each of your turns": (
            Timing((syntax.During("turn"),), "turn")
        ),
        "once during each of your main phases | once in each of your main phases": (
            Timing((syntax.During("main"),), "turn")
        ),
        "once during each player's turn | once during each turn": Timing(
            (syntax.During("turn", "each player's"),), "turn"
        ),
        "once during each opponent's turn": Timing((syntax.During("turn", "an opponent's"),), "turn"),
    }
)


def _in_which(point: syntax.Moment, held: terms.Predicate) -> Timing:
    """ "At the end of each turn in which no attack was declared": if none was."""
    if not isinstance(point, syntax.At) or point.phase != "turn":
        raise Refusal()
    return Timing((point, syntax.While(held)))


def _undoubled(point: syntax.Moment) -> Timing:
    """ "At the start of your turn, before your vim doubles" says what the rules say (G-52)."""
    if not isinstance(point, syntax.At) or (point.point, point.phase) not in (("start", "turn"), ("start", "startup")):
        raise Refusal()
    return Timing((point,))


_FIGHTERS: Final[tuple[terms.Kind, ...]] = ("summon", "boss")
_nobody = terms.Happened(terms.Filter(_FIGHTERS), "attacked", no=True)
_you_did_not = terms.Happened(terms.Filter(_FIGHTERS, control="you"), "attacked", no=True)
_idle = meaning(
    {
        "no attack was declared | no attacks were declared | nobody attacked | no one attacked": _nobody,
        "no attack was made | there was no attack | no player attacked": _nobody,
        "you did not attack | you didn't attack | you declared no attack | you declared no attacks": _you_did_not,
        "this did not attack | this didn't attack": terms.IsSo(terms.This(), terms.Filter(past="attacked"), no=True),
    }
)
part = any_of(
    seq(_in_which, moment, "in which", _idle),
    seq(_undoubled, moment, saying(", before your vim doubles", "before your vim doubles", ", before vim doubles")),
    seq(lambda point: Timing((point,)), moment),
    seq(lambda often: Timing((), often), limit),
    _turns,
    seq(_first_attack, "after", casting, "'s first attack", each_turn),
    seq(_on_turn, saying("during your", "on your", "in your"), ordinal, "turn"),
    seq(_since_turn, saying("on your", "during your"), ordinal, "turn or later"),
    seq(_since_turn, "from your", ordinal, saying("turn on", "turn onward", "turn onwards")),
    seq(_first, saying("the first time"), one_of_events, each_turn, _held),
    seq(_nth_time, "the", ordinal, saying("time you"), _comes, saying("a", "another"), filter_one, each_turn),
    seq(lambda often, events, held: _first(events, often, held), "the first time", each_turn, maybe("that"),
        one_of_events, _held),
    seq(_first, when_word, one_of_events, saying("for the first time"), each_turn, _held),
)  # fmt: skip
"""One part of what stands before the effects, as a `Timing`."""
