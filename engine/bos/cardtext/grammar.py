"""The language of whole texts: an ability, what a summon asks of wizards, what a boss asks before it turns face-up."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from engine.bos.cardtext.combinators import (
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
from engine.bos.cardtext.conditions.limits import Timing, each_turn, first_that, limit_behind, nth_that, part
from engine.bos.cardtext.effects.changed_gains import of_event
from engine.bos.cardtext.effects.delays import comes, damage_to, dealt_to, fights, hits_instead, is_hit, such
from engine.bos.cardtext.effects.grants import quoted_ability
from engine.bos.cardtext.effects.instead import doubling, if_liked, is_life_of, saved
from engine.bos.cardtext.effects.nothing import nothing
from engine.bos.cardtext.effects.phrases import OPEN
from engine.bos.cardtext.effects.subjects import is_standing
from engine.bos.cardtext.effects.ties import Tie, settled, tie
from engine.bos.cardtext.effects.ways import choose_ways
from engine.bos.cardtext.grammar_clauses import (
    Sentence,
    Steps,
    clauses,
    done_to_it,
    linked,
    plain_sentence,
    sentence,
)
from engine.bos.cardtext.grammar_conditions import predicates
from engine.bos.cardtext.grammar_costs import bare_cost, cost, old_cost, to_cast
from engine.bos.cardtext.grammar_targets import anyone, filter_many, filter_one, others, owned_one, theirs
from engine.bos.cardtext.grammar_triggers import casters, casting, sufferers, when_word, would, would_happen
from engine.bos.cardtext.grammar_words import Subject, number, ordinal, player
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
    comma: bool = False
    """Whether a comma, and no sign, stands between the condition and the effects."""
    time_behind: bool = False
    """Whether the time stands behind the effects: "gain 1 life at the end of your turn"."""
    ways: syntax.Ways = syntax.ONE_WAY
    """Who chooses how many of them."""
    led: bool = False
    """Whether the first sentence begins with a condition of its own: "if …, you gain 1 life"."""
    beside: tuple[Raw, ...] = ()
    """The other abilities of an enchantment."""


@dataclass(frozen=True, slots=True)
class Opening:
    """All that stands before the effects."""

    moments: tuple[syntax.Moment, ...] = ()
    """When."""
    cost: tuple[syntax.Cost, ...] = ()
    """What is paid, in order."""
    arrow: bool = False
    """Whether the sign is the arrow."""
    limit: syntax.Limit = ""
    """How often it may be used; empty where nothing before the effects says it."""


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
    beside: tuple[Raw, ...] = ()
    """The other abilities of an enchantment."""
    ways: syntax.Ways = syntax.ONE_WAY
    """Who chooses how many of them."""


# Before the effects


def _opening(parts: tuple[Timing, ...]) -> Opening:
    """What must hold behind an event belongs to the event; the event comes last."""
    moments = tuple(moment for part in parts for moment in part.moments)
    events = [index for index, each in enumerate(moments) if isinstance(each, syntax.When)]
    if len(events) > 1:
        raise Refusal(Message("bos.card_text.one_event"))
    if events and any(isinstance(each, syntax.While) for each in moments[events[0] :]):
        raise Refusal()
    limits = [part.limit for part in parts if part.limit]
    if len(limits) > 1:
        raise Refusal(Message("bos.card_text.limit_twice"))
    before = tuple(each for each in moments if not isinstance(each, syntax.When))
    return Opening((*before, *(moments[index] for index in events)), limit=limits[0] if limits else "")


def _paid(opening: Opening, paid: tuple[syntax.Cost, ...], arrow: bool) -> Opening:
    return replace(opening, cost=paid, arrow=arrow)


def _same(value: Any) -> Any:
    return value


_sep = meaning({":": False, "->": True, ": ->": True})
_conditions = once(seq(_opening, some(part, perhaps(any_of(",", "and", ", and")))))
_signed = any_of(
    seq(_paid, _conditions, seq(lambda paid: paid, maybe(","), cost), _sep),
    seq(_paid, _conditions, seq(lambda paid: paid, saying(",", "and"), bare_cost), _sep),
    seq(lambda paid, arrow: Opening((), paid, arrow), any_of(cost, old_cost), _sep),
    seq(
        lambda opening, paid: replace(opening, cost=paid),
        perhaps(seq(_same, _conditions, ":"), Opening()),
        to_cast,
        ".",
    ),
    seq(lambda opening, arrow: replace(opening, arrow=arrow), _conditions, _sep),
)
_before = perhaps(seq(lambda opening: opening, _conditions, ","), Opening())

# The effects

_no_limit: Any = ""


def _sentences(first: Any) -> Any:
    def built(first_sentence: Sentence, more: tuple[Sentence | Tie, ...]) -> Steps:
        if any(step.did is not None for step in first_sentence.steps[:1]):
            raise Refusal(Message("bos.card_text.if_you_do_alone"))
        said = tuple(each for each in more if isinstance(each, Sentence))
        return settled(linked((first_sentence, *said)), tuple(each for each in more if isinstance(each, Tie)))

    return seq(built, first, some(seq(lambda following: following, saying(".", ";"), any_of(sentence, tie)), least=0))


def _led(first: Sentence, more: tuple[Sentence, ...], limit: syntax.Limit) -> Raw:
    if first.held is None or first.instead:
        raise Refusal()
    return Raw(linked((first, *more)), limit=limit, led=True)


_any_sentences = Named()
_any_sentences.means(_sentences(sentence))
_plain_sentences = Named()
_plain_sentences.means(_sentences(plain_sentence))
_end = any_of(
    seq(lambda often: often, limit_behind, maybe(".")),
    seq(lambda: _no_limit, maybe(".")),
)


def _ways(before: Steps, how: syntax.Ways, ways: tuple[Steps, ...]) -> Effects:
    """The steps of "choose one", each with the number of its way."""
    if len(ways) < 2 or how.most > len(ways) or how.least == len(ways):
        raise Refusal(Message("bos.card_text.two_ways"))
    steps = [replace(step, mode=number) for number, way in enumerate(ways, 1) for step in way]
    most = len(ways) if how.most < 0 else how.most
    return Effects((*before, *steps), modes=len(ways), ways=replace(how, most=most))


_dotted = some(seq(lambda steps: steps, saying("•", "*", "-"), _any_sentences), maybe(".", ";"))
_parted = some(
    seq(lambda clause: linked((Sentence(clause.steps),)), clauses),
    saying(";", "; or", ", or", "or", ";or"),
)
_choice = seq(_ways, perhaps(seq(lambda steps: steps, _any_sentences, "."), ()), choose_ways, any_of(_dotted, _parted))


def _enchanting(meant: terms.Filter, steps: Steps, limit: syntax.Limit) -> Effects:
    """What holds while something is so is an ability of its own: see `_enchanting_too`."""
    if any(step.only is not None and is_standing(step.deed) for step in steps):
        raise Refusal()
    return Effects(steps, limit, meant)


def _enchanting_too(meant: terms.Filter, steps: Steps, beside: tuple[Raw, ...]) -> Effects:
    if any(each.enchant for each in beside):
        raise Refusal()
    return replace(_enchanting(meant, steps, ""), beside=beside)


def _enchanting_and(meant: terms.Filter, steps: Steps, beside: tuple[Raw, ...]) -> Effects:
    """ "It has 2 more strength, and when it is defeated, you gain 3 life"."""
    if not any(isinstance(each, syntax.When) for each in beside[0].moments):
        raise Refusal()
    return _enchanting_too(meant, steps, beside)


ability = quoted_ability


_enchanted = any_of(
    seq(lambda meant: meant, "enchant", saying("a", "an", "any"), filter_one),
    seq(others, "enchant another", filter_one),
    seq(lambda meant: meant, "enchant", owned_one),
)
_common = any_of(
    seq(lambda choice, limit: replace(choice, limit=limit), _choice, _end),
    seq(_enchanting, _enchanted, ".", _any_sentences, _end),
    seq(lambda meant, end: Effects((), end, meant), _enchanted, _end),
    seq(_enchanting_and, _enchanted, ".", _any_sentences, saying("and", ", and"), some(ability)),
    seq(_enchanting_too, _enchanted, ".", perhaps(seq(lambda steps: steps, _any_sentences, "."), ()), some(ability)),
)
_signed_effects = any_of(seq(Effects, _any_sentences, _end), _common)
_plain_effects = any_of(seq(Effects, _plain_sentences, _end), _common)


def _stands_behind(moment: syntax.Moment) -> bool:
    """ "Unless" behind the effects belongs to them."""
    if isinstance(moment, syntax.While):
        return not isinstance(moment.predicate, terms.Not)
    return isinstance(moment, syntax.During)


def _is_of_startup(steps: Steps, behind: Timing) -> bool:
    """ "Does not ready during your startup phase" says by itself when."""
    bans = [step.deed for step in steps if isinstance(step.deed, syntax.Cannot) and step.deed.what == "ready"]
    return bool(bans) and any(isinstance(each, syntax.During) for each in behind.moments)


def _trailing(opening: Opening, steps: Steps, behind: Timing, limit: syntax.Limit) -> Raw:
    """ "You gain 1 life each time this attacks", "This has 2 more strength while it is acted"."""
    whole = _opening((Timing(opening.moments, opening.limit), behind, Timing((), limit)))
    if _is_of_startup(steps, behind):
        raise Refusal()
    if not any(isinstance(each, syntax.When | syntax.At) for each in behind.moments) and not (
        all(is_standing(step.deed) for step in steps)
        and all(_stands_behind(each) for each in behind.moments)
        and not whole.limit
    ):
        raise Refusal()
    timed = any(isinstance(each, syntax.At) for each in behind.moments)
    return Raw(steps, whole.moments, (), False, whole.limit, comma=True, time_behind=timed)


def _lifted(opening: Opening, effects: Effects) -> Raw | None:
    """ "This cannot attack if you control a boss": as long as that is so."""
    held = effects.steps[0].only if effects.steps else None
    if held is None or opening != Opening() or effects != Effects(effects.steps):
        return None
    if not all(is_standing(step.deed) and step == syntax.Step(step.deed, only=held) for step in effects.steps):
        return None
    return Raw(tuple(syntax.Step(step.deed) for step in effects.steps), (syntax.While(held),))


def _ability(opening: Opening, effects: Effects) -> Raw:
    if opening.limit and effects.limit:
        raise Refusal(Message("bos.card_text.limit_twice"))
    return _lifted(opening, effects) or Raw(
        effects.steps,
        opening.moments,
        opening.cost,
        opening.arrow,
        opening.limit or effects.limit,
        effects.enchant,
        None,
        effects.modes,
        beside=effects.beside,
        ways=effects.ways,
    )


_THERE = tuple(f"{span} this {there}" for span in ("while", "as long as") for there in (
    "is on the battlefield", "is in play", "remains on the battlefield", "stays on the battlefield"))  # fmt: skip


def _while_there(effects: Effects) -> Raw:
    """ "While this is on the battlefield" says of what applies all the time when every text does."""
    if effects != Effects(effects.steps) or not all(
        is_standing(step.deed) and step == syntax.Step(step.deed) for step in effects.steps
    ):
        raise Refusal()
    return Raw(effects.steps, comma=True)


def _of_the_first(timing: Timing, effect: Any) -> Raw:
    """ "The first summon you control that attacks each turn gains 2 strength"."""
    return Raw(effect.steps, timing.moments, limit=timing.limit, comma=True)


# What happens instead


def _replacement(opening: Opening, event: syntax.When, arrow: bool, first_sentence: Any, more: Any, limit: Any) -> Raw:
    if any(isinstance(each, syntax.When) for each in opening.moments):
        raise Refusal(Message("bos.card_text.one_event"))
    if opening.limit and limit:
        raise Refusal(Message("bos.card_text.limit_twice"))
    changed = _other_damage(event, linked((first_sentence, *more)))
    if changed is not None:
        if (
            limit
            or opening.limit
            or any(not isinstance(each, syntax.During | syntax.While) for each in opening.moments)
        ):
            raise Refusal()
        return Raw((changed,), opening.moments)
    whom = terms.It() if isinstance(event.who, terms.Each) else event.who
    if event.verb != "runs out" and any(is_life_of(step.deed) for step in first_sentence.steps):
        raise Refusal()
    steps = change(linked((first_sentence, *more)), lambda part: whom if isinstance(part, Subject) else part)
    return Raw(of_event(steps, event), opening.moments, (), arrow, opening.limit or limit, None, event)


def _other_damage(event: syntax.When, steps: Steps) -> syntax.Step | None:
    """ "When this would deal damage to a player: It deals double that damage instead" changes its damage all the time.
    None where something else is to happen."""
    deed = steps[0].deed if len(steps) == 1 else None
    if not isinstance(deed, syntax.DamageChange) or deed.once or event.verb not in ("deals damage", "damaged"):
        return None
    if event.least is not None or event.condition or event.also or deed.until != OPEN:
        raise Refusal()
    who: Any = event.who if isinstance(event.who, terms.Thing) else None
    taken = event.verb == "damaged"
    other: Any = terms.Who("each player") if event.to == terms.Who("a player") else event.to
    if who is None or deed.taken is not taken:
        raise Refusal()
    return replace(steps[0], deed=replace(deed, who=who, other=other, in_battle=event.in_battle))


def _dealt_elsewhere(opening: Opening, whom: Any, to: terms.Thing, limit: Any) -> Raw:
    """ "Damage that would be dealt to your boss is dealt to you instead": always, without being asked."""
    return _hit_instead(opening, syntax.When(whom, "damaged"), True, to, limit)


def _hit_instead(opening: Opening, event: syntax.When, arrow: bool, to: terms.Thing, limit: Any) -> Raw:
    """ "When this would take damage: It is dealt to you instead"."""
    if not is_hit(event):
        raise Refusal()
    return _replacement(opening, event, arrow, Sentence((hits_instead(to),)), (), limit)


def _spared(much: int | None) -> Sentence:
    protected: Any = Subject()
    return Sentence((syntax.Step(syntax.Prevent(protected, much)),))


def _paid_for(opening: Opening, event: syntax.When, paid: Any, arrow: bool, first: Any, more: Any, limit: Any) -> Raw:
    """What takes the place of an event at a price, or if its player likes."""
    return replace(_replacement(opening, event, arrow, first, more, limit), cost=paid or ())


def _multiplied(opening: Opening, doubled: tuple[syntax.When, Sentence], limit: Any) -> Raw:
    return _replacement(opening, doubled[0], False, doubled[1], (), limit)


def _first_time(often: syntax.Limit, event: syntax.When) -> tuple[Opening, syntax.When]:
    return Opening((), limit=often), event


_would_first = any_of(
    seq(lambda event, often: _first_time(often, event), "the first time", would_happen, each_turn),
    seq(_first_time, "the first time", each_turn, maybe("that"), would_happen),
)
_instead_sep = meaning({":": False, ",": False, "->": True})
_no_price: Any = ()
_price_of = perhaps(seq(lambda paid: paid, ",", cost), _no_price)
_following = some(seq(lambda following: following, ".", sentence), least=0)
_at_a_price = any_of(seq(lambda clause: Sentence(clause.steps), clauses, "instead"), if_liked, saved, nothing)
_casting = seq(lambda who, to: syntax.When(who, "casts", to), when_word, casters, saying("casts", "cast"), casting)
_instead_if_liked = any_of(
    seq(_paid_for, _before, would, seq(lambda paid: paid, ",", cost), _instead_sep, _at_a_price, _following, _end),
    seq(_paid_for, _before, would, seq(lambda: _no_price), _instead_sep, any_of(if_liked, saved, nothing),
        _following, _end),
    seq(_paid_for, _before, _casting, _price_of, _instead_sep, nothing, _following, _end),
    seq(_multiplied, _before, doubling, _end),
    seq(_dealt_elsewhere, _before, damage_to, sufferers, "is dealt to", anyone, "instead", _end),
)  # fmt: skip
_STRUCK: Any = Subject()
_much_less = seq(lambda much: much, number, saying("less", "less damage"))
_in_its_place = any_of(
    seq(lambda clause: Sentence(clause.steps), clauses, "instead"),
    seq(
        _spared,
        saying("prevent", "you must prevent"),
        any_of(
            meaning({"that damage | all of it | all of that damage": None}),
            seq(lambda much: much, number, saying("damage", "of it", "of that damage")),
        ),
    ),
    seq(
        _spared,
        saying("it takes", "this takes", "you take", "they take", "that summon takes", "it is dealt", "you are dealt"),
        _much_less,
        maybe("instead"),
    ),
    seq(
        lambda much: Sentence((syntax.Step(syntax.Damage(_STRUCK, terms.Number(much))),)),
        saying("you are dealt", "it is dealt", "this is dealt", "that summon is dealt"),
        number,
        "instead",
    ),
    seq(_spared, saying("reduce that damage by", "reduce it by", "reduce the damage by"), number),
    seq(lambda: _spared(None), saying("it takes none", "it takes no damage", "it takes no damage instead")),
)
_more_sentences = some(seq(lambda following: following, ".", sentence), least=0)
_instead = any_of(
    seq(_replacement, _before, would, _instead_sep, _in_its_place, _more_sentences, _end),
    seq(_hit_instead, _before, would, _instead_sep, seq(lambda to: to, dealt_to, "instead"), _end),
    seq(
        lambda first, arrow, sentence, more, limit: _replacement(first[0], first[1], arrow, sentence, more, limit),
        _would_first,
        _instead_sep,
        _in_its_place,
        _more_sentences,
        _end,
    ),
)


def _acted_at_once(who: terms.This | terms.Each, held: terms.Predicate | None = None, no: bool = False) -> Raw:
    """ "This arrives acted": it acts as soon as it is there, without being asked."""
    acts = terms.It() if isinstance(who, terms.Each) else who
    step = syntax.Step(syntax.Act(acts), only=None if no else held, unless=held if no else None)
    return Raw((step,), (syntax.When(who, "summoned"),), arrow=True)


_arrivals = any_of(
    meaning({"this | this summon": terms.This()}),
    seq(terms.Each, any_of(filter_many, theirs)),
    seq(lambda meant, who: terms.Each(replace(meant, control=who)), filter_many, player,
        saying("summon", "summons", "conduct", "conducts")),
)  # fmt: skip
_arrives_acted = saying(
    *(f"{arrives} acted" for arrives in (
        "arrives", "arrive", "enters", "enter", "is summoned", "are summoned", "comes into play", "come into play",
        "enters the battlefield", "enter the battlefield", "enters play", "enter play")),
)  # fmt: skip
_or_not = meaning({"if": False, "unless": True})
_first_doer = any_of(
    seq(first_that, "the first", filter_one, "that", fights, each_turn),
    seq(nth_that, "the", ordinal, filter_one, casters, comes, each_turn),
    seq(lambda event: Timing((event,)), such),
)
ability.means(
    seq(_of_the_first, _first_doer, done_to_it, maybe(".")),
    seq(_acted_at_once, _arrivals, _arrives_acted, maybe(".")),
    seq(
        lambda who, no, held: _acted_at_once(who, held, no), _arrivals, _arrives_acted, _or_not, predicates, maybe(".")
    ),
    seq(
        lambda no, held, who: _acted_at_once(who, held, no),
        _or_not,
        predicates,
        ",",
        _arrivals,
        _arrives_acted,
        maybe("."),
    ),
    seq(_ability, _signed, _signed_effects),
    seq(lambda opening, effects: replace(_ability(opening, effects), comma=True), _before, _plain_effects),
    seq(_while_there, saying(*_THERE), maybe(","), _plain_effects),
    seq(_led, sentence, some(seq(lambda following: following, saying(".", ";"), sentence), least=0), _end),
    _instead,
    _instead_if_liked,
    seq(
        _trailing,
        _before,
        seq(lambda clause: linked((Sentence(clause.steps),)), clauses),
        part,
        _end,
    ),
)
