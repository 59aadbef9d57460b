"""What a line is made of at a table: patterns of its places, players and totals, made once for each size of table.

At a table of four nobody can write `5b`, and only the common battlefield of a combined team has columns beyond `c`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from engine.bos.model.places import COLUMNS, LETTERS, MOST_SEATS
from engine.bos.model.seating import COMBINED, DUEL, MODES, SIZES, Seating
from engine.bos.model.setup import Setup
from engine.messages import Message

ANY_SEATS: Final = 0
"""In place of a number of seats: nobody knows how many there are, but more than two."""
SEAT: Final = r"p?[1-6]"


class Shape(NamedTuple):
    """The size of a table as far as lines depend on it."""

    seats: int = SIZES[DUEL][0]
    """How many seats there are; `ANY_SEATS` where that is not known."""
    columns: int = COLUMNS
    """How many columns a battlefield has: three, or six."""


A_DUEL: Final = Shape()


def table_shape(setup: Setup) -> Shape:
    """The size of the table of a game."""
    return seating_shape(setup.seating)


def seating_shape(seating: Seating) -> Shape:
    """The size of a table at which they sit so."""
    return _SHAPES[seating.mode, seating.seats]


_SHAPES: Final = {
    (mode, seats): Shape(seats, 2 * COLUMNS if mode == COMBINED else COLUMNS)
    for mode, sizes in SIZES.items()
    for seats in sizes
}


def shape_of(mode: str | None) -> Shape:
    """The size of the table of a mode, as the header `[Mode …]` names it; that of a duel without one."""
    known = MODES.get((mode or DUEL).casefold(), DUEL)
    if known == DUEL:
        return A_DUEL
    return Shape(SIZES[COMBINED][0], 2 * COLUMNS) if known == COMBINED else Shape(ANY_SEATS)


@dataclass(frozen=True, slots=True)
class Patterns:
    """The patterns of one size of table."""

    is_combined: bool
    """Whether two players share a battlefield, so that a line may begin with its member."""
    place: str
    """What a place or a player is written like."""
    position: re.Pattern[str]
    """A place or a player, in parts."""
    summon: re.Pattern[str]
    """A line that summons."""
    use: re.Pattern[str]
    """A line that uses an ability, or answers whether one is."""
    attack: re.Pattern[str]
    """A line that attacks."""
    ready: re.Pattern[str]
    """A line that says in which order cards become ready."""
    aside: re.Pattern[str]
    """A line behind `>`."""
    set_card: re.Pattern[str]
    """What a judge makes of a card."""
    item: re.Pattern[str]
    """A total or a strength of a check line."""
    strength: re.Pattern[str]
    """A strength as a judge may write it, without the sign."""
    another: re.Pattern[str]
    """How an act begins behind a comma."""


@lru_cache(maxsize=16)
def patterns(seats: int, columns: int) -> Patterns:
    """The patterns of a table with so many seats and columns."""
    digit, letter = f"[1-{seats or MOST_SEATS}]", f"[a-{LETTERS[columns - 1]}]"
    place = rf"(?:{digit}?(?:w?{letter}|\*)|p{digit})"
    return Patterns(
        columns > COLUMNS,
        place,
        position=_of(rf"({digit}?)(?:(w?)({letter})|(\*))|p({digit})"),
        summon=_of(rf"s\s+(?:({digit}?)({letter})(?:\s*:\s*|\s+)([^\s(\-{{:].*)|([^\W\d_][^\W\d_'].*))"),
        use=_of(rf"(u\s+|[+\-!]\s*)({place})(?:\.([0-9]{{1,3}}))?(?=\s|->|\{{|=|$)(.*)"),
        attack=_of(rf"a\s+({place})\s*(?:x|->|>)\s*({place})|a\s+({place})\s+({SEAT})"),
        ready=_of(rf"r((?:\s+{place})+)"),
        aside=_of(rf">\s*(?:({SEAT})\s+)?(?:b\s*({place})|(no|pass)|([cu]\s.*))"),
        set_card=_of(rf"({place})\s+(?:(acted|ready|up|down)|to\s+(?:({place})|(graveyard|castle)))"),
        item=_of(rf"\s*(?:([lve])\s*({_figures(seats, columns)})|({place})\s*=\s*([0-9]{{1,40}})"
                 r"|(#[0-9a-f]{12,64}))(?=\s|$)"),
        strength=_of(rf"^({place})\s+([0-9]+)$"),
        another=_of(rf"[sca]\s|u\s|r\s|[tx=+\-!>]|(?:e|end|pass|boss|draw|concedes?)$|p{digit}\s"),
    )  # fmt: skip


def _figures(seats: int, columns: int) -> str:
    """One figure for each total; of who is out it may be a stroke, which nobody is in a duel."""
    if (seats, columns) == A_DUEL:
        return r"[0-9]{1,40}\s*/\s*[0-9]{1,40}"
    least, most = (2, MOST_SEATS) if seats == ANY_SEATS else (seats, seats) if columns == COLUMNS else (2, 2)
    figure = "(?:[0-9]{1,40}|-)"
    return rf"{figure}(?:\s*/\s*{figure}){{{least - 1},{most - 1}}}"


def _of(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


FORMS: Final = {
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
"""How a line is written that begins so."""

# What is written alike at every table

TURN_LINE: Final = re.compile(rf"t\s*([0-9]{{1,6}})\s+({SEAT})", re.IGNORECASE)
CAST_LINE: Final = re.compile(r"c\s+(\S.*)", re.IGNORECASE)
REVIVE_LINE: Final = re.compile(rf"revive\s+({SEAT})", re.IGNORECASE)
SEALED_LINE: Final = re.compile(rf"([ho])\s+({SEAT})\s+([a-z]+)\s*(.*)", re.IGNORECASE)
LEAVE_LINE: Final = re.compile(
    r"(?:x\s+)?(?:(draw)|(p[1-6]|(?<=\s)[1-6])\s+(concedes?|time|disqualified)|(concedes?))", re.IGNORECASE
)
END_LINE: Final = re.compile(r"E|END(?: (?:OF )?(?:(?:THE|MY) )?TURN)?")
JUDGE_LINE: Final = re.compile(
    r"j\s+(?:(stands|pause|go\s+on)|undo\s+to\s+([0-9]{1,7})|set\s+(.+)|rule\s+(.+))", re.IGNORECASE
)
AIM: Final = re.compile(r"(?:->\s*([^=>{}()]+?))?\s*(?:=\s*([0-9]{1,18}))?\s*$", re.IGNORECASE)
AIMED_NAME: Final = re.compile(r"[^\W\d_].{2,}")
PAID: Final = re.compile(r"\{\s*(?:([0-9]{1,18})\s*v)?\s*\+?\s*(?:([0-9]{1,18})\s*e)?\s*\}", re.IGNORECASE)
HELPERS: Final = re.compile(r"\(([^()]*)\)\s*$")
WRITTEN_REF: Final = re.compile(r"([1-6]?)(?:(w?)([a-f])|(\*))|p([1-6])", re.IGNORECASE)
BY_MEMBER: Final = re.compile(r"p([1-6])\s+([sucab]\S*(?:\s.*)?|[+\-!].*)", re.IGNORECASE)
