"""What is so on a table, fact by fact, in short sentences to "you": two tables compared tell what has changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from engine.bos.model import moves
from engine.bos.model.cards import CardType
from engine.bos.model.moves import AbilityRef, Move, ThingRef
from engine.bos.model.places import LETTERS, NOBODY, column_of, is_boss_place, seat_of_thing
from engine.bos.model.state import SUMMONING, TABLE, UNDER, Copy, Modifier, State, at
from engine.bos.notation.table_references import abilities_at
from engine.choice import Answer

YOU = 0
MOST_TOLD = 6


class Fact(NamedTuple):
    """What a fact is about: a card by its number, a seat's resource, or the end of the game."""

    what: str
    """Which fact, in a word or two, such as "life"."""
    whom: int
    """The id of the card, or the seat, from 0."""


class Facts(NamedTuple):
    """A table and everything on it that can be pointed at, each as a word or two."""

    state: State
    """The position."""
    so: Mapping[Fact, str]
    """How each fact is, in a word or two."""

    def changed(self, other: Facts) -> list[Fact]:
        """What is not so on another table, in a fixed order."""
        return [fact for fact in {**self.so, **other.so} if self.so.get(fact) != other.so.get(fact)]


def facts(state: State) -> Facts:
    """Everything that can be pointed at."""
    words: dict[Fact, str] = {}
    for seat in (YOU, 1):
        for resource, amounts in (("life", state.life), ("vim", state.vim), ("ether", state.ether)):
            words[Fact(resource, seat)] = f"{amounts[seat]} {resource}"
    for copy in state.copies:
        words |= {Fact(kind, copy.id): text for kind, text in _of_card(state, copy)}
    for number, modifier in enumerate(state.modifiers):
        if modifier.kind != "strength":
            words[Fact(f"lasting {modifier.kind} {modifier.what} {number}", modifier.thing)] = _lasting(modifier)
    if state.outcome is not None:
        won = YOU in state.outcome.winners
        words[Fact("end", YOU)] = "won the game" if won else "not won the game"
    return Facts(state, words)


def _of_card(state: State, copy: Copy) -> list[tuple[str, str]]:
    if copy.zone != TABLE:
        return [("place", _where(state, copy))]
    if copy.leaving:
        return [("place", "is defeated")]
    if not copy.up:
        return [("place", f"lies face-down{_column(copy)}")]
    words = [("place", _where(state, copy)), ("acted", "has acted" if copy.acted else "is ready")]
    if copy.face.strength is not None:
        words.append(("strength", f"has strength {copy.strength}"))
    return words


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


def fact_sentences(changed: Iterable[Fact], so: Facts) -> tuple[str, ...]:
    """These facts as sentences, one for each card or player; of a card that moves all is told at once."""
    grouped: dict[tuple[bool, int], list[Fact]] = {}
    for fact in changed:
        player = fact.what in ("life", "vim", "ether", "end") or fact.whom < 0
        seat = seat_of_thing(fact.whom) if fact.whom < 0 else fact.whom
        grouped.setdefault((player, seat), []).append(fact)
    sentences = (_sentence(so, player, number, group) for (player, number), group in list(grouped.items())[:MOST_TOLD])
    return tuple(sentence for sentence in sentences if sentence)


def _sentence(so: Facts, player: bool, number: int, changed: list[Fact]) -> str:
    words = [so.so[fact] for fact in changed if fact in so.so]
    if player:
        verbs = [verb if verb.startswith(("cannot", "is kept")) else f"{_have(number)} {verb}" for verb in words]
        return capital(f"{_player(number)} {_listed(verbs)}.") if words else ""
    copy = so.state.copies[number]
    moved = any(fact.what == "place" for fact in changed)
    if moved:
        words = [
            _whole(so.state, copy),
            *(so.so[fact] for fact in changed if fact in so.so and fact.what not in _TOLD_WHOLE),
        ]
    return capital(f"{card(copy)} {_listed(words)}.") if words else ""


_TOLD_WHOLE = ("place", "acted", "strength")


def _have(seat: int) -> str:
    return "have" if seat == YOU else "has"


def _player(seat: int) -> str:
    return "you" if seat == YOU else "your opponent"


def _listed(phrases: Sequence[str]) -> str:
    return phrases[0] if len(phrases) == 1 else f"{', '.join(phrases[:-1])} and {phrases[-1]}"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def moment_of(state: State) -> str:
    """Whose turn and phase it is."""
    if state.question is not None and state.question.kind == "begin":
        return f"{capital(whose(state.question.seat))} turn is about to begin."
    return f"It is {whose(state.active)} {state.phase} phase."


