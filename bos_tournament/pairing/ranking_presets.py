"""How a tournament ranks its players, as families to choose from and as sentences to publish.

The sentences are made from the same values the figures are computed with, so that they cannot say anything else.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from bos_tournament.pairing.event import Event, Options, Points, UnplayedRounds
from bos_tournament.pairing.messages import Message, message
from bos_tournament.pairing.tie_breaks import TIE_BREAKS, TieBreak

MOST_TIE_BREAKS = 8


@dataclass(frozen=True, slots=True)
class Family:
    """A way of ranking that players know from other games. An organizer may order its tie-breaks anew."""

    title: str
    """What it is called in a list to choose from."""
    tie_breaks: tuple[str, ...]
    """The keys of its tie-breaks, the first to decide first."""
    points: Points = field(default_factory=Points)
    """What a match is worth."""
    options: Options = field(default_factory=Options)
    """The conventions that go with it."""


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
        "Direct encounter, for round robins",
        ("direct", "sonneborn_berger", "wins", "gw"),
        options=Options(floor=Fraction(0)),
    ),
}


def describe_ranking(event: Event) -> tuple[Message, ...]:
    """The convention of the event as sentences: points, the order of tie-breaks, byes, missed rounds, who left."""
    sentences = tuple(_sentences(event))
    if any(player.disqualified for player in event.players):
        return (*sentences, message("rule.disqualified"))
    return sentences


def _sentences(event: Event) -> Iterator[Message]:
    options, used = event.options, [TIE_BREAKS[name] for name in event.tie_breaks]
    yield from _about_points(event)
    for number, tie_break in enumerate(used):
        code = "rule.next_tie_break" if number else "rule.first_tie_break"
        yield message(code, short=tie_break.short, meaning=tie_break.meaning)
    yield message("rule.byes" if event.table_size is None else "rule.bye_at_pods")
    yield from _about_shares(used, options)
    if any(tie_break.of_opponents for tie_break in used):
        yield message("rule.met_twice" if event.table_size is None else "rule.met_at_pods")
    if any(tie_break.sums_scores for tie_break in used):
        yield message(f"rule.unplayed_{options.unplayed_rounds.value}")
    yield message("rule.left")
    yield message("rule.fractions")
    yield message("rule.equal")


def _about_points(event: Event) -> Iterator[Message]:
    points = event.points
    if event.table_size is None:
        code = "rule.win_point" if points.win == 1 else "rule.win_points"
        yield message(code, win=points.win, draw=points.draw, loss=points.loss)
        return
    yield message("rule.places", win=points.win)
    for own in event.place_points:
        yield message("rule.places_of", seats=len(own), points=tuple(map(str, own)))
    yield message("rule.places_shared")


def _about_shares(used: list[TieBreak], options: Options) -> Iterator[Message]:
    of_match_shares = any(tie_break.of_match_shares for tie_break in used)
    if any(tie_break.of_shares for tie_break in used):
        yield message("rule.bye_counts" if options.bye_counts else "rule.bye_stays_out")
    if of_match_shares:
        yield message("rule.missed_counts" if options.missed_counts else "rule.missed_stays_out")
    if any(tie_break.is_floored for tie_break in used) and options.floor:
        yield message("rule.floor", floor=str(options.floor))
    if of_match_shares and options.dropped_cap < 1:
        yield message("rule.cap", cap=str(options.dropped_cap))
