"""The language of cards and amounts: "a red summon you control", "the number of spells in your graveyard"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.bos.cardtext.combinators import (
    CardName,
    Named,
    Refusal,
    any_of,
    maybe,
    meaning,
    once,
    saying,
    seq,
    some,
)
from engine.bos.cardtext.conditions.strength_bounds import (
    Parts,
    bounds_of,
    compared_with,
    cost_bounds,
    measured_as,
    of_cost,
    stronger_than,
)
from engine.bos.cardtext.grammar_words import (
    GONE,
    HELD,
    KINDS,
    THAT_PILE,
    THEY,
    YOURS,
    OwnName,
    Participant,
    Rest,
    ThatCard,
    fighters,
    owned,
    player,
    several,
)
from engine.bos.cardtext.space.positions import (
    NEIGHBOURS,
    across,
    chosen_columns,
    column_itself,
    columns_described,
    is_one_place,
    is_seen_from_some,
    nears,
    own_columns,
    part_of_filter,
    speaks_of_another,
)
from engine.bos.cardtext.targets.joining import alike, placed, places
from engine.bos.cardtext.targets.piles import pile as pile
from engine.bos.cardtext.targets.this_turn import befell
from engine.bos.cardtext.tree_walk import parts
from engine.bos.model import terms
from engine.messages import Message

# Filters

thing = Named("a card")
"""A card or cards."""
quantity = Named("an amount")


_adjective = meaning(
    {
        **{color: ("color", color) for color in ("red", "yellow", "blue")},
        **{f"non-{color}": ("not_color", color) for color in ("red", "yellow", "blue")},
        **{look: ("looks", (look,)) for look in ("ready", "acted", "enchanted", "attacking", "blocking")},
        "face-down | face down": ("looks", ("face-down",)),
        "face-up | face up": ("looks", ("face-up",)),
        "adjacent | neighbouring": ("near", terms.Near("beside", terms.This())),
        "opposing": ("column", "facing"),
        "other": ("other", True),
        "enemy": ("control", "an opponent"),
        "friendly": ("control", "you"),
        "strongest": ("extreme", "most"),
        "weakest": ("extreme", "least"),
    }
)


def _kinds(kind_groups: tuple[tuple[terms.Kind, ...], ...]) -> Parts:
    every = [kind for kinds in kind_groups for kind in kinds]
    if len(set(every)) < len(every):
        raise Refusal(Message("bos.card_text.type_twice"))
    return (("kinds", tuple(kind for kind in KINDS if kind in every)),)


_singular = meaning({**{kind: (kind,) for kind in KINDS}, "battler": ("summon", "boss")})
_plural = meaning(
    {"summons": ("summon",), "wizards": ("wizard",), "bosses": ("boss",), "spells": ("spell",)}
    | {"battlers": ("summon", "boss")}
)
_name = seq(lambda name: (("name", name),), CardName())
_one = any_of(
    seq(_kinds, some(_singular, "or")),
    seq(lambda kinds, name: (*_kinds((kinds,)), ("name", name)), _singular, "named", CardName()),
    seq(lambda name: (("name", name),), "card named", CardName()),
    meaning({"card": (), "enchantment": (("kinds", ("spell",)),), **fighters("attacker", "blocker")}),
    _name,
)
_many = any_of(
    seq(_kinds, some(_plural, saying("or", "and"))),
    seq(lambda kinds, name: (*_kinds((kinds,)), ("name", name)), _plural, "named", CardName()),
    seq(lambda name: (("name", name),), "cards named", CardName()),
    meaning({"cards": (), "enchantments": (("kinds", ("spell",)),), **fighters("attackers", "blockers")}),
)

_control = meaning({"control": "control", "controls": "controls"})


_SEVERAL = ("each opponent", "each player")
"""Players who "control" or, each of them, "controls"."""


def _controlled(who: terms.Player, verb: str) -> Parts:
    if who == "that player":
        return (("control", THEY),) if verb == "control" else (("control", who),)
    if who not in _SEVERAL and (verb == "control") != (who == "you"):
        raise Refusal(Message("bos.card_text.control_controls"))
    return (("control", who),)


def _controlled_by(who: terms.Player, verb: str) -> Parts:
    """ "That your opponent controls"."""
    if who == "that player":
        raise Refusal()
    return _controlled(who, verb)


def _owned(who: terms.Player, verb: str) -> Parts:
    if who not in _SEVERAL and (verb == "own") != (who == "you"):
        raise Refusal(Message("bos.card_text.own_owns"))
    return (("owner", who),)


_known_card = Named("a card")
"""A card that the text knows already."""
card = Named()
"""A card or cards, not joined with others."""
strength_bounds = bounds_of(quantity)
price_bounds = cost_bounds(quantity)
_measured_price = seq(of_cost, measured_as(quantity), maybe("vim"))
_left_out = Named("a card")
"""What is left out of a group."""
_LOOKS: tuple[terms.Look, ...] = ("ready", "acted", "face-down", "face-up", "enchanted", "attacking", "blocking")
seen_from = Named("a card")
"""A card from which others are seen: "adjacent to this"."""
one_column, many_columns = columns_described(seen_from)
chosen_column = once(chosen_columns(one_column, many_columns))
"""A column that somebody chooses."""
position = once(nears(seen_from, chosen_column))
"""Where a card is, seen from another one or from a column."""
block_column = once(column_itself(seen_from))
"""A column that attacks are blocked in."""
_where = any_of(
    seq(part_of_filter, position),
    seq(_controlled, player, _control),
    seq(_controlled_by, "that", player, _control),
    seq(_owned, player, meaning({"own": "own", "owns": "owns"})),
    seq(lambda place: place, saying("in", "from", "left in", "remaining in", "still in"), pile),
    meaning(
        {
            **own_columns,
            **{f"that is {look} | that are {look}": (("looks", (look,)),) for look in _LOOKS},
            "of yours": (("control", "you"),),
            "on the battlefield": (("zone", "table"),),
            "of theirs": (("control", THEY),),
            "in it | from it | among them | from among them | in that pile | from that pile": (("zone", THAT_PILE),),
            "other than this | besides this": (("other", True),),
            "with the most strength | with the highest strength": (("extreme", "most"),),
            "with the least strength | with the lowest strength": (("extreme", "least"),),
            "with an enchantment on it | with an enchantment under it": (("looks", ("enchanted",)),),
        }
    ),
    seq(lambda bounds: bounds, "with", any_of(strength_bounds, compared_with(_known_card, card), price_bounds)),
    seq(lambda bounds: bounds, "whose strength is", measured_as(quantity)),
    stronger_than(_known_card),
    seq(lambda bounds: bounds, saying("whose cost is", "that cost", "that costs"), _measured_price),
    seq(lambda bounds: bounds, saying("which cost", "which costs"), _measured_price),
    befell,
    seq(
        lambda look: (("looks", (look,)),),
        saying("that is", "that are", "which is", "which are"),
        meaning(
            {
                "ready": "ready",
                "acted": "acted",
                "enchanted": "enchanted",
                "face-down | face down": "face-down",
                "face-up | face up": "face-up",
            }
        ),
    ),
    seq(lambda what: (("besides", what),), saying("other than", "besides", "except"), _left_out),
    seq(
        lambda what: (("on", what),),
        saying("on", "under"),
        meaning(
            {
                "this | this summon | this wizard | this boss | this card": terms.This(),
                "it": terms.It(),
                "the target": terms.Target(),
                "the enchanted summon | the enchanted wizard | the enchanted boss | the enchanted card": terms.Host(),
            }
        ),
    ),
)


def _filter(adjectives: Parts, noun: Parts, places: tuple[Parts, ...]) -> terms.Filter:
    """One filter of all its parts; a part said twice or against another one is refused."""
    if any(is_seen_from_some(place) for place in places[:-1]) or any(map(_goes_on, places, places[1:])):
        raise Refusal()
    criteria: dict[str, Any] = {}
    for name, value in (*adjectives, *noun, *(part for place in places for part in place)):
        if name == "looks" and "looks" in criteria and value[0] not in criteria["looks"]:
            value = (*criteria.pop("looks"), *value)
        if name == "column" and {value, criteria.get("column")} == {"facing", "this"}:
            value = criteria.pop("column") and "facing"
        if name in criteria:
            raise Refusal(Message("bos.card_text.said_twice"))
        criteria[name] = value
    if "on" in criteria and criteria.get("kinds") != ("spell",):
        raise Refusal(Message("bos.card_text.enchantment_on"))
    if {"dear", "cheap"} & set(criteria) and criteria.get("kinds") != ("spell",):
        raise Refusal(Message("bos.card_text.price_in_vim"))
    if criteria.get("zone", "table") != "table" and not criteria.keys().isdisjoint(("control", "column", "near")):
        raise Refusal(Message("bos.card_text.in_pile"))
    return across(terms.Filter(**criteria))


def _goes_on(bounds: Parts, behind: Parts) -> bool:
    """Whether a place belongs to what is counted in front of it: "whose strength is the number of cards | in …"."""
    if not bounds or bounds[0][0] not in ("least", "most", "dear", "cheap"):
        return False
    said = {name for name, _ in behind}
    counted = [part for part in parts(tuple(value for _, value in bounds)) if isinstance(part, terms.Filter)]
    return bool(said & {"zone", "control"}) and any(meant.zone == "table" and not meant.control for meant in counted)


filter_one = Named("a kind of card")
filter_one.means(seq(_filter, some(_adjective, least=0), _one, some(_where, least=0)))
filter_many = Named("a kind of cards")
filter_many.means(seq(_filter, some(_adjective, least=0), _many, some(_where, least=0)))


def _held_filter(adjectives: Parts, noun: Parts, places: tuple[Parts, ...]) -> terms.Filter:
    """Summons and spells without a place are those in a castle or a spellbook (G-263)."""
    meant = _filter(adjectives, noun, places)
    placed = {name for name, _ in (*adjectives, *(part for place in places for part in place))}
    if placed & {"zone", "control", "looks", "column", "near", "past", "on"} or {"wizard", "boss"} & set(meant.kinds):
        return meant
    return replace(meant, zone=HELD)


_held_one = Named("a kind of card")
_held_one.means(seq(_held_filter, some(_adjective, least=0), _one, some(_where, least=0)))
_held_many = Named("a kind of cards")
_held_many.means(seq(_held_filter, some(_adjective, least=0), _many, some(_where, least=0)))


def others(meant: terms.Filter) -> terms.Filter:
    """The same without this card."""
    if meant.other:
        raise Refusal(Message("bos.card_text.other_twice"))
    return replace(meant, other=True)


# Things


def _the(meant: terms.Filter) -> terms.Choose:
    """ "the strongest summon": fits what there is only one of."""
    if "enchanted" in meant.looks or not (
        meant.extreme or is_one_place(meant) or meant.name or meant.kinds == ("boss",)
    ):
        raise Refusal(Message("bos.card_text.the_one"))
    return terms.Choose(meant)


def _the_many(meant: terms.Filter) -> terms.Each:
    """ "The summons adjacent to it": all that stand there."""
    if meant.near is None and not meant.column:
        raise Refusal()
    return terms.Each(meant)


def given_up(what: terms.Thing, whose: Any) -> terms.Thing:
    """What a player sacrifices stands on that player's side."""
    if not isinstance(what, terms.Choose | terms.Each) or what.filter.control or what.filter.zone != "table":
        return what
    return replace(what, filter=replace(what.filter, control=whose))


