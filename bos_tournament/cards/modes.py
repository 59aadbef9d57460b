"""The modes of the game as the page of the rules shows them: a drawing of each, and all of them side by side.

A drawing stands on a plane of 240 by 180. The first seat sits below, or in a raid above, as the game is explained.
"""

from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

CHAPTER = "14"
"""The chapter of the rules that settles the modes."""
WIDTH, HEIGHT = 20, 16  # of the box that stands for a column


class DrawnSeat(NamedTuple):
    """A seat of a drawing."""

    name: str
    """As a record names it, such as `P1`."""
    x: int
    """Its middle, from the left."""
    y: int
    """Its middle, from above."""
    side: str
    """How it looks: `filled` or `open`, alike for those who win together."""


class DrawnColumn(NamedTuple):
    """A column of a battlefield, as a box."""

    letter: str
    """As a record names it."""
    x: int
    """Its left edge."""
    y: int
    """Its upper edge."""


class Bond(NamedTuple):
    """A line that joins those who win together."""

    path: str
    """As SVG writes it."""
    side: str
    """How it looks, as the seats that it joins."""


class Mode(NamedTuple):
    """A mode with its drawing."""

    slug: str
    """As the header of a record names it."""
    title: Promise
    """What players call it."""
    caption: Promise
    """Who sits where and what is shared, in one sentence."""
    circles: tuple[DrawnSeat, ...]
    """The seats, in their order."""
    columns: tuple[DrawnColumn, ...]
    """Those of all battlefields."""
    totals: tuple[tuple[int, int], ...]
    """Where the life and vim of a player or team stand: their middle, from the left and from above."""
    bonds: tuple[Bond, ...] = ()
    """Empty where nobody wins together."""


def _across(x: int, y: int, letters: str = "abc") -> tuple[DrawnColumn, ...]:
    """A battlefield whose columns stand beside each other, from that corner on."""
    return tuple(DrawnColumn(letter, x + WIDTH * at, y) for at, letter in enumerate(letters))


def _upright(x: int, y: int) -> tuple[DrawnColumn, ...]:
    """A battlefield at the side of the table: its columns stand below each other."""
    return tuple(DrawnColumn(letter, x, y + HEIGHT * at) for at, letter in enumerate("abc"))


def _round_the_table(*sides: str) -> tuple[DrawnSeat, ...]:
    places = (120, 160), (26, 90), (120, 20), (214, 90)
    spots = zip(places, sides, strict=True)
    return tuple(DrawnSeat(f"P{at}", *place, side) for at, (place, side) in enumerate(spots, 1))


FOUR_FIELDS = (*_across(90, 122), *_upright(52, 66), *_across(90, 42), *_upright(168, 66))
FOUR_TOTALS = (158, 160), (26, 116), (158, 20), (214, 116)
MODES = (
    Mode(
        "free-for-all",
        pgettext_lazy("mode", "Free-for-all"),
        _("Two to six players sit round the table, each with their own battlefield, life and vim; nothing is shared."),
        _round_the_table("open", "open", "open", "open"),
        FOUR_FIELDS,
        FOUR_TOTALS,
    ),
    Mode(
        "teams",
        pgettext_lazy("mode", "Teams"),
        _(
            "Teammates sit between opponents, each with their own battlefield, life and vim; they share only winning "
            "and losing."
        ),
        _round_the_table("filled", "open", "filled", "open"),
        FOUR_FIELDS,
        FOUR_TOTALS,
        (Bond("M120 34V146", "filled"), Bond("M40 90H200", "open")),
    ),
    Mode(
        "combined",
        pgettext_lazy("mode", "Combined"),
        _(
            "Teammates sit side by side, opposite the other team; they share a battlefield of six columns, their turn, "
            "life, vim and ether."
        ),
        (
            DrawnSeat("P1", 75, 150, "filled"),
            DrawnSeat("P2", 75, 30, "open"),
            DrawnSeat("P3", 165, 150, "filled"),
            DrawnSeat("P4", 165, 30, "open"),
        ),
        (*_across(60, 110, "abcdef"), *_across(60, 54, "abcdef")),
        ((120, 150), (120, 30)),
        (Bond("M89 150H151", "filled"), Bond("M89 30H151", "open")),
    ),
    Mode(
        "raid",
        pgettext_lazy("mode", "Raid"),
        _(
            "The raid boss, P1, sits opposite all the others, each with their own battlefield, life and vim; the "
            "raiders share only winning and losing."
        ),
        (
            DrawnSeat("P1", 120, 20, "filled"),
            DrawnSeat("P2", 45, 134, "open"),
            DrawnSeat("P3", 120, 134, "open"),
            DrawnSeat("P4", 195, 134, "open"),
        ),
        (*_across(90, 42), *_across(15, 96), *_across(90, 96), *_across(165, 96)),
        ((158, 20), (45, 162), (120, 162), (195, 162)),
        (Bond("M59 134H106M134 134H181", "open"),),
    ),
)
"""Every mode but the duel, in the order in which pages name them."""

AT_A_GLANCE: tuple[tuple[Promise, tuple[Promise, ...]], ...] = (
    (
        _("Seats"),
        (
            _("2 to 6, each for themselves"),
            _("4 or 6, in 2 or 3 equal teams"),
            _("4, two against two"),
            _("3 to 6, one against all others"),
        ),
    ),
    (
        _("Shared"),
        (
            _("Nothing"),
            _("Winning and losing"),
            _("Battlefield, turn, life, vim, ether and clock"),
            _("Winning and losing, among the raiders"),
        ),
    ),
    (
        _("Opponents"),
        (
            _("Everyone else"),
            _("Members of the other teams"),
            _("Both members of the other team"),
            _("The raid boss; for the raid boss, every raider"),
        ),
    ),
    (
        _("First turn"),
        (
            _("Any seat: the highest bidder chooses"),
            _("Any seat: the team with the highest bid chooses"),
            _("Either team: the higher bidder chooses"),
            _("The raid boss; no bids, no ether"),
        ),
    ),
    (
        _("You are beaten"),
        (
            _("At 0 life; your cards are put away"),
            _("At 0 life; your cards are put away, your team plays on"),
            _("At 0 life, together with your teammate"),
            _("As a raider at 0 life; your cards stay, and another raider can revive you"),
        ),
    ),
    (
        _("Winner"),
        (
            _("The last player in the game"),
            _("The last team in the game, with all its members"),
            _("The other team"),
            _("The raid boss, once all raiders are defeated at the same time; otherwise all raiders"),
        ),
    ),
    (
        _("Match"),
        (
            _("One game"),
            _("One game; with two teams, best of three is possible"),
            _("One game or best of three"),
            _("One game"),
        ),
    ),
)
"""What a player asks about a mode, and the answer of each, in the order of the modes."""


def shown() -> dict[str, Any]:
    """What the page of the rules shows of the modes, and in which chapter."""
    glance = [(question, tuple(zip(MODES, answers, strict=True))) for question, answers in AT_A_GLANCE]
    return {"chapter_of_modes": CHAPTER, "modes": MODES, "modes_at_a_glance": glance}
