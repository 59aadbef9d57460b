"""Elimination brackets of any size as a table: where each match gets its two players, where its loser ends or goes.

Single elimination has n - 1 matches, and one more for third place. Double elimination has 2n - 2, and one more if the
winner of the losers' side takes the final: then both have lost once and play again. Seeds meet as late as possible
(field rules C10); missing players are byes and fall to the best seeds.
"""

from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum

MAX_ENTRANTS = 4_096
THIRD_PLACE = "T1"  # the id of that match

# Which match of the winners' side drops to which match of the losers' side, round by round from the second: the
# number of the match (from 0) with these bits turned. 16: 4 3 2 1, then 1 2. Each had the fewest rematches before the
# final of the losers' side when the matches were tossed up: 0.37, 0.36, 0.34 and 0.35 of the events of 16 to 128.
DROPS: dict[int, tuple[int, ...]] = {8: (1,), 16: (3, 0), 32: (3, 2, 0), 64: (15, 4, 1, 1), 128: (15, 8, 7, 0, 1)}


class Side(StrEnum):
    """The part of the bracket a match belongs to."""

    WINNERS = "winners"
    LOSERS = "losers"  # also the match for third place
    FINAL = "final"


@dataclass(frozen=True, slots=True)
class Seed:
    """The player of this seed, from 1."""

    number: int
    """The seed, from 1, the best."""


@dataclass(frozen=True, slots=True)
class WinnerOf:
    """Whoever wins that match."""

    match: str
    """The id of the match."""


@dataclass(frozen=True, slots=True)
class LoserOf:
    """Whoever loses that match."""

    match: str
    """The id of the match."""


Slot = Seed | WinnerOf | LoserOf


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """One match. Rounds count on each side by themselves; a final continues the count of the winners' side."""

    id: str
    """What it is called, such as W1-1, L2-3, F1 or T1."""
    round: int
    """Its round, from 1."""
    side: Side
    """The part of the bracket it belongs to."""
    slots: tuple[Slot, Slot]
    """Where its two players come from."""
    winner_place: int | None = None
    """The final place of the winner, from 1; None for whoever plays on."""
    loser_place: int | None = None
    """The final place of the loser, likewise."""
    reset_of: str | None = None
    """The id of the final after which it is played, only if the second slot won that one."""


@dataclass(frozen=True, slots=True)
class Bracket:
    """All matches, each after those its players come from."""

    entrants: int
    """How many take part."""
    matches: tuple[BracketMatch, ...]
    """The matches in the order in which they can be played."""


Line = list[Slot | None]  # slots next to each other; None where a bye leaves nobody


def bracket(entrants: int, *, double: bool = False, third_place: bool = False) -> Bracket:
    """The bracket for that many entrants; a match for third place needs two beaten semi-finalists, so four entrants.

    Raises `ValueError` unless 2 to 4,096 take part, or if third place is asked of a double elimination, which has one.
    """
    if not 2 <= entrants <= MAX_ENTRANTS:
        raise ValueError(f"A bracket has 2 to {MAX_ENTRANTS} entrants, not {entrants}.")
    if double and third_place:
        raise ValueError("Double elimination decides third place by itself; leave out the match for it.")
    matches = _double(entrants) if double else _single(entrants, third_place=third_place)
    return Bracket(entrants, _with_places(entrants, matches))


def seed_order(size: int) -> tuple[int, ...]:
    """Seeds from the top of a full bracket of 2, 4, 8 …: neighbours meet first, 1 and 2 last."""
    order = [1, 2]
    while len(order) < size:
        order = [seed for placed in order for seed in (placed, 2 * len(order) + 1 - placed)]
    return tuple(order)


def _single(entrants: int, *, third_place: bool) -> list[BracketMatch]:
    rounds, _ = _winners_side(entrants)
    matches = [match for matches in rounds for match in matches]
    matches[-1] = replace(matches[-1], id="F1", side=Side.FINAL)
    semis = rounds[-2] if len(rounds) > 1 else []
    if third_place and len(semis) == 2:
        first, second = (LoserOf(match.id) for match in semis)
        matches.insert(-1, BracketMatch(THIRD_PLACE, len(rounds), Side.LOSERS, (first, second)))
    return matches