def _counted(count: int, meant: terms.Filter) -> terms.Choose:
    """ "Two adjacent summons" are adjacent to each other (G-350)."""
    if count > 1 and meant.near == NEIGHBOURS:
        return terms.Choose(replace(meant, near=None), count, count, together=True)
    if count > 1 and meant.column == "adjacent":
        raise Refusal()
    return terms.Choose(meant, count, count)


def _neighbours(count: int, meant: terms.Filter) -> terms.Choose:
    """ "Two adjacent summons an opponent controls"."""
    if count == 1 or meant.near or meant.column:
        raise Refusal()
    return terms.Choose(meant, count, count, together=True)


def _up_to(count: int, meant: terms.Filter) -> terms.Choose:
    return terms.Choose(meant, 0, count)


def _only_one(count: int) -> int:
    if count != 1:
        raise Refusal()
    return count


def _of_one(meant: terms.Filter) -> terms.Thing:
    """ "each opponent's boss" are several; of "each opponent's weakest summon" there is one in a duel."""
    if meant.extreme and meant.control == "each opponent":
        return terms.Choose(replace(meant, control="an opponent"))
    return terms.Each(meant) if meant.control in ("each opponent", "each player") else terms.Choose(meant)


their_one = once(owned(filter_one))
"""A card by whose it is: "your boss"; the value is its filter."""
theirs = once(owned(filter_many))
"""Cards by whose they are: "an opponent's summons"."""
owned_one = any_of(
    their_one,
    seq(lambda meant: meant, "one of", theirs),
    seq(others, saying("another of", "another one of"), theirs),
)
"""One card by whose it is, in events and conditions: "your boss", "one of an opponent's summons"."""
_defeater = seq(
    lambda kinds: Participant("defeater", kinds),
    saying("the"),
    any_of(
        seq(lambda kinds: tuple(kind for group in kinds for kind in group), some(_singular, "or")),
        meaning({"card": ()}),
    ),
    saying("that defeated it", "that defeated this", "that defeated that summon", "which defeated it"),
)
_known_words = meaning(
    {
        "this | this summon | this wizard | this boss | this card | this spell": terms.This(),
        "it": terms.It(),
        "each of them | both of them | all of them | each of those summons": terms.Them(),
        "them | those summons | those bosses | those wizards | those cards": terms.Them(),
        **{f"{that} {kind}": ThatCard((kind,)) for kind in KINDS for that in ("that", "the chosen")},
        "that card | the chosen card": ThatCard(),
        "that battler": ThatCard(("summon", "boss")),
        "the chosen summons | the chosen wizards | the chosen cards | the chosen spells": terms.Them(),
        "the target | the target of the attack": terms.Target(),
        "the enchanted summon | the enchanted wizard | the enchanted boss": terms.Host(),
        "the enchanted card | the enchanted battler": terms.Host(),
        "enchanted summon | enchanted wizard | enchanted boss": terms.Host(),
        "the defeated | the defeated card | the defeated summon | the defeated boss": Participant("defeated"),
        "the blocker | the blocking summon | the blocking card": Participant("blocker"),
        "the attacker | the attacking summon | the attacking card": Participant("attacker"),
        "the defender | the defending summon | the defending boss | the defending card": Participant("defender"),
        "the summoned card | the summoned summon | the conducted summon": Participant("summoned"),
        "the other card | the other summon in the battle | the card it battled | the summon it battled": terms.Other(),
        "the card it was battling | the summon it was battling": terms.Other(),
        **{f"the {way} {kind}": ThatCard((kind,), gone=way) for kind in KINDS for way in GONE},
        "the rest | the others | all others | all the others | all the rest | all of the rest": Rest(),
        "the other summons | the rest of them | all of the others | every other one | each of the others": Rest(),
    }
)


