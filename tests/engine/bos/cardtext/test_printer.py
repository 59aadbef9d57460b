"""The house style: every tree has its own sentence, and no part of a tree is lost in it."""

from dataclasses import fields, is_dataclass, replace
from types import NoneType, UnionType
from typing import Literal, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given

from engine.bos.cardtext.paraphrase import tell_boss_condition, tell_meaning, tell_summoning_condition
from engine.bos.cardtext.printer import print_boss_condition, print_summoning_condition, print_text
from engine.bos.cardtext.printer_words import Unsayable, ordinal
from engine.bos.cardtext.tree_json import NODES
from engine.bos.model import syntax, terms
from engine.bos.model.cards import CardType
from tests.engine.bos.cardtext import trees
from tests.engine.bos.cardtext.specimens import SPECIMENS
from tests.engine.bos.cardtext.tree_forms import with_words_bound

THIS, SUMMON = terms.This(), terms.Filter(("summon",))
WAYS = (syntax.Step(syntax.Ready(THIS), mode=1), syntax.Step(syntax.Act(THIS), mode=2))


def printed(made):
    """The sentence of a tree of any of the three kinds, or None where it has none."""
    say = {
        syntax.Text: print_text,
        syntax.SummoningCondition: print_summoning_condition,
        syntax.BossCondition: print_boss_condition,
    }[type(made)]
    try:
        return say(made)
    except Unsayable:
        return None


# No part is lost: change any field of any node, and the sentence changes or there is none.

OTHER_VALUES = {
    str: ["", "Ember Adept"],
    int: [0, 1, 2, 7],
    bool: [False, True],
    NoneType: [None],
    terms.Filter: [SUMMON, terms.Filter(("wizard",), color="blue"), terms.Filter(("spell",), color="blue")],
    terms.This: [THIS],
    terms.Itself: [terms.Itself()],
    terms.Earlier: [terms.Earlier("event"), terms.Earlier("event", 0, 1), terms.Earlier("step"), terms.Earlier("cost")],
    terms.ControllerOf: [terms.ControllerOf(THIS), terms.ControllerOf(terms.Earlier("event"))],
    terms.Target: [terms.Target()],
    terms.Host: [terms.Host()],
    terms.Other: [terms.Other()],
    terms.Choose: [terms.Choose(SUMMON), terms.Choose(SUMMON, by="an opponent")],
    terms.Each: [terms.Each(SUMMON)],
    terms.Near: [terms.Near("beside", THIS), terms.Near("column", terms.Column("left"))],
    terms.ColumnFilter: [terms.ColumnFilter(yours="some"), terms.ColumnFilter(theirs="none")],
    terms.Column: [terms.Column("left")],
    terms.Who: [terms.Who("you"), terms.Who("each opponent")],
    terms.Number: [terms.Number(1), terms.Number(5)],
    terms.Count: [terms.Count(SUMMON)],
    terms.ThatMuch: [terms.ThatMuch()],
    terms.X: [terms.X()],
    terms.Attacked: [terms.Attacked("you", 3)],
    terms.YourTurn: [terms.YourTurn()],
    syntax.At: [syntax.At("end", "turn", "each player's"), syntax.At("start", "main")],
    syntax.During: [syntax.During("main"), syntax.During("turn", "each player's")],
    syntax.When: [syntax.When(THIS, "attacks"), syntax.When(THIS, "defeated", in_battle=True)],
    syntax.While: [syntax.While(terms.YourTurn())],
    syntax.PayAct: [syntax.PayAct(THIS)],
    syntax.Pay: [syntax.Pay("life", terms.Number(1))],
    syntax.Ready: [syntax.Ready(THIS)],
    syntax.Bonus: [syntax.Bonus(THIS, terms.Number(1))],
    syntax.Text: [
        syntax.Text((syntax.Step(syntax.Ready(THIS)),), (syntax.When(THIS, "attacks"),)),
        syntax.Text((syntax.Step(syntax.Bonus(THIS, terms.Number(1))),), continuous=True),
    ],
    syntax.Step: [syntax.Step(syntax.Ready(THIS)), syntax.Step(syntax.EndTurn(), may=True)],
}


def other_values(wanted):
    """Values of a type that a field may hold."""
    if get_origin(wanted) in (UnionType, Union):
        return [value for choice in get_args(wanted) for value in other_values(choice)]
    if get_origin(wanted) is Literal:
        return list(get_args(wanted))
    if get_origin(wanted) is tuple:
        values = other_values(get_args(wanted)[0])
        return [(), *((value,) for value in values), tuple(values[:2]), tuple(values[1:3])]
    return OTHER_VALUES.get(wanted, [])


def changes(made):
    """Every tree that differs from this one in one field of one node, with the node's type and the field's name."""
    types = get_type_hints(type(made))
    for field in fields(made):
        held = getattr(made, field.name)
        for value in other_values(types[field.name]):
            if value != held or type(value) is not type(held):
                yield type(made), field.name, replace(made, **{field.name: value})
        for where, other, inside in changes_inside(held):
            yield where, other, replace(made, **{field.name: inside})


def changes_inside(held):
    if isinstance(held, tuple):
        for index, part in enumerate(held):
            for where, field, changed in changes_inside(part):
                yield where, field, (*held[:index], changed, *held[index + 1 :])
    elif is_dataclass(held):
        yield from changes(held)


