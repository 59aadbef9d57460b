"""The trees of the section of docs/card-language.md about columns, neighbours and places."""

from engine.bos.model.syntax import (
    Act,
    Bonus,
    Bring,
    Cannot,
    Control,
    Damage,
    Defeat,
    Delay,
    During,
    Exchange,
    Gain,
    Move,
    Pay,
    PayCard,
    Put,
    Ready,
    Select,
    Step,
    Swap,
    Text,
    Turn,
    When,
    While,
)
from engine.bos.model.syntax import At as Moment
from engine.bos.model.terms import (
    Choose,
    ChooseColumn,
    Column,
    ColumnFilter,
    ControllerOf,
    CountColumns,
    Each,
    Earlier,
    Filter,
    Host,
    IsSo,
    Near,
    Number,
    Only,
    Target,
    This,
    Times,
    Who,
)

THIS, YOU, MAIN = This(), Who("you"), During("main")
SUMMON, MINE = Filter(("summon",)), Filter(("summon",), control="you")
THEIRS, UP = Filter(("summon",), control="an opponent"), Filter(("wizard",), looks=("face-up",), control="you")
FALLEN, HELD = Filter(("summon",), owner="you", zone="graveyard"), Filter(("summon",), owner="you", zone="castle")
CHOSEN = Earlier("step", 0)
IN_IT = Near("column", CHOSEN)


def text(*deeds, moments=(), cost=(), **more):
    """An ability of some deeds."""
    return Text(tuple(map(Step, deeds)), moments, cost, **more)


def always(deed, *moments):
    return text(deed, moments=moments, continuous=True)


def chosen(*deeds, column=None, number=1, together=False):
    """A column is chosen, then something happens."""
    return text(Select(ChooseColumn(column or ColumnFilter(), number, together)), *deeds)


def summons(near, **more):
    return Filter(("summon",), near=near, **more)


def gains(amount, who=THIS):
    return Gain(who, Number(amount), "strength")


PLACES = [
    chosen(Damage(Each(summons(IN_IT)), Number(2))),
    chosen(Act(Each(summons(IN_IT))), number=2),
    chosen(Act(Each(summons(IN_IT))), number=2, together=True),
    chosen(Ready(Each(summons(IN_IT, control="you"))), column=ColumnFilter(yours="some")),
    chosen(Move(Choose(MINE), "open", IN_IT), column=ColumnFilter(theirs="none")),
    text(
        Select(ChooseColumn()),
        Damage(Each(summons(IN_IT)), Number(2)),
        Select(ChooseColumn(ColumnFilter(besides=CHOSEN))),
        Damage(Each(summons(Near("column", Earlier("step", 2)))), Number(1)),
    ),
    text(
        Select(ChooseColumn(ColumnFilter(near=Near("adjacent", THIS)))),
        Damage(Each(summons(IN_IT)), Number(1)),
        moments=(When(THIS, "attacks"),),
    ),
    chosen(
        Defeat(Each(summons(IN_IT))),
        Gain(Who(ControllerOf(Earlier("step", 1), each=True)), Number(3), "life"),
    ),
    text(
        Damage(Each(summons(Near("beside", Target()))), Number(1), taken=True),
        moments=(When(THIS, "attacks", to=Each(SUMMON)),),
    ),
    text(
        Turn(Choose(Filter(("wizard",), near=Near("behind", Earlier("event", 0, 1)))), up=False),
        moments=(When(THIS, "defeats", to=Each(SUMMON), in_battle=True),),
    ),
    text(Damage(Choose(summons(Near("facing", Each(MINE)))), Number(2))),
    text(Act(Choose(summons(Near("adjacent", Host())))), moments=(MAIN,), cost=(Pay("vim", Number(1)),)),
    text(gains(1, Choose(MINE, 2, 2, together=True))),
    always(Bonus(Each(summons(Near("beside", THIS))), Number(1))),
    Text((Step(Bonus(Each(summons(Near("front", Host()))), Number(2))),), enchant=Filter(("wizard",), control="you"),
         continuous=True),
    always(
        Cannot(Each(Filter(("summon",), control="you", other=True)), "be attacked"),
        While(IsSo(THIS, Filter(near=Near("column", Column("middle"))))),
    ),
    always(Bonus(THIS, Number(3)), While(Only(THIS, MINE))),
    always(Bonus(THIS, Number(1)), While(Only(THIS, MINE, no=True))),
    always(Cannot(Each(THEIRS), "block", other=Each(Filter(("summon",), column="this")))),
    text(Gain(YOU, Times(Number(3), CountColumns(ColumnFilter(stronger="yours"))), "life")),
    text(Swap(Choose(MINE, 2, 2)), gains(1, CHOSEN)),
    text(Exchange(Choose(SUMMON, 2, 2), "strength")),
    text(Exchange(Choose(MINE), "strength", Choose(THEIRS))),
    text(Exchange(YOU, "life", Who("an opponent"))),
    text(Bring(Choose(FALLEN), "acted", at=Near("front", Each(UP)))),
    text(
        Bring(Choose(HELD), at=Near("column", Earlier("cost"))),
        moments=(MAIN,),
        cost=(PayCard("defeat", Choose(MINE)),),
    ),
    text(Control(Choose(Filter(("summon",), control="an opponent", most=Number(3))), at="opposite")),
    text(Control(Choose(THEIRS), at="open")),
    text(
        Put(Choose(MINE), "aside"),
        Delay(Moment("end", "turn", "each player's"), (Step(Bring(CHOSEN, at=IN_IT)),)),
    ),
    text(Move(THIS, "open", Near("former", THIS)), moments=(When(THIS, "blocks"),)),
]  # fmt: skip
"""One tree for each row of the section."""
