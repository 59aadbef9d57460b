"""Cards, players and amounts told plainly: the phrases that stand in the sentences of a meaning."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import reduce
from typing import Any, Final

from engine.bos.cardtext.printer_targets import is_many
from engine.bos.cardtext.printer_words import TIMES, Unsayable, plural
from engine.bos.cardtext.space import telling as space
from engine.bos.cardtext.targets.context import IT as IT
from engine.bos.cardtext.targets.context import PLAIN, events_of, is_player, named_before
from engine.bos.cardtext.targets.context import THIS as THIS
from engine.bos.cardtext.targets.context import Context as Context
from engine.bos.cardtext.targets.context import one_by_one as one_by_one
from engine.bos.cardtext.targets.noun_phrases import a as a
from engine.bos.cardtext.targets.noun_phrases import listed as listed
from engine.bos.cardtext.targets.noun_phrases import number_word as number_word
from engine.bos.model import syntax, terms
from engine.messages import Arg, Message

PAST: Final[dict[terms.Past, str]] = {
    "attacked": "attacked",
    "was summoned": "was_summoned",
    "was defeated": "was_defeated",
    "was cast": "was_cast",
    "blocked": "blocked",
    "was attacked": "was_attacked",
    "was blocked": "was_blocked",
    "dealt damage": "dealt_damage",
    "was dealt damage": "was_damaged",
    "attacked a player": "attacked_a_player",
}


def word(text: str) -> str:
    """The name of a code for what the language of cards writes so: “face-down” is `face_down`."""
    return text.replace(" ", "_").replace("-", "_").replace("'", "")


def player_phrase(who: terms.Player, context: Context = PLAIN) -> Message:
    if not isinstance(who, terms.ControllerOf):
        return Message(f"bos.player.{word(who)}")
    if who.each:
        return Message("bos.player.controllers_of", of=thing(context, who.of))
    if is_player(context, who.of):
        return Message("bos.player.that_player")
    return Message("bos.player.controller_of", of=thing(context, who.of))


# Filters

Which = Callable[[Message], Message]


def one(context: Context, meant: terms.Filter) -> Message:
    """ "a red summon you control", "another boss"."""
    return _noun_phrase(context, meant, _another if meant.other else a)


def each_of(context: Context, meant: terms.Filter, *behind: Message) -> Message:
    """ "each other summon an opponent controls"; more can stand behind it."""
    return _noun_phrase(
        context, meant, lambda noun: Message("bos.which.each", noun=_other(meant, noun)), *behind, pair="each_or"
    )


def none(context: Context, meant: terms.Filter) -> Message:
    """ "no red summon"."""
    return _noun_phrase(context, meant, lambda noun: Message("bos.which.no", noun=_other(meant, noun)), pair="no_or")


def several(context: Context, meant: terms.Filter, *behind: Message) -> Message:
    """ "other summons you control": the plural without a word that says how many; more can stand behind it."""
    return _noun_phrase(context, meant, lambda noun: _other(meant, noun), *behind, many=True)


def single(context: Context, meant: terms.Filter, *behind: Message) -> Message:
    """ "red summon you control": the singular without a word in front; more can stand behind it."""
    return _noun_phrase(context, meant, lambda noun: _other(meant, noun), *behind, many=False)


def bare(context: Context, meant: terms.Filter, *, many: bool) -> Message:
    """The filter without a word that says how many."""
    return _noun_phrase(context, meant, lambda noun: _other(meant, noun), many=many)


def _another(noun: Message) -> Message:
    return Message("bos.which.another", noun=noun)


def _other(meant: terms.Filter, noun: Message) -> Message:
    return Message("bos.which.other", noun=noun) if meant.other else noun


def _noun_phrase(
    context: Context, meant: terms.Filter, which: Which, *behind: Message, pair: str = "or", many: bool = False
) -> Message:
    """`which` is the word in front of each kind; several kinds share what stands behind them."""
    looks, tails = _looks(meant), [*where(context, meant), *behind]
    kinds = [Message(f"bos.noun.{plural(kind) if many else kind}") for kind in _kinds(meant)]
    tail = reduce(lambda first, then: Message("bos.where.then", first=first, then=then), tails) if tails else None
    if len(kinds) == 1:
        return which(_described(kinds[0], looks, tail))
    whole = _paired(kinds, [which(_described(kind, looks, None)) for kind in kinds], pair)
    return Message("bos.noun.where", noun=whole, where=tail) if tail else whole


def _paired(kinds: list[Message], with_words: list[Message], pair: str) -> Message:
    last = len(kinds) - 1
    whole = with_words[0]
    for at, (noun, second) in enumerate(zip(kinds[1:], with_words[1:], strict=True), 1):
        whole = Message(f"bos.kinds.{pair if at == last else 'more'}", first=whole, noun=noun, second=second)
    return whole


def _kinds(meant: terms.Filter) -> tuple[str, ...]:
    return ("enchantment",) if meant.on else meant.kinds or ("card",)


def _looks(meant: terms.Filter) -> list[str]:
    colors = (f"non-{meant.not_color}" if meant.not_color else "", meant.color)
    return [*meant.looks, *(color for color in colors if color)]


def _described(noun: Message, looks: list[str], where: Message | None) -> Message:
    """The kind with the words in front of it and all that stands behind it."""
    acted = bool(where) and looks[:1] == ["acted"]
    for look in reversed(looks[1:] if acted else looks):
        noun = Message("bos.noun.acted", noun=noun) if look == "acted" else _with_look(look, noun)
    if where is None:
        return noun
    return Message("bos.noun.acted_where" if acted else "bos.noun.where", noun=noun, where=where)


def _with_look(look: str, noun: Message) -> Message:
    return Message("bos.noun.described", look=Message(f"bos.look.{word(look)}"), noun=noun)


def where(context: Context, meant: terms.Filter) -> Iterator[Message]:
    """Everything behind the noun."""
    if meant.name:
        yield Message("bos.where.named", name=meant.name)
    if meant.zone != "table":
        yield Message("bos.where.in", pile=pile(context, meant.zone, meant.owner))
    elif meant.control:
        you = Message("bos.where.you_control")
        yield (
            you
            if meant.control == "you"
            else Message("bos.where.controlled", player=player_phrase(meant.control, context))
        )
    if meant.zone == "table" and meant.owner:
        you = Message("bos.where.you_own")
        yield you if meant.owner == "you" else Message("bos.where.owned", player=player_phrase(meant.owner, context))
    if meant.column:
        yield Message(f"bos.where.{word(meant.column)}")
    if meant.least or meant.most:
        yield Message("bos.where.with", strength=bounds(context, meant))
    if meant.dear or meant.cheap:
        yield Message("bos.where.with", strength=_cost_bounds(context, meant))
    if meant.extreme:
        yield Message(f"bos.where.{meant.extreme}")
    if meant.past:
        yield Message(f"bos.where.{'not_' if meant.past_no else ''}{PAST[meant.past]}")
    if meant.on:
        yield Message("bos.where.on", what=thing(context, meant.on))
    if meant.besides:
        yield Message("bos.where.besides", what=thing(context, meant.besides))
    if meant.near:
        yield space.where(context, meant.near, seen_from(context, meant.near.of))


def bounds(context: Context, meant: terms.Filter) -> Message:
    """ "3 or less strength", "strength at most the number of spells in your graveyard"."""
    least, most = meant.least, meant.most
    if isinstance(least, terms.Number | None) and isinstance(most, terms.Number | None):
        numbers = between(least.value if least else None, most.value if most else None)
        return Message("bos.range.base_strength" if meant.base else "bos.range.strength", range=numbers)
    if isinstance(least or most, terms.X) and not (least and most):
        x = Message("bos.range.at_least", least="X") if least else Message("bos.range.at_most", most="X")
        return Message("bos.range.strength", range=x)
    if least == most and least is not None:
        return Message("bos.range.strength_equal", quantity=quantity(context, least))
    if least and most:
        return Message("bos.range.strength_between", least=quantity(context, least), most=quantity(context, most))
    if isinstance(least, terms.Above) and not most:
        return Message("bos.range.strength_above", least=quantity(context, least.of))
    if isinstance(most, terms.Below) and not least:
        return Message("bos.range.strength_below", most=quantity(context, most.of))
    if least:
        return Message("bos.range.strength_least", least=quantity(context, least))
    return Message("bos.range.strength_most", most=quantity(context, most or terms.X()))


def _cost_bounds(context: Context, meant: terms.Filter) -> Message:
    """ "a cost of 3 or less", "a cost of at most your life"."""
    dear, cheap = meant.dear, meant.cheap
    if isinstance(dear, terms.Number | None) and isinstance(cheap, terms.Number | None):
        return Message("bos.range.cost", range=between(dear.value if dear else None, cheap.value if cheap else None))
    if dear == cheap and dear is not None:
        return Message("bos.range.cost_equal", quantity=quantity(context, dear))
    if dear:
        above = isinstance(dear, terms.Above)
        of = dear.of if isinstance(dear, terms.Above) else dear
        return Message(f"bos.range.cost_{'above' if above else 'least'}", quantity=quantity(context, of))
    below = cheap.of if isinstance(cheap, terms.Below) else None
    of = below or cheap or terms.X()
    return Message(f"bos.range.cost_{'below' if below else 'most'}", quantity=quantity(context, of))


def between(least: int | None, most: int | None, *, few: bool = False) -> Message:
    """ "2 or more", "3 or less", "2 to 4", "exactly 2"; `few` is for things that are counted."""
    if least is None:
        return Message(f"bos.range.{'at_most_few' if few else 'at_most'}", most=most or 0)
    if most is None:
        return Message("bos.range.at_least", least=least)
    if least == most:
        return Message("bos.range.exactly", least=least)
    return Message("bos.range.between", least=least, most=most)


def pile(context: Context, zone: str, owner: terms.Player | None) -> Message:
    """ "your castle", "an opponent's graveyard", "any graveyard"."""
    noun = Message(f"bos.pile.{word(zone)}")
    if owner is None:
        return Message("bos.pile.any", noun=noun)
    return (
        Message("bos.pile.your", noun=noun)
        if owner == "you"
        else Message("bos.pile.of", player=player_phrase(owner, context), noun=noun)
    )


def owners(what: terms.Thing, zone: str) -> Message:
    """The pile that a card goes to; every card goes to its owner's."""
    noun = Message(f"bos.pile.{zone}")
    if isinstance(what, terms.Choose | terms.Each) and what.filter.owner == "you":
        return Message("bos.pile.your", noun=noun)
    return Message("bos.pile.their_owners" if is_many(what) else "bos.pile.its_owners", noun=noun)


