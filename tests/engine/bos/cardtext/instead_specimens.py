"""Trees of the examples about what happens instead, and about cards that are put away."""

from engine.bos.model.syntax import (
    Become,
    Defeat,
    During,
    Gain,
    Nothing,
    Pay,
    PayAct,
    Put,
    Scale,
    Step,
    Text,
    When,
)
from engine.bos.model.terms import Each, Earlier, Filter, Number, This, Who

THIS, YOU, THEM = This(), Who("you"), Who("an opponent")
MINE, OTHERS = Filter(("summon",), control="you"), Filter(("summon",), control="you", other=True)
FALLEN, CAST = Earlier("event"), Filter(("spell",), owner="you")


def gain(who, amount, what, **more):
    return Gain(who, Number(amount), what, **more)


def instead(when, *deeds, **more):
    """An ability that takes the place of an event."""
    return Text(tuple(map(Step, deeds)), instead=when, **more)


def noted(deed, *when):
    return Text((Step(deed),), when)


INSTEAD = [
    instead(When(THIS, "defeated"), Become(THIS, "strength", Number(3)), cost=(Pay("vim", Number(5)),)),
    Text(
        (
            Step(gain(THIS, 3, "strength", lose=True), may=True),
            Step(Become(FALLEN, "strength", Number(1)), did=True),
        ),
        instead=When(Each(OTHERS), "defeated"),
    ),
    instead(When(THIS, "to graveyard", out_of="table"), Put(THIS, "castle")),
    instead(When(Each(CAST), "to graveyard", out_of="aside"), Put(FALLEN, "spellbook"), limit="turn"),
    instead(When(YOU, "runs out"), Become(YOU, "life", Number(1)), Defeat(THIS)),
    instead(When(YOU, "loses the game"), Become(YOU, "life", Number(5))),
    instead(When(THEM, "casts", Each(Filter(("spell",)))), Nothing(), cost=(PayAct(THIS),)),
    instead(When(YOU, "doubles", resource="vim"), Scale(YOU, "vim", times=3), moments=(During("startup"),)),
    instead(When(THIS, "leaves"), gain(THIS, 1, "strength")),
    instead(When(Each(Filter(("wizard",), control="you")), "turned face-down"), gain(YOU, 1, "vim", lose=True)),
    instead(When(Each(MINE), "defeated"), Put(FALLEN, "castle")),
]
PUT_AWAY = [
    noted(gain(Who("each opponent"), 1, "life", lose=True), When(Each(CAST), "to graveyard")),
    noted(gain(YOU, 1, "life"), When(Each(Filter(("summon",))), "to graveyard", out_of="table")),
    noted(gain(YOU, 1, "life"), When(Each(Filter(("summon",), owner="you")), "to castle")),
    noted(gain(YOU, 1, "life"), When(Each(Filter(("spell",))), "removed")),
]
