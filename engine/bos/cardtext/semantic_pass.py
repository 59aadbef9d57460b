"""From what was read to an ability: what stands on which card, how long it lasts, and what has to be said besides."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

from engine.bos.cardtext.card_names import same
from engine.bos.cardtext.effects.changed_gains import of_trigger, unnamed
from engine.bos.cardtext.effects.extra_turns import with_turns
from engine.bos.cardtext.effects.quotations import finish_quoted
from engine.bos.cardtext.effects.so_much import settled_amounts
from engine.bos.cardtext.grammar import Raw
from engine.bos.cardtext.grammar_effects import OPEN
from engine.bos.cardtext.grammar_words import OWN, YOURS, OwnName
from engine.bos.cardtext.mentions import is_unique
from engine.bos.cardtext.problems import Fault
from engine.bos.cardtext.space.steps import faults as faults_of_places
from engine.bos.cardtext.space.steps import with_places
from engine.bos.cardtext.tree_walk import change, parts
from engine.bos.model import syntax, terms
from engine.bos.model.cards import Card, CardType
from engine.messages import Message

ALWAYS = (syntax.Bonus, syntax.Costs)
STANDING = (
    syntax.Bonus, syntax.Costs, syntax.DamageChange, syntax.Cannot, syntax.CombatRule, syntax.Toll, syntax.Prevent,
    syntax.Grant, syntax.Borrow,
)  # fmt: skip
BARRED = (syntax.Cannot, syntax.CombatRule, syntax.Toll, syntax.DamageChange)
"""What holds all the time, or until a moment that has to be said."""
FIGHTING = ("attacks", "attacked", "blocks", "blocked", "battles", "unblocked")
OF_THE_ATTACK = (
    "block", "be blocked", "be damaged", "be damaged in battle", "be defeated", "be defeated in battle", "must block",
    "must be blocked",
)  # fmt: skip
"""Said of an attack under way, it is meant of that attack."""
CAN_LAST = (syntax.Gain, syntax.Prevent, syntax.Grant, syntax.Borrow, syntax.BecomeCopy)


def finish(raw: Raw, card: Card | None) -> tuple[syntax.Text, tuple[Fault, ...]]:
    """The ability on its card, and what is wrong with it; of an enchantment with the abilities beside it."""
    raw = _put_first(raw) if raw.enchant is not None else raw
    apart = tuple(one for each in raw.beside if not _holds_too(each) for one in _one_by_one(each))
    late = tuple(step for each in raw.beside if _holds_too(each) for step in each.steps)
    text, faults = _finished(replace(raw, steps=(*raw.steps, *late)), card)
    if any(step.only or isinstance(step.deed, syntax.Gain | syntax.Prevent) for step in late):
        faults += (Fault("E-READ", Message("bos.card_text.behind_enchant")),)
    beside: tuple[syntax.Text, ...] = ()
    for each in apart:
        own, more = _finished(each, card, lies=True)
        if any(_is_a_condition(step.deed) for step in own.steps[1:]):
            faults += (Fault("E-READ", Message("bos.card_text.own_ability")),)
        if any(step.only and step.only == before.unless for before, step in pairwise(own.steps)):
            faults += (Fault("E-READ", Message("bos.card_text.own_ability")),)
        beside, faults = (*beside, replace(own, must=_is_due(each, own))), faults + more
    return replace(text, beside=beside), tuple(dict.fromkeys(faults))


def _put_first(raw: Raw) -> Raw:
    """What happens once when the spell comes to lie under the card is another ability of it (G-372)."""
    once = tuple(step for step in raw.steps if _is_done_once(step))
    if not once or any(_is_a_condition(step.deed) for step in once):
        return raw
    held = tuple(step for step in raw.steps if not _is_done_once(step))
    first = Raw(once, (syntax.When(terms.This(), "enchants"),), comma=True)
    return replace(raw, steps=held, beside=(first, *raw.beside))


def _is_done_once(step: syntax.Step) -> bool:
    deed = step.deed
    stays = isinstance(deed, STANDING) or (isinstance(deed, syntax.Gain) and deed.what == "strength")
    return step.may or step.did is not None or not stays or getattr(deed, "until", OPEN) != OPEN


def _holds_too(raw: Raw) -> bool:
    """Whether a sentence behind another ability of an enchantment is again one of what holds as long as it lies
    there."""
    return not (raw.moments or raw.cost or raw.instead or raw.limit or raw.modes)


def _one_by_one(raw: Raw) -> tuple[Raw, ...]:
    """ "While it is ready, it cannot attack or block": each is an ability, since a sentence of its own holds always."""
    held = raw.moments and all(isinstance(each, syntax.While) for each in raw.moments)
    if not held or not all(isinstance(step.deed, STANDING) and step == syntax.Step(step.deed) for step in raw.steps):
        return (raw,)
    return tuple(replace(raw, steps=(step,)) for step in raw.steps)


def _is_a_condition(deed: syntax.Deed) -> bool:
    """Whether what the deed waits for is when another ability of an enchantment is used: "at the end of your turn"."""
    at = deed.when if isinstance(deed, syntax.Delay) else None
    return isinstance(at, syntax.At) and at.phase == "turn" and at.whose != "each player's"


def _is_due(raw: Raw, text: syntax.Text) -> bool:
    """G-371: what comes behind a comma happens by itself; a colon leaves it to the sign of the ability."""
    waits = any(isinstance(each, syntax.When | syntax.At) for each in text.moments)
    return waits and not text.cost and (raw.arrow or raw.comma)


def _finished(raw: Raw, card: Card | None, *, lies: bool = False) -> tuple[syntax.Text, tuple[Fault, ...]]:
    typed = raw
    named = _named(raw, card, is_spell=lies or raw.enchant is not None)
    raw, faults = finish_quoted(_prepaid(_either_way(named)), finish)
    enchants = raw.enchant is not None
    continuous = enchants or _continuous(raw, card)
    fight = any(isinstance(moment, syntax.When) and _is_fight(moment) for moment in raw.moments)
    steps = with_places(tuple(_lasting(step, continuous, enchants, faults, fight=fight) for step in raw.steps))
    steps = of_trigger(with_turns(steps, raw.moments, faults), raw.moments)
    steps = settled_amounts(steps, raw.moments, raw.cost, faults)
    text = syntax.Text(
        steps,
        raw.moments,
        raw.cost,
        raw.arrow,
        raw.limit,
        raw.enchant,
        raw.instead,
        continuous,
        raw.modes,
        ways=raw.ways,
    )
    faults += (*_misplaced(text, card), *faults_of_places(text), *unnamed(steps))
    if raw.time_behind and _is_instant(card):
        faults.append(Fault("E-READ", Message("bos.card_text.time_behind")))
    if _is_led_wrongly(typed, card, continuous):
        faults.append(Fault("E-READ", Message("bos.card_text.when")))
    return text, tuple(dict.fromkeys(faults))


# Names


def _named(raw: Raw, card: Card | None, *, is_spell: bool) -> Raw:
    """The card's own name means this card, another one a card of that name."""

    is_spell |= card is not None and card.type is CardType.SPELL

    def _is_spell(who: Any) -> bool:
        return (is_spell and isinstance(who, terms.This)) or (
            isinstance(who, terms.Each) and who.filter.kinds == ("spell",)
        )

    def one(part: Any) -> Any:
        if is_spell and part == syntax.Defeat(terms.This()):
            return syntax.Unenchant(what=terms.This())
        if isinstance(part, terms.Filter) and part.name == OWN and card is not None:
            return replace(part, name=card.name)
        if isinstance(part, syntax.When):
            part = replace(part, who=_any_so_called(part.who), to=_any_so_called(part.to))
            return replace(part, verb="removed") if part.verb == "leaves" and _is_spell(part.who) else part
        if isinstance(part, terms.Choose) and part.by == YOURS:
            return replace(part, by="you")
        if not isinstance(part, OwnName):
            return part
        if card is not None and same(card.name, part.name):
            return terms.This()
        return terms.Choose(terms.Filter(name=part.name))

    named: Raw = change(raw, one)
    return named


