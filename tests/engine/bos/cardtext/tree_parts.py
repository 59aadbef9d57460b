"""Parts of trees as hypothesis makes them: filters, things, quantities, conditions, moments, costs and deeds."""

from dataclasses import replace
from typing import get_args

from hypothesis import strategies as st

from engine.bos.cardtext.printer_targets import thing
from engine.bos.cardtext.printer_words import Scene, Unsayable
from engine.bos.model import syntax, terms

just, one_of, none = st.just, st.one_of, st.none
THIS, IT, THEM = terms.This(), terms.It(), terms.Them()
NAMES = ("Ember Adept", "Oak of Nine Rings", "Ebb and Return", "Drake of Cold Slag", "Forest Sage")
AN_OPPONENT, YOU = terms.Who("an opponent"), terms.Who("you")

players = st.sampled_from(["you", "an opponent", "each opponent"])
resources = st.sampled_from(["life", "vim", "ether"])
small = st.integers(1, 12)
numbers = small.map(terms.Number)
names = st.sampled_from(NAMES)
untils = st.sampled_from(get_args(syntax.Until))


def maybe(values):
    return one_of(none(), values)


# Filters

table_kinds = st.sampled_from([("summon",), ("boss",), ("summon", "boss"), ("wizard",), ("summon",), ()])
pile_kinds = st.sampled_from([("summon",), ("spell",), ()])


@st.composite
def colors(draw):
    """A colour that is asked for or one that is not, or neither."""
    color = draw(st.sampled_from(["", "", "red", "yellow", "blue"]))
    return {draw(st.sampled_from(["color", "not_color"])): color} if color else {}


@st.composite
def bounds(draw):
    """Bounds of strength; both together are numbers, the lower one first."""
    low, high = sorted(draw(st.tuples(small, small)))
    kind = draw(st.integers(0, 7))
    if kind > 3:
        return {}
    if kind == 3:
        measured = draw(one_of(just(terms.X()), numbers, just(terms.Strength(THIS)), just(terms.Has("you", "vim"))))
        return {draw(st.sampled_from(["least", "most"])): measured}
    return [
        {"least": terms.Number(low)},
        {"most": terms.Number(high)},
        {"least": terms.Number(low), "most": terms.Number(high)},
    ][kind] | ({"base": True} if draw(st.booleans()) else {})


PLACES_SEEN = (
    terms.Near("column", terms.Column("left")),
    terms.Near("facing", terms.Each(terms.Filter(("summon",), control="you"))),
    terms.Near("beside", terms.Each(terms.Filter(("summon",), color="blue"))),
    terms.Near("front", terms.Each(terms.Filter(("wizard",), looks=("face-up",)))),
)


@st.composite
def extras(draw, kind):
    """One or two more things that a filter asks; most filters ask nothing more."""
    strong = kind != ("wizard",)
    looks = ("ready", "acted", "enchanted") if strong else ("face-down", "face-up", "ready")
    kinds = {
        "color": colors(),
        "looks": st.sampled_from(looks).map(lambda look: {"looks": (look,)}),
        "owner": st.sampled_from(["you", "an opponent"]).map(lambda owner: {"owner": owner}),
        "name": names.map(lambda name: {"name": name}),
        "bounds": bounds(),
        "extreme": st.sampled_from(["most", "least"]).map(lambda word: {"extreme": word}),
        "past": st.builds(
            lambda word, no: {"past": word, "past_no": no}, st.sampled_from(["attacked", "was summoned"]), st.booleans()
        ),
        "near": st.sampled_from(PLACES_SEEN).map(lambda near: {"near": near}),
        "column": st.sampled_from(["adjacent", "this", "facing", "front"]).map(lambda word: {"column": word}),
    }
    left_out = {"column", "near"} if kind != ("summon",) else set()
    left_out |= {"name"} if len(kind) > 1 else set()
    left_out |= set() if strong else {"bounds", "extreme", "past"}
    asked = draw(st.lists(st.sampled_from(sorted(set(kinds) - left_out)), max_size=2, unique=True))
    return {name: value for question in asked for name, value in draw(kinds[question]).items()}


