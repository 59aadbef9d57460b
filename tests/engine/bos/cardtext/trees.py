"""Trees as hypothesis makes them: only what the card language can say, and in the form the reader gives them."""

from dataclasses import replace

from hypothesis import strategies as st

from engine.bos.model import syntax, terms
from tests.engine.bos.cardtext.tree_forms import bindable, is_possible, with_words_bound
from tests.engine.bos.cardtext.tree_parts import (
    AN_OPPONENT,
    CARD_BANS,
    COMBAT_RULES,
    IT,
    PLAYER_BANS,
    THIS,
    UNDUE,
    YOU,
    amounts,
    asked,
    colors,
    deeds,
    events,
    held_or_not,
    just,
    linked,
    linked_to_all,
    maybe,
    none,
    numbers,
    one_of,
    parties,
    people,
    players,
    points,
    prices,
    resources,
    simple,
    small,
    some,
    spans,
    spells,
    table_filters,
    untils,
)

# Whole texts


@st.composite
def waiting(draw):
    """A step that waits for a moment, or for an event until another moment."""
    deed = draw(deeds.filter(lambda deed: not isinstance(deed, UNDUE)))
    if draw(st.booleans()):
        turn = st.sampled_from(["your", "an opponent's", "each player's"])
        last = st.builds(syntax.At, just("end"), just("turn"), turn)
        more = {"later": draw(st.booleans())}
        if not more["later"] and draw(st.booleans()):
            whose = st.sampled_from(["your", "an opponent's"])
            when = draw(st.builds(syntax.At, just("start"), st.sampled_from(["startup", "main"]), whose))
        else:
            when = draw(last)
            more = more if when.whose == "each player's" else {"later": True}
    else:
        when = draw(events)
        more = {"until": draw(untils)}
        more["again"] = bool(more["until"]) and draw(st.booleans())
    return syntax.Step(syntax.Delay(when, (syntax.Step(deed),), **more))


@st.composite
def step_lists(draw):
    """One to three steps; only one that follows another asks whether that one happened, or says "it"."""
    steps = [draw(st.builds(syntax.Step, deeds, only=maybe(simple), unless=none()))]
    steps = (
        steps
        if steps[0].only
        else [draw(st.builds(syntax.Step, just(steps[0].deed), st.booleans(), none(), maybe(simple)))]
    )
    named = getattr(steps[0].deed, "what", None)
    if isinstance(named, terms.Choose) and draw(st.booleans()):
        after = linked if named.high == 1 else linked_to_all
        steps.append(draw(st.builds(syntax.Step, after)))
    elif draw(st.integers(0, 3)) == 0:
        steps.append(draw(waiting()))
    elif draw(st.booleans()):
        steps.append(draw(st.builds(syntax.Step, deeds, did=just(True) if steps[0].may else none())))
        if steps[0].may and draw(st.booleans()):
            steps.append(draw(st.builds(syntax.Step, deeds, did=just(False))))
    return tuple(tame(step) for step in steps)


def tame(step):
    """A prohibition leaves no choice whether it is obeyed."""
    return syntax.Step(step.deed, False, step.only, step.unless, step.did) if isinstance(step.deed, UNDUE) else step


@st.composite
def choosing(draw):
    """ "Choose one" of two or three ways, after a step or not, some ways with two steps."""
    first = [syntax.Step(draw(deeds))] if draw(st.booleans()) else []
    ways = [draw(st.integers(1, 2)) for _ in range(draw(st.integers(2, 3)))]
    return (*first, *(syntax.Step(draw(deeds), mode=mode) for mode, count in enumerate(ways, 1) for _ in range(count)))


@st.composite
def moments(draw):
    """At most one point, one state and one event, in this order."""
    point, held, event = draw(maybe(points)), draw(maybe(held_or_not)), draw(maybe(events))
    said = (point, syntax.While(held) if held else None, event)
    return tuple(part for part in said if part) or (syntax.During("main"),)


@st.composite
def activated(draw):
    """What is used, or happens, once: with its conditions and costs."""
    must = draw(st.booleans())
    modes = draw(st.integers(0, 4)) == 0
    steps = draw(choosing() if modes else step_lists())
    limit = draw(st.sampled_from(["", "", "turn", "game"]))
    return syntax.Text(
        steps=steps,
        moments=draw(moments()),
        cost=draw(prices),
        must=must and (modes or any(not step.may and not isinstance(step.deed, UNDUE) for step in steps)),
        limit=limit,
        modes=max(step.mode or 0 for step in steps) if modes else 0,
    )


