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

from engine.bos.state import LETTERS

MAX_BODY: Final = 400


class Unreadable(Exception):
    """A line that cannot be read, with a sentence and the column of the body (from 0) where reading stopped."""

    def __init__(self, message: str, column: int = 0) -> None:
        self.message = message
        self.column = column
        super().__init__(message)


class Ref(NamedTuple):
    """A place or a player as written; the seat is None where its digit was dropped."""

    kind: str
    seat: int | None
    column: int = -1


class Target(NamedTuple):
    """What an ability or a spell is aimed at, places, players or cards of a pile by name, and a number: how much, which
    of "choose one", or 1 for yes where a text says that its player may."""

    refs: tuple[Ref | str, ...] = ()
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """`T1 P1`: a turn begins."""

    number: int
    seat: int


@dataclass(frozen=True, slots=True)
class Summon:
    """`S a NAME (wa wb) -> 1b`: wizards are references, or names. The place is None where no column was written."""

    place: Ref | None
    name: str
    wizards: tuple[Ref | str, ...] = ()
    target: Target | None = None


@dataclass(frozen=True, slots=True)
class Cast:
    """`C NAME -> a {1v+1e}`, behind `>` by whoever is not the active player."""

    name: str
    target: Target | None = None
    payment: tuple[int, int] | None = None
    aside: bool = False
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Use:
    """`U wa.1 -> a`, and `+`, `-`, `!` for abilities that are used, declined or have to be used."""

    sign: str
    place: Ref
    number: int | None = None
    target: Target | None = None
    payment: tuple[int, int] | None = None
    aside: bool = False
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Attack:
    """`A a x 2b`, `A a P2`."""

    attacker: Ref
    target: Ref


@dataclass(frozen=True, slots=True)
class Block:
    """`> B a`, or `> no` without a place."""

    place: Ref | None
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Word:
    """`BOSS`, `E` or `PASS`. Behind `BOSS` stands what its price is paid with: `BOSS -> a, b {1v+1e}`."""

    word: str
    target: Target | None = None
    payment: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Ready:
    """`R a wb`: the order of readying."""

    places: tuple[Ref, ...]


@dataclass(frozen=True, slots=True)
class Revive:
    """`REVIVE P2`, for raids."""

    seat: int


@dataclass(frozen=True, slots=True)
class Sealed:
    """`H P1 bid 9f3c…` commits, `O P1 bid 7 …` opens."""

    sign: str
    seat: int
    word: str
    text: str


@dataclass(frozen=True, slots=True)
class Totals:
    """`= L30/30 V2/1 E4/0 1a=7`: what the writers found on the table. None where nothing was written."""

    life: tuple[int, int] | None = None
    vim: tuple[int, int] | None = None
    ether: tuple[int, int] | None = None
    strengths: tuple[tuple[Ref, int], ...] = ()
    mark: str | None = None


@dataclass(frozen=True, slots=True)
class Judge:
    """`J set …`, `J undo to N`, `J stands`, `J pause`, `J go on`, `J rule …`: what a judge did at the table."""

    deed: str
    number: int | None = None
    totals: Totals | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Leave:
    """`X P1 concedes`, `X P2 time`, `X P1 disqualified`, `X draw`; the seat is None where nobody was named."""

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
_TARGET: Final = re.compile(r"(?:->\s*([^=>{}()]+?))?\s*(?:=\s*([0-9]{1,18}))?\s*$", re.IGNORECASE)
_AIMED_NAME: Final = re.compile(r"[^\W\d_].{2,}")
_PAYMENT: Final = re.compile(r"\{\s*(?:([0-9]{1,18})\s*v)?\s*\+?\s*(?:([0-9]{1,18})\s*e)?\s*\}", re.IGNORECASE)
_WIZARDS: Final = re.compile(r"\(([^()]*)\)\s*$")
_ITEM: Final = re.compile(
    rf"\s*(?:([lve])\s*([0-9]{{1,40}})\s*/\s*([0-9]{{1,40}})|({_POS})\s*=\s*([0-9]{{1,40}})|(#[0-9a-f]{{12,64}}))(?=\s|$)",
    re.IGNORECASE,
)