def _double(entrants: int) -> list[BracketMatch]:
    rounds, losers_of = _winners_side(entrants)
    lower, last = _losers_side(losers_of)
    last_winner = WinnerOf(rounds[-1][-1].id)
    final = BracketMatch("F1", len(rounds) + 1, Side.FINAL, (last_winner, last))
    again = BracketMatch("F2", len(rounds) + 2, Side.FINAL, (WinnerOf("F1"), LoserOf("F1")), reset_of="F1")
    return [*(match for matches in rounds for match in matches), *lower, final, again]


def _winners_side(entrants: int) -> tuple[list[list[BracketMatch]], list[Line]]:
    """The matches by round, and the losers of each round in their places, None where there was no match."""
    size = 1 << (entrants - 1).bit_length()
    line: Line = [Seed(seed) if seed <= entrants else None for seed in seed_order(size)]
    rounds: list[list[BracketMatch]] = []
    losers: list[Line] = []
    while len(line) > 1:
        matches, line, beaten = _play(line, Side.WINNERS, len(rounds) + 1)
        rounds.append(matches)
        losers.append(beaten)
    return rounds, losers


def _losers_side(losers_of: list[Line]) -> tuple[list[BracketMatch], Slot]:
    """The matches, and whoever comes to the final from here."""
    masks = DROPS.get(2 * len(losers_of[0]), ())
    line = losers_of[0]
    matches: list[BracketMatch] = []
    number = 1
    for at, dropping in enumerate(losers_of[1:]):
        if len(line) > len(dropping):
            played, line, _ = _play(line, Side.LOSERS, number)
            matches, number = matches + played, number + bool(played)
        mask = masks[at] if at < len(masks) else _mask(at, len(dropping))
        joined = [slot for to, here in enumerate(line) for slot in (here, dropping[to ^ mask])]
        played, line, _ = _play(joined, Side.LOSERS, number)
        matches, number = matches + played, number + bool(played)
    (last,) = line
    if last is None:
        raise AssertionError("somebody always comes from the losers' side")
    return matches, last


def _mask(at: int, width: int) -> int:
    """Beyond the table: everything turned round after the first round, then halves exchanged by turns."""
    return width - 1 if at == 0 else width // 2 * (at % 2)


def _play(line: Line, side: Side, number: int) -> tuple[list[BracketMatch], Line, Line]:
    """One round of neighbours: its matches, and its winners and losers in their places. A bye goes straight on."""
    matches: list[BracketMatch] = []
    winners: Line = []
    losers: Line = []
    prefix = f"{side.value[0].upper()}{number}"
    for first, second in zip(line[::2], line[1::2], strict=True):
        if first is None or second is None:
            winners.append(first or second)
            losers.append(None)
            continue
        name = f"{prefix}-{len(matches) + 1}"
        matches.append(BracketMatch(name, number, side, (first, second)))
        winners.append(WinnerOf(name))
        losers.append(LoserOf(name))
    return matches, winners, losers


def _with_places(entrants: int, matches: list[BracketMatch]) -> tuple[BracketMatch, ...]:
    """Whoever goes out in the same round of the same side shares the best place still open then."""
    plays_on = {slot.match for match in matches for slot in match.slots if isinstance(slot, LoserOf)}
    last = matches[-1].id
    out: Counter[tuple[Side, int]] = Counter()
    for match in matches:
        if match.id not in plays_on:
            out[match.side, match.round] += 2 if match.id == THIRD_PLACE else 1
    left, place_of = entrants, {}
    for stage, gone in out.items():  # in the order of play: each side's rounds follow each other
        left -= gone
        place_of[stage] = left + 1
    wins = {last: 1, THIRD_PLACE: 3}
    loses = {THIRD_PLACE: 4, **dict.fromkeys(plays_on)}
    return tuple(
        BracketMatch(
            match.id,
            match.round,
            match.side,
            match.slots,
            winner_place=wins.get(match.id),
            loser_place=loses[match.id] if match.id in loses else place_of[match.side, match.round],
            reset_of=match.reset_of,
        )
        for match in matches
    )
