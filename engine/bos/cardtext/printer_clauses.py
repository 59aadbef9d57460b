"""Conditions and costs of a tree as phrases of the house style: what must hold, when, and what is paid."""

from __future__ import annotations

from dataclasses import replace

from engine.bos.cardtext import printer_targets as things
from engine.bos.cardtext.conditions.printing import compared, happened
from engine.bos.cardtext.grammar_words import ItAsSubject, Participant, ThatCard
from engine.bos.cardtext.printer_words import (
    Scene,
    Unsayable,
    between,
    does,
    join_words,
    joined,
    ordinal,
    plural,
    their,
    verb,
)
from engine.bos.model import syntax, terms

# What must hold


def predicate(scene: Scene, condition: terms.Predicate) -> str:
    match condition:
        case terms.Controls(player, meant):
            together = f"with a combined strength of {condition.total} or more" if condition.total is not None else ""
            return join_words(does(player, "control"), _how_many(scene, condition, meant), together)
        case terms.MoreCards(player, meant, than):
            return f"{does(player, 'control')} more {_controlled(scene, meant, many=True)} than {than}"
        case terms.Holds(player, resource, least, most):
            return f"{does(player, 'have')} {between(least, most, 'less')} {resource}"
        case terms.HasMore(player, resource, than, less):
            return f"{does(player, 'have')} {'less' if less else 'more'} {resource} than {than}"
        case terms.IsSo():
            return _is_so(scene, condition)
        case terms.Only(thing, meant, no):
            is_ = join_words("is", "not" if no else "")
            return f"{things.thing(scene, thing, subject=True)} {is_} the only {things.bare(scene, meant, many=False)}"
        case terms.Same(first, second, no):
            if not isinstance(first, KNOWN) or not isinstance(second, KNOWN):
                raise Unsayable("only cards that are known are the same")
            cards = things.thing(scene, first, subject=True), things.thing(scene, second)
            return join_words(cards[0], "is", "not" if no else "", cards[1])
        case terms.Attacked(player, least):
            return f"{does(player, 'have')} declared attacks {least} or more times"
        case terms.Left():
            return _left(condition)
        case terms.YourTurn():
            return _your_turn(condition)
        case terms.Not():
            raise Unsayable("“unless” stands in front of a whole condition")
        case terms.Happened():
            return happened(scene, condition)
        case terms.Compared():
            return compared(scene, condition)
        case terms.All(parts):
            return _several(scene, parts, "and")
        case terms.AnyOf(parts):
            return _several(scene, parts, "or")


def _your_turn(what: terms.YourTurn) -> str:
    if what.onward and (what.number is None or what.no):
        raise Unsayable("a turn or later has a number")
    turn = f"your {ordinal(what.number)} turn" if what.number is not None else "your turn"
    return join_words("it is", "not" if what.no else "", turn, "or later" if what.onward else "")


def if_so(scene: Scene, held: terms.Predicate, word: str = "if") -> str:
    """ "if you control a boss", or "unless …" for what must not be so."""
    if isinstance(held, terms.Not):
        return f"unless {predicate(scene, held.part)}"
    return f"{word} {predicate(scene, held)}"


KNOWN = (terms.This, terms.It, ItAsSubject, ThatCard, Participant, terms.Target, terms.Host, terms.Other)


def _several(scene: Scene, parts: tuple[terms.Predicate, ...], last: str) -> str:
    if len(parts) < 2 or any(isinstance(part, terms.All | terms.AnyOf) for part in parts):
        raise Unsayable("several conditions are at least two, and none of them is several conditions again")
    return f" {last} ".join(predicate(scene, part) for part in parts)


def _how_many(scene: Scene, what: terms.Controls, meant: terms.Filter) -> str:
    if (what.least, what.most) == (1, None):
        _controlled(scene, meant, many=False)
        return things.one(scene, meant)
    if (what.least, what.most) == (None, 0):
        return join_words("no", _controlled(scene, meant, many=True))
    if what.least == 0:
        raise Unsayable("no lower bound is None")
    many = (what.least, what.most) != (1, 1)
    return join_words(between(what.least, what.most, "fewer"), _controlled(scene, meant, many=many))


def _controlled(scene: Scene, meant: terms.Filter, *, many: bool) -> str:
    if meant.control or meant.zone != "table":
        raise Unsayable("who controls the cards is said once")
    return things.bare(scene, meant, many=many)


