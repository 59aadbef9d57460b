"""What would come of each option on a board, as far as whoever may choose it knows."""

from collections.abc import Sequence
from dataclasses import dataclass

from bos_tournament.play.positions import Option, Position
from engine.hosting import Message, Outlook


@dataclass(frozen=True)
class Foreseen:
    """An option with what would come of it."""

    option: Option
    """What the seat may do."""
    label: Message
    """The same in a few plain words."""
    outlook: Outlook | None
    """What would come of it; None where that cannot be told."""

    @property
    def odd(self) -> bool:
        """Whether it is hardly ever meant: by its outcome, where that is known."""
        return self.outlook.odd if self.outlook else self.option.odd


def foreseen(here: Position, options: Sequence[Option]) -> list[Foreseen]:
    """Each of these options of the seat that is asked."""
    if here.seat is None or not options:
        return []
    written = [option.written for option in options]
    outlooks = here.track.outlooks(written, here.seat - 1)
    told = zip(options, here.track.headlines(written), outlooks, strict=True)
    return [
        Foreseen(option, label, outlook if isinstance(outlook, Outlook) else None) for option, label, outlook in told
    ]
