"""What can be done at all, and whether somebody is asked while it is done."""

from tests.engine.bos.second_interpreter import measuring, moving
from tests.engine.bos.second_interpreter.choosing import can_move, candidates


def can_do(use, step):
    """Whether there is something for each choice of a sentence that has to be made in any case."""
    if step.deed is None or step.condition is not None or step.may:
        return True
    things = (getattr(step.deed, "to", None), getattr(step.deed, "other", None), getattr(step.deed, "source", None))
    if step.deed.kind == "move" and step.deed.to.kind == "ref" and step.deed.to.slot == "this":
        return can_move(use, use.card)
    if step.deed.kind == "swap" and not _two(use, step.deed):
        return False
    return all(has_candidates(use, thing, step.deed) for thing in things if thing is not None)


def _two(use, deed):
    """Whether there are two different cards for two choices, which can change their places."""
    if deed.to.kind != "choose" or deed.other.kind != "choose":
        return True
    ones, others = (candidates(use, thing) for thing in (deed.to, deed.other))
    return any(one is not other and moving.can_swap(use.table, one, other) for one in ones for other in others)


def cost_role(deed):
    """As what a card is chosen for a price: it is paid only by what changes."""
    if deed.kind == "to pile" and deed.returned:
        return "pays return"
    return {"act": "pays act", "turn": "pays turn"}.get(deed.kind, "")


def first_asked(one):
    """What is to be chosen first in any case, and as what; None where something else may come first."""
    if one.delay is not None or one.ability.enchant:
        return None
    if one.ability.costs:
        deed = one.ability.costs[0]
    elif one.ability.steps and can_do(one.use, one.ability.steps[0]):
        step = one.ability.steps[0]
        deed = None if step.may or step.modes or step.condition else step.deed
    else:
        return None
    thing = getattr(deed, "source", None) or getattr(deed, "to", None)  # who deals damage is chosen first
    if thing is None or thing.kind != "choose" or not thing.low or deed.by is not None:
        return None
    if one.ability.costs:
        return thing, cost_role(deed)
    return thing, "turn up" if deed.kind == "turn" and deed.up else ""  # what cannot move may be chosen all the same


def has_candidates(use, thing, deed, role=""):
    """Whether a thing that has to be chosen is there to be chosen."""
    if thing.kind == "choose" and thing.low:
        seats = [use.you] if deed.by is None else measuring.seats(use, deed.by.who)
        if not seats and deed.by.who.startswith("each"):
            return True
        role = role or _role(deed)
        for seat in seats:
            use.player = seat if deed.by is not None else use.player
            if len(candidates(use, thing, seat, role)) >= thing.low:
                return True
        return False
    if thing.kind == "both":
        return all(has_candidates(use, part, deed) for part in thing.parts)
    if thing.kind == "player":
        return bool(measuring.seats(use, thing.who)) or thing.who == "that player"
    return True


def asks_something(use, steps):
    """Whether somebody may have to say something while they are carried out."""
    if len(steps) == 1 and _finds_nothing(use, steps[0]):
        return False
    said = repr(steps)
    marks = ["kind='choose'", "kind='x'", "kind='one of'", "kind='conduct'", "kind='move'", "kind='arrive'"]
    marks += ["who='a player'"] * (len(measuring.seats(use, "a player")) > 1)
    return any(mark in said for mark in marks) or any(step.may or step.modes for step in steps)


def _finds_nothing(use, step):
    """Whether all that a sentence asks is which cards, and there are none."""
    thing = getattr(step.deed, "to", None)
    if thing is None or step.may or step.modes or getattr(step.deed, "by", None) is not None:
        return False
    return thing.kind == "choose" and not candidates(use, thing, role=_role(step.deed))


def _role(deed):
    """What a card is chosen for, where not every one will do."""
    return "turn up" if deed.kind == "turn" and deed.up else "move" if deed.kind == "move" else ""


def has_x(deed):
    """Whether an amount in it is X."""
    return "kind='x'" in repr(deed)