def _any_so_called(party: Any) -> Any:
    """In an event nobody chooses: a name means any card of that name."""
    return terms.Each(party.filter) if isinstance(party, terms.Choose) else party


def _either_way(raw: Raw) -> Raw:
    """ "If you control a boss, X. Otherwise, Y.": what is asked decides which of them happens, not whether anything
    does."""
    looks_back = next((index for index, step in enumerate(raw.steps) if step.did is False), 0)
    before = raw.steps[:looks_back]
    held, left = _asked_last(raw.moments)
    if held is None or raw.cost or not before:
        return raw
    if any(step.may or step.only or step.unless or step.did is not None for step in before):
        return raw
    decided = tuple(replace(step, only=held) for step in before)
    return replace(raw, moments=left, steps=(*decided, *raw.steps[looks_back:]))


def _asked_last(moments: tuple[syntax.Moment, ...]) -> tuple[terms.Predicate | None, tuple[syntax.Moment, ...]]:
    """What must hold just before the effects, and the moments without it."""
    match moments[-1:]:
        case (syntax.While(held),):
            return held, moments[:-1]
        case (syntax.When(condition=held) as when,) if held is not None:
            return held, (*moments[:-1], replace(when, condition=None))
    return None, moments


# What is paid first


def _prepaid(raw: Raw) -> Raw:
    """ "Pay 2 life. Deal …": what is paid before anything else is the cost (G-385). What "that much" then speaks of
    behind "you may pay any amount" depends on that."""
    first = next((index for index, step in enumerate(raw.steps) if not _is_payment(step)), 0)
    behind = raw.steps[first:]
    if not first or raw.instead or raw.modes or behind[0].did is not None:
        return replace(raw, steps=_depending(raw.steps))
    paid = tuple(
        syntax.Pay(step.deed.what, step.deed.amount)
        for step in raw.steps[:first]
        if isinstance(step.deed, syntax.Spend)
    )
    return replace(raw, cost=(*raw.cost, *paid), steps=behind)


