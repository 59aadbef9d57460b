"""Answers and parsed lines written in the notation's canonical form, and as sentences for people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engine.bos.abilities import continuous_effects
from engine.bos.abilities.payment import unwritten
from engine.bos.model import moves
from engine.bos.model.cards import Card
from engine.bos.model.moves import AbilityRef, Payment, ThingRef
from engine.bos.model.places import LETTERS, NOBODY, boss_place, is_boss_place, position, seat_of
from engine.bos.model.presence import next_turn
from engine.bos.model.state import State, at, named
from engine.bos.notation.line_parser import (
    Attack,
    Block,
    ByMember,
    Cast,
    Figures,
    Judge,
    Leave,
    Move,
    Ready,
    Ref,
    Revive,
    Sealed,
    SetCard,
    Summon,
    Target,
    Totals,
    Turn,
    Unreadable,
    Use,
    Word,
    parse,
)
from engine.bos.notation.line_parser import seat_of as seat_of_name
from engine.bos.notation.line_patterns import shape_of
from engine.bos.notation.table_references import abilities_at, ability_ref, is_mandatory
from engine.choice import Answer
from engine.messages import Message
from engine.seats import seat_name

_SIMPLY: Final[dict[type[moves.Move], str]] = {
    moves.NextPhase: "",
    moves.EndTurn: "E",
    moves.NoBlock: "> no",
    moves.Pass: "",
    moves.Done: "",
    moves.Draw: "X draw",
}
"""Answers that are always written in one way."""
_LEFT: Final = {"concede": "concedes", "time": "time", "disqualify": "disqualified"}


def write(state: State, answer: Answer[moves.Move]) -> str:
    """The canonical body of the line that gives this answer; empty for an answer that a record leaves out."""
    move, seat = answer.move, answer.seat
    match move:
        case moves.Begin():
            return f"T{state.turn + 1} {seat_name(state.setup.seating.lead[seat])}"
        case moves.Summon():
            return _summon(state, seat, move)
        case moves.Cast():
            return _cast(state, seat, move)
        case moves.Attack():
            return _attack(state, seat, move)
        case moves.Use():
            return _use(state, seat, move)
        case moves.Block(place):
            return f"> B {_short(state, place, seat)}"
        case moves.Ready(place):
            return f"R {_short(state, place, state.active)}"
        case moves.Concede() | moves.RunOutOfTime() | moves.Disqualify():
            return f"X {seat_name(move.seat)} {_LEFT_BY[type(move)]}"
        case moves.Revive(revived):
            return f"REVIVE {seat_name(revived)}"
    if isinstance(move, moves.TurnUpBoss):
        return f"{_by_member(state, seat, _has_boss)}BOSS"
    return _SIMPLY[type(move)] if type(move) in _SIMPLY else _write_inner(state, answer)


_LEFT_BY: Final = {
    moves.Concede: _LEFT["concede"],
    moves.RunOutOfTime: _LEFT["time"],
    moves.Disqualify: _LEFT["disqualify"],
}


def _write_inner(state: State, answer: Answer[moves.Move]) -> str:
    """The line of an answer to what an ability asks."""
    match answer.move:
        case moves.First(ability):
            return _first(state, answer.seat, ability)
        case moves.Take() as move:
            return _take(state, answer.seat, move)
        case moves.Pick(target):
            return compose(asking(state), [aim(state, target, state.active)])
        case moves.Mode(number) | moves.Number(number):
            return compose(asking(state), (), str(number))
        case moves.Yes():
            return compose(asking(state), (), "1")
        case moves.Pay(payment):
            return compose(asking(state), (), paid=payment) if payment else ""
    return ""


def label(state: State, answer: Answer[moves.Move]) -> Message:
    """A sentence that says what the answer does."""
    player, move = seat_name(answer.seat), answer.move
    if type(move) in _OF_A_PLAYER:
        return _OF_A_PLAYER[type(move)](player)
    match move:
        case moves.Begin(columns):
            return _label_begin(columns, player)
        case moves.Summon():
            name = state.setup.playing[answer.seat][move.card].name
            return Message("bos.move.summon", player=player, card=name, column=LETTERS[move.wizards[0]])
        case moves.Cast():
            name = state.setup.playing[answer.seat][move.card].name
            return Message("bos.move.cast", player=player, card=name, amount=_cost(move.payment))
        case moves.Attack():
            target = seat_name(move.player) if move.target == NOBODY else _named(state, move.target)
            return Message("bos.move.attack", card=_named(state, move.attacker), target=target)
        case moves.Use():
            return Message("bos.event.uses_number", player=player, number=move.number, card=_named(state, move.place))
        case moves.Block(place):
            return Message("bos.move.block", card=_named(state, place))
        case moves.Ready(place):
            return Message("bos.move.ready", card=_named(state, place))
        case moves.Revive(revived):
            return Message("bos.event.revives", player=player, target=seat_name(revived))
    return _label_inner(state, answer, player)


_OF_A_PLAYER: Final[dict[type[moves.Move], Callable[[str], Message]]] = {
    moves.NextPhase: lambda player: Message("bos.event.main_phase", player=player),
    moves.EndTurn: lambda player: Message("bos.move.end", player=player),
    moves.TurnUpBoss: lambda player: Message("bos.move.boss", player=player),
    moves.NoBlock: lambda player: Message("bos.move.no_block", player=player),
    moves.Done: lambda player: Message("bos.move.done", player=player),
    moves.Yes: lambda player: Message("bos.move.yes", player=player),
    moves.Pass: lambda player: Message("bos.move.pass", player=player),
}
"""Answers of which nothing is said but who gives them."""


def _label_begin(columns: tuple[int, ...], player: str) -> Message:
    if not columns:
        return Message("bos.move.begin", player=player)
    return Message("bos.move.begin_placed", player=player, columns=tuple(LETTERS[column] for column in columns))


def _label_inner(state: State, answer: Answer[moves.Move], player: str) -> Message:
    """What an answer to an ability does."""
    match answer.move:
        case moves.First(ability) | moves.Take(ability):
            return Message("bos.move.use", player=player, card=_card_of_ability(state, ability))
        case moves.Pick(target):
            return Message("bos.event.chooses", player=player, target=_told_thing(state, target))
        case moves.Pay(payment):
            amount = Message("bos.move.vim_first") if payment is None else _cost(payment)
            return Message("bos.event.pays", player=player, amount=amount)
        case moves.Mode(number):
            return Message("bos.move.mode", player=player, number=number)
        case moves.Number(number):
            return Message("bos.move.number", player=player, number=number)
    return Message("bos.move.leave", player=player)


def _cost(payment: Payment) -> Message:
    return Message("bos.amount.cost", vim=payment.vim, ether=payment.ether)


def canonical(body: str, mode: str | None = None) -> str:
    """The canonical form of a line's body; a body that cannot be read stays as it is. `mode` is what the header
    `[Mode …]` says, a duel where there is none."""
    try:
        return write_move(parse(body, *shape_of(mode))) if body else ""
    except Unreadable:
        return body


def write_move(move: Move) -> str:
    """A parsed line as text; what was dropped when it was written stays dropped."""
    match move:
        case Turn(number, seat):
            return f"T{number} {seat_name(seat)}"
        case Summon(place, name, wizards, target):
            return _summon_text(place, name, wizards) + _target(target)
        case Cast():
            return _aside(move) + f"C {move.name}" + _target(move.target) + _payment(move.payment)
        case Use():
            which = f".{move.number}" if move.number else ""
            used = f"{move.sign} {ref_text(move.place)}{which}"
            return _aside(move) + used + _target(move.target) + _payment(move.payment)
        case Attack(attacker, target):
            cross = "" if target.kind == "player" else "x "
            return f"A {ref_text(attacker)} {cross}{ref_text(target)}"
        case Block(place, seat):
            who = f"{seat_name(seat)} " if seat is not None else ""
            return f"> {who}" + (f"B {ref_text(place)}" if place else "no")
        case Word(word, target, payment):
            return (word.lower() if word == "PASS" else word) + _target(target) + _payment(payment)
        case Ready(places):
            return "R " + " ".join(map(ref_text, places))
        case Revive(seat):
            return f"REVIVE {seat_name(seat)}"
        case Sealed(sign, seat, word, text):
            return f"{sign} {seat_name(seat)} {word} {text}".rstrip()
        case Totals():
            return "= " + _totals(move)
        case Judge():
            return _judge(move)
        case Leave(how, seat):
            who = "" if seat is None else f"{seat_name(seat)} "
            return "X draw" if how == "draw" else f"X {who}{_LEFT[how]}"
        case ByMember(seat, done):
            return f"{seat_name(seat)} {write_move(done)}"


def _summon_text(place: Ref | None, name: str, wizards: Sequence[Ref | str]) -> str:
    inside = " ".join(ref_text(w) for w in wizards if isinstance(w, Ref)) or ", ".join(map(str, wizards))
    where = f"{ref_text(place)} " if place else ""
    return f"S {where}{name}" + (f" ({inside})" if inside else "")


def ref_text(ref: Ref) -> str:
    """A reference as it is written; without a seat where its digit was dropped."""
    if ref.kind == "player":
        return seat_name(ref.seat or 0)
    digit = "" if ref.seat is None else str(ref.seat + 1)
    if ref.kind == "boss":
        return f"{digit}*"
    return f"{digit}{'w' if ref.kind == 'wizard' else ''}{LETTERS[ref.column]}"


def target_text(ref: Ref | str) -> str:
    """What something is aimed at as it is written."""
    return ref if isinstance(ref, str) else ref_text(ref)


def _summon(state: State, seat: int, move: moves.Summon) -> str:
    text = f"S {LETTERS[move.wizards[0]]} {state.setup.playing[seat][move.card].name}"
    if len(move.wizards) > 1:
        text += f" ({' '.join('w' + LETTERS[column] for column in move.wizards)})"
    return text


def _cast(state: State, seat: int, move: moves.Cast) -> str:
    card = state.setup.playing[seat][move.card]
    silent = unwritten(state, seat, continuous_effects.cost(state, seat, card)) == move.payment
    return _spell(state, seat, card) + ("" if silent else _payment(move.payment))


def _attack(state: State, seat: int, move: moves.Attack) -> str:
    attacker = _short(state, move.attacker, seat)
    if move.target == NOBODY:
        return f"A {attacker} {seat_name(state.setup.seating.lead[move.player])}"
    return f"A {attacker} x {_short(state, move.target, seat)}"


def _use(state: State, seat: int, move: moves.Use) -> str:
    alone = len(abilities_at(state, move.place)) == 1
    number = "" if alone else f".{move.number}"
    return f"{_beside(state, seat)}U {_short(state, move.place, seat)}{number}{_payment(move.payment)}"


def _beside(state: State, seat: int) -> str:
    """How a line begins that is written in the turn of another player, who is named where there are several."""
    if state.setup.seating.lead[seat] == state.active:
        return ""
    return "> " if state.setup.seating.is_duel else f"> {seat_name(seat)} "


def _spell(state: State, seat: int, card: Card) -> str:
    """The beginning of a line about a spell: whose it is, as far as that has to be said, and its name."""
    by = _by_member(state, seat, lambda _, member: card.key in state.setup.playing[member])
    return f"{_beside(state, seat)}{by}C {card.name}"


def _by_member(state: State, seat: int, could: Callable[[State, int], bool]) -> str:
    """The member of a combined team at the beginning of a line of its turn that the other one could have written."""
    seating = state.setup.seating
    if not seating.is_shared or seating.lead[seat] != state.active:
        return ""
    alone = not any(could(state, member) for member in seating.sharing[seat] if member != seat)
    return "" if alone else f"{seat_name(seat)} "


def _has_boss(state: State, seat: int) -> bool:
    """Whether that seat has a boss that could be turned up."""
    boss = at(state, boss_place(seat))
    return boss is not None and not boss.up


def side_of(state: State, head: str) -> int:
    """On whose side a place without its digit is in a line that begins so: its writer's."""
    if not head.startswith(">"):
        return state.active
    return next_turn(state, state.active) if state.setup.seating.is_duel else seat_of_name(head.split()[1])