def _left(what: terms.Left) -> str:
    if what.zone == "table" or what.least == 0:
        raise Unsayable("cards are left in a pile, and no lower bound is None")
    none = (what.least, what.most) == (None, 0)
    many = "no" if none else between(what.least, what.most, "fewer")
    kind = what.kind or "card"
    noun = kind if (what.least, what.most) == (1, 1) else plural(kind)
    return f"{does(what.player, 'have')} {many} {noun} left in {their(what.player)} {what.zone}"


def _is_so(scene: Scene, what: terms.IsSo) -> str:
    """ "this is acted", "it is not red", "it has 5 or more strength", else "it is a red summon"."""
    meant, many = what.filter, things.is_many(what.thing)
    who = things.thing(scene, what.thing, subject=True)
    if meant in (terms.Filter(looks=meant.looks[:1]), terms.Filter(color=meant.color)) and meant != terms.Filter():
        return join_words(who, "are" if many else "is", "not" if what.no else "", *meant.looks, meant.color)
    if (meant.least or meant.most) and meant == terms.Filter(least=meant.least, most=meant.most):
        has = join_words("do" if many else "does", "not have") if what.no else verb("have", many=many)
        return f"{who} {has} {things.bounds(scene, meant)}"
    if meant.past and meant == terms.Filter(past=meant.past):
        return f"{who} {things.past(meant.past, many=many, no=what.no)}"
    said = things.one(scene, meant)
    if meant == terms.Filter(column=meant.column, near=meant.near) and meant != terms.Filter():
        said = things.where(scene, meant, many=False)
    return join_words(who, "are" if many else "is", "not" if what.no else "", said)


# When


def moment(scene: Scene, what: syntax.Moment) -> str:
    match what:
        case syntax.During(phase, whose):
            return f"during {_phase(phase, whose)}"
        case syntax.At("middle", "turn"):
            raise Unsayable("a turn has a start and an end, its phases also a middle")
        case syntax.At("middle", phase, whose):
            return f"in the middle of {_phase(phase, whose)}"
        case syntax.At(point, phase, whose):
            return f"at the {point} of {_phase(phase, whose)}"
        case syntax.While(held):
            return if_so(scene, held, "while" if scene.continuous else "if")
        case syntax.When():
            if scene.continuous:
                raise Unsayable("what applies all the time has no event")
            return event(scene, what)


def _phase(phase: terms.Phase, of: terms.Whose) -> str:
    return f"{whose(of)} turn" if phase == "turn" else f"{whose(of)} {phase} phase"


def whose(of: terms.Whose) -> str:
    """ "your", "its controller's"."""
    if isinstance(of, terms.ControllerOf):
        raise Unsayable("whose turn it is says a word for a player")
    return f"{of}'s" if of in ("that player", "its controller") else of


PASSIVE: dict[syntax.Verb, str] = {
    "summoned": "be summoned",
    "defeated": "be defeated",
    "attacked": "be attacked",
    "blocked": "be blocked",
    "turned face-down": "be turned face-down",
    "turned face-up": "be turned face-up",
    "enchanted": "be enchanted",
    "removed": "be removed",
    "returns": "be returned",
    "to graveyard": "be put into",
    "to castle": "be put into",
    "to spellbook": "be put into",
}
ACTIVE: dict[syntax.Verb, str] = {
    "attacks": "attack",
    "blocks": "block",
    "battles": "battle",
    "unblocked": "attack",
    "survives": "survive",
    "has attacked": "have attacked",
    "has blocked": "have blocked",
    "defeats": "defeat",
    "deals damage": "deal",
    "damaged": "take",
    "readied": "ready",
    "acts": "act",
    "moves": "move",
    "leaves": "leave",
    "enchants": "enchant",
    "doubles": "double",
    "runs out": "become",
    "loses the game": "lose",
    "casts": "cast",
    "summons": "summon",
    "discards": "discard",
    "conducts": "conduct",
    "gains": "gain",
    "loses": "lose",
    "spends": "spend",
}
FOUGHT = ("unblocked", "survives", "has attacked", "has blocked")
"""What is known only when a block is decided, or an attack is over."""
NEEDS_OTHER = ("defeats", "casts", "summons", "discards", "conducts")
WITH_OTHER = ("attacks", "blocks", "battles", "deals damage", *NEEDS_OTHER, *FOUGHT)
ONLY_REPLACED = ("doubles", "runs out", "loses the game")
OF_PLAYERS = ("casts", "summons", "discards", "gains", "loses", "spends", *ONLY_REPLACED)
OF_RESOURCES = ("gains", "loses", "spends", "doubles")
TO_PILES = ("to graveyard", "to castle", "to spellbook")
OF_DAMAGE = ("deals damage", "damaged")
IN_BATTLE = ("defeated", "defeats", "deals damage", "damaged")
OTHERS: dict[syntax.Verb, str] = {}


