"""The moves that a player may choose, as a board shows them."""

from collections.abc import Sequence
from typing import Any

from bos_tournament.messages import localize
from bos_tournament.play.positions import Option
from bos_tournament.play.recording.positions import RecordedPosition
from engine.hosting import NextLine, Outlook

Shown = dict[str, Any]


def outlooks_of(here: RecordedPosition, moves: Sequence[NextLine | Option], seat: int) -> list[Outlook | None]:
    """What would come of these moves of a seat, from 0; None where that cannot be told."""
    found = here.track.outlooks([move.written for move in moves], seat)
    return [outlook if isinstance(outlook, Outlook) else None for outlook in found]


def choice(move: NextLine | Option, label: str, outlook: Outlook | None) -> Shown:
    """A move as its button shows it."""
    return {
        "written": move.written,
        "path": move.path,
        "odd": outlook.odd if outlook else move.odd,
        "label": label,
        "outcome": localize(outlook.said) if outlook and outlook.said else "",
        "effect": localize(outlook.effect) if outlook and outlook.effect else "",
    }
