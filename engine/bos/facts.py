"""What is so on a table, fact by fact, in short sentences to "you": two tables compared tell what has changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from engine.bos import keys
from engine.bos.cards import CardType
from engine.bos.state import (
    LETTERS,
    NOBODY,
    SUMMONING,
    TABLE,
    UNDER,
    Copy,
    Modifier,
    State,
    at,
    column_of,
    is_boss_place,
    seat_of_thing,
)
from engine.choice import Answer

YOU = 0
MOST_TOLD = 6


class Fact(NamedTuple):
    """What a fact is about: a card by its number, a seat's resource, or the end of the game."""

    what: str
    whom: int


class Facts(NamedTuple):
    """A table and everything on it that can be pointed at, each as a word or two."""

    state: State
    so: Mapping[Fact, str]

    def changed(self, other: Facts) -> list[Fact]:
        """What is not so on another table, in a fixed order."""
        return [fact for fact in {**self.so, **other.so} if self.so.get(fact) != other.so.get(fact)]


def facts(state: State) -> Facts:
    """Everything that can be pointed at."""
    found: dict[Fact, str] = {}
    for seat in (YOU, 1):
        for what, amounts in (("life", state.life), ("vim", state.vim), ("ether", state.ether)):
            found[Fact(what, seat)] = f"{amounts[seat]} {what}"
    for copy in state.copies:
        found |= {Fact(what, copy.id): said for what, said in _of_card(state, copy)}
    for number, modifier in enumerate(state.modifiers):
        if modifier.kind != "strength":
            found[Fact(f"lasting {modifier.kind} {modifier.what} {number}", modifier.thing)] = _lasting(modifier)
    if state.outcome is not None:
        won = YOU in state.outcome.winners
        found[Fact("end", YOU)] = "won the game" if won else "not won the game"
    return Facts(state, found)


def _of_card(state: State, copy: Copy) -> list[tuple[str, str]]:
    if copy.zone != TABLE:
        return [("place", _where(state, copy))]
    if copy.leaving:
        return [("place", "is defeated")]
    if not copy.up:
        return [("place", f"lies face-down{_column(copy)}")]
    said = [("place", _where(state, copy)), ("acted", "has acted" if copy.acted else "is ready")]
    if copy.face.strength is not None:
        said.append(("strength", f"has strength {copy.strength}"))
    return said


def _where(state: State, copy: Copy) -> str:
    if copy.zone == UNDER:
        return f"lies under {card(state.copies[copy.host])}"
    if copy.zone != TABLE:
        return f"is in {whose(copy.owner)} {copy.zone}"
    return f"stands{_column(copy) or ' beside the columns'}"


def _column(copy: Copy) -> str:
    return "" if is_boss_place(copy.place) else f" in column {LETTERS[column_of(copy.place)]}"


def _whole(state: State, copy: Copy) -> str:
    """Where a card is, and how it stands there."""
    if copy.zone != TABLE or not copy.up or copy.leaving:
        return _of_card(state, copy)[0][1]
    strength = "" if copy.face.strength is None else f" with strength {copy.strength}"
    return f"{_where(state, copy)}{strength}{', acted' if copy.acted else ''}"


def _lasting(modifier: Modifier) -> str:
    until = {"": "", "end of turn": " until the end of the turn"}.get(modifier.until, f" until the {modifier.until}")
    if modifier.kind == "prevent":
        amount = "all damage" if modifier.amount < 0 else f"the next {modifier.amount} damage"
        return f"is kept from {amount}{until}"
    return f"cannot {modifier.what}{until}"


def whose(seat: int) -> str:
    """Whose something is."""
    return "your" if seat == YOU else "your opponent's"


def card(copy: Copy) -> str:
    """A card with whose it is and where it stands."""
    column = f" ({LETTERS[column_of(copy.place)]})" if copy.place != NOBODY and not is_boss_place(copy.place) else ""
    return f"{whose(copy.control)} {copy.face.name}{column}"


def sentences(changed: Iterable[Fact], so: Facts) -> tuple[str, ...]:
    """These facts as sentences, one for each card or player; of a card that moves all is told at once."""
    grouped: dict[tuple[bool, int], list[Fact]] = {}
    for fact in changed:
        player = fact.what in ("life", "vim", "ether", "end") or fact.whom < 0
        seat = seat_of_thing(fact.whom) if fact.whom < 0 else fact.whom
        grouped.setdefault((player, seat), []).append(fact)
    told = (_sentence(so, player, number, found) for (player, number), found in list(grouped.items())[:MOST_TOLD])
    return tuple(said for said in told if said)


def _sentence(so: Facts, player: bool, number: int, changed: list[Fact]) -> str:
    said = [so.so[fact] for fact in changed if fact in so.so]
    if player:
        verbs = [each if each.startswith(("cannot", "is kept")) else f"{_have(number)} {each}" for each in said]
        return capital(f"{_player(number)} {_listed(verbs)}.") if said else ""
    copy = so.state.copies[number]
    moved = any(fact.what == "place" for fact in changed)
    if moved:
        said = [_whole(so.state, copy), *(so.so[f] for f in changed if f in so.so and f.what not in _TOLD_WHOLE)]
    return capital(f"{card(copy)} {_listed(said)}.") if said else ""