def _is_payment(step: syntax.Step) -> bool:
    """Whether the controller pays there, whatever else is so."""
    return isinstance(step.deed, syntax.Spend) and step == syntax.Step(
        syntax.Spend(terms.Who("you"), step.deed.amount, step.deed.what)
    )


def _depending(steps: tuple[syntax.Step, ...]) -> tuple[syntax.Step, ...]:
    depending = list(steps)
    for index, (before, step) in enumerate(pairwise(steps), 1):
        if not (before.may and isinstance(before.deed, syntax.Spend)) or step.did is not None or step.may:
            continue
        if any(isinstance(part, terms.ThatMuch | terms.X) for part in parts(step.deed)):
            depending[index] = replace(step, did=True)
    return tuple(depending)


# How long


def _continuous(raw: Raw, card: Card | None) -> bool:
    """Whether it applies by itself all the time: nothing is paid or asked, and only bonuses, bans and prices."""
    if raw.cost or raw.instead or raw.modes or raw.limit or _is_instant(card):
        return False
    if any(isinstance(each, syntax.When | syntax.At) for each in raw.moments):
        return False
    return all(
        isinstance(step.deed, STANDING)
        and getattr(step.deed, "until", OPEN) == OPEN
        and not getattr(step.deed, "once", False)
        and not step.may
        and step.did is None
        for step in raw.steps
    )