bare_spells = step_lists().map(lambda steps: syntax.Text((replace(steps[0], only=None), *steps[1:])))
lasting = one_of(
    st.builds(syntax.Bonus, one_of(just(THIS), table_filters().map(terms.Each)), amounts, st.booleans()),
    st.builds(syntax.Cannot, one_of(just(THIS), table_filters().map(terms.Each)), st.sampled_from(CARD_BANS)),
    st.builds(syntax.DamageChange, just(THIS), st.integers(1, 9), st.booleans(), st.booleans(), st.booleans()),
    st.builds(syntax.Cannot, st.sampled_from([YOU, terms.Who("each opponent")]), st.sampled_from(PLAYER_BANS)),
    st.builds(syntax.CombatRule, one_of(just(THIS), table_filters().map(terms.Each)), st.sampled_from(COMBAT_RULES)),
    st.builds(syntax.Costs, spells.map(lambda each: each.filter), small, st.booleans(), maybe(players)),
    st.builds(syntax.Costs, spells.map(lambda each: each.filter), small, st.booleans(), players, nth=small),
)  # fmt: skip


@st.composite
def continuous(draw):
    """What applies all the time, in a phase, or while something holds."""
    point, held = draw(maybe(spans)), draw(maybe(held_or_not))
    when = ((point,) if point else ()) + ((syntax.While(held),) if held else ())
    steps = draw(st.lists(st.builds(syntax.Step, lasting, unless=maybe(simple)), min_size=1, max_size=2))
    return syntax.Text(tuple(steps), when, continuous=True)


def about(when, *made):
    """An ability that speaks of the cards and players of its event."""
    return syntax.Text(tuple(map(syntax.Step, made)), (when,))


def gain(who, amount=terms.Number(1)):
    return syntax.Gain(who, amount, "strength")


LAST = terms.Who("that player")
TARGET, OTHER = terms.Target(), terms.Other()
ATTACK, BATTLE = syntax.When(THIS, "attacks"), syntax.When(THIS, "defeats", to=terms.Each(terms.Filter(("summon",))))
HURT = syntax.When(terms.Each(terms.Filter(("summon",))), "damaged", least=2)
HOST_ATTACKS = syntax.When(terms.Host(), "attacks")
THEIR_GAIN = syntax.When(AN_OPPONENT, "gains", resource="vim")
to_target = one_of(
    st.sampled_from([syntax.Defeat(TARGET), syntax.Act(TARGET), syntax.Unenchant(TARGET)]),
    st.builds(syntax.Damage, just(TARGET), amounts),
)
to_other = one_of(
    st.builds(gain, just(THIS), st.builds(terms.Strength, just(OTHER), st.booleans())),
    st.builds(syntax.Put, just(OTHER), st.sampled_from(["castle", "graveyard"])),
)
to_it = one_of(
    st.sampled_from([syntax.Ready(IT), gain(IT), gain(IT, terms.ThatMuch()), syntax.Put(IT, "castle")]),
    st.builds(syntax.Damage, people, just(terms.ThatMuch())),
    st.builds(gain, just(THIS), st.builds(terms.Strength, just(IT), st.booleans())),
    st.builds(syntax.Gain, just(terms.Who("its controller")), numbers, resources, st.booleans()),
)
if_it = st.builds(
    replace,
    just(HURT),
    condition=st.builds(terms.IsSo, just(IT), asked, st.booleans()),
)
if_same = st.builds(replace, just(HURT), condition=st.builds(terms.Same, just(IT), just(THIS), st.booleans()))
lying_there = st.builds(terms.Filter, just(("spell",)), on=st.sampled_from([IT, THIS]))
on_it = one_of(
    lying_there.map(lambda meant: syntax.Unenchant(what=terms.Choose(meant))),
    lying_there.map(lambda meant: gain(THIS, terms.Count(meant))),
    just(syntax.Ready(terms.Each(terms.Filter(("summon",), column="its front")))),
)
speaking = one_of(
    st.builds(about, just(ATTACK), to_target),
    st.builds(about, just(BATTLE), to_other),
    st.builds(about, just(HURT), to_it),
    st.builds(about, just(THEIR_GAIN), st.builds(syntax.Gain, just(LAST), amounts, resources, st.booleans())),
    st.builds(about, just(HOST_ATTACKS), st.sampled_from([syntax.Defeat(terms.Host()), gain(terms.Host())])),
    st.builds(about, if_it, deeds),
    st.builds(about, if_same, deeds),
    st.builds(about, just(HURT), on_it),
)