_TOLD_WHOLE = ("place", "acted", "strength")


def _have(seat: int) -> str:
    return "have" if seat == YOU else "has"


def _player(seat: int) -> str:
    return "you" if seat == YOU else "your opponent"


def _listed(said: Sequence[str]) -> str:
    return said[0] if len(said) == 1 else f"{', '.join(said[:-1])} and {said[-1]}"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def moment_of(state: State) -> str:
    """Whose turn and phase it is."""
    if state.ask is not None and state.ask.kind == "begin":
        return f"{capital(whose(state.ask.seat))} turn is about to begin."
    return f"It is {whose(state.active)} {state.phase} phase."


# Deeds


def deeds(answers: Sequence[tuple[State, Answer]]) -> tuple[str, ...]:
    """What was done, a sentence each."""
    return tuple(deed(state, answer) for state, answer in answers)


def deed(state: State, answer: Answer) -> str:
    """What an answer does, as a sentence."""
    return capital(_deed(state, answer)) + "."


def _deed(state: State, answer: Answer) -> str:
    you = answer.seat == YOU
    does, key = _does(answer.seat), answer.key
    match keys.verb(key):
        case "begin":
            return f"{whose(answer.seat)} turn begins"
        case "next":
            return f"{whose(answer.seat)} {'main' if state.phase == SUMMONING else 'next'} phase begins"
        case "end":
            return does("end", " the turn")
        case "boss":
            return does("turn", " the boss face-up")
        case "summon":
            summon = keys.summon(key)
            name = state.setup.playing[answer.seat][summon.name].name
            return does("summon", f" {name} in column {LETTERS[summon.wizards[0]]}")
        case "cast":
            cast = keys.cast(key)
            paid = " and ".join(
                f"{amount} {what}" for amount, what in zip(cast.payment, ("vim", "ether"), strict=False) if amount
            )
            return does("cast", f" {state.setup.playing[answer.seat][cast.name].name} for {paid or 'nothing'}")
        case "attack":
            return _attack(state, answer)
        case "use":
            return does("use", f" {_used(state, keys.use(key).place, keys.use(key).number)}")
        case "block":
            return f"{_at(state, keys.block(key))} blocks"
        case "no":
            return "you do not block" if you else "your opponent does not block"
        case "ready":
            return f"{_at(state, keys.POSITIONS[key.partition(':')[2]])} becomes ready"
        case "first" | "take":
            return _waiting(state, answer)
        case "pick":
            return does("choose", f" {_thing(state, key.partition(':')[2])}")
        case "done":
            return does("choose", " nothing more")
        case "yes":
            return "you do it" if you else "your opponent does it"
        case "pass":
            return does("let", " it pass")
        case "mode":
            return does("choose", f" way {keys.count(key)}")
        case "number":
            return does("name", f" {keys.count(key)}")
    return does("leave", " the game")


def _does(seat: int) -> Callable[[str, str], str]:
    """Says what a player does, in the person that fits."""
    return lambda verb, rest: f"{_player(seat)} {verb}{'' if seat == YOU else 's'}{rest}"


def _attack(state: State, answer: Answer) -> str:
    attack = keys.attack(answer.key)
    if attack.target != NOBODY:
        target = _at(state, attack.target)
    else:
        target = "you" if attack.player == YOU else "your opponent"
    return f"{_at(state, attack.attacker)} attacks {target}"


def _at(state: State, place: int) -> str:
    found = at(state, place)
    return card(found) if found else f"column {LETTERS[column_of(place)]}"


def _thing(state: State, wanted: str) -> str:
    place = keys.POSITIONS.get(wanted)
    if place is not None:
        return _at(state, place)
    if wanted.startswith("="):
        found = state.setup.pool.find(wanted[1:])
        return found.name if found else wanted[1:]
    return "you" if wanted == "P1" else "your opponent"


def _used(state: State, place: int, number: int) -> str:
    """The ability of a card, or of the spell under it."""
    there = keys.abilities_at(state, place)
    copy = there[number - 1][0] if number <= len(there) else state.copies[state.table[place]]
    return f"the ability of {copy.face.name if copy.host != NOBODY else card(copy)}"


def _waiting(state: State, answer: Answer) -> str:
    """What is done with something that waits: a spell is cast, any other ability used."""
    name, _ = keys.waiting(answer.key)
    said = _does(answer.seat)
    at_place, _, number = name.removeprefix("=").rpartition(".")
    if at_place in keys.POSITIONS:
        return said("use", f" {_used(state, keys.POSITIONS[at_place], int(number))}")
    found = state.setup.pool.find(at_place)
    if found is None or found.type is not CardType.SPELL:
        return said("use", f" the ability of {found.name if found else 'a card'}")
    return said("cast", f" {found.name}")
