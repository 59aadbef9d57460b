"""Who won by what a record itself writes at its end. No table is played for it, and no list is looked at."""

from __future__ import annotations

from engine.bos.model.places import MOST_SEATS
from engine.bos.model.seating import COMBINED, DUEL, MODES, SIZES, usual_sides
from engine.bos.notation.line_acts import acts
from engine.bos.notation.line_parser import Attack, Figures, Judge, Leave, Sealed, Totals, Turn, Unreadable, Word, parse
from engine.bos.notation.line_patterns import A_DUEL, shape_of
from engine.log import Log, read
from engine.seats import seat_name

Winners = tuple[int, ...]
"""The seats that won, from 0; none of them in a draw."""


def winners_written(game_text: str) -> Winners | None:
    """Who won by the last lines, else by the header `[Result …]`; None where neither says so, or not for certain."""
    log = read(game_text, acts)
    winners = _in_last_lines(log) if shape_of(log.mode) == A_DUEL else _among_many(log)
    return _in_header(log) if winners is None else winners


def _in_last_lines(log: Log) -> Winners | None:
    """In a duel: by an end that was written last, else by totals of life there. Whatever is played on after them takes
    them back."""
    left: Winners | None = None
    fallen: Winners | None = None
    active, attacked = -1, False
    for line in log.lines:
        try:
            move = parse(line.body) if line.body else None
        except Unreadable:
            continue
        if move is None or isinstance(move, Sealed) or (isinstance(move, Judge) and move.deed != "undo"):
            continue
        if isinstance(move, Leave):
            left = _by_end(move, -1 if attacked else active)
            continue
        if isinstance(move, Totals):
            fallen = _by_life(move) if move.life else fallen
            continue
        left = fallen = None
        if isinstance(move, Turn):
            active, attacked = move.seat, False
        elif isinstance(move, Word) and move.word in ("E", "PASS"):
            active = -1
        attacked = attacked or isinstance(move, Attack)
    return fallen if left is None else left


def _by_end(move: Leave, active: int) -> Winners | None:
    """A bare `concede` is that of the player whose turn it is, as long as nothing was attacked in it."""
    if move.how == "draw":
        return ()
    seat = active if move.seat is None else move.seat
    return (1 - seat,) if seat in (0, 1) else None


def _by_life(totals: Totals) -> Winners | None:
    standing = tuple(seat for seat, life in enumerate(totals.life or ()) if life)
    return standing if len(standing) < 2 else None


def _in_header(log: Log) -> Winners | None:
    words = (log.header("Result") or "").casefold().replace(",", " ").split()
    if shape_of(log.mode) != A_DUEL and (named := _named(words)):
        return named
    seats = {words.index(name): seat for seat, name in enumerate(("p1", "p2")) if name in words}
    if seats:
        return (seats[min(seats)],)
    return () if "draw" in words else None


# More than two


def _among_many(log: Log) -> Winners | None:
    """By the last totals of life, where one side alone is still in; None where teams are not known from the record."""
    life: Figures = ()
    for line in log.lines:
        try:
            move = parse(line.body, *shape_of(log.mode)) if line.body else None
        except Unreadable:
            continue
        if isinstance(move, Leave) and move.how == "draw":
            return ()
        if isinstance(move, Totals) and move.life:
            life = move.life
    return _last_side(log, life) if life else None


def _last_side(log: Log, life: Figures) -> Winners | None:
    """The side that alone has life left, all its members."""
    mode, seats = MODES[(log.mode or DUEL).casefold()], len(life)
    if mode == COMBINED or seats not in SIZES[mode]:
        return None
    teams = (log.header("Teams") or ",").count(",") + 1
    standing = [side for side in usual_sides(mode, seats, teams) if any(life[seat] for seat in side)]
    return standing[0] if len(standing) == 1 else None


def _named(words: list[str]) -> Winners:
    return tuple([seat for seat in range(MOST_SEATS) if seat_name(seat).casefold() in words])
