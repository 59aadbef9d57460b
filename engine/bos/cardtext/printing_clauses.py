"""Conditions and costs of a tree as phrases of the house style: what must hold, when, and what is paid."""

from __future__ import annotations

from dataclasses import replace

from engine.bos import tree
from engine.bos.cardtext import printing_things as things
from engine.bos.cardtext.printing_words import (
    Scene,
    Unsayable,
    between,
    does,
    joined,
    ordinal,
    plural,
    their,
    verb,
    words,
)

# What must hold


def predicate(scene: Scene, what: tree.Predicate) -> str:
    match what:
        case tree.Controls(player, meant):
            return words(does(player, "control"), _how_many(scene, what, meant))
        case tree.MoreCards(player, meant, than):
            return f"{does(player, 'control')} more {_controlled(scene, meant, many=True)} than {than}"
        case tree.Holds(player, resource, least, most):
            return f"{does(player, 'have')} {between(least, most, 'less')} {resource}"
        case tree.HasMore(player, resource, than, less):
            return f"{does(player, 'have')} {'less' if less else 'more'} {resource} than {than}"
        case tree.IsSo():
            return _is_so(scene, what)
        case tree.Same(one, other, no):
            if not isinstance(one, KNOWN) or not isinstance(other, KNOWN):
                raise Unsayable("only cards that are known are the same")
            said = things.thing(scene, one, subject=True), things.thing(scene, other)
            return words(said[0], "is", "not" if no else "", said[1])
        case tree.Attacked(player, least):
            return f"{does(player, 'have')} declared attacks {least} or more times"
        case tree.Left():
            return _left(what)
        case tree.YourTurn(no, number):
            turn = f"your {ordinal(number)} turn" if number is not None else "your turn"
            return words("it is", "not" if no else "", turn)
        case tree.Happened(meant, past, no):
            if meant.past:
                raise Unsayable("what happened this turn is said once")
            who = words("no", things.bare(scene, meant, many=False)) if no else things.one(scene, meant)
            return f"{who} {things.past(past, many=False)}"
        case tree.All(parts):
            return _several(scene, parts, "and")
        case tree.AnyOf(parts):
            return _several(scene, parts, "or")


KNOWN = (tree.This, tree.It, tree.Target, tree.Host, tree.Other)


def _several(scene: Scene, parts: tuple[tree.Predicate, ...], last: str) -> str:
    if len(parts) < 2 or any(isinstance(part, tree.All | tree.AnyOf) for part in parts):
        raise Unsayable("several conditions are at least two, and none of them is several conditions again")
    return f" {last} ".join(predicate(scene, part) for part in parts)


def _how_many(scene: Scene, what: tree.Controls, meant: tree.Filter) -> str:
    if (what.least, what.most) == (1, None):
        _controlled(scene, meant, many=False)
        return things.one(scene, meant)
    if (what.least, what.most) == (None, 0):
        return words("no", _controlled(scene, meant, many=True))
    if what.least == 0:
        raise Unsayable("no lower bound is None")
    many = (what.least, what.most) != (1, 1)
    return words(between(what.least, what.most, "fewer"), _controlled(scene, meant, many=many))


def _controlled(scene: Scene, meant: tree.Filter, *, many: bool) -> str:
    if meant.control or meant.zone != "table":
        raise Unsayable("who controls the cards is said once")
    return things.bare(scene, meant, many=many)


def _left(what: tree.Left) -> str:
    if what.zone == "table" or what.least == 0:
        raise Unsayable("cards are left in a pile, and no lower bound is None")
    none = (what.least, what.most) == (None, 0)
    many = "no" if none else between(what.least, what.most, "fewer")
    kind = what.kind or "card"
    noun = kind if (what.least, what.most) == (1, 1) else plural(kind)
    return f"{does(what.player, 'have')} {many} {noun} left in {their(what.player)} {what.zone}"


