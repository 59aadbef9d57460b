"""What is so on a table, fact by fact, in short sentences to "you": two tables compared tell what has changed.

Everything is said in messages, whose phrases are in `engine/bos/phrases.toml`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import Final, NamedTuple

from engine.bos.abilities.delayed_abilities import delay_of
from engine.bos.cardtext.effects.told_fights import much_changed, side
from engine.bos.cardtext.paraphrase_conditions import awaited
from engine.bos.cardtext.paraphrase_effects import banned, happening
from engine.bos.cardtext.paraphrase_targets import Context, word
from engine.bos.model import moves, syntax, terms
from engine.bos.model.cards import CardType
from engine.bos.model.moves import AbilityRef, Move, ThingRef
from engine.bos.model.places import LETTERS, NOBODY, column_of, is_boss_place, seat_of_thing
from engine.bos.model.places import player as player_thing
from engine.bos.model.state import ASIDE, SUMMONING, TABLE, UNDER, Copy, DelayedAbility, Modifier, State, at
from engine.bos.model.syntax import Delay
from engine.bos.notation.table_references import abilities_at
from engine.bos.rules.extra_turns import SKIP
from engine.choice import Answer
from engine.messages import Arg, Message

YOU = 0
MOST_TOLD = 6


class Fact(NamedTuple):
    """What a fact is about: a card by its number, a seat's resource, or the end of the game."""

    what: str
    """Which fact, in a word or two, such as "life"."""
    whom: int
    """The id of the card, or the seat, from 0."""


class Facts(NamedTuple):
    """A table and everything on it that can be pointed at, each as what stands behind whom it is about."""

    state: State
    """The position."""
    so: Mapping[Fact, Message]
    """How each fact is, such as "has strength 3"."""

    def changed(self, other: Facts) -> list[Fact]:
        """What is not so on another table, in a fixed order."""
        return [fact for fact in {**self.so, **other.so} if self.so.get(fact) != other.so.get(fact)]


def facts(state: State) -> Facts:
    """Everything that can be pointed at."""
    words: dict[Fact, Message] = {}
    for seat in (YOU, 1):
        for resource, amounts in (("life", state.life), ("vim", state.vim), ("ether", state.ether)):
            words[Fact(resource, seat)] = Message(f"bos.stands.{resource}", number=amounts[seat])
    for copy in state.copies:
        words |= {Fact(kind, copy.id): said for kind, said in _of_card(state, copy)}
    for number, modifier in enumerate(state.modifiers):
        if modifier.kind != "strength":
            words[Fact(f"lasting {modifier.kind} {modifier.what} {number}", modifier.thing)] = _lasting(modifier)
    for number, delayed in enumerate(state.delayed):
        words[Fact(f"to come {number}", player_thing(delayed.pending.seat))] = Message(
            "bos.stands.to_come", moment=to_come(state, delayed)
        )
    if state.outcome is not None:
        words[Fact("end", YOU)] = Message(f"bos.stands.{'won' if YOU in state.outcome.winners else 'not_won'}")
    return Facts(state, words)


def to_come(state: State, delayed: DelayedAbility) -> Message:
    """What is still to come: the moment of an ability, or the changed price of spells."""
    waiting = delay_of(state, delayed)
    if isinstance(waiting, Delay):
        return awaited(Context(), waiting)
    price = happening(Context(), waiting, waiting)
    assert price is not None
    return price


def _of_card(state: State, copy: Copy) -> list[tuple[str, Message]]:
    if copy.zone != TABLE:
        return [("place", _where(state, copy))]
    if copy.leaving:
        return [("place", Message("bos.stands.defeated"))]
    if not copy.up:
        return [("place", _in_column(copy, beside="face_down", inside="face_down_in"))]
    said = [("place", _where(state, copy)), ("acted", Message(f"bos.stands.{'acted' if copy.acted else 'ready'}"))]
    if copy.control != copy.owner:
        said.append(("side", Message(f"bos.stands.{'yours' if copy.control == YOU else 'opponents'}")))
    if copy.face.strength is not None:
        said.append(("strength", Message("bos.stands.strength", number=copy.strength)))
    return said


def _where(state: State, copy: Copy) -> Message:
    if copy.zone == UNDER:
        return Message("bos.stands.under", what=card(state.copies[copy.host]))
    if copy.zone != TABLE:
        if copy.zone == ASIDE:
            return Message("bos.stands.aside")
        return Message("bos.stands.in_pile", pile=_pile(copy))
    return _in_column(copy, beside="beside", inside="in")


def _pile(copy: Copy) -> Message:
    noun = Message(f"bos.pile.{copy.zone}")
    if copy.owner == YOU:
        return Message("bos.pile.your", noun=noun)
    return Message("bos.pile.of", player=_player(copy.owner), noun=noun)


