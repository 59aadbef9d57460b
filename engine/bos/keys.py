"""Option keys: one short text for each answer, with positions and names instead of ids.

`begin` `begin:cab` `next` `end` `summon:ab:NAME` `attack:1a>2c` `attack:1a>P2` `cast:v2e1:NAME` `use:1wa.1` `boss`
`block:2b` `no` `concede:P1` `time:P1` `disqualify:P1` `draw`. Names are card identities (`cards.key`).

Of abilities: `first:1a.1` which waiting duty comes first, `take:1a.1` an optional one that waits, `pass` none of them,
`pick:2b` `pick:P2` `pick:=NAME` what is chosen, `done` no more, `yes`, `mode:2`, `number:3`, `ready:1wa`, `pay` vim
first, `pay:{v1e1}`. An ability is named by its card's place and its number there, or by `=NAME` where the card is on no
place; a payment may follow in braces behind `use` and `take`: `use:1wa.1{v1e1}`.

Readers raise ValueError for a text of another shape.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from engine.bos.payment import Payment
from engine.bos.state import (
    COLUMNS,
    LETTERS,
    NOBODY,
    PLACES,
    Copy,
    Doing,
    Table,
    boss_place,
    place_of_thing,
    position,
    seat_name,
    seat_of_thing,
    summon_place,
    wizard_place,
)  # fmt: skip

POSITIONS: Final = {position(place): place for place in range(2 * PLACES)}
_SEATS: Final = {"P1": 0, "P2": 1}


class Summon(NamedTuple):
    """Columns of the wizards that turn face-down, the first being the summon's; the card's identity."""

    wizards: tuple[int, ...]
    name: str


class Attack(NamedTuple):
    """The attacker's place, and the target's place or the attacked seat; the other one is -1."""

    attacker: int
    target: int
    player: int


class Cast(NamedTuple):
    """What is paid, and the card's identity."""

    payment: Payment
    name: str


class Use(NamedTuple):
    """Whose ability, counted from 1 at its place: first the card's own, then those of what lies under it."""

    place: int
    number: int
    payment: Payment | None = None


@lru_cache(maxsize=16_384)
def verb(key: str) -> str:
    """What kind of answer a key is."""
    return key.partition(":")[0]


def card(key: str) -> str | None:
    """The identity of the card that an answer names, if it names one."""
    return key.split(":", 2)[2] if key.startswith(("summon:", "cast:")) else None


def begin(key: str) -> tuple[int, ...]:
    """For each column the column whose wizard comes there; empty when all stay."""
    letters = key.partition(":")[2]
    columns = tuple(LETTERS.index(letter) for letter in letters)
    if columns and sorted(columns) != list(range(COLUMNS)):
        raise ValueError(key)
    return columns


def write_begin(columns: tuple[int, ...]) -> str:
    """The key that places the wizards so."""
    if columns in ((), tuple(range(COLUMNS))):
        return "begin"
    return "begin:" + "".join(LETTERS[column] for column in columns)


@lru_cache(maxsize=16_384)
def summon(key: str) -> Summon:
    """Read a `summon:` key."""
    _, letters, name = key.split(":", 2)
    wizards = tuple(LETTERS.index(letter) for letter in letters)
    if not wizards or max(wizards) >= COLUMNS or len(set(wizards)) != len(wizards):
        raise ValueError(key)
    return Summon(wizards, name)


def write_summon(wizards: tuple[int, ...], name: str) -> str:
    """The key of a summon conducted with the wizards in these columns."""
    return f"summon:{''.join(LETTERS[column] for column in wizards)}:{name}"


@lru_cache(maxsize=16_384)
def attack(key: str) -> Attack:
    """Read an `attack:` key."""
    attacker, arrow, target = key.partition(":")[2].partition(">")
    if attacker not in POSITIONS or not arrow or (target not in POSITIONS and target not in _SEATS):
        raise ValueError(key)
    return Attack(POSITIONS[attacker], POSITIONS.get(target, NOBODY), _SEATS.get(target, NOBODY))


def write_attack(attacker: int, target: int) -> str:
    """The key of an attack on the card in a place."""
    return f"attack:{position(attacker)}>{position(target)}"


def write_player_attack(attacker: int, seat: int) -> str:
    """The key of an attack on a player."""
    return f"attack:{position(attacker)}>P{seat + 1}"


@lru_cache(maxsize=16_384)
def cast(key: str) -> Cast:
    """Read a `cast:` key."""
    _, paid, name = key.split(":", 2)
    vim, _, ether = paid.removeprefix("v").partition("e")
    if not (paid.startswith("v") and vim.isdecimal() and ether.isdecimal() and len(paid) < 32):
        raise ValueError(key)
    return Cast(Payment(int(vim), int(ether)), name)