_known = any_of(_known_words, _defeater)
_left_out.means(_known_words)


def _chosen_by_them(build: Any) -> Any:
    """ "A spell of their choice from their spellbook"."""
    return lambda *said: terms.Choose(build(*said), by=THEY)


def _chosen_by_you(what: terms.Thing) -> terms.Choose:
    """ "A spell of your choice from an opponent's spellbook"."""
    if not isinstance(what, terms.Choose):
        raise Refusal()
    return replace(what, by=YOURS)


def _chosen(one: Any, many: Any, build: Any) -> tuple[Any, ...]:
    """All the ways to say how many of which cards, and who chooses them."""
    own, all_own = once(owned(one)), once(owned(many))
    adjectives = seq(lambda said: said, saying("a", "an"), some(_adjective, least=0))
    return (
        seq(_chosen_by_them(build), adjectives, _one, "of their choice", some(_where, least=0)),
        seq(
            lambda *said: _chosen_by_you(terms.Choose(build(*said))),
            adjectives,
            _one,
            "of your choice",
            some(_where, least=0),
        ),
        seq(_chosen_by_you, seq(lambda meant: terms.Choose(others(meant)), "another", one), "of your choice"),
        seq(_chosen_by_you, seq(_counted, several, many), "of your choice"),
        seq(_chosen_by_you, seq(_of_one, own), "of your choice"),
        seq(terms.Choose, saying("a", "an", "any"), one),
        seq(lambda meant: terms.Choose(others(meant)), "another", one),
        seq(terms.Each, saying("each", "every"), one),
        seq(_the, "the", one),
        seq(_the_many, "the", many),
        seq(_of_one, own),
        seq(terms.Each, "all", many),
        seq(terms.Each, saying("all", "all of", "each of", "every one of"), all_own),
        seq(terms.Each, all_own),
        seq(terms.Choose, saying("one of", "any one of", "any of"), all_own),
        seq(lambda meant: terms.Choose(others(meant)), saying("another of", "another one of"), all_own),
        seq(_counted, several, "of", all_own),
        seq(_up_to, "up to", several, "of", all_own),
        seq(lambda meant: terms.Choose(meant, 0, None), "any number of", all_own),
        seq(_counted, maybe("each of"), several, maybe("different"), many),
        seq(_neighbours, several, saying("adjacent", "neighbouring"), filter_many),
        seq(lambda count, meant: terms.Choose(meant), seq(_only_one, several), one),
        seq(_up_to, saying("up to", "each of up to"), several, many),
        seq(lambda count, meant: terms.Choose(meant, 0, 1), "up to", seq(_only_one, several), one),
        seq(lambda meant: terms.Choose(meant, 0, None), "any number of", many),
    )