# Deeds


def deeds(answers: Sequence[tuple[State, Answer[Move]]]) -> tuple[str, ...]:
    """What was done, a sentence each."""
    return tuple(deed(state, answer) for state, answer in answers)


def deed(state: State, answer: Answer[Move]) -> str:
    """What an answer does, as a sentence."""
    return capital(_deed(state, answer)) + "."


def _deed(state: State, answer: Answer[Move]) -> str:
    does, move = _does(answer.seat), answer.move
    if type(move) in _SIMPLY:
        return does(*_SIMPLY[type(move)])
    match move:
        case moves.Begin():
            return f"{whose(answer.seat)} turn begins"
        case moves.NextPhase():
            return f"{whose(answer.seat)} {'main' if state.phase == SUMMONING else 'next'} phase begins"
        case moves.Summon():
            name = state.setup.playing[answer.seat][move.card].name
            return does("summon", f" {name} in column {LETTERS[move.wizards[0]]}")
        case moves.Cast():
            return does("cast", _cast(state, answer.seat, move))
        case moves.Attack():
            return _attack(state, move)
        case moves.Use():
            return does("use", f" {_used(state, move.place, move.number)}")
        case moves.Block(place):
            return f"{_at(state, place)} blocks"
        case moves.NoBlock():
            return "you do not block" if answer.seat == YOU else "your opponent does not block"
        case moves.Ready(place):
            return f"{_at(state, place)} becomes ready"
    return _inner_deed(state, answer)


def _inner_deed(state: State, answer: Answer[Move]) -> str:
    """What an answer to an ability does."""
    does = _does(answer.seat)
    match answer.move:
        case moves.First(ability) | moves.Take(ability):
            return _waiting(state, answer.seat, ability)
        case moves.Pick(target):
            return does("choose", f" {_thing(state, target)}")
        case moves.Yes():
            return "you do it" if answer.seat == YOU else "your opponent does it"
        case moves.Mode(number):
            return does("choose", f" way {number}")
        case moves.Number(number):
            return does("name", f" {number}")
    return does("leave", " the game")


_SIMPLY: Final[dict[type[Move], tuple[str, str]]] = {
    moves.EndTurn: ("end", " the turn"),
    moves.TurnUpBoss: ("turn", " the boss face-up"),
    moves.Done: ("choose", " nothing more"),
    moves.Pass: ("let", " it pass"),
}
"""Answers of which there is nothing more to say."""


def _cast(state: State, seat: int, move: moves.Cast) -> str:
    paid = [f"{amount} {resource}" for amount, resource in zip(move.payment, ("vim", "ether"), strict=False) if amount]
    return f" {state.setup.playing[seat][move.card].name} for {' and '.join(paid) or 'nothing'}"


def _does(seat: int) -> Callable[[str, str], str]:
    """Says what a player does, in the person that fits."""
    return lambda verb, rest: f"{_player(seat)} {verb}{'' if seat == YOU else 's'}{rest}"


def _attack(state: State, move: moves.Attack) -> str:
    if move.target != NOBODY:
        target = _at(state, move.target)
    else:
        target = "you" if move.player == YOU else "your opponent"
    return f"{_at(state, move.attacker)} attacks {target}"


def _at(state: State, place: int) -> str:
    copy = at(state, place)
    return card(copy) if copy else f"column {LETTERS[column_of(place)]}"


def _thing(state: State, ref: ThingRef) -> str:
    if ref.place != NOBODY:
        return _at(state, ref.place)
    if ref.card:
        face = state.setup.pool.find(ref.card)
        return face.name if face else ref.card
    return "you" if ref.seat == YOU else "your opponent"


def _used(state: State, place: int, number: int) -> str:
    """The ability of a card, or of the spell under it."""
    abilities = abilities_at(state, place)
    copy = abilities[number - 1][0] if number <= len(abilities) else state.copies[state.table[place]]
    return f"the ability of {copy.face.name if copy.host != NOBODY else card(copy)}"


def _waiting(state: State, seat: int, ability: AbilityRef) -> str:
    """What is done with something that waits: a spell is cast, any other ability used."""
    does = _does(seat)
    if ability.place != NOBODY:
        return does("use", f" {_used(state, ability.place, ability.number)}")
    face = state.setup.pool.find(ability.card)
    if face is None or face.type is not CardType.SPELL:
        return does("use", f" the ability of {face.name if face else 'a card'}")
    return does("cast", f" {face.name}")
