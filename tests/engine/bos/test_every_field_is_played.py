"""The machine looks at everything that a text can say: no field of a tree can be changed without a change in some game.

The trees are those of the scenes of `test_language_behaviour`. One field after the other of one tree gets another
value; the scene is played with that tree, and has to end in another way. What is proven once is not tried again.
"""

from dataclasses import fields, is_dataclass, replace
from functools import cache
from types import UnionType
from typing import Literal, Union, get_args, get_origin, get_type_hints

import pytest

from engine import log
from engine.bos import game as bos
from engine.bos.abilities import card_abilities
from engine.bos.cardtext.tree_json import UNBOUND
from engine.bos.model import syntax, terms
from engine.bos.model.cards import CardType
from engine.bos.notation.canonical_state import canonical
from engine.bos.records.record_setup import open_game
from engine.contract import Given
from engine.replay import replay
from tests.engine.bos.ability_examples import fox, played, word
from tests.engine.bos.duel import Duel, summon
from tests.engine.bos.test_language_behaviour import SCENES

CLASSES = [
    kind
    for module in (terms, syntax)
    for kind in vars(module).values()
    if isinstance(kind, type)
    and is_dataclass(kind)
    and kind.__module__.startswith("engine.bos.model")
    and kind not in UNBOUND.values()
]
FIELDS = sorted({(kind.__name__, field.name) for kind in CLASSES for field in fields(kind)})
NAMED = sorted({kind.__name__ for kind in CLASSES if not fields(kind)})
NOT_IN_TEXTS = {
    ("Enchant", "what"): "no sentence says it; it is made from `Text.enchant`, which is proven",
    ("Grant", "text"): "a card lends it under a number that is fixed with its print; see grant_scenes.py",
    ("Text", "beside"): "such abilities are numbered with the print of their card; see enchantment_scenes.py",
    ("Text", "ways"): "no change of one part of it can be played; see way_scenes.py",
}

NEVER_EMPTY = ("parts", "steps")

SUMMON = terms.Filter(("summon",))
SAMPLES = {
    terms.Filter: (SUMMON, terms.Filter(("boss",)), terms.Filter(("wizard",), control="you")),
    terms.Number: (terms.Number(0), terms.Number(1), terms.Number(7)),
    terms.This: (terms.This(),),
    terms.Each: (terms.Each(SUMMON), terms.Each(terms.Filter(("wizard",)))),
    terms.Near: (terms.Near("beside", terms.This()), terms.Near("column", terms.Column("right"))),
    terms.ColumnFilter: (terms.ColumnFilter(yours="some"), terms.ColumnFilter(theirs="none")),
    terms.Column: (terms.Column("left"),),
    terms.Who: (terms.Who("you"), terms.Who("an opponent")),
    terms.YourTurn: (terms.YourTurn(), terms.YourTurn(no=True)),
    syntax.EndTurn: (syntax.EndTurn(),),
    syntax.Lose: (syntax.Lose("you"),),
    syntax.At: (syntax.At("end", "turn", "each player's"), syntax.At("end", "main")),
    syntax.When: (syntax.When(terms.This(), "attacks"), syntax.When(terms.This(), "damaged")),
    str: ("Ember Adept", "Nobody"),
    int: (0, 1, 2, 3, 4, 6),
    bool: (False, True),
    type(None): (None,),
}


WATCHED = [
    fox("During your main phase, [act]: A summon takes 2 damage.", "S c Owl; U a -> 2a", {"2a": 2},
        summon("Owl", 1, "When a summon you control deals damage: You must gain 1 life.")),
    word("Discard a spell in your spellbook.", "S c Owl; C Word -> Spark1", {"P1 life": 31},
         summon("Owl", 1, "When a player discards a card: You must gain 1 life.")),
    fox("When an opponent summons a summon: An opponent must skip the main phase of their next turn.",
        "S a Elk4; BOSS", {"2* lies": "ready"}, before="T1 P1; S a Fox; E; T2 P2"),
]  # fmt: skip
"""Scenes in which another card watches how something is done."""


