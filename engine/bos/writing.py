"""Answers and parsed lines written in the notation's canonical form, and as sentences for people."""

from __future__ import annotations

from collections.abc import Sequence

from engine.bos import keys, statics
from engine.bos.notation import (
    Attack,
    Block,
    Cast,
    Judge,
    Leave,
    Move,
    Ready,
    Ref,
    Revive,
    Sealed,
    Summon,
    Target,
    Totals,
    Turn,
    Unreadable,
    Use,
    Word,
    parse,
)
from engine.bos.payment import Payment, unwritten
from engine.bos.state import LETTERS, NOBODY, State, at, named, position, seat_name, seat_of
from engine.choice import Answer

_LEFT = {"concede": "concedes", "time": "time", "disqualify": "disqualified"}


def write(state: State, answer: Answer) -> str:
    """The canonical body of the line that gives this answer; empty for an answer that a record leaves out."""
    verb = keys.verb(answer.key)
    match verb:
        case "begin":
            return f"T{state.turn + 1} {seat_name(answer.seat)}"
        case "next":
            return ""
        case "end":
            return "E"
        case "boss":
            return "BOSS"
        case "summon":
            return _summon(state, answer)
        case "cast":
            return _cast(state, answer)
        case "attack":
            return _attack(state, answer)
        case "use":
            return _use(state, answer)
        case "block":
            return f"> B {_short(state, keys.block(answer.key), answer.seat)}"
        case "no":
            return "> no"
        case "ready":
            return f"R {answer.key.partition(':')[2].removeprefix(str(state.active + 1))}"
        case "first":
            return f"! {_named_ability(state, answer)}"
        case "take":
            return _take(state, answer)
        case "pick":
            return compose(asking(state), [aim(state, answer, state.active)])
        case "mode" | "number":
            return compose(asking(state), (), str(keys.count(answer.key)))
        case "yes":
            return compose(asking(state), (), "1")
        case "pay":
            payment = keys.pay(answer.key)
            return compose(asking(state), (), paid=payment) if payment else ""
        case "pass" | "done":
            return ""
    how, seat = keys.leave(answer.key)
    return "X draw" if how == "draw" else f"X {seat_name(seat)} {_LEFT[how]}"


def label(state: State, answer: Answer) -> str:
    """A sentence that says what the answer does."""
    who = seat_name(answer.seat)
    match keys.verb(answer.key):
        case "begin":
            columns = keys.begin(answer.key)
            order = ", ".join(LETTERS[column] for column in columns)
            return f"{who} begins the turn" + (f" with the wizards of columns {order} in a, b, c." if columns else ".")
        case "next":
            return f"{who} goes on to the main phase."
        case "end":
            return f"{who} ends the turn."
        case "boss":
            return f"{who} turns up the boss."
        case "summon":
            move = keys.summon(answer.key)
            name = state.setup.playing[answer.seat][move.name].name
            return f"{who} summons {name} in column {LETTERS[move.wizards[0]]}."
        case "cast":
            spell = keys.cast(answer.key)
            paid = f"{spell.payment.vim} vim and {spell.payment.ether} ether"
            return f"{who} casts {state.setup.playing[answer.seat][spell.name].name} for {paid}."
        case "attack":
            attack = keys.attack(answer.key)
            target = seat_name(attack.player) if attack.target == NOBODY else _named(state, attack.target)
            return f"{_named(state, attack.attacker)} attacks {target}."
        case "use":
            ability = keys.use(answer.key)
            return f"{who} uses ability {ability.number} of {_named(state, ability.place)}."
        case "block":
            return f"{_named(state, keys.block(answer.key))} blocks."
        case "no":
            return f"{who} does not block."
        case "ready":
            return f"{_named(state, keys.POSITIONS[answer.key.partition(':')[2]])} becomes ready."
        case "first" | "take":
            return f"{who} uses an ability of {_of_ability(state, answer)}."
        case "pick":
            return f"{who} chooses {_told_thing(state, answer.key.partition(':')[2])}."
        case "done":
            return f"{who} chooses nothing more."
        case "yes":
            return f"{who} does it."
        case "pass":
            return f"{who} lets it pass."
        case "pay":
            payment = keys.pay(answer.key)
            said = f"{payment.vim} vim and {payment.ether} ether" if payment else "vim first"
            return f"{who} pays {said}."
        case "mode":
            return f"{who} chooses number {keys.count(answer.key)}."
        case "number":
            return f"{who} names {keys.count(answer.key)}."
    return f"{who} leaves the game."


def canonical(body: str) -> str:
    """The canonical form of a line's body; a body that cannot be read stays as it is."""
    try:
        return write_move(parse(body)) if body else ""
    except Unreadable:
        return body


def write_move(move: Move) -> str:
    """A parsed line as text; what was dropped when it was written stays dropped."""
    match move:
        case Turn(number, seat):
            return f"T{number} {seat_name(seat)}"
        case Summon(place, name, wizards, target):
            inside = " ".join(ref_text(w) for w in wizards if isinstance(w, Ref)) or ", ".join(map(str, wizards))
            where = f"{ref_text(place)} " if place else ""
            return f"S {where}{name}" + (f" ({inside})" if inside else "") + _target(target)
        case Cast():
            return _aside(move) + f"C {move.name}" + _target(move.target) + _payment(move.payment)
        case Use():
            which = f".{move.number}" if move.number else ""
            return (
                _aside(move)
                + f"{move.sign} {ref_text(move.place)}{which}"
                + _target(move.target)
                + _payment(move.payment)
            )
        case Attack(attacker, target):
            cross = "" if target.kind == "player" else "x "
            return f"A {ref_text(attacker)} {cross}{ref_text(target)}"
        case Block(place, seat):
            return (
                "> " + (f"{seat_name(seat)} " if seat is not None else "") + (f"B {ref_text(place)}" if place else "no")
            )
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