def _in_column(copy: Copy, *, beside: str, inside: str) -> Message:
    """One phrase for a boss, which stands beside the columns, and one for a card in a column."""
    if is_boss_place(copy.place):
        return Message(f"bos.stands.{beside}")
    return Message(f"bos.stands.{inside}", column=LETTERS[column_of(copy.place)])


def _whole(state: State, copy: Copy) -> Message:
    """Where a card is, and how it stands there."""
    if copy.zone != TABLE or not copy.up or copy.leaving:
        return _of_card(state, copy)[0][1]
    said = _where(state, copy)
    if copy.face.strength is not None:
        said = Message("bos.stands.with_strength", where=said, number=copy.strength)
    return Message("bos.stands.and_acted", where=said) if copy.acted else said


def _lasting(modifier: Modifier) -> Message:
    if modifier.kind == "control":
        return _until(modifier, "control")
    if modifier.kind == SKIP:
        return Message(f"bos.stands.skip_{modifier.what}")
    if modifier.kind in ("grant", "copy"):
        return _until(modifier, modifier.kind)
    if modifier.what == "have abilities":
        return _until(modifier, "have_no_abilities")
    if modifier.kind == "cannot":
        ban = modifier.ban
        what = (
            banned(Context(), ban) if isinstance(ban, syntax.Cannot) else Message(f"bos.banned.{word(modifier.what)}")
        )
        can = "can" if modifier.what == "attack cards" or (isinstance(ban, syntax.Cannot) and ban.only) else "cannot"
        return _until(modifier, can, what=what)
    if isinstance(modifier.ban, syntax.DamageChange | syntax.Toll | syntax.CombatRule):
        return _fighting(modifier, modifier.ban)
    if modifier.kind == "combat":
        return _until(modifier, word(modifier.what))
    if modifier.amount < 0:
        return _until(modifier, "prevent_next" if modifier.what else "prevent_all")
    return _until(modifier, "prevent", number=modifier.amount)


def _fighting(modifier: Modifier, deed: syntax.DamageChange | syntax.Toll | syntax.CombatRule) -> Message:
    """Damage that is changed, what is paid for, and what must be attacked."""
    match deed:
        case syntax.DamageChange():
            verb = "take" if deed.taken else "deal"
            phrase = f"{verb}_at_most" if deed.at_most else verb
            return _until(modifier, phrase, much=much_changed(Context(), deed))
        case syntax.Toll():
            resource = Message(f"bos.resource.{deed.resource}")
            return _until(modifier, "toll", much=Message("bos.much.number", number=deed.amount, resource=resource))
    return _until(modifier, "must_attack_it", other=side(Context(), deed.other or terms.This()))


def _until(modifier: Modifier, phrase: str, /, **args: Arg) -> Message:
    if modifier.until:
        return Message(f"bos.stands.{phrase}_until", **args, until=Message(f"bos.until.{word(modifier.until)}"))
    return Message(f"bos.stands.{phrase}", **args)


def card(copy: Copy) -> Message:
    """A card with whose it is and where it stands."""
    whose = "your" if copy.control == YOU else "opponents"
    noun = Message(f"bos.noun.{copy.face.type or 'card'}")
    if copy.place == NOBODY or is_boss_place(copy.place):
        return Message(f"bos.thing.{whose}", noun=noun, name=copy.face.name)
    return Message(f"bos.thing.{whose}_in", noun=noun, name=copy.face.name, column=LETTERS[column_of(copy.place)])


def fact_sentences(changed: Iterable[Fact], so: Facts) -> tuple[Message, ...]:
    """These facts as sentences, one for each card or player; of a card that moves all is told at once."""
    grouped: dict[tuple[bool, int], list[Fact]] = {}
    for fact in changed:
        player = fact.what in ("life", "vim", "ether", "end") or fact.whom < 0
        seat = seat_of_thing(fact.whom) if fact.whom < 0 else fact.whom
        grouped.setdefault((player, seat), []).append(fact)
    sentences = (_sentence(so, player, number, group) for (player, number), group in list(grouped.items())[:MOST_TOLD])
    return tuple(sentence for sentence in sentences if sentence)


def _sentence(so: Facts, player: bool, number: int, changed: list[Fact]) -> Message | None:
    said = [so.so[fact] for fact in changed if fact in so.so]
    if not player and any(fact.what == "place" for fact in changed):
        others = [so.so[fact] for fact in changed if fact in so.so and fact.what not in _TOLD_WHOLE]
        said = [_whole(so.state, so.state.copies[number]), *others]
    if not said:
        return None
    who = _player(number) if player else card(so.state.copies[number])
    return Message("bos.played.fact", who=who, said=_listed(said))


_TOLD_WHOLE = ("place", "acted", "strength")


def _player(seat: int) -> Message:
    return Message("bos.player.you" if seat == YOU else "bos.player.your_opponent")


def _listed(phrases: Sequence[Message]) -> Message:
    *others, last = phrases
    if not others:
        return last
    before = reduce(lambda first, then: Message("bos.join.comma", first=first, last=then), others)
    return Message("bos.join.and", first=before, last=last)


