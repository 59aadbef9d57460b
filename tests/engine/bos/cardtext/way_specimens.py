"""The trees of what the page says of ways that others choose, several ways at once, and what others choose."""

from engine.bos.model.syntax import Defeat, Gain, Ready, Select, Step, Text, Ways, When
from engine.bos.model.terms import Choose, Each, Earlier, Filter, Number, This, Who

SUMMON, YOU = Filter(("summon",)), Who("you")


def gain(number, what, who=YOU, **more):
    return Gain(who, Number(number), what, **more)


def choice(ways, *deeds, moments=(), **more):
    """A choice between deeds, one for each way."""
    steps = tuple(Step(deed, mode=mode) for mode, deed in enumerate(deeds, 1))
    return Text(steps, moments, modes=len(deeds), ways=ways, **more)


LIFE, VIM = gain(3, "life"), gain(2, "vim")
THEIRS = Filter(("summon",), control="an opponent", extreme="least")
OWN = Filter(("summon",), control="each player")
REST = Filter(("summon",), besides=Earlier("step"))

CHOSEN = [
    choice(Ways("an opponent"), gain(5, "life", Who("an opponent"), lose=True), VIM),
    choice(Ways(least=2, most=2), LIFE, VIM, gain(1, "ether", lose=True)),
    choice(Ways(least=1, most=2), LIFE, VIM),
    choice(Ways(fresh="game"), LIFE, Ready(This()), moments=(When(This(), "attacks"),), must=True),
    Text((Step(Defeat(Choose(THEIRS, by="an opponent"))),)),
    Text((Step(Select(Choose(OWN, by="each player"))), Step(Defeat(Each(REST))))),
]
