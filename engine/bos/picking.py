"""Why something cannot be chosen for an ability or a spell, each case with its rule."""

from __future__ import annotations

from engine.bos import carrying, keys, tree
from engine.bos.quantities import amount
from engine.bos.state import (
    Copy,
    Doing,
    Draft,
    State,
    Table,
    at,
    is_boss_place,
    is_summon_place,
    named,
    opponents,
    seat_name,
    seat_of,
)
from engine.choice import Violation


def refused(state: State | Draft, wanted: str) -> Violation:
    """What is wrong with choosing that place, player or card (`keys.thing`) for the ability that asks."""
    place = keys.POSITIONS.get(wanted)
    if place is None:
        return _player_or_pile(state, wanted)
    card = at(state, place)
    if carrying.open_thing(state) is None:
        return Violation("2.1.7", f"{wanted} is not one of the open places that can be chosen here.", "G-57")
    if card is None:
        return Violation(_rule(state), f"No card stands at {wanted} that could be chosen for {_asker(state)}.")
    if not state.turns[seat_of(place)]:
        who = seat_name(seat_of(place))
        return Violation(
            "10.5.1", f"{who} has not started their first turn; nothing can affect {who} or their cards.", "G-112"
        )
    if card.leaving:
        return Violation(
            "7.4.2", f"{named(card)} is defeated and waits for the graveyard; it cannot be chosen.", "G-94"
        )
    if is_boss_place(place) and _asks_for(state, "summon") and not _asks_for(state, "boss"):
        return Violation("9.2.1", f"{named(card)} is a boss; a text that says summon does not mean bosses.")
    if is_summon_place(place) and _asks_for(state, "boss") and not _asks_for(state, "summon"):
        return Violation("9.2.1", f"{named(card)} is a summon; a text that says boss does not mean summons.")
    return Violation(
        _rule(state), f"{_told(card)} is not what {_asker(state)} asks for.", "" if _is_spell(state) else "G-71"
    )


def _player_or_pile(state: State | Draft, wanted: str) -> Violation:
    if wanted in ("P1", "P2"):
        seat = int(wanted[1]) - 1
        if not state.turns[seat]:
            said = f"{wanted} has not started their first turn; nothing can affect {wanted} or their cards."
            return Violation("10.5.1", said, "G-112")
        return Violation(_rule(state), f"{wanted} is not what {_asker(state)} asks for.")
    return Violation(_rule(state), f"That card is not what {_asker(state)} asks for.")


def _told(card: Copy) -> str:
    return f"{named(card)}{'' if card.up else ', which is face-down,'}"


def _asker(state: State | Draft) -> str:
    doing = state.frames[-1].doing
    return state.copies[doing.source].face.name if doing else "this"


def _is_spell(state: State | Draft) -> bool:
    return any(frame.routine == "spell" for frame in state.frames)


def _rule(state: State | Draft) -> str:
    """6.2.1 for what a spell may lie under, 6.1.4 for a spell's text, else the rule about choices of abilities."""
    doing = state.frames[-1].doing
    assert doing is not None
    if any(isinstance(step.deed, tree.Enchant) for step in carrying.spoken(state, doing).steps):
        return "6.2.1"
    return "6.1.4" if _is_spell(state) else "6.1.9"


def _asks_for(state: State | Draft, kind: str) -> bool:
    thing = carrying.open_thing(state)
    return isinstance(thing, tree.Choose) and kind in thing.filter.kinds


# Before it is used or cast


def why_lacking(table: Table, doing: Doing, thing: tree.Thing | tree.Spend) -> tuple[str, str, str]:
    """The rule, the sentence and the ruling about something an ability needs and does not find (10.5.1, G-71)."""
    name = table.copies[doing.source].face.name
    if isinstance(thing, tree.Spend):
        much = amount(table, doing, thing.amount)
        return "10.2.1", f"{name} asks for {much} {thing.what}, and there is not so much.", "G-71"
    if needs_opponent(thing) and not opponents(table, doing.seat):
        return "10.5.1", f"{name} needs an opponent, and there is none before their first turn.", "G-112"
    return "6.1.9", f"{name} asks for a choice, and there is nothing that could be chosen.", "G-71"


def needs_opponent(thing: tree.Thing) -> bool:
    """Whether the words speak of an opponent, or of what one controls."""
    match thing:
        case tree.Who():
            return "opponent" in thing.player
        case tree.Choose() | tree.Each():
            return "opponent" in f"{thing.filter.control} {thing.filter.owner}"
        case tree.OneOf() | tree.Both():
            return all(needs_opponent(part) for part in thing.parts)
    return False
