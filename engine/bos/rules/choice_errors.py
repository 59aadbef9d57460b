"""Why something cannot be chosen for an ability or a spell, each case with its rule."""

from __future__ import annotations

from engine.bos.abilities import continuous_effects
from engine.bos.abilities.choices import candidates
from engine.bos.abilities.targets import amount
from engine.bos.model import syntax, terms
from engine.bos.model.moves import ThingRef
from engine.bos.model.places import LETTERS, NOBODY, column_of, is_boss_place, is_summon_place, seat_of
from engine.bos.model.presence import opponents
from engine.bos.model.state import Copy, Draft, PendingAbility, State, Table, at, named
from engine.bos.rules import ability_choices, costs
from engine.choice import Violation
from engine.messages import Message
from engine.seats import seat_name


def refused(state: State | Draft, wanted: ThingRef) -> Violation:
    """What is wrong with choosing that place, player or card for the ability that asks."""
    place = wanted.place
    if place == NOBODY:
        return _player_or_pile(state, wanted)
    card = at(state, place)
    if ability_choices.open_thing(state) is None:
        return Violation("2.1.7", Message("bos.target.no_place", place=str(wanted)), "G-57")
    if isinstance(ability_choices.open_thing(state), terms.ChooseColumn):
        column = LETTERS[column_of(place)] if not is_boss_place(place) else str(wanted)
        return Violation(_rule(state), Message("bos.target.no_column", column=column, source=_asker(state)))
    if card is None:
        return Violation(_rule(state), Message("bos.target.nothing_there", place=str(wanted), source=_asker(state)))
    if not state.turns[seat_of(place)]:
        player = seat_name(seat_of(place))
        return Violation("10.5.1", Message("bos.target.before_first_turn", seat=player, other=player), "G-112")
    if card.leaving:
        return Violation("7.4.2", Message("bos.target.defeated", card=named(card)), "G-94")
    if is_boss_place(place) and _asks_for(state, "summon") and not _asks_for(state, "boss"):
        return Violation("9.2.1", Message("bos.target.boss", card=named(card)))
    if is_summon_place(place) and _asks_for(state, "boss") and not _asks_for(state, "summon"):
        return Violation("9.2.1", Message("bos.target.summon", card=named(card)))
    ban = _ban_on_choosing(state, card)
    if ban is not None:
        return Violation("10.7", _forbidden(card, ban, _asker(state)))
    other = "bos.target.other" if card.up else "bos.target.other_face_down"
    message = Message(other, card=named(card), source=_asker(state))
    return Violation(_rule(state), message, "" if _is_spell(state) else "G-71")


def _ban_on_choosing(state: State | Draft, card: Copy) -> Copy | None:
    """The card without whose text that one could be chosen: it would pay, or a spell would lie under it."""
    pending, phrase = state.frames[-1].pending, ability_choices.open_thing(state)
    if pending is None or phrase is None or card.id not in candidates(state, pending, phrase):
        return None
    part = ability_choices.cost_part(state, pending, ability_choices.progress_of(state.frames[-1]))
    if part is not None:
        return costs.ban_on_giving(state, part, card.id)
    if _lies_under(state, pending):
        return continuous_effects.forbidden(state, "be enchanted", card.id)
    return None


def _lies_under(table: Table, pending: PendingAbility) -> bool:
    return any(isinstance(step.deed, syntax.Enchant) for step in ability_choices.spoken(table, pending).steps)


def _forbidden(card: Copy, ban: Copy, asker: str) -> Message:
    return Message("bos.target.forbidden", other=named(ban), card=named(card), source=asker)


def _player_or_pile(state: State | Draft, wanted: ThingRef) -> Violation:
    if 0 <= wanted.seat < len(state.turns):
        player = seat_name(wanted.seat)
        if not state.turns[wanted.seat]:
            return Violation("10.5.1", Message("bos.target.before_first_turn", seat=player, other=player), "G-112")
        return Violation(_rule(state), Message("bos.target.other", card=player, source=_asker(state)))
    return Violation(_rule(state), Message("bos.target.other_unnamed", source=_asker(state)))


def _asker(state: State | Draft) -> str:
    pending = state.frames[-1].pending
    return state.copies[pending.source].face.name if pending else "this"


def _is_spell(state: State | Draft) -> bool:
    return any(frame.routine == "spell" for frame in state.frames)


def _rule(state: State | Draft) -> str:
    """6.2.1 for what a spell may lie under, 6.1.4 for a spell's text, else the rule about choices of abilities."""
    pending = state.frames[-1].pending
    assert pending is not None
    if _lies_under(state, pending):
        return "6.2.1"
    return "6.1.4" if _is_spell(state) else "6.1.9"


def _asks_for(state: State | Draft, kind: str) -> bool:
    phrase = ability_choices.open_thing(state)
    return isinstance(phrase, terms.Choose) and kind in phrase.filter.kinds


# Before it is used or cast


def why_lacking(table: Table, pending: PendingAbility, missing: terms.Thing | syntax.Spend) -> tuple[str, Message, str]:
    """The rule, the sentence and the ruling about something an ability needs and does not find (10.5.1, G-71)."""
    name = table.copies[pending.source].face.name
    if isinstance(missing, syntax.Spend):
        much = amount(table, pending, missing.amount)
        needed = Message(f"bos.amount.{missing.what}", number=much)
        return "10.2.1", Message("bos.target.too_little", card=name, amount=needed), "G-71"
    if needs_opponent(missing) and not opponents(table, pending.seat):
        return "10.5.1", Message("bos.target.no_opponent", card=name), "G-112"
    for host in candidates(table, pending, missing) if _lies_under(table, pending) else ():
        ban = continuous_effects.forbidden(table, "be enchanted", host)
        if ban is not None:
            return "10.7", _forbidden(table.copies[host], ban, name), ""
    return "6.1.9", Message("bos.target.none", card=name), "G-71"


def needs_opponent(phrase: terms.Thing) -> bool:
    """Whether the words speak of an opponent, or of what one controls or chooses."""
    match phrase:
        case terms.Who():
            return "opponent" in str(phrase.player)
        case terms.Choose():
            return "opponent" in f"{phrase.filter.control} {phrase.filter.owner} {phrase.by}"
        case terms.Each():
            return "opponent" in f"{phrase.filter.control} {phrase.filter.owner}"
        case terms.OneOf() | terms.Both():
            return all(needs_opponent(part) for part in phrase.parts)
    return False
