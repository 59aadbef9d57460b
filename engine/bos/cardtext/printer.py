"""Every tree as the one sentence the house prints for it: abilities, summoning conditions, conditions of bosses."""

from __future__ import annotations

from dataclasses import replace

from engine.bos.cardtext import printer_clauses as clauses
from engine.bos.cardtext import printer_targets as things
from engine.bos.cardtext.printer_effects import Clause, clause, decider
from engine.bos.cardtext.printer_words import (
    UNTIL,
    Scene,
    Unsayable,
    capital,
    join_words,
    joined,
    number,
    player_name,
    sentence,
)
from engine.bos.cardtext.pronouns import with_pronouns
from engine.bos.cardtext.tree_walk import parts
from engine.bos.model import syntax, terms
from engine.bos.model.cards import CardType

LIMITS: dict[syntax.Limit, str] = {
    "": "",
    "turn": "Use this ability only once per turn.",
    "game": "Use this ability only once per game.",
}


def print_text(text: syntax.Text, *, card_type: CardType | None = None) -> str:
    """The ability as a new card prints it.

    Reading the sentence gives this tree again. `card_type` is the card's, where it is known: only spells enchant.
    Raises Unsayable for a tree that has no sentence.
    """
    if text.enchant and card_type not in (None, CardType.SPELL):
        raise Unsayable("only spells enchant")
    return join_words(_print(text, card_type, None), *(_beside(text, each, card_type) for each in text.beside))


def _print(text: syntax.Text, card_type: CardType | None, under: terms.Filter | None, sign: str = ":") -> str:
    """One ability; `under` is what its spell may lie under, `sign` what stands before its effects."""
    _check(text)
    text = with_pronouns(replace(text, beside=()), card_type, under=under)
    scene = scene_of(text, under)
    enchant = sentence(f"enchant {things.one(scene, text.enchant)}") if text.enchant else ""
    effects = _effects(scene, text, sign) if text.steps else ""
    return capital(join_words(_condition(scene, text, sign), capital(enchant), effects, LIMITS[text.limit]))


def _beside(text: syntax.Text, other: syntax.Text, card_type: CardType | None) -> str:
    """Another ability of an enchantment: behind a comma it happens by itself (G-371)."""
    if text.enchant is None or other.enchant or other.beside or not (other.moments or other.cost or other.instead):
        raise Unsayable("the other abilities of an enchantment come later, or when they are paid for")
    due = other.must and not other.instead
    if due != (bool(other.moments) and not other.cost and other.must):
        raise Unsayable("what happens by itself is not paid for")
    return _print(replace(other, must=False), card_type, text.enchant, "," if due else ":")


def scene_of(text: syntax.Text, under: terms.Filter | None = None) -> Scene:
    """What the phrases of this text must know about it."""
    moments = (*text.moments, text.instead) if text.instead else text.moments
    return Scene(
        host=clauses.enchanted(text.enchant or under),
        other=clauses.others(moments),
        continuous=text.continuous,
        enchants=text.enchant is not None,
    )


def _check(text: syntax.Text) -> None:
    """Refuses parts that contradict each other."""
    if not text.steps and not text.enchant:
        raise Unsayable("an ability does something, or enchants")
    if not text.modes and text.ways != syntax.ONE_WAY:
        raise Unsayable("there are no ways to choose")
    if text.enchant and not text.continuous:
        raise Unsayable("an enchantment applies as long as it lies there")
    if text.continuous and (text.must or text.limit or text.instead or text.modes or (text.cost and not text.enchant)):
        raise Unsayable("what applies all the time is neither paid nor chosen nor limited")
    if text.continuous and any(step.may or step.did is not None for step in text.steps):
        raise Unsayable("what applies all the time does not ask")
    if text.continuous and not text.enchant and not text.moments and text.steps[0].only:
        raise Unsayable("what must hold for a text that applies all the time is a condition of the text")
    if text.steps and _is_a_condition(text.steps[0].deed) and not (text.moments or text.cost or text.instead):
        raise Unsayable("a moment at the beginning of a text is when it is used")
    if any(isinstance(moment, syntax.When) for moment in text.moments[:-1]):
        raise Unsayable("an event comes last; what must hold then belongs to it")
    if text.instead and text.moments and isinstance(text.moments[-1], syntax.When):
        raise Unsayable("a replacement has its own event")


