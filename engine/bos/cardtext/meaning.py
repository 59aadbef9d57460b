"""What an ability means, told plainly for people: when, at what price, who chooses what, what happens and how long."""

from __future__ import annotations

from dataclasses import replace

from engine.bos import tree
from engine.bos.cards import CardType
from engine.bos.cardtext import printing_clauses as clauses
from engine.bos.cardtext import printing_things as things
from engine.bos.cardtext.meaning_deeds import chosen, happening
from engine.bos.cardtext.printing import print_calling, print_rising, print_text, scene_of
from engine.bos.cardtext.printing_deeds import decider
from engine.bos.cardtext.printing_words import Scene, joined, player_verb, words
from engine.bos.cardtext.shapes import parts

LIMITS: dict[tree.Limit, str] = {"": "", "turn": "at most once a turn", "game": "at most once a game"}


def tell_meaning(text: tree.Text, *, card_type: CardType | None = None, number: int = 1, enchants: bool = False) -> str:
    """The ability in plain words, part by part: "optional; in your main phase; cost: this card acts; …".

    `number` is its number on the card, and `enchants` says whether the card has a text that enchants: a spell is cast
    once, and what an enchantment says beside that is an ability it has where it lies. Raises Unsayable for a tree that
    has no sentence.
    """
    print_text(text, card_type=card_type)
    scene = replace(scene_of(text), this="this card")
    told = [
        _kind(text, card_type, number, enchants=enchants or _speaks_of_host(text)),
        *(_moment(replace(scene, continuous=text.continuous and not text.enchant), moment) for moment in text.moments),
        f"in place of what happens {clauses.event(scene, text.instead, would=True)}" if text.instead else "",
        _price(scene, text.cost),
        f"it is put under {things.one(scene, text.enchant)}" if text.enchant else "",
        *_steps(scene, text),
        LIMITS[text.limit],
    ]
    return "; ".join(part for part in told if part)


def _kind(text: tree.Text, card_type: CardType | None, number: int, *, enchants: bool) -> str:
    if text.must:
        return "mandatory"
    if text.enchant:
        return "enchantment"
    if text.continuous:
        return "always on"
    if text.instead:
        return "by itself"
    if card_type is not CardType.SPELL or enchants:
        return "optional"
    return "cast for its vim" if number == 1 else "carried out after that"


def _speaks_of_host(text: tree.Text) -> bool:
    return any(isinstance(part, tree.Host) for part in parts(text))


def _moment(scene: Scene, moment: tree.Moment) -> str:
    said = clauses.moment(scene, moment)
    match moment:
        case tree.During():
            return f"in {said.removeprefix('during ')}"
        case tree.While():
            return f"{'as long as' if scene.continuous else 'only if'} {said.partition(' ')[2]}"
        case tree.When():
            return f"each time {said.removeprefix('when ')}"
    return said


# Cost


def _price(scene: Scene, cost: tuple[tree.Cost, ...]) -> str:
    return f"cost: {joined([_paid(scene, item) for item in cost], 'and')}" if cost else ""


def _paid(scene: Scene, item: tree.Cost) -> str:
    match item:
        case tree.PayAct(what):
            return things.does_verb(scene, what, "act")
        case tree.PayStrength():
            return clauses.cost(scene, item)
    return f"you {'pay ' if isinstance(item, tree.Pay) else ''}{clauses.cost(scene, item)}"


# Steps


def _steps(scene: Scene, text: tree.Text) -> list[str]:
    parts: list[str] = []
    mode: int | None = None
    for step in text.steps:
        told = _step(scene, step)
        if step.mode is not None and step.mode != mode:
            told = f"{'you choose one way; ' if mode is None else ''}way {step.mode}: {told}"
        mode = step.mode
        parts.append(told)
    return parts


def _step(scene: Scene, step: tree.Step) -> str:
    linked = {None: "", True: "if that was done", False: "if that was not done"}[step.did]
    only = f"if {clauses.predicate(scene, step.only)}" if step.only else ""
    unless = f"unless {clauses.predicate(scene, step.unless)}" if step.unless else ""
    player = decider(step.deed)
    likes = f"if {player} {player_verb(player, 'like')}" if step.may else ""
    before = ", ".join(part for part in (linked, only, unless, likes) if part)
    choice, deed = chosen(scene, step.deed)
    told = happening(scene, deed, step.deed)
    return "; ".join(
        part for part in (words(f"{before}," if before else "", choice or told), told if choice else "") if part
    )


# Conditions of summons and bosses


def tell_calling(calling: tree.Calling) -> str:
    """A summoning condition in plain words."""
    wizards = print_calling(replace(calling, only=None)).removeprefix("Conduct a summon with ").removesuffix(".")
    only = f"; only if {clauses.predicate(Scene(this='this card'), calling.only)}" if calling.only else ""
    return f"to summon it, you turn face-down: {wizards}{only}"


def tell_rising(rising: tree.Rising) -> str:
    """A boss's condition in plain words."""
    print_rising(rising)
    scene = Scene(this="this card")
    only = f"only if {clauses.predicate(scene, rising.only)}" if rising.only else ""
    parts = ("in your main phase you may turn it face-up", only, _price(scene, rising.cost))
    return "; ".join(part for part in parts if part)