# Things


def thing(context: Context, what: terms.Thing, *, subject: bool = False) -> Message:
    """The thing as it stands in a sentence; the sentence says in which case."""
    match what:
        case terms.This():
            return THIS
        case terms.Earlier():
            return that(context, what)
        case terms.Itself():
            return that(context, context.itself or terms.It())
        case terms.It():
            return IT
        case terms.Them():
            return Message("bos.thing.they" if subject else "bos.thing.them")
        case terms.Target():
            return Message("bos.thing.target")
        case terms.Host():
            return context.host
        case terms.Other():
            return context.other
        case terms.Who(player):
            return player_phrase(player, context)
        case terms.Each(meant):
            return each_of(context, meant)
        case terms.Choose():
            return _chosen(context, what)
        case terms.ChooseColumn():
            return space.chosen_column(what, _beside(context, what.filter))
        case terms.Column(which):
            return Message(f"bos.thing.{which}_column")
        case terms.Both(parts) if all(isinstance(part, terms.Earlier) for part in parts):
            return Message("bos.thing.they" if subject else "bos.thing.them")
        case terms.Both(parts):
            return listed([thing(context, part, subject=subject) for part in parts], "and")
        case terms.OneOf(parts):
            return listed([thing(context, part, subject=subject) for part in parts], "or")