@st.composite
def table_filters(draw, kinds=table_kinds, control=None, other=True):
    """Cards on the battlefield."""
    kind = draw(kinds)
    who = draw(maybe(players) if control is None else control)
    more = draw(one_of(just({}), extras(kind)))
    return terms.Filter(kinds=kind, control=who, other=other and draw(st.integers(0, 4)) == 4, **more)


@st.composite
def pile_filters(draw, zones=("castle", "spellbook", "graveyard")):
    """Cards in a pile."""
    zone = draw(st.sampled_from(zones))
    owner = draw(st.sampled_from(["you", "you", "an opponent", None]))
    kinds = {"castle": just(("summon",)), "spellbook": just(("spell",))}.get(zone, pile_kinds)
    return terms.Filter(kinds=draw(kinds), zone=zone, owner=owner, **draw(colors()))


# Things

counts = st.sampled_from([(1, 1), (1, 1), (2, 2), (3, 3), (0, 1), (0, 2), (0, None)])


@st.composite
def choices(draw, filters=None, how_many=counts):
    low, high = draw(how_many)
    meant = draw(filters if filters is not None else table_filters())
    if low > 1 and meant.column == "adjacent":
        meant = replace(meant, column="")
    return terms.Choose(meant, low, high)


def cards(filters=None):
    """Cards of a deed that names nothing said before."""
    filters = table_filters() if filters is None else filters
    single = choices(filters)
    pair = st.lists(filters.map(terms.Each), min_size=2, max_size=2).map(lambda parts: terms.Both(tuple(parts)))
    several = pair.filter(printable)
    return one_of(single, single, single, filters.map(terms.Each), just(THIS), several)


def printable(several):
    """Not where a place behind the last thing could be meant of all."""
    try:
        return bool(thing(Scene(), several))
    except Unsayable:
        return False


either = st.tuples(choices(how_many=just((1, 1))), just(terms.Who("a player"))).map(terms.OneOf)
people = st.sampled_from(
    [YOU, AN_OPPONENT, terms.Who("each opponent"), terms.Who("a player"), terms.Who("each player")]
)


# Quantities

counted = one_of(table_filters(), pile_filters())
measures = one_of(
    counted.map(terms.Count),
    table_filters(kinds=just(("summon",))).map(terms.TotalStrength),
    st.builds(terms.Strength, st.sampled_from([THIS]), st.booleans()),
    st.builds(terms.Has, st.sampled_from(["you", "an opponent"]), resources),
    just(terms.Occurred(terms.Filter(("spell",), control="you"), "was cast")),
    just(terms.Occurred(terms.Filter(("summon",)), "was defeated")),
)
amounts = one_of(
    numbers,
    numbers,
    numbers,
    just(terms.X()),
    st.builds(terms.Times, numbers, counted.map(terms.Count)),
    st.builds(
        terms.Times, st.sampled_from([2, 3]).map(terms.Number), measures.filter(lambda m: type(m) is not terms.Count)
    ),
    st.builds(terms.Half, measures, st.booleans()),
    measures,
    st.builds(terms.Sum, measures, one_of(measures, numbers)),
    st.builds(terms.Minus, measures, measures, st.booleans()),
    st.builds(terms.Capped, measures, small),
    st.builds(
        lambda each, most: terms.Capped(each, most), st.builds(terms.Times, numbers, counted.map(terms.Count)), small
    ),
)


# What must hold

asked = table_filters(control=none(), other=False)
ranges = st.sampled_from([(1, None), (2, None), (5, None), (None, 0), (None, 2), (2, 2), (1, 1), (2, 4)])
lines = st.sampled_from([(1, None), (10, None), (None, 0), (None, 3), (4, 4), (2, 9)])