def compose(head: str, aims: Sequence[str], number: str = "", paid: Payment | None = None) -> str:
    """A line from its beginning, what it aims at, and its number; how it is paid stays at the end."""
    body, brace, before = head.partition(" {")
    aimed = f" -> {', '.join(aims)}" if aims else ""
    return body + aimed + (f" = {number}" if number else "") + brace + before + _payment(paid)


def aim(state: State, ref: ThingRef, side: int) -> str:
    """What is chosen, as a line writes it in which a place without its digit is on that side."""
    if ref.place != NOBODY:
        return _short(state, ref.place, side)
    card = state.setup.pool.find(ref.card) if ref.card else None
    return card.name if card else ref.card or str(ref)


def _told_thing(state: State, ref: ThingRef) -> str:
    return _named(state, ref.place) if ref.place != NOBODY else ref.card or str(ref)


def _ability_text(state: State, ability: AbilityRef) -> str:
    """An ability as a line points at it; the number is left out where there is one ability there."""
    if ability.place == NOBODY:
        return str(ability)
    alone = ability.number == 0 or len(abilities_at(state, ability.place)) == 1
    return _short(state, ability.place, max(state.active, 0)) + ("" if alone else f".{ability.number}")


def _first(state: State, seat: int, ability: AbilityRef) -> str:
    """The ability that comes first; that of a card on no place, which either player may have, by its name."""
    if ability.place != NOBODY:
        return f"! {_ability_text(state, ability)}"
    whose = next((pending.seat for pending in state.waiting if ability_ref(state, pending) == ability), seat)
    return _spell(state, whose, _card_named(state, ability))