def _is_led_wrongly(raw: Raw, card: Card | None, continuous: bool) -> bool:
    """ "If …, you gain 1 life" as a whole text: of a spell that does not stay it is the condition of what happens,
    elsewhere, and before a colon, of the ability."""
    happens = not continuous and (card is None or _is_instant(card))
    if raw.led:
        return not happens
    only = bool(raw.moments) and all(isinstance(each, syntax.While) for each in raw.moments)
    return raw.comma and happens and only and not raw.modes and raw.enchant is None


def _is_instant(card: Card | None) -> bool:
    """A spell that does not stay: everything it says happens once."""
    if card is None or card.type is not CardType.SPELL:
        return False
    return not any("enchant" in ability.text.casefold().split() for ability in card.abilities)


def _is_fight(when: syntax.When) -> bool:
    """Whether an attack is under way at every such event."""
    return all(event.verb in FIGHTING for event in when.events)


def _lasting(
    step: syntax.Step, continuous: bool, enchants: bool, faults: list[Fault], *, fight: bool = False
) -> syntax.Step:
    deed = step.deed
    if isinstance(deed, syntax.Delay) and not continuous:
        fight = isinstance(deed.when, syntax.When) and _is_fight(deed.when)
        inner = tuple(_lasting(each, False, False, faults, fight=fight) for each in deed.steps)
        return replace(step, deed=replace(deed, steps=inner))
    if continuous:
        return replace(step, deed=_always(deed, enchants, faults))
    if isinstance(deed, syntax.Costs) and (deed.once or deed.until not in ("", OPEN)):
        return replace(step, deed=replace(deed, until="")) if deed.until == OPEN else step
    if isinstance(deed, ALWAYS):
        faults.append(
            Fault(
                "E-READ",
                Message("bos.card_text.holds_all_the_time"),
                ("has", "have", "cost"),
            )
        )
    if isinstance(deed, BARRED) and deed.until == OPEN:
        return replace(step, deed=_of_the_attack(deed, faults, fight=fight))
    if isinstance(deed, CAN_LAST) and deed.until == OPEN:
        return replace(step, deed=replace(deed, until="end of turn" if isinstance(deed, syntax.Prevent) else ""))
    return step


def _of_the_attack(deed: Any, faults: list[Fault], *, fight: bool) -> syntax.Deed:
    """What is forbidden, or changed, by an ability about an attack under way without an end is so for that attack."""
    now: Any = "end of the attack"
    if fight and (isinstance(deed, syntax.DamageChange) or getattr(deed, "what", "") in OF_THE_ATTACK):
        during: syntax.Deed = replace(deed, until=now)
        return during
    if getattr(deed, "what", "") != "have abilities":
        faults.append(Fault("E-READ", Message("bos.card_text.how_long"), ("cannot", "can't", "can")))
    closed: syntax.Deed = replace(deed, until="")
    return closed


def _always(deed: syntax.Deed, enchants: bool, faults: list[Fault]) -> syntax.Deed:
    """A deed of a text that applies all the time; on enchantments "gains" says the same as "has"."""
    if isinstance(deed, syntax.Gain) and deed.what == "strength" and enchants and deed.until == OPEN:
        return syntax.Bonus(_whoever(deed.who, faults), deed.amount, deed.lose)
    if isinstance(deed, (*BARRED, syntax.Grant)) and deed.until == OPEN:
        return replace(deed, who=_whoever(deed.who, faults), until="")
    if isinstance(deed, syntax.Borrow) and deed.until == OPEN:
        return replace(deed, who=_whoever(deed.who, faults), of=_the_only_one(deed.of, faults), until="")
    if isinstance(deed, syntax.Prevent) and deed.until == OPEN:
        return replace(deed, to=_whoever(deed.to, faults), until="")
    if isinstance(deed, syntax.Bonus):
        return replace(deed, who=_whoever(deed.who, faults))
    if isinstance(deed, syntax.Costs) and deed.until == OPEN and not deed.once:
        return replace(deed, until="")
    if not isinstance(deed, ALWAYS):
        message = Message("bos.card_text.behind_enchant")
        faults.append(Fault("E-READ", message))
    return deed


