"""How a tournament ranks its players, as families to choose from and as sentences to publish.

The sentences are made from the same values the figures are computed with, so that they cannot say anything else.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from bos_tournament.pairing.event import Event, Options, Points, UnplayedRounds
from bos_tournament.pairing.tie_breaks import TIE_BREAKS

MOST_TIE_BREAKS = 8


@dataclass(frozen=True, slots=True)
class Family:
    """A way of ranking that players know from other games. An organizer may order its tie-breaks anew."""

    title: str
    tie_breaks: tuple[str, ...]
    points: Points = field(default_factory=Points)
    options: Options = field(default_factory=Options)


FAMILIES: dict[str, Family] = {
    "match_points": Family("Opponents' match wins, then game wins", ("omw", "gw", "ogw")),
    "opponents_twice": Family(
        "Opponents' match wins, then those of their opponents",
        ("on_time", "omw", "oomw", "head_to_head"),
        options=Options(floor=Fraction(1, 4), bye_counts=False, dropped_cap=Fraction(3, 4)),
    ),
    "strength": Family("Strength of schedule", ("sos", "esos")),
    "chess": Family(
        "Buchholz, as in chess",
        ("buchholz_cut1", "buchholz", "sonneborn_berger", "direct", "wins"),
        points=Points(win=2, draw=1, loss=0),
        options=Options(floor=Fraction(0), unplayed_rounds=UnplayedRounds.DUMMY),
    ),
    "everyone": Family(
        "Direct encounter, for everyone against everyone",
        ("direct", "sonneborn_berger", "wins", "gw"),
        options=Options(floor=Fraction(0)),
    ),
}
SHARES = frozenset({"omw", "oomw", "gw", "ogw"})
FLOORED = frozenset({"omw", "oomw", "ogw"})
SUMS = frozenset({"buchholz", "buchholz_cut1", "median_buchholz", "sonneborn_berger"})
OF_OPPONENTS = frozenset({"omw", "oomw", "ogw", "sos", "esos"}) | SUMS
UNPLAYED = {
    UnplayedRounds.NOTHING: "In sums of opponents' scores a match won or lost without playing counts as one against "
    "that opponent; a bye or a round missed alone adds nothing.",
    UnplayedRounds.VIRTUAL: "In sums of opponents' scores a round nobody played counts as one against somebody with "
    "the score one had before it, who draws all rounds after it; for one's opponents such a round counts as drawn.",
    UnplayedRounds.DUMMY: "In sums of opponents' scores a round nobody played counts as one against somebody with "
    "one's own final score; the rounds an opponent missed at the end by their own doing count as drawn. A round missed "
    "by one's own doing is the first to be left out.",
}


DISQUALIFIED = "A disqualified player has no rank and comes last; what they played counts for their opponents."


def written(event: Event) -> tuple[str, ...]:
    """The convention of the event as sentences: points, the order of tie-breaks, byes, missed rounds, who left."""
    said = tuple(_sentences(event.points, event.tie_breaks, event.options))
    return (*said, DISQUALIFIED) if any(player.disqualified for player in event.players) else said


def _sentences(points: Points, tie_breaks: tuple[str, ...], options: Options) -> Iterator[str]:
    used = frozenset(tie_breaks)
    yield f"A match won gives {_points(points.win)}, a drawn one {points.draw}, a lost one {points.loss}."
    for number, name in enumerate(tie_breaks):
        one = TIE_BREAKS[name]
        first = "Among equal points decides" if number == 0 else "Then"
        yield f"{first} {one.short}: {one.meaning}."
    yield "A bye is a match won 2–0; a match an opponent gave up or did not come to is won 2–0 as well."
    yield from _about_shares(used, options)
    if used & OF_OPPONENTS:
        yield "Whoever was met twice counts twice; a bye is no opponent."
    if used & SUMS:
        yield UNPLAYED[options.unplayed_rounds]
    yield "Whoever left keeps their rank by what they played, and counts for their opponents."
    yield "All figures are compared as exact fractions; decimals are only shown."
    yield "Who is equal in everything shares a rank."


def _about_shares(used: frozenset[str], options: Options) -> Iterator[str]:
    if used & SHARES:
        yield (
            "A bye counts in one's own shares."
            if options.bye_counts
            else "A bye gives its points but stays out of one's own shares."
        )
    if used & {"omw", "oomw"}:
        yield (
            "A round missed alone is a lost one."
            if options.missed_counts
            else "A round missed alone stays out of the share of match points."
        )
    if used & FLOORED and options.floor:
        yield f"An opponent's share never counts less than {options.floor}."
    if used & {"omw", "oomw"} and options.dropped_cap < 1:
        yield f"The share of an opponent who left before the last round never counts more than {options.dropped_cap}."


def _points(number: int) -> str:
    return f"{number} {'point' if number == 1 else 'points'}"
