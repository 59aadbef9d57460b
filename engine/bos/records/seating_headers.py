"""Headers about who sits at a table: its mode, its teams, what was bid, who begins, and the life of a raid boss."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from engine.bos.model.bidding import name_chooser, refusal, resolve
from engine.bos.model.places import NOBODY
from engine.bos.model.seating import (
    COMBINED,
    DUEL,
    MODES,
    RAID,
    SIZES,
    TEAMS,
    TWO,
    Seating,
    Sides,
    seating_of,
    usual_sides,
)
from engine.contract import Problem
from engine.log import Log
from engine.messages import Arg, Message, any_of
from engine.seats import seat_name

HEADERS: Final = frozenset({"p3", "p4", "p5", "p6", "teams", "life", "named"})
"""Headers that only a table of more than two knows."""

_TWO_BIDS: Final = re.compile(r"(P[12])\s+([0-9]{1,19})(?:\s+(P[12])\s+([0-9]{1,19}))?", re.IGNORECASE)
_BID: Final = re.compile(r"P([1-6])\s+([0-9]{1,19})(?:\s+|$)", re.IGNORECASE)
_SEAT: Final = re.compile(r"P([1-6])", re.IGNORECASE)
_TURN: Final = re.compile(r"t\s*[0-9]+\s+p?([1-6])", re.IGNORECASE)
_NAMED: Final = re.compile(r"\bP([1-6])\b", re.IGNORECASE)
_LIFE: Final = re.compile(r"P1\s+([1-9][0-9]{0,8})", re.IGNORECASE)


class Fault(Exception):
    """A header, or what the caller gave, does not allow the game to be judged."""

    def __init__(self, finding: str, rule: str | None, message: Message) -> None:
        self.problem = Problem(finding, rule, message)
        super().__init__(message)


def malformed(code: str, **args: Arg) -> Fault:
    """A header that cannot be read, by the end of the code of its sentence."""
    return Fault("unreadable", None, Message(f"bos.header.{code}", **args))


# Who sits there


def read_seating(log: Log, lists: Iterable[str]) -> Seating:
    """The table of a record, given the seats of which there are lists. Raises Fault."""
    mode = _mode(log)
    seats = _seats(lists, mode)
    _refuse_foreign(log, mode)
    return seating_of(mode, _sides(log, mode, seats))


def written_seating(log: Log) -> Seating:
    """The table of a record as far as it tells by itself: as many seats as its headers and turns name. Never raises."""
    mode = MODES.get((log.header("Mode") or DUEL).casefold(), DUEL)
    words = [(header.word, header.text) for header in log.headers]
    named = [int(digit) for pair in words for digit in _NAMED.findall(" ".join(pair))]
    named += [int(turn.group(1)) for line in log.lines if (turn := _TURN.fullmatch(line.body))]
    seats = next((size for size in SIZES[mode] if size >= max(named, default=0)), SIZES[mode][-1])
    teams = (log.header("Teams") or ",").count(",") + 1
    sides = usual_sides(mode, seats, teams if 1 < teams < seats and not seats % teams else 2)
    return TWO if mode == DUEL else seating_of(mode, sides)


def _mode(log: Log) -> str:
    written = log.header("Mode") or DUEL
    if written.casefold() not in MODES:
        raise malformed("other_mode", text=written[:40])
    return MODES[written.casefold()]


def _seats(lists: Iterable[str], mode: str) -> int:
    """How many seats there are by the lists; of a duel's list that is missing something else is said later (14.5.1)."""
    given = set(lists)
    seats = len(given)
    if mode == DUEL and seats <= SIZES[DUEL][0]:
        return SIZES[DUEL][0]
    if seats not in SIZES[mode] or not given <= {seat_name(seat) for seat in range(seats)}:
        raise malformed(
            "other_seats", mode=mode, numbers=any_of([str(size) for size in SIZES[mode]]), number=len(given)
        )
    return seats


def _refuse_foreign(log: Log, mode: str) -> None:
    """Headers that this mode does not know, though another one does."""
    foreign = {"life": mode != RAID, "teams": mode not in (TEAMS, COMBINED), "bid": mode == RAID, "named": mode == RAID}
    for word, is_foreign in foreign.items():
        if mode != DUEL and is_foreign and log.header(word) is not None:
            raise malformed("not_in_mode", word=word.capitalize(), mode=mode)
    if mode != DUEL and log.header("Position") is not None:
        raise malformed("not_in_mode", word="Position", mode=mode)


