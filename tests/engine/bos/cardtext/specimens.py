"""One tree for every example of docs/card-language.md, by its section there; together they use the whole language."""

from engine.bos.model.syntax import (
    Act,
    At,
    Battle,
    Become,
    Bonus,
    BossCondition,
    Bring,
    Cannot,
    CombatRule,
    Conduct,
    Control,
    Costs,
    Damage,
    DamageChange,
    Defeat,
    Delay,
    During,
    EndTurn,
    Gain,
    Lose,
    Move,
    Pay,
    PayAct,
    PayCard,
    PayStrength,
    Prevent,
    Put,
    Ready,
    Scale,
    Select,
    Spend,
    Step,
    SummoningCondition,
    Swap,
    Text,
    Turn,
    Unenchant,
    When,
    While,
)
from engine.bos.model.terms import (
    Above,
    All,
    AnyOf,
    Attacked,
    Below,
    Both,
    Choose,
    Compared,
    ControllerOf,
    Controls,
    Count,
    Each,
    Earlier,
    Filter,
    Half,
    Happened,
    Has,
    HasMore,
    Holds,
    Host,
    IsSo,
    It,
    Itself,
    Left,
    MoreCards,
    Near,
    Not,
    Number,
    Occurred,
    OneOf,
    Other,
    Same,
    Strength,
    Target,
    ThatMuch,
    Them,
    This,
    Times,
    TotalStrength,
    TurnTotal,
    Who,
    X,
    YourTurn,
)
from tests.engine.bos.cardtext.fight_specimens import CHANGED_DAMAGE, LIMITS
from tests.engine.bos.cardtext.grant_specimens import GIVEN
from tests.engine.bos.cardtext.instead_specimens import INSTEAD, PUT_AWAY
from tests.engine.bos.cardtext.pile_specimens import SHOWN
from tests.engine.bos.cardtext.specimens_of_places import PLACES
from tests.engine.bos.cardtext.tree_forms import with_words_bound
from tests.engine.bos.cardtext.way_specimens import CHOSEN

THIS, IT, YOU, MINE = This(), It(), Who("you"), Filter(("summon",), control="you")
THEIRS, SUMMON, BATTLER = Filter(("summon",), control="an opponent"), Filter(("summon",)), Filter(("summon", "boss"))
MAIN, ATTACKS, FALLEN = During("main"), When(THIS, "attacks"), Filter(("summon",), owner="you", zone="graveyard")
BOSS = Filter(("boss",))
SPELLS, WIZARD = Filter(("spell",), owner="you", zone="spellbook"), Filter(("wizard",), control="you")

THEIR_SPELLS = Filter(("spell",), owner="an opponent", zone="spellbook")
CAST, THEIR_GRAVEYARD = Filter(("spell",), control="you"), Filter(owner="an opponent", zone="graveyard")
DROP = Put(Choose(SPELLS), "graveyard", discard=True)


def text(deed, *moments, cost=(), must=False, **more):
    """An ability of one step."""
    step = {name: more.pop(name) for name in ("may", "only", "unless") if name in more}
    return Text((Step(deed, **step),), moments, cost, must, **more)


def gains(amount, who=THIS, **more):
    return Gain(who, Number(amount) if isinstance(amount, int) else amount, "strength", **more)


def life(amount, who=YOU, **more):
    return Gain(who, Number(amount) if isinstance(amount, int) else amount, "life", **more)


def gift(what, *moments):
    """Something simple that happens, to show what is around it."""
    return text(Gain(YOU, Number(1), what), *moments)


def gift_of(amount, what, *moments):
    """The same with more of it."""
    return text(Gain(YOU, Number(amount), what), *moments)


HURT = Damage(Host(), Number(1), taken=True)


def lying(under, other, *deeds):
    """A spell that lies under a card, what holds then, and another ability of it."""
    return Text(tuple(map(Step, deeds)), enchant=under, continuous=True, beside=(other,))


def asked(predicate):
    """A predicate at work."""
    return text(gains(1), MAIN, While(predicate))


NEXT_TURN, TURN_ENDS = At("start", "turn"), At("end", "turn", "each player's")


def later(deed, when=TURN_ENDS, only=None, **more):
    """A step that waits for its moment, by default for the end of the turn."""
    return Step(Delay(when, (Step(deed, only=only),), **more))


