"""The language of whole texts: an ability, what a summon asks of wizards, what a boss asks before it turns face-up."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from engine.bos.cardtext.combinators import (
    CardName,
    Named,
    Refusal,
    any_of,
    maybe,
    meaning,
    once,
    perhaps,
    saying,
    seq,
    some,
)
from engine.bos.cardtext.grammar_clauses import Sentence, Steps, clauses, linked, plain_sentence, sentence
from engine.bos.cardtext.grammar_conditions import predicates
from engine.bos.cardtext.grammar_costs import cost, old_cost
from engine.bos.cardtext.grammar_targets import filter_many, filter_one, others
from engine.bos.cardtext.grammar_triggers import moment, when, would
from engine.bos.cardtext.grammar_words import Subject, number
from engine.bos.cardtext.tree_walk import change
from engine.bos.model import syntax, terms
from engine.messages import Message


@dataclass(frozen=True, slots=True)
class Raw:
    """An ability as it was read, before it is known on what card it stands."""

    steps: Steps
    """What it does."""
    moments: tuple[syntax.Moment, ...] = ()
    """When."""
    cost: tuple[syntax.Cost, ...] = ()
    """What is paid for it, in order."""
    arrow: bool = False
    """Whether its sign is the arrow."""
    limit: syntax.Limit = ""
    """How often it may be used; empty for any number of times."""
    enchant: terms.Filter | None = None
    """What a spell with it may lie under; None elsewhere."""
    instead: syntax.When | None = None
    """The event that it replaces; None elsewhere."""
    modes: int = 0
    """The number of choices of "choose one"; 0 without it."""


@dataclass(frozen=True, slots=True)
class Opening:
    """All that stands before the effects."""

    moments: tuple[syntax.Moment, ...] = ()
    """When."""
    cost: tuple[syntax.Cost, ...] = ()
    """What is paid, in order."""
    arrow: bool = False
    """Whether the sign is the arrow."""


@dataclass(frozen=True, slots=True)
class Effects:
    """All that stands behind the sign."""

    steps: Steps
    """What it does."""
    limit: syntax.Limit = ""
    """How often it may be used; empty for any number of times."""
    enchant: terms.Filter | None = None
    """What a spell with it may lie under; None elsewhere."""
    modes: int = 0
    """The number of choices of "choose one"; 0 without it."""


# Before the effects


def _moments(moments: tuple[syntax.Moment, ...]) -> tuple[syntax.Moment, ...]:
    """What must hold behind an event belongs to the event; the event comes last."""
    events = [index for index, each in enumerate(moments) if isinstance(each, syntax.When)]
    if len(events) > 1:
        raise Refusal(Message("bos.card_text.one_event"))
    if events and any(isinstance(each, syntax.While) for each in moments[events[0] :]):
        raise Refusal()
    return (*(each for each in moments if not isinstance(each, syntax.When)), *(moments[index] for index in events))


_sep = meaning({":": False, "->": True, ": ->": True})
_conditions = once(seq(_moments, some(moment, perhaps(any_of(",", "and", ", and")))))
_signed = any_of(
    seq(Opening, _conditions, seq(lambda paid: paid, maybe(","), cost), _sep),
    seq(Opening, _conditions, seq(lambda paid: paid, saying(",", "and"), old_cost), _sep),
    seq(lambda paid, arrow: Opening((), paid, arrow), any_of(cost, old_cost), _sep),
    seq(lambda moments, arrow: Opening(moments, (), arrow), _conditions, _sep),
)
_unsigned = any_of(seq(Opening, _conditions, ","), seq(Opening))

# The effects

_often = meaning({"once per turn": "turn", "once each turn": "turn", "once per game": "game"})
_limit = any_of(
    _often,
    seq(lambda often: often, saying("use this ability only", "you may use this ability only"), _often),
    seq(lambda often: often, saying("this ability can be used only", "this ability may be used only"), _often),
)
_no_limit: Any = ""


def _sentences(first: Any) -> Any:
    def built(first_sentence: Sentence, more: tuple[Sentence, ...]) -> Steps:
        if any(step.did is not None for step in first_sentence.steps[:1]):
            raise Refusal(Message("bos.card_text.if_you_do_alone"))
        return linked((first_sentence, *more))

    return seq(built, first, some(seq(lambda following: following, ".", sentence), least=0))


_any_sentences = Named()
_any_sentences.means(_sentences(sentence))
_plain_sentences = Named()
_plain_sentences.means(_sentences(plain_sentence))
_end = any_of(
    seq(lambda often: often, ".", _limit, maybe(".")),
    seq(lambda: _no_limit, maybe(".")),
)


def _ways(before: Steps, ways: tuple[Steps, ...]) -> tuple[Steps, int]:
    """The steps of "choose one", each with the number of its way."""
    if len(ways) < 2:
        raise Refusal(Message("bos.card_text.two_ways"))
    steps = [replace(step, mode=number) for number, way in enumerate(ways, 1) for step in way]
    return ((*before, *steps), len(ways))


_choose_one = saying("choose one:", "choose one -", "choose one", "you must choose one:", "you may choose one:")
_dotted = some(seq(lambda steps: steps, saying("•", "*", "-"), _any_sentences), maybe(".", ";"))
_parted = some(seq(lambda clause: linked((Sentence(clause.steps),)), clauses), saying(";", "; or", ", or", "or"))
_choice = seq(_ways, perhaps(seq(lambda steps: steps, _any_sentences, "."), ()), _choose_one, any_of(_dotted, _parted))


def _enchanting(meant: terms.Filter, steps: Steps, limit: syntax.Limit) -> Effects:
    return Effects(steps, limit, meant)


def _second_ability(meant: terms.Filter, when: syntax.Moment) -> Effects:
    raise Refusal(Message("bos.card_text.own_ability"))


_enchanted = any_of(
    seq(lambda meant: meant, "enchant", saying("a", "an", "any"), filter_one),
    seq(others, "enchant another", filter_one),
)
_common = any_of(
    seq(lambda choice, limit: Effects(choice[0], limit, None, choice[1]), _choice, _end),
    seq(_enchanting, _enchanted, ".", _any_sentences, _end),
    seq(lambda meant, end: Effects((), end, meant), _enchanted, _end),
    seq(_second_ability, _enchanted, ".", moment, saying(":", ",", "->")),
)
_signed_effects = any_of(seq(Effects, _any_sentences, _end), _common)
_plain_effects = any_of(seq(Effects, _plain_sentences, _end), _common)


def _trailing(moments: tuple[syntax.Moment, ...], steps: Steps, event: syntax.When, limit: syntax.Limit) -> Raw:
    """ "You gain 1 life each time this attacks": the event behind what it sets off."""
    if any(isinstance(each, syntax.When) for each in moments):
        raise Refusal(Message("bos.card_text.one_event"))
    return Raw(steps, (*moments, event), (), False, limit)


def _ability(limit: syntax.Limit, opening: Opening, effects: Effects) -> Raw:
    if limit and effects.limit:
        raise Refusal(Message("bos.card_text.limit_twice"))
    return Raw(
        effects.steps,
        opening.moments,
        opening.cost,
        opening.arrow,
        limit or effects.limit,
        effects.enchant,
        None,
        effects.modes,
    )


# What happens instead


def _replacement(
    moments: tuple[syntax.Moment, ...], event: syntax.When, arrow: bool, first_sentence: Any, more: Any, limit: Any
) -> Raw:
    if any(isinstance(each, syntax.When) for each in moments):
        raise Refusal(Message("bos.card_text.one_event"))
    whom = terms.It() if isinstance(event.who, terms.Each) else event.who
    steps = change(linked((first_sentence, *more)), lambda part: whom if isinstance(part, Subject) else part)
    return Raw(steps, moments, (), arrow, limit, None, event)


def _spared(much: int | None) -> Sentence:
    protected: Any = Subject()
    return Sentence((syntax.Step(syntax.Prevent(protected, much)),))


_instead_sep = meaning({":": False, ",": False, "->": True})
_instead = seq(
    _replacement,
    perhaps(seq(lambda moments: moments, _conditions, ","), ()),
    would,
    _instead_sep,
    any_of(
        seq(lambda clause: Sentence(clause.steps), clauses, "instead"),
        seq(
            _spared,
            saying("prevent", "you must prevent"),
            any_of(
                meaning({"that damage | all of it | all of that damage": None}),
                seq(lambda much: much, number, saying("damage", "of it", "of that damage")),
            ),
        ),
    ),
    some(seq(lambda following: following, ".", sentence), least=0),
    _end,
)
ability = Named()
ability.means(
    seq(_ability, perhaps(seq(lambda often: often, _limit, ","), _no_limit), _signed, _signed_effects),
    seq(_ability, perhaps(seq(lambda often: often, _limit, ","), _no_limit), _unsigned, _plain_effects),
    _instead,
    seq(
        _trailing,
        perhaps(seq(lambda moments: moments, _conditions, ","), ()),
        seq(lambda clause: linked((Sentence(clause.steps),)), clauses),
        when,
        _end,
    ),
)

# Conditions of summons


def _by_names(names: tuple[str, ...], only: terms.Predicate | None) -> syntax.SummoningCondition:
    return syntax.SummoningCondition(len(names), names=names, only=only)


def _by_kind(counted: tuple[int, terms.Filter], only: terms.Predicate | None) -> syntax.SummoningCondition:
    count, meant = counted
    if meant.kinds != ("wizard",):
        raise Refusal(Message("bos.card_text.conducted_with_wizards"))
    if meant.control or meant.owner or meant.zone != "table":
        raise Refusal(Message("bos.card_text.own_wizards"))
    return syntax.SummoningCondition(count, meant, (), only)


def _many(count: int, meant: terms.Filter) -> tuple[int, terms.Filter]:
    if count < 2:
        raise Refusal(Message("bos.card_text.any_wizard"))
    return (count, meant)


def _just_one(count: int, meant: terms.Filter) -> tuple[int, terms.Filter]:
    if count != 1:
        raise Refusal(Message("bos.card_text.plural"))
    return (1, meant)


_wizard = CardName(any_words=True)
_names = any_of(
    seq(lambda name: (name,), _wizard),
    seq(lambda names, last: (*names, last), some(_wizard, ","), saying("and", ", and"), _wizard),
)
_wizards = any_of(
    seq(lambda meant: (1, meant), saying("any", "a", "an"), filter_one),
    seq(_many, number, filter_many),
    seq(_just_one, number, filter_one),
)
_only = perhaps(seq(lambda held: held, saying("if", "while", ", if", ", while"), predicates))
_with = saying("conduct a summon with", "summon using", "conduct a summon using", "summon with")
summoning_condition = Named()
summoning_condition.means(
    seq(_by_names, _with, _names, _only, maybe(".")), seq(_by_kind, _with, _wizards, _only, maybe("."))
)

# Conditions of bosses

boss_condition = Named()
boss_condition.means(
    seq(lambda held: syntax.BossCondition(held), maybe("if", "while"), predicates, maybe(".")),
    seq(lambda paid: syntax.BossCondition(None, paid), cost, maybe(".")),
    seq(syntax.BossCondition, maybe("if", "while"), predicates, maybe(",", "and"), cost, maybe(".")),
)