def _is_a_condition(deed: syntax.Deed) -> bool:
    """Whether the moment that something waits for would be that of the whole ability."""
    at = deed.when if isinstance(deed, syntax.Delay) and not deed.later else None
    return isinstance(at, syntax.At) and at.phase == "turn" and at.whose != "each player's"


def _condition(scene: Scene, text: syntax.Text, sign: str) -> str:
    """Everything before the effects, with its last sign."""
    now = replace(scene, continuous=text.continuous and not text.enchant)
    parts = [clauses.moment(now, moment) for moment in text.moments]
    if text.instead:
        parts.append(clauses.event(scene, text.instead, would=True))
    if text.cost:
        parts.append(clauses.costs(scene, text.cost))
    if not parts:
        return ""
    return f"{', '.join(parts)}{',' if now.continuous else sign}"


def _effects(scene: Scene, text: syntax.Text, sign: str) -> str:
    """The steps as sentences; those of a choice come behind it, each way with its dot."""
    sentences = _sentences(scene, text)
    free = [line for step, line in zip(text.steps, sentences, strict=True) if step.mode is None]
    if not text.modes:
        if len(free) < len(sentences):
            raise Unsayable("a step belongs to a choice that there is not")
        return " ".join([_begun(text, free[0], sign), *map(capital, free[1:])])
    choosing = _choosing(text, must=text.must and not _bearer(text))
    said = [*free, choosing, *_ways(text, sentences)]
    return " ".join([_begun(text, said[0], sign), *map(capital, said[1:])])


def _begun(text: syntax.Text, first: str, sign: str) -> str:
    """The first sentence: a new one behind a colon, the same one behind a comma."""
    goes_on = text.moments and (sign == "," or (text.continuous and not text.enchant))
    return first if goes_on else capital(first)


def _choosing(text: syntax.Text, *, must: bool) -> str:
    """ "choose one:", "you must choose one or both:", "an opponent chooses two:"."""
    ways = text.ways
    count = join_words(_how_many_ways(ways, text.modes), FRESH[ways.fresh])
    if ways.by == "you":
        return f"{'you must ' if must else ''}choose {count}:"
    if ways.by in ("each player", "each opponent", "a player"):
        raise Unsayable("one player chooses the ways")
    return f"{player_name(ways.by)} {'must choose' if must else 'chooses'} {count}:"


def _how_many_ways(ways: syntax.Ways, modes: int) -> str:
    if not 0 <= ways.least <= ways.most <= modes or not ways.most or ways.least == modes:
        raise Unsayable("as many ways are chosen as there are, and not all of them have to be")
    if ways.least == ways.most:
        return number(ways.most)
    if (ways.least, ways.most) == (1, 2) and modes == 2:
        return "one or both"
    if ways.most == modes and ways.least < 2:
        return "one or more" if ways.least else "any number"
    if ways.least:
        raise Unsayable("this many ways at least have no words")
    return f"up to {number(ways.most)}"


FRESH: dict[syntax.Limit, str] = {
    "": "",
    "turn": "that has not been chosen this turn",
    "game": "that has not been chosen",
}


def _ways(text: syntax.Text, sentences: list[str]) -> list[str]:
    """The ways of "choose one", each with all its sentences."""
    modes = [step.mode for step in text.steps if step.mode is not None]
    if modes != sorted(modes) or set(modes) != set(range(1, text.modes + 1)) or text.modes < 2:
        raise Unsayable("the ways of a choice are numbered from 1, at least two, and come in order")
    if [step.mode for step in text.steps[-len(modes) :]] != modes:
        raise Unsayable("a choice comes last")
    lines = list(zip(text.steps, sentences, strict=True))
    return [
        join_words("•", *(capital(line) for step, line in lines if step.mode == mode))
        for mode in range(1, text.modes + 1)
    ]


def _sentences(scene: Scene, text: syntax.Text) -> list[str]:
    """The steps in order, "must" and "instead" in their places."""
    said = [_worded(scene, step.deed) for step in text.steps]
    bearer = _bearer(text) if text.must else None
    if text.must and bearer is None and not text.modes:
        raise Unsayable("nothing in this text can be a duty")
    return [
        _step(
            scene,
            step,
            words,
            must=index == bearer,
            instead=text.instead is not None and index == _in_its_place(text.steps),
            first=index == 0 and not (text.moments or text.cost or text.instead or text.enchant),
            yours=_is_yours(text.steps[:index]),
        )
        for index, (step, words) in enumerate(zip(text.steps, said, strict=True))
    ]