def _sides(log: Log, mode: str, seats: int) -> Sides:
    """The teams as the header has them, which have to sit alternately (14.1.2), else the usual sides."""
    text = log.header("Teams") if mode in (TEAMS, COMBINED) else None
    if text is None:
        return usual_sides(mode, seats)
    written = [team.split() for team in text.split(",")]
    sides = usual_sides(mode, seats, len(written)) if 1 < len(written) < seats else ()
    if {frozenset(map(str.upper, team)) for team in written} != {frozenset(map(seat_name, side)) for side in sides}:
        raise malformed("teams")
    return sides


# Who begins


def read_first(log: Log, seating: Seating) -> int:
    """Who begins: the header, else the seat of the first `T` line. Raises Fault."""
    written = log.header("First")
    seat = _first_written(written, seating) if written is not None else _first_played(log, seating)
    if seating.early != NOBODY:
        if written is not None and seat != seating.early:
            raise malformed("raid_first")
        return seating.early
    return seating.lead[seat]


def _first_written(text: str, seating: Seating) -> int:
    match = _SEAT.fullmatch(text)
    if not match or int(match.group(1)) > seating.seats:
        raise malformed("first") if seating.is_duel else malformed("first_of_many", number=seating.seats)
    return int(match.group(1)) - 1


def _first_played(log: Log, seating: Seating) -> int:
    for line in log.lines:
        turn = _TURN.fullmatch(line.body)
        if turn and int(turn.group(1)) <= seating.seats:
            return int(turn.group(1)) - 1
    return 0


# What was bid


def read_ether(log: Log, seating: Seating) -> tuple[int, ...]:
    """The ether with which each seat begins (12.2.2, 14.5.14); none without bids. Raises Fault."""
    text = log.header("Bid")
    if text is None:
        return (0,) * seating.seats
    return _ether_of_two(text) if seating.is_duel else _ether_of_many(log, text, seating)


def _ether_of_two(text: str) -> tuple[int, ...]:
    """The lower bid's ether (12.2.2); none where bids are equal or not both written."""
    match = _TWO_BIDS.fullmatch(text)
    if not match or (match.group(3) or "").upper() == match.group(1).upper():
        raise malformed("bids")
    if not match.group(3):
        return 0, 0
    bids = {match.group(1).upper(): int(match.group(2)), match.group(3).upper(): int(match.group(4))}
    _check_amounts(bids.values())
    outcome = resolve(bids)
    return outcome.ether["P1"], outcome.ether["P2"]


def _ether_of_many(log: Log, text: str, seating: Seating) -> tuple[int, ...]:
    """Each member of every side but the one that bid most gets what that side bid (14.1.3)."""
    bids = _bids_of_sides(text, seating)
    _check_amounts(bids.values())
    outcome = resolve(bids)
    if outcome.tied:
        highest = max(bids.values())
        named = _SEAT.fullmatch(log.header("Named") or "")
        side = seating.side[int(named.group(1)) - 1] if named and int(named.group(1)) <= seating.seats else NOBODY
        if bids.get(side) != highest:
            raise malformed("tied_bids")
        outcome = name_chooser(bids, side)
    return tuple([outcome.ether[side] for side in seating.side])


def _bids_of_sides(text: str, seating: Seating) -> dict[int, int]:
    """One bid for each side, by any one member."""
    written = _BID.findall(text)
    seats = [int(seat) - 1 for seat, _ in written]
    if _BID.sub("", text) or any(seat >= seating.seats for seat in seats):
        raise malformed("many_bids")
    bids = {seating.side[seat]: int(amount) for seat, (_, amount) in zip(seats, written, strict=True)}
    if len(bids) != len(written) or len(bids) != len(seating.sides):
        raise malformed("many_bids")
    return bids


def _check_amounts(amounts: Iterable[int]) -> None:
    for amount in amounts:
        if problem := refusal(amount):
            raise Fault("unreadable", None, problem)


# A raid boss


def read_life(log: Log, seating: Seating, usual: int) -> tuple[int, ...]:
    """The life with which each seat begins where the event gives the raid boss another one (14.4.9); empty where all
    is as usual. Raises Fault."""
    text = log.header("Life") if seating.mode == RAID else None
    if text is None:
        return ()
    match = _LIFE.fullmatch(text)
    if not match:
        raise malformed("life")
    return (int(match.group(1)), *(usual,) * (seating.seats - 1))
