"""The house style: every tree has its own sentence, and no part of a tree is lost in it."""

from dataclasses import fields, is_dataclass, replace
from types import NoneType, UnionType
from typing import Literal, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given

from engine.bos import tree
from engine.bos.cards import CardType
from engine.bos.cardtext.meaning import tell_calling, tell_meaning, tell_rising
from engine.bos.cardtext.printing import print_calling, print_rising, print_text
from engine.bos.cardtext.printing_words import Unsayable, ordinal
from engine.bos.cardtext.treejson import NODES
from tests.engine.bos.cardtext import trees
from tests.engine.bos.cardtext.specimens import SPECIMENS

THIS, SUMMON = tree.This(), tree.Filter(("summon",))
WAYS = (tree.Step(tree.Ready(THIS), mode=1), tree.Step(tree.Act(THIS), mode=2))


def printed(made):
    """The sentence of a tree of any of the three kinds, or None where it has none."""
    say = {tree.Text: print_text, tree.Calling: print_calling, tree.Rising: print_rising}[type(made)]
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
    tree.Filter: [SUMMON, tree.Filter(("wizard",), color="blue"), tree.Filter(("spell",), color="blue")],
    tree.This: [THIS],
    tree.It: [tree.It()],
    tree.Them: [tree.Them()],
    tree.Target: [tree.Target()],
    tree.Host: [tree.Host()],
    tree.Other: [tree.Other()],
    tree.Choose: [tree.Choose(SUMMON), tree.Choose(SUMMON, by="an opponent")],
    tree.Each: [tree.Each(SUMMON)],
    tree.Who: [tree.Who("you"), tree.Who("each opponent")],
    tree.Number: [tree.Number(1), tree.Number(5)],
    tree.Count: [tree.Count(SUMMON)],
    tree.ThatMuch: [tree.ThatMuch()],
    tree.X: [tree.X()],
    tree.Attacked: [tree.Attacked("you", 3)],
    tree.YourTurn: [tree.YourTurn()],
    tree.During: [tree.During("main"), tree.During("turn", "each player's")],
    tree.When: [tree.When(THIS, "attacks"), tree.When(THIS, "defeated", in_battle=True)],
    tree.While: [tree.While(tree.YourTurn())],
    tree.PayAct: [tree.PayAct(THIS)],
    tree.Pay: [tree.Pay("life", tree.Number(1))],
    tree.Ready: [tree.Ready(THIS)],
    tree.Bonus: [tree.Bonus(THIS, tree.Number(1))],
    tree.Step: [tree.Step(tree.Ready(THIS)), tree.Step(tree.EndTurn(), may=True)],
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
    types = get_type_hints(type(made), vars(tree))
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
    assert [change for *where, change in changes(made) if printed(change) == sentence] == []


def test_every_field_of_every_part_of_the_language_can_be_seen_in_a_sentence():
    seen = {
        (where, field)
        for made in SPECIMENS
        for where, field, change in changes(made)
        if printed(change) not in (None, printed(made))
    }
    every = {(node, field.name) for node in NODES.values() for field in fields(node)}

    assert sorted((node.__name__, name) for node, name in every - seen) == sorted(UNPRINTED)


UNPRINTED = [("Enchant", "what"), ("Text", "modes")]
"""The machine's word for what a text says with `enchant`; and how many ways its steps already number."""


def test_every_deed_moment_cost_thing_quantity_and_condition_has_a_specimen():
    def nodes(value):
        if isinstance(value, tuple):
            return {node for part in value for node in nodes(part)}
        if not is_dataclass(value):
            return set()
        return {type(value)}.union(*(nodes(getattr(value, field.name)) for field in fields(value)))

    assert set(NODES.values()) - nodes(tuple(SPECIMENS)) == {tree.Enchant}


@given(trees.texts | trees.callings | trees.risings)
def test_every_tree_of_the_language_prints_one_line_with_a_meaning(made):
    sentence = printed(made)
    meaning = {tree.Text: tell_meaning, tree.Calling: tell_calling, tree.Rising: tell_rising}[type(made)](made)

    for line in (sentence, meaning):
        assert line.strip() == line == " ".join(line.split())
        assert "None" not in line


@given(trees.texts, trees.texts)
def test_different_trees_print_different_sentences(one, other):
    assert (print_text(one) == print_text(other)) == (one == other)


@pytest.mark.parametrize(
    "made",
    [
        tree.Text(()),
        tree.Text((tree.Step(tree.Ready(THIS)),), continuous=True),
        tree.Text((tree.Step(tree.Bonus(THIS, tree.Number(1))),)),
        tree.Text((tree.Step(tree.Cannot(THIS, "attack")),), must=True),
        tree.Text((tree.Step(tree.Cannot(THIS, "attack"), may=True),)),
        tree.Text((tree.Step(tree.Ready(THIS), may=True),), must=True),
        tree.Text((tree.Step(tree.Ready(THIS), mode=1),)),
        tree.Text((tree.Step(tree.Ready(THIS), mode=1), tree.Step(tree.Act(THIS), mode=3)), modes=3),
        tree.Text((*WAYS, tree.Step(tree.EndTurn())), modes=2),
        tree.Text((tree.Step(tree.Ready(tree.Choose(SUMMON, 2, 4))),)),
        tree.Text((tree.Step(tree.Gain(tree.Choose(SUMMON, by="an opponent"), tree.Number(1), "strength")),)),
        tree.Text((tree.Step(tree.Put(THIS, "table")),)),
        tree.Text((tree.Step(tree.Enchant(tree.Choose(SUMMON))),)),
        tree.Text((tree.Step(tree.Ready(THIS)),), (tree.At("middle", "turn"),)),
        tree.Text((tree.Step(tree.Ready(THIS)),), (tree.When(THIS, "attacks"), tree.While(tree.YourTurn()))),
        tree.Text((tree.Step(tree.Ready(THIS)),), (tree.When(THIS, "gains"),)),
        tree.Rising(),
        tree.Calling(count=0),
        tree.Calling(count=2, names=("Ember Adept",)),
    ],
)  # fmt: skip
def test_a_tree_that_contradicts_itself_has_no_sentence(made):
    assert printed(made) is None


def test_only_a_spell_enchants():
    text = tree.Text((), enchant=SUMMON, continuous=True)

    assert print_text(text, card_type=CardType.SPELL) == "Enchant a summon."
    with pytest.raises(Unsayable):
        print_text(text, card_type=CardType.WIZARD)


def test_turns_are_counted_in_words_and_later_in_figures():
    assert [ordinal(n) for n in (1, 10, 11, 12, 13, 21, 22, 23, 111)] == [
        "first", "tenth", "11th", "12th", "13th", "21st", "22nd", "23rd", "111th",
    ]  # fmt: skip