def _in_its_place(steps: tuple[syntax.Step, ...]) -> int:
    """Which step says "instead": the first, or what is done if the first was done."""
    return 1 if len(steps) > 1 and steps[0].may and steps[1].did else 0


def _is_yours(before: tuple[syntax.Step, ...]) -> bool:
    """Whether "if you do" looks back on something that the controller may do or does."""
    asked = next((step for step in reversed(before) if step.did is None), None)
    return asked is None or not asked.may or decider(asked.deed) == "you"


def _bearer(text: syntax.Text) -> int | None:
    """Which step says "must": the first that does not leave a choice and is no prohibition."""
    steps = enumerate(text.steps)
    fit = (i for i, step in steps if not step.may and step.mode is None and _can_be_due(step.deed))
    return next(fit, None)


def _can_be_due(deed: syntax.Deed) -> bool:
    if isinstance(deed, syntax.Delay):
        return bool(deed.steps) and not deed.steps[0].may and _can_be_due(deed.steps[0].deed)
    if isinstance(deed, syntax.CombatRule):
        return deed.what.startswith("must")
    if isinstance(deed, syntax.DamageChange):
        return not deed.once and not (deed.at_most and deed.amount)
    return not isinstance(deed, syntax.Cannot | syntax.Costs | syntax.Toll)


def _step(
    scene: Scene, step: syntax.Step, words: Clause, *, must: bool, instead: bool, first: bool, yours: bool
) -> str:
    """ "If you control a boss, ready this.", but at the very beginning, where it would be when: "Ready this if …"."""
    linked = {None: "", True: "if you do," if yours else "if they do,", False: "otherwise,"}[step.did]
    only = f"if {clauses.predicate(scene, step.only)}" if step.only else ""
    front, back = ("", only) if first else (only and f"{only},", "")
    if isinstance(step.deed, syntax.Delay) and (step.may or step.unless or back):
        raise Unsayable("whether something is done is decided when its moment comes")
    unless = f"unless {clauses.predicate(scene, step.unless)}" if step.unless else ""
    modal = "must" if must else "may" if step.may else ""
    said = join_words(linked, front, words.said(modal), "instead" if instead else "", back, unless)
    return said if said.endswith('."') else f"{said}."


# What waits: "at the end of the turn, defeat it", "the next time this attacks, …"


def _worded(scene: Scene, deed: syntax.Deed) -> Clause:
    """A deed of an ability as a clause; of what waits with its moment in front and all its steps."""
    if isinstance(deed, syntax.Grant):
        return _granted(scene, deed)
    if not isinstance(deed, syntax.Delay):
        return clause(scene, deed)
    if scene.continuous or not deed.steps:
        raise Unsayable("what waits is something that happens once")
    now = replace(scene, other=clauses.others((deed.when,)))
    first, *more = deed.steps
    said = _worded(now, first.deed)
    behind = "".join(f", then {_following(now, each, first)}" for each in more)
    behind = f"{_unless(now, first)}{behind}"
    opening = f"{_opening(scene, deed)}, {_only(now, deed)}{said.opening}"
    if deed.would and (first.may or first.only):
        raise Unsayable("what takes the place of an event asks nobody")
    closing = f"{said.closing}{behind}{' instead' if deed.would else ''}"
    return replace(said, opening=opening, closing=closing, may=first.may)


def _granted(scene: Scene, deed: syntax.Grant) -> Clause:
    """ "has "When this attacks: …""; with an end, or by something that happens once, it is gained."""
    who = things.thing(scene, deed.who, subject=True)
    if scene.continuous and deed.until:
        raise Unsayable("what applies all the time has no end of its own")
    if deed.text.enchant or any(isinstance(part, syntax.Grant) for part in parts(deed.text)):
        raise Unsayable("in quotation marks stands a plain ability")
    if not (deed.text.moments or deed.text.cost or deed.text.continuous or deed.text.instead):
        raise Unsayable("an ability of a card says when it is used")
    verb = "have" if scene.continuous else "gain"
    rest = join_words(f'"{print_text(deed.text)}"', UNTIL[deed.until])
    return Clause(who, verb, rest, things.is_many(deed.who), fixed=scene.continuous)


