"""Deeds told plainly: what somebody chooses first, and what then happens to it."""

from __future__ import annotations

from dataclasses import fields, replace

from engine.bos import tree
from engine.bos.cardtext import printing_things as things
from engine.bos.cardtext.printing_deeds import chooser, clause, scaled
from engine.bos.cardtext.printing_words import UNTIL, WHOLE_GAME, Scene, does, words

FOR_GOOD = "for good"


def chosen(scene: Scene, deed: tree.Deed) -> tuple[str, tree.Deed]:
    """What is chosen ("you choose a summon"), and the deed as it goes on with "it" or "they".

    A deed that lets choose twice keeps its choices; nothing chosen is an empty sentence.
    """
    asked = {
        field.name: what
        for field in fields(deed)
        if isinstance(what := getattr(deed, field.name), tree.Choose | tree.OneOf)
    }
    if len(asked) != 1:
        return "", deed
    ((name, what),) = asked.items()
    said = things.thing(scene, _unasked(what))
    then: tree.Thing = tree.Them() if things.is_many(what) else tree.It()
    return f"{does(chooser(deed), 'choose')} {said}", replace(deed, **{name: then})  # type: ignore[arg-type]


def _unasked(what: tree.Thing) -> tree.Thing:
    match what:
        case tree.Choose():
            return replace(what, by="you")
        case tree.OneOf(parts):
            return replace(what, parts=tuple(map(_unasked, parts)))
    return what


def happening(scene: Scene, deed: tree.Deed, printed: tree.Deed) -> str:
    """What happens, as a sentence; `printed` is the deed before its choice was taken out."""

    def said(what: tree.Thing, verb: str) -> str:
        return things.does_verb(scene, _unasked(what), verb)

    match deed:
        case tree.Ready(what):
            return f"{said(what, 'become')} ready"
        case tree.Act(what):
            return said(what, "act")
        case tree.Defeat(what):
            return f"{_is(scene, what)} defeated"
        case tree.Turn(what, up):
            return f"{said(what, 'turn')} {'face-up' if up else 'face-down'}"
        case tree.Move(what, column):
            return f"{said(what, 'move')} to an {column} column"
        case tree.Swap(first, second):
            pair = [things.thing(scene, _unasked(what), subject=True) for what in (first, second)]
            return f"{pair[0]} and {pair[1]} change places"
        case tree.Put(what, zone) if isinstance(printed, tree.Put):
            deeds = "is discarded to" if deed.discard else "goes to"
            deeds = deeds.replace("is", "are").replace("goes", "go") if things.is_many(what) else deeds
            return words(things.thing(scene, _unasked(what), subject=True), deeds, things.owners(printed.what), zone)
        case tree.Bring(what, state, front):
            where = " in front of this card" if front else ""
            return f"{said(what, 'come')} onto the battlefield {state}{where}, without a wizard"
        case tree.Select(what):
            return "" if deed != printed else f"{does(chooser(deed), 'choose')} {things.thing(scene, _unasked(what))}"
        case tree.Unenchant():
            return _freed(scene, deed)
    return _measured(scene, deed)


def _is(scene: Scene, what: tree.Thing) -> str:
    be = "are" if things.is_many(what) else "is"
    return f"{things.thing(scene, _unasked(what), subject=True)} {be}"


def _freed(scene: Scene, deed: tree.Unenchant) -> str:
    leaving = things.thing(scene, _unasked(deed.what), subject=True) if deed.what else "all enchantments"
    many = deed.what is None or things.is_many(deed.what)
    return words(leaving, "leave" if many else "leaves", things.thing(scene, deed.on) if deed.on else "the battlefield")


def _measured(scene: Scene, deed: tree.Deed) -> str:
    match deed:
        case tree.Gain(what="strength", until=""):
            return words(clause(scene, deed).said(), "" if scene.continuous else FOR_GOOD)
        case tree.Damage(by=None, taken=False):
            return clause(scene, replace(deed, by=tree.This())).said()
        case tree.Scale(half=half):
            return f"{scaled(scene, deed.who, deed.what)} is {'halved, rounded down' if half else 'doubled'}"
        case tree.Prevent(to, amount, until):
            much = "all damage" if amount is None else f"the next {amount} damage"
            until_then = "" if scene.continuous else UNTIL[until] or WHOLE_GAME
            return words(f"{much} that would be dealt to {things.thing(scene, to)} is prevented", until_then)
        case tree.Conduct():
            return f"you {clause(scene, deed).said()}"
        case tree.EndTurn():
            return "the turn goes on to its ending phase"
    return clause(scene, deed).said()
