"""The trees of what the page says of effects that are carried out anew, and of abilities of other cards."""

from engine.bos.model.syntax import BecomeCopy, Borrow, CarryOut, Delay, During, PayAct, Step, Text, When
from engine.bos.model.terms import Choose, Each, Earlier, Filter, Host, It, Near, This, Who

SPELLS = Each(Filter(("spell",)))
CAST = When(Who("you"), "casts", SPELLS)
ACTS = (PayAct(This()),)


def used(owner):
    """A spell in a graveyard of that player."""
    return Choose(Filter(("spell",), owner=owner, zone="graveyard"))


COPIED = [
    Text((Step(CarryOut(used("you"))),)),
    Text((Step(CarryOut(used("an opponent"))),), (During("main"),), ACTS),
    Text((Step(CarryOut(It())),), (CAST,), ACTS),
    Text((Step(Delay(CAST, (Step(CarryOut(It())),), "end of turn")),)),
]

MINE, OTHERS = Filter(("summon",), control="you"), Filter(("summon",), control="you", other=True)
WIZARDS = Filter(("wizard",), control="you")
MY_FALLEN = Filter(("summon",), owner="you", zone="graveyard")
CHOSEN = Earlier("step", 0)

BORROWED = [
    Text((Step(Borrow(This(), Each(Filter(("summon",), column="facing")))),), continuous=True),
    Text((Step(Borrow(This(), Each(Filter(("wizard",), control="you", other=True)))),), continuous=True),
    Text((Step(Borrow(This(), Each(MY_FALLEN))),), continuous=True),
    Text((Step(Borrow(Each(OTHERS), This())),), continuous=True),
    Text((Step(Borrow(Host(), Each(WIZARDS))),), enchant=MINE, continuous=True),
    Text((Step(Borrow(Choose(MINE), Choose(Filter(("summon",), control="you", besides=CHOSEN)), "end of turn")),)),
    Text((Step(Borrow(This(), Earlier("event", 0, 1))),), (When(This(), "defeats", to=Each(Filter(("summon",)))),),
         must=True),
    Text((Step(Borrow(This(), Choose(MY_FALLEN), "end of turn")),), (During("main"),), ACTS),
    Text((Step(Borrow(Choose(MINE), Each(Filter(("summon",), near=Near("facing", CHOSEN))), "end of turn")),)),
]  # fmt: skip

CHANGED = [
    Text((Step(BecomeCopy(This(), Choose(Filter(("summon",), control="an opponent")))),),
         (When(This(), "summoned"),)),
    Text((Step(BecomeCopy(Choose(MINE), Choose(MY_FALLEN), "end of turn")),)),
]  # fmt: skip
