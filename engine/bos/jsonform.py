"""A record in JSON: what was written, word by word, and beside it what each line says.

Nothing is lost: `from_json(to_json(log)) == log`. Keys come in a fixed order; numbers beyond 2^53, which JSON readers
may round, are written as text. What the engine derives from a record is no part of it.
"""

from __future__ import annotations

from typing import Any

from engine.bos.notation import (
    Attack,
    Block,
    Cast,
    Judge,
    Leave,
    Move,
    Ready,
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
from engine.bos.writing import ref_text, target_text
from engine.log import MAX_LINES, Header, Line, Log

VERSION = 1
SAFE = 2**53
_WORDS = {"BOSS": "boss", "E": "end", "PASS": "pass"}
_ANSWERS = {"+": "used", "-": "declined", "!": "mandatory"}

Json = dict[str, Any]


def to_json(log: Log) -> Json:
    """The record as plain data. A line that cannot be read has its `raw` text alone."""
    active: int | None = None
    lines = []
    for line in log.lines:
        move = _parsed(line.body)
        if isinstance(move, Turn):
            active = move.seat
        lines.append(_line(line, move, active))
    return {
        "bln": VERSION,
        "game": "bos",
        "headers": [[header.word, header.text] for header in log.headers],
        "comments": list(log.comments),
        "lines": lines,
    }


def from_json(value: Any) -> Log:
    """The record that the JSON holds. Raises ValueError with a sentence for anything else."""
    try:
        if value["bln"] != VERSION or value["game"] != "bos" or len(value["lines"]) > MAX_LINES:
            raise ValueError
        headers = tuple(Header(_text(word), _text(text)) for word, text in value["headers"])
        comments = tuple(_text(comment) for comment in value["comments"])
        return Log(headers, tuple(map(_read_line, value["lines"])), comments)
    except (ValueError, TypeError, KeyError, AttributeError):
        raise ValueError("This is not a written game of BOS in JSON, version 1.") from None


def _parsed(body: str) -> Move | None:
    try:
        return parse(body) if body else None
    except Unreadable:
        return None


def _line(line: Line, move: Move | None, active: int | None) -> Json:
    said: Json = {"n": line.number}
    if move is not None:
        by = _by(move, active)
        said |= ({} if by is None else {"by": by + 1}) | _said(move)
    said["raw"] = line.body
    if line.clock is not None:
        said["clock"] = line.clock
    if line.comment is not None:
        said["comment"] = line.comment
    if not line.written:
        said["counted"] = True
    return said | ({"column": line.column} if line.column != 1 else {})


def _read_line(value: Any) -> Line:
    number, column = value["n"], value.get("column", 1)
    if type(number) is not int or type(column) is not int:
        raise ValueError
    clock, comment = value.get("clock"), value.get("comment")
    return Line(
        number,
        _text(value["raw"]),
        None if clock is None else _text(clock),
        None if comment is None else _text(comment),
        column,
        value.get("counted") is not True,
    )


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError
    return value


def _by(move: Move, active: int | None) -> int | None:
    """Whose line it is, as far as the record alone tells."""
    match move:
        case Turn() | Revive() | Sealed() | Leave():
            return move.seat
        case Totals() | Judge():
            return None
        case Block():
            return move.seat if move.seat is not None else _other(active)
        case Cast() | Use():
            return move.seat if move.seat is not None else _other(active) if move.aside else active
        case _:
            return active


def _other(active: int | None) -> int | None:
    return None if active is None else 1 - active


def _said(move: Move) -> Json:
    match move:
        case Turn(number):
            return {"act": "turn", "turn": number}
        case Summon():
            named = [wizard if isinstance(wizard, str) else ref_text(wizard) for wizard in move.wizards]
            wizards = {"wizards": named} if named else {}
            where = {"at": ref_text(move.place)} if move.place else {}
            return {"act": "summon", "card": move.name} | where | wizards | _to(move.target)
        case Cast():
            return {"act": "cast", "card": move.name} | _to(move.target) | _pay(move.payment)
        case Use():
            kind = {"act": "use"} if move.sign == "U" else {"answer": _ANSWERS[move.sign]}
            which: Json = {} if move.number is None else {"ability": move.number}
            return kind | {"from": ref_text(move.place)} | which | _to(move.target) | _pay(move.payment)
        case Attack(attacker, target):
            if target.kind == "player":
                return {"act": "attack", "from": ref_text(attacker), "player": (target.seat or 0) + 1}
            return {"act": "attack", "from": ref_text(attacker), "to": [ref_text(target)]}
        case Block(place):
            return {"answer": "block", "with": ref_text(place)} if place else {"answer": "no block"}
        case Word(word, target):
            return {"act": _WORDS[word]} | _to(target)
        case Ready(places):
            return {"act": "ready", "order": list(map(ref_text, places))}
        case Revive(seat):
            return {"act": "revive", "player": seat + 1}
        case Sealed(sign, _, word, text):
            return {"act": "commit" if sign == "H" else "open", "word": word, "text": text}
        case Totals():
            return {"check": _totals(move)}
        case Judge():
            return {"judge": _judge(move)}
        case Leave(how):
            return {"act": "leave", "how": how}


def _to(target: Target | None) -> Json:
    if target is None:
        return {}
    amount = {} if target.amount is None else {"amount": _number(target.amount)}
    return {"to": [target_text(ref) for ref in target.refs]} | amount


def _pay(payment: tuple[int, int] | None) -> Json:
    return {} if payment is None else {"pay": {"vim": _number(payment[0]), "ether": _number(payment[1])}}


def _totals(totals: Totals) -> Json:
    pairs = (("life", totals.life), ("vim", totals.vim), ("ether", totals.ether))
    said: Json = {name: list(map(_number, pair)) for name, pair in pairs if pair is not None}
    if totals.strengths:
        said["strength"] = {ref_text(ref): _number(strength) for ref, strength in totals.strengths}
    return said | ({"mark": totals.mark} if totals.mark else {})


def _judge(judge: Judge) -> Json:
    said: Json = {"deed": judge.deed}
    if judge.number is not None:
        said["line"] = judge.number
    if judge.totals is not None:
        said["totals"] = _totals(judge.totals)
    return said | ({"text": judge.text} if judge.text else {})


def _number(value: int) -> int | str:
    return value if value < SAFE else str(value)