def event(scene: Scene, when: syntax.When, *, would: bool = False) -> str:
    """ "when this attacks a player", or for a replacement "when this would be defeated"."""
    if any(each.condition or each.also for each in when.also) or (would and when.also):
        raise Unsayable("events beside another one have no condition, and no further ones beside them")
    if len({_bare(each) for each in when.events}) < len(when.events):
        raise Unsayable("an event is named once")
    words = f"when {joined(_events(scene, when.events, would), 'or')}"
    return f"{words}, {if_so(scene, when.condition)}" if when.condition else words


def _bare(what: syntax.When) -> syntax.When:
    return replace(what, condition=None, also=())


def _events(scene: Scene, events: tuple[syntax.When, ...], would: bool) -> list[str]:
    """Each with its subject; verbs alone, and those with one object, share theirs: "this attacks or blocks a boss"."""
    happenings = [_happening(scene, each, would) for each in events]
    if len({each.who for each in events}) > 1 or not (_alone(events) or _meeting(events)):
        return [join_words(subject, verb, rest) for subject, verb, rest in happenings]
    subject, rest = happenings[0][0], happenings[0][2] if _meeting(events) else ""
    verbs = [verb if rest else join_words(verb, behind) for _, verb, behind in happenings]
    return (
        [join_words(subject, verbs[0]), *verbs[1:-1], join_words(verbs[-1], rest)]
        if len(verbs) > 1
        else [join_words(subject, *verbs, rest)]
    )


def _alone(events: tuple[syntax.When, ...]) -> bool:
    return all(each.to is None and each.least is None and not each.in_battle for each in events)


def _meeting(events: tuple[syntax.When, ...]) -> bool:
    return len({each.to for each in events}) == 1 and all(each.to and each.verb in MEETING for each in events)


MEETING = ("attacks", "blocks", "battles")


def _happening(scene: Scene, what: syntax.When, would: bool) -> tuple[str, str, str]:
    """The subject, the verb, and what follows it."""
    _check_event(what)
    if what.verb in ONLY_REPLACED and (not would or what.least is not None):
        raise Unsayable("that is only said of what would happen")
    if what.verb in TO_PILES:
        return _into_pile(scene, what, would)
    if what.verb in ("doubles", "runs out") and isinstance(what.who, terms.Who):
        what_of = what.resource or "life"
        return f"{possessive(what.who.player)} {what_of}", f"would {ACTIVE[what.verb]}", "" if what.resource else "0"
    verb = f"would {_verb(what.verb)}" if would else _conjugated(what.verb, many=what.who == terms.Who("you"))
    return _party(scene, what.who), verb, join_words(_extent(scene, what), "in battle" if what.in_battle else "")


def _into_pile(scene: Scene, what: syntax.When, would: bool) -> tuple[str, str, str]:
    """ "A spell", "is put into", "your graveyard from the battlefield"."""
    who, owner, cast = what.who, "its owner's", ""
    casters: dict[terms.Player | None, str] = {
        None: "a player casts", "you": "you cast", "an opponent": "an opponent casts"
    }  # fmt: skip
    if isinstance(who, terms.Each):
        owner = "a" if who.filter.owner is None else possessive(who.filter.owner)
        if what.out_of == "aside":
            cast = casters.get(who.filter.owner, "")
        who = terms.Each(replace(who.filter, owner=None))
    origin = {"": "", "aside": "", "table": "from the battlefield"}.get(what.out_of, f"from a {what.out_of}")
    verb = "would be put into" if would else "is put into"
    if what.out_of == "aside" and not cast:
        raise Unsayable("only of any such spell is said that it was cast")
    return join_words(_party(scene, who), cast), verb, join_words(owner, what.verb.removeprefix("to "), origin)


def possessive(player: terms.Player) -> str:
    """ "your", "an opponent's"."""
    if player not in ("you", "an opponent", "a player"):
        raise Unsayable("whose it is says a word for a player")
    return "your" if player == "you" else f"{player}'s"


def _check_event(what: syntax.When) -> None:
    """Refuses values that the sentence of this verb has no place for."""
    meaningless = (
        what.to is not None and what.verb not in WITH_OTHER,
        what.to is None and what.verb in NEEDS_OTHER,
        what.in_battle and what.verb not in IN_BATTLE,
        what.least is not None and what.verb not in (*OF_DAMAGE, *OF_RESOURCES),
        (what.resource is not None) != (what.verb in OF_RESOURCES),
        what.verb in OF_PLAYERS and not isinstance(what.who, terms.Who),
        isinstance(what.who, terms.Who) and what.verb not in (*OF_PLAYERS, *OF_DAMAGE),
        bool(what.out_of) and what.verb not in TO_PILES,
        what.nth is not None and not (what.verb in ("casts", "summons") and _may_be_counted(what.to)),
    )
    if any(meaningless):
        raise Unsayable(f"an event “{what.verb}” does not have these parts")


