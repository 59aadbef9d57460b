"""A position set by hand as headers of a record, and read from them.

`[Position T7 P1 main L20/15 V3/2 E0/1]`, `[Board P1 wa Flint Novice, b Slag Brute (4 acted) +Bark Ward, * (down)]` and
`[Graveyard P1 Lava Hound, 2 Cinder Imp]`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from engine.bos.model.places import POSITIONS, is_boss_place, position, seat_of
from engine.bos.model.set_position import BEGIN, PlacedCard, Position
from engine.bos.model.setup import Setup
from engine.bos.model.state import ENDING, MAIN, STARTUP, SUMMONING
from engine.contract import Problem
from engine.log import Log
from engine.messages import Message
from engine.seats import seat_name

WORDS: Final = ("Position", "Board", "Graveyard")
"""The headers that say where a game begins."""
_PHASES: Final = (BEGIN, STARTUP, SUMMONING, MAIN, ENDING)
_MOMENT: Final = re.compile(rf"t\s*([0-9]{{1,9}})\s+p?([12])\s+({'|'.join(_PHASES)})(?:\s+(.*))?", re.IGNORECASE)
_TOTAL: Final = re.compile(r"([lvea])\s*([0-9]{1,18})\s*/\s*([0-9]{1,18})", re.IGNORECASE)
_ITEM: Final = re.compile(r"(w?[a-c]|\*)\s*([^()+]*?)\s*(?:\(([^()]*)\))?\s*((?:\+[^+]+)*)", re.IGNORECASE)
_STATE: Final = re.compile(r"(?:([0-9]{1,18})(?:\s+|$))?(acted|down)?", re.IGNORECASE)
_OF_SEAT: Final = re.compile(r"P([12])(?:\s+(.+))?", re.IGNORECASE)
_MANY: Final = re.compile(r"([0-9]{1,3})\s*x?\s+(\S.*)", re.IGNORECASE)
_MOST_BURIED: Final = 200


class Unreadable(Exception):
    """A header of a position says nothing that can be read; `problem` says why."""

    def __init__(self, code: str, **args: str | tuple[str, ...]) -> None:
        self.problem = Problem("unreadable", None, Message(f"bos.position.{code}", **args))
        super().__init__(self.problem.message)


# Written


def position_headers(wanted: Position) -> str:
    """The headers of a position, a line for each."""
    by_seat = (wanted.life, wanted.vim, wanted.ether)
    totals = [f"{sign}{one}/{two}" for sign, (one, two) in zip("LVE", by_seat, strict=True)]
    if any(wanted.attacks):
        totals.append(f"A{wanted.attacks[0]}/{wanted.attacks[1]}")
    moment = f"T{wanted.turn} {seat_name(wanted.seat)} {wanted.phase}"
    lines = [f"[Position {moment} {' '.join(totals)}]"]
    for seat in (0, 1):
        placed = ", ".join([_written(card) for card in wanted.placed if seat_of(card.place) == seat])
        lines.append(f"[Board {seat_name(seat)} {placed}]" if placed else f"[Board {seat_name(seat)}]")
        if wanted.graveyard[seat]:
            counted = Counter(wanted.graveyard[seat]).items()
            names = ", ".join([f"{number} {name}" if number > 1 else name for name, number in counted])
            lines.append(f"[Graveyard {seat_name(seat)} {names}]")
    return "\n".join(lines) + "\n"


def _written(card: PlacedCard) -> str:
    words = [str(card.strength)] if card.strength is not None else []
    words += ["down"] if not card.up else ["acted"] if card.acted else []
    name = "" if is_boss_place(card.place) else f" {card.card}"
    state = f" ({' '.join(words)})" if words else ""
    return f"{position(card.place)[1:]}{name}{state}{''.join([f' +{spell}' for spell in card.enchantments])}"


# Read


def read_position(log: Log, setup: Setup) -> Position | None:
    """The position at which a record begins; None for one that begins with its first turn. Names are as written.

    Raises Unreadable.
    """
    header = log.header("Position")
    if header is None:
        for word in WORDS[1:]:
            if log.header(word) is not None:
                raise Unreadable("alone", word=word)
        return None
    match = _MOMENT.fullmatch(header)
    if not match:
        raise Unreadable("moment", names=_PHASES)
    totals = {"L": (setup.edition.life,) * 2, "V": (setup.edition.vim,) * 2, "E": (0, 0), "A": (0, 0)}
    for item in (match.group(4) or "").split():
        total = _TOTAL.fullmatch(item)
        if not total:
            raise Unreadable("item", text=item[:40])
        totals[total.group(1).upper()] = (int(total.group(2)), int(total.group(3)))
    placed = [card for seat, text in _by_seat(log, "Board") for card in _cards(setup, seat, text)]
    graveyard: tuple[list[str], list[str]] = ([], [])
    for seat, text in _by_seat(log, "Graveyard"):
        graveyard[seat].extend(_buried(text))
    life, vim, ether, attacks = [(totals[sign][0], totals[sign][1]) for sign in "LVEA"]
    return Position(
        int(match.group(1)), int(match.group(2)) - 1, match.group(3).lower(), life, vim, ether, tuple(placed),
        (tuple(graveyard[0]), tuple(graveyard[1])), attacks,
    )  # fmt: skip


def _by_seat(log: Log, word: str) -> Iterator[tuple[int, str]]:
    for header in log.headers:
        if header.word.casefold() == word.casefold():
            match = _OF_SEAT.fullmatch(header.text)
            if not match:
                raise Unreadable("board", seat="P1", text=header.text[:40])
            yield int(match.group(1)) - 1, match.group(2) or ""


def _cards(setup: Setup, seat: int, text: str) -> Iterator[PlacedCard]:
    for item in filter(None, map(str.strip, text.split(","))):
        match = _ITEM.fullmatch(item)
        state = _STATE.fullmatch((match.group(3) or "").strip()) if match else None
        place = POSITIONS[f"{seat + 1}{match.group(1).lower()}"] if match else -1
        name = match.group(2) if match else ""
        if match and not name and is_boss_place(place):
            name = setup.bosses[seat].name
        if not match or state is None or not name:
            raise Unreadable("board", seat=seat_name(seat), text=item[:40])
        strength, word = state.group(1), (state.group(2) or "").lower()
        under = tuple([spell.strip() for spell in match.group(4).split("+") if spell.strip()])
        yield PlacedCard(place, name, word != "down", word == "acted", int(strength) if strength else None, under)


def _buried(text: str) -> Iterator[str]:
    for item in filter(None, map(str.strip, text.split(","))):
        match = _MANY.fullmatch(item)
        number, name = (int(match.group(1)), match.group(2)) if match else (1, item)
        yield from [name] * min(number, _MOST_BURIED)
