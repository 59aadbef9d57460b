"""Trees of the examples of docs/card-language.md about changed damage, and about attacks that go otherwise."""

from engine.bos.model.syntax import (
    Bonus,
    Cannot,
    CombatRule,
    Damage,
    DamageChange,
    Delay,
    EndAttack,
    Gain,
    PayAct,
    Ready,
    Retarget,
    Select,
    Step,
    Text,
    Toll,
    When,
    While,
)
from engine.bos.model.terms import (
    Choose,
    ControllerOf,
    Controls,
    Each,
    Earlier,
    Filter,
    Happened,
    Host,
    IsSo,
    It,
    Itself,
    Number,
    Strength,
    ThatMuch,
    This,
    Who,
)

THIS, YOU, SUMMON, BOSS = This(), Who("you"), Filter(("summon",)), Filter(("boss",))
MINE, THEIRS = Filter(("summon",), control="you"), Filter(("summon",), control="an opponent")
HITS_YOU = When(Each(THEIRS), "attacks", YOU)


def once(*deeds, when=None, cost=(), **more):
    """An ability of several steps."""
    return Text(tuple(map(Step, deeds)), (when,) if when else (), cost, **more)


def always(deed, *moments, **more):
    """A text that applies all the time."""
    return Text((Step(deed),), moments, continuous=True, **more)


def gains(amount, who=THIS, until=""):
    return Gain(who, Number(amount), "strength", until=until)


def life(amount):
    return Gain(YOU, Number(amount), "life")


NO_SUMMONS = Controls(ControllerOf(Itself()), SUMMON, None, 0)
CHANGED_DAMAGE = [
    always(DamageChange(THIS, other=Each(BOSS))),
    always(DamageChange(THIS, 2, less=True, taken=True, other=Each(Filter(("spell",))))),
    always(DamageChange(THIS, other=Who("each player"), only=NO_SUMMONS)),
    always(DamageChange(Host(), half="up"), enchant=BOSS),
    once(DamageChange(Each(MINE), 1, until="end of turn")),
    once(DamageChange(YOU, 3, taken=True, in_battle=True, at_most=True, until="end of an opponent's next turn")),
    once(DamageChange(Choose(MINE), other=Who("each player"), until="end of turn", once=True)),
    once(DamageChange(YOU, 3, less=True, taken=True, in_battle=True, until="end of the attack"),
         when=HITS_YOU, cost=(PayAct(THIS),)),
    once(gains(2, until="end of the attack"), when=When(THIS, "blocks")),
    once(Delay(When(YOU, "damaged"), (Step(Gain(YOU, ThatMuch(), "life")),), "end of turn", would=True)),
    once(Delay(When(Who("a player"), "gains", resource="life"),
               (Step(Gain(Who(ControllerOf(Earlier("event", 1, 0))), ThatMuch(), "life", lose=True)),),
               "end of turn", again=True, would=True)),
]  # fmt: skip
LIMITS = [
    always(Cannot(THIS, "attack", most=1)),
    always(Cannot(Who("each player"), "cast spells", most=1)),
    always(Cannot(Who("each player"), "conduct", most=2)),
    always(Cannot(Who("each opponent"), "attack with", other=Each(SUMMON), most=1)),
    once(Cannot(Choose(THEIRS), "ready in next startup")),
    always(Cannot(Host(), "ready in startup"), enchant=SUMMON),
    always(Toll(Each(SUMMON), "attack", 1, other=YOU)),
    always(Toll(Host(), "attack", 2), enchant=THEIRS),
    once(Toll(Each(THEIRS), "block", 2, "life", "end of turn")),
    always(CombatRule(THIS, "must block")),
    always(CombatRule(THIS, "must be blocked")),
    always(CombatRule(Each(THEIRS), "must attack", other=THIS)),
    always(CombatRule(THIS, "attack twice")),
    once(EndAttack(), when=HITS_YOU),
    once(Select(Choose(Filter(("summon",), control="you", other=True))), Retarget(It()),
         when=When(Each(THEIRS), "attacks", THIS)),
    once(life(2), when=When(THIS, "unblocked", Who("a player"))),
    once(gains(2), when=When(THIS, "survives", Each(SUMMON))),
    once(Ready(THIS), when=When(THIS, "has attacked", Each(SUMMON))),
    once(gains(1), when=When(THIS, "has blocked")),
    once(Damage(Earlier("event", 0, 0), Strength(Earlier("event", 0, 1), base=True)),
         when=When(Each(Filter(("summon",), looks=("attacking",))), "defeats", Each(MINE))),
    always(Bonus(THIS, Number(2)), While(IsSo(THIS, Filter(looks=("blocking",))))),
    once(life(1), when=When(THIS, "damaged", condition=IsSo(THIS, Filter(past="was defeated"), no=True))),
    Text((Step(life(1)),), (While(Happened(Filter(("boss",), control="you"), "attacked a player")),)),
]  # fmt: skip
