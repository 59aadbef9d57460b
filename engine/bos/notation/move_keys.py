"""Keys: one short text for each move, as JSON, pages and tests write it. Inside the engine a move is a value (`moves`).

`begin` `begin:cab` `next` `end` `summon:ab:NAME` `attack:1a>2c` `attack:1a>P2` `cast:v2e1:NAME` `use:1wa.1` `boss`
`block:2b` `no` `revive:P2` `concede:P1` `time:P1` `disqualify:P1` `draw`. Names are card identities (`cards.key`).

Of abilities: `first:1a.1` which waiting duty comes first, `take:1a.1` an optional one that waits, `pass` none of them,
`pick:2b` `pick:P2` `pick:=NAME` what is chosen, `done` no more, `yes`, `mode:2`, `number:3`, `ready:1wa`, `pay` vim
first, `pay:{v1e1}`. An ability is named by its card's place and its number there, or by `=NAME` where the card is on no
place; a payment may follow in braces behind `use` and `take`: `use:1wa.1{v1e1}`. At larger tables there are seats up to
P6, with their places. Of a combined team the columns are a to f, and it begins with both rows: `begin:cabfde`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.bos.model import moves
from engine.bos.model.moves import AbilityRef, Move, Payment, ThingRef
from engine.bos.model.places import ALL_POSITIONS, COLUMNS, LETTERS, MOST_SEATS, NOBODY, column_of, position, seat_of
from engine.bos.model.seating import COMBINED, SIZES
from engine.bos.notation.line_patterns import A_DUEL, Shape
from engine.choice import Answer, Violation
from engine.messages import Message
from engine.seats import seat_name

SEATS: Final = {seat_name(seat): seat for seat in range(MOST_SEATS)}
_IN_ORDER: Final = tuple(tuple(range(columns)) for columns in (COLUMNS, 2 * COLUMNS))
MOST_DIGITS: Final = 18
"""So many digits a number has at most, as in a record."""


def read_answer(seat: int, key: str, choice: int | None = None, shape: Shape = A_DUEL) -> Answer[Move] | Violation:
    """What a page or a program answers; a violation where the key has no shape that any move at a table of
    that size has."""
    if key.startswith("first:") and key.endswith("}"):
        return Violation("10.3.2", Message("bos.turn.order_before_price"))
    try:
        return Answer(seat, read_move(key, shape), choice)
    except ValueError:
        return Violation("3.1.2", Message("bos.turn.not_an_answer", text=repr(key[:60])))


# Writing


def move_key(move: Move) -> str:
    """The key of a move."""
    return _WRITERS[type(move)](move)


def _begin_key(move: moves.Begin) -> str:
    if move.columns in ((), *_IN_ORDER):
        return "begin"
    return f"begin:{_letters(move.columns)}"


def _attack_key(move: moves.Attack) -> str:
    target = seat_name(move.player) if move.target == NOBODY else position(move.target)
    return f"attack:{position(move.attacker)}>{target}"


def _letters(columns: tuple[int, ...]) -> str:
    return "".join(LETTERS[column] for column in columns)


def _plain_payment(payment: Payment) -> str:
    return f"v{payment.vim}e{payment.ether}"


def _in_braces(payment: Payment | None) -> str:
    """How a key says how an ability is paid; nothing where silence says it."""
    return "" if payment is None else f"{{{_plain_payment(payment)}}}"


_WRITERS: Final[Mapping[type, Callable[[Any], str]]] = {
    moves.Begin: _begin_key,
    moves.NextPhase: lambda move: "next",
    moves.EndTurn: lambda move: "end",
    moves.Summon: lambda move: f"summon:{_letters(move.wizards)}:{move.card}",
    moves.Attack: _attack_key,
    moves.Block: lambda move: f"block:{position(move.place)}",
    moves.NoBlock: lambda move: "no",
    moves.TurnUpBoss: lambda move: "boss",
    moves.Cast: lambda move: f"cast:{_plain_payment(move.payment)}:{move.card}",
    moves.Use: lambda move: f"use:{position(move.place)}.{move.number}{_in_braces(move.payment)}",
    moves.Ready: lambda move: f"ready:{position(move.place)}",
    moves.First: lambda move: f"first:{move.ability}",
    moves.Take: lambda move: f"take:{move.ability}{_in_braces(move.payment)}",
    moves.Pass: lambda move: "pass",
    moves.Yes: lambda move: "yes",
    moves.Pick: lambda move: f"pick:{move.thing}",
    moves.Done: lambda move: "done",
    moves.Pay: lambda move: f"pay:{_in_braces(move.payment)}" if move.payment else "pay",
    moves.Mode: lambda move: f"mode:{move.number}",
    moves.Number: lambda move: f"number:{move.number}",
    moves.Revive: lambda move: f"revive:{seat_name(move.seat)}",
    moves.Concede: lambda move: f"concede:{seat_name(move.seat)}",
    moves.RunOutOfTime: lambda move: f"time:{seat_name(move.seat)}",
    moves.Disqualify: lambda move: f"disqualify:{seat_name(move.seat)}",
    moves.Draw: lambda move: "draw",
}


# Reading


def read_move(key: str, shape: Shape = A_DUEL) -> Move:
    """The move that a key writes at a table of that size. Raises ValueError for a text of another shape."""
    if key in _WORDS:
        return _WORDS[key]
    verb, colon, details = key.partition(":")
    if not colon or verb not in _READERS:
        raise ValueError(key)
    return _READERS[verb](details, shape)


_WORDS: Final[Mapping[str, Move]] = {
    "begin": moves.Begin(),
    "next": moves.NextPhase(),
    "end": moves.EndTurn(),
    "boss": moves.TurnUpBoss(),
    "no": moves.NoBlock(),
    "pass": moves.Pass(),
    "yes": moves.Yes(),
    "done": moves.Done(),
    "pay": moves.Pay(),
    "draw": moves.Draw(),
}
"""Keys of which nothing is said but the word."""


def _begin(letters: str, shape: Shape) -> Move:
    columns = _columns(letters, shape)
    if len(columns) != shape.columns:
        raise ValueError(letters)
    return moves.Begin(columns)


def _summon(text: str, shape: Shape) -> Move:
    letters, colon, name = text.partition(":")
    if not colon:
        raise ValueError(text)
    return moves.Summon(_columns(letters, shape), name)


def _attack(text: str, shape: Shape) -> Move:
    attacker, arrow, target = text.partition(">")
    if not arrow:
        raise ValueError(text)
    if target in SEATS:
        return moves.Attack(_place(attacker, shape), player=_seat(target, shape))
    return moves.Attack(_place(attacker, shape), _place(target, shape))


def _cast(text: str, shape: Shape) -> Move:
    paid, colon, name = text.partition(":")
    if not colon:
        raise ValueError(text)
    return moves.Cast(_payment(paid), name)


def _use(text: str, shape: Shape) -> Move:
    name, payment = _split_payment(text)
    place, _, number = name.partition(".")
    return moves.Use(_place(place, shape), _number(number, 3), payment)


def _first(ability: str, shape: Shape) -> Move:
    return moves.First(_ability(ability, shape))


def _take(text: str, shape: Shape) -> Move:
    name, payment = _split_payment(text)
    return moves.Take(_ability(name, shape), payment)


def _pick(target: str, shape: Shape) -> Move:
    if target in SEATS:
        return moves.Pick(ThingRef(seat=_seat(target, shape)))
    if target[:1] == "=" and target[1:]:
        return moves.Pick(ThingRef(card=target[1:]))
    return moves.Pick(ThingRef(_place(target, shape)))


def _pay(text: str, shape: Shape) -> Move:
    name, payment = _split_payment(text)
    if name or payment is None:
        raise ValueError(text)
    return moves.Pay(payment)


_READERS: Final[Mapping[str, Callable[[str, Shape], Move]]] = {
    "begin": _begin,
    "summon": _summon,
    "attack": _attack,
    "block": lambda place, shape: moves.Block(_place(place, shape)),
    "cast": _cast,
    "use": _use,
    "ready": lambda place, shape: moves.Ready(_place(place, shape)),
    "first": _first,
    "take": _take,
    "pick": _pick,
    "pay": _pay,
    "mode": lambda digits, shape: moves.Mode(_number(digits)),
    "number": lambda digits, shape: moves.Number(_number(digits)),
    "revive": lambda seat, shape: moves.Revive(_seat(seat, shape)),
    "concede": lambda seat, shape: moves.Concede(_seat(seat, shape)),
    "time": lambda seat, shape: moves.RunOutOfTime(_seat(seat, shape)),
    "disqualify": lambda seat, shape: moves.Disqualify(_seat(seat, shape)),
}


def _columns(letters: str, shape: Shape) -> tuple[int, ...]:
    """Different columns, one at least."""
    columns = tuple(LETTERS.index(letter) for letter in letters)
    if not columns or max(columns) >= shape.columns or len(set(columns)) != len(columns):
        raise ValueError(letters)
    return columns


def _place(text: str, shape: Shape) -> int:
    place = ALL_POSITIONS.get(text, NOBODY)
    if place == NOBODY or seat_of(place) >= shape.seats or not _is_on_a_battlefield(place, shape):
        raise ValueError(text)
    return place


def _is_on_a_battlefield(place: int, shape: Shape) -> bool:
    """Whether a place is one of that table: the columns d to f are those of the higher members of combined teams, who
    stand in no others (14.3.5)."""
    column, further = column_of(place), seat_of(place) >= SIZES[COMBINED][0] // 2
    return column == NOBODY or (column >= COLUMNS) == (further and shape.columns > COLUMNS)


def _seat(text: str, shape: Shape) -> int:
    seat = SEATS.get(text, NOBODY)
    if seat == NOBODY or seat >= shape.seats:
        raise ValueError(text)
    return seat


def _number(text: str, most: int = MOST_DIGITS) -> int:
    if not (text.isascii() and text.isdecimal()) or len(text) > most:
        raise ValueError(text)
    return int(text)


def _ability(text: str, shape: Shape) -> AbilityRef:
    name, _, number = text.rpartition(".")
    if name[:1] == "=" and name[1:]:
        return AbilityRef(NOBODY, _number(number, 3), name[1:])
    return AbilityRef(_place(name, shape), _number(number, 3))


def _split_payment(text: str) -> tuple[str, Payment | None]:
    name, brace, paid = text.partition("{v")
    if not brace:
        return text, None
    if not paid.endswith("}"):
        raise ValueError(text)
    return name, _payment(f"v{paid.removesuffix('}')}")


def _payment(text: str) -> Payment:
    vim, letter, ether = text.removeprefix("v").partition("e")
    if not (text.startswith("v") and letter):
        raise ValueError(text)
    return Payment(_number(vim), _number(ether))