def _is_so(scene: Scene, what: tree.IsSo) -> str:
    """ "this is acted", "it is not red", "it has 5 or more strength", else "it is a red summon"."""
    meant, many = what.filter, things.is_many(what.thing)
    who = things.thing(scene, what.thing, subject=True)
    if meant in (tree.Filter(looks=meant.looks[:1]), tree.Filter(color=meant.color)) and meant != tree.Filter():
        return words(who, "are" if many else "is", "not" if what.no else "", *meant.looks, meant.color)
    if (meant.least or meant.most) and meant == tree.Filter(least=meant.least, most=meant.most):
        has = words("do" if many else "does", "not have") if what.no else verb("have", many=many)
        return f"{who} {has} {things.bounds(scene, meant)}"
    if meant.past and not what.no and meant == tree.Filter(past=meant.past):
        return f"{who} {things.past(meant.past, many=many)}"
    return words(who, "are" if many else "is", "not" if what.no else "", things.one(scene, meant))


# When


def moment(scene: Scene, what: tree.Moment) -> str:
    match what:
        case tree.During(phase, whose):
            return f"during {_phase(phase, whose)}"
        case tree.At("middle", "turn"):
            raise Unsayable("a turn has a start and an end, its phases also a middle")
        case tree.At("middle", phase, whose):
            return f"in the middle of {_phase(phase, whose)}"
        case tree.At(point, phase, whose):
            return f"at the {point} of {_phase(phase, whose)}"
        case tree.While(held):
            return f"{'while' if scene.continuous else 'if'} {predicate(scene, held)}"
        case tree.When():
            if scene.continuous:
                raise Unsayable("what applies all the time has no event")
            return event(scene, what)


def _phase(phase: tree.Phase, whose: tree.Whose) -> str:
    return f"{whose} turn" if phase == "turn" else f"{whose} {phase} phase"


PASSIVE: dict[tree.Verb, str] = {
    "summoned": "be summoned",
    "defeated": "be defeated",
    "attacked": "be attacked",
    "blocked": "be blocked",
    "turned face-down": "be turned face-down",
    "turned face-up": "be turned face-up",
    "enchanted": "be enchanted",
    "returns": "be returned",
}
ACTIVE: dict[tree.Verb, str] = {
    "attacks": "attack",
    "blocks": "block",
    "battles": "battle",
    "defeats": "defeat",
    "deals damage": "deal",
    "damaged": "take",
    "readied": "ready",
    "acts": "act",
    "moves": "move",
    "leaves": "leave",
    "casts": "cast",
    "summons": "summon",
    "discards": "discard",
    "gains": "gain",
    "loses": "lose",
    "spends": "spend",
}
WITH_OTHER = ("attacks", "blocks", "battles", "defeats", "deals damage", "casts", "summons", "discards")
NEEDS_OTHER = ("defeats", "casts", "summons", "discards")
OF_PLAYERS = ("casts", "summons", "discards", "gains", "loses", "spends")
OF_RESOURCES = ("gains", "loses", "spends")
OF_DAMAGE = ("deals damage", "damaged")
IN_BATTLE = ("defeated", "defeats", "deals damage", "damaged")
OTHERS: dict[tree.Verb, str] = {"defeats": "the defeated card", "blocked": "the blocker"}


def event(scene: Scene, what: tree.When, *, would: bool = False) -> str:
    """ "when this attacks a player", or for a replacement "when this would be defeated"."""
    if any(each.condition or each.also for each in what.also) or (would and what.also):
        raise Unsayable("events beside another one have no condition, and no further ones beside them")
    if len({_bare(each) for each in what.events}) < len(what.events):
        raise Unsayable("an event is named once")
    said = f"when {joined(_events(scene, what.events, would), 'or')}"
    return f"{said}, if {predicate(scene, what.condition)}" if what.condition else said


def _bare(what: tree.When) -> tree.When:
    return replace(what, condition=None, also=())


def _events(scene: Scene, events: tuple[tree.When, ...], would: bool) -> list[str]:
    """Each with its subject; verbs alone, and those with one object, share theirs: "this attacks or blocks a boss"."""
    said = [_happening(scene, each, would) for each in events]
    if len({each.who for each in events}) > 1 or not (_alone(events) or _meeting(events)):
        return [words(who, verb, rest) for who, verb, rest in said]
    who, rest = said[0][0], said[0][2] if _meeting(events) else ""
    verbs = [verb if rest else words(verb, behind) for _, verb, behind in said]
    return (
        [words(who, verbs[0]), *verbs[1:-1], words(verbs[-1], rest)] if len(verbs) > 1 else [words(who, *verbs, rest)]
    )


def _alone(events: tuple[tree.When, ...]) -> bool:
    return all(each.to is None and each.least is None and not each.in_battle for each in events)


