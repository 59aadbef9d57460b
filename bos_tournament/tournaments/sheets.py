"""Sheets of paper as values: what stands on each, before anybody draws it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.utils.functional import Promise

from bos_tournament.tournaments.bracket_picture import Picture

Piece = TypeVar("Piece")


@dataclass(frozen=True)
class Column:
    """A column of a list: its title, its share of the width, and how its cells stand."""

    title: str | Promise  # of every language, or in one
    share: float
    at: str = "left"
    strong: bool = False
    box: bool = False  # a frame to write in


@dataclass(frozen=True)
class Listing:
    """A list over as many pages as it takes; `size` of its letters in points."""

    title: str
    note: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    size: float = 11.0


@dataclass(frozen=True)
class Slip:
    """A slip for one table. Without names it is to be filled in by hand; `link` is where it is typed in."""

    round: str  # what it is called
    table: str
    names: tuple[str, ...] = ()
    link: str = ""


@dataclass(frozen=True)
class Slips:
    """Slips in the order of their tables; the pages are filled so that the cut pile is in that order."""

    slips: tuple[Slip, ...]


@dataclass(frozen=True)
class Bracketed:
    """A bracket as it stands."""

    title: str
    note: str
    picture: Picture


@dataclass(frozen=True)
class LogSheet:
    """A sheet to write one game down, with the notation on its back."""

    round: str = ""  # as the header of a written game has it
    table: str = ""
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Copies:
    """A card of a deck and a box for each of its copies; `mark` says what is special about it."""

    copies: int
    name: str
    about: str
    mark: str = ""


@dataclass(frozen=True)
class DeckSheet:
    """What one deck has to hold at this moment, by type."""

    name: str
    table: str
    note: str
    sections: tuple[tuple[str, tuple[Copies, ...]], ...]


@dataclass(frozen=True)
class Flyer:
    """An invitation to hang up: what and when, a code for phones, and its letters for who has none."""

    title: str
    facts: tuple[str, ...]
    link: str
    page: str  # where the letters are typed
    letters: str


@dataclass(frozen=True)
class Badge:
    """A card to wear: the name everybody sees, and a code that staff scan at the door."""

    name: str
    link: str


@dataclass(frozen=True)
class Badges:
    """Badges to cut, in the order of their names; the pages are filled so that the cut pile is in that order."""

    badges: tuple[Badge, ...]


@dataclass(frozen=True)
class Strips:
    """Personal links to cut and hand out, ten on a page, in the order of the names."""

    strips: tuple[Badge, ...]
    what_to_do: str


@dataclass(frozen=True)
class Steps:
    """A page of text: what to do, in order."""

    title: str
    note: str
    steps: tuple[tuple[str, str], ...]  # what in short, and in full


Sheet = Listing | Slips | Bracketed | LogSheet | DeckSheet | Flyer | Badges | Strips | Steps


@dataclass(frozen=True)
class Paper:
    """Sheets that are printed together; the foot of each page names the tournament and the moment."""

    tournament: str
    printed: str
    sheets: tuple[Sheet, ...]


def in_cutting_order(slips: Sequence[Piece], each: int) -> list[list[Piece | None]]:
    """Pages with `each` slips: laid in a pile, cut, and the cut piles put under each other, they are in order."""
    pages = -(-len(slips) // each)
    filled = [*slips, *[None] * (pages * each - len(slips))]
    return [[filled[place * pages + page] for place in range(each)] for page in range(pages)]
