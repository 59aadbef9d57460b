"""The trees of what the page says of effects that are carried out anew."""

from engine.bos.model.syntax import CarryOut, Delay, During, PayAct, Step, Text, When
from engine.bos.model.terms import Choose, Each, Filter, It, This, Who

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