def _only(scene: Scene, deed: syntax.Delay) -> str:
    first = deed.steps[0]
    if first.did is not None or first.mode is not None:
        raise Unsayable("what waits looks back on nothing")
    if first.only is None:
        return ""
    if isinstance(deed.when, syntax.When):
        raise Unsayable("what must hold when an event happens belongs to the event")
    return f"if {clauses.predicate(scene, first.only)}, "


def _unless(scene: Scene, step: syntax.Step) -> str:
    return f" unless {clauses.predicate(scene, step.unless)}" if step.unless else ""


def _following(scene: Scene, step: syntax.Step, first: syntax.Step) -> str:
    """A further step in the same sentence; behind "you may …" it depends on that."""
    if step.did is not (True if first.may else None) or step.may or step.mode is not None or step.unless:
        raise Unsayable("the steps of what waits are said in one sentence")
    if step.only != first.only or first.unless or isinstance(step.deed, syntax.Delay):
        raise Unsayable("the steps of what waits have one condition")
    return _worded(scene, step.deed).said()


def _opening(scene: Scene, deed: syntax.Delay) -> str:
    if isinstance(deed.when, syntax.At):
        if deed.until or deed.again or deed.would:
            raise Unsayable("a moment comes once")
        return f"at the {deed.when.point} of {_span(deed.when, later=deed.later)}"
    if deed.later or (deed.again and not deed.until):
        raise Unsayable("what waits for every such event has an end")
    event = clauses.event(scene, deed.when, would=deed.would)
    if not deed.again:
        event = event.replace("when", "the next time", 1)
    return f"{UNTIL[deed.until]}, {event}" if deed.until else event


def _span(at: syntax.At, *, later: bool) -> str:
    if at.phase != "turn":
        if at.point != "start" or later or at.whose == "each player's":
            raise Unsayable("of phases only the next one of a player is waited for, from its start")
        return f"{clauses.whose(at.whose)} next {at.phase} phase"
    if at.point == "middle" or (at.point == "start" and not later):
        raise Unsayable("what is waited for is the end of a turn, or the start of the next one")
    if at.whose == "each player's":
        return "the next turn" if later else "the turn"
    return join_words(clauses.whose(at.whose), "next" if later else "", "turn")


# Conditions of summons and bosses


def print_summoning_condition(condition: syntax.SummoningCondition) -> str:
    """A summoning condition: "Conduct a summon with any red wizard."."""
    scene = Scene()
    only = clauses.if_so(scene, condition.only) if condition.only else ""
    if any(way.only or way.either or way.cost for way in condition.either):
        raise Unsayable("what else must hold, and what is paid, is said once")
    if len({replace(way, only=None, either=(), cost=()) for way in condition.ways}) <= len(condition.either):
        raise Unsayable("wizards are named once")
    if not all(isinstance(part, syntax.Pay) and isinstance(part.amount, terms.Number) for part in condition.cost):
        raise Unsayable("for a summon an amount is paid")
    ways = " or ".join(_wizards(scene, way) for way in condition.ways)
    price = clauses.costs(scene, condition.cost) if condition.cost else ""
    said = join_words("conduct a summon with", ways, only)
    return sentence(", ".join([said, price] if price else [said]))


def _wizards(scene: Scene, condition: syntax.SummoningCondition) -> str:
    if condition.names:
        if (condition.count, condition.wizard) != (len(condition.names), syntax.SummoningCondition().wizard):
            raise Unsayable("a condition names its wizards or describes them")
        return joined(condition.names, "and")
    if condition.count < 1:
        raise Unsayable("a summon is conducted with at least one wizard")
    single = condition.count == 1
    return join_words(
        "any" if single else number(condition.count),
        things.bare(scene, condition.wizard, many=not single),
    )


def print_boss_condition(condition: syntax.BossCondition) -> str:
    """A boss's condition: "If you control 2 or more summons."."""
    scene = Scene()
    parts = [clauses.if_so(scene, condition.only)] if condition.only else []
    parts += [clauses.costs(scene, condition.cost)] if condition.cost else []
    if not parts:
        raise Unsayable("a boss has a condition")
    return sentence(", ".join(parts))
