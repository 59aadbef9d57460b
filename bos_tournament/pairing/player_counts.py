"""One player's counts over the rounds, and one player's meeting with another, as values."""

from dataclasses import dataclass
from typing import NamedTuple

from bos_tournament.pairing.event import Unplayed

Games = tuple[int, int, int]  # won by the first, won by the second, drawn


class Counts(NamedTuple):
    """One player's counts. `share_points` of `share_most` is the match-win share.

    At pods, points are counted in parts of a point, so that they are whole; the tally says how many make one.
    """

    won: int
    """Matches won, byes and awarded ones too."""
    lost: int
    """Matches lost, missed rounds too."""
    drawn: int
    """Matches drawn."""
    faced: int
    """How many opponents they were paired with, one met twice counted twice."""
    games: int
    """Games that count for the game-win share."""
    game_points: int
    """Game points: 3 for a game won, 1 for one drawn."""
    points: int
    """Match points."""
    share_points: int
    share_most: int

    @property
    def record(self) -> tuple[int, int, int]:
        """Won, lost, drawn."""
        return self.won, self.lost, self.drawn


@dataclass(frozen=True, slots=True)
class Meeting:
    """One round of one player: whom they met if anybody, how it ended, and why nothing was played if so.

    `sign` is 1 for won, 0 for drawn, -1 for lost. `games` are won, lost and drawn ones. A round without a written
    pairing is lost without a reason. At a pod it is one meeting with each of the others, won by who is ahead.
    """

    round: int
    """The number of the round, from 1."""
    opponent: int | None
    """The position of the opponent; None without one."""
    sign: int
    games: Games = (0, 0, 0)
    unplayed: Unplayed | None = None
    """Why nothing was played; None where something was."""
    written: bool = True
    """Whether there is a pairing for this round."""

    @property
    def was_played(self) -> bool:
        """Whether the two sat down and played."""
        return self.opponent is not None and self.unplayed is None

    @property
    def is_own_doing(self) -> bool:
        """Not played and lost: the player was late, absent, did not come, gave up or was taken out."""
        return not self.was_played and self.sign < 0