def write_cast(payment: Payment, name: str) -> str:
    """The key of casting a spell with that payment."""
    return f"cast:v{payment.vim}e{payment.ether}:{name}"


@lru_cache(maxsize=16_384)
def use(key: str) -> Use:
    """Read a `use:` key."""
    place, _, rest = key.partition(":")[2].partition(".")
    number, payment = _split_payment(rest)
    if place not in POSITIONS or not number.isdecimal() or len(number) > 3:
        raise ValueError(key)
    return Use(POSITIONS[place], int(number), payment)


def write_use(place: int, number: int, payment: Payment | None = None) -> str:
    """The key of using an ability."""
    return f"use:{position(place)}.{number}{write_payment(payment)}"


def _split_payment(text: str) -> tuple[str, Payment | None]:
    name, brace, paid = text.partition("{v")
    if not brace:
        return text, None
    vim, _, ether = paid.removesuffix("}").partition("e")
    if not (paid.endswith("}") and vim.isdecimal() and ether.isdecimal() and len(paid) < 32):
        raise ValueError(text)
    return name, Payment(int(vim), int(ether))


def write_payment(payment: Payment | None) -> str:
    """How a key says how an ability is paid; nothing where silence says it."""
    return "" if payment is None else f"{{v{payment.vim}e{payment.ether}}}"


def abilities_at(table: Table, place: int) -> list[tuple[Copy, int]]:
    """The abilities that can be named at a place, in the order of their numbers: card and number on that card."""
    held = table.table[place]
    if held < 0:
        return []
    copy = table.copies[held]
    if not copy.face.abilities and not table.under:
        return []
    found = [(copy, number) for number in range(len(copy.face.abilities))]
    for lying in table.under:
        spell = table.copies[lying]
        if spell.host == held:
            found += [(spell, number) for number in range(len(spell.face.abilities))]
    return found


def ability(table: Table, doing: Doing) -> str:
    """How an ability is named: by place and number, or by the name of its card."""
    copy = table.copies[doing.source]
    place = copy.place if copy.host == NOBODY else table.copies[copy.host].place
    if place == NOBODY:
        return f"={copy.face.key}.{doing.number + 1}"
    if doing.number < 0:
        return f"{position(place)}.0"
    for number, (card, own) in enumerate(abilities_at(table, place), 1):
        if card.id == copy.id and own == doing.number:
            return f"{position(place)}.{number}"
    return f"={copy.face.key}.{doing.number + 1}"


def waiting(key: str) -> tuple[str, Payment | None]:
    """Read a `first:` or `take:` key: the name of the ability, and the payment if one is given behind `take:`."""
    return _split_payment(key.partition(":")[2])


def pay(key: str) -> Payment | None:
    """Read a `pay` key; None is vim first."""
    text = key.partition(":")[2]
    name, payment = _split_payment(text)
    if name or (payment is None and key != "pay"):
        raise ValueError(key)
    return payment


def write_pay(payment: Payment | None) -> str:
    """The key that says how a price is paid."""
    return "pay" if payment is None else f"pay:{write_payment(payment)}"


def thing(table: Table, number: int) -> str:
    """How a thing is named in a key: a card on a place, a player, an empty place, or a card of a pile by its name."""
    if place_of_thing(number) != NOBODY:
        return position(place_of_thing(number))
    if number < NOBODY:
        return seat_name(seat_of_thing(number))
    copy = table.copies[number]
    if copy.place != NOBODY:
        return position(copy.place)
    return f"={copy.face.key}"


def count(key: str) -> int:
    """Read a `mode:` or `number:` key."""
    text = key.partition(":")[2]
    if not (text.isascii() and text.isdecimal()) or len(text) > 18:
        raise ValueError(key)
    return int(text)


def block(key: str) -> int:
    """The blocker's place."""
    place = key.partition(":")[2]
    if place not in POSITIONS:
        raise ValueError(key)
    return POSITIONS[place]


def write_block(place: int) -> str:
    """The key of blocking with the card in a place."""
    return f"block:{position(place)}"


def leave(key: str) -> tuple[str, int]:
    """How a game ends without a last blow, and the seat it concerns (-1 for a draw)."""
    how, _, seat = key.partition(":")
    if key == "draw":
        return how, NOBODY
    if how == "draw" or seat not in _SEATS:
        raise ValueError(key)
    return how, _SEATS[seat]


def wizard_places(seat: int, columns: tuple[int, ...]) -> list[int]:
    """The places of a seat's wizards in these columns."""
    return [wizard_place(seat, column) for column in columns]


PLACES_OF: Final = tuple(
    (*(summon_place(seat, column) for column in range(COLUMNS)), boss_place(seat)) for seat in range(len(_SEATS))
)
"""For each seat the places from which something may attack: summons, then the boss."""
