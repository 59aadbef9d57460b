"""Who is to act in an online game, and with which lines. Whose turn it is follows from what both players have seen, so
that a wait tells nothing of hidden cards; what a player may write, from their own list as well."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from bos_tournament.errors import Refused
from bos_tournament.play.models import PracticeLine, RecordedLine, Recording
from bos_tournament.play.positions import Option, begun, completions
from bos_tournament.play.recording.positions import RecordedPosition, position_of
from bos_tournament.play.recording.record_writer import seat_on_turn
from engine.bos import game as bos
from engine.hosting import Message

How = PracticeLine.How
_ANSWERED = re.compile(r"(?<!-)>")
"""What stands in a line before the part that the other player chooses."""


class Turn(NamedTuple):
    """What one seat may do in an online game now."""

    asked: int | None
    """The seat that has to act, from 1; None once the game is over."""
    options: tuple[Option, ...]
    """What the seat of this turn may write; empty where it has to wait."""
    whole: bool
    """Whether these are all."""
    may_pass: bool
    """Whether this seat may leave it to the next one."""
    prompt: Message | None
    """What it is asked for."""
    others: frozenset[str]
    """Lines of the other seat, which are never this one's."""

    def allows(self, line: str) -> bool:
        """Whether the seat may write this whole line, which the rules allow."""
        wholes = {option.written for option in self.options if option.how == How.LINE}
        return line in wholes or (not self.whole and self._could_be_own(line))

    def _could_be_own(self, line: str) -> bool:
        """Whether a line that is not listed is this seat's from its beginning to its end."""
        begins = any(option.written.startswith("> ") for option in self.options) == line.startswith("> ")
        return bool(self.options) and begins and line not in self.others and not _ANSWERED.search(line[2:])

    def is_half(self, line: str) -> bool:
        """Whether that is a line with which the other seat goes on."""
        return any(option.written == line and option.how == How.HALF for option in self.options)


WAITING = Turn(None, (), whole=True, may_pass=False, prompt=None, others=frozenset())


def asked_seat(recording: Recording, rows: Sequence[RecordedLine]) -> int | None:
    """The seat, from 1, that has to act; None once the game is over."""
    if recording.half:
        return _in_half(recording, rows)[0]
    here = position_of(recording, rows, None)
    if here.unplaced:
        return here.unplaced
    asks = here.asks[recording.passes :] or here.asks[-1:]
    return asks[0].seat + 1 if asks else None


def turn_of(recording: Recording, rows: Sequence[RecordedLine], seat: int) -> Turn:
    """What that seat, from 1, may do now."""
    if recording.half:
        asked, options = _in_half(recording, rows)
        choices = options if asked == seat else ()
        return Turn(asked, choices, whole=True, may_pass=False, prompt=None, others=frozenset())
    asked, own = asked_seat(recording, rows), position_of(recording, rows, seat)
    is_first = bool(own.asks) and own.asks[0].seat + 1 == seat and not recording.passes
    if own.unplaced or (asked != seat and not is_first):
        return WAITING._replace(asked=asked)
    mine = [ask for ask in own.asks if ask.seat + 1 == seat]
    others = frozenset(line.written for ask in own.asks if ask.seat + 1 != seat for line in ask.lines.lines)
    return Turn(
        asked,
        tuple(dict.fromkeys(begun(line) for ask in mine for line in ask.lines.lines)),
        whole=all(ask.lines.whole for ask in mine),
        may_pass=asked == seat and _may_pass(recording, rows, mine_is_silent=all(ask.may_pass for ask in mine)),
        prompt=mine[0].prompt if mine else None,
        others=others,
    )


def seat_in_turn(rows: Sequence[RecordedLine]) -> int | None:
    """Whose turn of the game it is, from 1; None before the first and between two."""
    return None if rows and rows[-1].written == bos.ENDS else seat_on_turn(rows)


def refuse_waiting(turn: Turn) -> None:
    """Raises Refused (`not_asked`) where this seat has nothing to do."""
    if not (turn.options or turn.may_pass):
        raise Refused(_("Wait for your opponent to move."), code="not_asked")


def refuse_foreign(turn: Turn, line: str) -> None:
    """Raises Refused (`not_your_line`) for a line that this seat may not write now."""
    if not turn.allows(line):
        raise Refused(_("That is your opponent's move. Choose one of yours."), code="not_your_line")


def _may_pass(recording: Recording, rows: Sequence[RecordedLine], *, mine_is_silent: bool) -> bool:
    """Somebody else has to be asked behind this seat; otherwise the last one acts."""
    asks = position_of(recording, rows, None).asks
    at = recording.passes
    return mine_is_silent and at + 1 < len(asks) and asks[at].may_pass


def _in_half(recording: Recording, rows: Sequence[RecordedLine]) -> tuple[int | None, tuple[Option, ...]]:
    """Who goes on with a line that the other player began, and how."""
    for writer in (1, 2):
        theirs = dict(completions(position_of(recording, rows, writer).asks, recording.half))
        if theirs:
            seat = next(iter(theirs.values()))
            own = dict(completions(_with_card(recording, rows, seat, writer).asks, recording.half))
            return seat, tuple(own or theirs)
    return None, ()


def _with_card(recording: Recording, rows: Sequence[RecordedLine], seat: int, writer: int) -> RecordedPosition:
    """The game as `seat` knows it, with the card that the writer has just shown."""
    name = next((token[1:] for token in _path(recording, rows, writer) if token.startswith("=")), None)
    return position_of(recording, rows, seat, card=(writer, name) if name else None)


def _path(recording: Recording, rows: Sequence[RecordedLine], writer: int) -> tuple[str, ...]:
    asks = position_of(recording, rows, writer).asks
    halves = (half for ask in asks for line in ask.lines.lines for half in line.halves)
    return next((half.path for half in halves if half.written == recording.half), ())
