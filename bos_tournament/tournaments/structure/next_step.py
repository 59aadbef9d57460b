"""The one deed that comes next in a tournament, and what it waits for."""

from bos_tournament.tournaments.models import Entrant, Tournament
from bos_tournament.tournaments.structure.bracket_stage import Bracket
from bos_tournament.tournaments.structure.stages import Next, Position


def bracket_at(at: Position) -> Bracket | None:
    """The bracket that is played, for all that is asked of one position."""
    return Bracket(at.stage) if at.stage and at.stage.is_bracket else None


def next_deed(at: Position, bracket: Bracket | None = None) -> Next:
    """What the organizer does next; `stages.pulse` tells whether it is possible yet. `bracket` is that of
    `bracket_at`, where it is at hand."""
    if at.tournament.state == Tournament.State.OPEN:
        return Next.START
    if at.tournament.state != Tournament.State.RUNNING or at.stage is None:
        return Next.NOTHING
    if at.draft:
        return Next.PUBLISH
    if at.open:
        return Next.CLOSE
    if not is_complete(at, bracket):
        return Next.DRAW
    return Next.CUT if cut_is_due(at) else Next.FINISH


def is_complete(at: Position, bracket: Bracket | None = None) -> bool:
    """Are all rounds of the last stage played, or can no further one be?"""
    if at.stage is None:
        return False
    if at.stage.is_bracket:
        return (bracket or Bracket(at.stage)).is_decided
    return at.closed >= at.stage.rounds_planned or at.playing < 2


def another_follows(at: Position, bracket: Bracket | None = None) -> bool:
    """Does a further round of the stage follow the one that is being played, whatever its last results may be?"""
    if at.open is None or at.stage is None:
        return False
    if at.stage.is_bracket:
        return (bracket or Bracket(at.stage)).goes_on_after(at.open)
    return at.in_stage < at.stage.rounds_planned and at.playing > 1


def cut_is_due(at: Position) -> bool:
    """Does a bracket follow the Swiss rounds or the groups?"""
    if at.stage is None or at.stage.is_bracket:
        return False
    return at.tournament.has_cut and at.playing >= 2


def still_in(at: Position, inside: int, bracket: Bracket | None = None) -> int:
    """How many of those inside play on: of a bracket whom no defeat has put out."""
    if at.stage is None or not at.stage.is_bracket:
        return inside
    bracket = bracket or Bracket(at.stage)
    out = {entrant.pk for place, entrant in bracket.places() if place != 1}
    playing = (entrant for entrant in bracket.entrants.values() if entrant.state == Entrant.State.PLAYING)
    return sum(entrant.pk not in out for entrant in playing)