def _may_be_counted(to: object) -> bool:
    """Whether the n-th of these cards in a turn can be spoken of."""
    return isinstance(to, terms.Each) and not (
        to.filter.control or to.filter.owner or to.filter.other or to.filter.zone != "table"
    )


def _party(scene: Scene, who: syntax.Party) -> str:
    """Who takes part: any card that fits, hence "a summon"."""
    match who:
        case terms.Each(meant):
            return things.one(scene, meant)
        case terms.Who("each opponent" | "each player" | "the active player" | "that player" | "its controller"):
            raise Unsayable("an event names you, an opponent or a player")
    return things.thing(scene, who, subject=True)


def _verb(name: syntax.Verb) -> str:
    return PASSIVE.get(name) or ACTIVE[name]


def _conjugated(name: syntax.Verb, *, many: bool) -> str:
    if name in PASSIVE:
        return PASSIVE[name].replace("be ", "are " if many else "is ", 1)
    if name.startswith("has "):
        return f"{'have' if many else 'has'} {name.removeprefix('has ')}"
    return verb(ACTIVE[name], many=many)


def _extent(scene: Scene, what: syntax.When) -> str:
    """What follows the verb: damage, a resource, the other card, the battlefield."""
    much = f"{what.least} or more " if what.least is not None else ""
    other = _party(scene, what.to) if what.to else ""
    if what.nth is not None and isinstance(what.to, terms.Each):
        whose = "your" if what.who == terms.Who("you") else "their"
        return f"{whose} {ordinal(what.nth)} {things.bare(scene, what.to.filter, many=False)} each turn"
    if what.verb in OF_DAMAGE:
        return join_words(f"{much}damage", "to" if other else "", other)
    if what.verb == "unblocked":
        return join_words(other, "and is not blocked")
    if what.verb == "survives":
        return join_words("a battle", "with" if other else "", other)
    if what.verb == "loses the game":
        return "the game"
    if what.verb in ("leaves", "enchants"):
        return "the battlefield" if what.verb == "leaves" else "a card"
    return f"{much}{what.resource}" if what.resource else other


# Cost


def costs(scene: Scene, what: tuple[syntax.Cost, ...]) -> str:
    """All of it between its brackets: "[act, 2 vim and 1 life]"."""
    return f"[{joined([cost(scene, item) for item in what], 'and')}]"


def cost(scene: Scene, what: syntax.Cost) -> str:
    match what:
        case syntax.PayAct(terms.This()):
            return "act"
        case syntax.PayAct(card):
            return f"act {things.thing(scene, card)}"
        case syntax.Pay(resource, terms.Has("you", same)) if resource == same:
            return f"all your {resource}"
        case syntax.Pay(resource, terms.Half(terms.Has("you", same)) as half) if resource == same:
            return things.quantity(scene, half)
        case syntax.Pay(resource, much):
            return things.amount(scene, much, resource)
        case syntax.PayStrength(card, much):
            return f"{things.does_verb(scene, card, 'lose')} {things.amount(scene, much, 'strength')}"
        case syntax.PayCard():
            return _card_given(scene, what)


def _card_given(scene: Scene, payment: syntax.PayCard) -> str:
    card = (things.discarded if payment.deed == "discard" else things.thing)(scene, payment.what)
    if (payment.deed == "return") != (payment.zone in ("castle", "spellbook", "graveyard")):
        raise Unsayable("what is returned goes to a pile, and nothing else does")
    if payment.deed == "return" and payment.zone == "graveyard":
        return f"put {card} into {things.owners(payment.what)} graveyard"
    if payment.deed == "return":
        return f"return {card} to {things.owners(payment.what)} {payment.zone}"
    if payment.zone is not None:
        raise Unsayable("only what is returned names a pile")
    return f"turn {card} face-down" if payment.deed == "turn face-down" else f"{payment.deed} {card}"


def enchanted(what: terms.Filter | None) -> str:
    """What the card under an enchantment is called."""
    return f"the enchanted {what.kinds[0] if what and len(what.kinds) == 1 else 'card'}"


def others(moments: tuple[syntax.Moment, ...]) -> str:
    """What the other card of the event is called."""
    events = [event for what in moments if isinstance(what, syntax.When) for event in what.events]
    return OTHERS.get(events[0].verb, "the other card") if len(events) == 1 else "the other card"