_FORMS: Final = {
    "T": "a turn begins with its number and seat, as in T3 P1",
    "S": "a summon names its column and card, as in S a Thornback",
    "C": "a spell is named, as in C Bellows -> a",
    "U": "an ability is named by its card's place, as in U wa -> a",
    "A": "an attack names attacker and target, as in A a x 2b or A a P2",
    "R": "readying names places, as in R a wb",
    "+": "an ability is named by its card's place, as in + a",
    "-": "an ability is named by its card's place, as in - a",
    "!": "an ability is named by its card's place, as in ! a -> 2b",
    ">": "an answer is > B b, > no, > C NAME or > U wa",
    "H": "a commitment names seat, word and mark, as in H P2 bid 9f3c",
    "O": "an opening names seat, word and text, as in O P2 bid 7",
    "=": "totals are written = L30/28 V2/1 E0/4, for P1 and P2",
    "J": "a judge's line is J set 1a=4, J undo to 17, J stands, J pause, J go on or J rule TEXT",
    "X": "an end is X P1 concedes, X P1 time, X P1 disqualified or X draw",
    "E": "the end of a turn is E alone",
    "B": "a boss is turned up by BOSS alone",
}


@lru_cache(maxsize=4096)
def parse(body: str) -> Move:
    """What the body of a line says. Raises Unreadable with a sentence and a column.

    Most lines are written again and again, within a game and in the next one, hence the cache.
    """
    if len(body) > MAX_BODY:
        raise Unreadable(f"This line is too long: at most {MAX_BODY} characters can be read.", MAX_BODY)
    head = body[:1].upper()
    reader = _READERS.get(head)
    move = reader(body) if reader else None
    if move is None:
        form = _FORMS.get(head)
        hint = f"; {form}." if form else "; lines begin with one of T S C U A BOSS R E + - ! > = J H O X."
        raise Unreadable(f"“{_short(body)}” cannot be read{hint}", len(head) if form else 0)
    return move


def seat_of(text: str) -> int:
    """The seat, from 0, of `P1` or `1`."""
    return int(text.upper().removeprefix("P")) - 1


@lru_cache(maxsize=512)
def position_of(text: str) -> Ref:
    """The reference that a position writes."""
    found = _POSITION.fullmatch(text)
    assert found
    digit, wizard, letter, boss, player = found.groups()
    if player:
        return Ref("player", int(player) - 1)
    seat = int(digit) - 1 if digit else None
    if boss:
        return Ref("boss", seat)
    return Ref("wizard" if wizard else "summon", seat, LETTERS.index(letter.lower()))


def _turn(body: str) -> Move | None:
    found = _TURN.fullmatch(body)
    return Turn(int(found.group(1)), seat_of(found.group(2))) if found else None


def _summon(body: str) -> Move | None:
    found = _SUMMON.fullmatch(body)
    if not found:
        return None
    rest, target = _take_target(found.group(3) or found.group(4))
    rest, wizards = _take_wizards(rest)
    _refuse_leftovers(body, rest)
    seat = int(found.group(1)) - 1 if found.group(1) else None
    place = Ref("summon", seat, LETTERS.index(found.group(2).lower())) if found.group(2) else None
    return Summon(place, rest, wizards, target)


def _cast(body: str, *, aside: bool = False, seat: int | None = None) -> Move | None:
    found = _CAST.fullmatch(body)
    if not found:
        return None
    rest, payment = _take_payment(found.group(1))
    rest, target = _take_target(rest)
    _refuse_leftovers(body, rest)
    return Cast(rest, target, payment, aside, seat)


def _use(body: str, *, aside: bool = False, seat: int | None = None) -> Move | None:
    found = _USE.fullmatch(body)
    if not found:
        return None
    rest, payment = _take_payment(found.group(4))
    rest, target = _take_target(rest)
    if rest:
        return None
    number = int(found.group(3)) if found.group(3) else None
    return Use(found.group(1).strip().upper(), position_of(found.group(2)), number, target, payment, aside, seat)


def _attack(body: str) -> Move | None:
    found = _ATTACK.fullmatch(body)
    if not found:
        return None
    if found.group(1):
        return Attack(position_of(found.group(1)), position_of(found.group(2)))
    return Attack(position_of(found.group(3)), Ref("player", seat_of(found.group(4))))


def _ready(body: str) -> Move | None:
    found = _READY.fullmatch(body)
    if found:
        return Ready(tuple(map(position_of, found.group(1).split())))
    found = _REVIVE.fullmatch(body)
    return Revive(seat_of(found.group(1))) if found else None


def _aside(body: str) -> Move | None:
    found = _ASIDE.fullmatch(body)
    if not found:
        return None
    seat = seat_of(found.group(1)) if found.group(1) else None
    if found.group(2):
        return Block(position_of(found.group(2)), seat)
    if found.group(3):
        return Block(None, seat)
    other = found.group(4)
    return _cast(other, aside=True, seat=seat) if other[0] in "cC" else _use(other, aside=True, seat=seat)