@st.composite
def ranged(draw, made, spans, *values):
    least, most = draw(spans)
    return made(*[draw(value) for value in values], least=least, most=most)


@st.composite
def left(draw):
    least, most = draw(ranges)
    zone = draw(st.sampled_from(["castle", "spellbook", "graveyard"]))
    kinds = {"castle": ["summon"], "spellbook": ["spell"]}.get(zone, [None, "summon", "spell"])
    return terms.Left(draw(st.sampled_from(["you", "an opponent"])), zone, draw(st.sampled_from(kinds)), least, most)


is_so = one_of(
    st.builds(
        terms.IsSo,
        just(THIS),
        st.sampled_from(["ready", "acted", "enchanted"]).map(lambda look: terms.Filter(looks=(look,))),
        st.booleans(),
    ),
    st.builds(terms.IsSo, just(THIS), small.map(lambda n: terms.Filter(least=terms.Number(n))), st.booleans()),
    st.builds(
        terms.IsSo, just(THIS), st.sampled_from(["attacked", "was summoned"]).map(lambda p: terms.Filter(past=p))
    ),
)
pasts = st.sampled_from(get_args(terms.Past))
pasts_of_cards = pasts.filter(lambda past: past != "was cast")
doers_of_deeds = table_filters(kinds=just(("summon",))).map(lambda meant: replace(meant, past=None, past_no=False))
some = st.sampled_from(["you", "an opponent"])
casts = st.builds(lambda color, who: terms.Filter(("spell",), control=who, **color), colors(), maybe(some))
totals = st.builds(terms.TurnTotal, some, st.sampled_from(["gains", "loses", "spends"]), resources) | st.builds(
    terms.TurnTotal, some, just("takes")
)
relations = st.sampled_from(["more", "less", "at least", "at most", "equal"])
simple = one_of(
    ranged(terms.Controls, ranges, some, asked),
    st.builds(terms.MoreCards, just("you"), asked, just("an opponent")),
    ranged(terms.Holds, lines, some, resources),
    st.builds(terms.HasMore, just("an opponent"), resources, just("you"), st.booleans()),
    is_so,
    st.builds(terms.Attacked, some, small),
    left(),
    st.builds(terms.YourTurn, st.booleans(), maybe(st.integers(1, 23))),
    st.builds(terms.Happened, doers_of_deeds, pasts_of_cards, st.booleans()),
    st.builds(terms.Happened, doers_of_deeds, pasts_of_cards, just(False), st.integers(2, 5)),
    st.builds(terms.Happened, casts, just("was cast"), st.booleans()),
    st.builds(terms.Compared, totals, st.sampled_from(["at least", "equal"]), numbers),
    st.builds(terms.Compared, just(terms.TotalStrength(terms.Filter(("summon",)))), relations, measures),
    st.builds(terms.Compared, asked.map(terms.Count), st.sampled_from(["at least", "equal"]), numbers),
)  # fmt: skip
parts = st.lists(simple, min_size=2, max_size=3).map(tuple)
predicates = one_of(simple, simple, simple, parts.map(terms.All), parts.map(terms.AnyOf))
held_or_not = one_of(predicates, predicates, predicates.map(terms.Not))


# When

phases = st.sampled_from(["startup", "summoning", "main", "ending"])
whose = st.sampled_from(["your", "an opponent's", "each player's"])
spans = st.builds(syntax.During, st.sampled_from(["main", "main", "turn", "summoning"]), whose)
points = one_of(
    spans,
    st.builds(syntax.At, st.sampled_from(["start", "middle", "end"]), phases, whose),
    st.builds(syntax.At, st.sampled_from(["start", "end"]), just("turn"), whose),
)
parties = one_of(just(THIS), just(THIS), table_filters(kinds=st.sampled_from([("summon",), ("boss",)])).map(terms.Each))
doers = st.sampled_from([YOU, AN_OPPONENT, terms.Who("a player")])
conditions = maybe(held_or_not)
spells = st.builds(lambda color: terms.Filter(("spell",), **color), colors()).map(terms.Each)
summons = st.builds(lambda color: terms.Filter(("summon",), **color), colors()).map(terms.Each)