def seen_from(context: Context, of: terms.Thing) -> Message:
    """What others are seen from: "this card", "a summon you control", "that column"."""
    return one(context, of.filter) if isinstance(of, terms.Each) else thing(context, of)


def _beside(context: Context, columns: terms.ColumnFilter) -> Message | None:
    return seen_from(context, columns.near.of) if columns.near else None


def _chosen(context: Context, what: terms.Choose) -> Message:
    low, high, meant = what.low, what.high, what.filter
    if (low, high) == (1, 1):
        return one(context, meant)
    if high is None:
        return Message("bos.which.any_number", noun=several(context, meant))
    noun = bare(context, meant, many=high > 1)
    if what.together:
        noun = Message("bos.noun.described", look=Message("bos.look.adjacent"), noun=noun)
    number = Message("bos.which.number", number=number_word(high), noun=noun)
    return Message("bos.which.up_to", noun=number) if low == 0 else number


# What was named before


def that(context: Context, what: terms.Thing) -> Message:
    """ "That summon", "those wizards", "the blocker": what was named before, by its kind or its part in the event."""
    meant = named_before(context, what) if isinstance(what, terms.Earlier) else what
    if isinstance(meant, terms.This | terms.Host | terms.Target):
        return thing(context, meant)
    if isinstance(meant, terms.OneOf):
        return Message("bos.thing.that_target")
    if isinstance(meant, terms.ChooseColumn):
        if meant.number > 1:
            return Message("bos.thing.those", noun=Message("bos.noun.columns"))
        return Message("bos.thing.that", noun=Message("bos.noun.column"))
    if isinstance(meant, terms.Who):
        return Message("bos.player.that_player")
    if isinstance(what, terms.Earlier) and what.where == "event":
        return _part_of_event(context, what, meant)
    many = isinstance(what, terms.Earlier) and _are_several(meant)
    return _that_kind(meant, many=many)