@pytest.mark.parametrize("made", SPECIMENS, ids=printed)
def test_changing_any_field_changes_the_sentence_or_leaves_none(made):
    sentence = printed(made)

    assert sentence is not None
    alike = [change for *where, change in changes(made) if printed(change) == sentence]
    assert [change for change in alike if with_words_bound(change) != made] == []


def test_every_field_of_every_part_of_the_language_can_be_seen_in_a_sentence():
    seen = set()
    for made in SPECIMENS:
        sentence = printed(made)
        for where, field, change in changes(made):
            if (where, field) not in seen and printed(change) not in (None, sentence):
                seen.add((where, field))
    every = {(node, field.name) for node in NODES.values() for field in fields(node)}

    assert sorted((node.__name__, name) for node, name in every - seen) == sorted(UNPRINTED)


UNPRINTED = [
    ("ControllerOf", "each"), ("Enchant", "what"), ("Reveal", "what"), ("Text", "modes"), ("Text", "ways"),
    ("ThisWay", "filter"), ("ThisWay", "of"),
]  # fmt: skip
"""The machine's word for what a text says with `enchant`; and how many ways its steps already number.
Of what is revealed, and of how many ways are chosen, one part alone cannot be said otherwise; see test_ways and
test_piles_that_are_shown. Whether everybody is meant who controls one of several cards, the cards themselves tell; what
was done "this way" was done to the cards named last, which are called by their kinds alone."""


def test_every_deed_moment_cost_thing_quantity_and_condition_has_a_specimen():
    def nodes(value):
        if isinstance(value, tuple):
            return {node for part in value for node in nodes(part)}
        if not is_dataclass(value):
            return set()
        return {type(value)}.union(*(nodes(getattr(value, field.name)) for field in fields(value)))

    assert set(NODES.values()) - nodes(tuple(SPECIMENS)) == {syntax.Enchant}


@given(trees.texts | trees.summoning_conditions | trees.boss_conditions)
def test_every_tree_of_the_language_prints_one_line_with_a_meaning(made):
    sentence = printed(made)
    meaning = {
        syntax.Text: tell_meaning,
        syntax.SummoningCondition: tell_summoning_condition,
        syntax.BossCondition: tell_boss_condition,
    }[type(made)](made)

    for line in (sentence, str(meaning)):
        assert line.strip() == line == " ".join(line.split())
        assert "None" not in line


@given(trees.texts, trees.texts)
def test_different_trees_print_different_sentences(one, other):
    assert (print_text(one) == print_text(other)) == (one == other)


@pytest.mark.parametrize(
    "made",
    [
        syntax.Text(()),
        syntax.Text((syntax.Step(syntax.Ready(THIS)),), continuous=True),
        syntax.Text((syntax.Step(syntax.Bonus(THIS, terms.Number(1))),)),
        syntax.Text((syntax.Step(syntax.Cannot(THIS, "attack")),), must=True),
        syntax.Text((syntax.Step(syntax.Cannot(THIS, "attack"), may=True),)),
        syntax.Text((syntax.Step(syntax.Ready(THIS), may=True),), must=True),
        syntax.Text((syntax.Step(syntax.Ready(THIS), mode=1),)),
        syntax.Text((syntax.Step(syntax.Ready(THIS), mode=1), syntax.Step(syntax.Act(THIS), mode=3)), modes=3),
        syntax.Text((*WAYS, syntax.Step(syntax.EndTurn())), modes=2),
        syntax.Text((syntax.Step(syntax.Ready(terms.Choose(SUMMON, 2, 4))),)),
        syntax.Text((syntax.Step(syntax.Gain(terms.Choose(SUMMON, by="an opponent"), terms.Number(1), "strength")),)),
        syntax.Text((syntax.Step(syntax.Put(THIS, "table")),)),
        syntax.Text((syntax.Step(syntax.Enchant(terms.Choose(SUMMON))),)),
        syntax.Text((syntax.Step(syntax.Ready(THIS)),), (syntax.At("middle", "turn"),)),
        syntax.Text((syntax.Step(syntax.Ready(THIS)),), (syntax.When(THIS, "attacks"), syntax.While(terms.YourTurn()))),
        syntax.Text((syntax.Step(syntax.Ready(THIS)),), (syntax.When(THIS, "gains"),)),
        syntax.BossCondition(),
        syntax.SummoningCondition(count=0),
        syntax.SummoningCondition(count=2, names=("Ember Adept",)),
    ],
)  # fmt: skip
def test_a_tree_that_contradicts_itself_has_no_sentence(made):
    assert printed(made) is None


def test_only_a_spell_enchants():
    text = syntax.Text((), enchant=SUMMON, continuous=True)

    assert print_text(text, card_type=CardType.SPELL) == "Enchant a summon."
    with pytest.raises(Unsayable):
        print_text(text, card_type=CardType.WIZARD)


def test_turns_are_counted_in_words_and_later_in_figures():
    assert [ordinal(n) for n in (1, 10, 11, 12, 13, 21, 22, 23, 111)] == [
        "first", "tenth", "11th", "12th", "13th", "21st", "22nd", "23rd", "111th",
    ]  # fmt: skip
