"""What a line of a written duel says, before it is known whether it can be so: the notation BLN, read and written.

Reading is lenient: capitals do not matter, seats may be written `P1` or `1` where nothing else is meant, `x` may be an
arrow, `concede` stands for `concedes`, brackets hold wizards by position or by name, a payment may leave out a source
(`{2v}`, `{3e}`) and stand before or after the targets. A card of a pile is aimed at by its name; a number may stand
without a target. A summon may leave out its column, an end its `X`, a concession its player. Everything else is refused
with a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from engine.bos.model.places import LETTERS
from engine.messages import Message

MAX_BODY: Final = 400


class Unreadable(Exception):
    """A line that cannot be read, with a sentence and the column of the body (from 0) where reading stopped."""

    def __init__(self, message: Message, column: int = 0) -> None:
        self.message = message
        self.column = column
        super().__init__(message)


class Ref(NamedTuple):
    """A place or a player (`kind`) as written; `seat` is None where its digit was dropped, `column` -1 without one."""

    kind: str
    seat: int | None
    column: int = -1


class Target(NamedTuple):
    """What an ability or a spell is aimed at (`refs`), places, players or cards of a pile by name, and an `amount`: how
    much, which of "choose one", or 1 for yes where a text says that its player may. Nothing written is None."""

    refs: tuple[Ref | str, ...] = ()
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """`T1 P1`: turn `number`, counted from 1, of a `seat` begins."""

    number: int
    seat: int


@dataclass(frozen=True, slots=True)
class Summon:
    """`S a NAME (wa wb) -> 1b`: `wizards` are references, or names; `place` is None where no column was written; `name`
    is as written, `target` what its ability is aimed at."""

    place: Ref | None
    name: str
    wizards: tuple[Ref | str, ...] = ()
    target: Target | None = None


@dataclass(frozen=True, slots=True)
class Cast:
    """`C NAME -> a {1v+1e}`, behind `>` (`aside`) by whoever is not the active player, a `seat` if one is written;
    `name` is as written, `target` what it is aimed at, `payment` vim and ether."""

    name: str
    target: Target | None = None
    payment: tuple[int, int] | None = None
    aside: bool = False
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Use:
    """`U wa.1 -> a`, and `+`, `-`, `!` (`sign`) for abilities that are used, declined or have to be used: that of a
    `place` with this `number`, from 1; `target`, `payment`, `aside` and `seat` are as with a spell."""

    sign: str
    place: Ref
    number: int | None = None
    target: Target | None = None
    payment: tuple[int, int] | None = None
    aside: bool = False
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Attack:
    """`A a x 2b`, `A a P2`: the place of the `attacker`, and the place or player that is its `target`."""

    attacker: Ref
    target: Ref


@dataclass(frozen=True, slots=True)
class Block:
    """`> B a`, or `> no` without a `place`; the `seat` is None where it is not written."""

    place: Ref | None
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Word:
    """A `word`: `BOSS`, `E` or `PASS`. Behind `BOSS` stands what its price is paid with: `BOSS -> a, b {1v+1e}`, a
    `target` and a `payment` in vim and ether."""

    word: str
    target: Target | None = None
    payment: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Ready:
    """`R a wb`: the `places` in the order of readying."""

    places: tuple[Ref, ...]


@dataclass(frozen=True, slots=True)
class Revive:
    """`REVIVE P2`, for raids: a `seat`."""

    seat: int


@dataclass(frozen=True, slots=True)
class Sealed:
    """`H P1 bid 9f3c…` commits, `O P1 bid 7 …` opens: `sign`, `seat`, `word` and the `text` behind it."""

    sign: str
    seat: int
    word: str
    text: str


@dataclass(frozen=True, slots=True)
class Totals:
    """`= L30/30 V2/1 E4/0 1a=7`: what the writers found on the table: `life`, `vim` and `ether` by seat, `strengths` by
    place, the `mark` of the whole position. None where nothing was written."""

    life: tuple[int, int] | None = None
    vim: tuple[int, int] | None = None
    ether: tuple[int, int] | None = None
    strengths: tuple[tuple[Ref, int], ...] = ()
    mark: str | None = None


@dataclass(frozen=True, slots=True)
class SetCard:
    """What a judge makes of the card at the place `ref`: `how` is acted, ready, up, down, graveyard, castle, or `to`,
    with the place where it stands from now on."""

    ref: Ref
    how: str
    to: Ref | None = None


@dataclass(frozen=True, slots=True)
class Judge:
    """`J set …`, `J undo to N`, `J stands`, `J pause`, `J go on`, `J rule …`: the `deed` of a judge at the table, with
    the `number` of a line, the `totals` or the `text` that belong to it, or the `card` that is set."""

    deed: str
    number: int | None = None
    totals: Totals | None = None
    text: str = ""
    card: SetCard | None = None


@dataclass(frozen=True, slots=True)
class Leave:
    """`X P1 concedes`, `X P2 time`, `X P1 disqualified`, `X draw`: `how`; `seat` is None where nobody was named."""

    how: str
    seat: int | None = None


Move = (
    Turn | Summon | Cast | Use | Attack | Block | Word | Ready | Revive | Sealed | Totals | Judge | Leave
)  # fmt: skip

_POS: Final = r"(?:[12]?(?:w?[a-c]|\*)|p[12])"
_SEAT: Final = r"p?[1-6]"
_POSITION: Final = re.compile(r"([12]?)(?:(w?)([a-c])|(\*))|p([12])", re.IGNORECASE)
_TURN: Final = re.compile(rf"t\s*([0-9]{{1,6}})\s+({_SEAT})", re.IGNORECASE)
_SUMMON: Final = re.compile(r"s\s+(?:([12]?)([a-c])(?:\s*:\s*|\s+)([^\s(\-{:].*)|([^\W\d_][^\W\d_'].*))", re.IGNORECASE)
_CAST: Final = re.compile(r"c\s+(\S.*)", re.IGNORECASE)
_USE: Final = re.compile(rf"(u\s+|[+\-!]\s*)({_POS})(?:\.([0-9]{{1,3}}))?(?=\s|->|\{{|=|$)(.*)", re.IGNORECASE)
_ATTACK: Final = re.compile(rf"a\s+({_POS})\s*(?:x|->|>)\s*({_POS})|a\s+({_POS})\s+({_SEAT})", re.IGNORECASE)
_READY: Final = re.compile(rf"r((?:\s+{_POS})+)", re.IGNORECASE)
_REVIVE: Final = re.compile(rf"revive\s+({_SEAT})", re.IGNORECASE)
_ASIDE: Final = re.compile(rf">\s*(?:({_SEAT})\s+)?(?:b\s*({_POS})|(no|pass)|([cu]\s.*))", re.IGNORECASE)
_SEALED: Final = re.compile(rf"([ho])\s+({_SEAT})\s+([a-z]+)\s*(.*)", re.IGNORECASE)
_LEAVE: Final = re.compile(
    r"(?:x\s+)?(?:(draw)|(p[1-6]|(?<=\s)[1-6])\s+(concedes?|time|disqualified)|(concedes?))", re.IGNORECASE
)
_END: Final = re.compile(r"E|END(?: (?:OF )?(?:(?:THE|MY) )?TURN)?")
_JUDGE: Final = re.compile(
    r"j\s+(?:(stands|pause|go\s+on)|undo\s+to\s+([0-9]{1,7})|set\s+(.+)|rule\s+(.+))", re.IGNORECASE
)
_SET_CARD: Final = re.compile(
    rf"({_POS})\s+(?:(acted|ready|up|down)|to\s+(?:({_POS})|(graveyard|castle)))", re.IGNORECASE
)
_TARGET: Final = re.compile(r"(?:->\s*([^=>{}()]+?))?\s*(?:=\s*([0-9]{1,18}))?\s*$", re.IGNORECASE)
_AIMED_NAME: Final = re.compile(r"[^\W\d_].{2,}")
_PAYMENT: Final = re.compile(r"\{\s*(?:([0-9]{1,18})\s*v)?\s*\+?\s*(?:([0-9]{1,18})\s*e)?\s*\}", re.IGNORECASE)
_WIZARDS: Final = re.compile(r"\(([^()]*)\)\s*$")
_ITEM: Final = re.compile(
    rf"\s*(?:([lve])\s*([0-9]{{1,40}})\s*/\s*([0-9]{{1,40}})|({_POS})\s*=\s*([0-9]{{1,40}})|(#[0-9a-f]{{12,64}}))(?=\s|$)",
    re.IGNORECASE,
)

_FORMS: Final = {
    "T": Message("bos.line.turn"),
    "S": Message("bos.line.summon"),
    "C": Message("bos.line.cast"),
    "U": Message("bos.line.use"),
    "A": Message("bos.line.attack"),
    "R": Message("bos.line.ready"),
    "+": Message("bos.line.duty"),
    "-": Message("bos.line.passed"),
    "!": Message("bos.line.order"),
    ">": Message("bos.line.answer"),
    "H": Message("bos.line.commitment"),
    "O": Message("bos.line.opening"),
    "=": Message("bos.line.totals"),
    "J": Message("bos.line.judge"),
    "X": Message("bos.line.end"),
    "E": Message("bos.line.end_of_turn"),
    "B": Message("bos.line.boss"),
}


@lru_cache(maxsize=4096)
def parse(body: str) -> Move:
    """What the body of a line says. Raises Unreadable with a sentence and a column.

    Most lines are written again and again, within a game and in the next one, hence the cache.
    """
    if len(body) > MAX_BODY:
        raise Unreadable(Message("bos.line.too_long", number=MAX_BODY), MAX_BODY)
    head = body[:1].upper()
    reader = _READERS.get(head)
    move = reader(body) if reader else None
    if move is None:
        form = _FORMS.get(head)
        message = Message("bos.line.unreadable", text=_short(body), form=form or Message("bos.line.any"))
        raise Unreadable(message, len(head) if form else 0)
    return move


def seat_of(text: str) -> int:
    """The seat, from 0, of `P1` or `1`."""
    return int(text.upper().removeprefix("P")) - 1


@lru_cache(maxsize=512)
def position_of(text: str) -> Ref:
    """The reference that a position writes."""
    match = _POSITION.fullmatch(text)
    assert match
    digit, wizard, letter, boss, player = match.groups()
    if player:
        return Ref("player", int(player) - 1)
    seat = int(digit) - 1 if digit else None
    if boss:
        return Ref("boss", seat)
    return Ref("wizard" if wizard else "summon", seat, LETTERS.index(letter.lower()))


def _turn(body: str) -> Move | None:
    match = _TURN.fullmatch(body)
    return Turn(int(match.group(1)), seat_of(match.group(2))) if match else None


def _summon(body: str) -> Move | None:
    match = _SUMMON.fullmatch(body)
    if not match:
        return None
    rest, target = _take_target(match.group(3) or match.group(4))
    rest, wizards = _take_wizards(rest)
    _refuse_leftovers(body, rest)
    seat = int(match.group(1)) - 1 if match.group(1) else None
    place = Ref("summon", seat, LETTERS.index(match.group(2).lower())) if match.group(2) else None
    return Summon(place, rest, wizards, target)


def _cast(body: str, *, aside: bool = False, seat: int | None = None) -> Move | None:
    match = _CAST.fullmatch(body)
    if not match:
        return None
    rest, payment = _take_payment(match.group(1))
    rest, target = _take_target(rest)
    _refuse_leftovers(body, rest)
    return Cast(rest, target, payment, aside, seat)


def _use(body: str, *, aside: bool = False, seat: int | None = None) -> Move | None:
    match = _USE.fullmatch(body)
    if not match:
        return None
    rest, payment = _take_payment(match.group(4))
    rest, target = _take_target(rest)
    if rest:
        return None
    number = int(match.group(3)) if match.group(3) else None
    return Use(match.group(1).strip().upper(), position_of(match.group(2)), number, target, payment, aside, seat)


def _attack(body: str) -> Move | None:
    match = _ATTACK.fullmatch(body)
    if not match:
        return None
    if match.group(1):
        return Attack(position_of(match.group(1)), position_of(match.group(2)))
    return Attack(position_of(match.group(3)), Ref("player", seat_of(match.group(4))))


def _ready(body: str) -> Move | None:
    match = _READY.fullmatch(body)
    if match:
        return Ready(tuple(map(position_of, match.group(1).split())))
    match = _REVIVE.fullmatch(body)
    return Revive(seat_of(match.group(1))) if match else None


def _aside(body: str) -> Move | None:
    match = _ASIDE.fullmatch(body)
    if not match:
        return None
    seat = seat_of(match.group(1)) if match.group(1) else None
    if match.group(2):
        return Block(position_of(match.group(2)), seat)
    if match.group(3):
        return Block(None, seat)
    other = match.group(4)
    return _cast(other, aside=True, seat=seat) if other[0] in "cC" else _use(other, aside=True, seat=seat)


def _sealed(body: str) -> Move | None:
    match = _SEALED.fullmatch(body)
    return Sealed(match.group(1).upper(), seat_of(match.group(2)), match.group(3), match.group(4)) if match else None


def _totals(body: str) -> Move | None:
    return _items(body[1:])


def _judge(body: str) -> Move | None:
    match = _JUDGE.fullmatch(body)
    if not match:
        return None
    if match.group(1):
        return Judge(" ".join(match.group(1).lower().split()))
    if match.group(2):
        return Judge("undo", int(match.group(2)))
    if match.group(3) and (card := _set_card(match.group(3).strip())):
        return Judge("set", card=card)
    if match.group(3):
        return Judge("set", totals=_items(re.sub(rf"^({_POS})\s+([0-9]+)$", r"\1=\2", match.group(3), flags=re.I)))
    return Judge("rule", text=match.group(4))


def _set_card(text: str) -> SetCard | None:
    match = _SET_CARD.fullmatch(text)
    if not match:
        return None
    ref, to = position_of(match.group(1)), position_of(match.group(3)) if match.group(3) else None
    if "player" in (ref.kind, to.kind if to else ""):
        return None
    return SetCard(ref, (match.group(2) or match.group(4) or "to").lower(), to)


def _leave(body: str) -> Move | None:
    match = _LEAVE.fullmatch(body)
    if not match:
        return None
    if match.group(1):
        return Leave("draw")
    if match.group(4):
        return Leave("concede")
    word = match.group(3).lower()
    return Leave("concede" if word.startswith("concede") else "disqualify" if word == "disqualified" else word,
                 seat_of(match.group(2)))  # fmt: skip


def _one_word(body: str) -> Move | None:
    rest, payment = _take_payment(body)
    rest, target = _take_target(rest)
    word = rest.upper()
    if word == "BOSS":
        return Word(word, target, payment)
    if target is not None or payment is not None:
        return None
    return Word("PASS") if word == "PASS" else Word("E") if _END.fullmatch(word) else None


def _items(text: str) -> Totals:
    """The items of a check line, each at most once."""
    pairs: dict[str, tuple[int, int]] = {}
    strengths: dict[Ref, int] = {}
    mark: str | None = None
    at = 0
    while text[at:].strip():
        item = _ITEM.match(text, at)
        if not item:
            raise Unreadable(Message("bos.line.no_total", text=_short(text[at:].strip()), form=_FORMS["="]), at + 1)
        letter, first, second, place, strength, state = item.groups()
        if letter and letter.upper() not in pairs:
            pairs[letter.upper()] = (int(first), int(second))
        elif place and position_of(place) not in strengths and position_of(place).kind != "player":
            strengths[position_of(place)] = int(strength)
        elif state and mark is None:
            mark = state.lower()
        else:
            raise Unreadable(Message("bos.line.total_twice", text=_short(item.group().strip())), at + 1)
        at = item.end()
    if not pairs and not strengths and mark is None:
        raise Unreadable(Message("bos.line.no_totals", form=_FORMS["="]), 1)
    return Totals(pairs.get("L"), pairs.get("V"), pairs.get("E"), tuple(strengths.items()), mark)


def _take_target(text: str) -> tuple[str, Target | None]:
    match = _TARGET.search(text) if "->" in text or "=" in text else None
    if not match or not match.group().strip():
        return text.strip(), None
    parts = [part.strip() for part in (match.group(1) or "").split(",")]
    if match.group(1) and not all(parts):
        return text.strip(), None
    if not all(_POSITION.fullmatch(part) or _AIMED_NAME.fullmatch(part) for part in parts if part):
        return text.strip(), None
    refs = tuple(position_of(part) if _POSITION.fullmatch(part) else part for part in parts if part)
    amount = int(match.group(2)) if match.group(2) else None
    return text[: match.start()].strip(), Target(refs, amount)


def _take_payment(text: str) -> tuple[str, tuple[int, int] | None]:
    match = _PAYMENT.search(text) if "{" in text else None
    if not match or (match.group(1) is None and match.group(2) is None):
        return text.strip(), None
    rest = f"{text[: match.start()].rstrip()} {text[match.end() :].lstrip()}"
    return rest.strip(), (int(match.group(1) or 0), int(match.group(2) or 0))


def _take_wizards(text: str) -> tuple[str, tuple[Ref | str, ...]]:
    match = _WIZARDS.search(text) if "(" in text else None
    if not match:
        return text.strip(), ()
    words = match.group(1).replace(",", " ").split()
    if words and all(_POSITION.fullmatch(word) for word in words):
        wizards: tuple[Ref | str, ...] = tuple(map(position_of, words))
    else:
        wizards = tuple(name.strip() for name in match.group(1).split(",") if name.strip())
    return text[: match.start()].strip(), wizards


def _refuse_leftovers(body: str, name: str) -> None:
    """What was neither name, target nor payment was written wrongly; it is never taken for part of a name."""
    for sign in ("->", "{", "}", "(", "=", ">"):
        if sign in name or not name:
            column = max(body.find(sign), 0)
            raise Unreadable(Message("bos.line.unreadable_rest", text=_short(body[column:])), column)


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"


_READERS: Final[dict[str, Callable[[str], Move | None]]] = {
    "T": _turn,
    "S": _summon,
    "C": lambda body: _cast(body) or _leave(body),
    "D": _leave,
    "P": lambda body: _one_word(body) or _leave(body),
    "U": _use,
    "+": _use,
    "-": _use,
    "!": _use,
    "A": _attack,
    "R": _ready,
    ">": _aside,
    "H": _sealed,
    "O": _sealed,
    "=": _totals,
    "J": _judge,
    "X": _leave,
    "E": _one_word,
    "B": _one_word,
}