def one_or_another(events):
    """One event or another; what must hold belongs to the first."""
    bare = dict.fromkeys(replace(event, condition=None) for event in events)
    first, *also = bare
    return replace(first, condition=events[0].condition, also=tuple(also))


CARD_VERBS = ("summoned", "attacked", "blocked", "readied", "acts", "moves", "enchanted", "leaves")
events = one_of(
    st.builds(syntax.When, parties, st.sampled_from(CARD_VERBS), condition=conditions),
    st.builds(syntax.When, parties, just("defeated"), in_battle=st.booleans(), condition=conditions),
    st.builds(syntax.When, parties, just("attacks"), to=maybe(one_of(parties, doers)), condition=conditions),
    st.builds(syntax.When, parties, st.sampled_from(["blocks", "battles"]), to=maybe(parties), condition=conditions),
    st.builds(syntax.When, just(THIS), just("defeats"), to=summons, in_battle=st.booleans(), condition=conditions),
    st.builds(syntax.When, parties, just("deals damage"), to=maybe(one_of(parties, doers)), least=maybe(small)),
    st.builds(syntax.When, one_of(parties, doers), just("damaged"), least=maybe(small), in_battle=st.booleans()),
    st.builds(syntax.When, doers, just("casts"), to=spells, condition=conditions),
    st.builds(syntax.When, doers, just("summons"), to=summons, condition=conditions),
    st.builds(syntax.When, doers, just("casts"), to=spells, condition=conditions, nth=st.integers(1, 12)),
    st.builds(syntax.When, doers, just("discards"), to=spells),
    st.builds(
        syntax.When, doers, st.sampled_from(["gains", "loses", "spends"]), resource=resources, least=maybe(small)
    ),
)
single_events = events
events = one_of(
    single_events, single_events, single_events, st.lists(single_events, min_size=2, max_size=3).map(one_or_another)
)


# Costs

vim = one_of(small.map(terms.Number), just(terms.X()))
own_wizards = table_filters(kinds=just(("wizard",)), control=just("you"))
own = table_filters(kinds=just(("summon",)), control=just("you"))
one = just((1, 1))
givings = one_of(
    st.builds(syntax.PayAct, one_of(just(THIS), choices(own, one))),
    st.builds(syntax.Pay, resources, vim),
    st.builds(syntax.PayCard, just("defeat"), choices(own, st.sampled_from([(1, 1), (2, 2)]))),
    st.builds(syntax.PayCard, just("discard"), choices(pile_filters(zones=("spellbook", "castle")), one)),
    st.builds(syntax.PayCard, just("return"), one_of(just(THIS), choices(own, one)), just("castle")),
    st.builds(syntax.PayCard, just("turn face-down"), choices(own_wizards, one)),
    st.builds(syntax.PayStrength, just(THIS), numbers),
    resources.map(lambda resource: syntax.Pay(resource, terms.Has("you", resource))),
    resources.map(lambda resource: syntax.Pay(resource, terms.Half(terms.Has("you", resource), up=True))),
    just(syntax.PayCard("remove", terms.Choose(terms.Filter(("spell",), on=THIS)))),
)  # fmt: skip
prices = st.lists(givings, max_size=2, unique=True).map(tuple)


# Deeds

