"""When and at what price, told plainly: conditions, points of a turn, events and costs."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

from engine.bos.cardtext import paraphrase_targets as things
from engine.bos.cardtext.conditions.telling import compared, did, happened
from engine.bos.cardtext.paraphrase_targets import Context, listed, player_phrase, word
from engine.bos.cardtext.printer_clauses import FOUGHT, MEETING, OF_DAMAGE, OTHERS, TO_PILES
from engine.bos.cardtext.printer_words import ORDINALS, Unsayable, plural
from engine.bos.model import syntax, terms
from engine.messages import Arg, Message

# What must hold


def predicate(context: Context, condition: terms.Predicate) -> Message:
    match condition:
        case terms.Controls():
            return _controls(context, condition)
        case terms.MoreCards(player, meant, than):
            noun = things.several(context, meant)
            return Message(
                "bos.holds.controls_more",
                player=player_phrase(player, context),
                noun=noun,
                than=player_phrase(than, context),
            )
        case terms.Holds(player, resource, least, most):
            noun, numbers = Message(f"bos.resource.{resource}"), things.between(least, most)
            return Message("bos.holds.has", player=player_phrase(player, context), range=numbers, resource=noun)
        case terms.HasMore(player, resource, than, less):
            code, noun = "bos.holds.has_less" if less else "bos.holds.has_more", Message(f"bos.resource.{resource}")
            return Message(
                code, player=player_phrase(player, context), resource=noun, than=player_phrase(than, context)
            )
        case terms.IsSo():
            return _is_so(context, condition)
        case terms.Only(thing, meant, no):
            code = "bos.holds.only_not" if no else "bos.holds.only"
            who = things.thing(context, thing, subject=True)
            return Message(code, who=who, noun=things.bare(context, meant, many=False))
        case terms.Same(first, second, no):
            code = "bos.holds.same_not" if no else "bos.holds.same"
            return Message(code, who=things.thing(context, first, subject=True), what=things.thing(context, second))
        case terms.Attacked(player, least):
            return Message("bos.holds.declared_attacks", player=player_phrase(player, context), least=least)
        case terms.Left():
            return _left(context, condition)
        case terms.YourTurn() | terms.Happened() | terms.Compared() | terms.Not():
            return _of_turn(context, condition)
        case terms.All(parts):
            return _together(context, parts, "and")
        case terms.AnyOf(parts):
            return _together(context, parts, "or")


def _together(context: Context, parts: tuple[terms.Predicate, ...], last: str) -> Message:
    """Conditions are long, so the word stands between any two of them."""
    return reduce(lambda first, then: listed([first, then], last), [predicate(context, part) for part in parts])


def _controls(context: Context, what: terms.Controls) -> Message:
    least, most = what.least, what.most
    if (least, most) == (None, 0):
        return Message(
            "bos.holds.controls_no",
            player=player_phrase(what.player, context),
            noun=things.several(context, what.filter),
        )
    if (least, most) == (1, None):
        cards = things.one(context, what.filter)
    else:
        noun = things.bare(context, what.filter, many=(least, most) != (1, 1))
        cards = Message("bos.which.range", range=things.between(least, most, few=True), noun=noun)
    who = player_phrase(what.player, context)
    if what.total is not None:
        return Message("bos.holds.controls_together", player=who, what=cards, total=what.total)
    return Message("bos.holds.controls", player=who, what=cards)


def _left(context: Context, what: terms.Left) -> Message:
    kind = what.kind or "card"
    noun = Message(f"bos.pile.{what.zone}")
    pile = Message("bos.pile.your" if what.player == "you" else "bos.pile.their", noun=noun)
    many = Message(f"bos.noun.{plural(kind)}")
    if (what.least, what.most) == (None, 0):
        return Message("bos.holds.none_left", player=player_phrase(what.player, context), noun=many, pile=pile)
    counted = Message(f"bos.noun.{kind}") if (what.least, what.most) == (1, 1) else many
    numbers = things.between(what.least, what.most, few=True)
    many = Message("bos.which.range", range=numbers, noun=counted)
    return Message("bos.holds.left", player=player_phrase(what.player, context), many=many, pile=pile)


def _is_so(context: Context, what: terms.IsSo) -> Message:
    """ "this is acted", "it is not red", "it has 5 or more strength", else "it is a red summon"."""
    meant, who = what.filter, things.thing(context, what.thing, subject=True)
    if meant in (terms.Filter(looks=meant.looks[:1]), terms.Filter(color=meant.color)) and meant != terms.Filter():
        return _looks(who, meant.looks[0] if meant.looks else meant.color, no=what.no)
    if (meant.least or meant.most) and meant == terms.Filter(least=meant.least, most=meant.most):
        code = "bos.holds.strength_not" if what.no else "bos.holds.strength"
        return Message(code, who=who, strength=things.bounds(context, meant))
    if meant.past and meant == terms.Filter(past=meant.past):
        return did(who, meant.past, no=what.no)
    if where := _only_where(context, meant):
        return Message("bos.holds.stands_not" if what.no else "bos.holds.stands", who=who, where=where)
    card = things.one(context, meant)
    if what.no:
        return Message("bos.holds.is_none", who=who, what=card, none=things.none(context, meant))
    return Message("bos.holds.is_one", who=who, what=card)


def _only_where(context: Context, meant: terms.Filter) -> Message | None:
    """Where a card is, if a filter asks for nothing else: "adjacent to a red summon"."""
    if meant != terms.Filter(column=meant.column, near=meant.near) or meant == terms.Filter():
        return None
    return next(things.where(context, meant))


def _looks(who: Message, look: str, *, no: bool) -> Message:
    if look == "acted":
        return Message("bos.holds.acted_not" if no else "bos.holds.acted", who=who)
    code = "bos.holds.looks_not" if no else "bos.holds.looks"
    return Message(code, who=who, look=Message(f"bos.look.{word(look)}"))


def _of_turn(context: Context, condition: terms.YourTurn | terms.Happened | terms.Compared | terms.Not) -> Message:
    match condition:
        case terms.YourTurn():
            return _your_turn(condition)
        case terms.Happened():
            return happened(context, condition)
        case terms.Compared():
            return compared(context, condition)
        case terms.Not():
            raise Unsayable("“unless” stands in front of a whole condition")


def _your_turn(what: terms.YourTurn) -> Message:
    if what.onward:
        return Message("bos.holds.your_nth_turn_or_later", ordinal=_ordinal(what.number or 1))
    if what.number is None:
        return Message("bos.holds.not_your_turn" if what.no else "bos.holds.your_turn")
    code = "bos.holds.not_your_nth_turn" if what.no else "bos.holds.your_nth_turn"
    return Message(code, ordinal=_ordinal(what.number))


def _ordinal(value: int) -> Message:
    """ "third", and from the eleventh on "11th"."""
    if value < len(ORDINALS):
        return Message(f"bos.ordinal.{ORDINALS[value]}")
    ending = {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th") if value % 100 not in (11, 12, 13) else "th"
    return Message(f"bos.ordinal.{ending}", number=value)


# When


def moment(context: Context, what: syntax.Moment) -> Message:
    match what:
        case syntax.During(phase, whose):
            return Message("bos.point.in", span=_span(context, phase, whose))
        case syntax.At(point, phase, whose):
            return Message(f"bos.point.at_{point}", span=_span(context, phase, whose))
        case syntax.While(terms.Not(held)):
            return Message("bos.meaning.unless", holds=predicate(context, held))
        case syntax.While(held) if context.continuous:
            return Message("bos.point.as_long_as", holds=predicate(context, held))
        case syntax.While(held):
            return Message("bos.meaning.only_if", holds=predicate(context, held))
        case syntax.When():
            return _event(context, what, "each_time")


def awaited(context: Context, what: syntax.Delay) -> Message:
    """When what waits is carried out: "at the end of the turn", "the next time this card attacks"."""
    if isinstance(what.when, syntax.At):
        return Message(f"bos.point.at_{what.when.point}", span=_coming(context, what.when, later=what.later))
    code = ("instead" if what.again else "next_instead") if what.would else "each_time" if what.again else "next_time"
    event = _event(context, what.when, code)
    if not what.until:
        return event
    return Message("bos.point.until", until=Message(f"bos.until.{word(what.until)}"), event=event)


def _coming(context: Context, at: syntax.At, *, later: bool) -> Message:
    """ "the turn", "the next turn", "your turn", "your next main phase"."""
    noun = Message(f"bos.point.{at.phase}")
    if at.whose == "each player's":
        return Message("bos.point.the_next" if later else "bos.point.the", noun=noun)
    if not later and at.phase == "turn":
        return _span(context, at.phase, at.whose)
    if isinstance(at.whose, terms.ControllerOf):
        return Message("bos.point.next_of", noun=noun, player=player_phrase(at.whose, context))
    return Message(f"bos.point.{word(at.whose)}_next", noun=noun)


def replaced(context: Context, what: syntax.When) -> Message:
    """ "in place of what happens when this card would be defeated"."""
    return _event(context, what, "instead")


def _span(context: Context, phase: terms.Phase, whose: terms.Whose) -> Message:
    if isinstance(whose, terms.ControllerOf):
        return Message("bos.point.of", noun=Message(f"bos.point.{phase}"), player=player_phrase(whose, context))
    return Message(f"bos.point.{word(whose)}", noun=Message(f"bos.point.{phase}"))


def _event(context: Context, what: syntax.When, code: str) -> Message:
    happens = _happening(context, what.events)
    if isinstance(what.condition, terms.Not):
        return Message(f"bos.point.{code}_unless", event=happens, holds=predicate(context, what.condition.part))
    if what.condition:
        return Message(f"bos.point.{code}_if", event=happens, holds=predicate(context, what.condition))
    return Message(f"bos.point.{code}", event=happens)


def _happening(context: Context, events: tuple[syntax.When, ...]) -> Message:
    """Each with its subject; verbs alone, and those with one object, share theirs: "this attacks or blocks a boss"."""
    meeting = len({each.to for each in events}) == 1 and all(each.to and each.verb in MEETING for each in events)
    alone = all(each.to is None and each.least is None and not each.in_battle for each in events)
    if len({each.who for each in events}) > 1 or not (alone or meeting):
        return listed([_clause(context, each, _verb(context, each)) for each in events], "or")
    verbs = [_verb(context, each, same=meeting) for each in events[:-1]] + [_verb(context, events[-1])]
    return _clause(context, events[0], listed(verbs, "or"))


def _clause(context: Context, event: syntax.When, verb: Message) -> Message:
    return Message("bos.happens.clause", who=_party(context, event.who), verb=verb)


def _verb(context: Context, event: syntax.When, *, same: bool = False) -> Message:
    """What happens, with its object; `same` leaves the object to the verb behind it."""
    name, args = word(event.verb), _objects(context, event)
    if event.verb in OF_DAMAGE:
        name = "takes" if event.verb == "damaged" else "deals_to" if event.to else "deals"
    elif event.verb in TO_PILES:
        name, args = "put_away", {"pile": Message(f"bos.pile.{event.verb.removeprefix('to ')}")}
        name += {"": "", "aside": "_cast", "table": "_from"}.get(event.out_of, f"_from_{event.out_of}")
    elif event.verb in MEETING and event.to:
        name += "_same" if same else "_one"
    elif event.verb in FOUGHT and event.to:
        name += "_one"
    return Message(f"bos.happens.{name}{'_in_battle' if event.in_battle else ''}", **args)


def _objects(context: Context, event: syntax.When) -> dict[str, Arg]:
    noun = "damage" if event.verb in OF_DAMAGE else event.resource
    much = Message(f"bos.resource.{noun}")
    if event.least is not None:
        much = Message("bos.much.or_more", least=event.least, resource=much)
    if event.verb in OF_DAMAGE:
        return {"damage": much, "to": _party(context, event.to)} if event.to else {"damage": much}
    if event.resource:
        return {"much": much}
    if event.nth is not None and event.to:
        return {"what": Message("bos.which.nth", noun=_party(context, event.to), number=event.nth)}
    return {"what": _party(context, event.to)} if event.to else {}


def _party(context: Context, who: syntax.Party) -> Message:
    """Who takes part: any card that fits, hence "a summon"."""
    return things.one(context, who.filter) if isinstance(who, terms.Each) else things.thing(context, who, subject=True)


# Cost


def price(context: Context, cost: tuple[syntax.Cost, ...]) -> Message:
    return Message("bos.meaning.cost", costs=listed([_paid(context, item) for item in cost], "and"))


def _paid(context: Context, item: syntax.Cost) -> Message:
    match item:
        case syntax.PayAct(card):
            return Message("bos.pays.acts", who=things.thing(context, card, subject=True))
        case syntax.Pay(resource, terms.Has("you", same)) if resource == same:
            return Message("bos.pays.all", resource=Message(f"bos.resource.{resource}"))
        case syntax.Pay(resource, terms.Half(terms.Has("you", same)) as half) if resource == same:
            return Message("bos.pays.part", quantity=things.quantity(context, half))
        case syntax.Pay(resource, much):
            return Message("bos.pays.pays", much=things.amount(context, much, resource))
        case syntax.PayStrength(card, much):
            who, lost = things.thing(context, card, subject=True), things.amount(context, much, "strength")
            return Message("bos.pays.strength", who=who, much=lost)
        case syntax.PayCard("return", card, zone):
            pile = things.owners(card, zone or "graveyard")
            verb = "put" if zone == "graveyard" else "return"
            return Message(f"bos.pays.{verb}", what=things.thing(context, card), pile=pile)
    return Message(f"bos.pays.{word(item.deed)}", what=things.thing(context, item.what))


# What a text calls its cards


def context_of(text: syntax.Text, under: terms.Filter | None = None) -> Context:
    """What the phrases of this text must know about it; `under` is what its spell may lie under."""
    moments = (*text.moments, text.instead) if text.instead else text.moments
    host = text.enchant or under
    kinds = host.kinds if host else ()
    noun = Message(f"bos.noun.{kinds[0] if len(kinds) == 1 else 'card'}")
    return replace(
        Context(),
        text=text,
        host=Message("bos.thing.enchanted", noun=noun),
        other=other(moments),
        continuous=text.continuous,
        enchants=text.enchant is not None,
    )


def other(moments: tuple[syntax.Moment, ...]) -> Message:
    """What the other card of the event is called."""
    events = [event for what in moments if isinstance(what, syntax.When) for event in what.events]
    name = OTHERS.get(events[0].verb, "the other card") if len(events) == 1 else "the other card"
    return Message(f"bos.thing.{word(name.removeprefix('the '))}")
