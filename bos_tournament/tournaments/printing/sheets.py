"""Sheets of paper as values: what stands on each, before anybody draws it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.utils.functional import Promise

from bos_tournament.tournaments.standings.bracket_layout import Picture

Piece = TypeVar("Piece")


@dataclass(frozen=True)
class Column:
    """A column of a list: its title, its share of the width, and how its cells stand."""

    title: str | Promise
    """In the reader's language, or in every language; empty for none."""
    share: float
    """Of the width of the list; all columns make 1."""
    at: str = "left"
    """`left`, `middle` or `right`."""
    strong: bool = False
    """Whether its cells are bold."""
    box: bool = False
    """Whether a cell is a frame to write in."""


@dataclass(frozen=True)
class Listing:
    """A list over as many pages as it takes; `size` of its letters in points."""

    title: str
    """The heading of each page."""
    note: str
    """A line below the heading; empty for none."""
    columns: tuple[Column, ...]
    """From left to right."""
    rows: tuple[tuple[str, ...], ...]
    """One text for each column; empty for a box."""
    size: float = 11.0


@dataclass(frozen=True)
class Slip:
    """A slip for one table. Without names it is to be filled in by hand; `link` is where it is typed in."""

    round: str
    """What the round is called; empty to be filled in."""
    table: str
    """Its number; empty to be filled in."""
    names: tuple[str, ...] = ()
    """Handles in seat order."""
    link: str = ""


@dataclass(frozen=True)
class Slips:
    """Slips in the order of their tables; the pages are filled so that the cut pile is in that order."""

    slips: tuple[Slip, ...]
    """Each a quarter of a page."""


@dataclass(frozen=True)
class Bracketed:
    """A bracket as it stands."""

    title: str
    """The heading, such as “Winners' side”."""
    note: str
    """A line below the heading."""
    picture: Picture
    """What is drawn, in pixels; the page scales it."""


@dataclass(frozen=True)
class LogSheet:
    """A sheet to write one game down, with the notation on its back."""

    round: str = ""
    """As the header of a written game has it; empty to be filled in."""
    table: str = ""
    """Its number; empty to be filled in."""
    names: tuple[str, ...] = ()
    """Handles in seat order; empty to be filled in."""


@dataclass(frozen=True)
class Copies:
    """A card of a deck and a box for each of its copies; `mark` says what is special about it."""

    copies: int
    """How many, and so how many boxes."""
    name: str
    """The card's name."""
    about: str
    """Its color and its strength or cost; may be empty."""
    mark: str = ""


@dataclass(frozen=True)
class DeckSheet:
    """What one deck has to hold at this moment, by type."""

    name: str
    """The player's handle."""
    table: str
    """Where they sit, in words; “List” without a table."""
    note: str
    """Whether swaps are counted in."""
    sections: tuple[tuple[str, tuple[Copies, ...]], ...]
    """Each title with its cards; the reserves last."""


@dataclass(frozen=True)
class Flyer:
    """An invitation to hang up: what and when, a code for phones, and its letters for who has none."""

    title: str
    """The name of the tournament."""
    facts: tuple[str, ...]
    """When, where and how, a line each."""
    link: str
    """The address in the code for phones."""
    page: str
    """The address where the letters are typed."""
    letters: str
    """The join code."""


@dataclass(frozen=True)
class Badge:
    """A card to wear: the name everybody sees, and a code that staff scan at the door."""

    name: str
    """The player's handle."""
    link: str
    """The address in the code."""


@dataclass(frozen=True)
class Badges:
    """Badges to cut, in the order of their names; the pages are filled so that the cut pile is in that order."""

    badges: tuple[Badge, ...]
    """Ten fit on a page."""


@dataclass(frozen=True)
class Strips:
    """Personal links to cut and hand out, ten on a page, in the order of the names."""

    strips: tuple[Badge, ...]
    """Each with a personal link as its address."""
    what_to_do: str
    """The sentence beside each code."""


@dataclass(frozen=True)
class Steps:
    """A page of text: what to do, in order."""

    title: str
    """The heading."""
    note: str
    """A line below the heading; empty for none."""
    steps: tuple[tuple[str, str], ...]
    """Each in short, and in full."""


Sheet = Listing | Slips | Bracketed | LogSheet | DeckSheet | Flyer | Badges | Strips | Steps


@dataclass(frozen=True)
class Paper:
    """Sheets that are printed together; the foot of each page names the tournament and the moment."""

    tournament: str
    """The name of the tournament."""
    printed: str
    """The moment of printing, with its time zone."""
    sheets: tuple[Sheet, ...]
    """In the order of the pages."""


def in_cutting_order(slips: Sequence[Piece], each: int) -> list[list[Piece | None]]:
    """Pages with `each` slips: laid in a pile, cut, and the cut piles put under each other, they are in order."""
    pages = -(-len(slips) // each)
    filled = [*slips, *[None] * (pages * each - len(slips))]
    return [[filled[place * pages + page] for place in range(each)] for page in range(pages)]
