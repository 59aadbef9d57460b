"""A line in a few plain words, as the label of a button: "Summon Lava Hound in column a".

Cards are named instead of their places, but for what the writer of the line may not know. Where two cards have one
name, the column or the player is added. What stands behind `=` is told by what the ability asks: an option, X, or
whether its player does it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.bos.abilities.card_abilities import texts_of
from engine.bos.abilities.named_numbers import names_x, names_x_later
from engine.bos.board.next_lines import OF_LINE
from engine.bos.cardtext.tree_walk import parts
from engine.bos.model.cards import SPELL, Card, CardType
from engine.bos.model.moves import ThingRef
from engine.bos.model.places import LETTERS, NOBODY, boss_place, column_of, is_boss_place, seat_of, wizard_place
from engine.bos.model.state import TABLE, Copy, PendingAbility, State, at
from engine.bos.model.syntax import Text
from engine.bos.model.terms import Choose, ChooseColumn
from engine.bos.notation.line_parser import (
    Attack,
    Block,
    Cast,
    Leave,
    Ready,
    Ref,
    Revive,
    Summon,
    Target,
    Turn,
    Unreadable,
    Use,
    Word,
)
from engine.bos.notation.reference_resolution import (
    aside_seat,
    card_of,
    place_of,
    text_of,
    the_number,
    thing_of,
    writer,
)
from engine.bos.notation.table_references import abilities_at, ability_ref
from engine.bos.records.combined_lines import read_there
from engine.bos.rules.ability_choices import spoken
from engine.contract import Problem
from engine.messages import Arg, Message, all_of, in_a_row
from engine.seats import seat_name


def headline(state: State, written: str) -> Message:
    """What a line, or the beginning of one, does that may follow the position; one that is none is quoted."""
    try:
        state, move = read_there(state, written)
    except Unreadable:
        return Message("bos.headline.written", text=written)
    match move:
        case Turn():
            return Message("bos.headline.begin")
        case Word():
            return _word(state, move)
        case Summon():
            return _summon(state, move)
        case Cast():
            return _cast(state, move)
        case Use() if move.place.kind != "player":
            return _use(state, move)
        case Attack() if move.attacker.kind != "player":
            return _attack(state, move)
        case Block(place) if place is None or place.kind != "player":
            return _block(state, move)
        case Ready(places):
            eyes = Eyes(state, max(state.active, 0))
            return Message("bos.headline.ready", cards=all_of(eyes.own(eyes.place(ref)) for ref in places))
        case Leave():
            return _leave(state, move)
        case Revive(seat):
            return Message("bos.headline.revive", player=_player(state, seat))
    return Message("bos.headline.written", text=written)


class Eyes(NamedTuple):
    """A position as the seat sees it that writes the line."""

    state: State
    """The position."""
    seat: int
    """Who writes the line, from 0."""

    def place(self, ref: Ref) -> int:
        """The place of a reference; without its digit it is on this side."""
        return place_of(ref, self.seat)

    def own(self, place: int) -> Arg:
        """A card that does something, among those of its own side."""
        card = at(self.state, place)
        if card is None or not self.knows(card):
            return self.card(place)
        beside = any(seat_of(other.place) == seat_of(place) for other in self._namesakes(card))
        return _in_column(card) if beside and not is_boss_place(place) else card.face.name

    def card(self, place: int) -> Arg:
        """What stands on a place, told apart from all that has the same name; an empty one by its column."""
        card = at(self.state, place)
        if card is None:
            return self.column(place)
        if not self.knows(card):
            return Message("bos.headline.face_down", column=_letter(place))
        name, player = card.face.name, self.state.setup.names[seat_of(place)]
        sides = {seat_of(other.place) for other in self._namesakes(card)}
        if not sides - {seat_of(place)}:
            return self.own(place)
        if seat_of(place) in sides and not is_boss_place(place):
            return Message("bos.headline.in_column_of", card=name, column=_letter(place), player=player)
        return Message("bos.headline.card_of", card=name, player=player)

    def column(self, place: int) -> Message:
        """The column of a place, on whose side if it is the other one; a boss stands in none."""
        if is_boss_place(place):
            return Message("bos.headline.boss_place")
        if seat_of(place) == self.seat:
            return Message("bos.headline.column", column=_letter(place))
        player = self.state.setup.names[seat_of(place)]
        return Message("bos.headline.column_of", column=_letter(place), player=player)

    def off_the_table(self, card: Card) -> Arg:
        """A card that stands on no place, told apart from one of its name that does."""
        shown = any(copy.face.key == card.key and self.knows(copy) for copy in self._standing())
        return Message("bos.headline.of_pile", card=card.name) if shown else card.name

    def aimed(self, ref: Ref | str, side: int, *, as_column: bool) -> Arg:
        """What a line aims at, in which a place without its digit is on that side."""
        thing = thing_of(self.state, side, ref)
        if isinstance(thing, Problem):
            return ref if isinstance(ref, str) else ""
        if thing.seat != NOBODY:
            return _player(self.state, thing.seat)
        if thing.place == NOBODY:
            return self.off_the_table(_card_named(self.state, thing))
        return self.column(thing.place) if as_column else self.card(thing.place)

    def knows(self, card: Copy) -> bool:
        """Whether this seat knows what the card is."""
        return card.public or card.face.type is CardType.BOSS or card.owner == self.seat

    def _standing(self) -> Iterator[Copy]:
        return (copy for copy in self.state.copies if copy.zone == TABLE and copy.place != NOBODY)

    def _namesakes(self, card: Copy) -> list[Copy]:
        """Other cards on the table that this seat knows to have the same name."""
        key = card.face.key
        return [
            other for other in self._standing() if other.face.key == key and other.id != card.id and self.knows(other)
        ]


class _About(NamedTuple):
    """The ability that a line uses or goes on with: what it `says`, what kind of choice it asks for right now, and how
    it is `printed`, where it is that of a spell."""

    says: Text | None = None
    asks: str = ""
    printed: str = ""


def _word(state: State, move: Word) -> Message:
    if move.word != "BOSS":
        return Message("bos.headline.end") if move.word == "E" else Message("bos.headline.pass")
    seat = writer(state)
    boss = at(state, boss_place(seat))
    eyes = Eyes(state, seat)
    refs = move.target.refs if move.target else ()
    paid = [eyes.aimed(ref, seat, as_column=False) for ref in refs]
    more = [Message("bos.headline.with", cards=all_of(paid))] if paid else []
    deed = _deed("boss", [*more, *_payment(move.payment)], card=boss.face.name if boss else "")
    number = move.target.amount if move.target else None
    return deed if number is None else _answered(deed, Message("bos.headline.x", number=number))


def _summon(state: State, move: Summon) -> Message:
    conducts = state.question is not None and state.question.kind == "conduct"
    seat, card = card_of(state, state.question.seat if conducts and state.question else writer(state), move)
    name = move.name if isinstance(card, Problem) else card.name
    wizards = [_wizard(state, seat, wizard) for wizard in move.wizards]
    more = [Message("bos.headline.with", cards=all_of(wizards))] if wizards else []
    texts = [] if isinstance(card, Problem) else [text for text in texts_of(card) if text]
    about, target = _About(texts[0] if texts else None), move.target
    more += _targets(Eyes(state, seat), seat, target, about)
    if move.place is None:
        return _with_number(_deed("summon", more, card=name), target, about)
    return _with_number(_deed("summon_in", more, card=name, column=LETTERS[move.place.column]), target, about)


def _wizard(state: State, seat: int, wizard: Ref | str) -> str:
    """A wizard that conducts; no seat has two of one name."""
    if isinstance(wizard, str):
        return wizard
    card = at(state, wizard_place(seat, wizard.column))
    return card.face.name if card else ""


def _cast(state: State, move: Cast) -> Message:
    """A spell that is cast, or an ability of another card that stands on no place any more."""
    seat, card = card_of(state, aside_seat(state, move), move)
    if isinstance(card, Problem):
        return _deed("cast", _payment(move.payment), card=move.name)
    eyes = Eyes(state, seat)
    about = _about(state, NOBODY, card.key) or _About(next(iter(texts_of(card)), None))
    more = [*_targets(eyes, seat, move.target, about), *_payment(move.payment)]
    if card.type is SPELL:
        about = about._replace(printed=card.abilities[0].text if card.abilities else "")
        return _with_number(_deed("cast", more, card=card.name), move.target, about)
    return _with_number(_deed("use", more, card=eyes.off_the_table(card)), move.target, about)


def _use(state: State, move: Use) -> Message:
    side = aside_seat(state, move)
    place = place_of(move.place, side)
    eyes = Eyes(state, seat_of(place))
    card = eyes.own(place)
    if move.number:
        card = Message("bos.headline.ability", number=move.number, card=card)
    if move.sign == "-":
        return Message("bos.headline.no_use", card=card)
    about = _about(state, place, "", move.number) or _printed(state, place, move)
    more = [*_targets(eyes, side, move.target, about), *_payment(move.payment)]
    return _with_number(_deed("use", more, card=card), move.target, about)


def _attack(state: State, move: Attack) -> Message:
    seat = writer(state)
    eyes = Eyes(state, seat)
    target = eyes.aimed(move.target, seat, as_column=False)
    return Message("bos.headline.attack", target=target, card=eyes.own(eyes.place(move.attacker)))


def _block(state: State, move: Block) -> Message:
    if move.place is None:
        return Message("bos.headline.no_block")
    asks = state.question is not None and state.question.kind == "block"
    defender = state.question.seat if asks and state.question else state.setup.seating.orders[writer(state)][-1]
    eyes = Eyes(state, defender)
    return Message("bos.headline.block", card=eyes.own(eyes.place(move.place)))


def _leave(state: State, move: Leave) -> Message:
    if move.how == "draw":
        return Message("bos.headline.draw")
    seat = max(state.active, 0) if move.seat is None else move.seat
    return Message(f"bos.headline.{move.how}", player=_player(state, seat))


# What a line says behind its deed


def _deed(code: str, more: Sequence[Message], **args: Arg) -> Message:
    """A deed, and whatever more is said of it, in one phrase."""
    if not more:
        return Message(f"bos.headline.{code}", **args)
    return Message(f"bos.headline.{code}_so", **args, more=in_a_row(more))


def _targets(eyes: Eyes, side: int, target: Target | None, about: _About) -> list[Message]:
    if target is None or not target.refs:
        return []
    columns = _columns_chosen(about.says, target.amount)
    aims = [
        eyes.aimed(ref, side, as_column=index < len(columns) and columns[index])
        for index, ref in enumerate(target.refs)
    ]
    return [Message("bos.headline.on", targets=all_of(aims))]


def _columns_chosen(text: Text | None, amount: int | None) -> list[bool]:
    """For all that a text lets somebody choose, in printed order, whether it is a column, and not what stands there."""
    if text is None:
        return []
    steps = tuple(step for step in text.steps if step.mode in (None, amount)) if text.modes else text.steps
    chosen = [part for part in parts((text.cost, steps)) if isinstance(part, Choose | ChooseColumn)]
    return [
        isinstance(part, ChooseColumn)
        for part in chosen
        for _ in range(part.number if isinstance(part, ChooseColumn) else 1)
    ]


def _payment(paid: tuple[int, int] | None) -> list[Message]:
    if paid is None:
        return []
    vim, ether = paid
    if vim and ether:
        return [Message("bos.headline.for", amount=Message("bos.amount.cost", vim=vim, ether=ether))]
    resource, number = ("ether", ether) if ether else ("vim", vim)
    return [Message("bos.headline.for", amount=Message(f"bos.amount.{resource}", number=number))]


def _with_number(deed: Message, target: Target | None, about: _About) -> Message:
    if target is None or target.amount is None:
        return deed
    number, kind = target.amount, _asked(about)
    if kind == "number" or (kind == "may" and number > 1):
        return _answered(deed, Message("bos.headline.x", number=number))
    if number == 0:
        return _answered(deed, Message("bos.headline.no_more" if target.refs else "bos.headline.no"))
    if kind == "mode":
        return _answered(deed, _option(about, number))
    return _answered(deed, Message("bos.headline.yes"))


def _option(about: _About, number: int) -> Message:
    """One of several ways, counted from 1: as the spell has it, else by its number."""
    ways = about.printed.split("•")
    if number >= len(ways):
        return Message("bos.headline.option", number=number)
    return Message("bos.headline.printed", text=ways[number].strip().removesuffix("."))


def _answered(deed: Message, answer: Message) -> Message:
    return Message("bos.headline.answered", deed=deed, answer=answer)


def _asked(about: _About) -> str:
    """What the number of a line answers: "mode", "number" or "may"."""
    if about.asks in ("mode", "number"):
        return about.asks
    if about.says is None or about.asks in ("may", "pick", "conduct"):
        return "may"
    if about.says.modes:
        return "mode"
    return "number" if names_x(about.says) and not names_x_later(about.says) else "may"


def _about(state: State, place: int, card: str, number: int | None = None) -> _About | None:
    """The ability that asks, or waits, at that place, or of that card where it stands on none."""
    kind = state.question.kind if state.question else ""
    asking = state.frames[-1].pending if kind in OF_LINE and state.frames else None
    if asking is not None and _is_there(state, asking, place, card, number):
        return _About(spoken(state, asking), kind)
    waiting = (pending for pending in state.waiting if _is_there(state, pending, place, card, number))
    return next((_About(spoken(state, pending)) for pending in waiting), None)


def _is_there(state: State, pending: PendingAbility, place: int, card: str, number: int | None) -> bool:
    there = ability_ref(state, pending)
    return there.place == place and there.card == card and number in (None, there.number)


def _printed(state: State, place: int, move: Use) -> _About:
    """The ability of that place that a line uses by its player's own will."""
    abilities = abilities_at(state, place)
    return _About(text_of(state, abilities, move.number or the_number(state, abilities, move.sign)))


def _card_named(state: State, thing: ThingRef) -> Card:
    return next(cards[thing.card] for cards in state.setup.registered if thing.card in cards)


def _player(state: State, seat: int) -> str:
    """The name of a player; of a seat that the table has not, its own."""
    names = state.setup.names
    return names[seat] if seat < len(names) else seat_name(seat)


def _in_column(card: Copy) -> Message:
    return Message("bos.headline.in_column", card=card.face.name, column=_letter(card.place))


def _letter(place: int) -> str:
    return LETTERS[column_of(place)]