table = cards()
single = choices(table_filters(), one)
summon = choices(table_filters(kinds=just(("summon",))), one)
wizards = choices(table_filters(kinds=just(("wizard",)), other=False), one)
edicts = st.builds(
    lambda made, meant, by: made(terms.Choose(meant, by=by)),
    st.sampled_from([syntax.Defeat, syntax.Act, syntax.Ready]),
    table_filters(kinds=just(("summon",)), control=just("that player")),
    st.sampled_from(["an opponent", "each opponent", "each player"]),
)
CARD_BANS = (
    "attack", "block", "act", "ready", "be attacked", "be blocked", "be enchanted", "be defeated",
    "be damaged", "attack cards", "be chosen", "be chosen by an opponent", "be returned", "move",
    "lose strength", "be defeated in battle", "be damaged in battle", "have abilities",
)  # fmt: skip
COMBAT_RULES = (
    "must attack", "attack past summons", "block anywhere", "must block", "must be blocked", "attack twice",
)  # fmt: skip
sides = table_filters(other=False).map(terms.Each)
TWO_SIDED = ("attack", "block", "be attacked", "be blocked", "be defeated", "be damaged", "be chosen")
PLAYER_BANS = ("cast spells", "conduct", "gain life", "gain vim", "gain ether")
enchantment_spells = st.builds(lambda who: terms.Choose(terms.Filter(("spell",), control=who)), maybe(players))
fallen = choices(pile_filters(zones=("graveyard", "castle")), one)
fallen_summons = fallen.map(lambda made: replace(made, filter=replace(made.filter, kinds=("summon",))))
UNDUE = (syntax.Cannot, syntax.CombatRule, syntax.Toll, syntax.DamageChange)
"""What nobody can be obliged to do."""
spots = st.sampled_from(
    [
        terms.Near("column", terms.Column("middle")),
        terms.Near("front", terms.Each(terms.Filter(("wizard",), control="you"))),
        terms.Near("beside", terms.Each(terms.Filter(("summon",), color="red"))),
    ]
)
bans = one_of(
    st.builds(syntax.Cannot, table, st.sampled_from(CARD_BANS), untils),
    st.builds(syntax.Cannot, table, st.sampled_from(TWO_SIDED), untils, sides, st.booleans()),
    st.builds(syntax.Cannot, people, st.sampled_from(PLAYER_BANS), untils),
    st.builds(syntax.CombatRule, table, st.sampled_from(COMBAT_RULES), untils),
    st.builds(syntax.CombatRule, table, just("must attack"), untils, just(THIS)),
    st.builds(syntax.Cannot, table, just("ready in startup"), untils),
    st.builds(syntax.Cannot, table, just("ready in next startup")),
    st.builds(syntax.Cannot, table, st.sampled_from(["attack", "block"]), untils, most=small),
    st.builds(syntax.Cannot, people, st.sampled_from(["cast spells", "conduct"]), untils, most=small),
    st.builds(syntax.Cannot, people, st.sampled_from(["attack with", "block with"]), untils, sides, most=small),
    st.builds(syntax.Toll, table, just("attack"), small, resources, untils, maybe(sides)),
    st.builds(syntax.DamageChange, table, small, st.booleans(), st.booleans(), st.booleans(), until=untils),
    st.builds(syntax.DamageChange, table, half=st.sampled_from(["down", "up"]), other=maybe(sides), until=untils),
)
quoted = st.builds(
    lambda deed, when, must: syntax.Text((syntax.Step(deed),), (when,), must=must),
    st.sampled_from([syntax.Gain(YOU, terms.Number(1), "life"), syntax.Ready(THIS)]),
    st.builds(syntax.When, just(THIS), st.sampled_from(["attacks", "blocks", "defeated"])),
    st.booleans(),
)
seats = st.sampled_from(["you", "an opponent", "each player"])
ends = untils.filter(bool)
"""Without an end, what a card has in a phase would be said like what it gains there."""
deeds = one_of(
    st.builds(syntax.Grant, table, quoted, ends),
    st.builds(syntax.Borrow, just(THIS), fallen_summons, ends),
    st.builds(syntax.BecomeCopy, summon, fallen_summons, untils),
    just(syntax.CarryOut(terms.Choose(terms.Filter(("spell",), owner="you", zone="graveyard")))),
    st.builds(syntax.Gain, table, amounts, just("strength"), st.booleans(), untils),
    st.builds(syntax.Gain, people, amounts, resources, st.booleans()),
    st.builds(syntax.Damage, one_of(table, people, either), amounts),
    st.builds(syntax.Damage, one_of(table, people), numbers, single),
    st.builds(syntax.Damage, one_of(table, people), amounts, taken=just(True)),
    st.builds(syntax.Scale, people, resources, st.booleans()),
    st.builds(syntax.Become, people, resources, numbers),
    st.builds(syntax.Become, just(THIS), just("strength"), numbers, untils),
    st.builds(syntax.Spend, people, vim, resources),
    st.builds(syntax.Select, one_of(single, either, choices(table_filters(), just((2, 2))))),
    st.builds(syntax.Scale, one_of(just(THIS), single), just("strength"), st.booleans()),
    st.builds(syntax.Ready, table),
    st.builds(syntax.Act, table),
    st.builds(syntax.Defeat, table),
    edicts,
    st.builds(syntax.Turn, wizards, st.booleans()),
    st.builds(syntax.Move, summon, st.sampled_from(["adjacent", "open"])),
    st.builds(syntax.Swap, summon, summon),
    st.builds(syntax.Swap, choices(table_filters(kinds=just(("summon",))), just((2, 2)))),
    st.builds(syntax.Exchange, choices(table_filters(kinds=just(("summon",))), just((2, 2))), just("strength")),
    st.builds(syntax.Exchange, summon, just("strength"), summon),
    st.builds(syntax.Exchange, just(YOU), resources, just(AN_OPPONENT)),
    st.builds(syntax.Move, summon, just("open"), spots),
    st.builds(syntax.Bring, fallen, st.sampled_from(["ready", "acted"]), just(False), spots),
    st.builds(syntax.Turn, choices(table_filters(kinds=just(("wizard", "boss")), other=False)), st.booleans()),
    st.builds(syntax.Put, table, just("graveyard")),
    st.builds(syntax.Put, cards(table_filters(kinds=st.sampled_from([("summon",), ()]))), just("castle")),
    st.builds(syntax.Put, choices(table_filters(kinds=just(("spell",))), one), just("spellbook")),
    st.builds(syntax.Put, choices(pile_filters(zones=("castle",)), one), just("castle")),
    st.builds(syntax.Put, choices(table_filters(kinds=just(()))), just("spellbook")),
    st.builds(syntax.Put, choices(pile_filters(zones=("spellbook", "castle")), one), just("graveyard"), just(True)),
    st.builds(syntax.Unenchant, table),
    st.builds(syntax.Unenchant, maybe(summon), enchantment_spells),
    st.builds(syntax.Conduct, maybe(table_filters(kinds=just(("wizard",)), control=none(), other=False))),
    st.builds(syntax.Bring, fallen, st.sampled_from(["ready", "acted"]), st.booleans()),
    st.builds(syntax.Prevent, one_of(table, people), maybe(small), untils),
    bans,
    just(syntax.EndTurn()),
    just(syntax.EndAttack()),
    st.builds(syntax.Retarget, one_of(just(THIS), summon)),
    st.builds(
        syntax.Control,
        one_of(just(THIS), choices(table_filters(kinds=just(("summon",))), just((1, 1)))),
        untils.filter(lambda until: until != "on the battlefield"),
        st.sampled_from(["you", "an opponent"]),
    ),
    st.builds(syntax.Lose, st.sampled_from(["you", "an opponent"])),
    st.builds(syntax.TakeTurn, st.sampled_from(["you", "an opponent"])),
    st.builds(syntax.Skip, seats, st.sampled_from(["startup", "summoning", "main"]), st.booleans()),
    st.builds(syntax.Skip, seats, just("turn")),
)  # fmt: skip
linked = st.sampled_from([syntax.Ready(IT), syntax.Defeat(IT), syntax.Gain(IT, terms.Number(1), "strength")])
linked_to_all = st.sampled_from([syntax.Ready(THEM), syntax.Gain(THEM, terms.Number(1), "strength")])
