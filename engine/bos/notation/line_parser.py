"""What a line of a written game says, before it is known whether it can be so: the notation BLN, read and written.

Reading is lenient: capitals do not matter, seats may be written `P1` or `1` where nothing else is meant, `x` may be an
arrow, `concede` stands for `concedes`, brackets hold wizards by position or by name, a payment may leave out a source
(`{2v}`, `{3e}`) and stand before or after the targets. A card of a pile is aimed at by its name; a number may stand
without a target. A summon may leave out its column, an end its `X`, a concession its player. Everything else is refused
with a sentence.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from engine.bos.model.places import COLUMNS, LETTERS
from engine.bos.notation import line_patterns
from engine.bos.notation.line_patterns import A_DUEL, FORMS, Patterns, patterns
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


Figures = tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Totals:
    """`= L30/30 V2/1 E4/0 1a=7`: what the writers found on the table: `life`, `vim` and `ether` by seat, `strengths` by
    place, the `mark` of the whole position. None where nothing was written, and for a seat with a stroke, which is
    out."""

    life: Figures | None = None
    vim: Figures | None = None
    ether: Figures | None = None
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


@dataclass(frozen=True, slots=True)
class ByMember:
    """`P3 C Bellows -> d`: which member of a combined team, a `seat`, does what the line says, a `move`."""

    seat: int
    move: Move


Move = (
    Turn | Summon | Cast | Use | Attack | Block | Word | Ready | Revive | Sealed | Totals | Judge | Leave | ByMember
)  # fmt: skip


def parse(body: str, seats: int = A_DUEL.seats, columns: int = A_DUEL.columns) -> Move:
    """What the body of a line says at a table of that `Shape`. Raises Unreadable with a sentence and a column."""
    if seats == A_DUEL.seats and columns == A_DUEL.columns:
        return line_of_duel(body)
    return _line_of_more(body, seats, columns)


@lru_cache(maxsize=4096)
def line_of_duel(body: str) -> Move:
    """The same in a duel. Most lines are written again and again, within a game and in the next one."""
    return _read(body, patterns(*A_DUEL))


@lru_cache(maxsize=4096)
def _line_of_more(body: str, seats: int, columns: int) -> Move:
    return _read(body, patterns(seats, columns))


def _read(body: str, say: Patterns) -> Move:
    if len(body) > MAX_BODY:
        raise Unreadable(Message("bos.line.too_long", number=MAX_BODY), MAX_BODY)
    head = body[:1].upper()
    reader = _READERS.get(head)
    move = reader(body, say) if reader else None
    if move is None:
        form = FORMS.get(head)
        message = Message("bos.line.unreadable", text=_short(body), form=form or Message("bos.line.any"))
        raise Unreadable(message, len(head) if form else 0)
    return move


def seat_of(text: str) -> int:
    """The seat, from 0, of `P1` or `1`."""
    return int(text.upper().removeprefix("P")) - 1


@lru_cache(maxsize=512)
def position_of(text: str) -> Ref:
    """The reference that a position writes."""
    match = line_patterns.WRITTEN_REF.fullmatch(text)
    assert match
    digit, wizard, letter, boss, player = match.groups()
    if player:
        return Ref("player", int(player) - 1)
    seat = int(digit) - 1 if digit else None
    if boss:
        return Ref("boss", seat)
    return Ref("wizard" if wizard else "summon", seat, LETTERS.index(letter.lower()))


def _place_of(text: str, say: Patterns) -> Ref:
    """The reference of a place; on a common battlefield its seat is the member in whose row it is (14.3.5)."""
    ref = position_of(text)
    if not say.is_combined or ref.seat is None or ref.column < 0:
        return ref
    return ref._replace(seat=ref.seat % 2 + 2 * (ref.column >= COLUMNS))


def _turn(body: str, say: Patterns) -> Move | None:
    match = line_patterns.TURN_LINE.fullmatch(body)
    return Turn(int(match.group(1)), seat_of(match.group(2))) if match else None


def _summon(body: str, say: Patterns) -> Move | None:
    match = say.summon.fullmatch(body)
    if not match:
        return None
    rest, target = _take_target(match.group(3) or match.group(4), say)
    rest, wizards = _take_wizards(rest, say)
    _refuse_leftovers(body, rest)
    place = _place_of(match.group(1) + match.group(2), say) if match.group(2) else None
    return Summon(place, rest, wizards, target)


def _cast(body: str, say: Patterns, *, aside: bool = False, seat: int | None = None) -> Move | None:
    match = line_patterns.CAST_LINE.fullmatch(body)
    if not match:
        return None
    rest, payment = _take_payment(match.group(1))
    rest, target = _take_target(rest, say)
    _refuse_leftovers(body, rest)
    return Cast(rest, target, payment, aside, seat)


def _use(body: str, say: Patterns, *, aside: bool = False, seat: int | None = None) -> Move | None:
    match = say.use.fullmatch(body)
    if not match:
        return None
    rest, payment = _take_payment(match.group(4))
    rest, target = _take_target(rest, say)
    if rest:
        return None
    number = int(match.group(3)) if match.group(3) else None
    place = _place_of(match.group(2), say)
    return Use(match.group(1).strip().upper(), place, number, target, payment, aside, seat)


def _attack(body: str, say: Patterns) -> Move | None:
    match = say.attack.fullmatch(body)
    if not match:
        return None
    if match.group(1):
        return Attack(_place_of(match.group(1), say), _place_of(match.group(2), say))
    return Attack(_place_of(match.group(3), say), Ref("player", seat_of(match.group(4))))


def _ready(body: str, say: Patterns) -> Move | None:
    match = say.ready.fullmatch(body)
    if match:
        return Ready(tuple([_place_of(text, say) for text in match.group(1).split()]))
    match = line_patterns.REVIVE_LINE.fullmatch(body)
    return Revive(seat_of(match.group(1))) if match else None


def _aside(body: str, say: Patterns) -> Move | None:
    match = say.aside.fullmatch(body)
    if not match:
        return None
    seat = seat_of(match.group(1)) if match.group(1) else None
    if match.group(2):
        return Block(_place_of(match.group(2), say), seat)
    if match.group(3):
        return Block(None, seat)
    other = match.group(4)
    reader = _cast if other[0] in "cC" else _use
    return reader(other, say, aside=True, seat=seat)


def _sealed(body: str, say: Patterns) -> Move | None:
    match = line_patterns.SEALED_LINE.fullmatch(body)
    return Sealed(match.group(1).upper(), seat_of(match.group(2)), match.group(3), match.group(4)) if match else None


def _totals(body: str, say: Patterns) -> Move | None:
    return _items(body[1:], say)


def _judge(body: str, say: Patterns) -> Move | None:
    match = line_patterns.JUDGE_LINE.fullmatch(body)
    if not match:
        return None
    if match.group(1):
        return Judge(" ".join(match.group(1).lower().split()))
    if match.group(2):
        return Judge("undo", int(match.group(2)))
    if match.group(3) and (card := _set_card(match.group(3).strip(), say)):
        return Judge("set", card=card)
    if match.group(3):
        return Judge("set", totals=_items(say.strength.sub(r"\1=\2", match.group(3)), say))
    return Judge("rule", text=match.group(4))


def _set_card(text: str, say: Patterns) -> SetCard | None:
    match = say.set_card.fullmatch(text)
    if not match:
        return None
    ref, to = _place_of(match.group(1), say), _place_of(match.group(3), say) if match.group(3) else None
    if "player" in (ref.kind, to.kind if to else ""):
        return None
    return SetCard(ref, (match.group(2) or match.group(4) or "to").lower(), to)


def _leave(body: str, say: Patterns) -> Move | None:
    match = line_patterns.LEAVE_LINE.fullmatch(body)
    if not match:
        return None
    if match.group(1):
        return Leave("draw")
    if match.group(4):
        return Leave("concede")
    word = match.group(3).lower()
    return Leave("concede" if word.startswith("concede") else "disqualify" if word == "disqualified" else word,
                 seat_of(match.group(2)))  # fmt: skip


def _one_word(body: str, say: Patterns) -> Move | None:
    rest, payment = _take_payment(body)
    rest, target = _take_target(rest, say)
    word = rest.upper()
    if word == "BOSS":
        return Word(word, target, payment)
    if target is not None or payment is not None:
        return None
    return Word("PASS") if word == "PASS" else Word("E") if line_patterns.END_LINE.fullmatch(word) else None


def _items(text: str, say: Patterns) -> Totals:
    """The items of a check line, each at most once."""
    totals: dict[str, Figures] = {}
    strengths: dict[Ref, int] = {}
    mark: str | None = None
    at = 0
    while text[at:].strip():
        item = say.item.match(text, at)
        if not item:
            raise Unreadable(Message("bos.line.no_total", text=_short(text[at:].strip()), form=FORMS["="]), at + 1)
        letter, figures, place, strength, state = item.groups()
        ref = _place_of(place, say) if place else None
        if letter and letter.upper() not in totals:
            totals[letter.upper()] = tuple([_figure(figure.strip()) for figure in figures.split("/")])
        elif ref and ref not in strengths and ref.kind != "player":
            strengths[ref] = int(strength)
        elif state and mark is None:
            mark = state.lower()
        else:
            raise Unreadable(Message("bos.line.total_twice", text=_short(item.group().strip())), at + 1)
        at = item.end()
    if not totals and not strengths and mark is None:
        raise Unreadable(Message("bos.line.no_totals", form=FORMS["="]), 1)
    return Totals(totals.get("L"), totals.get("V"), totals.get("E"), tuple(strengths.items()), mark)


def _figure(text: str) -> int | None:
    return None if text == "-" else int(text)


def _take_target(text: str, say: Patterns) -> tuple[str, Target | None]:
    match = line_patterns.AIM.search(text) if "->" in text or "=" in text else None
    if not match or not match.group().strip():
        return text.strip(), None
    parts = [part.strip() for part in (match.group(1) or "").split(",")]
    if match.group(1) and not all(parts):
        return text.strip(), None
    if not all(say.position.fullmatch(part) or line_patterns.AIMED_NAME.fullmatch(part) for part in parts if part):
        return text.strip(), None
    refs = tuple([_place_of(part, say) if say.position.fullmatch(part) else part for part in parts if part])
    amount = int(match.group(2)) if match.group(2) else None
    return text[: match.start()].strip(), Target(refs, amount)


def _take_payment(text: str) -> tuple[str, tuple[int, int] | None]:
    match = line_patterns.PAID.search(text) if "{" in text else None
    if not match or (match.group(1) is None and match.group(2) is None):
        return text.strip(), None
    rest = f"{text[: match.start()].rstrip()} {text[match.end() :].lstrip()}"
    return rest.strip(), (int(match.group(1) or 0), int(match.group(2) or 0))


def _take_wizards(text: str, say: Patterns) -> tuple[str, tuple[Ref | str, ...]]:
    match = line_patterns.HELPERS.search(text) if "(" in text else None
    if not match:
        return text.strip(), ()
    words = match.group(1).replace(",", " ").split()
    if words and all(map(say.position.fullmatch, words)):
        wizards: tuple[Ref | str, ...] = tuple([_place_of(word, say) for word in words])
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


def _by_member(body: str, say: Patterns) -> Move | None:
    """`P3 BOSS`: in a combined game a line may begin with its member (14.3.9)."""
    match = line_patterns.BY_MEMBER.fullmatch(body) if say.is_combined else None
    reader = _READERS.get(match.group(2)[0].upper()) if match else None
    move = reader(match.group(2), say) if match and reader else None
    acts = isinstance(move, Summon | Cast | Use | Attack) or (isinstance(move, Word) and move.word == "BOSS")
    return ByMember(int(match.group(1)) - 1, move) if match and move and acts else None


_READERS: Final[dict[str, Callable[[str, Patterns], Move | None]]] = {
    "T": _turn,
    "S": _summon,
    "C": lambda body, say: _cast(body, say) or _leave(body, say),
    "D": _leave,
    "P": lambda body, say: _one_word(body, say) or _leave(body, say) or _by_member(body, say),
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