def _sealed(body: str) -> Move | None:
    found = _SEALED.fullmatch(body)
    return Sealed(found.group(1).upper(), seat_of(found.group(2)), found.group(3), found.group(4)) if found else None


def _totals(body: str) -> Move | None:
    return _items(body[1:])


def _judge(body: str) -> Move | None:
    found = _JUDGE.fullmatch(body)
    if not found:
        return None
    if found.group(1):
        return Judge(" ".join(found.group(1).lower().split()))
    if found.group(2):
        return Judge("undo", int(found.group(2)))
    if found.group(3):
        return Judge("set", totals=_items(re.sub(rf"^({_POS})\s+([0-9]+)$", r"\1=\2", found.group(3), flags=re.I)))
    return Judge("rule", text=found.group(4))


def _leave(body: str) -> Move | None:
    found = _LEAVE.fullmatch(body)
    if not found:
        return None
    if found.group(1):
        return Leave("draw")
    if found.group(4):
        return Leave("concede")
    word = found.group(3).lower()
    return Leave("concede" if word.startswith("concede") else "disqualify" if word == "disqualified" else word,
                 seat_of(found.group(2)))  # fmt: skip


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
    found: dict[str, tuple[int, int]] = {}
    strengths: dict[Ref, int] = {}
    mark: str | None = None
    at = 0
    while text[at:].strip():
        item = _ITEM.match(text, at)
        if not item:
            raise Unreadable(
                f"“{_short(text[at:].strip())}” is not a total; {_FORMS['=']}, or a place as in 1a=7.", at + 1
            )
        letter, first, second, place, strength, state = item.groups()
        if letter and letter.upper() not in found:
            found[letter.upper()] = (int(first), int(second))
        elif place and position_of(place) not in strengths and position_of(place).kind != "player":
            strengths[position_of(place)] = int(strength)
        elif state and mark is None:
            mark = state.lower()
        else:
            raise Unreadable(f"“{_short(item.group().strip())}” cannot stand here; each total is written once.", at + 1)
        at = item.end()
    if not found and not strengths and mark is None:
        raise Unreadable(f"Nothing is totalled here; {_FORMS['=']}.", 1)
    return Totals(found.get("L"), found.get("V"), found.get("E"), tuple(strengths.items()), mark)


def _take_target(text: str) -> tuple[str, Target | None]:
    found = _TARGET.search(text) if "->" in text or "=" in text else None
    if not found or not found.group().strip():
        return text.strip(), None
    parts = [part.strip() for part in (found.group(1) or "").split(",")]
    if found.group(1) and not all(parts):
        return text.strip(), None
    if not all(_POSITION.fullmatch(part) or _AIMED_NAME.fullmatch(part) for part in parts if part):
        return text.strip(), None
    refs = tuple(position_of(part) if _POSITION.fullmatch(part) else part for part in parts if part)
    amount = int(found.group(2)) if found.group(2) else None
    return text[: found.start()].strip(), Target(refs, amount)


def _take_payment(text: str) -> tuple[str, tuple[int, int] | None]:
    found = _PAYMENT.search(text) if "{" in text else None
    if not found or (found.group(1) is None and found.group(2) is None):
        return text.strip(), None
    rest = f"{text[: found.start()].rstrip()} {text[found.end() :].lstrip()}"
    return rest.strip(), (int(found.group(1) or 0), int(found.group(2) or 0))


def _take_wizards(text: str) -> tuple[str, tuple[Ref | str, ...]]:
    found = _WIZARDS.search(text) if "(" in text else None
    if not found:
        return text.strip(), ()
    words = found.group(1).replace(",", " ").split()
    if words and all(_POSITION.fullmatch(word) for word in words):
        wizards: tuple[Ref | str, ...] = tuple(map(position_of, words))
    else:
        wizards = tuple(name.strip() for name in found.group(1).split(",") if name.strip())
    return text[: found.start()].strip(), wizards


def _refuse_leftovers(body: str, name: str) -> None:
    """What was neither name, target nor payment was written wrongly; it is never taken for part of a name."""
    for sign in ("->", "{", "}", "(", "=", ">"):
        if sign in name or not name:
            column = max(body.find(sign), 0)
            raise Unreadable(
                f"“{_short(body[column:])}” cannot be read; write targets -> 1a, 2b and payments {{1v+1e}}.", column
            )


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