def _card_named(state: State, ability: AbilityRef) -> Card:
    """The card on no place that has an ability, whoever's list it is on."""
    return next(cards[ability.card] for cards in state.setup.playing if ability.card in cards)


def _take(state: State, seat: int, move: moves.Take) -> str:
    ability, paid = move.ability, _payment(move.payment)
    if ability.place == NOBODY:
        return f"{_spell(state, seat, _card_named(state, ability))}{paid}"
    return f"+ {_ability_text(state, ability)}{paid}"


def asking(state: State) -> str:
    """The beginning of a line about the ability that asks: by its place, or by its name where it has none."""
    pending = state.frames[-1].pending if state.frames else None
    if pending is None:
        return ""
    ability, face = ability_ref(state, pending), state.copies[pending.source].face
    if ability.place == NOBODY:
        return _spell(state, pending.seat, face)
    must = pending.number >= 0 and is_mandatory(state, state.copies[pending.source], pending.number)
    return f"{'!' if must else '+'} {_ability_text(state, ability)}"


def _card_of_ability(state: State, ability: AbilityRef) -> str:
    return ability.card if ability.place == NOBODY else _named(state, ability.place)


def _short(state: State, place: int, seat: int) -> str:
    """A position without its digit where silence means that seat, or the team that has a battlefield together; a boss
    of a team always has its digit."""
    text, lead = position(place), state.setup.seating.lead
    own = seat_of(place)
    if own != seat and (lead[own] != lead[seat] or is_boss_place(place)):
        return text
    return text if is_boss_place(place) and state.setup.seating.is_shared else text[1:]