def _are_several(meant: terms.Thing | None) -> bool:
    """Whether more than one is meant: several, or one chosen by each player."""
    if meant is None:
        return False
    return (
        isinstance(meant, terms.Each)
        or is_many(meant)
        or (isinstance(meant, terms.Choose) and meant.by == "each player")
    )


def _part_of_event(context: Context, what: terms.Earlier, meant: terms.Thing | None) -> Message:
    verbs = {event.verb for event in events_of(context, what.number)}
    if what.slot == 1 and verbs <= set(PARTS_OF_EVENTS):
        names = {PARTS_OF_EVENTS[verb] for verb in verbs}
        return Message(f"bos.thing.{names.pop()}") if len(names) == 1 else Message("bos.thing.that_card")
    return _that_kind(meant, many=False)


PARTS_OF_EVENTS: Final[dict[syntax.Verb, str]] = {
    "defeats": "defeated_card",
    "blocked": "blocker",
    "attacked": "attacker",
    "blocks": "attacker",
    "defeated": "defeater",
}


def _that_kind(meant: terms.Thing | None, *, many: bool) -> Message:
    kinds = _kinds(meant.filter) if isinstance(meant, terms.Choose | terms.Each) else ("card",)
    kind = kinds[0] if len(kinds) == 1 else "card"
    if many:
        return Message("bos.thing.those", noun=Message(f"bos.noun.{plural(kind)}"))
    if kind == "card":
        return Message("bos.thing.that_card")
    return Message("bos.thing.that", noun=Message(f"bos.noun.{kind}"))


# Quantities


def quantity(context: Context, what: terms.Quantity) -> Arg:
    """The quantity by itself: "3", "your life", "the number of summons you control"."""
    match what:
        case terms.Number(value):
            return value
        case terms.X():
            return "X"
        case terms.ThatMuch():
            return Message("bos.much.that")
        case terms.Count(meant):
            return Message("bos.much.count", noun=several(context, meant))
        case terms.CountColumns(column):
            return Message("bos.much.count", noun=space.columns(column, "columns", _beside(context, column)))
        case terms.TotalStrength(meant):
            return Message("bos.much.total", noun=several(context, meant))
        case terms.Occurred():
            return Message("bos.much.count", noun=_occurred(context, what, several))
        case terms.ThisWay(_, meant, how):
            return Message("bos.much.count", noun=several(context, meant, Message(f"bos.where.{how}_this_way")))
        case terms.TurnTotal(who, verb, gained):
            noun = Message(f"bos.resource.{gained or 'damage'}")
            return Message(f"bos.much.turn_{verb}", resource=noun, player=player_phrase(who))
        case terms.Strength(of, base):
            return strength_of(context, of, base=base)
        case terms.Has(who, resource):
            return resource_of(context, who, resource)
        case terms.SpellCost(of):
            return Message("bos.much.cost", of=thing(context, of))
        case terms.Sum(first, second):
            return Message("bos.much.plus", first=quantity(context, first), second=quantity(context, second))
        case terms.Minus(of, less, apart):
            code = "bos.much.difference" if apart else "bos.much.minus"
            return Message(code, first=quantity(context, of), second=quantity(context, less))
        case terms.Capped(of, most):
            return Message("bos.much.capped", quantity=quantity(context, of), most=most)
        case terms.Half(of, up):
            return Message("bos.much.half_up" if up else "bos.much.half", quantity=quantity(context, of))
        case terms.Times(terms.Number(factor), of) if factor in TIMES:
            return Message(f"bos.much.{word(TIMES[factor])}", quantity=quantity(context, of))
    raise Unsayable("a quantity is multiplied by 2, 3 or 4, or printed for each of something")


