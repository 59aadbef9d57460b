"""The trees of what the page says of abilities that cards have from others, and of those they lose."""

from engine.bos.model.syntax import (
    Cannot,
    DamageChange,
    During,
    Gain,
    Grant,
    PayAct,
    Put,
    Ready,
    Step,
    Text,
    When,
    While,
)
from engine.bos.model.terms import Choose, Controls, Each, Filter, Host, Number, ThatMuch, This, Who

MINE, THEIRS = Filter(("summon",), control="you"), Filter(("summon",), control="an opponent")
OTHERS = Filter(("summon",), control="you", other=True)
YOU, THIS, BOSS = Who("you"), This(), Filter(("boss",))


def does(deed, *moments, **more):
    """An ability of one step."""
    return Text((Step(deed),), moments, **more)


def life(amount, **more):
    return Gain(YOU, amount, "life", **more)


PRAYS = does(life(Number(1)), During("main"), cost=(PayAct(THIS),))
READIES = does(Ready(THIS), When(THIS, "defeats", to=Each(Filter(("summon",))), in_battle=True), must=True)
ALWAYS = {"continuous": True}

GIVEN = [
    does(Grant(Host(), READIES), enchant=MINE, **ALWAYS),
    does(Grant(Each(OTHERS), does(life(Number(1)), When(THIS, "attacks"), must=True)), **ALWAYS),
    does(Grant(THIS, does(DamageChange(THIS, 1, less=True, taken=True), **ALWAYS)),
         While(Controls("you", Filter(("summon",)), 2)), **ALWAYS),
    does(Grant(Each(Filter(("wizard",), control="you", other=True)), PRAYS), **ALWAYS),
    does(Grant(Host(), does(Put(THIS, "castle"), instead=When(THIS, "defeated"))), enchant=MINE, **ALWAYS),
    does(Grant(Choose(MINE), does(life(Number(2)), During("main"), cost=(PayAct(THIS),)), "end of turn")),
    does(Grant(Choose(MINE), does(life(ThatMuch()), When(THIS, "deals damage"), must=True))),
    does(Cannot(Choose(Filter(("summon",))), "have abilities", "end of turn")),
    does(Cannot(Each(Filter(("wizard",), control="an opponent")), "have abilities"), **ALWAYS),
    does(Cannot(Host(), "have abilities"), enchant=Filter(("summon",)), **ALWAYS),
]  # fmt: skip