def _meeting(events: tuple[tree.When, ...]) -> bool:
    return len({each.to for each in events}) == 1 and all(each.to and each.verb in MEETING for each in events)


MEETING = ("attacks", "blocks", "battles")


def _happening(scene: Scene, what: tree.When, would: bool) -> tuple[str, str, str]:
    """The subject, the verb, and what follows it."""
    _check_event(what)
    verb = f"would {_verb(what.verb)}" if would else _conjugated(what.verb, many=what.who == tree.Who("you"))
    return _party(scene, what.who), verb, words(_extent(scene, what), "in battle" if what.in_battle else "")


def _check_event(what: tree.When) -> None:
    """Refuses values that the sentence of this verb has no place for."""
    meaningless = (
        what.to is not None and what.verb not in WITH_OTHER,
        what.to is None and what.verb in NEEDS_OTHER,
        what.in_battle and what.verb not in IN_BATTLE,
        what.least is not None and what.verb not in (*OF_DAMAGE, *OF_RESOURCES),
        (what.resource is not None) != (what.verb in OF_RESOURCES),
        what.verb in OF_PLAYERS and not isinstance(what.who, tree.Who),
        isinstance(what.who, tree.Who) and what.verb not in (*OF_PLAYERS, *OF_DAMAGE),
    )
    if any(meaningless):
        raise Unsayable(f"an event “{what.verb}” does not have these parts")


def _party(scene: Scene, who: tree.This | tree.Host | tree.Each | tree.Who) -> str:
    """Who takes part: any card that fits, hence "a summon"."""
    match who:
        case tree.Each(meant):
            return things.one(scene, meant)
        case tree.Who("each opponent" | "each player" | "that player" | "its controller"):
            raise Unsayable("an event names you, an opponent or a player")
    return things.thing(scene, who, subject=True)


def _verb(name: tree.Verb) -> str:
    return PASSIVE.get(name) or ACTIVE[name]


def _conjugated(name: tree.Verb, *, many: bool) -> str:
    if name in PASSIVE:
        return PASSIVE[name].replace("be ", "are " if many else "is ", 1)
    return verb(ACTIVE[name], many=many)


def _extent(scene: Scene, what: tree.When) -> str:
    """What follows the verb: damage, a resource, the other card, the battlefield."""
    much = f"{what.least} or more " if what.least is not None else ""
    other = _party(scene, what.to) if what.to else ""
    if what.verb in OF_DAMAGE:
        return words(f"{much}damage", "to" if other else "", other)
    if what.verb == "leaves":
        return "the battlefield"
    return f"{much}{what.resource}" if what.resource else other


# Cost


def costs(scene: Scene, what: tuple[tree.Cost, ...]) -> str:
    """All of it between its brackets: "[act, 2 vim and 1 life]"."""
    return f"[{joined([cost(scene, item) for item in what], 'and')}]"


def cost(scene: Scene, what: tree.Cost) -> str:
    match what:
        case tree.PayAct(tree.This()):
            return "act"
        case tree.PayAct(card):
            return f"act {things.thing(scene, card)}"
        case tree.Pay(resource, much):
            return things.amount(scene, much, resource)
        case tree.PayStrength(card, much):
            return f"{things.does_verb(scene, card, 'lose')} {things.amount(scene, much, 'strength')}"
        case tree.PayCard():
            return _card_given(scene, what)


def _card_given(scene: Scene, what: tree.PayCard) -> str:
    said = things.thing(scene, what.what)
    if (what.deed == "return") != (what.zone in ("castle", "spellbook", "graveyard")):
        raise Unsayable("what is returned goes to a pile, and nothing else does")
    if what.deed == "return":
        return f"return {said} to {things.owners(what.what)} {what.zone}"
    if what.zone is not None:
        raise Unsayable("only what is returned names a pile")
    return f"turn {said} face-down" if what.deed == "turn face-down" else f"{what.deed} {said}"


def enchanted(what: tree.Filter | None) -> str:
    """What the card under an enchantment is called."""
    return f"the enchanted {what.kinds[0] if what and len(what.kinds) == 1 else 'card'}"


def others(moments: tuple[tree.Moment, ...]) -> str:
    """What the other card of the event is called."""
    events = [event for what in moments if isinstance(what, tree.When) for event in what.events]
    return OTHERS.get(events[0].verb, "the other card") if len(events) == 1 else "the other card"