host = terms.Host()
spells_of_enchantments = one_of(
    st.builds(syntax.Bonus, just(host), amounts, st.booleans()),
    st.builds(syntax.Cannot, just(host), st.sampled_from(CARD_BANS)),
    st.builds(syntax.CombatRule, just(host), st.sampled_from(COMBAT_RULES)),
)


abilities_of_enchantments = one_of(
    st.builds(
        lambda deed, when: syntax.Text((syntax.Step(deed),), (when,), must=True),
        st.sampled_from([syntax.Ready(host), syntax.Act(host), syntax.Gain(YOU, terms.Number(2), "life")]),
        one_of(
            st.builds(syntax.When, st.sampled_from([host, THIS]), st.sampled_from(["attacks", "acts", "readied"])),
            st.sampled_from([syntax.When(THIS, "enchants"), syntax.When(THIS, "removed")]),
            st.builds(
                syntax.At,
                st.sampled_from(["start", "end"]),
                st.sampled_from(["turn", "main"]),
                st.sampled_from(["your", "an opponent's", "each player's", terms.ControllerOf(host)]),
            ),
        ),
    ),
    st.builds(
        lambda deed, amount: syntax.Text((syntax.Step(deed),), cost=(syntax.Pay("vim", terms.Number(amount)),)),
        st.sampled_from([syntax.Ready(host), syntax.Gain(host, terms.Number(2), "strength")]),
        st.integers(1, 9),
    ),
)
"""What the text of an enchantment tells besides."""


@st.composite
def enchantments(draw):
    """A spell that lies under a card; what stands in front is the condition of casting it."""
    steps = draw(st.lists(spells_of_enchantments, max_size=2))
    when = draw(one_of(just(()), just(()), moments()))
    enchanted = draw(table_filters(control=maybe(some), other=False))
    beside = tuple(draw(st.lists(abilities_of_enchantments, max_size=2)))
    return syntax.Text(tuple(map(syntax.Step, steps)), when, enchant=enchanted, continuous=True, beside=beside)


@st.composite
def replacements(draw):
    """ "would … instead"."""
    who = draw(parties)
    verb = draw(st.sampled_from(["defeated", "damaged"]))
    deed = draw(
        st.sampled_from([syntax.Gain(YOU, terms.Number(2), "life"), syntax.Ready(THIS), syntax.Put(THIS, "castle")])
    )
    return syntax.Text((syntax.Step(deed),), instead=syntax.When(who, verb))


texts = one_of(activated(), activated(), bare_spells, continuous(), enchantments(), replacements(), speaking)
texts = texts.filter(is_possible).filter(bindable).map(with_words_bound)
summoning_conditions = (
    st.builds(
        syntax.SummoningCondition,
        st.integers(1, 3),
        st.builds(lambda color: terms.Filter(("wizard",), **color), colors()),
        only=maybe(simple),
    )
    | st.builds(
        syntax.SummoningCondition, names=st.sampled_from([("Forest Sage",), ("Ember Adept",)]), only=maybe(simple)
    )
    | st.builds(
        syntax.SummoningCondition,
        names=just(("Forest Sage",)),
        only=maybe(held_or_not),
        either=st.sampled_from(
            [(), (syntax.SummoningCondition(names=("Ember Adept",)),), (syntax.SummoningCondition(2),)]
        ),
        cost=st.sampled_from([(), (syntax.Pay("vim", terms.Number(2)),), (syntax.Pay("life", terms.Number(3)),)]),
    )
)
boss_conditions = st.builds(syntax.BossCondition, maybe(held_or_not), prices).filter(
    lambda boss_condition: boss_condition != syntax.BossCondition()
)