def _whoever(who: terms.Thing, faults: list[Fault]) -> terms.Thing:
    """Nobody chooses for a text that applies all the time: "a summon …" in it is every summon of which that is so."""
    match who:
        case terms.Choose(meant, 1, 1):
            return terms.Each(meant)
        case terms.OneOf(some_parts):
            return terms.Both(tuple(_whoever(part, faults) for part in some_parts))
        case terms.Choose():
            faults.append(Fault("E-READ", Message("bos.card_text.nobody_chooses")))
    return who


def _the_only_one(of: terms.Thing, faults: list[Fault]) -> terms.Thing:
    """Whose abilities cards have all the time: "the summon facing this", or "each", since nobody chooses one."""
    if isinstance(of, terms.Choose) and of.high == 1 and is_unique(of.filter):
        return terms.Each(of.filter)
    if isinstance(of, terms.Choose | terms.OneOf):
        faults.append(Fault("E-READ", Message("bos.card_text.nobody_chooses")))
    return of


# What is missing


def _is_of_another_type(deed: syntax.BecomeCopy, card: Card | None) -> bool:
    """Whether no card that is meant can be of the type of that which becomes its copy."""
    becoming: tuple[str, ...] = (card.type.value,) if card and card.type and deed.who == terms.This() else ()
    kinds = becoming or getattr(getattr(deed.who, "filter", None), "kinds", ())
    wanted = getattr(getattr(deed.of, "filter", None), "kinds", ())
    return bool(kinds and wanted) and set(kinds).isdisjoint(wanted)


def _misplaced(text: syntax.Text, card: Card | None) -> list[Fault]:
    """Parts that this card cannot have, and those that it needs."""
    faults: list[Fault] = []
    if text.enchant and card is not None and card.type is not CardType.SPELL:
        faults.append(Fault("E-READ", Message("bos.card_text.only_spells"), ("enchant",)))
    if any(isinstance(part, syntax.BecomeCopy) and _is_of_another_type(part, card) for part in parts(text)):
        faults.append(Fault("E-READ", Message("bos.card_text.copy_of_its_type"), ("a copy of",)))
    kept_off = any(isinstance(step.deed, syntax.Prevent) for step in text.steps)
    if text.instead and kept_off and (text.cost or _asks(text.steps)):
        message = Message("bos.card_text.instead_asks")
        faults.append(Fault("E-LATER", message, ("instead",)))
    if text.instead and _is_instant(card) and kept_off:
        faults.append(Fault("E-LATER", Message("bos.card_text.instead_in_spellbook"), ("would", "instead")))
    if (
        card is not None
        and card.type is not CardType.SPELL
        and syntax.Unenchant(what=terms.This()) in parts(text.steps)
    ):
        faults.append(Fault("E-READ", Message("bos.card_text.removed"), ("remove",)))
    done = [step for step in text.steps if not (isinstance(step.deed, syntax.Delay) and step.deed.would)]
    if not text.instead and any(isinstance(part, syntax.Nothing) for part in parts(tuple(done))):
        faults.append(Fault("E-READ", Message("bos.card_text.nothing_instead")))
    if any(isinstance(part, terms.Filter) and part.name == OWN for part in parts(text.steps)):
        faults.append(Fault("E-READ", Message("bos.card_text.which_card"), ("with",)))
    timed = text.moments or text.cost or text.continuous or text.instead
    if card is not None and not timed and not _is_instant(card):
        message = Message("bos.card_text.when")
        faults.append(Fault("E-READ", message))
    return faults


def _asks(steps: tuple[syntax.Step, ...]) -> bool:
    choices = terms.Choose | terms.OneOf | terms.X
    return any(step.may for step in steps) or any(isinstance(part, choices) for part in parts(steps))