_known_card.means(_known)
seen_from.means(
    _known,
    *(seq(terms.Each, word, filter_one) for word in ("a", "an", "any")),
    seq(lambda meant: terms.Each(others(meant)), "another", filter_one),
    seq(terms.Each, saying("one of", "any of"), theirs),
    seq(terms.Each, their_one),
    seq(_the, "the", filter_one),
)
card.means(_known, *_chosen(filter_one, filter_many, _filter), seq(OwnName, CardName()))
_held_card = Named()
_held_card.means(_known, *_chosen(_held_one, _held_many, _held_filter), seq(OwnName, CardName()))
_person = seq(terms.Who, player)


def _both(some_parts: tuple[terms.Thing, ...], last: terms.Thing) -> terms.Both:
    return terms.Both((*some_parts, last))


def _one_of(some_parts: tuple[terms.Thing, ...], last: terms.Thing) -> terms.Thing:
    parts = (*some_parts, last)
    kinds = alike(parts)
    return terms.Choose(kinds) if kinds else terms.OneOf(parts)


def _shared(build: Any) -> Any:
    """The other way to read "a summon and a boss you control": what stands behind the last one is said of all."""

    def built(some_parts: tuple[terms.Thing, ...], last: terms.Thing) -> terms.Thing:
        behind = places(last)
        if not behind or speaks_of_another(last):
            raise Refusal()
        group: terms.Thing = build(tuple(placed(part, behind) for part in some_parts), last)
        return group

    return built


def _joined(part: Any) -> tuple[Any, ...]:
    """One part, or several with "and" or "or"."""
    rules = [seq(build, some(part, ","), "and", part) for build in (_both, _shared(_both))]
    rules += [seq(build, some(part, ","), "or", part) for build in (_one_of, _shared(_one_of))]
    return (part, *rules)


thing.means(*_joined(card))
discarded = Named("a card")
"""A card or cards that are discarded; those without a place lie in a castle or spellbook, nobody says yet whose."""
discarded.means(*_joined(_held_card))
anyone = Named("a card or a player")
"""Cards, players, or both."""
anyone.means(
    *_joined(any_of(card, _person, chosen_column)),
    seq(
        lambda meant, who: terms.OneOf((terms.Choose(meant), terms.Who(who))),
        saying("a", "an", "any"),
        filter_one,
        meaning({"or player": "a player", "or opponent": "an opponent"}),
    ),
)
