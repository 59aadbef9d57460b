"""What is so on a table, fact by fact, in short sentences to "you": two tables compared tell what has changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from engine.bos import keys
from engine.bos.state import (
    GRAVEYARD,
    LETTERS,
    NOBODY,
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
MOST_FACTS = 8


class Fact(NamedTuple):
    """What a fact is about: a card by its number, a seat's resource, or the end of the game."""

    what: str
    whom: int


Facts = Mapping[Fact, str]


def facts(state: State) -> Facts:
    """Everything that can be pointed at, each as what is said of its card or player."""
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
        found[Fact("end", YOU)] = "have won the game" if won else "have not won the game"
    return found


def _of_card(state: State, copy: Copy) -> list[tuple[str, str]]:
    if copy.zone == UNDER:
        host = state.copies[copy.host]
        return [("place", f"lies under {card(state, host)}")]
    if copy.zone != TABLE:
        return [("place", f"is in {whose(copy.owner)} {copy.zone}")]
    if not copy.up:
        return [("place", _where(copy)), ("turned", "is face-down")]
    said = [("place", _where(copy)), ("turned", "is face-up"), ("acted", "has acted" if copy.acted else "is ready")]
    if copy.face.strength is not None:
        said.append(("strength", f"has strength {copy.strength}"))
    if copy.leaving:
        said.append(("leaving", "is defeated"))
    return said


def _where(copy: Copy) -> str:
    return "stands beside the columns" if is_boss_place(copy.place) else f"stands in column {_letter(copy)}"


def _letter(copy: Copy) -> str:
    return LETTERS[column_of(copy.place)]


def _lasting(modifier: Modifier) -> str:
    until = {"": "", "end of turn": " until the end of the turn"}.get(modifier.until, f" until the {modifier.until}")
    if modifier.kind == "prevent":
        amount = "all damage" if modifier.amount < 0 else f"the next {modifier.amount} damage"
        return f"is kept from {amount}{until}"
    return f"cannot {modifier.what}{until}"


def whose(seat: int) -> str:
    """Whose something is."""
    return "your" if seat == YOU else "your opponent's"


def card(state: State, copy: Copy) -> str:
    """A card with whose it is and where it stands."""
    column = f" ({_letter(copy)})" if copy.place != NOBODY and not is_boss_place(copy.place) else ""
    return f"{whose(copy.control)} {copy.face.name}{column}"


def sentences(state: State, changed: Iterable[Fact], so: Facts) -> tuple[str, ...]:
    """These facts as sentences, one for each card or player."""
    grouped: dict[tuple[bool, int], list[str]] = {}
    for fact in list(changed)[:MOST_FACTS]:
        if fact not in so:
            continue
        player = fact.what in ("life", "vim", "ether", "end") or fact.whom < 0
        seat = seat_of_thing(fact.whom) if fact.whom < 0 else fact.whom
        grouped.setdefault((player, seat), []).append(so[fact])
    return tuple(_sentence(state, player, number, said) for (player, number), said in grouped.items())


def _sentence(state: State, player: bool, number: int, said: list[str]) -> str:
    if not player:
        return _capital(f"{card(state, state.copies[number])} {_listed(said)}.")
    verbs = [each if not each[:1].isdigit() else f"{'have' if number == YOU else 'has'} {each}" for each in said]
    return _capital(f"{'you' if number == YOU else 'your opponent'} {_listed(verbs)}.")


def _listed(said: Sequence[str]) -> str:
    return said[0] if len(said) == 1 else f"{', '.join(said[:-1])} and {said[-1]}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def moment(state: State) -> str:
    """Whose turn and phase it is."""
    if state.ask is not None and state.ask.kind == "begin":
        return f"{_capital(whose(state.ask.seat))} turn is about to begin."
    return f"It is {whose(state.active)} {state.phase} phase."


# Deeds


def deeds(answers: Sequence[tuple[State, Answer]]) -> tuple[str, ...]:
    """What was done, a sentence each."""
    return tuple(deed(state, answer) for state, answer in answers)


def deed(state: State, answer: Answer) -> str:
    """What an answer does, as a sentence."""
    return _capital(_deed(state, answer)) + "."


def _deed(state: State, answer: Answer) -> str:
    you = answer.seat == YOU
    who, key = "you" if you else "your opponent", answer.key

    def does(verb: str, rest: str = "") -> str:
        return f"{who} {verb if you else verb + ('es' if verb.endswith(('s', 'ss')) else 's')}{rest}"

    match keys.verb(key):
        case "begin":
            return f"{whose(answer.seat)} turn begins"
        case "next":
            return does("go on", "") if you else f"{who} goes on"
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
            return does("use", f" {_at(state, keys.use(key).place)}")
        case "block":
            return f"{_at(state, keys.block(key))} blocks"
        case "no":
            return "you do not block" if you else "your opponent does not block"
        case "ready":
            return f"{_at(state, keys.POSITIONS[key.partition(':')[2]])} becomes ready"
        case "first" | "take":
            return does("use", f" {_ability(state, answer)}")
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


def _attack(state: State, answer: Answer) -> str:
    attack = keys.attack(answer.key)
    if attack.target != NOBODY:
        target = _at(state, attack.target)
    else:
        target = "you" if attack.player == YOU else "your opponent"
    return f"{_at(state, attack.attacker)} attacks {target}"


def _at(state: State, place: int) -> str:
    found = at(state, place)
    return card(state, found) if found else f"column {LETTERS[column_of(place)]}"


def _thing(state: State, wanted: str) -> str:
    place = keys.POSITIONS.get(wanted)
    if place is not None:
        return _at(state, place)
    if wanted.startswith("="):
        found = state.setup.pool.find(wanted[1:])
        return found.name if found else wanted[1:]
    return "you" if wanted == "P1" else "your opponent"


def _ability(state: State, answer: Answer) -> str:
    name, _ = keys.waiting(answer.key)
    place = keys.POSITIONS.get(name.partition(".")[0])
    if place is not None:
        return _at(state, place)
    found = state.setup.pool.find(name.removeprefix("=").rpartition(".")[0])
    return found.name if found else "an ability"


__all__ = ["GRAVEYARD", "Fact", "Facts", "card", "deed", "deeds", "facts", "moment", "sentences", "whose"]