def _summon(state: State, answer: Answer) -> str:
    move = keys.summon(answer.key)
    card = state.setup.playing[answer.seat][move.name]
    text = f"S {LETTERS[move.wizards[0]]} {card.name}"
    if len(move.wizards) > 1:
        text += f" ({' '.join('w' + LETTERS[column] for column in move.wizards)})"
    return text


def _cast(state: State, answer: Answer) -> str:
    move = keys.cast(answer.key)
    card = state.setup.playing[answer.seat][move.name]
    aside = "" if answer.seat == state.active else "> "
    silent = unwritten(state, answer.seat, statics.cost(state, answer.seat, card)) == move.payment
    return f"{aside}C {card.name}" + ("" if silent else _payment((move.payment.vim, move.payment.ether)))


def _attack(state: State, answer: Answer) -> str:
    move = keys.attack(answer.key)
    attacker = _short(state, move.attacker, answer.seat)
    if move.target == NOBODY:
        return f"A {attacker} {seat_name(move.player)}"
    return f"A {attacker} x {_short(state, move.target, answer.seat)}"


def _use(state: State, answer: Answer) -> str:
    move = keys.use(answer.key)
    aside = "" if answer.seat == state.active else "> "
    alone = len(keys.abilities_at(state, move.place)) == 1
    number = "" if alone else f".{move.number}"
    paid = _payment((move.payment.vim, move.payment.ether)) if move.payment else ""
    return f"{aside}U {_short(state, move.place, answer.seat)}{number}{paid}"


def compose(head: str, aims: Sequence[str], number: str = "", paid: Payment | None = None) -> str:
    """A line from its beginning, what it aims at, and its number; how it is paid stays at the end."""
    body, brace, before = head.partition(" {")
    aimed = f" -> {', '.join(aims)}" if aims else ""
    return body + aimed + (f" = {number}" if number else "") + brace + before + _payment(paid)


def aim(state: State, answer: Answer, side: int) -> str:
    """What a `pick:` answer chooses, as a line writes it in which a place without its digit is on that side."""
    wanted = answer.key.partition(":")[2]
    if wanted.startswith("="):
        card = state.setup.pool.find(wanted[1:])
        return card.name if card else wanted[1:]
    place = keys.POSITIONS.get(wanted)
    return wanted if place is None else _short(state, place, side)


def _told_thing(state: State, wanted: str) -> str:
    place = keys.POSITIONS.get(wanted)
    return _named(state, place) if place is not None else wanted.removeprefix("=")


def _named_ability(state: State, answer: Answer) -> str:
    """An ability that waits as a line names it; the number is left out where there is one ability there."""
    name, _ = keys.waiting(answer.key)
    return _ability_text(state, name)


def _ability_text(state: State, name: str) -> str:
    at_place, _, number = name.partition(".")
    place = keys.POSITIONS.get(at_place)
    if place is None:
        return name
    alone = number == "0" or len(keys.abilities_at(state, place)) == 1
    return _short(state, place, max(state.active, 0)) + ("" if alone else f".{number}")


def _take(state: State, answer: Answer) -> str:
    name, payment = keys.waiting(answer.key)
    paid = _payment((payment.vim, payment.ether)) if payment else ""
    if name.startswith("="):
        spell = name[1:].rpartition(".")[0]
        aside = "" if answer.seat == state.active else "> "
        return f"{aside}C {state.setup.playing[answer.seat][spell].name}{paid}"
    return f"+ {_ability_text(state, name)}{paid}"


def asking(state: State) -> str:
    """The beginning of a line about the ability that asks: by its place, or by its name where it has none."""
    doing = state.frames[-1].doing if state.frames else None
    if doing is None:
        return ""
    name, face = keys.ability(state, doing), state.copies[doing.source].face
    if name.startswith("="):
        return ("" if doing.seat == state.active else "> ") + f"C {face.name}"
    must = doing.number >= 0 and face.abilities[doing.number].mandatory
    return f"{'!' if must else '+'} {_ability_text(state, name)}"


def _of_ability(state: State, answer: Answer) -> str:
    name, _ = keys.waiting(answer.key)
    at_place = name.partition(".")[0]
    return _told_thing(state, at_place) if at_place in keys.POSITIONS else name[1:].rpartition(".")[0]


def _short(state: State, place: int, seat: int) -> str:
    """A position without its digit where silence means that seat."""
    text = position(place)
    return text[1:] if seat_of(place) == seat else text


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
    pairs = (("L", totals.life), ("V", totals.vim), ("E", totals.ether))
    words = [f"{letter}{pair[0]}/{pair[1]}" for letter, pair in pairs if pair is not None]
    words += [f"{ref_text(ref)}={strength}" for ref, strength in totals.strengths]
    return " ".join([*words, *([totals.mark] if totals.mark else [])])


def _judge(judge: Judge) -> str:
    if judge.deed == "undo":
        return f"J undo to {judge.number}"
    if judge.deed == "set" and judge.totals:
        return f"J set {_totals(judge.totals)}"
    return f"J rule {judge.text}" if judge.deed == "rule" else f"J {judge.deed}"
