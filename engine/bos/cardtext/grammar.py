"""The language of whole texts: an ability, what a summon asks of wizards, what a boss asks before it turns face-up."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from engine.bos import tree
from engine.bos.cardtext.grammar_clauses import Sentence, Steps, clauses, linked, plain_sentence, sentence
from engine.bos.cardtext.grammar_conditions import predicates
from engine.bos.cardtext.grammar_costs import cost, old_cost
from engine.bos.cardtext.grammar_moments import moment, when, would
from engine.bos.cardtext.grammar_things import filter_many, filter_one, others
from engine.bos.cardtext.grammar_words import Subject, number
from engine.bos.cardtext.kernel import (
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
from engine.bos.cardtext.shapes import change


@dataclass(frozen=True, slots=True)
class Raw:
    """An ability as it was read, before it is known on what card it stands."""

    steps: Steps
    moments: tuple[tree.Moment, ...] = ()
    cost: tuple[tree.Cost, ...] = ()
    arrow: bool = False
    limit: tree.Limit = ""
    enchant: tree.Filter | None = None
    instead: tree.When | None = None
    modes: int = 0


@dataclass(frozen=True, slots=True)
class Opening:
    """All that stands before the effects."""

    moments: tuple[tree.Moment, ...] = ()
    cost: tuple[tree.Cost, ...] = ()
    arrow: bool = False


@dataclass(frozen=True, slots=True)
class Effects:
    """All that stands behind the sign."""

    steps: Steps
    limit: tree.Limit = ""
    enchant: tree.Filter | None = None
    modes: int = 0


# Before the effects


def _moments(found: tuple[tree.Moment, ...]) -> tuple[tree.Moment, ...]:
    """What must hold behind an event belongs to the event; the event comes last."""
    events = [index for index, each in enumerate(found) if isinstance(each, tree.When)]
    if len(events) > 1:
        raise Refusal("Only one event sets off an ability; write one ability for each.")
    if events and any(isinstance(each, tree.While) for each in found[events[0] :]):
        raise Refusal("")
    return (*(each for each in found if not isinstance(each, tree.When)), *(found[index] for index in events))


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
    def built(one: Sentence, more: tuple[Sentence, ...]) -> Steps:
        if any(step.did is not None for step in one.steps[:1]):
            raise Refusal("“If you do” and “otherwise” need a sentence before them.")
        return linked((one, *more))

    return seq(built, first, some(seq(lambda said: said, ".", sentence), least=0))


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
        raise Refusal("One chooses among at least two ways; put “•” before each.")
    steps = [replace(step, mode=number) for number, way in enumerate(ways, 1) for step in way]
    return ((*before, *steps), len(ways))


_choose_one = saying("choose one:", "choose one -", "choose one", "you must choose one:", "you may choose one:")
_dotted = some(seq(lambda steps: steps, saying("•", "*", "-"), _any_sentences), maybe(".", ";"))
_parted = some(seq(lambda said: linked((Sentence(said.steps),)), clauses), saying(";", "; or", ", or", "or"))
_choice = seq(_ways, perhaps(seq(lambda steps: steps, _any_sentences, "."), ()), _choose_one, any_of(_dotted, _parted))


def _enchanting(meant: tree.Filter, steps: Steps, limit: tree.Limit) -> Effects:
    return Effects(steps, limit, meant)


def _second_ability(meant: tree.Filter, when: tree.Moment) -> Effects:
    raise Refusal("Write what stands from here on as an ability of its own, below “Enchant …”.")


_enchanted = any_of(
    seq(lambda meant: meant, "enchant", saying("a", "an", "any"), filter_one),
    seq(others, "enchant another", filter_one),
)
_common = any_of(
    seq(lambda found, limit: Effects(found[0], limit, None, found[1]), _choice, _end),
    seq(_enchanting, _enchanted, ".", _any_sentences, _end),
    seq(lambda meant, end: Effects((), end, meant), _enchanted, _end),
    seq(_second_ability, _enchanted, ".", moment, saying(":", ",", "->")),
)
_signed_effects = any_of(seq(Effects, _any_sentences, _end), _common)
_plain_effects = any_of(seq(Effects, _plain_sentences, _end), _common)


def _trailing(moments: tuple[tree.Moment, ...], steps: Steps, event: tree.When, limit: tree.Limit) -> Raw:
    """ "You gain 1 life each time this attacks": the event behind what it sets off."""
    if any(isinstance(each, tree.When) for each in moments):
        raise Refusal("Only one event sets off an ability; write one ability for each.")
    return Raw(steps, (*moments, event), (), False, limit)


def _ability(limit: tree.Limit, opening: Opening, effects: Effects) -> Raw:
    if limit and effects.limit:
        raise Refusal("How often the ability may be used is said twice.")
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
    moments: tuple[tree.Moment, ...], event: tree.When, arrow: bool, one: Any, more: Any, limit: Any
) -> Raw:
    if any(isinstance(each, tree.When) for each in moments):
        raise Refusal("Only one event sets off an ability; write one ability for each.")
    whom = tree.It() if isinstance(event.who, tree.Each) else event.who
    steps = change(linked((one, *more)), lambda part: whom if isinstance(part, Subject) else part)
    return Raw(steps, moments, (), arrow, limit, None, event)


def _spared(much: int | None) -> Sentence:
    return Sentence((tree.Step(tree.Prevent(Subject(), much)),))  # type: ignore[arg-type]


_instead_sep = meaning({":": False, ",": False, "->": True})
_instead = seq(
    _replacement,
    perhaps(seq(lambda moments: moments, _conditions, ","), ()),
    would,
    _instead_sep,
    any_of(
        seq(lambda said: Sentence(said.steps), clauses, "instead"),
        seq(
            _spared,
            saying("prevent", "you must prevent"),
            any_of(
                meaning({"that damage | all of it | all of that damage": None}),
                seq(lambda much: much, number, saying("damage", "of it", "of that damage")),
            ),
        ),
    ),
    some(seq(lambda said: said, ".", sentence), least=0),
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
        seq(lambda said: linked((Sentence(said.steps),)), clauses),
        when,
        _end,
    ),
)

# Conditions of summons


def _by_names(names: tuple[str, ...], only: tree.Predicate | None) -> tree.Calling:
    return tree.Calling(len(names), names=names, only=only)


def _by_kind(found: tuple[int, tree.Filter], only: tree.Predicate | None) -> tree.Calling:
    count, meant = found
    if meant.kinds != ("wizard",):
        raise Refusal("A summon is conducted with wizards: write “any red wizard” or a wizard's name.")
    if meant.control or meant.owner or meant.zone != "table":
        raise Refusal("A summon is always conducted with your own wizards; leave it away.")
    return tree.Calling(count, meant, (), only)


def _many(count: int, meant: tree.Filter) -> tuple[int, tree.Filter]:
    if count < 2:
        raise Refusal("Write “any” for one wizard.")
    return (count, meant)


def _just_one(count: int, meant: tree.Filter) -> tuple[int, tree.Filter]:
    if count != 1:
        raise Refusal("After a number other than one the word stands in the plural.")
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
calling = Named()
calling.means(seq(_by_names, _with, _names, _only, maybe(".")), seq(_by_kind, _with, _wizards, _only, maybe(".")))

# Conditions of bosses

rising = Named()
rising.means(
    seq(lambda held: tree.Rising(held), maybe("if", "while"), predicates, maybe(".")),
    seq(lambda paid: tree.Rising(None, paid), cost, maybe(".")),
    seq(tree.Rising, maybe("if", "while"), predicates, maybe(",", "and"), cost, maybe(".")),
)