SECTIONS = {
    "The shape of an ability": [
        text(gains(1, Choose(MINE, 2, 2)), MAIN, cost=(PayAct(THIS),)),
        text(gains(1), ATTACKS, must=True),
        text(Ready(THIS), When(THIS, "defeats", to=Each(Filter(("boss",))), in_battle=True), must=True),
        text(Bonus(Each(Filter(("summon",), control="you", other=True)), Number(1)), continuous=True),
        text(Damage(Choose(SUMMON), Number(3))),
        text(life(2), MAIN, cost=(Pay("vim", Number(2)),), limit="turn"),
        text(Lose("each opponent"), MAIN, cost=(Pay("life", Number(20)),), limit="game"),
    ],
    "Timing": [
        gift("vim", During("summoning", "each player's")),
        gift("life", During("turn", "an opponent's")),
        gift("vim", At("start", "startup")),
        gift("life", At("middle", "main", "an opponent's")),
        gift("ether", At("end", "turn", "each player's")),
    ],
    "Events": [
        gift("vim", When(THIS, "summoned")),
        gift("life", When(Each(MINE), "defeated", in_battle=True)),
        gift("life", When(THIS, "attacks", to=Who("a player"))),
        text(Defeat(Target()), When(THIS, "attacks", to=Each(Filter(("boss",)))), must=True),
        gift("life", When(Each(Filter(("summon",), control="you", other=True)), "attacked")),
        text(gains(1), When(THIS, "blocks", to=Each(Filter(("summon",), color="red"))), must=True),
        text(Act(Earlier("event", 0, 1)), When(THIS, "blocked")),
        text(Act(Other()), When(THIS, "battles", to=Each(SUMMON))),
        text(gains(Strength(Earlier("event", 0, 1), base=True)), When(THIS, "defeats", to=Each(BATTLER))),
        text(life(ThatMuch()), When(THIS, "deals damage", to=Who("an opponent"), least=3)),
        text(gains(ThatMuch()), When(THIS, "damaged", in_battle=True)),
        gift("vim", When(YOU, "damaged", least=5)),
        gift("vim", When(Each(Filter(("wizard",), control="you")), "readied")),
        gift("vim", When(Each(THEIRS), "acts")),
        gift("vim", When(Each(WIZARD), "turned face-down")),
        gift("vim", When(Each(WIZARD), "turned face-up")),
        gift("vim", When(Each(Filter(("boss",), control="an opponent")), "summoned")),
        gift("vim", When(THIS, "moves")),
        gift("vim", When(Each(MINE), "enchanted")),
        gift("vim", When(THIS, "leaves")),
        gift("vim", When(Each(MINE), "returns")),
        gift("life", When(Who("an opponent"), "casts", to=Each(Filter(("spell",), color="blue")))),
        gift("life", When(YOU, "summons", to=Each(SUMMON))),
        *PUT_AWAY,
        gift("life", When(Who("a player"), "discards", to=Each(Filter()))),
        text(Gain(Who("that player"), Number(1), "vim", lose=True), When(Who("an opponent"), "gains", resource="life")),
        gift("vim", When(YOU, "loses", resource="life", least=3)),
        gift("life", When(YOU, "spends", resource="vim", least=4)),
        text(gains(2), When(THIS, "attacks", condition=Controls("you", Filter(("boss",))))),
        gift("life", When(THIS, "attacks", also=(When(THIS, "blocks"),))),
        gift("life", When(THIS, "attacks", to=Each(Filter(("boss",))), also=(When(YOU, "loses", resource="life"),))),
    ],
    "States": [
        asked(Controls("you", Filter(("summon",), color="yellow"))),
        asked(Controls("an opponent", SUMMON, least=2)),
        asked(Controls("you", Filter(("summon",), looks=("acted",)), least=None, most=0)),
        asked(Controls("you", SUMMON, least=None, most=2)),
        asked(Controls("you", SUMMON, least=1, most=1)),
        asked(Controls("you", SUMMON, least=2, most=3)),
        asked(MoreCards("an opponent", SUMMON, "you")),
        asked(Holds("you", "life", least=10)),
        asked(Holds("you", "vim", most=3)),
        asked(HasMore("an opponent", "life", "you")),
        asked(HasMore("you", "ether", "an opponent", less=True)),
        asked(IsSo(THIS, Filter(looks=("enchanted",)))),
        asked(IsSo(THIS, Filter(least=Number(5)), no=True)),
        asked(IsSo(THIS, Filter(past="attacked"))),
        text(life(1), When(Each(SUMMON), "attacks", condition=Same(Target(), THIS))),
        text(life(1), When(Each(SUMMON), "attacks", condition=Same(Target(), THIS, no=True))),
        text(Ready(THIS), When(Each(BATTLER), "defeated", condition=IsSo(IT, Filter(color="blue"), no=True))),
        asked(Attacked("you", 5)),
        asked(Left("an opponent", "castle", "summon", most=0)),
        asked(Left("you", "graveyard", least=4)),
        text(gains(1), When(THIS, "attacked", condition=YourTurn(no=True))),
        asked(YourTurn(number=3)),
        asked(Happened(MINE, "was defeated")),
        asked(Happened(SUMMON, "attacked", no=True)),
        asked(All((YourTurn(), HasMore("an opponent", "life", "you")))),
        asked(AnyOf((Holds("you", "life", most=5), Controls("you", Filter(("boss",)))))),
    ],
    "What happened this turn": [
        asked(Happened(CAST, "was cast", least=2)),
        asked(Happened(Filter(("spell",), control="an opponent"), "was cast", no=True)),
        asked(Compared(TurnTotal("you", "gains", "life"), "at least", Number(3))),
        asked(Compared(TurnTotal("an opponent", "takes"), "at least", Number(1))),
        asked(IsSo(THIS, Filter(past="was dealt damage"))),
        asked(IsSo(THIS, Filter(past="attacked"), no=True)),
        text(life(Times(Number(1), Occurred(CAST, "was cast")))),
        text(life(TurnTotal("you", "takes"))),
        text(life(Occurred(MINE, "was defeated"))),
        gift("life", When(YOU, "casts", to=Each(Filter(("spell",))), nth=2)),
        text(Costs(Filter(("spell",)), 1, less=True, player="you", nth=1), continuous=True),
    ],
    "Amounts compared": [
        asked(Compared(Count(SUMMON), "at least", Number(5))),
        asked(Compared(Has("you", "vim"), "at least", Times(Number(2), Has("an opponent", "vim")))),
        gift(
            "life",
            When(THIS, "attacks", Each(SUMMON), condition=Compared(Strength(THIS), "more", Strength(Target()))),
        ),
        asked(Compared(Count(Filter(owner="you", zone="graveyard")), "more", Count(THEIR_GRAVEYARD))),
        text(gains(1), MAIN, While(Not(Controls("you", Filter(("boss",)))))),
        asked(YourTurn(number=3, onward=True)),
        text(life(2), only=Controls("you", Filter(("boss",)))),
    ],
    "Costs": [
        text(life(1), MAIN, cost=(PayAct(Choose(Filter(("boss",), control="you"))),)),
        text(Damage(Who("an opponent"), X()), MAIN, cost=(Pay("vim", X()),)),
        text(Ready(THIS), MAIN, cost=(PayAct(Choose(WIZARD)), Pay("ether", Number(1)), Pay("life", Number(2)))),
        text(Damage(Choose(SUMMON), Number(4)), MAIN, cost=(PayCard("defeat", Choose(MINE, 2, 2)),)),
        text(gains(2), MAIN, cost=(PayCard("discard", Choose(SPELLS)),)),
        text(gains(2), MAIN, cost=(PayCard("return", Choose(MINE), "castle"),)),
        text(gains(2), MAIN, cost=(PayCard("turn face-down", Choose(WIZARD)),)),
        text(life(2), MAIN, cost=(PayStrength(THIS, Number(2)),)),
        text(gains(2), MAIN, cost=(Pay("vim", Has("you", "vim")),)),
        text(gains(2), MAIN, cost=(Pay("life", Half(Has("you", "life"))),)),
        text(life(2), MAIN, cost=(PayCard("remove", Choose(Filter(("spell",), on=THIS))),)),
    ],
    "Choosing cards": [
        text(Ready(Choose(Filter(("summon",), other=True)))),
        text(Ready(Choose(MINE, 2, 2))),
        text(Ready(Choose(Filter(("summon", "boss"), control="you"), 0, 2))),
        text(Act(Choose(Filter(("wizard",), control="an opponent"), 0, None))),
        text(Ready(Each(Filter(("summon",), color="red")))),
        text(Damage(Both((Each(SUMMON), Each(Filter(("boss",), other=True)))), Number(1), taken=True)),
        text(Damage(OneOf((Choose(SUMMON), Who("a player"))), Number(2))),
        text(Defeat(Choose(Filter(("summon",), not_color="yellow", looks=("acted",), control="an opponent")))),
        text(Defeat(Choose(Filter(("summon",), most=Number(3))))),
        text(Defeat(Choose(Filter(("summon",), least=Number(2), most=Number(4))))),
        text(Defeat(Each(Filter(("summon",), most=Below(Strength(THIS))))), MAIN, cost=(PayAct(THIS),)),
        text(Act(Choose(Filter(("summon",), least=Above(Has("you", "vim"))))), ),
        text(Defeat(Choose(Filter(("summon",), most=Strength(THIS)))), MAIN, cost=(PayAct(THIS),)),
        text(Act(Each(Filter(("summon",), control="an opponent", extreme="most")))),
        text(Ready(Choose(Filter(("summon",), control="you", extreme="least")))),
        text(Damage(Each(Filter(("summon",), column="adjacent")), Number(1)), ATTACKS),
        text(Act(Each(Filter(("summon",), column="this", other=True))), ATTACKS),
        text(Damage(Each(Filter(("summon",), column="facing")), Number(1)), MAIN, cost=(PayAct(THIS),)),
        text(Ready(Each(Filter(("summon",), column="front"))), MAIN, cost=(PayAct(THIS),)),
        text(Ready(Choose(Filter(("summon",), near=Near("front", IT)))), When(Each(WIZARD), "turned face-up")),
        text(Unenchant(what=Choose(Filter(("spell",), on=THIS))), MAIN, cost=(Pay("vim", Number(1)),)),
        text(gains(1, Each(Filter(name="Ember Adept", control="you")))),
        text(Ready(Each(Filter(("summon",), owner="you", past="attacked")))),
        text(Bring(Choose(FALLEN))),
        text(Put(Choose(Filter(("spell",), zone="graveyard")), "spellbook")),
        text(Defeat(Choose(Filter(("summon",), control="that player"), by="each opponent"))),
    ],
    "Amounts": [
        text(gains(X()), MAIN, cost=(Pay("vim", X()),)),
        text(gains(Times(Number(1), Count(Filter(("summon",), control="you", other=True)))), ATTACKS),
        text(life(Count(FALLEN))),
        text(Damage(Who("an opponent"), Strength(THIS)), MAIN, cost=(PayAct(THIS),)),
        text(life(TotalStrength(MINE))),
        text(Damage(Choose(SUMMON), Has("you", "vim"))),
        text(life(Half(Has("an opponent", "life")), Who("an opponent"), lose=True)),
        text(life(Half(Has(ControllerOf(Itself()), "life")), Who("each player"), lose=True)),
        text(Damage(Who("an opponent"), Strength(Earlier("cost"))), MAIN, cost=(PayCard("defeat", Choose(MINE)),)),
        text(life(Half(TotalStrength(MINE), up=True))),
        text(life(Times(Number(2), Has("you", "ether")))),
        text(Damage(Choose(SUMMON), Times(Number(1), Count(Filter(("spell",), on=IT))))),
        text(gains(Strength(IT), Choose(MINE))),
    ],
    "Effects": [
        text(gains(2, Choose(SUMMON), lose=True, until="end of turn")),
        text(gains(3, Choose(MINE), until="start of your next turn")),
        text(gains(1, Choose(SUMMON), until="on the battlefield"), When(THIS, "summoned")),
        text(gains(3, Choose(MINE), until="an opponent's next main phase")),
        text(Damage(Choose(THEIRS), Number(2), by=Choose(MINE))),
        text(Scale(YOU, "vim")),
        text(Scale(Choose(SUMMON), "strength", half=True)),
        text(Become(Choose(SUMMON), "strength", Number(5), "end of turn")),
        text(Become(YOU, "life", Has("an opponent", "life"))),
        text(Battle(Choose(MINE), Choose(THEIRS))),
        text(Act(Choose(THEIRS))),
        text(Defeat(THIS), At("end", "turn"), must=True),
        text(Turn(Choose(WIZARD), up=True)),
        text(Turn(Choose(Filter(("wizard",), control="an opponent")), up=False)),
        text(Turn(Choose(Filter(("boss",), control="you")), True)),
        text(Turn(Choose(Filter(("boss",), control="an opponent")), False)),
        text(Move(Choose(MINE), "adjacent")),
        text(Move(THIS, "open"), MAIN, cost=(Pay("vim", Number(1)),)),
        text(Swap(Choose(MINE), Choose(MINE))),
        text(DROP),
        text(Put(Choose(Filter(owner="you", zone="castle or spellbook")), "graveyard", discard=True)),
        text(Put(Choose(THEIR_SPELLS, by="an opponent"), "graveyard", discard=True)),
        text(Put(Choose(SUMMON), "graveyard", discard=True)),
        text(Put(Choose(Filter(("summon",), owner="an opponent", zone="castle")), "graveyard")),
        text(Put(Choose(SUMMON), "castle")),
        text(Unenchant(Choose(SUMMON))),
        text(Unenchant(what=Choose(Filter(("spell",), control="an opponent")))),
        text(Unenchant(THIS, Choose(Filter(("spell",)))), MAIN),
        text(Conduct(), MAIN, cost=(PayAct(THIS),)),
        text(Conduct(Filter(("wizard",), color="red"))),
        text(Bring(Choose(FALLEN), "acted")),
        text(Bring(Choose(FALLEN), front=True), MAIN, cost=(PayAct(THIS),)),
        text(Bring(Choose(Filter(("boss",), owner="you", zone="graveyard")))),
        text(Bring(Choose(Filter(("wizard",), owner="you", zone="graveyard")))),
        text(Prevent(YOU, 3)),
        text(Prevent(Choose(MINE), until="start of your next turn")),
        text(Cannot(Choose(SUMMON), "attack", "end of your next turn")),
        text(Cannot(Each(THEIRS), "be blocked")),
        text(Cannot(Who("an opponent"), "gain ether", "your next main phase")),
        text(Cannot(Each(MINE), "be attacked", "start of your next turn", Each(Filter(("summon",), least=Number(5))))),
        text(Control(Choose(THEIRS), "end of turn")),
        text(Control(Choose(MINE), player="an opponent")),
        text(EndTurn()),
        text(Lose("an opponent"), ATTACKS, must=True),
        *SHOWN,
    ],
    "Several steps": [
        Text((Step(Act(Target())), Step(Unenchant(Target()))), (ATTACKS,)),
        Text((Step(Defeat(Choose(THEIRS))), Step(Gain(Who("its controller"), Number(2), "life")))),
        Text((Step(Ready(Choose(MINE))), Step(gains(1, IT)))),
        Text((Step(Act(Choose(THEIRS, 2, 2))), Step(gains(1, Them(), lose=True)))),
        Text((Step(DROP, may=True), Step(gains(3), did=True), Step(gains(1), did=False)), (ATTACKS,)),
        Text((Step(Spend(YOU, Number(2), "vim"), may=True), Step(gains(2), did=True)), (ATTACKS,)),
        Text((Step(Spend(Who("an opponent"), Number(2), "life"), may=True), Step(gains(2), did=False)), (ATTACKS,)),
        Text((Step(Select(Choose(MINE))), Step(Damage(Who("an opponent"), Strength(IT))))),
        Text((Step(Select(Both((Choose(MINE), Choose(THEIRS))))), Step(Act(Them())))),
        Text((Step(Select(Choose(MINE))), Step(Ready(Choose(WIZARD))), Step(gains(2, Earlier("step"))))),
        Text((Step(Select(Both((Choose(MINE), Choose(BOSS))))), Step(gains(1, Earlier("step", 0, 1))))),
        Text((Step(Ready(Choose(BOSS))), Step(gains(2, Earlier("event")))), (When(Each(MINE), "attacks"),)),
        Text((Step(Select(Who("a player"))), Step(Gain(Who("that player"), Number(2), "vim")))),
        text(Damage(Each(Filter(("summon",), besides=Target())), Number(1)), ATTACKS),
        text(Damage(Choose(SUMMON), Number(2)), unless=Controls("an opponent", Filter(("boss",)))),
        Text((Step(life(2)), Step(life(2), only=Attacked("you", 3)))),
        Text((Step(life(3), mode=1), Step(Ready(Choose(MINE)), mode=2), Step(gains(1, IT), mode=2)), modes=2),
        Text((Step(life(3), mode=1), Step(Gain(YOU, Number(2), "vim"), mode=2)), (ATTACKS,), must=True, modes=2),
        *CHOSEN,
    ],
    "Delayed abilities": [
        Text((Step(gains(3, Choose(MINE))), Step(Delay(TURN_ENDS, (Step(Defeat(IT)), Step(life(1))))))),
        Text((Step(Gain(YOU, Number(3), "vim")), later(Gain(YOU, Number(3), "vim", lose=True), NEXT_TURN, later=True))),
        Text((later(life(4), At("end", "turn"), later=True),), (MAIN,), (Pay("vim", Number(2)),)),
        Text((later(Put(THIS, "castle")),), (ATTACKS,), must=True),
        Text((Step(Ready(Choose(MINE))), later(gains(1, IT), only=Controls("you", Filter(("boss",)))))),
        Text((later(Gain(YOU, Number(2), "vim"), At("start", "main")),)),
        Text((later(Gain(Who("an opponent"), Number(2), "vim", lose=True), At("start", "turn", "an opponent's"),
              later=True),)),
        Text((later(life(1), When(Each(MINE), "defeated"), until="end of turn", again=True),)),
        Text((later(life(ThatMuch()), When(THIS, "deals damage"), until="end of turn", again=True),),
             (MAIN,), (Pay("vim", Number(1)),)),
        Text((later(life(1), When(Each(THEIRS), "attacks"), until="start of your next turn", again=True),)),
        Text((Step(Select(Choose(THEIRS))),
              later(Gain(YOU, Number(2), "vim"), When(IT, "defeated"), until="end of turn", again=True))),
        Text((Step(Damage(Choose(SUMMON), Number(2))),
              later(Gain(YOU, Number(2), "vim"), When(IT, "defeated"), until="end of turn", again=True))),
        Text((later(gains(2, IT, lose=True), When(Each(THEIRS), "attacks")),)),
        Text((later(gains(2, IT), When(YOU, "summons", Each(SUMMON)), until="end of turn"),)),
        text(Prevent(Choose(MINE), until="start of your next turn", once=True)),
        text(Costs(Filter(("spell",)), 2, True, "you", "end of turn", True)),
        text(Costs(Filter(("spell",), color="red"), 1, True, "you", "end of turn")),
        text(Costs(Filter(("spell",)), 1, player="an opponent", once=True)),
    ],
    "Continuous effects": [
        text(Bonus(THIS, Times(Number(1), Count(WIZARD))), continuous=True),
        text(Bonus(Each(THEIRS), Number(1), less=True), While(Controls("you", Filter(("boss",)))), continuous=True),
        text(Bonus(THIS, Number(2)), During("turn", "an opponent's"), continuous=True),
        text(Cannot(THIS, "be attacked"), While(IsSo(THIS, Filter(looks=("acted",)))), continuous=True),
        text(Cannot(Who("each opponent"), "cast spells"), During("main"), continuous=True),
        text(Cannot(THIS, "attack", other=Each(Filter(("boss",)))), continuous=True),
        text(Cannot(THIS, "attack", other=Each(Filter(("boss",))), only=True), continuous=True),
        text(Cannot(THIS, "attack cards"), continuous=True),
        text(Cannot(Each(THEIRS), "attack", other=THIS), continuous=True),
        text(Cannot(Each(THEIRS), "attack", other=YOU), continuous=True),
        text(Cannot(THIS, "be attacked", other=Each(SUMMON)), continuous=True),
        text(Cannot(THIS, "be blocked", other=Each(Filter(("summon",), most=Number(3)))), continuous=True),
        text(Cannot(THIS, "block", other=Each(Filter(("summon",), color="red"))), continuous=True),
        text(Cannot(Who("each opponent"), "cast spells", other=Each(Filter(("spell",), color="blue"))),
             continuous=True),
        text(Cannot(THIS, "be chosen", other=Each(Filter(("spell",)))), continuous=True),
        text(Cannot(Each(MINE), "be chosen by an opponent"), continuous=True),
        text(Cannot(THIS, "be damaged", other=Each(Filter(("spell",)))), continuous=True),
        text(Cannot(THIS, "be defeated in battle"), continuous=True),
        text(Cannot(THIS, "be damaged in battle"), continuous=True),
        text(Cannot(Each(WIZARD), "be turned face-down"), continuous=True),
        text(Cannot(Each(THEIRS), "move"), continuous=True),
        text(Cannot(Each(THEIRS), "be returned"), continuous=True),
        text(Cannot(THIS, "lose strength"), continuous=True),
        text(DamageChange(THIS, 1, less=True, taken=True), continuous=True),
        text(DamageChange(Each(MINE), 1, in_battle=True), continuous=True),
        text(DamageChange(THIS), continuous=True),
        text(Costs(Filter(("spell",), color="red"), 1, True, "you"), continuous=True),
        text(Costs(Filter(("spell",)), 2), continuous=True),
        text(Bonus(Each(MINE), Number(1)), continuous=True, unless=YourTurn()),
    ],
    "Attacks and blocks": [
        text(CombatRule(THIS, "attack past summons"), continuous=True),
        text(CombatRule(THIS, "block anywhere"), continuous=True),
        text(CombatRule(THIS, "must attack"), continuous=True),
        text(CombatRule(Choose(MINE), "attack past summons", "end of turn")),
        text(CombatRule(Each(MINE), "block anywhere", "start of your next turn")),
        text(CombatRule(Each(THEIRS), "must attack", "end of your next turn")),
        text(CombatRule(Host(), "must attack"), continuous=True, enchant=SUMMON),
    ],
    "Changed damage": CHANGED_DAMAGE,
    "Limits, prices and battles": LIMITS,
    "Enchantments": [
        text(Bonus(Host(), Number(2)), continuous=True, enchant=SUMMON),
        text(Bonus(Host(), Count(FALLEN), less=True), continuous=True, enchant=Filter(("boss",), control="you")),
        text(Cannot(Host(), "attack"), When(Each(THEIRS), "attacks"), continuous=True, enchant=THEIRS),
        gift("life", When(Host(), "attacks")),
        lying(SUMMON, text(HURT, At("end", "turn", ControllerOf(Host())), must=True)),
        lying(MINE, text(gains(2, Host()), When(Host(), "attacks"), must=True)),
        lying(SUMMON, text(Act(Host()), When(THIS, "enchants"), must=True), Cannot(Host(), "ready")),
        lying(WIZARD, gift_of(2, "vim", When(Host(), "turned face-down"))),
        lying(MINE, text(Ready(Host()), cost=(Pay("vim", Number(2)),))),
        lying(SUMMON, text(life(2, Who(ControllerOf(Host())), lose=True), When(THIS, "removed"), must=True)),
    ],
    "Abilities in quotation marks": GIVEN,
    "Replacement effects": [
        text(Put(THIS, "castle"), instead=When(THIS, "defeated")),
        text(gains(1), instead=When(THIS, "damaged", in_battle=True)),
        *INSTEAD,
    ],
    "Summoning conditions": [
        SummoningCondition(names=("Ember Adept",)),
        SummoningCondition(wizard=Filter(("wizard",), color="red")),
        SummoningCondition(count=2, wizard=Filter(("wizard",), color="yellow")),
        SummoningCondition(wizard=Filter(("wizard",), color="blue"), only=HasMore("an opponent", "life", "you")),
        SummoningCondition(names=("Ember Adept",), either=(SummoningCondition(names=("Ash Caller",)),)),
        SummoningCondition(cost=(Pay("vim", Number(5)),)),
    ],
    "Conditions of bosses": [
        BossCondition(Controls("you", SUMMON, least=2)),
        BossCondition(Left("you", "castle", "summon", most=0)),
        BossCondition(cost=(PayCard("defeat", Choose(MINE, 2, 2)),)),
        BossCondition(Attacked("you", 3), (Pay("vim", Number(4)),)),
    ],
}  # fmt: skip


SECTIONS["Columns and neighbours"] = PLACES
SECTIONS = {heading: [with_words_bound(made) for made in section] for heading, section in SECTIONS.items()}
SPECIMENS = [made for section in SECTIONS.values() for made in section]