def _named(state: State, place: int) -> str:
    card = at(state, place)
    return named(card) if card else position(place)


def _aside(move: Cast | Use) -> str:
    if not move.aside:
        return ""
    return "> " if move.seat is None else f"> {seat_name(move.seat)} "


def _target(target: Target | None) -> str:
    if target is None:
        return ""
    amount = "" if target.amount is None else f" = {target.amount}"
    aimed = f" -> {', '.join(map(target_text, target.refs))}" if target.refs else ""
    return aimed + amount


def _payment(payment: tuple[int, int] | None) -> str:
    if payment is None:
        return ""
    return f" {{{payment[0]}v+{payment[1]}e}}"


def _totals(totals: Totals) -> str:
    all_figures = (("L", totals.life), ("V", totals.vim), ("E", totals.ether))
    words = [f"{letter}{figures_text(each)}" for letter, each in all_figures if each is not None]
    words += [f"{ref_text(ref)}={strength}" for ref, strength in totals.strengths]
    return " ".join([*words, *([totals.mark] if totals.mark else [])])


def figures_text(written: Figures) -> str:
    """The figures of a total, with a stroke for who is out."""
    return "/".join(["-" if figure is None else str(figure) for figure in written])


def figures(state: State, total: tuple[int, ...]) -> Figures:
    """A total by seat as a record writes it: one figure for each team that shares it, nothing for who is out."""
    gone, seating = out(state), state.setup.seating
    if not gone and not seating.is_shared:
        return total
    return tuple([None if lead in gone else total[lead] for lead in seating.leads])


def out(state: State) -> frozenset[int]:
    """The seats that are out (14.5.18)."""
    return frozenset([seat for batch in state.gone for seat in batch])


def _judge(judge: Judge) -> str:
    if judge.deed == "undo":
        return f"J undo to {judge.number}"
    if judge.deed == "set" and judge.card:
        return f"J set {_set_card(judge.card)}"
    if judge.deed == "set" and judge.totals:
        return f"J set {_totals(judge.totals)}"
    return f"J rule {judge.text}" if judge.deed == "rule" else f"J {judge.deed}"


def _set_card(card: SetCard) -> str:
    to = ref_text(card.to) if card.to else card.how
    return f"{ref_text(card.ref)} to {to}" if card.to or card.how in _PILES else f"{ref_text(card.ref)} {card.how}"


_PILES: Final = ("graveyard", "castle")