def moment_of(state: State) -> Message:
    """Whose turn and phase it is."""
    if state.question is not None and state.question.kind == "begin":
        return _whose("turn_is_next", state.question.seat)
    return _whose("phase", state.active, noun=Message(f"bos.point.{state.phase}"))


def _whose(phrase: str, seat: int, /, **args: Arg) -> Message:
    """A sentence about a turn or phase of this player."""
    return Message(f"bos.played.{'your' if seat == YOU else 'opponents'}_{phrase}", **args)


# Deeds


def deeds(answers: Sequence[tuple[State, Answer[Move]]]) -> tuple[Message, ...]:
    """What was done, a sentence each."""
    return tuple(deed(state, answer) for state, answer in answers)


def deed(state: State, answer: Answer[Move]) -> Message:
    """What an answer does, as a sentence."""
    seat, move = answer.seat, answer.move
    match move:
        case moves.Begin():
            return _whose("turn_begins", seat)
        case moves.NextPhase():
            noun = Message("bos.point.main" if state.phase == SUMMONING else "bos.point.next")
            return _whose("phase_begins", seat, noun=noun)
        case moves.Summon():
            name, column = state.setup.playing[seat][move.card].name, LETTERS[move.wizards[0]]
            return _does("summon", seat, card=name, column=column)
        case moves.Cast():
            return _cast(state, seat, move)
        case moves.Attack():
            return Message("bos.played.attack", who=_at(state, move.attacker), what=_attacked(state, move))
        case moves.Use():
            return _use(state, seat, move.place, move.number)
        case moves.Block(place):
            return Message("bos.played.block", who=_at(state, place))
        case moves.Ready(place):
            return Message("bos.played.ready", who=_at(state, place))
    return _inner_deed(state, answer)


def _inner_deed(state: State, answer: Answer[Move]) -> Message:
    """What an answer to an ability does, or one of which there is nothing more to say."""
    match answer.move:
        case moves.First(ability) | moves.Take(ability):
            return _waiting(state, answer.seat, ability)
        case moves.Pick(target):
            return _does("choose", answer.seat, what=_thing(state, target))
        case moves.Mode(number):
            return _does("way", answer.seat, number=number)
        case moves.Number(number):
            return _does("number", answer.seat, number=number)
    return _does(_SIMPLY.get(type(answer.move), "leave"), answer.seat)


_SIMPLY: Final[dict[type[Move], str]] = {
    moves.EndTurn: "end_turn",
    moves.TurnUpBoss: "turn_up_boss",
    moves.NoBlock: "no_block",
    moves.Yes: "yes",
    moves.Done: "nothing_more",
    moves.Pass: "pass",
}
"""The phrases of answers of which there is nothing more to say."""


def _does(phrase: str, seat: int, /, **args: Arg) -> Message:
    """A sentence about what this player does."""
    return Message(f"bos.played.{phrase}", player=_player(seat), **args)


def _cast(state: State, seat: int, move: moves.Cast) -> Message:
    name = state.setup.playing[seat][move.card].name
    paid = [
        Message("bos.much.number", number=amount, resource=Message(f"bos.resource.{resource}"))
        for amount, resource in zip(move.payment, ("vim", "ether"), strict=False)
        if amount
    ]
    if not paid:
        return _does("cast_for_nothing", seat, card=name)
    return _does("cast_for", seat, card=name, much=_listed(paid))


def _attacked(state: State, move: moves.Attack) -> Message:
    return _at(state, move.target) if move.target != NOBODY else _player(move.player)


def _at(state: State, place: int) -> Message:
    copy = at(state, place)
    return card(copy) if copy else Message("bos.thing.column", column=LETTERS[column_of(place)])


def _thing(state: State, ref: ThingRef) -> Arg:
    if ref.place != NOBODY:
        return _at(state, ref.place)
    if ref.card:
        face = state.setup.pool.find(ref.card)
        return face.name if face else ref.card
    return _player(ref.seat)


def _use(state: State, seat: int, place: int, number: int) -> Message:
    """Uses the ability of a card, or of the spell under it."""
    abilities = abilities_at(state, place)
    copy = abilities[number - 1][0] if number <= len(abilities) else state.copies[state.table[place]]
    if copy.host != NOBODY:
        return _does("use_named", seat, name=copy.face.name)
    return _does("use", seat, what=card(copy))


def _waiting(state: State, seat: int, ability: AbilityRef) -> Message:
    """What is done with something that waits: a spell is cast, any other ability used."""
    if ability.place != NOBODY:
        return _use(state, seat, ability.place, ability.number)
    face = state.setup.pool.find(ability.card)
    if face is None:
        return _does("use", seat, what=Message("bos.which.a", noun=Message("bos.noun.card")))
    if face.type is CardType.SPELL:
        return _does("cast", seat, card=face.name)
    return _does("use_named", seat, name=face.name)