def strength_of(context: Context, of: terms.Thing, *, base: bool = False) -> Message:
    """ "its strength", "the base strength of a summon"."""
    if isinstance(of, terms.Each):
        of = terms.Choose(of.filter)
    if isinstance(of, terms.It):
        return Message("bos.much.its_base" if base else "bos.much.its_strength", of=thing(context, of))
    return Message("bos.much.base" if base else "bos.much.strength", of=thing(context, of))


def resource_of(context: Context, who: terms.Player, resource: str) -> Message:
    """ "your vim", "an opponent's life"."""
    noun = Message(f"bos.resource.{resource}")
    if who == "you":
        return Message("bos.much.your", resource=noun)
    return Message("bos.much.of", player=player_phrase(who, context), resource=noun)


def amount(context: Context, what: terms.Quantity, resource: str) -> Message:
    """ "2 strength", "1 life for each boss", "vim equal to half your vim"."""
    noun = Message(f"bos.resource.{resource}")
    if isinstance(what, terms.ThatMuch):
        return Message("bos.much.that_much", resource=noun)
    if isinstance(what, terms.Times) and (each := for_each(context, what)):
        return Message("bos.much.for_each", much=amount(context, what.factor, resource), each=each)
    if isinstance(what, terms.Capped):
        return Message("bos.much.capped", quantity=amount(context, what.of, resource), most=what.most)
    if isinstance(what, terms.Number | terms.X):
        return Message("bos.much.number", number=quantity(context, what), resource=noun)
    return Message("bos.much.equal", resource=noun, quantity=quantity(context, what))


def for_each(context: Context, what: terms.Quantity) -> Message | None:
    """The cards of "2 … for each …"; None for another quantity."""
    if not isinstance(what, terms.Times) or not isinstance(what.factor, terms.Number):
        return None
    if isinstance(what.of, terms.Occurred):
        return _occurred(context, what.of, each_of)
    if isinstance(what.of, terms.ThisWay):
        return each_of(context, what.of.filter, Message(f"bos.where.{what.of.how}_this_way"))
    if isinstance(what.of, terms.CountColumns):
        return Message("bos.which.each", noun=space.columns(what.of.filter, "column", _beside(context, what.of.filter)))
    return each_of(context, what.of.filter) if isinstance(what.of, terms.Count) else None


def _occurred(
    context: Context, what: terms.Occurred, told: Callable[[Context, terms.Filter, Message], Message]
) -> Message:
    """ "summons that were defeated this turn", "each spell you cast this turn"."""
    meant = what.filter
    if what.past == "was cast" and meant.control and meant.kinds == ("spell",):
        meant = replace(what.filter, control=None)
        by = what.filter.control
        if by is None or by == "you":
            return told(context, meant, Message("bos.where.you_cast_this_turn"))
        return told(context, meant, Message("bos.where.cast_this_turn_by", player=player_phrase(by)))
    if what.past == "attacked":
        return attacks_declared(what, each=told is each_of)
    return told(context, meant, Message(f"bos.where.{PAST[what.past]}"))


def attacks_declared(what: terms.Occurred, *, each: bool) -> Message:
    """ "attacks you declared this turn", "each attack an opponent declared this turn"."""
    by = what.filter.control
    player: dict[str, Message] = {"player": player_phrase(by)} if by else {}
    where = Message("bos.where.declared_by" if by else "bos.where.declared", **player)
    noun = Message("bos.noun.where", noun=Message(f"bos.noun.attack{'' if each else 's'}"), where=where)
    return Message("bos.which.each", noun=noun) if each else noun


def unasked(what: terms.Thing) -> terms.Thing:
    """The thing without who chooses it, which is said in front."""
    match what:
        case terms.Choose(meant, by="each player" | "each opponent" as each):
            theirs: dict[str, Any] = {
                name: "that player" for name in ("control", "owner") if getattr(meant, name) == each
            }
            return replace(what, by="you", filter=replace(meant, **theirs))
        case terms.Choose():
            return replace(what, by="you")
        case terms.OneOf(parts):
            return replace(what, parts=tuple(map(unasked, parts)))
    return what