@cache
def hints(kind):
    return get_type_hints(kind)


def values_of(hint):
    """Some values of a type."""
    if get_origin(hint) is Literal:
        yield from get_args(hint)
    elif get_origin(hint) in (Union, UnionType):
        for one in get_args(hint):
            yield from values_of(one)
    elif get_origin(hint) is tuple:
        yield ()
        yield from ((value,) for value in values_of(get_args(hint)[0]))
    else:
        yield from SAMPLES.get(hint, ())


def changed(value):
    """Every way to change one field somewhere in a tree: class and field, and the tree that comes of it."""
    if isinstance(value, tuple):
        for index, part in enumerate(value):
            for name, other in changed(part):
                yield name, (*value[:index], other, *value[index + 1 :])
    if not is_dataclass(value):
        return
    for field in fields(value):
        held = getattr(value, field.name)
        if field.name == "ways" and not value.modes:
            continue  # Who chooses between ways is of no account where there are none.
        for other in values_of(hints(type(value))[field.name]):
            if other != held and (other != () or field.name not in NEVER_EMPTY):
                yield (type(value).__name__, field.name), replace(value, **{field.name: other})
                if is_dataclass(held) and not fields(held):
                    yield (type(held).__name__, ""), replace(value, **{field.name: other})
        if isinstance(held, tuple) and len(held) > 1:
            yield (type(value).__name__, field.name), replace(value, **{field.name: held[:1]})
        for name, other in changed(held):
            yield name, replace(value, **{field.name: other})


class Stage:
    """A scene, the card whose sentence is played in it, and how it ends."""

    def __init__(self, scene):
        self.duel, self.lines = Duel(*scene.cards), f"{scene.before}; {scene.act}"
        self.face = next(card for card in scene.cards if scene.sentence in _printed(card))
        said = [ability.text for ability in self.face.abilities]
        self.number = said.index(scene.sentence) if scene.sentence in said else None

    def trees(self):
        """The tree of the sentence."""
        if self.number is not None:
            return card_abilities.texts_of(self.face)[self.number]
        return (
            card_abilities.summoning_condition_of(self.face)
            if self.face.type is CardType.SUMMON
            else card_abilities.boss_condition_of(self.face)
        )

    def end(self, made=None):
        """How the scene ends, with another tree in place of what is printed."""
        card_abilities.forget()
        if isinstance(made, syntax.Text):
            said = list(card_abilities.texts_of(self.face))
            said[self.number] = made
            card_abilities.learn(self.face, tuple(said))
        elif made is not None:
            card_abilities.learn(
                self.face,
                **{"summoning_condition" if isinstance(made, syntax.SummoningCondition) else "boss_condition": made},
            )
        record = log.read(self.duel.log(self.lines))
        run = replay(bos, record, open_game(record, Given(self.duel.lists, self.duel.pool, self.duel.edition)).setup)
        return run.stop and run.stop[:3], canonical(run.state)


def _printed(card):
    return (card.condition, *(ability.text for ability in card.abilities))


def played_fields():
    """Every class and field whose change made some scene end in another way."""
    proven = set()
    for scene in (*WATCHED, *(scene for section in SCENES.values() for scene in section)):
        stage = Stage(scene)
        card_abilities.forget()
        as_printed = stage.end()
        for name, made in changed(stage.trees()):
            if name not in proven and stage.end(made) != as_printed:
                proven.add(name)
    return proven


@pytest.fixture(scope="module")
def proven():
    yield played_fields()
    card_abilities.forget()


def test_there_is_no_field_that_the_machine_passes_over(proven):
    assert [name for name in FIELDS if name not in proven and name not in NOT_IN_TEXTS] == []


def test_words_without_fields_mean_something_of_their_own(proven):
    assert [name for name in NAMED if (name, "") not in proven] == []


def test_whatever_is_excused_needs_to_be(proven):
    assert [name for name in NOT_IN_TEXTS if name in proven or name not in FIELDS] == []


def test_the_scenes_that_are_only_here_go_as_they_are_written():
    assert [played(scene) for scene in WATCHED] == [[], [], []]
